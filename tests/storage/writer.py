"""What the killed and the competing processes do; they are forked from a server that imports it."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from gutshot.ledger import Account, InsufficientCreditsError, Transfer
from gutshot.storage import Database, Event, StreamConflictError, Transaction

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

NOW = datetime(2026, 1, 1, tzinfo=UTC)
STREAM = "rounds"

# A child is there in milliseconds, and no thread or connection of the tests is forked with it.
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__])


def prepare(database: Database) -> None:
    with database.write() as tx:
        tx.create_stream(STREAM, "alice", "table")
        tx.open_account(Account("bank", "bank", None))
        tx.open_account(Account("alice", "player"))
        tx.apply(Transfer("fund", "bank", "alice", 1000, "welcome"), NOW)


def play_round(tx: Transaction, number: int) -> None:
    """Play the round of this number: two events, a stake that is reserved, lost, and given back."""
    dealt, drawn = Event("dealt", {"round": number}, NOW), Event("drawn", {"round": number}, NOW)
    stake = Transfer(f"stake-{number}", "alice", "bank", 5, "stake", "pending")
    tx.apply(stake, NOW)
    tx.append(STREAM, 2 * (number - 1), [dealt, drawn])
    payout = Transfer(f"payout-{number}", "bank", "alice", 5, "payout")
    tx.apply_all([stake.posted(f"lost-{number}"), payout], NOW)


def play_until_killed(url: str, started: Connection) -> None:
    with Database.open(url) as database:
        with database.read() as tx:
            number = tx.stream(STREAM).length // 2
        while True:
            number += 1
            with database.write() as tx:
                play_round(tx, number)
            if not started.closed:
                started.send_bytes(b"playing")
                started.close()


def open_until_killed(url: str, started: Connection) -> None:
    started.send_bytes(b"opening")
    Database.open(url).close()


def compete(url: str, process: int, threads: int, stakes: int) -> tuple[int, int]:
    """Apply stakes of this process's own, and the same ones that all others apply as well.

    Returns how many of each were new.
    """
    with Database.open(url) as database:

        def stake(thread: int) -> tuple[int, int]:
            own = shared = 0
            for number in range(stakes):
                name = f"own-{process}-{thread}-{number}"
                own += _stake(database, Transfer(name, "alice", "bank", 15, "stake"))
                shared += _stake(
                    database, Transfer(f"shared-{number}", "alice", "bank", 1, "stake")
                )
            return own, shared

        with ThreadPoolExecutor(threads) as pool:
            news = list(pool.map(stake, range(threads)))
    return sum(own for own, _ in news), sum(shared for _, shared in news)


def _stake(database: Database, transfer: Transfer) -> bool:
    try:
        with database.write() as tx:
            return tx.apply(transfer, NOW).new
    except InsufficientCreditsError:
        return False


def append_all(url: str, process: int, count: int) -> int:
    """Append events to a stream that others append to as well; return how often they were first."""
    conflicts = 0
    with Database.open(url) as database:
        for number in range(count):
            while True:
                with database.read() as tx:
                    length = tx.stream(STREAM).length
                try:
                    with database.write() as tx:
                        body = {"process": process, "number": number}
                        tx.append(STREAM, length, [Event("dealt", body, NOW)])
                    break
                except StreamConflictError:
                    conflicts += 1
    return conflicts
