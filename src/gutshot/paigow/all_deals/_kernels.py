"""Sums over all pairs of hands that share no card: by ranks, and where both hold a flush.

What two points of strengths come to is a *cell*: three times the comparison of the high hands and
once that of the low hands, 0 where the first is lower, 1 where they are equal, 2 where higher.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHOOSE = np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64)
HALF = 7
JOKER = 13
JOKER_BIT = 1 << JOKER
LOWS = 91
KINDS = 8


@kernel
def add_cells(
    high: int,
    low: int,
    highs: NDArray[np.int32],
    lows: NDArray[np.int32],
    counts: NDArray[np.int64],
    cells: NDArray[np.int64],
) -> None:
    """Set `cells`, (9,), to the counts of hands by what a point comes to; `highs` rise."""
    ends = (
        int(np.searchsorted(highs, high)),
        int(np.searchsorted(highs, high, side="right")),
        len(highs),
    )
    start = 0
    for row in range(3):
        end = ends[row]
        less = 0
        same = 0
        both = 0
        for i in range(start, end):
            count = counts[i]
            both += count
            less += count if lows[i] < low else 0
            same += count if lows[i] == low else 0
        at = 3 * (2 - row)
        cells[at + 2] = less
        cells[at + 1] = same
        cells[at] = both - less - same
        start = end


@kernel
def rank_sums(
    first: int,
    last: int,
    times: NDArray[np.int64],
    halves: NDArray[np.int64],
    parts: NDArray[np.int32],
    highs: NDArray[np.int32],
    lows: NDArray[np.int32],
    points: NDArray[np.int32],
    weights: NDArray[np.int64],
    begins: NDArray[np.int64],
    flush_points: NDArray[np.int32],
    flush_weights: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return the cells, (9,), of all deals but for what two flushes at once change.

    Parameters
    ----------
    first, last
        Which classes of ranks are taken for the first hand.
    times
        (n, 14), how often a class has each rank, the joker behind.
    halves
        (k, 7), how often the ranks of either half of these 14 can occur in a hand.
    parts, highs, lows
        The classes of ranks in rising order of the high hands: their two halves, (n, 2), and to
        what they are set, (n,).
    points, weights
        To what a class is set, (n, 2), and how many of its hands have no flush.
    begins, flush_points, flush_weights
        The classes of flushes, those that look like a class of ranks one behind the other.
    """
    out = np.zeros(9, np.int64)
    found = np.empty(9, np.int64)
    plain = np.empty(9, np.int64)
    ways = np.empty((2, len(halves)), np.int64)
    counts = np.empty(len(highs), np.int64)
    for one in range(first, last):
        for half in range(2):
            for i in range(len(halves)):
                product = 1
                for at in range(HALF):
                    rank = HALF * half + at
                    left = (1 if rank == JOKER else 4) - times[one, rank]
                    product *= CHOOSE[left, halves[i, at]]
                ways[half, i] = product
        for i in range(len(highs)):
            counts[i] = ways[0, parts[i, 0]] * ways[1, parts[i, 1]]
        add_cells(points[one, 0], points[one, 1], highs, lows, counts, plain)
        out += weights[one] * plain
        for i in range(begins[one], begins[one + 1]):
            add_cells(flush_points[i, 0], flush_points[i, 1], highs, lows, counts, found)
            # as the first hand, and as the second: what was counted there by its ranks alone
            for cell in range(9):
                out[cell] += flush_weights[i] * (found[cell] + found[8 - cell] - plain[8 - cell])
    return out


@kernel
def compare(high: int, low: int, other_high: int, other_low: int) -> int:
    """Return the cell of two points."""
    cell = 0
    if high > other_high:
        cell = 6
    elif high == other_high:
        cell = 3
    if low > other_low:
        cell += 2
    elif low == other_low:
        cell += 1
    return cell


@kernel
def held(mask: int, beside: NDArray[np.int64]) -> int:
    """Return which of the other hand's ranks beside, and of the joker, a flush holds, in 3 bits."""
    kind = 4 if mask & JOKER_BIT else 0
    bit = 1
    for rank in range(len(beside)):
        if beside[rank] > 0:
            if mask >> rank & 1:
                kind |= bit
            bit <<= 1
    return kind


@kernel
def suited_ways(
    kind: int, other_kind: int, beside: NDArray[np.int64], other_beside: NDArray[np.int64]
) -> int:
    """Return how many ways the cards beside two flushes of different suits have.

    `kind` is `held` of the first flush by the second hand's ranks beside, `other_kind` the reverse.
    """
    if kind & other_kind & 4:
        return 0  # one joker
    ways = 1
    bit = 1
    other_bit = 1
    for rank in range(len(beside)):
        mine = beside[rank]
        his = other_beside[rank]
        mine_free = 1  # the first's card can be of the second's suit, where his flush lacks it
        his_free = 1
        if mine > 0:
            mine_free = 0 if other_kind & other_bit else 1
            other_bit <<= 1
        if his > 0:
            his_free = 0 if kind & bit else 1
            bit <<= 1
        here = 0
        for there in range(mine_free + 1):
            for back in range(his_free + 1):
                a = mine - there
                b = his - back
                if a >= 0 and b >= 0 and a + b <= 2:
                    here += CHOOSE[2, a] * CHOOSE[2 - a, b]
        ways *= here
    return ways


