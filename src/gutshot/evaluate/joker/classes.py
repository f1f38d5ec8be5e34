"""The different five-card and two-card hands, each list in order: a strength is a place in it."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import accumulate, combinations, permutations
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "FIRST_STRENGTH",
    "HIGH_CATEGORIES",
    "HIGH_STRENGTHS",
    "LOW_STRENGTHS",
    "HandClass",
    "category_of",
    "high_classes",
    "low_classes",
    "straight_ranks",
]

HIGH_CATEGORIES: Final = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
    "five_aces",
)
"""The categories of five cards by their number, weakest first. Two cards have the first two."""

_SIZES: Final = (1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1, 1)

FIRST_STRENGTH: Final[tuple[int, ...]] = (0, *accumulate(_SIZES))
"""The weakest strength of each category, and behind them how many strengths there are."""

HIGH_STRENGTHS: Final = 7_463
"""How many different five-card hands there are: the natural 7,462 and five aces."""

LOW_STRENGTHS: Final = 91
"""How many different two-card hands there are: 78 without a pair, then 13 pairs."""

_FIVE_HIGH: Final = 3
_ACE: Final = 12


class HandClass(NamedTuple):
    """Hands that are equal.

    category : number in `HIGH_CATEGORIES`.
    ranks : the ranks, 0..12, that decide, the first one first: of a full house the three's and the
        pair's, of a straight its top (3 for A-2-3-4-5).
    """

    category: int
    ranks: tuple[int, ...]


def category_of(high: int) -> int:
    """Return the number in `HIGH_CATEGORIES` of a high strength, 0..7462."""
    return bisect_right(FIRST_STRENGTH, high) - 1


def straight_ranks(top: int) -> tuple[int, ...]:
    """Return the five ranks of the straight with that top, 3..12, highest first."""
    return (3, 2, 1, 0, _ACE) if top == _FIVE_HIGH else tuple(range(top, top - 5, -1))


@cache
def high_classes(*, a2345_second_highest: bool = True) -> tuple[HandClass, ...]:
    """Return the 7,463 different five-card hands, weakest first.

    Parameters
    ----------
    a2345_second_highest
        Whether A-2-3-4-5 stands between the straights to the king and to the ace, suited or not;
        otherwise it is the lowest straight.
    """
    tops = [_FIVE_HIGH, *range(4, _ACE)]
    if a2345_second_highest:
        tops = [*tops[1:], _FIVE_HIGH]
    straights = {frozenset(straight_ranks(top)) for top in range(3, 13)}
    apart: list[tuple[int, ...]] = sorted(
        five for five in combinations(range(_ACE, -1, -1), 5) if frozenset(five) not in straights
    )
    by_category: tuple[list[tuple[int, ...]], ...] = (
        apart,
        sorted(_with_kickers(3)),
        sorted(
            (first, second, kicker)
            for first, second in combinations(range(_ACE, -1, -1), 2)
            for kicker in range(13)
            if kicker not in {first, second}
        ),
        sorted(_with_kickers(2)),
        [(top,) for top in (*tops, _ACE)],
        apart,
        sorted(permutations(range(13), 2)),
        sorted(permutations(range(13), 2)),
        [(top,) for top in tops],
        [(_ACE,)],
        [(_ACE,)],
    )
    return tuple(
        HandClass(category, ranks)
        for category, classes in enumerate(by_category)
        for ranks in classes
    )


@cache
def low_classes() -> tuple[HandClass, ...]:
    """Return the 91 different two-card hands, weakest first."""
    return (
        *(HandClass(0, ranks) for ranks in sorted(combinations(range(_ACE, -1, -1), 2))),
        *(HandClass(1, (rank,)) for rank in range(13)),
    )


def _with_kickers(kickers: int) -> Iterator[tuple[int, ...]]:
    """Yield every rank with that many other ranks, highest first, behind it."""
    for ranks in combinations(range(_ACE, -1, -1), kickers):
        for group in range(13):
            if group not in ranks:
                yield (group, *ranks)
