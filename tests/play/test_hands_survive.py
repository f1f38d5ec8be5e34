"""No hand is lost or doubled, whichever statement fails and whenever the process is killed.

`GUTSHOT_KILLS` sets how often it is killed, 25 by default, 300 in ``make soak``; every other time
ten hands are played on each deal.
"""

from __future__ import annotations

import os
import time
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pytest
from tests.play.hands_until_killed import SESSION, play_until_killed
from tests.play.held_clock import HeldClock
from tests.storage.faults import InjectedError, everything, statements

from gutshot.play.credits import account_of
from gutshot.play.people import People
from gutshot.play.videopoker.settings import Settings
from gutshot.play.videopoker.trainer import Trainer
from gutshot.storage import Database
from gutshot.videopoker import game
from gutshot.videopoker.round import deal_round

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KILLS = int(os.environ.get("GUTSHOT_KILLS", "25"))
PROCESSES = get_context("spawn")


def check_books(database: Database, trainer: Trainer, owner: str) -> int:
    """Check that hands, events and transfers tell one story; return how many hands there are."""
    records = trainer.records(owner, SESSION)
    assert [record.hand_id for record in records] == [
        f"hand-{number:06}" for number in range(len(records))
    ]
    view = trainer.session(owner, SESSION)
    plays = view.settings.plays
    for record in records:
        drawn = deal_round(game(record.game), record.order).draw(record.hold_mask)
        assert drawn.hands == record.hands
        assert (drawn.plays, drawn.stake_credits) == (plays, record.stake_credits)
        assert drawn.payout_credits == record.payout_credits
    assert view.deals == len(records)
    assert view.hands == plays * len(records)
    in_play = view.hand is not None and view.hand.record is None
    with database.read() as tx:
        assert tx.total() == (0, 0)
        assert tx.drift() == []
        balance = tx.balance(account_of(owner).id)
        moves = tx.transfers(account_of(owner).id, limit=1000)
    granted = sum(move.transfer.amount for move in moves if "free" in move.transfer.purpose)
    won = sum(record.payout_credits - record.stake_credits for record in records)
    if len(moves) < 1000:
        assert balance.posted == granted + won
    assert balance.pending_debits == (5 * plays if in_play else 0)
    return len(records)


@pytest.mark.parametrize("plays", [1, 10])
@pytest.mark.parametrize("command", ["deal", "draw", "coach"])
def test_a_fault_at_any_statement_of_a_hand_changes_nothing(command: str, plays: int) -> None:
    clock = HeldClock()
    with Database.open("sqlite://") as database:
        trainer = Trainer(database, clock)
        owner = People(database, clock).new()[0]
        mode = "coach" if command == "coach" else "play"
        trainer.open_session(owner, SESSION, Settings(mode=mode, plays=plays))
        act: Callable[[], object] = lambda: trainer.deal(owner, SESSION, "hand-000000")  # noqa: E731
        if command != "deal":
            act()
            act = lambda: trainer.draw(owner, SESSION, "hand-000000", 0b10101)  # noqa: E731
        before = everything(database)
        failing = 0
        while True:
            failing += 1
            try:
                with statements(failing) as counted:
                    act()
            except InjectedError:
                assert everything(database) == before
                continue
            break
        assert counted.count < failing
        assert failing > 5
        assert everything(database) != before
        if command != "coach":
            check_books(database, trainer, owner)


@pytest.mark.parametrize(("plays", "first"), [(1, 1), (10, 2)], ids=["one hand", "ten hands"])
def test_a_player_who_is_killed_at_any_moment_finds_his_hands_whole(
    tmp_path: Path, plays: int, first: int
) -> None:
    url = f"sqlite:///{tmp_path}/hands.db"
    with Database.open(url) as database:
        owner = People(database).new()[0]
        Trainer(database).open_session(owner, SESSION, Settings(plays=plays))
    hands = 0
    for number in range(first, KILLS + 1, 2):
        receiver, sender = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(target=play_until_killed, args=(url, owner, sender))
        process.start()
        sender.close()
        receiver.recv_bytes()
        time.sleep(number * 0.6180339887 % 1 * 0.16)  # moments in no order
        process.kill()
        process.join()
        process.close()
        receiver.close()
        with Database.open(url) as database:
            now = check_books(database, Trainer(database), owner)
        assert now >= hands
        hands = now
    assert hands > 0
