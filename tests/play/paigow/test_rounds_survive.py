"""Rounds outlive the process: killed at any moment, and kept by two processes at once.

`GUTSHOT_KILLS` sets how often a process is killed, 25 by default, 300 in ``make soak``.
"""

from __future__ import annotations

import os
import time
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pytest
from tests.play.paigow.books import check_books
from tests.play.paigow.room import config
from tests.play.paigow.rounds_until_killed import TABLE, play_until_killed, settle_together
from tests.storage.postgres import Cluster

from gutshot.play.paigow.kept import load
from gutshot.play.paigow.tables import Tables
from gutshot.play.people import People
from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.context import ForkServerContext
    from pathlib import Path

    from gutshot.paigow.table import State

KILLS = int(os.environ.get("GUTSHOT_KILLS", "25"))
CHANGES = 40
"""A round of two players and three computer players has about forty."""

ROUNDS = 8


@pytest.fixture(scope="module")
def processes() -> ForkServerContext:
    """Processes that have loaded everything before they begin: a kill is for what comes after."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.play.paigow.rounds_until_killed"])
    return context


def state_of(database: Database) -> State:
    with database.read() as tx:
        return load(tx, [TABLE], {})[TABLE].state


def test_a_table_whose_process_is_killed_loses_no_credit_and_no_round(
    tmp_path: Path, processes: ForkServerContext
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    with Database.open(url) as database:
        players = People(database).new()[0], People(database).new()[0]
        Tables(database).open(config(TABLE))
    rounds = 0
    phases: set[str] = set()
    hands: dict[int, object] = {}
    results: dict[int, object] = {}
    for number in range(1, KILLS + 1):
        receiver, sender = processes.Pipe(duplex=False)
        process = processes.Process(target=play_until_killed, args=(url, players, sender))
        process.start()
        sender.close()
        # Moments in no order: so many changes, and then a little later.
        for _ in range(1 + round(number * 0.6180339887 % 1 * CHANGES)):
            receiver.recv_bytes()
        time.sleep(number * 0.7548776662 % 1 * 0.02)
        process.kill()
        process.join()
        process.close()
        receiver.close()
        with Database.open(url) as database:
            now = check_books(database)
            state = state_of(database)
            phases.add(state.phase)
            assert now >= rounds
            rounds = now
            Tables(database).recover()
            after = state_of(database)
            # Who looks after a frozen result pays what is not paid of it.
            assert check_books(database) == rounds + (state.phase == "settling")
            assert not any(seat.connected for _, seat in after.taken())
            cards: list[tuple[int, tuple[int, ...]]] = []
            if state.dealer:
                cards = [(at, seat.cards) for at, seat in state.in_hand()]
                assert hands.setdefault(state.round, cards) == cards
            if state.phase == "setting":
                assert [(at, seat.cards) for at, seat in after.in_hand()] == cards
                assert after.staked == state.staked
            else:
                assert after.staked == 0, "undealt wagers are back"
            for shown in (state.showdown, after.showdown):
                if shown is not None:
                    frozen = [(one.seat, one.hands, one.payout) for one in shown.seats]
                    assert results.setdefault(shown.round, frozen) == frozen
    assert rounds > KILLS / 4
    assert len(phases) > 1


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    cluster = Cluster()
    yield cluster.emptied()
    cluster.stop()


def test_two_processes_on_one_postgresql_pay_every_round_once(
    postgresql: str, processes: ForkServerContext
) -> None:
    with Database.open(postgresql) as database:
        players = People(database).new()[0], People(database).new()[0]
        tables = Tables(database)
        tables.open(config(TABLE))
        for player in players:
            tables.say(TABLE, player, "sit", f"sit-{player}")
    barrier = processes.Barrier(2)
    both = [
        processes.Process(target=settle_together, args=(postgresql, barrier, players, ROUNDS))
        for _ in range(2)
    ]
    for process in both:
        process.start()
    for process in both:
        process.join(120)
        assert process.exitcode == 0
    with Database.open(postgresql) as database:
        assert check_books(database) >= ROUNDS - 1


def test_a_process_sees_what_another_has_done_when_it_looks(postgresql: str) -> None:
    with Database.open(postgresql) as database, Database.open(postgresql) as second:
        player = People(database).new()[0]
        here, there = Tables(database), Tables(second)
        told: list[int] = []
        here.watch(lambda change: told.append(change.version))
        for tables in (here, there):
            tables.open(config())
        here.look()
        before = here.change("fortune").version
        there.say("fortune", player, "sit", "sit-once")
        assert here.change("fortune").version == before
        here.look()
        assert here.change("fortune").state == there.change("fortune").state
        assert here.change("fortune").state.seat_of(player)
        here.look()
        assert told[-1] == here.change("fortune").version
        assert len(told) == len(set(told)), "nothing is told twice"
