"""Counting on one board after the other: all 1,081 hands against each other.

All hands of a board are put in order once. Going up, a hand beats what stands below it: by class,
less the hands below that hold one of its own cards. Two different hands share at most one card, so
that these are counted card by card, over the 26 classes that hold the card's rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.evaluate.strength._kernels import flush_strength, rank_strength

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
