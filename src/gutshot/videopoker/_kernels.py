"""Whole-game kernels: all 32 holds of every class of deals, by inclusion-exclusion.

Shapes: `rows` (blocks, 31, LANES) uint16, the subset-table row of each proper subset of each deal;
deals are numbered block by block. A hold's sum is over the hands that keep exactly its cards.
Bounds: see `pay_table.MAX_SCALED_PAYOUT`; every stored number stays below 2**63.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel
def _exact_sums(
    rows: NDArray[np.uint16],
    block: int,
    table: NDArray[np.int64],
    of_deal: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None:
    """Fill `sums` (32, LANES) with the totals of the hands that keep exactly each mask's cards."""
    lanes = sums.shape[1]
    for mask in range(31):
        for lane in range(lanes):
            sums[mask, lane] = table[rows[block, mask, lane]]
    for lane in range(lanes):
        sums[31, lane] = of_deal[block * lanes + lane]
    # hands that hold the cards of a mask, less those that hold a further dealt card
    for bit in range(5):
        step = 1 << bit
        for mask in range(32):
            if not mask & step:
                for lane in range(lanes):
                    sums[mask, lane] -= sums[mask | step, lane]


@kernel
def best_holds(
    rows: NDArray[np.uint16],
    table: NDArray[np.int64],
    of_deal: NDArray[np.int64],
    factors: NDArray[np.int64],
    best: NDArray[np.int64],
    ties: NDArray[np.int64],
) -> None:
    """Find the best EV of every deal and the set of masks that reach it.

    table : (rows,) payout sums; of_deal : payout of each dealt hand; factors : (32,) common
    denominator over completions of each mask. Out: best, EV numerators; ties, bit m = mask m.
    """
    lanes = rows.shape[2]
    sums = np.empty((32, lanes), np.int64)
    top = np.empty(lanes, np.int64)
    tied = np.empty(lanes, np.int64)
    for block in range(rows.shape[0]):
        _exact_sums(rows, block, table, of_deal, sums)
        for lane in range(lanes):
            top[lane] = -1
            tied[lane] = 0
        for mask in range(32):
            factor = factors[mask]
            bit = 1 << mask
            for lane in range(lanes):
                ev = sums[mask, lane] * factor
                best_so_far = top[lane]
                keep = tied[lane] | bit if ev == best_so_far else tied[lane]
                tied[lane] = bit if ev > best_so_far else keep
                top[lane] = max(ev, best_so_far)
        for lane in range(lanes):
            best[block * lanes + lane] = top[lane]
            ties[block * lanes + lane] = tied[lane]


@kernel
def all_sums(
    rows: NDArray[np.uint16],
    table: NDArray[np.int64],
    of_deal: NDArray[np.int64],
    deals: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return (n, 32) exact sums of the chosen deals, given by number."""
    lanes = rows.shape[2]
    out = np.empty((len(deals), 32), np.int64)
    for i in range(len(deals)):
        block, lane = deals[i] // lanes, deals[i] % lanes
        for mask in range(31):
            out[i, mask] = table[rows[block, mask, lane]]
        out[i, 31] = of_deal[deals[i]]
        for bit in range(5):
            step = 1 << bit
            for mask in range(32):
                if not mask & step:
                    out[i, mask] -= out[i, mask | step]
    return out


@kernel
def spread_holds(
    rows: NDArray[np.uint16],
    masks: NDArray[np.uint8],
    weights: NDArray[np.int64],
    factors: NDArray[np.int64],
    per_row: NDArray[np.int64],
    per_deal: NDArray[np.int64],
) -> None:
    """Spread each deal's weight x factor over the subsets that its hold's sum is made of.

    Adds to per_row (rows,) and per_deal (deals,); afterwards the total of any hand count over all
    draws of the game is ``per_row . table + per_deal . of_deal``: the transpose of `_exact_sums`.
    """
    lanes = rows.shape[2]
    for deal in range(len(weights)):
        block, lane = deal // lanes, deal % lanes
        hold = int(masks[deal])
        amount = weights[deal] * factors[hold]
        thrown = 31 ^ hold
        part = thrown
        while True:
            sign = 1
            for bit in range(5):
                if part >> bit & 1:
                    sign = -sign
            subset = hold | part
            if subset == 31:
                per_deal[deal] += sign * amount
            else:
                per_row[rows[block, subset, lane]] += sign * amount
            if part == 0:
                break
            part = (part - 1) & thrown


@kernel
def count_every_hand(
    deal: NDArray[np.int64],
    kind_of_hand: NDArray[np.uint16],
    size: int,
    counts: NDArray[np.int64],
) -> None:
    """Count the kinds of all C(size, 5) hands by the dealt cards that each keeps.

    The plain engine: every five-card hand of the deck completes exactly one of the 32 holds of a
    deal, the one that keeps the dealt cards in it, so one walk over all hands is all completions of
    all holds. `kind_of_hand` is in colex order; adds to counts (32, kinds).
    """
    place = np.zeros(64, np.int64)
    for i in range(5):
        place[deal[i]] = 1 << i
    at = 0
    for c4 in range(4, size):
        for c3 in range(3, c4):
            keep3 = place[c4] | place[c3]
            for c2 in range(2, c3):
                keep2 = keep3 | place[c2]
                for c1 in range(1, c2):
                    keep1 = keep2 | place[c1]
                    for c0 in range(c1):
                        counts[keep1 | place[c0], kind_of_hand[at]] += 1
                        at += 1


def _example() -> tuple[NDArray[np.uint16], NDArray[np.int64], NDArray[np.int64]]:
    return np.zeros((1, 31, 64), np.uint16), np.zeros(1, np.int64), np.zeros(64, np.int64)


def _best_holds_example() -> tuple[object, ...]:
    return (*_example(), np.zeros(32, np.int64), np.zeros(64, np.int64), np.zeros(64, np.int64))


def _spread_example() -> tuple[object, ...]:
    rows, table, of_deal = _example()
    factors = np.zeros(32, np.int64)
    return rows, np.zeros(64, np.uint8), of_deal, factors, table, np.zeros(64, np.int64)


def _count_example() -> tuple[object, ...]:
    return np.arange(5), np.zeros(1, np.uint16), 5, np.zeros((32, 1), np.int64)


register("videopoker.best_holds", best_holds, _best_holds_example)
register("videopoker.all_sums", all_sums, lambda: (*_example(), np.zeros(1, np.int64)))
register("videopoker.spread_holds", spread_holds, _spread_example)
register("videopoker.count_every_hand", count_every_hand, _count_example)
