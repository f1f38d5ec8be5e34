"""All deals of two hands: flushes against the dealer's hands one deck at a time, and by dealing."""

from __future__ import annotations

from itertools import chain, combinations, product
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.paigow import house_way
from gutshot.paigow.all_deals import FlushGroup, flush_changes, flush_groups, rank_cells
from gutshot.paigow.dealer_hands import count_dealer_hands, deck_without
from gutshot.paigow.dealer_hands._kernels import count_classes
from gutshot.paigow.dealer_hands.classes import FLUSH_CLASSES, RANK_CLASSES, hand_classes
from gutshot.paigow.hands import DEFAULT_RULES

if TYPE_CHECKING:
    from numpy.typing import NDArray

JOKER = 13


def hands_of(mask: int, beside: NDArray[np.int64]) -> list[tuple[int, ...]]:
    """Return all hands of a class: a flush, in each suit, with each cards of other suits beside."""
    ranks = [rank for rank in range(JOKER + 1) if mask >> rank & 1]
    out = []
    for suit in range(4):
        flush = [52 if rank == JOKER else 4 * rank + suit for rank in ranks]
        others = [other for other in range(4) if other != suit]
        choices = [
            [[4 * rank + other for other in chosen] for chosen in combinations(others, int(count))]
            for rank, count in enumerate(beside)
        ]
        out += [(*flush, *chain.from_iterable(chosen)) for chosen in product(*choices)]
    return out


def cells_of(
    point: tuple[int, int],
    high: NDArray[np.int32],
    low: NDArray[np.int32],
    counts: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return hands by what a point's high and low hand are to theirs: lower, equal, higher."""
    cells = 3 * (np.sign(point[0] - high) + 1) + np.sign(point[1] - low) + 1
    return np.array([counts[cells == cell].sum() for cell in range(9)])


def test_the_groups_hold_every_flush_once() -> None:
    groups = flush_groups(house_way("local"))
    assert len(groups) == 91 + 13 + 1
    assert sum(len(group.masks) for group in groups) == FLUSH_CLASSES
    for group in groups:
        assert 5 <= int(group.masks[0]).bit_count() == 7 - group.beside.sum()
        assert (np.diff(group.points[group.order, 0]) >= 0).all()
        assert (np.diff(group.by_ranks[group.order_by_ranks, 0]) >= 0).all()
        # a flush is never set lower than the ranks alone, in both hands
        assert (group.points >= group.by_ranks).any(axis=1).all()


@pytest.mark.parametrize(
    ("group", "flush"),
    [
        (0, 0), (5, 1_234), (13, 77), (60, 2_001), (90, 900), (40, 1_500), (24, 1_999),
        (91, 3), (99, 1_500), (103, 3_002), (104, 17), (104, 3_431),
    ],
)  # fmt: skip
def test_a_flush_against_every_hand_that_is_left(group: int, flush: int) -> None:
    way = house_way("foxwoods")
    groups = flush_groups(way)
    of = groups[group]
    one = slice(flush, flush + 1)
    single = FlushGroup.of(of.masks[one], of.beside, of.points[one], of.by_ranks[one])
    hands = hands_of(int(of.masks[flush]), of.beside)
    high, low = (int(x) for x in of.points[flush])
    set_to = way.strengths(np.array(hands[:1], np.uint8), DEFAULT_RULES)
    assert (high, low) == (set_to[0][0], set_to[1][0])
    dealt = np.zeros(9, np.int64)
    for cards in hands:
        found = count_dealer_hands(deck_without(cards), way)
        dealt += cells_of((high, low), found.high, found.low, found.counts)
    # by ranks alone, then what flushes change
    classes = hand_classes()
    left = [4 - sum(card >> 2 == rank for card in hands[0]) for rank in range(JOKER)]
    left.append(1 - (52 in hands[0]))
    times = (classes.ranks[:, :, None] == np.arange(JOKER + 1)).sum(axis=1)
    ways = np.ones(RANK_CLASSES, np.int64)
    for rank, number in enumerate(left):
        ways *= np.array([comb(number, k) for k in range(5)])[times[:, rank]]
    by_ranks = way.strengths(classes.hands[:RANK_CLASSES], DEFAULT_RULES)
    counted = len(hands) * cells_of((high, low), *by_ranks, ways)
    for second in groups:
        counted += flush_changes(single, second)
    assert counted.tolist() == dealt.tolist()


@pytest.mark.parametrize("one", [0, 1_234, 30_000, 67_599])
def test_a_class_of_ranks_against_every_other(one: int) -> None:
    """Sums of products written out in numpy, for the hands of a class and the flushes like it."""
    way = house_way("trump-plaza")
    classes = hand_classes()
    found = rank_cells(way, DEFAULT_RULES, range(one, one + 1))
    high, low = way.strengths(classes.hands, DEFAULT_RULES)
    counts = count_classes(deck_without(()), *classes[:-1])
    times = (classes.ranks[:, :, None] == np.arange(JOKER + 1)).sum(axis=1)
    ways = np.ones(RANK_CLASSES, np.int64)
    for rank in range(JOKER + 1):
        left = (1 if rank == JOKER else 4) - int(times[one, rank])
        ways *= np.array([comb(left, k) for k in range(5)])[times[:, rank]]
    others = high[:RANK_CLASSES], low[:RANK_CLASSES], ways
    plain = cells_of((int(high[one]), int(low[one])), *others)
    expected = counts[one] * plain
    for flush in np.flatnonzero(classes.without_flush == one) + RANK_CLASSES:
        cells = cells_of((int(high[flush]), int(low[flush])), *others)
        expected += counts[flush] * (cells + cells[::-1] - plain[::-1])
    assert found.tolist() == expected.tolist()
