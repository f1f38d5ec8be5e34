"""The trainer keeps the rules of the game, the books, and every hand."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from gutshot.errors import HandError, InputError
from gutshot.play.credits import BANK, GRANT_CREDITS, account_of
from gutshot.play.errors import ConflictError, UnknownSessionError
from gutshot.play.people import People
from gutshot.play.videopoker.records import from_csv, from_json, to_csv, to_json
from gutshot.play.videopoker.settings import Settings
from gutshot.play.videopoker.statistics import summarise
from gutshot.videopoker import analyse_hand, game
from gutshot.videopoker.round import deal_round

if TYPE_CHECKING:
    from tests.play.held_clock import HeldClock

    from gutshot.play.videopoker.trainer import Trainer
    from gutshot.play.videopoker.views import HandView
    from gutshot.storage import Database

SESSION = "session-1"


def wrong_mask(deal: tuple[int, ...], table: str = "jacks-or-better-9-6") -> int:
    """Return the worst hold of a deal."""
    return analyse_hand(deal, game(table)).holds[-1].mask


def best_mask(deal: tuple[int, ...], table: str = "jacks-or-better-9-6") -> int:
    return analyse_hand(deal, game(table)).best[0]


def play(trainer: Trainer, owner: str, hand: str, mask: int | None = None) -> HandView:
    view = trainer.deal(owner, SESSION, hand)
    chosen = best_mask(view.deal) if mask is None else mask
    return trainer.draw(owner, SESSION, hand, chosen, insist=True)


def test_a_hand_is_dealt_held_drawn_and_paid(
    trainer: Trainer, owner: str, database: Database, clock: HeldClock
) -> None:
    trainer.open_session(owner, SESSION, Settings())
    dealt = trainer.deal(owner, SESSION, "hand-0001")
    assert (dealt.final, dealt.payout_credits, dealt.record) == (None, None, None)
    assert trainer.credits(owner) == GRANT_CREDITS - 5
    clock.pass_(seconds=4)
    drawn = trainer.draw(owner, SESSION, "hand-0001", 0b00101)
    assert drawn.final is not None
    assert (drawn.final[0], drawn.final[2]) == (dealt.deal[0], dealt.deal[2])
    assert not {drawn.final[i] for i in (1, 3, 4)} & set(dealt.deal)
    assert drawn.record is not None
    assert drawn.record.seconds == 4
    assert trainer.credits(owner) == GRANT_CREDITS - 5 + (drawn.payout_credits or 0)
    with database.read() as tx:
        assert tx.total() == (0, 0)
        assert tx.balance(BANK.id).posted == -tx.balance(account_of(owner).id).posted


def test_the_draw_is_fixed_before_the_decision(trainer: Trainer, owner: str) -> None:
    trainer.open_session(owner, SESSION, Settings())
    record = play(trainer, owner, "hand-0001").record
    assert record is not None
    again = deal_round(game(record.game), record.order).draw(record.hold_mask)
    assert again.hands == record.hands
    assert again.payout_credits == record.payout_credits


def test_repeats_are_answered_like_the_first_time_and_change_nothing(
    trainer: Trainer, owner: str
) -> None:
    settings = Settings()
    trainer.open_session(owner, SESSION, settings)
    assert trainer.open_session(owner, SESSION, settings).hands == 0
    first = trainer.deal(owner, SESSION, "hand-0001")
    assert trainer.deal(owner, SESSION, "hand-0001") == first
    drawn = trainer.draw(owner, SESSION, "hand-0001", 7)
    before = trainer.credits(owner)
    assert trainer.draw(owner, SESSION, "hand-0001", 7) == drawn
    assert trainer.deal(owner, SESSION, "hand-0001") == drawn
    assert trainer.credits(owner) == before
    assert len(trainer.records(owner)) == 1


def test_late_and_forged_requests_change_nothing(
    trainer: Trainer, owner: str, database: Database, clock: HeldClock
) -> None:
    trainer.open_session(owner, SESSION, Settings())
    trainer.deal(owner, SESSION, "hand-0001")
    with pytest.raises(ConflictError, match="in play"):
        trainer.deal(owner, SESSION, "hand-0002")
    with pytest.raises(ConflictError, match="not in play"):
        trainer.draw(owner, SESSION, "hand-0002", 7)
    with pytest.raises(HandError):
        trainer.draw(owner, SESSION, "hand-0001", 32)
    trainer.draw(owner, SESSION, "hand-0001", 7)
    with pytest.raises(ConflictError, match="one draw"):
        trainer.draw(owner, SESSION, "hand-0001", 8)
    play(trainer, owner, "hand-0002")
    with pytest.raises(ConflictError, match="already"):
        trainer.deal(owner, SESSION, "hand-0001")
    with pytest.raises(ConflictError, match="other settings"):
        trainer.open_session(owner, SESSION, Settings(mode="coach"))
    with pytest.raises(InputError, match="hand id"):
        trainer.deal(owner, SESSION, "x")
    other = People(database, clock).new()[0]
    for forged in (
        lambda: trainer.session(other, SESSION),
        lambda: trainer.deal(other, SESSION, "hand-0009"),
        lambda: trainer.draw(other, SESSION, "hand-0002", 0),
        lambda: trainer.records(other, SESSION),
    ):
        with pytest.raises(UnknownSessionError):
            forged()
    assert trainer.records(other) == []
    assert len(trainer.records(owner)) == 2


def test_the_coach_stops_a_wrong_hold_and_judges_the_first_choice(
    trainer: Trainer, owner: str
) -> None:
    trainer.open_session(owner, SESSION, Settings(mode="coach"))
    deal = trainer.deal(owner, SESSION, "hand-0001").deal
    stopped = trainer.draw(owner, SESSION, "hand-0001", wrong_mask(deal))
    assert stopped.stopped
    assert stopped.final is None
    assert stopped.decision is not None
    assert stopped.decision.cost > 0
    assert trainer.deal(owner, SESSION, "hand-0001").stopped
    drawn = trainer.draw(owner, SESSION, "hand-0001", best_mask(deal))
    assert drawn.record is not None
    assert drawn.record.first_hold_mask == wrong_mask(deal)
    assert not drawn.record.right
    assert drawn.record.parts.mistakes == 0
    assert drawn.record.cost == stopped.decision.cost


def test_one_who_insists_may_play_a_wrong_hold_against_the_coach(
    trainer: Trainer, owner: str
) -> None:
    trainer.open_session(owner, SESSION, Settings(mode="coach"))
    deal = trainer.deal(owner, SESSION, "hand-0001").deal
    mask = wrong_mask(deal)
    assert trainer.draw(owner, SESSION, "hand-0001", mask).stopped
    drawn = trainer.draw(owner, SESSION, "hand-0001", mask, insist=True)
    assert drawn.record is not None
    assert drawn.record.parts.mistakes < 0


@pytest.mark.parametrize(("mode", "judged"), [("play", False), ("test", True), ("drill", True)])
def test_modes_judge_when_they_say(trainer: Trainer, owner: str, mode: str, judged: bool) -> None:
    trainer.open_session(owner, SESSION, Settings(mode=mode))
    deal = trainer.deal(owner, SESSION, "hand-0001").deal
    drawn = trainer.draw(owner, SESSION, "hand-0001", wrong_mask(deal))
    assert not drawn.stopped
    assert (drawn.decision is not None) == judged


def test_every_tie_is_right_at_cost_0(trainer: Trainer, owner: str) -> None:
    trainer.open_session(
        owner,
        SESSION,
        Settings(game="deuces-wild-full-pay", mode="drill", shapes=("two wild cards",)),
    )
    ties = 0
    for i in range(20):
        deal = trainer.deal(owner, SESSION, f"hand-{i:04}").deal
        best = analyse_hand(deal, game("deuces-wild-full-pay")).best
        record = trainer.draw(owner, SESSION, f"hand-{i:04}", best[-1]).record
        assert record is not None
        assert record.right
        assert record.cost == 0
        ties += len(best) > 1
    assert trainer.due(owner) == []


def test_a_mistake_comes_back_when_it_is_due(
    trainer: Trainer, owner: str, clock: HeldClock
) -> None:
    trainer.open_session(owner, SESSION, Settings())
    missed = trainer.deal(owner, SESSION, "hand-0001").deal
    trainer.draw(owner, SESSION, "hand-0001", wrong_mask(missed))
    assert trainer.due(owner) == []
    drill = Settings(mode="drill", repeats=True)
    trainer.open_session(owner, "session-2", drill)
    for step, days in enumerate((1, 3, 7, 21)):
        clock.pass_(days=days)
        assert [one.step for one in trainer.due(owner)] == [step]
        view = trainer.deal(owner, "session-2", f"again-{step:03}")
        assert view.deal == missed
        trainer.draw(owner, "session-2", f"again-{step:03}", best_mask(missed))
        assert trainer.due(owner) == []
    clock.pass_(days=1000)
    assert trainer.due(owner) == []


def test_a_repeated_miss_starts_over(trainer: Trainer, owner: str, clock: HeldClock) -> None:
    trainer.open_session(owner, SESSION, Settings(mode="drill", repeats=True))
    missed = trainer.deal(owner, SESSION, "hand-0001").deal
    trainer.draw(owner, SESSION, "hand-0001", wrong_mask(missed))
    clock.pass_(days=1)
    trainer.deal(owner, SESSION, "hand-0002")
    trainer.draw(owner, SESSION, "hand-0002", best_mask(missed))
    clock.pass_(days=3)
    trainer.deal(owner, SESSION, "hand-0003")
    trainer.draw(owner, SESSION, "hand-0003", wrong_mask(missed))
    clock.pass_(days=1)
    assert [(one.step, one.misses) for one in trainer.due(owner)] == [(0, 2)]


def test_a_rival_plays_the_same_cards(trainer: Trainer, owner: str) -> None:
    trainer.open_session(owner, SESSION, Settings(rival="hard"))
    for i in range(10):
        record = play(trainer, owner, f"hand-{i:04}").record
        assert record is not None
        theirs = deal_round(game(record.game), record.order).draw(record.rival_mask)
        assert theirs.payout_credits == record.rival_payout_credits
        assert record.rival_mask in map(int, record.best.split())
        if record.rival_mask == record.hold_mask:
            assert record.rival_payout_credits == record.payout_credits


def test_the_identity_holds_over_a_session_and_exports_come_back(
    trainer: Trainer, owner: str
) -> None:
    trainer.open_session(owner, SESSION, Settings())
    for i in range(40):
        view = trainer.deal(owner, SESSION, f"hand-{i:04}")
        trainer.draw(owner, SESSION, f"hand-{i:04}", hash(view.deal) % 32)
    records = trainer.records(owner, SESSION)
    stats = summarise(records)
    assert stats.parts.net == stats.net_credits
    assert stats.parts.mistakes <= 0
    assert stats.lost_credits == -stats.parts.mistakes
    assert stats.parts.game == 40 * 5 * (Fraction(records[0].game_return) - 1)
    assert trainer.import_records(owner, "imported-1", from_json(to_json(records))) == 40
    assert trainer.records(owner, "imported-1") == records == from_csv(to_csv(records))


def test_an_own_pay_table_is_played_in_whole_credits(trainer: Trainer, owner: str) -> None:
    settings = Settings(
        game="", deck="standard", name="mine", pays=(("royal_flush", "800"), ("two_pair", "4.5"))
    )
    trainer.open_session(owner, SESSION, settings)
    view = trainer.deal(owner, SESSION, "hand-0001")
    assert view.stake_credits == 10
    record = trainer.draw(owner, SESSION, "hand-0001", 31).record
    assert record is not None
    assert record.pay_table_name == "mine"
    assert "two_pair=9/2" in record.pays


def test_credits_never_run_out(trainer: Trainer, owner: str, database: Database) -> None:
    trainer.open_session(owner, SESSION, Settings())
    for i in range(230):
        view = trainer.deal(owner, SESSION, f"hand-{i:04}")
        trainer.draw(owner, SESSION, f"hand-{i:04}", wrong_mask(view.deal))
        assert trainer.credits(owner) >= 0
    with database.read() as tx:
        assert tx.total() == (0, 0)
        assert tx.drift() == []


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"mode": "god"}, "modes are"),
        ({"game": "jacks"}, "nearest"),
        ({"game": ""}, "one of the two"),
        ({"gap": "0.1"}, "mode drill"),
        ({"mode": "drill", "gap": "x"}, "no gap"),
        ({"mode": "drill", "gap": "1e99999999"}, "no gap"),
        ({"game": "", "deck": "standard", "pays": (("royal_flush", "7/999999937"),)}, "coarser"),
        ({"mode": "drill", "shapes": ("gutterball",)}, "hand type"),
        ({"plays": 2}, "choose 1, 3, 5, 10, 50, 100"),
        ({"plays": 0}, "0 hands"),
        ({"rival": "god"}, "levels are"),
        ({"game": "deuces-wild-nsud", "rival": "normal"}, "wild"),
        ({"game": "", "deck": "standard", "pays": (("flush", "6"),)}, "royal"),
    ],
)
def test_settings_that_make_no_sense_are_one_clear_line(
    settings: dict[str, object], says: str
) -> None:
    with pytest.raises(InputError, match=says) as caught:
        Settings(**settings)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_settings_survive_their_own_json() -> None:
    own = Settings(
        game="", deck="standard", pays=(("royal_flush", "800"),), mode="drill", gap="1/100"
    )
    assert Settings.from_body(own.body()) == own


def test_people_have_names_only_if_they_want(database: Database, clock: HeldClock) -> None:
    people = People(database, clock)
    player, secret = people.new()
    assert people.known(secret) == player
    assert people.known("guess") is None
    assert people.name_of(player) is None
    with pytest.raises(InputError, match="too short"):
        people.set_login(player, "Ann", "short")
    people.set_login(player, "Ann", "correct horse battery")
    again, fresh = people.log_in("ann", "correct horse battery")
    assert (again, people.known(fresh)) == (player, player)
    for name, phrase in (("Ann", "wrong horse battery"), ("Bob", "correct horse battery")):
        with pytest.raises(InputError, match="don't belong together"):
            people.log_in(name, phrase)
    people.log_out(fresh)
    assert people.known(fresh) is None
    other = people.new()[0]
    with pytest.raises(InputError, match="taken"):
        people.set_login(other, "ANN", "another passphrase")


def test_two_sessions_move_a_due_mistake_on_once(
    trainer: Trainer, owner: str, clock: HeldClock
) -> None:
    trainer.open_session(owner, SESSION, Settings())
    missed = trainer.deal(owner, SESSION, "hand-0001").deal
    trainer.draw(owner, SESSION, "hand-0001", wrong_mask(missed))
    clock.pass_(days=1)
    for session in ("session-2", "session-3"):
        trainer.open_session(owner, session, Settings(mode="drill", repeats=True))
        assert trainer.deal(owner, session, f"hand-{session}").deal == missed
    for session in ("session-2", "session-3"):
        trainer.draw(owner, session, f"hand-{session}", best_mask(missed))
    clock.pass_(days=3)
    assert [one.step for one in trainer.due(owner)] == [1]


def test_hand_types_got_wrong_can_be_drilled(trainer: Trainer, owner: str) -> None:
    table = game("jacks-or-better-9-6")
    with pytest.raises(InputError, match="yet"):
        trainer.weak_shapes(owner, table)
    trainer.open_session(owner, SESSION, Settings())
    missed = trainer.deal(owner, SESSION, "hand-0001").deal
    record = trainer.draw(owner, SESSION, "hand-0001", wrong_mask(missed)).record
    assert record is not None
    assert trainer.weak_shapes(owner, table) == (record.shape,)


def test_a_hold_stopped_again_is_noted_once(
    trainer: Trainer, owner: str, database: Database
) -> None:
    trainer.open_session(owner, SESSION, Settings(mode="coach"))
    deal = trainer.deal(owner, SESSION, "hand-0001").deal
    for _ in range(3):
        assert trainer.draw(owner, SESSION, "hand-0001", wrong_mask(deal)).stopped
    with database.read() as tx:
        assert len(tx.events_of_owner(owner, "stopped")) == 1
