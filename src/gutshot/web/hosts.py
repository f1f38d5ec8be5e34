"""Under which names the server answers: a page of another site could otherwise ask by its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers
from starlette.requests import Request

from gutshot.web.failures import answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["Hosts"]

_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(?::([0-9]{1,5}))?")
_OPEN: Final = "/static/"
"""What everybody may have: without it the page that refuses would have no style."""


class Hosts:
    """Middleware that refuses requests with the name of another host."""

    def __init__(self, app: ASGIApp, names: Sequence[str]) -> None:
        """Answer to `names` only; to any when ``*`` is one of them."""
        self._app = app
        self._names = tuple(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what asks for one of the names; refuse the rest, as a page or as JSON."""
        if (
            scope["type"] not in {"http", "websocket"}
            or "*" in self._names
            or scope["path"].startswith(_OPEN)
            or self._knows(Headers(scope=scope).get("host", ""))
        ):
            await self._app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})  # HTTP 403 before the handshake
            return
        _, port = scope.get("server") or ("", None)
        refusal = answer(
            Request(scope, receive),
            400,
            f"this server answers to {_listed(self._names)}, not to the name that was asked for",
            heading="That is not the name of this server",
            home=f"http://{self._names[0]}{f':{port}' if port else ''}/videopoker",
        )
        await refusal(scope, receive, send)

    def _knows(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        return found is not None and found[1].lower() in self._names


def _listed(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
