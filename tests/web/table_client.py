"""An app with Pai Gow tables that really listens, and clients that speak to it by WebSocket."""

from __future__ import annotations

import json
import threading
from contextlib import ExitStack, contextmanager
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import uvicorn
from tests.web.trainer_client import PATIENT
from websockets.sync.client import connect

from gutshot.web.app import create_app
from gutshot.web.guards import LONGEST_MESSAGE_BYTES
from gutshot.web.rate_limits import RateLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from fastapi import FastAPI
    from websockets.sync.client import ClientConnection

    from gutshot.paigow.table import State
    from gutshot.web.table_desk import Desk

LONG_S = 60.0


class Listening:
    """A running app; `desk` is its tables."""

    def __init__(self, server: uvicorn.Server, app: FastAPI, port: int) -> None:
        self._server = server
        self._app = app
        self.port = port

    @property
    def desk(self) -> Desk:
        desk: Desk = self._app.state.rooms.desk
        return desk

    def state(self, table: str = "fortune") -> State:
        return self.desk.service.change(table).state

    def url(self, table: str = "fortune") -> str:
        return f"ws://127.0.0.1:{self.port}/paigow/table/{table}/live"

    def until(self, so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        end = monotonic() + LONG_S
        while not so():
            assert monotonic() < end, "it did not come to that"
            sleep(0.01)


@contextmanager
def listening(folder: Path) -> Generator[Listening]:
    """Run an app on a free port in a thread."""
    app = create_app(database=f"sqlite:///{folder / 'tables.db'}", rates=RateLimits(PATIENT))
    config = uvicorn.Config(
        app,
        port=0,
        log_level="error",
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE_BYTES,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = monotonic() + LONG_S
    while not server.started:
        assert monotonic() < end
        assert thread.is_alive(), "the server did not start"
        sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield Listening(server, app, port)
    server.should_exit = True
    thread.join(LONG_S)
    assert not thread.is_alive()


class Player:
    """A client of a table's address: what it was sent, and what it says."""

    def __init__(
        self,
        url: str,
        *,
        query: str = "?new=1",
        cookie: str = "",
    ) -> None:
        headers = {"Cookie": cookie} if cookie else {}
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(url + query, additional_headers=headers, proxy=None)
        )
        response = self.socket.response
        assert response is not None
        self.cookie = cookie or response.headers.get("Set-Cookie", "").partition(";")[0]
        self.frames: list[str] = []
        self.table: dict[str, Any] = {}
        self.you: dict[str, Any] | None = None
        self.numbers: list[int] = []
        self.hello = self.read()

    def read(self) -> dict[str, Any]:
        """Take one message."""
        text = str(self.socket.recv(timeout=LONG_S))
        self.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "table":
            self.table = message["table"]
            self.numbers.append(message["number"])
        if message["type"] == "you":
            self.you = message["you"]
        return message

    def until(self, so: Callable[[], bool]) -> None:
        """Read until something is so."""
        end = monotonic() + LONG_S
        while not so():
            assert monotonic() < end
            self.read()

    def reads_to(self, version: int) -> None:
        """Read until the table is at least at a version."""
        self.until(lambda: bool(self.numbers) and self.numbers[-1] >= version)

    def send(self, message: object) -> dict[str, Any]:
        """Send anything and return its answer."""
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))
        while True:
            got = self.read()
            if got["type"] == "answer":
                return got

    def say(self, words: str, command_id: str = "", **more: object) -> dict[str, Any]:
        return self.send({"id": command_id or uuid4().hex, "say": words, **more})

    def does(self, *lines: str) -> None:
        """Say things that must be carried out."""
        for words in lines:
            answer = self.say(words)
            assert answer["ok"], answer["line"]

    def take(self, other: Player) -> None:
        """Go on with the connection of another client of the same player."""
        self.socket, self._stack = other.socket, other._stack

    def close(self) -> None:
        self._stack.close()
