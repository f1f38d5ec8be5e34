"""The line to a table on a server: it listens, is taken up again when lost, and repeats nothing.

Every command has an id of this side. One that was on its way when the line was lost is sent again
under the same id, so that it counts once; messages go on behind the last one that was heard.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

__all__ = ["Line", "TableAddress", "parse_address"]

_COOKIE: Final = "gutshot_player"
_FIRST_WAIT_S: Final = 0.4
_LONGEST_WAIT_S: Final = 8.0
_QUIET_S: Final = 0.08
"""What belongs together comes within this time: the table's part and one's own, unasked."""

_OPEN_S: Final = 10.0
_REASONS: Final = {4404, 4503}
"""Codes by which a server says in one line why it won't have us."""

_LONGEST_BYTES: Final = 1 << 20
_PATH: Final = re.compile(r"(?P<before>.*)/paigow/table/(?P<table>[a-z0-9-]+)(/live)?/?")
_SCHEMES: Final = {"http": "ws", "ws": "ws", "https": "wss", "wss": "wss"}


class TableAddress(NamedTuple):
    """Where a table is: its server, as secrets are kept by, and the WebSocket's address."""

    server: str
    table: str
    live: str


def parse_address(text: str) -> TableAddress:
    """Read the address of a table's page, as an invitation has it; ``http://`` may be left out.

    Raises
    ------
    InputError
        When it is no table's address.
    """
    wrong = InputError(
        f"'{text[:80]}' is no table's address;"
        " give one like http://localhost:8000/paigow/table/fortune"
    )
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise wrong from None
    found = _PATH.fullmatch(parts.path)
    if parts.scheme not in _SCHEMES or not host or found is None or parts.username is not None:
        raise wrong
    scheme = _SCHEMES[parts.scheme]
    server = f"{scheme}://{parts.netloc}{found['before']}"
    return TableAddress(server, found["table"], f"{server}/paigow/table/{found['table']}/live")


