"""The shipped table of three classes all in before the flop: chances of every outcome, rounded.

A chance is kept in 1 / 65,535. Of the eight sets of winners the empty one never comes, and what the
first of three rising classes wins alone is what the others leave; of the other six all low bytes
and then all high bytes stand one after the other, deflated: 4.7 MB for 818,805 rows.
"""

from __future__ import annotations

import zlib
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.catalogue import artefact
from gutshot.errors import HandError
from gutshot.holdem.hand_classes import CLASS_NAMES, CLASSES, class_index
from gutshot.holdem.three_way.counting import OUTCOMES, TRIPLES, triple_index

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "LARGEST_ERROR",
    "LARGEST_SHARE_ERROR",
    "STEPS",
    "TABLE",
    "ThreeWayEquities",
    "chops_of_three",
    "dealt_triples",
    "packed",
    "quantised",
    "shares_of_outcomes",
    "shares_of_three",
    "three_way_equities",
    "three_way_outcomes",
    "three_way_shares",
    "unpacked",
]

TABLE: Final = "holdem/three_way.npy"

STEPS: Final = 65_535

LARGEST_ERROR: Final = 1 / STEPS
"""No chance in the table is wrong by as much; the largest error that occurs is 0.8 of it."""

LARGEST_SHARE_ERROR: Final = 1.33e-5
"""No share of a pot by the table is wrong by more; of all triples the largest error is 1.328e-5."""

_KEPT: Final = range(2, OUTCOMES)


class ThreeWayEquities(NamedTuple):
    """What three classes can expect, 0..1, in the order in which they were asked for.

    by_winners : (8,) chances by the set of winners, bit i for hand i; the empty set has none.
    equity : (3,) shares of the pot, shared pots split evenly.
    """

    by_winners: tuple[float, ...]
    equity: tuple[float, ...]


def three_way_equities(first: str, second: str, third: str) -> ThreeWayEquities:
    """Return the chances of three classes that are all in before the flop, from the table.

    Each is within `LARGEST_ERROR` of the exact one, which `counting.count_three_way` gives.

    Raises
    ------
    HandError
        For what is no class, and for three that can't be dealt together.
    """
    hands = [class_index(name) for name in (first, second, third)]
    chances = _chances(np.array(hands))
    if not chances.any():
        names = " and ".join(CLASS_NAMES[hand] for hand in hands)
        raise HandError(f"{names} can't be dealt together: they need the same cards")
    shares = shares_of_outcomes(chances)
    return ThreeWayEquities(tuple(chances.tolist()), tuple(shares.tolist()))


def three_way_outcomes(hand: int) -> NDArray[np.float64]:
    """Return for a class, with each two classes, the chances by the set of winners.

    hand : number of a class. Returns (169, 169, 8): second and third hand, then the set, bit 0 for
    `hand`. Three that can't be dealt together have zeros. It takes 4 ms and 1.8 MB.
    """
    classes = np.empty((CLASSES, CLASSES, 3), np.int64)
    classes[..., 0] = hand
    classes[..., 1] = np.arange(CLASSES)[:, None]
    classes[..., 2] = np.arange(CLASSES)
    return _chances(classes)


def three_way_shares(hand: int) -> NDArray[np.float64]:
    """Return the shares of the pot of `three_way_outcomes`, as (169, 169, 3)."""
    return shares_of_outcomes(three_way_outcomes(hand))


def dealt_triples() -> int:
    """Return how many sets of three classes can be dealt together, of 818,805."""
    return int(_rows().any(axis=1).sum())


def shares_of_three() -> NDArray[np.float64]:
    """Return what the first of three classes gets of a pot, (169, 169, 169), all at once: 39 MB.

    The same as the first of `three_way_shares`, class by class, in a tenth of the time.
    """
    shares = shares_of_outcomes(_rows() / STEPS)
    low, middle, high = _classes_of_rows()
    out = np.empty((CLASSES,) * 3)
    # of equal classes the first place of a row is asked for, so that it is written last
    for place, (own, one, two) in reversed(
        [*enumerate(((low, middle, high), (middle, low, high), (high, low, middle)))]
    ):
        out[own, one, two] = out[own, two, one] = shares[:, place]
    return out


