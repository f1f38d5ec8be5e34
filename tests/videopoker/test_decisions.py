"""What to hold, hand by hand: decisions that are discussed, and those that once went wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.videopoker.played import all_evs, played, stored

from gutshot.cards.decks import RANKS
from gutshot.cards.text import format_cards, parse_cards, parse_hand
from gutshot.errors import HandError
from gutshot.videopoker import HandAnalysis, analyse_hand, game
from gutshot.videopoker.game_return import common_denominator

DECISIONS: list[dict[str, Any]] = stored("video_poker_decisions.json")["decisions"]

# The least positive gap between the best and the next hold of any deal, over the common
# denominator; a deal that has it, its best hold and the next one.
SMALLEST_GAPS = [
    ("jacks-or-better-9-6", 5_203, "Ac Kc Qd Jd 8c", "Qd Jd", "Ac Kc Qd Jd"),
    ("bonus-poker-8-5", 473, None, None, None),
    ("double-double-bonus-9-6", 344, "Ac Kd Jh 3c 2d", "Ac", "Kd Jh"),
    ("double-bonus-10-7", 645, None, None, None),
    ("deuces-wild-full-pay", 42, "Kc Qc 9d 8h 5s", "Kc Qc", ""),
    ("deuces-wild-nsud", 39, "Ac Kd Qd 6c 4d", "", "Kd Qd"),
    ("deuces-wild-illinois", 20, "Ac Qc 8d 7d 3c", "", "8d 7d"),
    ("joker-poker-kings-20-7-5", 50, "Qc Jc Td 7h 3c", "", "Qc Jc"),
]


def analysed(name: str, deal: str) -> HandAnalysis:
    table = game(name)
    return analyse_hand(parse_hand(deal, table.deck), table)


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda d: f"{d['game']}: {d['deal']}")
def test_a_discussed_hand_has_these_best_holds_and_no_others(decision: dict[str, Any]) -> None:
    hand = analysed(decision["game"], decision["deal"])
    assert format_cards(hand.deal) == decision["deal"]
    found = sorted(sorted(hand.hold(mask).cards) for mask in hand.best)
    assert found == sorted(sorted(parse_cards(hold)) for hold in decision["best"])
    assert {hand.hold(mask).ev for mask in hand.best} == {Fraction(decision["ev"])}


@pytest.mark.parametrize(
    ("name", "deal", "hold", "ev"),
    [
        ("joker-poker-kings-20-7-5", "Jk As Ah Ad Ac", "Jk As Ah Ad Ac", "200"),
        ("jacks-or-better-9-6", "Ac 5c 4s 3h 2d", "Ac 5c 4s 3h 2d", "4"),
        ("jacks-or-better-9-6", "Ad 2d 3d 4d 5d", "Ad 2d 3d 4d 5d", "50"),
        ("jacks-or-better-9-6", "Jc Jd Jh 8s 4c", "Jc Jd Jh", "4651/1081"),
        ("double-double-bonus-9-6", "As Ah Ad Ac 2c", "As Ah Ad Ac 2c", "400"),
    ],
)
def test_a_hand_that_programs_got_wrong(name: str, deal: str, hold: str, ev: str) -> None:
    hand = analysed(name, deal)
    assert [format_cards(hand.hold(mask).cards) for mask in hand.best] == [hold]
    assert hand.holds[0].ev == Fraction(ev)


@pytest.mark.parametrize("rank", RANKS[1:])
def test_five_of_a_kind_with_three_deuces_is_kept_from_tens_up(rank: str) -> None:
    hand = analysed("deuces-wild-full-pay", f"2c 2d 2h {rank}s {rank}d")
    assert hand.dealt_category == "five_of_a_kind"
    assert hand.best == ((31,) if rank in "TJQKA" else (7,))


def test_three_jacks_are_worth_4_3025() -> None:
    assert f"{float(analysed('jacks-or-better-9-6', 'Jc Jd Jh 8s 4c').holds[0].ev):.4f}" == "4.3025"


def test_throwing_a_hand_away_may_be_wrong_by_very_little() -> None:
    hand = analysed("deuces-wild-nsud", "Qc 9d 8d 4s 3h")
    lost = hand.holds[0].ev - hand.hold(0).ev
    assert lost == Fraction(129, 7_669_695)
    assert f"{float(lost):.7f}" == "0.0000168"


def test_a_jack_alone_beats_ace_and_jack_when_no_penalty_card_is_thrown() -> None:
    deluxe = "bonus-poker-deluxe-9-6"
    hand = analysed(deluxe, "Ad Jh 4d 3c 2c")
    assert format_cards(hand.holds[0].cards) == "Jh"
    hand = analysed(deluxe, "Ac Js 8h 7d 2c")
    assert format_cards(hand.holds[0].cards) == "Ac Js"


def test_a_joker_is_no_card_of_jacks_or_better() -> None:
    with pytest.raises(HandError, match="Jk is not in the deck 'standard'"):
        analysed("jacks-or-better-9-6", "Jk As Ah Ad Ac")


@pytest.mark.parametrize(("name", "gap", "deal", "best", "second"), SMALLEST_GAPS)
def test_no_two_holds_of_a_game_are_closer_than_this(
    name: str, gap: int, deal: str | None, best: str | None, second: str | None
) -> None:
    table = game(name)
    result = played(name)
    evs = all_evs(table)
    top = evs.max(axis=1)
    assert np.array_equal(top, result.best)
    assert np.array_equal(
        ((evs == top[:, None]) << np.arange(32, dtype=np.int64)).sum(axis=1), result.ties
    )
    below = np.where(evs == top[:, None], -1, evs).max(axis=1)
    gaps = (top - below)[below >= 0]
    assert gaps.min() == gap
    if deal is None:
        return
    hand = analysed(name, deal)
    assert [format_cards(hold.cards) for hold in hand.holds[:2]] == [best, second]
    assert hand.holds[0].ev - hand.holds[1].ev == Fraction(gap, common_denominator(table.deck))
