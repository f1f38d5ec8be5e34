"""WebSockets whose messages of one moment leave in one write.

A change of a table is two or three messages to each seat, and every write gives up Python's lock,
which has to be got back from the thread that prepares a commit.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["GatheringProtocol"]


class GatheringProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which writes once a turn of the loop."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a connection over that has become a WebSocket."""
        super().connection_made(_Gathering(cast("asyncio.Transport", transport), self.loop))


class _Gathering(asyncio.Transport):
    """A transport that holds what is written until those who are ready now have had their turn."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._held: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._held:
            self._loop.call_soon(self._flush)
        self._held.append(bytes(data))

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def abort(self) -> None:
        self._transport.abort()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: object = None) -> Any:  # noqa: ANN401 - as asyncio
        return self._transport.get_extra_info(name, default)

    def _flush(self) -> None:
        held, self._held = self._held, []
        if held:
            self._transport.write(b"".join(held))
