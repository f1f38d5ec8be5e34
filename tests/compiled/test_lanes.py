"""Sixteen numbers at once are the same numbers as one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from gutshot.compiled import kernel
from gutshot.compiled.lanes import (
    LANES,
    load,
    maximum,
    positive,
    splat,
    store,
    transpose,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

NUMBERS = arrays.arrays(
    np.float32,
    2 * LANES,
    elements=st.floats(-1e6, 1e6, width=32, allow_subnormal=False),
)


@kernel(error_model="numpy")
def calculate(given: NDArray[np.float32], number: float, out: NDArray[np.float32]) -> None:
    one = load(given, 0)
    other = load(given, LANES)
    store(out, 0, one + other)
    store(out, 16, one - other)
    store(out, 32, one * other)
    store(out, 48, one / other)
    store(out, 64, maximum(one, other))
    store(out, 80, positive(one, other, splat(number)))
    store(out, 96, one * other + one)


@kernel
def turn(
    source: NDArray[np.float32], rows: NDArray[np.int16], stride: int, out: NDArray[np.float32]
) -> None:
    transpose(source, rows, 1, stride, 2, out, 3, 20)


@given(given=NUMBERS, number=st.floats(-10, 10))
def test_lanes_calculate_like_single_numbers(given: NDArray[np.float32], number: float) -> None:
    out = np.full(7 * LANES, np.nan, np.float32)
    calculate(given, number, out)
    one, other = given[:LANES], given[LANES:]
    with np.errstate(all="ignore"):
        wanted = [
            one + other,
            one - other,
            one * other,
            one / other,
            np.maximum(one, other),
            np.where(one > 0, other, np.float32(number)),
            one * other + one,  # rounded twice: the product is not fused with the sum
        ]
    for got, right in zip(out.reshape(7, LANES), wanted, strict=True):
        assert np.array_equal(got, right, equal_nan=True)


def test_rows_become_columns_and_nothing_else_is_written() -> None:
    rng = np.random.default_rng(1)
    source = rng.normal(size=40 * 18).astype(np.float32)
    rows = rng.permutation(40)[: LANES + 1].astype(np.int16)
    out = np.full(16 * 20 + 3, 7, np.float32)
    turn(source, rows, 18, out)
    wanted = np.full_like(out, 7)
    for lane in range(LANES):
        for i in range(LANES):
            wanted[3 + lane * 20 + i] = source[rows[1 + i] * 18 + 2 + lane]
    assert np.array_equal(out, wanted)
