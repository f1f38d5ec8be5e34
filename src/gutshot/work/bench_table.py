"""Load on Pai Gow tables: 200 seats at 40 tables of a real server, a round a second each.

The players' side is a process of its own: one WebSocket a seat. Each second a player bets, then
leaves his cards to the house, which sets them at once; an action is one of these two, timed from
the message to its answer. Every seat of a table has to be told every change of it, in order.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import TYPE_CHECKING, Any, Final
from urllib.request import urlopen

from gutshot.errors import GutshotError
from gutshot.storage import Database, hash_secret
from gutshot.work.bench import Row
from gutshot.work.load import server_process

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

    from gutshot.work.verify import Progress

__all__ = ["ROUND_S", "SEATS", "TABLES", "TableLoad", "bench_table", "table_load"]

TABLES: Final = 40
SEATS: Final = 5
ROUND_S: Final = 1.0
"""Between two rounds of a table; people take twenty times as long."""

SECONDS: Final = 15.0
_WARM_S: Final = 300.0
_LOOK_S: Final = 0.5
_COOKIE: Final = "gutshot_player"
_TABLE: Final = """name = "Bench {number}"
betting_ticks = 60
setting_ticks = 60
seats = {seats}
autoset = true
"""


@dataclass(frozen=True, slots=True)
class TableLoad:
    """What a load found.

    latencies : of every action in seconds, rising. rounds : that all tables have finished.
    wanted : rounds that would have been a round a second.
    lost : changes of a table that one of its seats was not told.
    generator_share, server_share : of one processor, while everybody plays.
    """

    latencies: list[float]
    rounds: int
    wanted: int
    lost: int
    seconds: float
    generator_share: float
    server_share: float
    event_loop_delay_s: float

    @property
    def server_s(self) -> float:
        """Processor seconds that the server spent on an action, with all that it brings."""
        return self.server_share * self.seconds / max(1, len(self.latencies))

    def quantile(self, share: float) -> float:
        """Return the seconds that this share of actions did not exceed."""
        return self.latencies[min(len(self.latencies) - 1, int(share * len(self.latencies)))]


def bench_table(progress: Progress, database: str | None = None) -> tuple[list[Row], str]:
    """Return the latencies of actions at the tables of a server.

    database : URL of an empty database; None for a SQLite file that is thrown away.
    """
    progress(0.02)
    load = table_load(TABLES, SEATS, SECONDS, database)
    where = "PostgreSQL" if database and database.startswith("postgres") else "SQLite"
    seats = TABLES * SEATS
    actions = len(load.latencies)
    return [
        Row(
            f"an action at a table, {where}: median",
            load.quantile(0.5),
            f"{seats} seats at {TABLES} tables, {actions / load.seconds:.0f} actions/s",
            f"generator {100 * load.generator_share:.0f} %, server"
            f" {100 * load.server_share:.0f} % of a core",
        ),
        Row("  p99", load.quantile(0.99), f"{actions:,} actions", "150 ms wanted"),
        Row("  processor time of the server", load.server_s, "an action"),
        Row("  longest", load.latencies[-1], ""),
        Row(
            "  a round",
            load.seconds * TABLES / max(1, load.rounds),
            f"{load.rounds:,} rounds of {load.wanted:,} at one a second",
            f"{load.lost:,} changes lost",
        ),
        Row("  event loop's worst delay", load.event_loop_delay_s, "since the start"),
    ], ""


def table_load(
    tables: int, seats: int, seconds: float, database: str | None = None, *, warm: bool = True
) -> TableLoad:
    """Start a server with so many tables, seat players at them, and let them play.

    warm : whether to wait until the server has compiled its kernels, which tables don't need but
        which takes a processor.

    Raises
    ------
    GutshotError
        When the server or the generator does not start.
    """
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tables").mkdir()
        for number in range(tables):
            text = _TABLE.format(number=number, seats=seats)
            (Path(folder) / "tables" / f"bench-{number}.toml").write_text(text)
        url = database or f"sqlite:///{folder}/gutshot.db"
        players = _new_players(url, tables * seats)
        options = ["--database", url]
        with server_process({"GUTSHOT_DATA_DIR": folder}, options) as (address, process):
            if warm:
                _wait_until_ready(address)
            found = _generated(address, process, (tables, seats, seconds), players)
            with urlopen(f"{address}api/health") as answer:  # noqa: S310 - our own server
                delay = json.load(answer)["event_loop_delay_s"]
    return TableLoad(
        sorted(found["latencies"]),
        found["rounds"],
        tables * int(seconds / ROUND_S),
        found["lost"],
        found["seconds"],
        found["share"],
        found["server_share"],
        delay,
    )


def _new_players(url: str, count: int) -> list[str]:
    """Create players in a database and return their secrets."""
    held = [secrets.token_urlsafe(32) for _ in range(count)]
    with Database.open(url) as database, database.write() as tx:
        for secret in held:
            tx.create_player(secrets.token_hex(8), hash_secret(secret), datetime.now(UTC))
    return held


def _wait_until_ready(address: str) -> None:
    until = perf_counter() + _WARM_S
    while perf_counter() < until:
        with urlopen(f"{address}api/health") as answer:  # noqa: S310 - our own server
            if json.load(answer)["ready"]:
                return
        sleep(_LOOK_S)
    raise GutshotError("the kernels were not compiled in time; run 'gutshot warm' first")


def _cpu_seconds(process: int) -> float:
    """Return the processor time of a process so far, 0 where the system does not tell."""
    with suppress(OSError, IndexError, ValueError):
        parts = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / 100
    return 0.0


def _generated(
    address: str, process: int, load: tuple[int, int, float], players: list[str]
) -> dict[str, Any]:
    command = [sys.executable, "-m", "gutshot.work.bench_table", address, str(process)]
    done = subprocess.run(  # noqa: S603 - our own module
        [*command, *map(str, load)],
        input=json.dumps(players),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        raise GutshotError("the load generator failed; see above")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@dataclass
class _Player:
    """One seat's side of the load."""

    table: int
    secret: str
    numbers: list[int] = field(default_factory=list)
    rounds: set[int] = field(default_factory=set)
    latencies: list[float] = field(default_factory=list)
    sent: dict[str, float] = field(default_factory=dict)
    counter: int = 0
    missed: int = 0
    you: dict[str, Any] | None = None

    async def play(self, address: str, seconds: float, seated: asyncio.Barrier) -> None:
        """Sit down, wait for the others, and play until the time is over."""
        from websockets.asyncio.client import connect

        where = f"ws{address.removeprefix('http')}paigow/table/bench-{self.table}/live"
        headers = {"Cookie": f"{_COOKIE}={self.secret}"}
        async with connect(where, additional_headers=headers, compression=None) as socket:
            await self._say(socket, "sit")
            await self._read_until(socket, lambda you: you is not None)
            await seated.wait()
            self.numbers.clear()
            self.latencies.clear()
            pause = secrets.SystemRandom()
            start = perf_counter() + self.table / TABLES * ROUND_S
            for number in range(int(seconds / ROUND_S)):
                due = start + (number + 0.3 * pause.random()) * ROUND_S
                await self._read_for(socket, due - perf_counter())
                await self._say(socket, "bet main 5")
                await self._read_until(socket, _has_cards)
                await self._read_for(socket, 0.3 * pause.random() * ROUND_S)
                await self._say(socket, "house")
                await self._read_until(socket, _may_bet)
            await self._read_for(socket, ROUND_S)

    async def _say(self, socket: ClientConnection, line: str) -> None:
        self.counter += 1
        name = f"bench-{self.counter:06}"
        self.sent[name] = perf_counter()
        await socket.send(json.dumps({"id": name, "say": line}))

    async def _read_for(self, socket: ClientConnection, seconds: float) -> None:
        until = perf_counter() + seconds
        while (left := until - perf_counter()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    self._take(await socket.recv())

    async def _read_until(
        self, socket: ClientConnection, wanted: Callable[[dict[str, Any] | None], bool]
    ) -> None:
        while not wanted(self._take(await socket.recv())) or self.sent:
            pass

    def _take(self, text: str | bytes) -> dict[str, Any] | None:
        """Take a message in; return one's own part where it is one."""
        message = json.loads(text)
        match message["type"]:
            case "answer":
                took = perf_counter() - self.sent.pop(message["id"])
                if not message["ok"]:
                    raise GutshotError(f"the server refused a move: {message['line']}")
                self.latencies.append(took)
            case "table":
                self.numbers.append(message["number"])
                self.missed += message["missed"]
                for event in message["table"]["events"]:
                    if event["kind"] == "settled":
                        self.rounds.add(event["round"])
            case "you":
                self.you = message["you"]
            case _:
                pass
        return self.you


def _has_cards(you: dict[str, Any] | None) -> bool:
    return you is not None and bool(you["cards"])


def _may_bet(you: dict[str, Any] | None) -> bool:
    return you is not None and "bet" in you["may"]


async def _generate(
    address: str, process: int, load: tuple[int, int, float], held: list[str]
) -> dict[str, Any]:
    tables, seats, seconds = load
    players = [_Player(number // seats, secret) for number, secret in enumerate(held)]
    seated = asyncio.Barrier(len(players) + 1)
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(address, seconds, seated))
        await seated.wait()
        start, busy, server = perf_counter(), process_time(), _cpu_seconds(process)
    took = perf_counter() - start
    server = _cpu_seconds(process) - server
    lost = sum(player.missed for player in players)
    rounds = 0
    for table in range(tables):
        here = [player for player in players if player.table == table]
        first = max(player.numbers[0] for player in here)
        told = [{one for one in player.numbers if one >= first} for player in here]
        every = set[int]().union(*told)
        lost += sum(len(every - one) for one in told)
        rounds += len(set[int]().union(*(player.rounds for player in here)))
    return {
        "latencies": [latency for player in players for latency in player.latencies],
        "rounds": rounds,
        "lost": lost,
        "seconds": took,
        "share": (process_time() - busy) / took,
        "server_share": server / took,
    }


if __name__ == "__main__":
    _load = int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5])
    _found = asyncio.run(_generate(sys.argv[1], int(sys.argv[2]), _load, json.load(sys.stdin)))
    print(json.dumps(_found))  # noqa: T201
