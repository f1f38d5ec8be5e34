"""Three classes all in before the flop, counted: every deal of six cards with every board.

Six cards that share none meet C(46, 5) = 1,370,754 boards. There are 818,805 sets of three of the
169 classes; 325 of them need more cards of a rank than there are.

How much work it is, by what was weighed before it was written:

- every triple on each of 134,459 boards up to suits: 1.1e11 meetings, each of up to 1,728 deals,
  less those that share a card;
- on each board each of its 1,081 hands with the 169 counts of weaker hands multiplied by
  themselves: 145 million products of 14,365 cells, 2.1e12 multiplications, as many again for ties,
  and as many again to take off what shares a card, card by card;
- this way: when suits are left out there are 6,175 boards and 129,597 triples of pairs of ranks,
  and cards of a rank that are left lie in as many ways whatever their suits: 8.0e8 comparisons.
  What flushes change is found for one suit, by which of the six cards are of it: 5.3 million
  cases of six cards on the boards that leave room for them, 4.45e10 comparisons of two times three
  hands, sixteen side by side. Measured: 35 CPU seconds, 0.8 ns a comparison.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.errors import HandError
from gutshot.holdem.hand_classes import (
    CLASS_NAMES,
    CLASSES,
    class_of_combos,
    combo_cards,
    hand_class,
)
from gutshot.holdem.three_way.boards import RANK_PAIRS, boards

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = [
    "BOARDS_OF_THREE",
    "OUTCOMES",
    "TRIPLES",
    "count_slice",
    "count_three_way",
    "count_triples",
    "deals_with",
    "rank_triples",
    "triple_index",
]

BOARDS_OF_THREE: Final = comb(46, 5)
"""Boards of five cards from the 46 that three hands leave."""

TRIPLES: Final = comb(CLASSES + 2, 3)
"""Sets of three classes, 325 of which can't be dealt."""

OUTCOMES: Final = 8
"""Sets of winners among three, bit i for hand i; the empty one never comes."""

_SLICE: Final = 200  # triples of pairs of ranks, about 0.05 s
_EVERY_SUITEDNESS: Final = 0xFF


def triple_index(triples: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers, 0..818804, of (..., 3) classes in rising order, as (...): colex."""
    low, middle, high = np.moveaxis(triples, -1, 0)
    out: NDArray[np.int64] = high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low
    return out


def count_three_way(hands: Sequence[int]) -> tuple[int, ...]:
    """Return the deals, with all boards, of three classes by winners: (8,), bit i for `hands[i]`.

    hands : numbers of classes, in any order. It takes 0.3 ms.

    Raises
    ------
    HandError
        When there are not enough cards for the three.
    """
    from gutshot.holdem.three_way._kernels import count_hands

    pairs = np.array([_pair_of_class()[hand] for hand in hands])
    suited = sum(1 << i for i, hand in enumerate(hands) if CLASS_NAMES[hand].endswith("s"))
    counts = count_hands(np.array(RANK_PAIRS), pairs, 1 << suited, *boards())[suited]
    if not counts.any():
        names = " and ".join(CLASS_NAMES[hand] for hand in hands)
        raise HandError(f"{names} can't be dealt together: they need the same cards")
    return tuple(counts.tolist())


@cache
def _pair_of_class() -> list[int]:
    numbers = {pair: at for at, pair in enumerate(RANK_PAIRS)}
    return [
        numbers[max(12 - row, 12 - column), min(12 - row, 12 - column)]
        for row in range(13)
        for column in range(13)
    ]


@cache
def _classes_of_pairs() -> NDArray[np.int64]:
    """Return (91, 2) classes of the pairs of ranks, offsuit and suited; -1 for pairs, suited."""
    return np.array(
        [
            [
                hand_class(4 * high, 4 * low + 1),
                hand_class(4 * high, 4 * low) if high != low else -1,
            ]
            for high, low in RANK_PAIRS
        ]
    )


@cache
def rank_triples() -> NDArray[np.int64]:
    """Return (129766, 3) sets of three pairs of ranks, as rising numbers of pairs."""
    return np.array(list(combinations_with_replacement(range(len(RANK_PAIRS)), 3)))


def count_slice(triples: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return what stands behind (n, 3) triples of pairs of ranks: triples of classes, and counts.

    Returns
    -------
    tuple
        (m,) numbers of `triple_index`, and (m, 8) deals by winners, bit i for the class that is
        i-th in rising order. A number occurs more than once where pairs of ranks are equal.
    """
    from gutshot.holdem.three_way._kernels import count_hands

    pairs = np.array(RANK_PAIRS)
    counts = np.array(
        [count_hands(pairs, triple, _EVERY_SUITEDNESS, *boards()) for triple in triples]
    )
    numbers, found = [], []
    for suited in range(8):
        bits = [suited >> player & 1 for player in range(3)]
        classes = _classes_of_pairs()[triples, bits]
        there = (classes >= 0).all(axis=1)
        classes = classes[there]
        order = np.argsort(classes, axis=1, kind="stable")
        winners = np.zeros((len(classes), OUTCOMES), np.int64)
        for place in range(3):
            winners |= (np.arange(OUTCOMES) >> place & 1) << order[:, place, None]
        numbers.append(triple_index(np.take_along_axis(classes, order, axis=1)))
        found.append(np.take_along_axis(counts[there, suited], winners, axis=1))
    return np.concatenate(numbers), np.concatenate(found)


def count_triples(
    workers: int = 2, progress: Callable[[float], None] | None = None
) -> NDArray[np.int64]:
    """Return the deals of all triples of classes by winners, as (818805, 8); 52 MB.

    Rows as in `triple_index`, winners by rising class; what can't be dealt has zeros. The result is
    the same at any number of worker threads.

    progress : told the share that is done, 0..1.
    """
    boards()  # once, before there are threads
    triples = rank_triples()
    slices = [triples[start : start + _SLICE] for start in range(0, len(triples), _SLICE)]
    out = np.zeros((TRIPLES, OUTCOMES), np.int64)
    pool = ThreadPoolExecutor(workers)
    try:
        for done, (numbers, found) in enumerate(pool.map(count_slice, slices)):
            out[numbers] = found
            if progress is not None:
                progress((done + 1) / len(slices))
    finally:
        pool.shutdown(cancel_futures=True)
    return out


def deals_with(hand: int) -> NDArray[np.int64]:
    """Return for a class, with each two classes, how many deals of three hands share no card.

    As (169, 169), from the hands themselves: nothing here is shared with `count_three_way`.
    """
    cards, starts, apart = _combos_by_class()
    # every combo of a class is as good as another up to the names of the suits
    left = np.isin(cards, cards[starts[hand]]).sum(axis=1) == 0
    deals = np.where(left & left[:, None], apart, 0)
    by_class = np.add.reduceat(np.add.reduceat(deals, starts[:-1], axis=0), starts[:-1], axis=1)
    out: NDArray[np.int64] = by_class.astype(np.int64) * (starts[hand + 1] - starts[hand])
    return out


@cache
def _combos_by_class() -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """Return all combos in the order of classes, where each begins, and which share no card."""
    classes = class_of_combos()
    cards = combo_cards()[np.argsort(classes, kind="stable")]
    starts = np.concatenate([[0], np.cumsum(np.bincount(classes, minlength=CLASSES))])
    apart = (cards[:, None, :, None] != cards[None, :, None, :]).all(axis=(2, 3))
    return cards, starts, np.where(apart, 1, 0)
