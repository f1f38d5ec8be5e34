"""The 169 classes from the strongest down, and the top of them as a share of deals.

Strength is a class's equity against a random hand, all in before the flop: exact, from the table
of all classes against all. It is one order among many and no solve: whom to play against which
bets is not in it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASSES, COMBOS, class_combos
from gutshot.holdem.ranges import HandRange, range_of

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Strength",
    "TopShare",
    "by_combos",
    "combos_of",
    "order_against",
    "percent_of_cells",
    "strength_order",
    "top_share",
]

_OTHERS: Final = 1_225
"""Combos that share no card with one."""


class Strength(NamedTuple):
    """A class in the order of strength.

    number : of the class. equity : against a random hand, 0..1, exact. combos : 4, 6 or 12.
    through_percent : of deals that are this class or a stronger one, 0..100.
    """

    number: int
    equity: Fraction
    combos: int
    through_percent: Fraction


class TopShare(NamedTuple):
    """The strongest hands as a share of deals.

    Attributes
    ----------
    percent : Fraction
        Of deals, exactly what was asked for.
    hands : HandRange
        With the weight of the boundary class in part.
    boundary : int
        The weakest class in it.
    boundary_share : Fraction
        How much of that class is in it, above 0 to 1.
    classes : int
        How many of the 169 are in it, the boundary included.
    """

    percent: Fraction
    hands: HandRange
    boundary: int
    boundary_share: Fraction
    classes: int

    def whole_hands(self) -> HandRange | None:
        """Return the classes that are in it with all their deals; None when there is none."""
        whole = (self.hands.weights == self.hands.denominator).astype(np.int64)
        return HandRange(self.hands.text, whole, 1) if whole.any() else None


@cache
def strength_order() -> tuple[Strength, ...]:
    """Return all classes from the strongest down; of equals, the first one in the chart's order."""
    wins, ties = class_equities()
    halves = (2 * wins.astype(np.int64) + ties).sum(axis=1).tolist()
    met = [2 * combos_of(number) * _OTHERS * BOARDS for number in range(CLASSES)]
    equities = [Fraction(half, all_) for half, all_ in zip(halves, met, strict=True)]
    out, through = [], 0
    for number in sorted(range(CLASSES), key=lambda n: -equities[n]):
        through += combos_of(number)
        share = Fraction(100 * through, COMBOS)
        out.append(Strength(number, equities[number], combos_of(number), share))
    return tuple(out)


def combos_of(number: int) -> int:
    """Return how many combos a class has: 4, 6 or 12."""
    return len(class_combos(number))


def top_share(percent: Fraction) -> TopShare:
    """Return the strongest hands that make up a share of deals; the last class in part.

    percent : above 0, at most 100, with at most 6 decimals.

    Raises
    ------
    InputError
        When it is out of range.
    """
    if not 0 < percent <= 100 or (percent * 1_000_000).denominator != 1:
        raise InputError(
            f"the top {float(percent):.12g} % is no share: write more than 0 and at most 100, with"
            " at most 6 decimals"
        )
    left = percent * COMBOS / 100
    shares: dict[tuple[int, int], Fraction] = {}
    for count, one in enumerate(strength_order(), 1):
        share = min(Fraction(1), left / one.combos)
        for combo in class_combos(one.number):
            shares[combo] = share
        left -= share * one.combos
        if not left:
            hands = range_of(f"top {float(percent):g} %", shares)
            return TopShare(percent, hands, one.number, share, count)
    msg = f"{left} combos of {COMBOS} are missing"
    raise AssertionError(msg)


def order_against(percent: Fraction) -> tuple[int, ...]:
    """Return the classes by equity against the strongest hands only, the strongest first.

    Exact, from the same table; with cards that the one hand takes from the others. Of equals, the
    first one in the chart's order.

    percent : of deals, how many the opponent plays, by `top_share`.

    Raises
    ------
    InputError
        When it is no share.
    """
    weights = top_share(percent).hands.class_weights()
    if weights is None:
        msg = "combos of one class are equally strong"
        raise AssertionError(msg)
    met = weights.astype(object)  # Python's integers have no largest one
    wins, ties = (table.astype(object) for table in class_equities())
    halves = (2 * wins + ties) @ met
    deals = 2 * ((wins + wins.T + ties) @ met)
    return tuple(sorted(range(CLASSES), key=lambda n: -Fraction(halves[n], deals[n])))


def percent_of_cells(order: Sequence[int], cells_percent: Fraction) -> Fraction:
    """Return what share of deals the first cells of the chart are in an order, 0..100.

    A cell is 4, 6 or 12 combos, so that no order of strength makes both shares equal but at 100 %.

    order : the numbers of all classes, the strongest first. cells_percent : of the chart's 169
    cells, 0..100; the last cell counts in part.
    """
    left, combos = cells_percent * CLASSES / 100, Fraction(0)
    for number in order:
        part = min(Fraction(1), left)
        combos += part * combos_of(number)
        left -= part
    return 100 * combos / COMBOS


def by_combos(*, fewest_first: bool) -> tuple[int, ...]:
    """Return the classes by how many combos they have: the ends of what an order can make."""
    return tuple(sorted(range(CLASSES), key=combos_of, reverse=not fewest_first))
