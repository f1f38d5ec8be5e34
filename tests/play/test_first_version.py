"""A database that was written when a deal had one hand: read, played on, its books whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.play.held_clock import HeldClock

from gutshot.play.credits import account_of
from gutshot.play.videopoker.records import from_json
from gutshot.play.videopoker.settings import Settings
from gutshot.play.videopoker.statistics import summarise
from gutshot.play.videopoker.trainer import Trainer
from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Iterator

WRITTEN = Path(__file__).parents[1] / "data" / "hands_version_1.sql"
SESSION = "session-1"


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[tuple[Database, str]]:
    """Return the database and whose session it holds: three hands finished, one in play."""
    path = tmp_path / "hands.db"
    with closing(sqlite3.connect(path)) as written:
        written.executescript(WRITTEN.read_text(encoding="utf-8"))
        owner = written.execute("SELECT owner FROM streams").fetchone()[0]
    with Database.open(f"sqlite:///{path}") as database:
        yield database, owner


def test_its_hands_are_deals_with_one_hand(kept: tuple[Database, str]) -> None:
    database, owner = kept
    trainer = Trainer(database, HeldClock())
    records = trainer.records(owner, SESSION)
    assert records == from_json(WRITTEN.with_suffix(".json").read_text(encoding="utf-8"))
    assert [record.plays for record in records] == [1, 1, 1]
    view = trainer.session(owner, SESSION)
    assert (view.deals, view.hands) == (3, 3)
    assert (view.settings, view.settings.plays) == (Settings(mode="test", rival="hard"), 1)
    stats = summarise(records)
    assert (stats.deals, stats.hands, stats.staked_credits) == (3, 3, 15)
    assert stats.parts.net == stats.net_credits


def test_its_session_is_played_on(kept: tuple[Database, str]) -> None:
    database, owner = kept
    trainer = Trainer(database, HeldClock())
    # the same settings are the same session, although they say more today
    again = trainer.open_session(owner, SESSION, Settings(mode="test", rival="hard"))
    assert again.hand is not None
    assert (again.hand.hand_id, again.hand.stake_credits) == ("hand-0003", 5)
    drawn = trainer.draw(owner, SESSION, "hand-0003", 0b00001)
    assert len(drawn.hands) == 1
    trainer.deal(owner, SESSION, "hand-0004")
    trainer.draw(owner, SESSION, "hand-0004", 31)
    view = trainer.session(owner, SESSION)
    assert (view.deals, view.hands) == (5, 5)
    records = trainer.records(owner, SESSION)
    won = sum(record.payout_credits - record.stake_credits for record in records)
    assert trainer.credits(owner) == 1000 + won
    with database.read() as tx:
        assert tx.total() == (0, 0)
        assert tx.drift() == []
        assert tx.balance(account_of(owner).id).pending_debits == 0
