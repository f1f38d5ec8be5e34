"""How many hands of a deck each class has, hands of a deck one after the other, and drawn ones."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register

if TYPE_CHECKING:
    from numpy.typing import NDArray

JOKER = 52
CHOOSE = np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


@kernel
def count_classes(
    deck: NDArray[np.uint8],
    ranks: NDArray[np.uint8],
    pairs: NDArray[np.uint8],
    fives: NDArray[np.uint16],
    sixes: NDArray[np.uint16],
    sevens: NDArray[np.uint16],
    without_flush: NDArray[np.int32],
) -> NDArray[np.int64]:
    """Return how many hands of the deck's cards, ids 0..52, each class has.

    All hands with a class's ranks are the product of its cards' choices; those with a flush are
    taken from them, and counted in their own class. No number exceeds C(53, 7).
    """
    suits = np.zeros(4, np.int64)
    left = np.zeros(14, np.int64)
    joker = 0
    for card in deck:
        left[card >> 2] += 1
        if card == JOKER:
            joker = 1 << 13
        else:
            suits[card & 3] |= 1 << (card >> 2)
    first = len(ranks)
    counts = np.zeros(first + len(without_flush), np.int64)
    for i in range(first):
        hands = 1
        at = 0
        while at < 7:
            rank = ranks[i, at]
            run = 1
            while at + run < 7 and ranks[i, at + run] == rank:
                run += 1
            hands *= CHOOSE[left[rank], run]
            at += run
        counts[i] = hands
    others = np.empty(13, np.int64)
    beside = np.empty(len(pairs), np.int64)
    for suit in range(4):
        missing = ~(suits[suit] | joker)
        for rank in range(13):
            others[rank] = left[rank] - (suits[suit] >> rank & 1)
        for i in range(len(pairs)):
            one, two = pairs[i]
            beside[i] = CHOOSE[others[one], 2] if one == two else others[one] * others[two]
        place = first
        for five in fives:
            if not five & missing:
                for i in range(len(pairs)):
                    counts[place + i] += beside[i]
            place += len(pairs)
        for six in sixes:
            if not six & missing:
                for rank in range(13):
                    counts[place + rank] += others[rank]
            place += 13
        for seven in sevens:
            if not seven & missing:
                counts[place] += 1
            place += 1
    for i in range(len(without_flush)):
        counts[without_flush[i]] -= counts[first + i]
    return counts


@kernel
def add_up(counts: NDArray[np.int64], cells: NDArray[np.int32], sums: NDArray[np.int64]) -> None:
    """Add the count of each class to the cell where it belongs."""
    for i in range(len(counts)):
        sums[cells[i]] += counts[i]


@kernel
def count_outcomes(
    high: NDArray[np.int32],
    low: NDArray[np.int32],
    counts: NDArray[np.int64],
    my_high: int,
    my_low: int,
) -> tuple[int, int]:
    """Return of how many hands both strengths are lower than mine, and of how many neither."""
    win = 0
    lose = 0
    for i in range(len(counts)):
        won = np.int64(high[i] < my_high) + np.int64(low[i] < my_low)
        win += counts[i] if won == 2 else 0
        lose += counts[i] if won == 0 else 0
    return win, lose


@kernel
def next_hands(deck: NDArray[np.uint8], places: NDArray[np.int64], hands: NDArray[np.uint8]) -> int:
    """Fill `hands`, (n, 7), with the hands that begin at `places`; return how many there were.

    `places` are seven rising places in the deck, those of the next hand; they are moved on, and
    the first of them is beyond the deck when all hands were given.
    """
    size = len(deck)
    for row in range(len(hands)):
        if places[0] > size - 7:
            return row
        for i in range(7):
            hands[row, i] = deck[places[i]]
        at = 6
        while at > 0 and places[at] == size - 7 + at:
            at -= 1
        places[at] += 1
        for i in range(at + 1, 7):
            places[i] = places[i - 1] + 1
    return len(hands)


@kernel
def draw_hands(seed: np.uint64, deck: NDArray[np.uint8], hands: NDArray[np.uint8]) -> None:
    """Fill `hands`, (n, k), with k cards a row drawn from the deck, each without replacement.

    Random bits are SplitMix64's; a card is a share of their upper half, uneven by less than 2**-26.
    """
    cards = deck.copy()
    bits = seed
    for row in range(len(hands)):
        for i in range(hands.shape[1]):
            bits += GOLDEN
            mixed = (bits ^ (bits >> np.uint64(30))) * MIX_1
            mixed = (mixed ^ (mixed >> np.uint64(27))) * MIX_2
            mixed ^= mixed >> np.uint64(31)
            at = i + int((mixed >> np.uint64(32)) * np.uint64(len(cards) - i) >> np.uint64(32))
            card = cards[at]
            cards[at] = cards[i]
            cards[i] = card
            hands[row, i] = card


def _small_classes() -> tuple[NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.int32], ...]:
    """Return a deck and classes that can't be written to, as the real ones can't."""
    classes = (
        np.arange(7, dtype=np.uint8)[None],
        np.array([[0, 1]], np.uint8),
        np.array([31], np.uint16),
        np.array([63], np.uint16),
        np.array([127], np.uint16),
        np.zeros(1 + 13 + 1, np.int32),
    )
    for array in classes:
        array.flags.writeable = False
    return np.arange(46, dtype=np.uint8), *classes


register("paigow.dealer_hands.count_classes", count_classes, _small_classes)
register(
    "paigow.dealer_hands.add_up",
    add_up,
    lambda: (np.ones(2, np.int64), np.zeros(2, np.int32), np.zeros(1, np.int64)),
)
register(
    "paigow.dealer_hands.count_outcomes",
    count_outcomes,
    lambda: (
        np.arange(3, dtype=np.int32),
        np.arange(3, dtype=np.int32),
        np.ones(3, np.int64),
        1,
        1,
    ),
)
register(
    "paigow.dealer_hands.next_hands",
    next_hands,
    lambda: (np.arange(8, dtype=np.uint8), np.arange(7), np.empty((9, 7), np.uint8)),
)
register(
    "paigow.dealer_hands.draw_hands",
    draw_hands,
    lambda: (np.uint64(1), np.arange(46, dtype=np.uint8), np.empty((2, 7), np.uint8)),
)
