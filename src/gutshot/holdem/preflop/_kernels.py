"""Compiled loops over the endings of a table of more than two players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "add_pair_products",
    "add_pots",
    "add_rows",
    "pair_differences",
    "pair_products",
    "row_products",
]


@kernel
def add_pots(
    player: int,
    ends: NDArray[np.int64],
    own: NDArray[np.int64],
    others: NDArray[np.int64],
    rows: NDArray[np.int64],
    amounts: NDArray[np.float64],
    masses: NDArray[np.float64],
    values: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """Add pots between a player and one other to his slots, (slots, hands).

    ends, own, others, rows, amounts : (n,) by pot the ending, the player's slot, who the other is,
    his row of values, the amount. masses : (ends, players), of which those of all but the two
    multiply the amount. values : (rows, hands).
    """
    for at in range(len(own)):
        factor, end, other = amounts[at], ends[at], others[at]
        for seat in range(masses.shape[1]):
            if seat not in (player, other):
                factor *= masses[end, seat]
        if factor == 0.0:
            continue
        slot, row = own[at], rows[at]
        for hand in range(values.shape[1]):
            out[slot, hand] += factor * values[row, hand]


@kernel
def add_pair_products(
    rows: NDArray[np.float32],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    factors: NDArray[np.float32],
    starts: NDArray[np.int64],
    stops: NDArray[np.int64],
    out: NDArray[np.float32],
) -> None:
    """Write sums over groups of a factor times the `pair_products` of two rows, (rows, r).

    first, second, factors : (n,) by term. starts, stops : (groups,) of terms that stand together.
    """
    for group in range(len(starts)):
        for term in range(starts[group], stops[group]):
            u, v, factor = first[term], second[term], factors[term]
            at = 0
            for i in range(rows.shape[1]):
                one, two = factor * rows[u, i], factor * rows[v, i]
                if term == starts[group]:
                    for j in range(i):
                        out[group, at + j] = one * rows[v, j] + two * rows[u, j]
                    out[group, at + i] = one * rows[v, i]
                else:
                    for j in range(i):
                        out[group, at + j] += one * rows[v, j] + two * rows[u, j]
                    out[group, at + i] += one * rows[v, i]
                at += i + 1


@kernel
def add_rows(
    own: NDArray[np.int64],
    factors: NDArray[np.float64],
    rows: NDArray[np.int64],
    values: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """Add factor times a row of values (rows, hands) to the own row of out (slots, hands)."""
    for at in range(len(own)):
        factor = factors[at]
        if factor == 0.0:
            continue
        slot, row = own[at], rows[at]
        for hand in range(values.shape[1]):
            out[slot, hand] += factor * values[row, hand]


@kernel
def pair_products(
    first: NDArray[np.float32], second: NDArray[np.float32], out: NDArray[np.float32]
) -> None:
    """Write the products of two rows, (n, r) each, in all unordered pairs: (n, r (r + 1) / 2).

    The pair of i and j <= i stands at ``i (i + 1) / 2 + j``, the sum of both orders unless i = j.
    """
    for row in range(first.shape[0]):
        at = 0
        for i in range(first.shape[1]):
            one, two = first[row, i], second[row, i]
            for j in range(i):
                out[row, at + j] = one * second[row, j] + two * first[row, j]
            out[row, at + i] = one * two
            at += i + 1


@kernel
def pair_differences(
    first: NDArray[np.float32], second: NDArray[np.float32], out: NDArray[np.float32]
) -> None:
    """Write as `pair_products` the one order of i and j less the other; 0 where i = j."""
    for row in range(first.shape[0]):
        at = 0
        for i in range(first.shape[1]):
            one, two = first[row, i], second[row, i]
            for j in range(i):
                out[row, at + j] = one * second[row, j] - two * first[row, j]
            out[row, at + i] = 0.0
            at += i + 1


@kernel
def row_products(
    own: NDArray[np.int64],
    mine: NDArray[np.float64],
    rows: NDArray[np.int64],
    values: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """Write by ending the scalar product of a row of mine and one of values, (rows, hands) each."""
    for at in range(len(own)):
        total = 0.0
        for hand in range(values.shape[1]):
            total += mine[own[at], hand] * values[rows[at], hand]
        out[at] = total


def _indices() -> NDArray[np.int64]:
    return np.zeros(1, np.int64)


def _table() -> NDArray[np.float64]:
    return np.ones((1, 2))


def _few() -> NDArray[np.float32]:
    return np.ones((1, 2), np.float32)


def _pots() -> tuple[object, ...]:
    by_pot = (_indices(),) * 4
    return (0, *by_pot, np.ones(1), np.ones((1, 2)), _table(), _table())


def _groups() -> tuple[object, ...]:
    rows = _indices(), _indices()
    ends = _indices(), np.ones(1, np.int64)
    return (_few(), *rows, np.ones(1, np.float32), *ends, np.empty((1, 3), np.float32))


def _three_rows() -> tuple[object, ...]:
    return (_few(), _few(), np.empty((1, 3), np.float32))


register("preflop.add_pots", add_pots, _pots)
register("preflop.add_pair_products", add_pair_products, _groups)
register(
    "preflop.add_rows", add_rows, lambda: (_indices(), np.ones(1), _indices(), _table(), _table())
)
register("preflop.pair_products", pair_products, _three_rows)
register("preflop.pair_differences", pair_differences, _three_rows)
register(
    "preflop.row_products",
    row_products,
    lambda: (_indices(), _table(), _indices(), _table(), np.ones(1)),
)
