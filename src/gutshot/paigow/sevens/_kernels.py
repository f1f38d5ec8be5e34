"""All hands of seven cards by what they satisfy: by sets of ranks, and one by one.

With the joker the natural cards are six. The ranks r0 <= ... <= r6 of natural cards stand at the
sum of C(r_i + i, i + 1): counting up the lowest rank that can rise walks all of them in order.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.paigow.sevens import (
    KIND_BIT,
    KING_QUEEN,
    NOTHING,
    STRAIGHT_MASKS,
    suited_kinds,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

ACE = 12
JOKER = 52
PLACE = np.array([[comb(rank + i, i + 1) for rank in range(13)] for i in range(7)], np.int64)
CHOOSE = np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64)
STRAIGHTS = np.array(STRAIGHT_MASKS, np.int64)
ONES = np.array([one.bit_count() for one in range(1 << 13)], np.int64)
SUITED = np.array(
    [[suited_kinds(one, joker=joker) for one in range(1 << 13)] for joker in (False, True)]
)
FIVE_ACES = KIND_BIT["five_aces"]
ROYAL = KIND_BIT["royal_flush"]
MATCH = KIND_BIT["royal_match"]
FOUR = KIND_BIT["four_of_a_kind"]
FULL_HOUSE = KIND_BIT["full_house"]
THREE = KIND_BIT["three_of_a_kind"]
STRAIGHT = KIND_BIT["straight"]
THREE_PAIR = KIND_BIT["three_pair"]
TWO_PAIR = KIND_BIT["two_pair"]
PAIR = KIND_BIT["pair"]


@kernel
def ranked(ranks: NDArray[np.int64], joker: int) -> int:
    """Return what cards of these rising ranks satisfy whatever their suits, with 0 or 1 joker."""
    once = 0
    most = 0
    pairs = 0
    run = 0
    last = len(ranks) - 1
    aces = joker
    for i in range(len(ranks)):
        rank = ranks[i]
        once |= 1 << rank
        run += 1
        if i == last or ranks[i + 1] != rank:
            if rank == ACE:
                aces += run
            else:
                most = max(most, run)
                pairs += run >= 2
            run = 0
    most = max(most, aces)
    pairs += aces >= 2
    found = 0
    if most >= 5:
        found |= FIVE_ACES
    if most >= 4:
        found |= FOUR
    if most >= 3:
        found |= THREE
        if pairs >= 2:
            found |= FULL_HOUSE
    if pairs >= 1:
        found |= PAIR
    if pairs >= 2:
        found |= TWO_PAIR
    if pairs >= 3:
        found |= THREE_PAIR
    for i in range(len(STRAIGHTS)):
        if ONES[once & STRAIGHTS[i]] + joker >= 5:
            found |= STRAIGHT
    if found == 0:
        return NOTHING * (ACE if joker else int(ranks[last]))
    return found


@kernel
def next_ranks(ranks: NDArray[np.int64]) -> bool:
    """Count up to the next rising ranks; say whether there were any."""
    for i in range(len(ranks)):
        if ranks[i] < (ranks[i + 1] if i + 1 < len(ranks) else ACE):
            ranks[i] += 1
            ranks[:i] = 0
            return True
    return False


@kernel
def count_kinds(joker: int) -> NDArray[np.int64]:
    """Return how many hands with 0 or 1 joker satisfy exactly each set, (13 x NOTHING,).

    For each rising row of ranks: all its ways to be suited, and of these the ones with each choice
    of at least five (with the joker four) different ranks in one suit and no other rank in it.
    """
    out = np.zeros(13 * NOTHING, np.int64)
    size = 7 - joker
    ranks = np.zeros(size, np.int64)
    of_rank = np.empty(size, np.int64)
    times = np.empty(size, np.int64)
    more = True
    while more:
        different = 0
        for i in range(size):
            if i > 0 and ranks[i] == ranks[i - 1]:
                times[different - 1] += 1
            else:
                of_rank[different] = ranks[i]
                times[different] = 1
                different += 1
        if times[:different].max() <= 4:
            kind = ranked(ranks, joker)
            ways = 1
            for i in range(different):
                ways *= CHOOSE[4, times[i]]
            for chosen in range(1 << different):
                if ONES[chosen] + joker < 5:
                    continue
                suited = 4  # suits
                mask = 0
                king_queen = 0
                for i in range(different):
                    if chosen >> i & 1:
                        mask |= 1 << of_rank[i]
                        suited *= CHOOSE[3, times[i] - 1]
                        left = times[i] - 1
                    else:
                        suited *= CHOOSE[3, times[i]]
                        left = times[i]
                    king_queen |= (left == 1) << of_rank[i]
                if suited == 0:
                    continue
                ways -= suited
                found = SUITED[joker, mask]
                joined = (kind & (NOTHING - 1)) | found
                if found & ROYAL and size - ONES[mask] == 2 and king_queen == KING_QUEEN:
                    out[joined | MATCH] += suited // 3  # the queen in the king's suit
                    suited -= suited // 3
                out[joined] += suited
            out[kind] += ways
        more = next_ranks(ranks)
    return out


@kernel
def ranked_table(joker: int) -> NDArray[np.int32]:
    """Return `ranked` of every rising row of ranks, by its place."""
    size = 7 - joker
    ranks = np.zeros(size, np.int64)
    places = 1
    for i in range(size):
        places = places * (13 + i) // (i + 1)
    out = np.empty(places, np.int32)
    for place in range(places):
        out[place] = ranked(ranks, joker)
        next_ranks(ranks)
    return out


@kernel
def suited_hand(suits: int, joker: int) -> int:
    """Return what a hand satisfies by suit, its suits' ranks side by side, 16 bits each."""
    out = 0
    for suit in range(4):
        found = SUITED[joker, suits >> 16 * suit & 0x1FFF]
        out |= found
        if found & ROYAL:
            for other in range(4):
                if other != suit and suits >> 16 * other & 0x1FFF == KING_QUEEN:
                    out |= MATCH
    return out


