"""All boards by ranks, and those with three or more cards of one suit, with all hands' places.

6,175 sets of ranks stand for the 2,598,960 boards when suits are left out. A board with three,
four or five cards of one suit is the set of their ranks, of 286, 715 or 1,287, and what other ranks
lie: 36,608 together. A *place* is a strength's number among all strengths that occur, from 0 on.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["RANK_PAIRS", "Boards", "boards"]

RANK_PAIRS: Final = tuple((high, low) for high in range(13) for low in range(high + 1))
"""The 91 pairs of ranks that a hand can have, the higher rank first; C(high + 1, 2) + low."""

_RANKS: Final = tuple((rank,) for rank in range(13))
_NONE: Final = -1
_NO_FACTOR: Final = 65


class Boards(NamedTuple):
    """What `_kernels.count_hands` takes, in its order; the shapes are described there."""

    factors: NDArray[np.int64]
    board_places: NDArray[np.int16]
    suits: NDArray[np.int64]
    places_of_three: NDArray[np.int16]
    places_of_four: NDArray[np.int16]
    places_of_five: NDArray[np.int16]
    flush_places: NDArray[np.int16]


@cache
def boards() -> Boards:
    """Return all boards and places: 10 MB, made in half a second at the first call."""
    from gutshot.evaluate.strength._kernels import flush_strength
    from gutshot.holdem.three_way._kernels import WIDTHS, rank_strengths

    pairs = np.array(RANK_PAIRS)
    of_ranks = [
        ranks
        for ranks in combinations_with_replacement(range(13), 5)
        if max(map(ranks.count, ranks)) <= 4
    ]
    strengths = [rank_strengths(_times(of_ranks), pairs)]
    suits: list[int] = []
    others: tuple[tuple[int, ...], ...]
    for size, others, width in zip((3, 4, 5), (RANK_PAIRS, _RANKS, ((),)), WIDTHS, strict=True):
        sets = list(combinations(range(13), size))
        suits += [sum(1 << rank for rank in ranks) for ranks in sets]
        # behind the other ranks come some that will weigh nothing
        rest = _times((others * 2)[:width])
        times = (_times(sets)[:, None] + rest).reshape(-1, 13)
        strengths.append(rank_strengths(times, pairs).reshape(len(pairs), len(sets), width))
    held = [0, *(1 << rank for rank in range(13))]
    held += [1 << high | 1 << low for high in range(13) for low in range(high)]
    strengths.append(
        np.array(
            [[_NONE if own & at else flush_strength(own | at) for at in suits] for own in held]
        )
    )
    occurs = np.zeros(9 << 20, np.bool_)
    for part in strengths:
        occurs[part + 1] = True
    place = np.cumsum(occurs, dtype=np.int16) - np.int16(2)  # of no flush, which is the lowest: -1
    by_board, with_three, with_four, with_five, flushes = (place[part + 1] for part in strengths)
    factors = np.array([_factors(ranks) for ranks in of_ranks]).T.copy()
    return Boards(
        factors,
        by_board,
        np.array(suits),
        with_three,
        with_four,
        with_five[:, :, 0].copy(),
        flushes,
    )


def _times(boards: Sequence[tuple[int, ...]]) -> NDArray[np.uint8]:
    return np.array([[ranks.count(rank) for rank in range(13)] for ranks in boards], np.uint8)


def _factors(ranks: tuple[int, ...]) -> list[int]:
    found = [5 * rank + ranks.count(rank) for rank in sorted(set(ranks))]
    return found + [_NO_FACTOR] * (5 - len(found))
