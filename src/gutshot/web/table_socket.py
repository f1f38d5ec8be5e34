"""A table over a WebSocket: what changes is sent, what is said is answered in one line.

The client sends ``{"id": "…", "say": "bet main 25"}``, with an id that it makes, and perhaps
``"round"``, the round that it means. It is sent, as JSON:

``{"type": "hello", …}``
    First: the table's facts, one's player id or null, whether messages were missed.
``{"type": "table", "number": …, "words": […], "table": …}``
    The public part of the table's snapshot after a change, and what happened in sentences.
``{"type": "you", "number": …, "you": …}``
    The private part, null for who watches; sent when it has changed.
``{"type": "answer", "id": …, "ok": …, "line": …}``
    Whether a command was carried out, and else the reason; behind what it has changed.

With ``?form=parts`` the two in the middle are ``parts`` and ``own``: pieces of the table's page, as
HTML. ``?after=NUMBER`` goes on behind a message that one has. ``?new=1`` makes a stranger a player,
whose secret is in the cookie that the handshake sets.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from gutshot.errors import GutshotError, InputError
from gutshot.paigow.table.commands import Reset, parse_command
from gutshot.web.identity import COOKIE, Visitor, Who, check_origin
from gutshot.web.refusals import ForbiddenError
from gutshot.web.rooms import Rooms, rooms_of
from gutshot.web.table_draw import felt_html, own_html
from gutshot.web.table_pages import display_name

if TYPE_CHECKING:
    from gutshot.play.paigow.tables import Answer
    from gutshot.web.table_desk import Desk
    from gutshot.web.table_hub import Message, Told, Watcher

__all__ = ["router"]

router = APIRouter()

MOST_SOCKETS: Final = 1_000
"""Connections of one app, all tables together."""

_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode
_UNKNOWN: Final = 4404
_TOO_MANY: Final = 4503
_REFUSED: Final = 1008
_NUMBER_DIGITS: Final = 15
_BEHIND_S: Final = 2.0
"""How long an answer waits at most for the change that it is to come behind."""


Form = Annotated[Literal["json", "parts"], Query()]


@router.websocket("/paigow/table/{table}/live")
async def live(
    socket: WebSocket,
    who: Who,
    table: str,
    form: Form = "json",
    after: Annotated[str, Query(max_length=_NUMBER_DIGITS)] = "",
    new: Annotated[bool, Query()] = False,
) -> None:
    """Send a table's changes and carry out what is said, until the client leaves."""
    rooms = rooms_of(socket)
    try:
        check_origin(socket)
        if new and who.player is None:
            rooms.rates.take("newcomer", who.address)
            player, secret = await run_in_threadpool(rooms.people.new)
            who = Visitor(player, secret, who.address)
            cookie = f"{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Lax"
            cookie += "; Secure" if socket.url.scheme == "wss" else ""
            await socket.accept(headers=[(b"set-cookie", cookie.encode())])
        else:
            await socket.accept()
    except ForbiddenError:
        await socket.close(_REFUSED)  # before the handshake is accepted: HTTP 403
        return
    await rooms.desk.open()
    try:
        hub = rooms.desk.hub(table)
    except GutshotError as error:
        await socket.close(_UNKNOWN, str(error)[:120])
        return
    if rooms.desk.sockets >= MOST_SOCKETS:
        await socket.close(_TOO_MANY, "this server has no room for one more connection")
        return
    watcher = hub.join(int(after) if after.isascii() and after.isdecimal() else None)
    line = _Line(rooms, socket, who, table, form)
    rooms.desk.joined(table, who.player)
    tasks = [asyncio.create_task(line.read()), asyncio.create_task(line.write(watcher))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.part(watcher)
        rooms.desk.parted(table, who.player)
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for failure in ended:  # one of ours: the server logs it and closes the connection
        if isinstance(failure, Exception) and not isinstance(failure, WebSocketDisconnect):
            raise failure


class _Line:
    """One connection: what it is sent and what it says."""

    def __init__(
        self, rooms: Rooms, socket: WebSocket, who: Visitor, table: str, form: str
    ) -> None:
        self._rooms = rooms
        self._desk: Desk = rooms.desk
        self._socket = socket
        self._who = who
        self._table = table
        self._parts = form == "parts"
        self._own = ""
        self._felt = ""
        self._sent = -1  # number of the last change that this viewer has been sent
        self._more = asyncio.Event()

    async def write(self, watcher: Watcher) -> None:
        """Send what is new for as long as the connection lasts."""
        if self._who.player is not None:
            await run_in_threadpool(self._desk.service.connect, self._table, self._who.player)
        await self._send(
            {
                "type": "hello",
                "player": self._who.player,
                "facts": self._desk.facts(self._table),
                "number": watcher.number,
            }
        )
        last = self._desk.hub(self._table).last
        if last is not None and last.number == watcher.number:
            await self._send_own(last)  # nothing new is coming for now
            self._sent = last.number
        while True:
            messages, present, missed = await watcher.next()
            if self._parts:
                await self._send_parts(messages, present)
            else:
                for one in messages:
                    await self._socket.send_text(one.text_after_a_gap if missed else one.text)
            await self._send_own(present)
            self._sent = present.number
            self._more.set()

    async def read(self) -> None:
        """Carry out what is said, one after the other."""
        while True:
            text = await self._receive_text()
            command_id = ""
            try:
                command_id, say, round_number = _read(text)
                more = await self._carry_out(command_id, say, round_number)
            except GutshotError as error:
                line = " ".join(str(error).split())
                await self._send({"type": "answer", "id": command_id, "ok": False, "line": line})
            else:
                done = {"type": "answer", "id": command_id, "ok": True, "line": ""}
                await self._send({**done, **more})

    async def _receive_text(self) -> str:
        """Return what is said next; bytes are as good as nothing said.

        Raises
        ------
        WebSocketDisconnect
            When the other side is gone.
        """
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000), message.get("reason"))
        return message.get("text") or ""

    async def _carry_out(
        self, command_id: str, say: str, round_number: int | None
    ) -> dict[str, int]:
        """Carry out what is said; return what its answer says beside that it is done.

        What it has changed is sent then.
        """
        player = self._who.player
        self._rooms.rates.take("address" if player is None else "move", player or self._who.address)
        if player is None:
            raise InputError("you watch; take a seat on the table's page, or join without --watch")
        said = await self._desk.say(self._table, player, say, command_id, round_number)
        answer, more = (
            (said, dict[str, int]())
            if said is not None
            else await run_in_threadpool(
                self._carry_out_waiting, player, command_id, say, round_number
            )
        )
        if self._sent < answer.version:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._sent_up_to(answer.version), _BEHIND_S)
        return more

    async def _sent_up_to(self, number: int) -> None:
        while self._sent < number:
            self._more.clear()
            await self._more.wait()

    def _carry_out_waiting(
        self, player: str, command_id: str, say: str, round_number: int | None
    ) -> tuple[Answer, dict[str, int]]:
        """Carry out what is for `Tables.say` alone; who sits down needs his name.

        A reset's answer says the credits itself: the wallet's own message may come much later.
        """
        answer = self._desk.service.say(
            self._table,
            player,
            say,
            command_id,
            name=display_name(self._rooms, player),
            round_number=round_number,
        )
        if isinstance(parse_command(say), Reset):
            return answer, {"credits": self._desk.service.credits(player)}
        return answer, {}

    async def _send_parts(self, messages: list[Told], last: Message) -> None:
        html = await self._drawn(last)
        words = [line for one in messages for line in one.words]
        number, state = last.number, last.change.state
        if html != self._felt:  # ticks of players who are away change nothing to see
            self._felt = html
            shared = {"type": "parts", "number": number, "round": state.round, "words": words}
            await self._send({**shared, "html": html})

    async def _send_own(self, message: Message) -> None:
        """Send what is for this viewer alone, if it has changed."""
        player, change = self._who.player, message.change
        key = self._own_key(message)
        if key == self._own:
            return
        self._own = key
        if not self._parts:
            text = f'{{"type":"you","number":{message.number},"you":{key}}}'
            await self._socket.send_text(text)
            return
        seat, html = await run_in_threadpool(own_html, self._desk, change, player)
        await self._send({"type": "own", "number": message.number, "seat": seat, "html": html})

    async def _drawn(self, message: Message) -> str:
        """Return the parts for everybody, drawn once whoever asks."""
        if message.drawn is None:
            message.drawn = asyncio.ensure_future(
                run_in_threadpool(felt_html, self._desk, message.change, message.log)
            )
        html: str = await asyncio.shield(message.drawn)
        return html

    def _own_key(self, message: Message) -> str:
        """Return what one's own part is made of: while it is the same nothing is drawn again."""
        player, change = self._who.player, message.change
        if not self._parts:
            return "null" if player is None else change.private_text(player)
        you = None if player is None else change.private(player)
        others = [
            None if seat is None else (seat["seat"], seat["connected"])
            for seat in change.public["seats"]
        ]
        shown = change.public["showdown"]
        result = None
        if you is not None and shown is not None:
            own = [one for one in shown["seats"] if one["seat"] == you["seat"]]
            result = (shown["round"], [one["paid"] for one in own])
        seat = None if you is None else change.public["seats"][you["seat"] - 1]
        return json.dumps([you, seat, others, result, change.state.phase])

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send_text(_ENCODE(message))


def _read(text: str) -> tuple[str, str, int | None]:
    """Return the id, the words and the round of a message; InputError for anything else."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("this message is not JSON") from None
    if not isinstance(message, dict) or not {"id", "say"} <= set(message) <= {"id", "say", "round"}:
        raise InputError('a message is {"id": "…", "say": "…"}, perhaps with "round"')
    command_id, say, meant = message["id"], message["say"], message.get("round")
    if not isinstance(command_id, str) or not isinstance(say, str):
        raise InputError("id and say are texts")
    if meant is not None and type(meant) is not int:
        raise InputError("round is a whole number")
    return command_id, say, meant