@kernel
def count_hands(
    first: int, last: int, natural: NDArray[np.int32], with_joker: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Count by set, hand by hand, the hands whose highest id is in [first, last), 0..53.

    `natural` and `with_joker` are the tables of `ranked_table`. The result is (2, 13 x NOTHING).
    Each suit's cards are counted in 8 bits that start at 3, with the joker at 4, so that a flush
    shows in the bit of 8.
    """
    out = np.zeros((2, 13 * NOTHING), np.int64)
    for c6 in range(first, last):
        joker = 1 if c6 == JOKER else 0
        table = with_joker if joker else natural
        p6 = 0 if joker else PLACE[6, c6 >> 2]
        s6 = 0 if joker else 1 << ((c6 & 3) * 16 + (c6 >> 2))
        n6 = 0x04040404 if joker else 0x03030303 + (1 << (c6 & 3) * 8)
        for c5 in range(5, c6):
            p5 = p6 + PLACE[5, c5 >> 2]
            s5 = s6 | 1 << ((c5 & 3) * 16 + (c5 >> 2))
            n5 = n6 + (1 << (c5 & 3) * 8)
            for c4 in range(4, c5):
                p4 = p5 + PLACE[4, c4 >> 2]
                s4 = s5 | 1 << ((c4 & 3) * 16 + (c4 >> 2))
                n4 = n5 + (1 << (c4 & 3) * 8)
                for c3 in range(3, c4):
                    p3 = p4 + PLACE[3, c3 >> 2]
                    s3 = s4 | 1 << ((c3 & 3) * 16 + (c3 >> 2))
                    n3 = n4 + (1 << (c3 & 3) * 8)
                    for c2 in range(2, c3):
                        p2 = p3 + PLACE[2, c2 >> 2]
                        s2 = s3 | 1 << ((c2 & 3) * 16 + (c2 >> 2))
                        n2 = n3 + (1 << (c2 & 3) * 8)
                        for c1 in range(1, c2):
                            p1 = p2 + PLACE[1, c1 >> 2]
                            s1 = s2 | 1 << ((c1 & 3) * 16 + (c1 >> 2))
                            n1 = n2 + (1 << (c1 & 3) * 8)
                            for c0 in range(c1):
                                kind = table[p1 + (c0 >> 2)]
                                if (n1 + (1 << (c0 & 3) * 8)) & 0x08080808:
                                    suits = s1 | 1 << ((c0 & 3) * 16 + (c0 >> 2))
                                    kind = (kind & (NOTHING - 1)) | suited_hand(suits, joker)
                                out[joker, kind] += 1
    return out


register("paigow.sevens.count_kinds", count_kinds, lambda: (1,))
register("paigow.sevens.ranked_table", ranked_table, lambda: (1,))
register(
    "paigow.sevens.count_hands",
    count_hands,
    lambda: (6, 8, ranked_table(0), ranked_table(1)),
)
