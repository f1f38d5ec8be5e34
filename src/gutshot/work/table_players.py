"""The players' side of a load on Pai Gow tables: a process of its own, one WebSocket a seat.

Each round a player bets, then leaves his cards to the house, which sets them at once; an action is
one of these two, timed from the message to its answer. Every seat of a table has to be told every
change of it, in order.

The process is given one JSON line first: `address`, `process`, the ids of the `tables`, and the
`secrets` of players, those of the first table in front. Then it is given a line a step, how many
`tables` play for how many `seconds`, and answers each with a line.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import GutshotError

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

__all__ = ["ROUND_S", "cpu_seconds"]

ROUND_S: Final = 1.0
"""Between two rounds of a table; people take twenty times as long."""

_LATE_S: Final = 10.0
"""How long a change may be on its way before it is lost."""

_COOKIE: Final = "gutshot_player"


@dataclass
class _Table:
    """What the seats of a table have in common; last : the number of its last change."""

    id: str
    number: int
    last: int = 0


@dataclass
class _Player:
    """One seat's side of the load.

    told : numbers of the changes in a step. answers : of a step's actions, when each was sent and
    the seconds until its answer.
    """

    table: _Table
    secret: str
    told: list[int] = field(default_factory=list)
    rounds: set[int] = field(default_factory=set)
    answers: list[tuple[float, float]] = field(default_factory=list)
    sent: dict[str, float] = field(default_factory=dict)
    counter: int = 0
    missed: int = 0
    you: dict[str, Any] | None = None
    socket: ClientConnection | None = None

    async def sit(self, address: str) -> None:
        """Connect and take a seat, where that has not happened yet."""
        from websockets.asyncio.client import connect

        if self.socket is not None:
            return
        where = f"ws{address.removeprefix('http')}paigow/table/{self.table.id}/live"
        headers = {"Cookie": f"{_COOKIE}={self.secret}"}
        self.socket = await connect(where, additional_headers=headers, compression=None)
        await self._say("sit")
        await self._read_until(lambda you: you is not None)

    def begin(self) -> None:
        """Forget the step before."""
        self.told.clear()
        self.rounds.clear()
        self.answers.clear()
        self.missed = 0

    async def play(self, start: float, seconds: float) -> None:
        """Play a round each ROUND_S, late ones at once."""
        pause = secrets.SystemRandom()
        for number in range(int(seconds / ROUND_S)):
            due = start + (number + 0.3 * pause.random()) * ROUND_S
            await self._read_for(due - perf_counter())
            await self._say("bet main 5")
            await self._read_until(_has_cards)
            await self._read_for(0.3 * pause.random() * ROUND_S)
            await self._say("house")
            await self._read_until(_may_bet)
        await self._read_for(ROUND_S)

    async def catch_up(self) -> None:
        """Read until one has the last change that anybody at the table has been told."""
        until = perf_counter() + _LATE_S
        while (not self.told or self.told[-1] < self.table.last) and perf_counter() < until:
            await self._read_for(0.1 * ROUND_S)

    async def close(self) -> None:
        """Leave the connection."""
        if self.socket is not None:
            await self.socket.close()

    async def _say(self, line: str) -> None:
        self.counter += 1
        name = f"bench-{self.counter:06}"
        self.sent[name] = perf_counter()
        await self._connected.send(json.dumps({"id": name, "say": line}))

    async def _read_for(self, seconds: float) -> None:
        until = perf_counter() + seconds
        while (left := until - perf_counter()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    self._take(await self._connected.recv())

    async def _read_until(self, wanted: Callable[[dict[str, Any] | None], bool]) -> None:
        while not wanted(self._take(await self._connected.recv())) or self.sent:
            pass

    @property
    def _connected(self) -> ClientConnection:
        if self.socket is None:
            raise GutshotError("this player has not sat down")
        return self.socket

    def _take(self, text: str | bytes) -> dict[str, Any] | None:
        """Take a message in; return one's own part where it is one."""
        message = json.loads(text)
        match message["type"]:
            case "answer":
                sent = self.sent.pop(message["id"])
                if not message["ok"]:
                    raise GutshotError(f"the server refused a move: {message['line']}")
                self.answers.append((sent, perf_counter() - sent))
            case "table":
                self.told.append(message["number"])
                self.table.last = max(self.table.last, message["number"])
                self.missed += message["missed"]
                for event in message["table"]["events"]:
                    if event["kind"] == "settled":
                        self.rounds.add(event["round"])
            case "you":
                self.you = message["you"]
            case _:
                pass
        return self.you


def cpu_seconds(process: int) -> float:
    """Return the processor time of a process so far, 0 where the system does not tell."""
    with suppress(OSError, IndexError, ValueError):
        parts = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / 100
    return 0.0


def _has_cards(you: dict[str, Any] | None) -> bool:
    return you is not None and bool(you["cards"])


def _may_bet(you: dict[str, Any] | None) -> bool:
    return you is not None and "bet" in you["may"]


async def _step(
    address: str, process: int, players: list[_Player], seconds: float
) -> dict[str, Any]:
    """Let players play for some seconds; return what they have found."""
    tables = {player.table.number: player.table for player in players}
    await asyncio.gather(*(player.sit(address) for player in players))
    # What sitting down has brought is read before anything counts.
    await asyncio.gather(*(player.play(perf_counter(), 0.0) for player in players))
    for player in players:
        player.begin()
    start, busy, server = perf_counter(), process_time(), cpu_seconds(process)
    async with asyncio.TaskGroup() as group:
        for player in players:
            later = player.table.number / len(tables) * ROUND_S
            group.create_task(player.play(start + later, seconds))
    took = perf_counter() - start
    share, server = (process_time() - busy) / took, (cpu_seconds(process) - server) / took
    await asyncio.gather(*(player.catch_up() for player in players))
    lost, rounds = sum(player.missed for player in players), 0
    for table in tables.values():
        here = [player for player in players if player.table is table]
        told = [set(player.told) for player in here]
        lost += sum(len(set[int]().union(*told) - one) for one in told)
        rounds += len(set[int]().union(*(player.rounds for player in here)))
    # Tables begin one after another within a round, and the last ones are still at it at the end.
    steady = start + ROUND_S, start + max(2 * ROUND_S, seconds)
    answers = [one for player in players for one in player.answers]
    counted = sum(steady[0] <= sent + latency < steady[1] for sent, latency in answers)
    return {
        "latencies": [latency for _, latency in answers],
        "rounds": rounds,
        "lost": lost,
        "seconds": took,
        "rate": counted / (steady[1] - steady[0]),
        "share": share,
        "server_share": server,
    }


async def _follow() -> None:
    """Carry out the steps that the lines of standard input say."""
    first = json.loads(await asyncio.to_thread(sys.stdin.readline))
    tables = [_Table(name, number) for number, name in enumerate(first["tables"])]
    seats = len(first["secrets"]) // len(tables)
    players = [
        _Player(tables[number // seats], secret) for number, secret in enumerate(first["secrets"])
    ]
    while line := await asyncio.to_thread(sys.stdin.readline):
        step = json.loads(line)
        playing = players[: step["tables"] * seats]
        found = await _step(first["address"], first["process"], playing, step["seconds"])
        print(json.dumps(found), flush=True)  # noqa: T201
    await asyncio.gather(*(player.close() for player in players))


if __name__ == "__main__":
    asyncio.run(_follow())