@kernel
def different_suits(
    masks: NDArray[np.int64],
    points: NDArray[np.int32],
    order: NDArray[np.int64],
    beside: NDArray[np.int64],
    other_masks: NDArray[np.int64],
    others: NDArray[np.int32],
    other_order: NDArray[np.int64],
    other_beside: NDArray[np.int64],
    out: NDArray[np.int64],
    sign: int,
) -> None:
    """Add the cells of hands with a flush in one suit against flushes in another, given both suits.

    Points are (n, 2), `order` lists them by rising high hands. Hands of the second are entered in
    that order into sums by low hands, one for each kind that the first flush can be of.
    """
    ways = np.empty((KINDS, KINDS), np.int64)
    for kind in range(KINDS):
        for other in range(KINDS):
            ways[kind, other] = suited_ways(kind, other, beside, other_beside)
    kinds = np.empty(len(masks), np.int64)
    for i in range(len(masks)):
        kinds[i] = held(int(masks[i]), other_beside)
    sums = np.zeros((KINDS, LOWS + 1), np.int64)
    before = np.zeros((len(masks), 3), np.int64)
    entered = 0
    start = 0
    while start <= len(order):
        top = points[order[start], 0] if start < len(order) else 1 << 30
        end = start
        while end < len(order) and points[order[end], 0] == top:
            end += 1
        for equal in range(2):
            while entered < len(other_order):
                at = other_order[entered]
                if others[at, 0] >= top + equal:
                    break
                kind = held(int(other_masks[at]), beside)
                place = others[at, 1] + 1
                while place <= LOWS:
                    for first in range(KINDS):
                        sums[first, place] += ways[first, kind]
                    place += place & -place
                entered += 1
            for i in range(start, end):
                low_sums(
                    sums[kinds[order[i]]],
                    points[order[i], 1],
                    before[order[i]],
                    out,
                    sign,
                    2 - equal,
                )
        if start == len(order):
            break
        start = end
    for i in range(len(masks)):
        low_sums(sums[kinds[i]], points[i, 1], before[i], out, sign, 0)


@kernel
def low_sums(
    sums: NDArray[np.int64],
    low: int,
    before: NDArray[np.int64],
    out: NDArray[np.int64],
    sign: int,
    row: int,
) -> None:
    """Add what was entered since `before` by how its low hands compare, to a row of cells."""
    less = 0
    place = low
    while place > 0:
        less += sums[place]
        place -= place & -place
    to_low = 0
    place = low + 1
    while place > 0:
        to_low += sums[place]
        place -= place & -place
    every = 0
    place = LOWS
    while place > 0:
        every += sums[place]
        place -= place & -place
    out[3 * row + 2] += sign * (less - before[0])
    out[3 * row + 1] += sign * (to_low - less - before[1])
    out[3 * row] += sign * (every - to_low - before[2])
    before[0] = less
    before[1] = to_low - less
    before[2] = every - to_low


@kernel
def flush_sums(
    masks: NDArray[np.int64],
    points: NDArray[np.int32],
    order: NDArray[np.int64],
    beside: NDArray[np.int64],
    other_masks: NDArray[np.int64],
    others: NDArray[np.int32],
    others_by_ranks: NDArray[np.int32],
    other_order: NDArray[np.int64],
    other_order_by_ranks: NDArray[np.int64],
    other_beside: NDArray[np.int64],
    apart: NDArray[np.int16],
) -> NDArray[np.int64]:
    """Return what flushes of the second hand change for flushes of the first, as cells, (9,).

    That is their cells less those of the second hands as they are set by their ranks alone. All
    hands of either side have the same ranks beside their flush, (13,) counts in `beside`.

    masks, points : (n,), (n, 2) flushes as sets of ranks and to what the hands are set.
    apart : (m, 2), which of the flushes share no rank.
    """
    out = np.zeros(9, np.int64)
    args = masks, points, order, beside, other_masks
    different_suits(*args, others, other_order, other_beside, out, 1)
    different_suits(*args, others_by_ranks, other_order_by_ranks, other_beside, out, -1)
    out *= 12  # two suits in order
    ways = 4
    for rank in range(len(beside)):
        if beside[rank] + other_beside[rank] > 3:
            ways = 0
        else:
            ways *= CHOOSE[3, beside[rank]] * CHOOSE[3 - beside[rank], other_beside[rank]]
    if ways:
        same = np.zeros(9, np.int64)
        for i in range(len(apart)):
            one, two = apart[i]
            high, low = points[one]
            same[compare(high, low, others[two, 0], others[two, 1])] += 1
            same[compare(high, low, others_by_ranks[two, 0], others_by_ranks[two, 1])] -= 1
        out += ways * same
    return out


def _rank_example() -> tuple[object, ...]:
    few = np.zeros((2, 2), np.int32)
    return (
        0, 1, np.zeros((2, 14), np.int64), np.zeros((1, 7), np.int64), few, few[:, 0].copy(),
        few[:, 0].copy(), few, np.ones(2, np.int64), np.zeros(3, np.int64), few,
        np.ones(2, np.int64),
    )  # fmt: skip


def _flush_example() -> tuple[object, ...]:
    few, order, beside = np.zeros((2, 2), np.int32), np.arange(2), np.zeros(13, np.int64)
    masks = np.array([31, 62])
    return (
        masks, few, order, beside, masks, few, few, order, order, beside, np.zeros((1, 2), np.int16)
    )  # fmt: skip


register("paigow.all_deals.rank_sums", rank_sums, _rank_example)
register("paigow.all_deals.flush_sums", flush_sums, _flush_example)