def chops_of_three() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return who shares a pot, all at once: 39 MB.

    First the chance that the first two of three classes share it and the third does not, then that
    all three do, (169, 169, 169) each: what `three_way_outcomes` has for them, class by class.
    """
    rows = _rows()
    classes = _classes_of_rows()
    two, three = (np.empty((CLASSES,) * 3, np.float32) for _ in range(2))
    # of equal classes the first places of a row are asked for, so that they are written last
    for i, j in ((1, 2), (0, 2), (0, 1)):
        one, other, beaten = classes[i], classes[j], classes[3 - i - j]
        two[one, other, beaten] = two[other, one, beaten] = rows[:, 1 << i | 1 << j] / STEPS
    for order in permutations(classes):
        three[order] = rows[:, 0b111] / STEPS
    return two, three


def _classes_of_rows() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the lowest, the middle and the highest class of each row of the table."""
    # rows of a highest class are the pairs below it, in their order
    many = np.cumsum(np.arange(1, CLASSES + 1))
    high = np.repeat(np.arange(CLASSES), many)
    pairs = np.tril_indices(CLASSES)
    middle, low = (np.concatenate([side[:n] for n in many.tolist()]) for side in pairs)
    return low, middle, high


def shares_of_outcomes(outcomes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the shares of the pot, (..., 3), that chances or counts by winners, (..., 8), give."""
    shares: NDArray[np.float64] = outcomes @ _SHARES
    return shares


_SHARES: Final = np.array(
    [
        [(winners >> i & 1) / max(1, winners.bit_count()) for i in range(3)]
        for winners in range(OUTCOMES)
    ]
)


def _chances(classes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return (..., 8) chances of (..., 3) classes by winners, in the order of the classes."""
    order = np.argsort(classes, axis=-1, kind="stable")
    rows = _rows()[triple_index(np.take_along_axis(classes, order, axis=-1))]
    winners = np.zeros(rows.shape, np.int64)
    for place in range(3):
        winners |= (np.arange(OUTCOMES) >> order[..., place, None] & 1) << place
    out: NDArray[np.float64] = np.take_along_axis(rows, winners, axis=-1) / STEPS
    return out


@cache
def _rows() -> NDArray[np.uint16]:
    """Return the table: 13 MB, unpacked in a tenth of a second at the first call."""
    return unpacked(artefact(TABLE))


def quantised(counts: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Return (n, 8) counts by winners in `STEPS` of their sum; rows without any stay without.

    Each is rounded down, and those with the largest rests up, until they add up to `STEPS`: so each
    is off by less than one step. Counts below 2 ** 47.
    """
    sums = counts.sum(axis=1, keepdims=True)
    scaled = counts * STEPS
    whole, rest = np.divmod(scaled, np.maximum(sums, 1))
    missing = np.where(sums > 0, STEPS - whole.sum(axis=1, keepdims=True), 0)
    by_rest = np.argsort(np.argsort(-rest, axis=1, kind="stable"), axis=1, kind="stable")
    return (whole + (by_rest < missing)).astype(np.uint16)


def packed(rows: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Return the rows of the table as they are shipped."""
    kept = rows[:, _KEPT].T
    halves = np.stack([kept & 0xFF, kept >> 8], axis=1).astype(np.uint8)
    return np.frombuffer(zlib.compress(halves.tobytes(), 9), np.uint8)


def unpacked(content: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the (818805, 8) rows that `packed` took."""
    halves = np.frombuffer(zlib.decompress(content.tobytes()), np.uint8)
    low, high = halves.reshape(len(_KEPT), 2, TRIPLES).transpose(1, 2, 0)
    rows = np.zeros((TRIPLES, OUTCOMES), np.uint16)
    rows[:, _KEPT] = low | high.astype(np.uint16) << 8
    dealt = rows.any(axis=1)
    rows[dealt, 1] = STEPS - rows[dealt].sum(axis=1, dtype=np.int64)
    return rows
