"""Practice deals fit their filter, and without one they are fair."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from gutshot.errors import InputError
from gutshot.play.videopoker.practice import Practice, _fitting, practice_order
from gutshot.videopoker import analyse_hand, game
from gutshot.videopoker.hold_shapes import SHAPES

JACKS = game("jacks-or-better-9-6")


def gap_of(deal: tuple[int, ...], table: str) -> Fraction:
    hand = analyse_hand(deal, game(table))
    wrong = [hold.ev for hold in hand.holds if hold.mask not in hand.best]
    return hand.holds[0].ev - max(wrong)


@pytest.mark.parametrize("table", ["jacks-or-better-9-6", "joker-poker-kings-20-7-5"])
@pytest.mark.parametrize("gap", ["1/10", "1/100", "1/1000"])
def test_a_gap_bounds_the_closest_wrong_hold(table: str, gap: str) -> None:
    for _ in range(30):
        order = practice_order(game(table), Practice(Fraction(gap)))
        assert len(set(order)) == 10
        assert 0 < gap_of(order[:5], table) <= Fraction(gap)


def test_the_smallest_gap_of_the_game_is_the_edge_of_the_filter() -> None:
    smallest = Fraction(5_203, 7_669_695)
    classes, _ = _fitting(JACKS, Practice(smallest))
    assert len(classes) > 0
    with pytest.raises(InputError, match="no deal"):
        practice_order(JACKS, Practice(smallest - Fraction(1, 10**9)))


def test_hand_types_are_those_of_the_best_hold() -> None:
    for _ in range(30):
        order = practice_order(JACKS, Practice(shapes=("low pair",)))
        hand = analyse_hand(order[:5], JACKS)
        ranks = [{order[i] >> 2 for i in range(5) if mask >> i & 1} for mask in hand.best]
        assert any(len(x) == 1 for x in ranks)


def test_every_class_of_deals_has_its_weight() -> None:
    classes, totals = _fitting(JACKS, Practice())
    assert len(classes) == 134_459
    assert totals[-1] == 2_598_960


def test_suits_and_order_are_shuffled() -> None:
    orders = [practice_order(JACKS, Practice(shapes=("royal flush",))) for _ in range(200)]
    suits = Counter(order[0] & 3 for order in orders)
    aces = Counter([card >> 2 for card in order[:5]].index(12) for order in orders)
    # 200 draws of 4 or 5 values: a count under 15 has a chance below 1e-8
    assert len(suits) == 4
    assert min(suits.values()) >= 15
    assert len(aces) == 5
    assert min(aces.values()) >= 10


@pytest.mark.parametrize("gap", ["0", "-1/2"])
def test_a_gap_is_positive(gap: str) -> None:
    with pytest.raises(InputError, match="more than 0"):
        Practice(Fraction(gap))


def test_an_unknown_hand_type_is_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError, match="low pair"):
        Practice(shapes=("gutterball",))
    assert len(set(SHAPES)) == len(SHAPES)
