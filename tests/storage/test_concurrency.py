"""Threads and processes that want the same credits, ids and streams at the same time."""

from __future__ import annotations

import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from tests.storage.writer import NOW, PROCESSES, STREAM, append_all, compete, prepare

from gutshot.ledger import Transfer
from gutshot.storage import BusyError, Database, StorageError, engines
from gutshot.storage import database as database_module

if TYPE_CHECKING:
    from pathlib import Path

WORKERS, THREADS, STAKES = 3, 3, 12


def test_applied_once_and_never_below_the_floor(url: str) -> None:
    with Database.open(url) as database:
        prepare(database)
        with ProcessPoolExecutor(WORKERS, PROCESSES) as pool:
            done = [
                pool.submit(compete, url, process, THREADS, STAKES) for process in range(WORKERS)
            ]
            while not all(each.done() for each in done):
                with database.read() as tx:
                    assert tx.total() == (0, 0)
                    assert tx.balance("alice").available >= 0
            own, shared = (
                sum(counts) for counts in zip(*(each.result() for each in done), strict=True)
            )
        with database.read() as tx:
            left = tx.balance("alice").posted
            assert tx.total() == (0, 0)
            assert tx.drift() == []
        # 108 stakes of 15 are wanted and 1000 credits are there.
        assert left == 1000 - 15 * own - shared
        assert 0 <= left < 15
        assert own < WORKERS * THREADS * STAKES
        assert shared <= STAKES


def test_appended_in_one_order(url: str) -> None:
    with Database.open(url) as database:
        prepare(database)
        with ProcessPoolExecutor(WORKERS, PROCESSES) as pool:
            done = [pool.submit(append_all, url, process, 15) for process in range(WORKERS)]
            conflicts = [each.result() for each in done]
        with database.read() as tx:
            events = tx.events(STREAM)
    assert [event.sequence for event in events] == list(range(1, 15 * WORKERS + 1))
    assert [event.position for event in events] == list(range(1, 15 * WORKERS + 1))
    for process, count in enumerate(conflicts):
        own = [event.body["number"] for event in events if event.body["process"] == process]
        assert own == list(range(15))
        assert count >= 0


def test_threads_share_a_database_in_memory() -> None:
    with Database.open("sqlite://") as database:
        prepare(database)
        barrier = threading.Barrier(4)

        def stake(thread: int) -> int:
            barrier.wait()
            new = 0
            for number in range(25):
                with database.write() as tx:
                    transfer = Transfer(f"shared-{number}", "alice", "bank", 1, "stake")
                    new += tx.apply(transfer, NOW).new
                with database.read() as tx:
                    assert tx.total() == (0, 0)
            return new if thread >= 0 else 0

        with ThreadPoolExecutor(4) as pool:
            assert sum(pool.map(stake, range(4))) == 25


def test_the_first_ones_open_together(url: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        for database in pool.map(Database.open, [url] * 6):
            database.close()


def test_several_are_made_together(tmp_path: Path) -> None:
    urls = [f"sqlite:///{tmp_path}/{number}.db" for number in range(8)]
    with ThreadPoolExecutor(len(urls)) as pool:
        for database in pool.map(Database.open, urls):
            prepare(database)
            database.close()


def test_waiting_has_an_end(url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(engines, "WAIT_S", 0.2)
    monkeypatch.setattr(database_module, "WAIT_S", 0.2)
    monkeypatch.setattr(engines, "_POSTGRESQL_OPTIONS", "-c lock_timeout=200ms")
    other = Database.open(url)
    with Database.open(url) as database, other:

        def write(through: Database) -> None:
            with through.write() as tx:
                tx.set_note("alice", str(tmp_path.name), 1)

        with database.write() as tx, ThreadPoolExecutor(1) as pool:
            tx.set_note("alice", "first", 1)
            for through in (database, other):
                with pytest.raises(BusyError, match=r"busy: .*; try again") as caught:
                    pool.submit(write, through).result()
                assert "\n" not in str(caught.value)
        write(other)
        with database.read() as after:
            assert len(after.notes("alice")) == 2


def test_a_transaction_in_a_transaction_is_refused(database: Database) -> None:
    with database.write() as tx:
        tx.set_note("alice", "a", 1)
        for begin in (database.read, database.write):
            with (
                pytest.raises(StorageError, match="this thread is in a transaction already"),
                begin(),
            ):
                pass
        tx.set_note("alice", "b", 1)
    with database.read() as after:
        assert list(after.notes("alice")) == ["a", "b"]
