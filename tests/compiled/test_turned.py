"""Sixteen rows added as columns, work shared out to threads, and the processor's clock."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel
from gutshot.compiled.clock import ticks
from gutshot.compiled.lanes import LANES, add_turned, prefetch, splat
from gutshot.compiled.tickets import take

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel(error_model="numpy", _nrt=False)
def turn_and_add(
    source: NDArray[np.float32],
    places: NDArray[np.int16],
    added: NDArray[np.float32],
) -> None:
    prefetch(source, 10 * len(source))
    add_turned(added, places, 1, 20, 3, source, 5, splat(0.5))


@kernel(error_model="numpy", _nrt=False)
def count_taken(ticket: NDArray[np.int64], taken: NDArray[np.int64]) -> int:
    number = take(ticket)
    while number < len(taken):
        taken[number] += 1
        number = take(ticket)
    return ticks()


def test_rows_become_columns_of_a_share() -> None:
    rng = np.random.default_rng(5)
    source = rng.standard_normal(5 + LANES * LANES).astype(np.float32)
    rows = source[5:].reshape(LANES, LANES)
    # two columns go to the same place
    places = np.array([99, *range(2, 17), 2], np.int16)
    added = np.ones(20 * 20, np.float32)
    wanted = np.ones_like(added)
    for column, place in enumerate(places[1:]):
        wanted[place * 20 + 3 : place * 20 + 3 + LANES] += rows[:, column] / 2
    turn_and_add(source, places, added)
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
