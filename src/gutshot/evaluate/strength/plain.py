"""The plain twin of the strength kernel: the best five of the cards, each five by its groups."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["plain_strength"]

_WHEEL: Final = [12, 3, 2, 1, 0]
_GROUPS: Final[dict[tuple[int, ...], int]] = {
    (4, 1): 7,
    (3, 2): 6,
    (3, 1, 1): 3,
    (2, 2, 1): 2,
    (2, 1, 1, 1): 1,
}


def plain_strength(cards: Iterable[int]) -> int:
    """Return the strength of five to seven different natural cards."""
    return max(map(_of_five, combinations(cards, 5)))


def _of_five(cards: Sequence[int]) -> int:
    times = Counter(card // 4 for card in cards)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    straight = len(ranks) == 5 and (ranks[0] - ranks[4] == 4 or ranks == _WHEEL)
    if straight:
        ranks = [3 if ranks == _WHEEL else ranks[0]]
    if flush or straight:
        category = 8 if flush and straight else 5 if flush else 4
    else:
        category = _GROUPS.get(tuple(times[rank] for rank in ranks), 0)
    return category << 20 | sum(rank << (16 - 4 * place) for place, rank in enumerate(ranks))
