"""Style sheets and scripts, served under an address that names their content.

The address carries a hash of all files, ``/static/3f9a…/js/main.js``: modules import each other by
relative paths and stay within one version, and a browser may keep them for ever.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from fastapi import Response
from starlette.exceptions import HTTPException

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["static_file", "static_url", "static_version"]

_KINDS: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_A_YEAR_S: Final = 31_536_000


def _walk(folder: Traversable, prefix: str = "") -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found |= _walk(entry, f"{prefix}{entry.name}/")
        elif entry.name.rpartition(".")[2] in _KINDS:
            found[prefix + entry.name] = entry.read_bytes()
    return found


@cache
def _contents() -> dict[str, bytes]:
    return _walk(files("gutshot.web") / "static")


@cache
def static_version() -> str:
    """Return the hash of all static files, 12 hexadecimal digits."""
    digest = hashlib.sha256()
    for path, content in _contents().items():
        digest.update(path.encode() + b"\0" + hashlib.sha256(content).digest())
    return digest.hexdigest()[:12]


def static_url(path: str) -> str:
    """Return the address of a static file, for instance of ``js/main.js``."""
    return f"/static/{static_version()}/{path}"


def static_file(version: str, path: str) -> Response:
    """Answer with a static file; any other version than the present one is not found."""
    content = _contents().get(path)
    if content is None or version != static_version():
        raise HTTPException(404)
    return Response(
        content,
        media_type=_KINDS[path.rpartition(".")[2]],
        headers={"Cache-Control": f"public, max-age={_A_YEAR_S}, immutable"},
    )
