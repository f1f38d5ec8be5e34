"""The table of two classes against random deals, and the random numbers that they come from."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.evaluate.strength.plain import plain_strength
from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.class_samples import _residuals, class_pairs, sample_classes
from gutshot.holdem.class_samples._kernels import _below, sample_pair
from gutshot.holdem.hand_classes import class_combos, class_index, compatible_combos

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = 60_000
CELLS = 400


@pytest.mark.oracle
def test_random_deals_of_random_pairs_are_as_far_off_as_chance_is() -> None:
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    chosen = random.sample(range(len(class_pairs())), CELLS)
    found = sample_classes(class_pairs()[chosen], SEED)
    assert abs(found.rms - 1) < 4 / np.sqrt(2 * CELLS)
    assert found.largest < 5
    assert abs(found.residuals.mean()) < 4 / np.sqrt(CELLS)


def test_the_seed_and_the_pair_alone_decide_what_is_drawn() -> None:
    pairs = class_pairs()[[0, 77, 9_000]]
    one = sample_classes(pairs, 5, draws=500)
    told: list[float] = []
    again = sample_classes(pairs[::-1], 5, draws=500, workers=1, progress=told.append)
    assert one.wins.tolist() == again.wins.tolist()[::-1]
    assert one.ties.tolist() == again.ties.tolist()[::-1]
    assert told == [1.0]
    assert sample_classes(pairs, 6, draws=500).wins.tolist() != one.wins.tolist()


def test_residuals_notice_a_table_that_is_a_hundredth_off() -> None:
    pairs = class_pairs()[:200]
    at = pairs[:, 0], pairs[:, 1]
    deals = BOARDS * compatible_combos()[at]
    wins, ties = (part[at] / deals for part in class_equities())
    won, tied = (np.rint(60_000 * part).astype(np.int64) for part in (wins, ties))
    assert np.abs(_residuals(pairs, won, tied, 60_000)).max() < 0.02
    wrong = _residuals(pairs, won + 600, tied, 60_000)
    assert np.sqrt(np.mean(wrong**2)) > 4


def split_mix(seed: int) -> Iterator[int]:
    """Yield the 64-bit numbers of SplitMix64, in whole numbers of Python."""
    state, most = seed, 2**64 - 1
    while True:
        state = state + 0x9E3779B97F4A7C15 & most
        bits = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & most
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & most
        yield bits ^ bits >> 31


@pytest.mark.oracle
@pytest.mark.parametrize("names", ["AKs AKo", "77 76s", "AA AA", "T2o T2o"])
def test_the_same_numbers_dealt_in_plain_python_give_the_same_outcomes(names: str) -> None:
    ours, theirs = (class_combos(class_index(name)) for name in names.split())
    draws, seed = 300, 2**63 + 11
    numbers = split_mix(seed)
    bits: list[str] = []

    def take(count: int, width: int) -> int:
        while True:
            if len(bits) < width:
                bits[:] = f"{next(numbers):064b}"[::-1]
            found = int("".join(bits[:width])[::-1], 2)
            del bits[:width]
            if found < count:
                return found

    won = tied = 0
    for _ in range(draws):
        cards: set[int] = set()
        first: tuple[int, ...] = ()
        second: tuple[int, ...] = ()
        while len(cards) < 4:
            first, second = ours[take(len(ours), 4)], theirs[take(len(theirs), 4)]
            cards = {*first, *second}
        board: list[int] = []
        while len(board) < 5:
            card = take(52, 6)
            if card not in cards:
                cards.add(card)
                board.append(card)
        mine, yours = plain_strength([*board, *first]), plain_strength([*board, *second])
        won += mine > yours
        tied += mine == yours
    mine_all, yours_all = np.array(ours, np.uint8), np.array(theirs, np.uint8)
    assert sample_pair(mine_all, yours_all, draws, np.uint64(seed)) == (won, tied)


@pytest.mark.parametrize(("count", "width"), [(52, 6), (12, 4), (6, 4), (4, 4)])
def test_numbers_below_a_bound_are_all_alike(count: int, width: int) -> None:
    source = np.array([SEED, 0, 0, 0], np.uint64)
    draws = 2_000 * count
    seen = np.bincount([_below(source, count, width) for _ in range(draws)], minlength=count)
    assert len(seen) == count
    squares = float(((seen - 2_000) ** 2 / 2_000).sum())
    # chi-squared with count - 1 degrees of freedom: mean and variance
    assert abs(squares - (count - 1)) < 5 * np.sqrt(2 * (count - 1))
