"""Who one is on which server: secrets that servers gave, kept for this user alone."""

from __future__ import annotations

import contextlib
import json
import os
from typing import TYPE_CHECKING, Final

from gutshot.catalogue import user_data

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["keep_secret", "kept_secret"]

_FILE: Final = "servers.json"
_MINE_ALONE: Final = 0o600


def kept_secret(server: str) -> str:
    """Return the secret that a server knows this user by, "" where there is none yet."""
    return _read(user_data() / _FILE).get(server, "")


def keep_secret(server: str, secret: str) -> None:
    """Keep a server's secret; without a folder to write to it lasts for this session only."""
    path = user_data() / _FILE
    text = json.dumps({**_read(path), server: secret}, indent=1)
    fresh = path.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(
            os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _MINE_ALONE), "w"
        ) as file:
            file.write(text)
        fresh.replace(path)


def _read(path: Path) -> dict[str, str]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {key: secret for key, secret in found.items() if isinstance(secret, str)}
