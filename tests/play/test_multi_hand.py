"""Several hands on one deal: held alike, drawn apart, one stake, one payout, one record."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from tests.play.test_trainer import SESSION, best_mask, play, wrong_mask

from gutshot.play.credits import GRANT_CREDITS, account_of
from gutshot.play.errors import ConflictError
from gutshot.play.videopoker.records import from_csv, from_json, to_csv, to_json
from gutshot.play.videopoker.settings import PLAYS, Settings
from gutshot.play.videopoker.statistics import summarise
from gutshot.play.videopoker.trainer import Trainer
from gutshot.storage import Database
from gutshot.videopoker import analyse_hand, game
from gutshot.videopoker.round import deal_round

if TYPE_CHECKING:
    from pathlib import Path

    from tests.play.held_clock import HeldClock


@pytest.mark.parametrize("plays", PLAYS)
def test_a_deal_is_staked_and_paid_for_all_its_hands_at_once(
    trainer: Trainer, owner: str, database: Database, plays: int
) -> None:
    trainer.open_session(owner, SESSION, Settings(plays=plays))
    dealt = trainer.deal(owner, SESSION, "hand-0001")
    assert (dealt.plays, dealt.stake_credits, dealt.hands) == (plays, 5 * plays, ())
    with database.read() as tx:
        assert tx.balance(account_of(owner).id).pending_debits == 5 * plays
    assert trainer.credits(owner) == GRANT_CREDITS - 5 * plays
    drawn = trainer.draw(owner, SESSION, "hand-0001", 0b00101)
    assert len(drawn.hands) == plays
    for hand in drawn.hands:
        assert (hand.cards[0], hand.cards[2]) == (dealt.deal[0], dealt.deal[2])
        assert len({*hand.cards, *dealt.deal}) == 8
    assert drawn.payout_credits == sum(hand.payout_credits for hand in drawn.hands)
    assert trainer.credits(owner) == GRANT_CREDITS - 5 * plays + (drawn.payout_credits or 0)
    with database.read() as tx:
        assert tx.total() == (0, 0)
        assert tx.drift() == []
        assert tx.balance(account_of(owner).id).pending_debits == 0
        moves = tx.transfers(account_of(owner).id, limit=100)
    # the grant, the stake with its posting, and a payout where there is one
    assert len(moves) == 3 + bool(drawn.payout_credits)
    assert len(trainer.records(owner)) == 1


def test_all_reserves_are_fixed_before_the_decision(
    trainer: Trainer, owner: str, database: Database
) -> None:
    trainer.open_session(owner, SESSION, Settings(plays=10))
    dealt = trainer.deal(owner, SESSION, "hand-0001")
    with database.read() as tx:
        (event,) = tx.events_of_owner(owner, "dealt")
    cards = event.body["cards"]
    assert len(cards) == 55
    record = trainer.draw(owner, SESSION, "hand-0001", 0b10010).record
    assert record is not None
    assert list(record.order) == cards
    assert deal_round(game(record.game), cards).draw(0b10010).hands == record.hands
    assert dealt.deal == tuple(cards[:5])


def test_hands_draw_from_decks_of_their_own(trainer: Trainer, owner: str) -> None:
    """100 hands that draw five of 47 cards each: each has other cards, and cards come often."""
    trainer.open_session(owner, SESSION, Settings(plays=100))
    drawn = play(trainer, owner, "hand-0001", 0)
    draws = {frozenset(hand.cards) for hand in drawn.hands}
    assert len(draws) > 95  # among 1,533,939 draws even two alike are rare
    seen = {card for draw in draws for card in draw}
    # a card is missing from all 100 with chance (42/47)^100 = 1.3e-5
    assert len(seen) > 40
    assert not seen & set(drawn.deal)


def test_repeats_and_conflicts_are_those_of_one_hand(trainer: Trainer, owner: str) -> None:
    settings = Settings(plays=5)
    trainer.open_session(owner, SESSION, settings)
    assert trainer.open_session(owner, SESSION, settings).hands == 0
    with pytest.raises(ConflictError, match="other settings"):
        trainer.open_session(owner, SESSION, Settings(plays=3))
    first = trainer.deal(owner, SESSION, "hand-0001")
    assert trainer.deal(owner, SESSION, "hand-0001") == first
    drawn = trainer.draw(owner, SESSION, "hand-0001", 7)
    before = trainer.credits(owner)
    assert trainer.draw(owner, SESSION, "hand-0001", 7) == drawn
    with pytest.raises(ConflictError, match="one draw"):
        trainer.draw(owner, SESSION, "hand-0001", 8)
    assert trainer.credits(owner) == before
    view = trainer.session(owner, SESSION)
    assert (view.deals, view.hands, view.hand) == (1, 5, drawn)


def test_the_coach_tells_the_cost_of_all_hands(trainer: Trainer, owner: str) -> None:
    trainer.open_session(owner, SESSION, Settings(mode="coach", plays=50))
    deal = trainer.deal(owner, SESSION, "hand-0001").deal
    stopped = trainer.draw(owner, SESSION, "hand-0001", wrong_mask(deal))
    assert stopped.stopped
    assert stopped.hands == ()
    assert stopped.decision is not None
    assert (stopped.plays, stopped.stake_credits) == (50, 250)
    drawn = trainer.draw(owner, SESSION, "hand-0001", best_mask(deal))
    assert drawn.record is not None
    stats = summarise([drawn.record])
    assert stats.lost_credits == 250 * stopped.decision.cost
    assert stats.lost_per_hand == 5 * stopped.decision.cost
    assert stats.parts.mistakes == 0


def test_a_drill_repeats_the_deal_with_other_reserves(
    trainer: Trainer, owner: str, clock: HeldClock
) -> None:
    trainer.open_session(owner, SESSION, Settings(mode="drill", repeats=True, plays=3))
    missed = trainer.deal(owner, SESSION, "hand-0001").deal
    first = trainer.draw(owner, SESSION, "hand-0001", wrong_mask(missed)).record
    clock.pass_(days=1)
    assert trainer.deal(owner, SESSION, "hand-0002").deal == missed
    second = trainer.draw(owner, SESSION, "hand-0002", best_mask(missed)).record
    assert first is not None
    assert second is not None
    assert first.plays == second.plays == 3
    assert first.reserve != second.reserve


def test_a_rival_draws_the_same_reserves_hand_by_hand(trainer: Trainer, owner: str) -> None:
    trainer.open_session(owner, SESSION, Settings(rival="easy", plays=10))
    for i in range(10):
        record = play(trainer, owner, f"hand-{i:04}").record
        assert record is not None
        theirs = deal_round(game(record.game), record.order).draw(record.rival_mask)
        assert theirs.payout_credits == record.rival_payout_credits
        if record.rival_mask == record.hold_mask:
            assert theirs.hands == record.hands


@pytest.mark.parametrize("plays", [3, 100])
def test_the_identity_holds_and_exports_come_back(trainer: Trainer, owner: str, plays: int) -> None:
    trainer.open_session(owner, SESSION, Settings(plays=plays))
    for i in range(20):
        view = trainer.deal(owner, SESSION, f"hand-{i:04}")
        trainer.draw(owner, SESSION, f"hand-{i:04}", hash(view.deal) % 32)
    records = trainer.records(owner, SESSION)
    table = game(records[0].game)
    returned = Fraction(records[0].game_return)
    for record in records:
        hand = analyse_hand(record.order[:5], table)
        chosen, best = hand.hold(record.hold_mask).ev, hand.holds[0].ev
        stake = 5 * plays
        assert record.parts.game == plays * 5 * (returned - 1)
        assert record.parts.deal_luck == stake * (best - returned)
        assert record.parts.mistakes == plays * 5 * (chosen - best)
        luck = sum(one.payout_credits - 5 * chosen for one in record.hands)
        assert record.parts.draw_luck == luck
        assert record.parts.net == record.payout_credits - stake
    stats = summarise(records)
    assert stats.parts.net == stats.net_credits
    assert (stats.deals, stats.hands, stats.staked_credits) == (20, 20 * plays, 100 * plays)
    assert trainer.import_records(owner, "imported-1", from_json(to_json(records))) == 20
    assert trainer.records(owner, "imported-1") == records == from_csv(to_csv(records))
    imported = trainer.session(owner, "imported-1")
    assert (imported.deals, imported.hands) == (20, 20 * plays)


def test_odd_payouts_make_a_coin_larger_and_credits_never_run_out(
    trainer: Trainer, owner: str
) -> None:
    settings = Settings(
        game="",
        deck="standard",
        name="mine",
        pays=(("royal_flush", "800"), ("two_pair", "4.5")),
        plays=100,
    )
    trainer.open_session(owner, SESSION, settings)
    for i in range(5):
        view = trainer.deal(owner, SESSION, f"hand-{i:04}")
        assert view.stake_credits == 1000
        assert trainer.credits(owner) >= 0
        trainer.draw(owner, SESSION, f"hand-{i:04}", 31)


def test_a_session_goes_on_from_its_database(tmp_path: Path, clock: HeldClock) -> None:
    url = f"sqlite:///{tmp_path}/hands.db"
    with Database.open(url) as first:
        trainer = Trainer(first, clock)
        trainer.open_session("somebody", SESSION, Settings(plays=10))
        dealt = trainer.deal("somebody", SESSION, "hand-0001")
    with Database.open(url) as second:
        trainer = Trainer(second, clock)
        view = trainer.session("somebody", SESSION)
        assert view.settings.plays == 10
        assert view.hand == dealt
        assert len(trainer.draw("somebody", SESSION, "hand-0001", 3).hands) == 10


def test_a_hundred_hands_need_no_compiled_code(tmp_path: Path) -> None:
    program = f"""
import sys
from gutshot.play.videopoker.settings import Settings
from gutshot.play.videopoker.trainer import Trainer
from gutshot.storage import Database

with Database.open("sqlite:///{tmp_path}/hands.db") as database:
    trainer = Trainer(database)
    trainer.open_session("somebody", "session-1", Settings(mode="test", rival="hard", plays=100))
    trainer.deal("somebody", "session-1", "hand-0001")
    print(len(trainer.draw("somebody", "session-1", "hand-0001", 5).hands), "numba" in sys.modules)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert ran.stdout.split() == ["100", "False"]
