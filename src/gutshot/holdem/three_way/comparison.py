"""Three classes all in, counted, beside the rule of thumb that averages two equities of each.

Both are exact here: the rule is `pairwise.pairwise_shares` in rationals. Where one hand runs
through all classes its error comes from the shipped table, whose shares are rounded.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASS_NAMES, class_index, compatible_combos
from gutshot.holdem.three_way.counting import BOARDS_OF_THREE, OUTCOMES, count_three_way
from gutshot.holdem.three_way.pairwise import pairwise_shares
from gutshot.holdem.three_way.table import three_way_shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["ThreeWayComparison", "compare_three_way", "errors_by_class"]


class ThreeWayComparison(NamedTuple):
    """What three classes get of a pot, counted, and by the rule of thumb.

    by_winners : (8,) deals with their boards by the set of winners, bit i for hand i.
    equity : the exact share of the pot, 0..1, shared pots split evenly.
    against : equity of each hand against each other one alone, None against itself.
    by_pairs : share of the pot by the rule, 0..1, which adds up to 1 as well.
    """

    hands: tuple[str, str, str]
    by_winners: tuple[int, ...]
    equity: tuple[Fraction, Fraction, Fraction]
    against: tuple[tuple[Fraction | None, ...], ...]
    by_pairs: tuple[Fraction, Fraction, Fraction]

    @property
    def total(self) -> int:
        """The deals with their boards."""
        return sum(self.by_winners)

    @property
    def deals(self) -> int:
        """The ways of dealing the three hands, each of which meets every board."""
        return self.total // BOARDS_OF_THREE

    @property
    def error(self) -> tuple[Fraction, ...]:
        """What the rule gives each hand too much, below zero too little; zero in sum."""
        return tuple(rule - exact for rule, exact in zip(self.by_pairs, self.equity, strict=True))


def compare_three_way(first: str, second: str, third: str) -> ThreeWayComparison:
    """Return the exact shares of three classes and those by the rule of thumb; about 0.5 ms.

    Raises
    ------
    HandError
        For what is no class, and for three that can't be dealt together.
    """
    numbers = [class_index(name) for name in (first, second, third)]
    counts = count_three_way(numbers)
    total = sum(counts)
    exact = [
        sum(
            (
                Fraction(counts[winners], winners.bit_count() * total)
                for winners in range(1, OUTCOMES)
                if winners >> hand & 1
            ),
            Fraction(0),
        )
        for hand in range(3)
    ]
    against = [
        [None if i == j else _pair_equity(one, other) for j, other in enumerate(numbers)]
        for i, one in enumerate(numbers)
    ]
    # the three means add up to 3 / 2: two thirds of each are shares of one pot
    rule = [sum((one for one in row if one is not None), Fraction(0)) / 3 for row in against]
    first_name, second_name, third_name = (CLASS_NAMES[number] for number in numbers)
    return ThreeWayComparison(
        (first_name, second_name, third_name),
        counts,
        (exact[0], exact[1], exact[2]),
        tuple(tuple(row) for row in against),
        (rule[0], rule[1], rule[2]),
    )


def _pair_equity(one: int, other: int) -> Fraction:
    wins, ties = class_equities()
    deals = BOARDS * int(compatible_combos()[one, other])
    return Fraction(2 * int(wins[one, other]) + int(ties[one, other]), 2 * deals)


def errors_by_class(hands: Sequence[int], place: int) -> NDArray[np.float64]:
    """Return the rule's error for the first hand when one of the three is each class, as (169,).

    hands : numbers of three classes. place : which of them, 0..2, runs through all classes instead.
    Shares of the pot, above zero where the rule gives too much, within
    `table.LARGEST_SHARE_ERROR`; NaN for three that can't be dealt together. It takes 5 ms.
    """
    first, second, third = hands
    # the first hand stands second in the blocks of another one that stays
    fixed, share = (second, 1) if place == 0 else (first, 0)
    exact, rule = (
        block[second] if place == 2 else block[:, third]
        for block in (three_way_shares(fixed), pairwise_shares(fixed))
    )
    out: NDArray[np.float64] = np.where(
        exact.sum(axis=-1) > 0, rule[..., share] - exact[..., share], np.nan
    )
    return out
