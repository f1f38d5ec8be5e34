"""How large a job's texts and blobs may be, and what an id, a key and a message look like."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from gutshot.errors import InputError

__all__ = ["Limits", "check_id", "check_key", "from_json", "one_line", "to_json"]

_TOKEN: Final = re.compile(r"[A-Za-z0-9_.:-]{1,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes of JSON text and of blobs, jobs that may wait, characters of a message."""

    inputs_bytes: int = 1 << 20
    result_bytes: int = 16 << 20
    checkpoint_bytes: int = 256 << 20
    queue_length: int = 100
    message_chars: int = 200


def check_id(job_id: str) -> str:
    """Return the id of a job.

    Raises
    ------
    InputError
        It is no token of 1..64 characters.
    """
    return _token("a job's id", job_id)


def check_key(key: str) -> str:
    """Return the key of a checkpoint; raises as `check_id` does."""
    return _token("a checkpoint's key", key)


def _token(what: str, text: str) -> str:
    if not _TOKEN.fullmatch(text):
        raise InputError(f"{what} is 1 to 64 letters, digits and any of _.:-, not {text[:80]!r}")
    return text


def to_json(thing: object, what: str, limit_bytes: int) -> str:
    """Return JSON text in ASCII, the same text for equal things.

    Raises
    ------
    InputError
        It is no JSON (NaN and infinity are none), or too long.
    """
    try:
        text = json.dumps(thing, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"{what} must be JSON: {one_line(str(error), 200)}") from None
    if len(text) > limit_bytes:
        raise InputError(f"{what} may have {limit_bytes:,} bytes as JSON, not {len(text):,}")
    return text


def from_json(text: str) -> Any:  # noqa: ANN401 - whatever JSON can say
    """Return what JSON text says."""
    return json.loads(text)


def one_line(text: str, limit_chars: int) -> str:
    """Return text without line breaks, control characters and halves of characters, cut to fit."""
    plain = "".join(char if char.isprintable() else " " for char in text[: 8 * limit_chars])
    line = " ".join(plain.split())
    return line if len(line) <= limit_chars else line[: limit_chars - 1] + "…"
