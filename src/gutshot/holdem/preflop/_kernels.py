"""Compiled loops over the endings of a table of more than two players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.compiled import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["add_rows", "pair_differences", "pair_products", "row_products"]


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
