"""The strength of five to seven natural cards, from sets of ranks.

`once`, `twice`, `thrice` and `quads` are the sets of ranks, 13 bits each, that occur at least one,
two, three and four times. A hand of up to seven cards with a flush has no four of a kind and no
full house: those leave at most four different ranks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register

if TYPE_CHECKING:
    from numpy.typing import NDArray

PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(1, 9)

TOP = np.array([max(0, bits.bit_length() - 1) for bits in range(8192)], np.uint8)
"""The highest rank of a set of ranks."""


@kernel
def straight_top(once: int) -> int:
    """Return the highest rank of the best straight in a set of ranks, -1 without one."""
    with_low_ace = (once << 1) | (once >> 12 & 1)
    lowest = with_low_ace & with_low_ace >> 1
    lowest &= lowest >> 2 & with_low_ace >> 4
    return -1 if lowest == 0 else int(TOP[lowest]) + 3


@kernel
def top_ranks(once: int, count: int) -> int:
    """Return the `count` highest ranks of a set, 4 bits each, the highest first."""
    out = 0
    for _ in range(count):
        top = int(TOP[once])
        out = out << 4 | top
        once &= ~(1 << top)
    return out


@kernel
def rank_strength(  # noqa: PLR0911 - one return a category
    once: int, twice: int, thrice: int, quads: int
) -> int:
    """Return the strength of five to seven cards that make no flush."""
    if quads:
        top = int(TOP[quads])
        return FOUR << 20 | top << 16 | int(TOP[once & ~(1 << top)]) << 12
    if thrice:
        top = int(TOP[thrice])
        pairs = twice & ~(1 << top)
        if pairs:
            return FULL_HOUSE << 20 | top << 16 | int(TOP[pairs]) << 12
    high = straight_top(once)
    if high >= 0:
        return STRAIGHT << 20 | high << 16
    if thrice:
        top = int(TOP[thrice])
        return THREE << 20 | top << 16 | top_ranks(once & ~(1 << top), 2) << 8
    if twice:
        top = int(TOP[twice])
        pairs = twice & ~(1 << top)
        if pairs:
            second = int(TOP[pairs])
            kicker = int(TOP[once & ~(1 << top) & ~(1 << second)])
            return TWO_PAIR << 20 | top << 16 | second << 12 | kicker << 8
        return PAIR << 20 | top << 16 | top_ranks(once & ~(1 << top), 3) << 4
    return top_ranks(once, 5)


@kernel
def flush_strength(suited: int) -> int:
    """Return the strength of the best flush in the ranks of one suit, -1 for fewer than five."""
    rest = suited
    for _ in range(4):
        rest &= rest - 1
    if rest == 0:
        return -1
    high = straight_top(suited)
    if high >= 0:
        return STRAIGHT_FLUSH << 20 | high << 16
    return FLUSH << 20 | top_ranks(suited, 5)


@kernel
def strength(cards: NDArray[np.uint8]) -> int:
    """Return the strength of five to seven different natural cards, as ids."""
    once = 0
    twice = 0
    thrice = 0
    quads = 0
    suits = 0
    for i in range(len(cards)):
        card = int(cards[i])
        bit = 1 << (card >> 2)
        quads |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
        suits |= bit << (16 * (card & 3))
    for suit in range(4):
        found = flush_strength(suits >> (16 * suit) & 0x1FFF)
        if found >= 0:
            return found
    return rank_strength(once, twice, thrice, quads)


@kernel
def strengths(hands: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return the strengths of an (n, k) array of hands of k = 5..7 cards, as (n,)."""
    out = np.empty(hands.shape[0], np.int32)
    for i in range(hands.shape[0]):
        out[i] = strength(hands[i])
    return out


@kernel
def seven_card_categories(first: int, last: int) -> NDArray[np.int64]:
    """Count by category, as (9,), the seven-card hands whose highest id is in [first, last)."""
    counts = np.zeros(9, np.int64)
    hand = np.empty(7, np.uint8)
    for c6 in range(first, last):
        hand[6] = c6
        for c5 in range(5, c6):
            hand[5] = c5
            for c4 in range(4, c5):
                hand[4] = c4
                for c3 in range(3, c4):
                    hand[3] = c3
                    for c2 in range(2, c3):
                        hand[2] = c2
                        for c1 in range(1, c2):
                            hand[1] = c1
                            for c0 in range(c1):
                                hand[0] = c0
                                counts[strength(hand) >> 20] += 1
    return counts


register("evaluate.strengths", strengths, lambda: (np.arange(7, dtype=np.uint8)[None],))
register("evaluate.seven_card_categories", seven_card_categories, lambda: (6, 8))
