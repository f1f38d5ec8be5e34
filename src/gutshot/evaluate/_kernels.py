"""Predicates on natural cards and the number of wild cards.

Hands are arrays of five card ids. `wild_rank` is the rank that plays wild, -1 for none; ids from
52 on are jokers. Results are bit sets over `categories.CATEGORIES`; the bits are spelled out here
because a kernel's constants are frozen when it compiles, and a test holds them to the list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROYAL_FLUSH = 0
FOUR_DEUCES = 1
WILD_ROYAL = 2
FIVE_OF_A_KIND = 3
STRAIGHT_FLUSH = 4
FOUR_ACES_KICKER_2_4 = 5
FOUR_2_4_KICKER_A = 6
FOUR_2_4_KICKER_A_4 = 7
FOUR_2S = 8
FOUR_ACES = 21
FOUR_2_4 = 22
FOUR_J_K = 23
FOUR_5_K = 24
NATURAL_FOUR_OF_A_KIND = 25
FOUR_OF_A_KIND = 26
FULL_HOUSE = 27
FLUSH = 28
STRAIGHT = 29
THREE_OF_A_KIND = 30
TWO_PAIR = 31
ACES_OR_BETTER = 32
KINGS_OR_BETTER = 33
JACKS_OR_BETTER = 34
TENS_OR_BETTER = 35

JACK, KING, ACE = 9, 11, 12
WHEEL = 0b1_0000_0000_1111
BROADWAY = 0b1_1111_0000_0000


@kernel
def _quads_with_kicker(rank: int, kicker_bits: int) -> int:
    """Set the bits of four of `rank` beside a kicker whose possible ranks are `kicker_bits`."""
    out = (1 << (FOUR_2S + rank)) | (1 << FOUR_OF_A_KIND)
    if rank == ACE:
        out |= 1 << FOUR_ACES
        if kicker_bits & 0b111:
            out |= 1 << FOUR_ACES_KICKER_2_4
    elif rank <= 2:
        out |= 1 << FOUR_2_4
        if kicker_bits & (1 << ACE):
            out |= (1 << FOUR_2_4_KICKER_A) | (1 << FOUR_2_4_KICKER_A_4)
        elif kicker_bits & 0b111:
            out |= 1 << FOUR_2_4_KICKER_A_4
    else:
        out |= 1 << FOUR_5_K
        if rank >= JACK:
            out |= 1 << FOUR_J_K
    return out


@kernel
def satisfied(hand: NDArray[np.uint8], wild_rank: int) -> int:
    """Return the set of categories that five cards satisfy, as bits."""
    wild = 0
    nibbles = 0
    rank_bits = 0
    suit_bits = 0
    for i in range(5):
        card = int(hand[i])
        if card >= 52 or card >> 2 == wild_rank:
            wild += 1
        else:
            rank = card >> 2
            nibbles += 1 << (4 * rank)
            rank_bits |= 1 << rank
            suit_bits |= 1 << (card & 3)
    distinct = 0
    most = 0
    second = 0
    top_pair = -1  # highest rank that makes a pair, the wild cards helping
    quads = 0
    for rank in range(13):
        count = (nibbles >> (4 * rank)) & 15
        if count:
            distinct += 1
            if count > most:
                second = most
                most = count
            elif count > second:
                second = count
        if count + wild >= 2:
            top_pair = rank
        if count + wild >= 4:
            # the fifth card: the natural one of another rank, else a wild card for any rank
            quads |= _quads_with_kicker(
                rank, 0x1FFF if 5 - wild == count else rank_bits & ~(1 << rank)
            )
    natural = 5 - wild
    out = quads
    if most == 4:
        out |= 1 << NATURAL_FOUR_OF_A_KIND
    if wild == 4 and wild_rank >= 0:
        out |= 1 << FOUR_DEUCES
    if distinct == 1 and wild > 0:
        out |= 1 << FIVE_OF_A_KIND
    if most + wild >= 3:
        out |= 1 << THREE_OF_A_KIND
    if most <= 3 and ((distinct == 2 and second <= 2) or distinct == 1):
        out |= 1 << FULL_HOUSE
    if max(0, 2 - most) + max(0, 2 - second) <= wild:
        out |= 1 << TWO_PAIR
    flush = suit_bits & (suit_bits - 1) == 0
    straight = False
    royal = False
    if distinct == natural:
        royal = rank_bits & ~BROADWAY == 0
        straight = royal or rank_bits & ~WHEEL == 0
        for low in range(8):
            if rank_bits & ~(31 << low) == 0:
                straight = True
    if flush:
        out |= 1 << FLUSH
    if straight:
        out |= 1 << STRAIGHT
    if flush and straight:
        out |= 1 << STRAIGHT_FLUSH
        if royal:
            out |= 1 << (WILD_ROYAL if wild else ROYAL_FLUSH)
    if top_pair == ACE:
        out |= 1 << ACES_OR_BETTER
    if top_pair >= KING:
        out |= 1 << KINGS_OR_BETTER
    if top_pair >= JACK:
        out |= 1 << JACKS_OR_BETTER
    if top_pair >= JACK - 1:
        out |= 1 << TENS_OR_BETTER
    return out


@kernel
def satisfied_many(hands: NDArray[np.uint8], wild_rank: int) -> NDArray[np.int64]:
    """Return the sets for an (n, 5) array of hands, as (n,)."""
    out = np.empty(hands.shape[0], np.int64)
    for i in range(hands.shape[0]):
        out[i] = satisfied(hands[i], wild_rank)
    return out


@kernel
def satisfied_all(size: int, wild_rank: int, first: int, last: int) -> NDArray[np.int64]:
    """Return the sets of all hands whose highest card id is in [first, last), in colex order.

    Colex: the hand c0 < c1 < c2 < c3 < c4 stands at C(c0,1) + C(c1,2) + ... + C(c4,5) - the offset
    of the first hand with highest card `first`; C(size, 5) hands in all for [0, size).
    """
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
                        out[at] = satisfied(hand, wild_rank)
                        at += 1
    return out


register("evaluate.satisfied_many", satisfied_many, lambda: (np.zeros((1, 5), np.uint8), -1))
register("evaluate.satisfied_all", satisfied_all, lambda: (52, 0, 5, 6))
