"""Load on Pai Gow tables: 200 seats at 40 tables of a real server, a round a second each.

Then more tables, step by step, until an action takes longer than is wanted: that is the limit. The
players are a process of their own (`table_players`).
"""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any, Final
from urllib.request import urlopen

from gutshot.errors import GutshotError
from gutshot.storage import Database, hash_secret
from gutshot.work.bench import Row
from gutshot.work.load import server_process
from gutshot.work.table_players import ROUND_S

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from gutshot.work.verify import Progress

__all__ = ["ROUND_S", "SEATS", "TABLES", "WANTED_S", "TableLoad", "bench_table", "table_load"]

TABLES: Final = 40
SEATS: Final = 5
WANTED_S: Final = 0.150
"""What 99 of 100 actions may take at most."""

SECONDS: Final = 15.0
STEP_S: Final = 6.0
STEP_TABLES: Final = 20
TABLES_MAX: Final = 180
"""As many tables as a server's thousand connections have room for."""

_WARM_S: Final = 300.0
_LOOK_S: Final = 0.5
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
    rate : actions a second while all tables play.
    generator_share, server_share : of one processor, while everybody plays.
    """

    tables: int
    latencies: list[float]
    rounds: int
    wanted: int
    lost: int
    seconds: float
    rate: float
    generator_share: float
    server_share: float
    event_loop_delay_s: float

    @property
    def server_s(self) -> float:
        """Processor seconds that the server spent on an action, with all that it brings."""
        return self.server_share * self.seconds / max(1, len(self.latencies))

    @property
    def shares(self) -> str:
        """What of a core each side has used, in words."""
        generator, server = 100 * self.generator_share, 100 * self.server_share
        return f"generator {generator:.0f} %, server {server:.0f} % of a core"

    def quantile(self, share: float) -> float:
        """Return the seconds that this share of actions did not exceed."""
        return self.latencies[min(len(self.latencies) - 1, int(share * len(self.latencies)))]


def bench_table(progress: Progress, database: str | None = None) -> tuple[list[Row], str]:
    """Return the latencies of actions at the tables of a server, and how many it can take.

    database : URL of an empty database; None for a SQLite file that is thrown away.
    """
    progress(0.02)
    load = table_load(TABLES, SEATS, SECONDS, database)
    where = "PostgreSQL" if database and database.startswith("postgres") else "SQLite"
    rows = [
        Row(
            f"an action at a table, {where}: median",
            load.quantile(0.5),
            f"{TABLES * SEATS} seats at {TABLES} tables, {load.rate:.0f} actions/s",
            load.shares,
        ),
        Row(
            "  p99",
            load.quantile(0.99),
            f"{len(load.latencies):,} actions",
            f"{1000 * WANTED_S:.0f} ms wanted",
        ),
        Row("  processor time of the server", load.server_s, "an action"),
        Row("  longest", load.latencies[-1], ""),
        Row(
            "  a round",
            load.seconds * TABLES / max(1, load.rounds),
            f"{load.rounds:,} rounds of {load.wanted:,} at one a second",
            f"{load.lost:,} changes lost",
        ),
        Row("  event loop's worst delay", load.event_loop_delay_s, "since the start"),
    ]
    return [*rows, *_limit_rows(load, progress, database)], ""


def _limit_rows(load: TableLoad, progress: Progress, database: str | None) -> list[Row]:
    """Let more and more tables play until the p99 is more than is wanted."""
    rows: list[Row] = []
    steps = range(TABLES + STEP_TABLES, TABLES_MAX + 1, STEP_TABLES)
    best, beyond = (load if load.quantile(0.99) <= WANTED_S else None), None
    with _tables_played(TABLES_MAX, SEATS, database, warm=False) as play:
        for number, tables in enumerate(steps):
            progress(0.3 + 0.7 * number / len(steps))
            found = play(tables, STEP_S)
            if found.quantile(0.99) > WANTED_S:  # once more: one slow flush of a disk is no limit
                found = play(tables, STEP_S)
            rows.append(
                Row(
                    f"  p99 with {tables} tables",
                    found.quantile(0.99),
                    f"{tables * SEATS} seats, {found.rate:.0f} actions/s, {found.lost:,} lost",
                    found.shares,
                )
            )
            if found.quantile(0.99) > WANTED_S:
                beyond = found
                break
            best = found
    return [*rows, _limit(best, beyond)]


def _limit(best: TableLoad | None, beyond: TableLoad | None) -> Row:
    """Return the limit: the highest rate that was kept up in time, and the next one, which was not.

    best : None where no load was light enough. beyond : None where none was too heavy.
    """
    wanted = f"{1000 * WANTED_S:.0f} ms"
    if best is None:
        return Row("  the limit", WANTED_S, "below the first load", f"p99 {wanted}")
    if beyond is None:
        work = f"over {best.rate:.0f} actions/s"
        return Row("  the limit", best.quantile(0.99), work, f"p99 below {wanted}")
    work = f"between {best.rate:.0f} and {beyond.rate:.0f} actions/s"
    return Row("  the limit", WANTED_S, work, f"p99 {wanted}")


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
    with _tables_played(tables, seats, database, warm=warm) as play:
        return play(tables, seconds)


@contextmanager
def _tables_played(
    tables: int, seats: int, database: str | None, *, warm: bool
) -> Generator[Callable[[int, float], TableLoad]]:
    """Start a server with tables, and players; yield what lets some tables play for some time."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tables").mkdir()
        # Names that the database has not seen: at those of an earlier load others have the seats.
        names = [f"bench-{secrets.token_hex(4)}-{number}" for number in range(tables)]
        for number, name in enumerate(names):
            text = _TABLE.format(number=number, seats=seats)
            (Path(folder) / "tables" / f"{name}.toml").write_text(text)
        url = database or f"sqlite:///{folder}/gutshot.db"
        players = _new_players(url, tables * seats)
        options = ["--database", url]
        with (
            server_process({"GUTSHOT_DATA_DIR": folder}, options) as (address, process),
            _generator() as generator,
        ):
            if warm:
                _wait_until_ready(address)
            first = {"address": address, "process": process, "tables": names, "secrets": players}
            _tell(generator, first)

            def play(playing: int, seconds: float) -> TableLoad:
                _tell(generator, {"tables": playing, "seconds": seconds})
                found = _answer(generator)
                with urlopen(f"{address}api/health") as answer:  # noqa: S310 - our own server
                    delay = json.load(answer)["event_loop_delay_s"]
                return TableLoad(
                    playing,
                    sorted(found["latencies"]),
                    found["rounds"],
                    playing * int(seconds / ROUND_S),
                    found["lost"],
                    found["seconds"],
                    found["rate"],
                    found["share"],
                    found["server_share"],
                    delay,
                )

            yield play


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


@contextmanager
def _generator() -> Generator[subprocess.Popen[str]]:
    """Start the players' process; it ends with the block."""
    with subprocess.Popen(
        [sys.executable, "-m", "gutshot.work.table_players"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        except BaseException:
            process.terminate()
            raise


def _tell(generator: subprocess.Popen[str], line: dict[str, Any]) -> None:
    if generator.stdin is not None:
        generator.stdin.write(json.dumps(line) + "\n")
        generator.stdin.flush()


def _answer(generator: subprocess.Popen[str]) -> dict[str, Any]:
    line = "" if generator.stdout is None else generator.stdout.readline()
    if not line:
        raise GutshotError("the load generator failed; see above")
    found: dict[str, Any] = json.loads(line)
    return found
