"""Seven-card hands in classes that are set alike: by their ranks, and by a flush that they hold.

Without five cards of one suit, the joker being of every suit, what splits are worth depends on the
ranks alone. With five or more it depends on the set of the ranks in that suit and on the ranks of
the one or two cards, or none, beside it; seven cards have no second such suit. All C(53, 7) hands
fall into 67,600 classes of ranks and 224,653 of flushes, and a deck says only how many hands each
has.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gutshot.paigow.hands import DECK, SEVEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FLUSH_CLASSES", "RANK_CLASSES", "HandClasses", "hand_classes"]

RANK_CLASSES: Final = 67_600
"""Different ranks of seven cards: at most four of a rank, one joker."""

FLUSH_CLASSES: Final = 224_653
"""Different flushes with what lies beside them: 2,002 of five, 3,003 of six, 3,432 of seven."""

_JOKER: Final = 13


class HandClasses(NamedTuple):
    """The classes, ranks first, and flushes of five, six and seven cards behind them.

    ranks : (67600, 7) uint8, each class's ranks in rising order, 13 for the joker.
    pairs : (91, 2) uint8, the ranks of two cards beside a flush of five; no joker, which is in it.
    fives, sixes, sevens : (2002,), (3003,), (3432,) uint16, flushes as bits of their ranks. The
        classes are each of the fives with each of the pairs, each of the sixes with each rank, and
        the sevens.
    without_flush : (224653,) int32, the class of ranks that a class of flushes looks like.
    hands : (292253, 7) uint8, a hand of each class.
    """

    ranks: NDArray[np.uint8]
    pairs: NDArray[np.uint8]
    fives: NDArray[np.uint16]
    sixes: NDArray[np.uint16]
    sevens: NDArray[np.uint16]
    without_flush: NDArray[np.int32]
    hands: NDArray[np.uint8]


@cache
def hand_classes() -> HandClasses:
    """Return all classes of seven cards; the arrays are shared and can't be written to."""
    ranks = np.array([*combinations_with_replacement(range(_JOKER + 1), SEVEN)], np.uint8)
    too_many = (ranks[:, :3] == ranks[:, 4:]).any(axis=1) | (ranks[:, 5] == _JOKER)
    ranks = ranks[~too_many]
    pairs = np.array([*combinations_with_replacement(range(_JOKER), 2)], np.uint8)
    flushes = [
        np.array([*combinations(range(_JOKER + 1), size)], np.uint8) for size in (5, 6, SEVEN)
    ]
    beside = pairs, np.arange(_JOKER, dtype=np.uint8)[:, None], np.zeros((1, 0), np.uint8)
    suited = [
        _beside(4 * flush, 4 * others + 1 + np.arange(others.shape[1], dtype=np.uint8))
        for flush, others in zip(flushes, beside, strict=True)
    ]
    # neighbours have different suits, so that neither equal cards nor a flush come about
    mixed = np.minimum(4 * ranks + np.arange(SEVEN, dtype=np.uint8) % 4, DECK.size - 1)
    hands = np.concatenate([mixed, *suited]).astype(np.uint8)
    class_at = np.full(comb(_JOKER + SEVEN, SEVEN), -1, np.int32)
    class_at[_places(ranks)] = np.arange(len(ranks), dtype=np.int32)
    without_flush = class_at[_places(np.sort(hands[len(ranks) :] >> 2, axis=1))]
    bits = [(1 << flush.astype(np.int64)).sum(axis=1).astype(np.uint16) for flush in flushes]
    classes = HandClasses(ranks, pairs, bits[0], bits[1], bits[2], without_flush, hands)
    for array in classes:
        array.flags.writeable = False
    return classes


def _beside(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return each row of `first` beside each row of `second`."""
    return np.hstack([np.repeat(first, len(second), axis=0), np.tile(second, (len(first), 1))])


def _places(ranks: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """Return a number of their own, below C(20, 7), for seven ranks in rising order."""
    places = np.array(
        [[comb(rank + i, i + 1) for rank in range(_JOKER + 1)] for i in range(SEVEN)], np.int64
    )
    found: NDArray[np.int64] = places[np.arange(SEVEN), ranks].sum(axis=1)
    return found
