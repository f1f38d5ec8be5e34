"""Counting on one board after the other: all 1,081 hands against each other, and a few hands.

All hands of a board are put in order once. Going up, a hand beats what stands below it: by class,
less the hands below that hold one of its own cards. Two different hands share at most one card, so
that these are counted card by card, over the 26 classes that hold the card's rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.evaluate.strength._kernels import flush_strength, rank_strength, strength

if TYPE_CHECKING:
    from numpy.typing import NDArray

ORDERS = 7_462  # different strengths


@kernel
def _place(order: NDArray[np.int32], wanted: int) -> int:
    """Return where a strength stands among all strengths, weakest first."""
    low = 0
    high = len(order) - 1
    while low < high:
        middle = (low + high) >> 1
        if order[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def _add(total: NDArray[np.int32], more: NDArray[np.int32]) -> None:
    for i in range(total.shape[0]):
        total[i] += more[i]


@kernel
def compare_all_hands(
    boards: NDArray[np.uint8],
    weights: NDArray[np.int64],
    combos: NDArray[np.uint8],
    classes: NDArray[np.int64],
    order: NDArray[np.int32],
    pairs: NDArray[np.int32],
    shared: NDArray[np.int32],
) -> None:
    """Add to the sums what each of (n, 5) boards gives, times its weight.

    combos : (1326, 2) cards of a hand, the higher first; classes : (1326,) their class numbers.
    order : (7462,) all strengths, rising.
    pairs : (2, 169, 176) by class of the hand and of the other, in all pairs of hands, how often
    the other is weaker, and weaker or equal (a hand is equal to itself).
    shared : (2, 13, 32, 32) the same over pairs that share a card, for its rank, by the other rank
    of either hand, 13 more when that other card is of another suit.
    A sum over all boards is at most 144 x 2,598,960 and fits.
    """
    pair_place = np.empty((13, 13), np.int64)
    place_of = np.empty(1326, np.int64)
    starts = np.empty(ORDERS + 1, np.int64)
    sorted_hands = np.empty(1326, np.int64)
    weaker = np.zeros(176, np.int32)
    weaker_with = np.zeros((52, 32), np.int32)
    for at in range(len(boards)):
        board = boards[at]
        weight = np.int32(weights[at])
        once = 0
        twice = 0
        thrice = 0
        quads = 0
        suits = 0
        dead = 0
        for i in range(5):
            card = int(board[i])
            bit = 1 << (card >> 2)
            quads |= thrice & bit
            thrice |= twice & bit
            twice |= once & bit
            once |= bit
            suits |= bit << (16 * (card & 3))
            dead |= 1 << card
        flush_suit = -1
        for suit in range(4):
            rest = suits >> (16 * suit) & 0x1FFF
            rest &= rest - 1
            if rest & (rest - 1):
                flush_suit = suit
        suited = suits >> (16 * max(flush_suit, 0)) & 0x1FFF
        for high in range(13):
            bit = 1 << high
            fours = quads | (thrice & bit)
            threes = thrice | (twice & bit)
            twos = twice | (once & bit)
            ones = once | bit
            for low in range(high + 1):
                more = 1 << low
                pair_place[high, low] = _place(
                    order,
                    rank_strength(
                        ones | more,
                        twos | (ones & more),
                        threes | (twos & more),
                        fours | (threes & more),
                    ),
                )
        starts[:] = 0
        for hand in range(1326):
            high_card = int(combos[hand, 0])
            low_card = int(combos[hand, 1])
            if dead >> high_card & 1 or dead >> low_card & 1:
                place_of[hand] = -1
                continue
            place = pair_place[high_card >> 2, low_card >> 2]
            if flush_suit >= 0:
                ranks = suited
                if high_card & 3 == flush_suit:
                    ranks |= 1 << (high_card >> 2)
                if low_card & 3 == flush_suit:
                    ranks |= 1 << (low_card >> 2)
                found = flush_strength(ranks)
                if found >= 0:
                    place = _place(order, found)
            place_of[hand] = place
            starts[place + 1] += 1
        running = 0
        for place in range(ORDERS):
            running += starts[place + 1]
            starts[place + 1] = running
        for hand in range(1326):
            place = place_of[hand]
            if place >= 0:
                sorted_hands[starts[place]] = hand
                starts[place] += 1
        # now starts[place] is where the hands of the next place begin
        weaker[:] = 0
        weaker_with[:] = 0
        first = 0
        while first < 1081:
            last = starts[place_of[sorted_hands[first]]]
            for step in range(3):
                for i in range(first, last):
                    hand = sorted_hands[i]
                    high_card = int(combos[hand, 0])
                    low_card = int(combos[hand, 1])
                    high = high_card >> 2
                    low = low_card >> 2
                    apart = 0 if high_card & 3 == low_card & 3 else 13
                    if step == 1:
                        weaker[classes[hand]] += weight
                        weaker_with[high_card, low + apart] += weight
                        weaker_with[low_card, high + apart] += weight
                    else:  # before the hands of this strength are put below, and after
                        _add(pairs[step >> 1, classes[hand]], weaker)
                        _add(shared[step >> 1, high, low + apart], weaker_with[high_card])
                        _add(shared[step >> 1, low, high + apart], weaker_with[low_card])
            first = last


@kernel
def count_showdowns(
    board: NDArray[np.uint8],
    deck: NDArray[np.uint8],
    first: int,
    combos: NDArray[np.uint8],
    weights: NDArray[np.int64],
    starts: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return (8,) weighted counts of deals by the set of winners, bit i set when player i wins.

    board : (k,) cards that lie, k = 0..5. deck : (n,) cards that may come. Counted are the boards
    whose first card to come is `deck[first]` (any `first` when none is to come).
    combos, weights : (m, 2) and (m,) hands of all players; those of player i are
    `starts[i] : starts[i + 1]`, two or three players. A deal's weight is the product of its hands',
    and the caller sees to it that their sum fits.
    """
    counts = np.zeros(8, np.int64)
    known = len(board)
    missing = 5 - known
    chosen = np.empty(5, np.int64)
    hand = np.empty(7, np.uint8)
    values = np.empty(len(combos), np.int64)
    masks = np.empty(len(combos), np.int64)
    for i in range(len(combos)):
        masks[i] = (1 << int(combos[i, 0])) | (1 << int(combos[i, 1]))
    hand[:known] = board
    for i in range(missing):
        chosen[i] = first + i
    if missing > 0 and first + missing > len(deck):
        return counts
    while True:
        dead = 0
        for i in range(missing):
            hand[known + i] = deck[chosen[i]]
        for i in range(5):
            dead |= 1 << int(hand[i])
        for i in range(len(combos)):
            if masks[i] & dead:
                values[i] = -1
            else:
                hand[5] = combos[i, 0]
                hand[6] = combos[i, 1]
                values[i] = strength(hand)
        for i in range(starts[0], starts[1]):
            if values[i] < 0:
                continue
            for j in range(starts[1], starts[2]):
                if values[j] < 0 or masks[i] & masks[j]:
                    continue
                best = max(values[i], values[j])
                winners = (values[i] == best) | (values[j] == best) << 1
                weight = weights[i] * weights[j]
                if len(starts) == 3:
                    counts[winners] += weight
                    continue
                both = masks[i] | masks[j]
                for k in range(starts[2], starts[3]):
                    if values[k] < 0 or masks[k] & both:
                        continue
                    if values[k] > best:
                        counts[4] += weight * weights[k]
                    elif values[k] == best:
                        counts[winners | 4] += weight * weights[k]
                    else:
                        counts[winners] += weight * weights[k]
        # the next choice of cards, the first one staying
        at = missing - 1
        while at > 0 and chosen[at] == len(deck) - missing + at:
            at -= 1
        if at <= 0:
            return counts
        chosen[at] += 1
        for i in range(at + 1, missing):
            chosen[i] = chosen[i - 1] + 1


def _compare_example() -> tuple[object, ...]:
    combos = np.array([(high, low) for high in range(52) for low in range(high)], np.uint8)
    return (
        np.array([[0, 5, 10, 15, 20]], np.uint8),
        np.ones(1, np.int64),
        combos,
        np.zeros(1326, np.int64),
        np.arange(ORDERS, dtype=np.int32),
        np.zeros((2, 169, 176), np.int32),
        np.zeros((2, 13, 32, 32), np.int32),
    )


register("holdem.compare_all_hands", compare_all_hands, _compare_example)
register(
    "holdem.count_showdowns",
    count_showdowns,
    lambda: (
        np.arange(3, dtype=np.uint8),
        np.arange(3, 9, dtype=np.uint8),
        0,
        np.array([[51, 50], [49, 48], [47, 46]], np.uint8),
        np.ones(3, np.int64),
        np.arange(4),
    ),
)
