"""Charts as a dealer learns them: look at the cards, put two of them in front. No enumeration.

Hands whose five best cards are a straight, a flush or a straight flush are left out: a chart only
says there what the front should be, which is an enumeration.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LETTERS = "23456789TJQKA"
T, J, K, A = (LETTERS.index(letter) for letter in "TJKA")
SIX, SEVEN, DEUCE = 4, 5, 0


def front_ranks(way: str, cards: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, int]]:
    """Return the sizes of a hand's sets and the two ranks, 0..12, that a chart puts in front.

    The joker is an ace.
    """
    times = Counter(min(card >> 2, A) for card in cards)
    sets = sorted((r for r in times if times[r] > 1), key=lambda r: (times[r], r), reverse=True)
    singles = sorted((r for r in times if times[r] == 1), reverse=True)
    sizes = tuple(times[r] for r in sets)
    return sizes, _front(way, sizes, sets, singles)


def _front(  # noqa: C901, PLR0911 - a chart has a line for each shape
    way: str, sizes: tuple[int, ...], sets: list[int], singles: list[int]
) -> tuple[int, int]:
    match sizes:
        case ():
            return singles[1], singles[2]
        case (2,):
            return singles[0], singles[1]
        case (2, 2):
            split = SPLITS_TWO_PAIR[way](sets[0], sets[1], singles[0])
            return _pair(sets[1]) if split else _best(singles)
        case (2, 2, 2) | (3, 3):
            return _pair(sets[0])
        case (3,):
            return (A, singles[0]) if sets[0] == A else _best(singles)
        case (3, 2):
            whole = way != "foxwoods" and sets[1] == DEUCE and singles[:2] == [A, K]
            return _best(singles) if whole else _pair(sets[1])
        case (3, 2, 2):
            return _pair(sets[1])
        case (4,):
            whole = KEEPS_FOUR[way](sets[0], singles[0], singles[1])
            return _best(singles) if whole else _pair(sets[0])
        case (4, 2) | (4, 3):
            return _pair(sets[1] if KEEPS_FOUR_WITH_PAIR[way](sets[0], sets[1]) else sets[0])
        case (5,):
            return _pair(A)
        case _:
            return _pair(K if sets[1] == K else A)


def _pair(rank: int) -> tuple[int, int]:
    return rank, rank


def _best(singles: Sequence[int]) -> tuple[int, int]:
    return singles[0], singles[1]


def _trump_two_pair(high: int, low: int, single: int) -> bool:
    if high <= SIX or (high <= T and low <= SIX):
        return single < K
    if (high < A and low <= SIX) or high <= T:
        return single < A
    return True


def _nugget_two_pair(high: int, low: int, single: int) -> bool:
    if high == A:
        return True
    if single == A:
        return high >= J and low >= SIX
    return high >= SEVEN


def _foxwoods_two_pair(high: int, low: int, single: int) -> bool:  # noqa: ARG001 - as the others
    if high >= J:
        return True
    return single < (A if high >= SEVEN else K)


def _flamingo_two_pair(high: int, low: int, single: int) -> bool:
    if high <= SIX or (high <= T and single == A):
        return False
    return not (J <= high <= K and low < SIX and single == A)


SPLITS_TWO_PAIR: dict[str, Callable[[int, int, int], bool]] = {
    "trump-plaza": _trump_two_pair,
    "golden-nugget": _nugget_two_pair,
    "foxwoods": _foxwoods_two_pair,
    "flamingo": _flamingo_two_pair,
}

# by the rank of the four and the best two other cards
KEEPS_FOUR: dict[str, Callable[[int, int, int], bool]] = {
    "trump-plaza": lambda four, one, _two: (
        four <= SIX or (four <= T and one >= K) or (four < A and one == A)
    ),
    "golden-nugget": lambda four, one, _two: four <= SIX or (four <= T and one == A),
    "foxwoods": lambda four, one, _two: four <= SIX or (four <= T and one >= K),
    "flamingo": lambda four, one, two: four <= SIX or (four <= T and one == A and two >= J),
}

# by the ranks of the four and of the pair or three
KEEPS_FOUR_WITH_PAIR: dict[str, Callable[[int, int], bool]] = {
    "trump-plaza": lambda _four, _pair: True,
    "foxwoods": lambda _four, _pair: True,
    "golden-nugget": lambda four, pair: four <= T or pair >= (SEVEN if four == A else T),
    "flamingo": lambda four, pair: four <= T or pair >= (SEVEN if four == A else T),
}
