"""What every request and answer passes: security headers, a limit to bodies, no caching of pages.

Plain ASGI, because nothing here may wait for a thread.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from starlette.datastructures import MutableHeaders
from starlette.requests import Request

from gutshot.web.failures import answer

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = [
    "LONGEST_BODY_BYTES",
    "LONGEST_HISTORY_BYTES",
    "LONGEST_IMPORT_BYTES",
    "LONGEST_MESSAGE_BYTES",
    "Guards",
]

LONGEST_BODY_BYTES: Final = 64 * 1024
"""The largest request body that is read, in bytes: a pay table needs less than two thousand."""

LONGEST_IMPORT_BYTES: Final = 16 * 1024 * 1024
"""The same for exported hands that come back: some ten thousand."""

LONGEST_HISTORY_BYTES: Final = 4 * 1024 * 1024
"""The same for hands that were played elsewhere: two thousand."""

LONGEST_MESSAGE_BYTES: Final = 2 * 1024
"""The longest message that a WebSocket takes: a command at a table has some sixty bytes."""

_IMPORTS: Final = re.compile(r"/videopoker/sessions/import|/api/videopoker/sessions/[^/]*/hands")
_HISTORIES: Final = re.compile(r"(/api)?/preflop/review")
_LONGEST_QUERY_BYTES: Final = 8 * 1024
_WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'none'; form-action 'self'; frame-ancestors 'none'; "
        "base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": browsers then hide the origin of our own forms as well.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guards:
    """Middleware around the whole app."""

    def __init__(self, app: ASGIApp) -> None:
        """Guard `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is too large, and mark every answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        state = scope.setdefault("state", {})

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, text in _HEADERS.items():
                    headers[name] = text
                headers.setdefault("Cache-Control", "no-store")
                if "set_cookie" in state:
                    headers.append("Set-Cookie", state["set_cookie"])
            await send(message)

        refusal = _refusal(scope)
        if refusal is None and scope["method"] in _WITH_BODY:
            limit = _limit(scope["path"])
            body = await _read(receive, limit)
            if body is not None:
                await self._app(scope, _replay(body, receive), marked)
                return
            refusal = _too_long(scope, 413, "request body", limit)
        await (refusal or self._app)(scope, receive, marked)


async def _read(receive: Receive, limit: int) -> bytes | None:
    """Return a request's body; None, and the rest unread, when it is longer than the limit."""
    body, more = bytearray(), True
    while more and len(body) <= limit:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body) if len(body) <= limit else None


def _replay(body: bytes, receive: Receive) -> Receive:
    first = True

    async def replayed() -> Message:
        nonlocal first
        if not first:
            return await receive()
        first = False
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed


def _too_long(scope: Scope, status: int, what: str, limit: int) -> Response:
    message = f"the {what} is too long: at most {limit:,} bytes are read"
    return answer(Request(scope), status, message)


def _limit(path: str) -> int:
    """Return the largest body that an address reads, in bytes."""
    if _IMPORTS.fullmatch(path):
        return LONGEST_IMPORT_BYTES
    return LONGEST_HISTORY_BYTES if _HISTORIES.fullmatch(path) else LONGEST_BODY_BYTES


def _refusal(scope: Scope) -> Response | None:
    if len(scope.get("query_string", b"")) > _LONGEST_QUERY_BYTES:
        return _too_long(scope, 414, "address", _LONGEST_QUERY_BYTES)
    return None
