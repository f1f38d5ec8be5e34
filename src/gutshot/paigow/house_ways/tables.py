"""A house way as arrays.

Where no five cards are of one suit a setting depends on ranks alone, so that it is kept for every
seven ranks: seven cards r0 <= ... <= r6, the joker of rank 13, stand at the sum of
C(r_i + i, i + 1), below C(20, 7) = 77,520. Hands with a flush are set rule by rule.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.evaluate.joker import HIGH_CATEGORIES, HIGH_STRENGTHS, category_of
from gutshot.evaluate.joker.tables import RANKS_WITH_JOKER
from gutshot.paigow.dealer_hands.classes import RANK_CLASSES, hand_classes
from gutshot.paigow.house_ways.shape import MOST_SETS, SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from gutshot.paigow.house_ways.rule import Rule
    from gutshot.paigow.rules import Rules

__all__ = ["LOW_SHIFT", "SEVEN_PLACES", "WayTables", "way_tables"]

LOW_SHIFT: Final = 13
"""Both strengths in one number: low << 13 | high."""

SEVEN_PLACES: Final = tuple(
    tuple(comb(rank + i, i + 1) for rank in range(RANKS_WITH_JOKER)) for i in range(7)
)
"""What the i-th lowest of seven cards adds to the place of their ranks, (7, 14)."""

_PLACES: Final = comb(RANKS_WITH_JOKER + 6, 7)


class WayTables(NamedTuple):
    """Everything that sets hands; kernels take it as it is.

    rules : (n, 13) int32, a row a rule: shapes as bits; lowest and highest rank of three sets and
        of the highest single card, -1 for none; strongest categories as bits; categories that the
        high hand may have as bits, 0 for the strongest; weakest and strongest low hand.
    categories : (7463,) uint8, the category of each high strength.
    by_ranks : (77520,) int32, both strengths of hands without five cards of a suit, ``low << 13 |
        high``, by the place of their ranks; -1 where there is no such hand.
    """

    rules: NDArray[np.int32]
    categories: NDArray[np.uint8]
    by_ranks: NDArray[np.int32]


@cache
def way_tables(rules: tuple[Rule, ...], table: Rules) -> WayTables:
    """Return the tables of a way's rules at a table; they can't be written to."""
    from gutshot.paigow.house_ways._kernels import set_by_rules

    lines = np.array([_row(rule) for rule in rules], np.int32)
    categories = np.array([category_of(high) for high in range(HIGH_STRENGTHS)], np.uint8)
    by_rules = WayTables(lines, categories, np.empty(0, np.int32))
    for array in by_rules:
        array.flags.writeable = False
    hands = hand_classes().hands[:RANK_CLASSES].copy()
    high, low = set_by_rules(hands, table.tables, by_rules)
    by_ranks = np.full(_PLACES, -1, np.int32)
    by_ranks[np.array(SEVEN_PLACES)[np.arange(7), hands >> 2].sum(axis=1)] = low << LOW_SHIFT | high
    by_ranks.flags.writeable = False
    return WayTables(lines, categories, by_ranks)


def _row(rule: Rule) -> list[int]:
    sets = [*rule.ranks, *[(-1, 12)] * (MOST_SETS - len(rule.ranks))]
    return [
        _bits(rule.hand or SHAPES, _SHAPE_NUMBERS),
        *(bound for both in sets for bound in both),
        *(rule.single or (-1, 12)),
        _bits(rule.makes or HIGH_CATEGORIES, _CATEGORY_NUMBERS),
        _bits(rule.high, _CATEGORY_NUMBERS),
        *rule.low,
    ]


_SHAPE_NUMBERS: Final = {name: number for number, name in enumerate(SHAPES)}
_CATEGORY_NUMBERS: Final = {name: number for number, name in enumerate(HIGH_CATEGORIES)}


def _bits(names: Iterable[str], numbers: Mapping[str, int]) -> int:
    return sum(1 << numbers[name] for name in set(names))
