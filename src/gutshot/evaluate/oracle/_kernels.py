"""Natural hands by sorting their ranks; wild cards by trying every card of the deck for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.evaluate._kernels import (
    ACES_OR_BETTER,
    FIVE_OF_A_KIND,
    FLUSH,
    FOUR_2_4,
    FOUR_2_4_KICKER_A,
    FOUR_2_4_KICKER_A_4,
    FOUR_2S,
    FOUR_5_K,
    FOUR_ACES,
    FOUR_ACES_KICKER_2_4,
    FOUR_DEUCES,
    FOUR_J_K,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    JACKS_OR_BETTER,
    KINGS_OR_BETTER,
    NATURAL_FOUR_OF_A_KIND,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TENS_OR_BETTER,
    THREE_OF_A_KIND,
    TWO_PAIR,
    WILD_ROYAL,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel
def natural_hand(cards: NDArray[np.int64]) -> int:
    """Return the categories of five natural cards, the same card twice allowed."""
    a, b, c, d, e = cards[0] >> 2, cards[1] >> 2, cards[2] >> 2, cards[3] >> 2, cards[4] >> 2
    # a sorting network for five: afterwards a <= b <= c <= d <= e
    if a > b:
        a, b = b, a
    if d > e:
        d, e = e, d
    if c > e:
        c, e = e, c
    if c > d:
        c, d = d, c
    if a > d:
        a, d = d, a
    if a > c:
        a, c = c, a
    if b > e:
        b, e = e, b
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    found = 0
    suit = cards[0] & 3
    flush = (
        cards[1] & 3 == suit
        and cards[2] & 3 == suit
        and cards[3] & 3 == suit
        and cards[4] & 3 == suit
    )
    steps = b == a + 1 and c == a + 2 and d == a + 3
    straight = steps and (e == a + 4 or (a == 0 and e == 12))
    if flush:
        found |= 1 << FLUSH
    if straight:
        found |= 1 << STRAIGHT
    if flush and straight:
        found |= 1 << STRAIGHT_FLUSH
        if a == 8:
            found |= 1 << ROYAL_FLUSH
    if a == e:
        found |= 1 << FIVE_OF_A_KIND
    if a == d or b == e:
        kicker = e if a == d else a
        found |= (1 << FOUR_OF_A_KIND) | (1 << (FOUR_2S + c))
        if c == 12:
            found |= 1 << FOUR_ACES
            if kicker <= 2:
                found |= 1 << FOUR_ACES_KICKER_2_4
        if c <= 2:
            found |= 1 << FOUR_2_4
            if kicker == 12:
                found |= 1 << FOUR_2_4_KICKER_A
            if kicker == 12 or kicker <= 2:
                found |= 1 << FOUR_2_4_KICKER_A_4
        if 3 <= c <= 11:
            found |= 1 << FOUR_5_K
        if 9 <= c <= 11:
            found |= 1 << FOUR_J_K
    if a == c or b == d or c == e:
        found |= 1 << THREE_OF_A_KIND
    if (a == c and d == e and c != d) or (a == b and c == e and b != c):
        found |= 1 << FULL_HOUSE
    if (
        (a == b and c == d and b != c)
        or (a == b and d == e and b != d)
        or (b == c and d == e and c != d)
    ):
        found |= 1 << TWO_PAIR
    pair = -1
    if a == b:
        pair = a
    if b == c:
        pair = b
    if c == d:
        pair = c
    if d == e:
        pair = d
    if pair >= 8:
        found |= 1 << TENS_OR_BETTER
    if pair >= 9:
        found |= 1 << JACKS_OR_BETTER
    if pair >= 11:
        found |= 1 << KINGS_OR_BETTER
    if pair == 12:
        found |= 1 << ACES_OR_BETTER
    return found


@kernel
def satisfied_by_substitution(hand: NDArray[np.uint8], wild_rank: int) -> int:
    """Return the union of the categories over every way to replace the wild cards."""
    cards = np.empty(5, np.int64)
    natural = 0
    for i in range(5):
        if hand[i] < 52 and hand[i] >> 2 != wild_rank:
            cards[natural] = hand[i]
            natural += 1
    wild = 5 - natural
    found = 0
    if wild == 0:
        found = natural_hand(cards)
        if found >> FOUR_OF_A_KIND & 1:
            found |= 1 << NATURAL_FOUR_OF_A_KIND
        return found
    for w in range(52):
        cards[natural] = w
        if wild == 1:
            found |= natural_hand(cards)
            continue
        for x in range(w, 52):
            cards[natural + 1] = x
            if wild == 2:
                found |= natural_hand(cards)
                continue
            for y in range(x, 52):
                cards[natural + 2] = y
                if wild == 3:
                    found |= natural_hand(cards)
                    continue
                for z in range(y, 52):
                    cards[natural + 3] = z
                    found |= natural_hand(cards)
    if found >> ROYAL_FLUSH & 1:
        found = found & ~(1 << ROYAL_FLUSH) | (1 << WILD_ROYAL)
    if natural == 4:
        rank = cards[0] >> 2
        if cards[1] >> 2 == rank and cards[2] >> 2 == rank and cards[3] >> 2 == rank:
            found |= 1 << NATURAL_FOUR_OF_A_KIND
    if wild == 4:
        found |= 1 << FOUR_DEUCES
    return found


@kernel
def satisfied_all_by_substitution(
    size: int, wild_rank: int, first: int, last: int
) -> NDArray[np.int64]:
    """Return the sets of all hands whose highest card is in [first, last), in colex order."""
    last = min(last, size)
    n = 0
    for high in range(first, last):
        n += high * (high - 1) * (high - 2) * (high - 3) // 24
    out = np.empty(n, np.int64)
    hand = np.empty(5, np.uint8)
    at = 0
    for c4 in range(first, last):
        hand[4] = c4
        for c3 in range(3, c4):
            hand[3] = c3
            for c2 in range(2, c3):
                hand[2] = c2
                for c1 in range(1, c2):
                    hand[1] = c1
                    for c0 in range(c1):
                        hand[0] = c0
                        out[at] = satisfied_by_substitution(hand, wild_rank)
                        at += 1
    return out


register("evaluate.oracle.satisfied_all", satisfied_all_by_substitution, lambda: (52, 0, 5, 6))