class Line:
    """A line to a table.

    Parameters
    ----------
    address
        Where the table is.
    secret
        What the server knows this player by; "" for none yet.
    watch
        Whether to look on only: then one is nobody there.
    show
        Is given the table's facts and the snapshot whenever something is new.
    tell
        Is given a line about the connection.
    keep
        Is given the secret of a new player.
    """

    def __init__(
        self,
        address: TableAddress,
        secret: str,
        *,
        watch: bool,
        show: Callable[[dict[str, Any], dict[str, Any]], None],
        tell: Callable[[str], None],
        keep: Callable[[str], None],
    ) -> None:
        self._address = address
        self._secret = "" if watch else secret
        self._watch = watch
        self._show = show
        self._tell = tell
        self._keep = keep
        self._socket: ClientConnection | None = None
        self._facts: dict[str, Any] | None = None
        self._table: dict[str, Any] | None = None
        self._you: dict[str, Any] | None = None
        self._number: int | None = None
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._open: dict[str, tuple[str, asyncio.Future[str]]] = {}
        self.shown = asyncio.Event()
        self.credits: int | None = None
        """What the last answer says that one has, after a reset; else None."""

    @property
    def view(self) -> dict[str, Any] | None:
        """The snapshot as it is known, None before the first one."""
        return None if self._table is None else {**self._table, "you": self._you}

    async def listen(self) -> None:
        """Keep the line until the task is cancelled.

        Raises
        ------
        InputError
            When the table can't be reached the first time, or the server won't have us.
        """
        wait = _FIRST_WAIT_S
        while True:
            heard = False
            try:
                async with connect(
                    self._url(),
                    additional_headers=self._headers(),
                    open_timeout=_OPEN_S,
                    max_size=_LONGEST_BYTES,
                    proxy=None,
                ) as socket:
                    heard = True
                    await self._hear(socket)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in _REASONS:
                    raise InputError(closed.rcvd.reason) from None
            except InvalidStatus as refused:
                status = refused.response.status_code
                raise InputError(
                    f"{self._address.server} refuses with {status}; is that a Gutshot server?"
                ) from None
            except (OSError, TimeoutError, InvalidHandshake) as error:
                if self._table is None:
                    why = " ".join(str(error).split())[:120] or type(error).__name__
                    raise InputError(f"can't reach {self._address.server}: {why}") from None
            finally:
                self._socket = None
                self._quiet.set()
            if heard:
                wait = _FIRST_WAIT_S
                self._tell("The connection is lost; trying again ...")
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT_S)

    async def say(self, words: str) -> str:
        """Send what a player says; return the reason where it was not carried out, else ""."""
        command_id = uuid4().hex
        text = json.dumps({"id": command_id, "say": words})
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._open[command_id] = (text, answer)
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(text)
        try:
            return await answer
        finally:
            self._open.pop(command_id, None)

    def _url(self) -> str:
        """Return where to connect: as a player, a new one if need be, behind what is known."""
        asked = [] if self._watch else ["new=1"]
        asked += [] if self._number is None else [f"after={self._number}"]
        return self._address.live + ("?" if asked else "") + "&".join(asked)

    def _headers(self) -> dict[str, str]:
        return {"Cookie": f"{_COOKIE}={self._secret}"} if self._secret else {}

    async def _hear(self, socket: ClientConnection) -> None:
        self._take_secret(socket)
        again = self._table is not None
        self._socket = socket
        for text, _ in list(self._open.values()):
            await socket.send(text)
        while True:
            messages: list[str | bytes] = []
            with suppress(TimeoutError):
                wait = None if self._quiet.is_set() else _QUIET_S
                messages.append(await asyncio.wait_for(socket.recv(), wait))
            try:
                if not messages:
                    self._flush()
                for given in messages:
                    message = _cleaned(json.loads(given))
                    if again and message["type"] == "hello":
                        self._tell("Connected again.")
                    self._take(message)
                    if self._is_whole(message["type"]):
                        self._flush()
            except (LookupError, TypeError, ValueError, AttributeError):
                raise InputError(
                    f"{self._address.server} sends what this version can't read; update Gutshot"
                ) from None

    def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "hello":
                self._facts = message["facts"]
            case "table":
                self._table, self._number = message["table"], message["number"]
                self._quiet.clear()
            case "you":
                self._you = message["you"]
                self._quiet.clear()
            case "answer" if message["id"] in self._open:
                _, answer = self._open[message["id"]]
                self.credits = message.get("credits")
                if not answer.done():
                    answer.set_result("" if message["ok"] else message["line"])
            case _:
                pass

    def _is_whole(self, kind: str) -> bool:
        """Tell whether a message is the last of those that belong together.

        An answer comes behind what it has changed, one's own part behind the table's; later on
        others may act at the same moment, and all is shown at once.
        """
        first = kind == "you" and not self.shown.is_set()
        return not self._quiet.is_set() and (kind == "answer" or first)

    def _flush(self) -> None:
        self._quiet.set()
        view = self.view
        if view is not None and self._facts is not None:
            self._show(self._facts, view)
            self.shown.set()

    def _take_secret(self, socket: ClientConnection) -> None:
        response = socket.response
        given = [] if response is None else response.headers.get_all("Set-Cookie")
        for cookie in given:
            found = SimpleCookie(cookie).get(_COOKIE)
            if found is not None and not self._watch:
                self._secret = found.value
                self._keep(found.value)


def _cleaned(given: Any) -> Any:  # noqa: ANN401 - JSON
    """Return JSON whose texts can be printed: a server must not move the cursor."""
    if isinstance(given, str):
        return "".join(c if c.isprintable() else " " for c in given)
    if isinstance(given, list):
        return [_cleaned(one) for one in given]
    if isinstance(given, dict):
        return {_cleaned(key): _cleaned(one) for key, one in given.items()}
    return given
