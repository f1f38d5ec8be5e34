"""Strengths by look-up: of five cards by their ranks, or by the set of ranks of one suit.

A card's rank is its id divided by 4, so that the joker, 52, has a rank of its own, 13, above the
ace's. Five ranks r0 <= ... <= r4 stand at the sum of C(r_i + i, i + 1), below C(18, 5) = 8,568.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.evaluate.joker.classes import (
    FIRST_STRENGTH,
    HIGH_CATEGORIES,
    high_classes,
    low_classes,
    straight_ranks,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

__all__ = [
    "NONE",
    "PLACES",
    "RANKS_WITH_JOKER",
    "StrengthTables",
    "high_strength",
    "low_strength",
    "strength_tables",
]

RANKS_WITH_JOKER: Final = 14
"""Ranks 0..12, and 13 for the joker."""

NONE: Final = -1
"""What stands in a table where there is no such hand."""

PLACES: Final = tuple(
    tuple(comb(rank + i, i + 1) for rank in range(RANKS_WITH_JOKER)) for i in range(5)
)
"""What the i-th lowest of five cards adds to the place of their ranks, (5, 14)."""

_JOKER: Final = 13
_ACE: Final = 12
_GROUPED: Final = {1: (2, 1, 1, 1), 2: (2, 2, 1), 3: (3, 1, 1), 6: (3, 2), 7: (4, 1)}
_STRAIGHTS: Final = {"straight", "straight_flush", "royal_flush"}
_SUITED: Final = {"flush", "straight_flush", "royal_flush"}


class StrengthTables(NamedTuple):
    """Everything that finds strengths; kernels take it as it is. All arrays are int16.

    by_ranks : (8568,) high strengths of five cards not of one suit, by the place of their ranks.
    by_suited : (16384,) high strengths of five cards of one suit, the joker being of every suit,
        by the set of their ranks as bits. `NONE` where there are not five.
    low : (196,) low strengths by 14 x rank + rank.
    least_high : (91,) the weakest high strength that outranks each low strength.
    """

    by_ranks: NDArray[np.int16]
    by_suited: NDArray[np.int16]
    low: NDArray[np.int16]
    least_high: NDArray[np.int16]


@cache
def strength_tables(*, a2345_second_highest: bool = True) -> StrengthTables:
    """Return the tables for one of the two places of A-2-3-4-5; they can't be written to."""
    by_ranks = np.full(comb(18, 5), NONE, np.int16)
    by_suited = np.full(1 << RANKS_WITH_JOKER, NONE, np.int16)
    classes = high_classes(a2345_second_highest=a2345_second_highest)
    # Rising: where the joker can be several ranks, the strongest is written last and stays.
    for strength, (category, ranks) in enumerate(classes):
        name = HIGH_CATEGORIES[category]
        if name == "five_aces":
            by_ranks[_place([_ACE] * 4 + [_JOKER])] = strength
            continue
        straight = name in _STRAIGHTS
        if straight:
            five = straight_ranks(ranks[0])
        else:
            times = _GROUPED.get(category, (1,) * 5)
            five = tuple(r for r, n in zip(ranks, times, strict=True) for _ in range(n))
        if name in _SUITED:
            bits = sum(1 << rank for rank in five)
            by_suited[bits] = strength
            for rank in five:
                by_suited[bits ^ (1 << rank) | 1 << _JOKER] = strength
        else:
            by_ranks[_place(five)] = strength
            for rank in set(five) if straight else {_ACE} & set(five):
                rest = list(five)
                rest.remove(rank)
                by_ranks[_place([*rest, _JOKER])] = strength
    lows = {ranks: strength for strength, (_, ranks) in enumerate(low_classes())}
    both = (*range(13), _ACE)
    low = [lows[tuple(sorted({a, b}, reverse=True))] for a in both for b in both]
    weakest = classes[: FIRST_STRENGTH[HIGH_CATEGORIES.index("two_pair")]]
    # a tuple that another one continues is the lower of the two, as are missing cards
    least_high = [bisect_right(weakest, one) for one in low_classes()]
    tables = StrengthTables(
        by_ranks, by_suited, np.array(low, np.int16), np.array(least_high, np.int16)
    )
    for table in tables:
        table.flags.writeable = False
    return tables


def high_strength(cards: Sequence[int], tables: StrengthTables) -> int:
    """Return the strength, 0..7462, of five different cards, ids 0..52."""
    ranks = [card >> 2 for card in cards]
    if len({card & 3 for card in cards if card >> 2 != _JOKER}) == 1:
        return int(tables.by_suited[sum(1 << rank for rank in ranks)])
    return int(tables.by_ranks[_place(ranks)])


def low_strength(cards: Sequence[int], tables: StrengthTables) -> int:
    """Return the strength, 0..90, of two different cards, ids 0..52."""
    first, second = cards
    return int(tables.low[RANKS_WITH_JOKER * (first >> 2) + (second >> 2)])


def _place(ranks: Iterable[int]) -> int:
    return sum(PLACES[i][rank] for i, rank in enumerate(sorted(ranks)))
