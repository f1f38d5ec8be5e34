"""The order of the 169 classes by strength, and the top of them as a share of deals."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.errors import InputError
from gutshot.holdem.equities import count_equities
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.percentile import (
    by_combos,
    order_against,
    percent_of_cells,
    strength_order,
    top_share,
)
from gutshot.holdem.range_dialects import write_range

ANY_TWO = ",".join(CLASS_NAMES)


def test_the_order_is_of_all_classes_and_all_combos() -> None:
    order = strength_order()
    assert sorted(one.number for one in order) == list(range(169))
    assert sum(one.combos for one in order) == 1326
    assert order[-1].through_percent == 100
    assert all(one.equity >= other.equity for one, other in pairwise(order))


def test_equities_against_a_random_hand_average_to_a_half() -> None:
    assert sum(one.equity * one.combos for one in strength_order()) == Fraction(1326, 2)


@pytest.mark.parametrize("name", ["AA", "T9s", "72o", "32o"])
def test_strength_is_what_the_counted_equity_says(name: str) -> None:
    counted = count_equities([name, ANY_TWO])
    ours = next(one for one in strength_order() if CLASS_NAMES[one.number] == name)
    share = Fraction(2 * counted.wins[0] + counted.ties[0], 2 * counted.total)
    assert ours.equity == share


@given(st.fractions(0, 100, max_denominator=1_000).filter(lambda x: x > 0))
def test_the_top_is_exactly_the_share_of_deals(wanted: Fraction) -> None:
    percent = Fraction(round(wanted * 1_000_000) or 1, 1_000_000)
    found = top_share(percent)
    assert Fraction(int(found.hands.weights.sum()), found.hands.denominator) == percent * 1326 / 100
    weights = found.hands.class_weights()
    assert weights is not None
    in_order = [int(weights[one.number]) for one in strength_order()]
    # whole classes, then one in part, then none
    inside = found.classes - 1
    assert in_order[:inside] == [found.hands.denominator] * inside
    assert Fraction(in_order[inside], found.hands.denominator) == found.boundary_share > 0
    assert not any(in_order[inside + 1 :])
    assert strength_order()[inside].number == found.boundary


def test_the_whole_top_is_everything() -> None:
    found = top_share(Fraction(100))
    assert (found.hands.weights == found.hands.denominator).all()
    assert (CLASS_NAMES[found.boundary], found.classes) == ("32o", 169)


def test_a_share_of_the_charts_cells_is_a_smaller_share_of_deals() -> None:
    """A cell is 4, 6 or 12 combos, and strong ones are suited or pairs more often than not."""
    cells = Fraction(40 * 169, 100)
    whole, rest = int(cells), cells - int(cells)
    order = strength_order()
    combos = sum(one.combos for one in order[:whole]) + rest * order[whole].combos
    assert round(float(100 * combos / 1326), 1) == 36.4
    kinds = np.bincount([one.combos for one in order[:whole]], minlength=13)
    assert kinds[[6, 4, 12]].tolist() == [12, 32, 23]
    # were cells alike, each would be 7.85 combos; those at the top are fewer
    assert combos / cells < Fraction(1326, 169)


def test_cells_by_any_order_are_deals_in_its_own_share() -> None:
    ours = [one.number for one in strength_order()]
    assert round(float(percent_of_cells(ours, Fraction(40))), 1) == 36.4
    assert percent_of_cells(ours, Fraction(0)) == 0
    assert percent_of_cells(ours, Fraction(100)) == 100
    # 67.6 cells of 4 combos, or of 12
    assert percent_of_cells(by_combos(fewest_first=True), Fraction(40)) == Fraction(27040, 1326)
    assert percent_of_cells(by_combos(fewest_first=False), Fraction(40)) == Fraction(81120, 1326)


def test_the_order_against_a_range_is_by_counted_equities() -> None:
    order = order_against(Fraction(20))
    assert sorted(order) == list(range(169))
    played = write_range(top_share(Fraction(20)).hands, "pio")
    counted = []
    for number in (order[0], order[40], order[90], order[168]):
        found = count_equities([CLASS_NAMES[number], played])
        counted.append(Fraction(2 * found.wins[0] + found.ties[0], 2 * found.total))
    assert counted == sorted(counted, reverse=True)
    assert order_against(Fraction(100)) == tuple(one.number for one in strength_order())


def test_whole_hands_leave_the_boundary_out() -> None:
    found = top_share(Fraction(20))
    whole = found.whole_hands()
    assert whole is not None
    assert write_range(whole, "push-fold") == "55+, A3s+, A7o+, K8s+, KTo+, QTs+, QJo"
    assert top_share(Fraction("0.1")).whole_hands() is None


@pytest.mark.parametrize("percent", ["0", "-1", "100.1", "0.0000001"])
def test_what_is_no_share(percent: str) -> None:
    with pytest.raises(InputError, match="is no share: write more than 0 and at most 100"):
        top_share(Fraction(percent))
