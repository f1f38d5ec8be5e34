"""HEAD is answered like GET, without the body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["HeadRequests"]

_ENDLESS: Final = frozenset({"/jobs/events"})
"""Answers that go on until their reader leaves: nobody would read them to their end here."""


class HeadRequests:
    """Middleware that lets the app answer HEAD as it answers GET, and keeps the body back."""

    def __init__(self, app: ASGIApp) -> None:
        """Answer for `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask the app for the page and send its status and headers."""
        head = scope["type"] == "http" and scope["method"] == "HEAD"
        if not head or scope["path"] in _ENDLESS:
            await self._app(scope, receive, send)
            return

        async def bodiless(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, bodiless)
