"""A process that is killed at any moment leaves whole transactions behind, and nothing else."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tests.storage.faults import everything
from tests.storage.writer import (
    PROCESSES,
    STREAM,
    open_until_killed,
    play_until_killed,
    prepare,
)

from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

KILLS = 25


def moments(count: int, longest_s: float) -> Iterator[float]:
    """Yield moments spread evenly and in no order: multiples of the golden section."""
    for number in range(1, count + 1):
        yield number * 0.6180339887 % 1 * longest_s


def kill_after(work: Callable[..., Any], url: str, wait_s: float) -> None:
    receiver, sender = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=work, args=(url, sender))
    process.start()
    sender.close()
    receiver.recv_bytes()
    time.sleep(wait_s)
    process.kill()
    process.join()
    process.close()
    receiver.close()


def check_whole_rounds(database: Database) -> int:
    """Check that rounds are there without a gap, each with its two events and three transfers."""
    with database.read() as tx:
        events = tx.events(STREAM)
        assert tx.total() == (0, 0)
        assert tx.drift() == []
        assert tx.balance("alice").posted == 1000
        assert tx.balance("alice").pending_debits == 0
    rounds = len(events) // 2
    assert [event.sequence for event in events] == list(range(1, 2 * rounds + 1))
    assert [event.position for event in events] == list(range(1, 2 * rounds + 1))
    assert [event.body["round"] for event in events] == [
        number for number in range(1, rounds + 1) for _ in range(2)
    ]
    names = [row[1] for row in everything(database)["transfers"]]
    assert names == ["fund"] + [
        f"{what}-{number}"
        for number in range(1, rounds + 1)
        for what in ("stake", "lost", "payout")
    ]
    return rounds


def test_killing_a_writer_loses_nothing_and_halves_nothing(url: str) -> None:
    with Database.open(url) as database:
        prepare(database)
    rounds = 0
    for wait_s in moments(KILLS, 0.06):
        kill_after(play_until_killed, url, wait_s)
        # A process that comes later sees what was committed, and goes on from there.
        with Database.open(url) as database:
            found = check_whole_rounds(database)
        assert found > rounds
        rounds = found


def test_killing_the_first_who_opens_leaves_it_to_the_next(tmp_path: Path) -> None:
    for number, wait_s in enumerate(moments(10, 0.12)):
        url = f"sqlite:///{tmp_path}/{number}.db"
        kill_after(open_until_killed, url, wait_s)
        with Database.open(url) as database:
            prepare(database)
            assert check_whole_rounds(database) == 0
