"""All deals of two hands, both set by one house way, counted: 8,250,459,031,214,400 of them.

Hands are set alike by classes (`dealer_hands.classes`): by their ranks, unless they hold a flush.
How many hands of given ranks are left beside a hand depends on its ranks alone, so that the 67,600
classes of ranks against each other, and flushes against classes of ranks, are sums of products.
What is left is how two flushes at once differ from that. In one suit their sets of ranks are
disjoint, which few are. In two suits they touch only the cards beside the other's flush: for given
ranks beside, flushes are of eight kinds on either side, and pairs are counted by sorting.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gutshot.paigow.dealer_hands import deck_without
from gutshot.paigow.dealer_hands.classes import RANK_CLASSES, hand_classes
from gutshot.paigow.hands import DECK, DEFAULT_RULES, SEVEN
from gutshot.paigow.sevens import HANDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.paigow.dealer_hands import SetsManyHands
    from gutshot.paigow.rules import Rules

__all__ = ["DEALS", "FlushGroup", "count_all_deals", "flush_changes", "flush_groups", "rank_cells"]

DEALS: Final = HANDS * comb(DECK.size - SEVEN, SEVEN)
"""Seven cards for each of two."""

_RANKS: Final = 14  # and the joker
_OF_A_RANK: Final = 4
_HALF: Final = 7
_AT_ONCE: Final = 400
_SHARE_OF_RANKS: Final = 0.5


class FlushGroup(NamedTuple):
    """Hands with a flush of so many cards and the same ranks beside it.

    masks : (n,) the flushes as sets of ranks, bit 13 the joker.
    beside : (13,) how often each rank lies beside.
    points, by_ranks : (n, 2) strengths to which they are set, and as if they had no flush.
    order, order_by_ranks : (n,) the same by rising high hands.
    """

    masks: NDArray[np.int64]
    beside: NDArray[np.int64]
    points: NDArray[np.int32]
    by_ranks: NDArray[np.int32]
    order: NDArray[np.int64]
    order_by_ranks: NDArray[np.int64]

    @classmethod
    def of(
        cls,
        masks: NDArray[np.int64],
        beside: NDArray[np.int64],
        points: NDArray[np.int32],
        by_ranks: NDArray[np.int32],
    ) -> FlushGroup:
        """Put hands in order."""
        orders = (np.argsort(one[:, 0], kind="stable") for one in (points, by_ranks))
        return cls(masks, beside, points, by_ranks, *orders)


def count_all_deals(
    way: SetsManyHands,
    rules: Rules = DEFAULT_RULES,
    progress: Callable[[float], None] | None = None,
) -> tuple[tuple[int, ...], ...]:
    """Count all deals of two hands that a way sets, in a minute of one core.

    Returns
    -------
    tuple
        (3, 3) counts: whether the first hand's high hand is lower, equal or higher than the
        second's, by its low hand likewise.
    """
    told = progress or _nothing
    cells = np.zeros(9, np.int64)
    for start in range(0, RANK_CLASSES, _AT_ONCE):
        told(_SHARE_OF_RANKS * start / RANK_CLASSES)
        cells += rank_cells(way, rules, range(start, min(start + _AT_ONCE, RANK_CLASSES)))
    groups = flush_groups(way, rules)
    for done, first in enumerate(groups):
        told(_SHARE_OF_RANKS + (1 - _SHARE_OF_RANKS) * done / len(groups))
        for second in groups:
            cells += flush_changes(first, second)
            cells -= flush_changes(first, second, by_ranks=True)
    if cells.sum() != DEALS:
        msg = f"{cells.sum()} deals counted of {DEALS}"
        raise AssertionError(msg)
    return tuple(tuple(row) for row in cells.reshape(3, 3).tolist())


def flush_groups(way: SetsManyHands, rules: Rules = DEFAULT_RULES) -> tuple[FlushGroup, ...]:
    """Return all hands with a flush by the ranks beside it: 91 pairs of ranks, 13 ranks, none."""
    classes = hand_classes()
    points = _points(way, rules)
    by_ranks = points[classes.without_flush]
    flushes = points[RANK_CLASSES:]
    out = []
    start = 0
    singles = [np.eye(13, dtype=np.int64)[rank] for rank in range(13)]
    besides = [singles[one] + singles[two] for one, two in classes.pairs.tolist()]
    for masks, beside in (
        (classes.fives, besides),
        (classes.sixes, singles),
        (classes.sevens, [np.zeros(13, np.int64)]),
    ):
        for number, ranks in enumerate(beside):
            rows = start + number + len(beside) * np.arange(len(masks))
            out.append(FlushGroup.of(masks.astype(np.int64), ranks, flushes[rows], by_ranks[rows]))
        start += len(beside) * len(masks)
    return tuple(out)


def flush_changes(
    first: FlushGroup, second: FlushGroup, *, by_ranks: bool = False
) -> NDArray[np.int64]:
    """Return what flushes of the second hands change for the first, (9,) cells that add up to 0.

    by_ranks : take the first hands as if they had no flush.
    """
    from gutshot.paigow.all_deals._kernels import flush_sums

    return flush_sums(
        first.masks,
        first.by_ranks if by_ranks else first.points,
        first.order_by_ranks if by_ranks else first.order,
        first.beside,
        second.masks,
        second.points,
        second.by_ranks,
        second.order,
        second.order_by_ranks,
        second.beside,
        _apart(first.masks.tobytes(), second.masks.tobytes()),
    )


def rank_cells(way: SetsManyHands, rules: Rules, firsts: range) -> NDArray[np.int64]:
    """Return all deals but for what two flushes at once change, as cells, (9,).

    firsts : which of the 67,600 classes of ranks are taken: each for the hands without flush, and
        for the flushes of these ranks, on either side.
    """
    from gutshot.paigow.all_deals._kernels import rank_sums

    return rank_sums(firsts.start, firsts.stop, *_rank_tables(way, rules))


@lru_cache(maxsize=2)
def _rank_tables(way: SetsManyHands, rules: Rules) -> tuple[NDArray[Any], ...]:
    """Return what `rank_sums` takes beside the classes that are asked for."""
    from gutshot.paigow.dealer_hands._kernels import count_classes

    classes = hand_classes()
    points = _points(way, rules)
    counts = count_classes(deck_without(()), *classes[:-1])
    times = (classes.ranks[:, :, None] == np.arange(_RANKS)).sum(axis=1).astype(np.int64)
    halves, parts = _halves(times)
    rising = np.argsort(points[:RANK_CLASSES, 0], kind="stable")
    members = np.argsort(classes.without_flush, kind="stable")
    begins = np.searchsorted(classes.without_flush[members], np.arange(RANK_CLASSES + 1))
    return (
        times,
        halves,
        parts[rising],
        points[rising, 0],
        points[rising, 1],
        points[:RANK_CLASSES],
        counts[:RANK_CLASSES],
        begins.astype(np.int64),
        points[RANK_CLASSES:][members],
        counts[RANK_CLASSES:][members],
    )


def _points(way: SetsManyHands, rules: Rules) -> NDArray[np.int32]:
    """Return to what a way sets each class, (292253, 2)."""
    high, low = way.strengths(hand_classes().hands, rules)
    return np.column_stack([high, low]).astype(np.int32)


def _halves(times: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the numbers of cards of seven ranks that occur, and which each class's halves are."""
    both = times.reshape(-1, 2, _HALF)
    scale = (_OF_A_RANK + 1) ** np.arange(_HALF)
    numbers, parts = np.unique((both * scale).sum(axis=2), return_inverse=True)
    halves = numbers[:, None] // scale % (_OF_A_RANK + 1)
    return halves, parts.reshape(-1, 2).astype(np.int32)


@lru_cache(maxsize=16)
def _apart(first: bytes, second: bytes) -> NDArray[np.int16]:
    """Return which sets of ranks have none in common, (n, 2) places."""
    one, two = (np.frombuffer(masks, np.int64) for masks in (first, second))
    return np.argwhere((one[:, None] & two) == 0).astype(np.int16)


def _nothing(share: float) -> None:
    pass
