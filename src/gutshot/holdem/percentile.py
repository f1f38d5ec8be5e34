"""The 169 classes from the strongest down, and the top of them as a share of deals.

Strength is a class's equity against a random hand, all in before the flop: exact, from the table
of all classes against all. It is one order among many and no solve: whom to play against which
bets is not in it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASSES, COMBOS, class_combos
from gutshot.holdem.ranges import HandRange, range_of

__all__ = ["Strength", "TopShare", "combos_of", "strength_order", "top_share"]

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
