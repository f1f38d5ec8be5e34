"""Strengths of many hands with the joker, from the tables.

Five cards that are no flush are looked up at the place of their sorted ranks, a sum of one entry of
`PLACES` a card. Seven sorted cards without two are three runs of them, whose cards have moved down
by none, one and two: three running sums give all 21 places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.evaluate.joker.tables import PLACES, RANKS_WITH_JOKER, strength_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.evaluate.joker.tables import StrengthTables

PLACE = np.array(PLACES, np.int64)
JOKER = 52
SCRATCH = 32
"""How many int64 `splits_with` writes to."""

SPLITS = np.array([(i, j) for i in range(7) for j in range(i + 1, 7)], np.uint8)
"""The two dealt cards in front in each of the 21 splits, (21, 2)."""

SPLIT_OF = np.zeros((7, 7), np.uint8)
"""The number of the split with these two dealt cards in front, (7, 7), either one first."""
for _split, (_i, _j) in enumerate(SPLITS):
    SPLIT_OF[_i, _j] = SPLIT_OF[_j, _i] = _split


@kernel
def five_strength(cards: NDArray[np.uint8], tables: StrengthTables) -> int:
    """Return the high strength of five different cards, ids 0..52."""
    suits = 0
    bits = 0
    for i in range(5):
        bits |= 1 << (cards[i] >> 2)
        if cards[i] != JOKER:
            suits |= 1 << (cards[i] & 3)
    if suits & (suits - 1) == 0:
        return int(tables.by_suited[bits])
    # sorted by a network of 9 exchanges
    a, b, c = int(cards[0]) >> 2, int(cards[1]) >> 2, int(cards[2]) >> 2
    d, e = int(cards[3]) >> 2, int(cards[4]) >> 2
    a, d, b, e = min(a, d), max(a, d), min(b, e), max(b, e)
    a, c, b, d = min(a, c), max(a, c), min(b, d), max(b, d)
    a, b, c, e = min(a, b), max(a, b), min(c, e), max(c, e)
    b, c, d, e = min(b, c), max(b, c), min(d, e), max(d, e)
    c, d = min(c, d), max(c, d)
    place = PLACE[0, a] + PLACE[1, b] + PLACE[2, c] + PLACE[3, d] + PLACE[4, e]
    return int(tables.by_ranks[place])


@kernel
def five_strengths(hands: NDArray[np.uint8], tables: StrengthTables) -> NDArray[np.int16]:
    """Return the high strengths of an (n, 5) array of hands, as (n,)."""
    out = np.empty(hands.shape[0], np.int16)
    for i in range(hands.shape[0]):
        out[i] = five_strength(hands[i], tables)
    return out


@kernel
def split_strengths(
    cards: NDArray[np.uint8],
    tables: StrengthTables,
    high: NDArray[np.int16],
    low: NDArray[np.int16],
) -> None:
    """Write the strengths of all splits of seven different cards to `high` and `low`, both (21,).

    Split k has the dealt cards SPLITS[k] in front and the other five behind. A loop over many hands
    calls `splits_with` and keeps the scratch.
    """
    splits_with(np.empty(SCRATCH, np.int64), cards, tables, high, low)


@kernel
def splits_with(
    scratch: NDArray[np.int64],
    cards: NDArray[np.uint8],
    tables: StrengthTables,
    high: NDArray[np.int16],
    low: NDArray[np.int16],
) -> None:
    """Do what `split_strengths` does, with (SCRATCH,) places that may hold anything."""
    suits = 0
    for i in range(7):
        if cards[i] == JOKER:
            suits += 0x01010101
        else:
            suits += 1 << (cards[i] & 3) * 8
    # the dealt places below the ids, sorted by a network of 16 exchanges
    a, b = int(cards[0]) << 3, int(cards[1]) << 3 | 1
    c, d = int(cards[2]) << 3 | 2, int(cards[3]) << 3 | 3
    e, f, g = int(cards[4]) << 3 | 4, int(cards[5]) << 3 | 5, int(cards[6]) << 3 | 6
    a, g, c, d, e, f = min(a, g), max(a, g), min(c, d), max(c, d), min(e, f), max(e, f)
    a, c, b, e, d, g = min(a, c), max(a, c), min(b, e), max(b, e), min(d, g), max(d, g)
    a, b, c, f, d, e = min(a, b), max(a, b), min(c, f), max(c, f), min(d, e), max(d, e)
    b, c, e, g = min(b, c), max(b, c), min(e, g), max(e, g)
    c, d, e, f = min(c, d), max(c, d), min(e, f), max(e, f)
    b, c, d, e, f, g = min(b, c), max(b, c), min(d, e), max(d, e), min(f, g), max(f, g)
    order = scratch[:7]
    order[0], order[1], order[2], order[3] = a, b, c, d
    order[4], order[5], order[6] = e, f, g
    # what the cards below each place add when they have moved down by none, one and two
    none, one, two = scratch[8:16], scratch[16:24], scratch[24:32]
    in_none = 0
    in_one = 0
    in_two = 0
    for i in range(7):
        none[i] = in_none
        one[i] = in_one
        two[i] = in_two
        rank = order[i] >> 5
        if i < 5:
            in_none += PLACE[i, rank]
        if 1 <= i < 6:
            in_one += PLACE[i - 1, rank]
        if i >= 2:
            in_two += PLACE[i - 2, rank]
    one[7] = in_one
    two[7] = in_two
    for i in range(6):
        first = order[i]
        head = none[i] - one[i + 1] + in_two
        row = RANKS_WITH_JOKER * (first >> 5)
        for j in range(i + 1, 7):
            second = order[j]
            split = SPLIT_OF[first & 7, second & 7]
            high[split] = tables.by_ranks[head + one[j] - two[j + 1]]
            low[split] = tables.low[row + (second >> 5)]
    if (suits + 0x03030303) & 0x08080808:
        for suit in range(4):
            suited = suits >> 8 * suit & 255
            if suited >= 5:
                _flush_splits(order, suit, suited, tables, high)


@kernel
def _flush_splits(
    order: NDArray[np.int64],
    suit: int,
    suited: int,
    tables: StrengthTables,
    high: NDArray[np.int16],
) -> None:
    """Write the strengths of those splits whose five cards are of one suit."""
    bits = 0
    for i in range(7):
        card = order[i] >> 3
        if card == JOKER or card & 3 == suit:
            bits |= 1 << (card >> 2)
    for i in range(7):
        for j in range(i + 1, 7):
            left = suited
            five = bits
            for at in (i, j):
                card = order[at] >> 3
                if card == JOKER or card & 3 == suit:
                    left -= 1
                    five &= ~(1 << (card >> 2))
            if left == 5:
                high[SPLIT_OF[order[i] & 7, order[j] & 7]] = tables.by_suited[five]


@kernel
def strengths_of_splits(
    hands: NDArray[np.uint8], tables: StrengthTables
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the high and the low strengths of all splits of (n, 7) hands, both (n, 21)."""
    high = np.empty((hands.shape[0], 21), np.int16)
    low = np.empty((hands.shape[0], 21), np.int16)
    scratch = np.empty(SCRATCH, np.int64)
    for i in range(hands.shape[0]):
        splits_with(scratch, hands[i], tables, high[i], low[i])
    return high, low


