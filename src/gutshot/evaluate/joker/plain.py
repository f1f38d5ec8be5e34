"""The slow twin: put every card in the place of the joker, and keep what the rules allow.

It knows no table and no numbering: hands are tuples that compare as the hands do.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["plain_high", "plain_low"]

_JOKER: Final = 52
_ACE: Final = 12
_WHEEL: Final = [12, 3, 2, 1, 0]
_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH, _FIVE_ACES = 4, 5, 8, 9
_GROUPS: Final[dict[tuple[int, ...], int]] = {
    (5,): _FIVE_ACES,
    (4, 1): 7,
    (3, 2): 6,
    (3, 1, 1): 3,
    (2, 2, 1): 2,
    (2, 1, 1, 1): 1,
}


def plain_high(cards: Sequence[int], *, a2345_second_highest: bool = True) -> tuple[int, ...]:
    """Return five different cards, ids 0..52, as (category, ranks that decide).

    Ranks are doubled, so that the top of A-2-3-4-5 finds its place between or below the others.
    """
    if _JOKER not in cards:
        return _natural(cards, second_highest=a2345_second_highest)
    four = [card for card in cards if card != _JOKER]
    found = []
    for card in range(52):
        hand = _natural([*four, card], second_highest=a2345_second_highest)
        completes = card not in four and hand[0] in {_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH}
        if completes or card >> 2 == _ACE:
            found.append(hand)
    return max(found)


def plain_low(cards: Sequence[int]) -> tuple[int, ...]:
    """Return two different cards, ids 0..52, as (category, ranks that decide), ranks doubled."""
    ranks = sorted((2 * min(card >> 2, _ACE) for card in cards), reverse=True)
    return (1, ranks[0]) if ranks[0] == ranks[1] else (0, *ranks)


def _natural(cards: Sequence[int], *, second_highest: bool) -> tuple[int, ...]:
    times = Counter(card >> 2 for card in cards)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    flush = len(set(cards)) == 5 and len({card & 3 for card in cards}) == 1
    straight = len(ranks) == 5 and (ranks[0] - ranks[4] == 4 or ranks == _WHEEL)
    if straight:
        top = (23 if second_highest else 6) if ranks == _WHEEL else 2 * ranks[0]
        return (_STRAIGHT_FLUSH if flush else _STRAIGHT, top)
    category = _FLUSH if flush else _GROUPS.get(tuple(times[rank] for rank in ranks), 0)
    return (category, *(2 * rank for rank in ranks))
