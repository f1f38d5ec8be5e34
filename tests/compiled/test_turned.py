"""Sixteen rows turned into columns, work shared out to threads, and the processor's clock."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel
from gutshot.compiled.clock import ticks
from gutshot.compiled.lanes import LANES, add_turned, load, prefetch, store_turned
from gutshot.compiled.tickets import take

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel(error_model="numpy", _nrt=False)
def turn_both(
    source: NDArray[np.float32],
    places: NDArray[np.int16],
    out: NDArray[np.float32],
    added: NDArray[np.float32],
) -> None:
    prefetch(source, 10 * len(source))
    rows = (
        load(source, 0), load(source, 16), load(source, 32), load(source, 48),
        load(source, 64), load(source, 80), load(source, 96), load(source, 112),
        load(source, 128), load(source, 144), load(source, 160), load(source, 176),
        load(source, 192), load(source, 208), load(source, 224), load(source, 240),
    )  # fmt: skip
    store_turned(out, 5, rows)
    add_turned(added, places, 1, 20, 3, rows)


@kernel(error_model="numpy", _nrt=False)
def count_taken(ticket: NDArray[np.int64], taken: NDArray[np.int64]) -> int:
    number = take(ticket)
    while number < len(taken):
        taken[number] += 1
        number = take(ticket)
    return ticks()


def test_rows_become_columns() -> None:
    rng = np.random.default_rng(5)
    source = rng.standard_normal((LANES, LANES)).astype(np.float32)
    # two columns go to the same place
    places = np.array([99, *range(2, 17), 2], np.int16)
    out = np.zeros(5 + LANES * LANES + 3, np.float32)
    added = np.ones(20 * 20, np.float32)
    wanted = np.ones_like(added)
    for column, place in enumerate(places[1:]):
        wanted[place * 20 + 3 : place * 20 + 3 + LANES] += source[:, column]
    turn_both(source.reshape(-1), places, out, added)
    np.testing.assert_array_equal(out[5:-3].reshape(LANES, LANES), source.T)
    assert not out[:5].any()
    assert not out[-3:].any()
    np.testing.assert_array_equal(added, wanted)


def test_threads_take_each_number_once() -> None:
    ticket, taken = np.zeros(1, np.int64), np.zeros(20_000, np.int64)
    before = count_taken(np.full(1, 10), taken[:5])
    with ThreadPoolExecutor(4) as pool:
        ends = list(pool.map(lambda _: count_taken(ticket, taken), range(4)))
    assert (taken == 1).all()
    # one for each thread that found nothing left
    assert ticket[0] == len(taken) + 4
    assert min(ends) > before