@kernel
def count_five(tables: StrengthTables, strengths: int) -> NDArray[np.int64]:
    """Return how many of all five-card hands have each strength, as (strengths,)."""
    out = np.zeros(strengths, np.int64)
    hand = np.empty(5, np.uint8)
    for c4 in range(JOKER + 1):
        hand[4] = c4
        for c3 in range(c4):
            hand[3] = c3
            for c2 in range(c3):
                hand[2] = c2
                for c1 in range(c2):
                    hand[1] = c1
                    for c0 in range(c1):
                        hand[0] = c0
                        out[five_strength(hand, tables)] += 1
    return out


@kernel
def count_best(first: int, last: int, tables: StrengthTables, best: NDArray[np.int64]) -> int:
    """Compare all splits, of hands whose highest id is in [first, last), with their five and two.

    Each hand adds one to the place of its highest strength in `best`, (7463,). Returned is how many
    splits differ.
    """
    differ = 0
    hand = np.empty(7, np.uint8)
    five = np.empty(5, np.uint8)
    high = np.empty(21, np.int16)
    low = np.empty(21, np.int16)
    scratch = np.empty(SCRATCH, np.int64)
    for c6 in range(first, last):
        hand[3] = c6
        for c5 in range(c6):
            hand[0] = c5
            for c4 in range(c5):
                hand[6] = c4
                for c3 in range(c4):
                    hand[1] = c3
                    for c2 in range(c3):
                        hand[5] = c2
                        for c1 in range(c2):
                            hand[2] = c1
                            for c0 in range(c1):
                                hand[4] = c0
                                splits_with(scratch, hand, tables, high, low)
                                best[high.max()] += 1
                                for split in range(21):
                                    i = SPLITS[split, 0]
                                    j = SPLITS[split, 1]
                                    at = 0
                                    for place in range(7):
                                        if place not in (i, j):
                                            five[at] = hand[place]
                                            at += 1
                                    front = RANKS_WITH_JOKER * (hand[i] >> 2) + (hand[j] >> 2)
                                    differ += (
                                        high[split] != five_strength(five, tables)
                                        or low[split] != tables.low[front]
                                    )
    return differ


register(
    "evaluate.joker.five_strengths",
    five_strengths,
    lambda: (np.arange(5, dtype=np.uint8)[None], strength_tables()),
)
register(
    "evaluate.joker.strengths_of_splits",
    strengths_of_splits,
    lambda: (np.arange(7, dtype=np.uint8)[None], strength_tables()),
)
register("evaluate.joker.count_five", count_five, lambda: (strength_tables(), 7_463))
register(
    "evaluate.joker.count_best",
    count_best,
    lambda: (6, 8, strength_tables(), np.zeros(7_463, np.int64)),
)
