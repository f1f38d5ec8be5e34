"""Numbers in 16 bits: half the memory, and the same values within what is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.holdem.postflop_spots import FLOP, RIVER, TURN, spot

from gutshot.cfr import Checkpoint, certify, drive
from gutshot.compiled import kernel
from gutshot.compiled.lanes import LANES, load, store
from gutshot.errors import InputError
from gutshot.holdem.postflop.answers import FAST, solve_spot
from gutshot.holdem.postflop.estimate import measure
from gutshot.holdem.postflop.game import PostflopGame

if TYPE_CHECKING:
    from gutshot.compiled.lanes import Numbers


@kernel(error_model="numpy", _nrt=False)
def copy(source: Numbers, target: Numbers) -> None:
    for at in range(0, len(source), LANES):
        store(target, at, load(source, at))


def test_halves_are_those_of_numpy() -> None:
    rng = np.random.default_rng(3)
    given = np.concatenate([
        rng.standard_normal(480) * 10.0 ** rng.integers(-8, 5, 480),
        [0, -0.0, 65504, -65504, 6.1e-5, 5.97e-8, 2.98e-8, 1 / 3],
        [1, -1, 2049, 2051, 1e-9, 0.1, 7, 9],
    ]).astype(np.float32)  # fmt: skip
    halves = np.zeros(len(given), np.int16)
    copy(given, halves)
    np.testing.assert_array_equal(halves.view(np.float16), given.astype(np.float16))
    back = np.zeros_like(given)
    copy(halves, back)
    np.testing.assert_array_equal(back, given.astype(np.float16).astype(np.float32))


def test_shares_are_whole_numbers_of_65535() -> None:
    rng = np.random.default_rng(4)
    given = np.concatenate([
        rng.random(480),
        rng.integers(0, 65_536, 24) / 65_535,
        [0, -1e-7, 1, 1 + 1e-7, 0.5, 1 / 3, 1e-6, 1e-5],
    ]).astype(np.float32)  # fmt: skip
    shares = np.zeros(len(given), np.uint16)
    copy(given, shares)
    assert np.abs(shares / 65_535 - given.clip(0, 1)).max() < 0.501 / 65_535
    back = np.zeros_like(given)
    copy(shares, back)
    np.testing.assert_array_equal(back, shares * np.float32(1 / 65_535))
    again = np.zeros_like(shares)
    copy(back, again)
    np.testing.assert_array_equal(again, shares)


@pytest.mark.parametrize(("board", "iterations"), [(RIVER, 250), (TURN, 120)])
def test_values_are_the_same_within_the_error_that_is_said(board: str, iterations: int) -> None:
    # chips by the thousand are no more than a number of 16 bits holds
    given = spot(board, pot="50000", stack="200000", bet="50%, a")
    whole, half = PostflopGame(given), PostflopGame(given, half=True)
    for game in (whole, half):
        drive(game, target=0, iterations=iterations, schedule=FAST, check_every=iterations)
    assert measure(given, half=True).memory_bytes * 2 == measure(given).memory_bytes
    sizes = [sum(t.nbytes for level in g.levels for t in level.tables) for g in (whole, half)]
    assert sizes == [measure(given).memory_bytes, measure(given, half=True).memory_bytes]
    ours, theirs = certify(half), certify(whole)
    pot = 50_000
    # averages whose small steps are rounded away stay at 0.15 %, seven times what 32 bits reach
    assert theirs.mean_gain < 1.1e-3 * pot
    assert ours.mean_gain < 1.1 * theirs.mean_gain
    assert ours.values[0] == pytest.approx(
        theirs.values[0], abs=2 * (ours.mean_gain + theirs.mean_gain)
    )
    assert sum(ours.values) == pytest.approx(pot, abs=1e-6 * pot)


def test_a_flop_in_halves_is_the_same_on_any_number_of_threads() -> None:
    given = spot(FLOP, oop="AA,T9s,66,KQs:0.5", ip="KK,QJs,99,87s", bet="50%, a")
    games = [PostflopGame(given, threads=threads, half=True) for threads in (1, 2)]
    whole = PostflopGame(given)
    # before rounding has decided between equal actions, each turn card is worth the same
    turns = [game.turn_worths(0) for game in (games[0], whole)]
    np.testing.assert_allclose(turns[0], turns[1], atol=1e-3 * float(np.abs(turns[1]).max()))
    for game in (*games, whole):
        drive(game, target=0, iterations=30, schedule=FAST, check_every=30)
    first, second = (Checkpoint.of(game, 30).arrays for game in games)
    assert all(first[name].tobytes() == second[name].tobytes() for name in first)
    assert first["flop_oop_regret"].dtype == np.float16
    assert first["flop_oop_mean"].dtype == np.uint16
    with pytest.raises(InputError, match="of another game"):
        Checkpoint.of(whole, 30).restore(games[0])
    ours, theirs = certify(games[0]), certify(whole)
    assert ours.mean_gain == pytest.approx(theirs.mean_gain, abs=2e-3 * 50)
    assert ours.values == pytest.approx(theirs.values, abs=2e-3 * 50)


def test_halves_are_allowed_where_whole_numbers_are_refused() -> None:
    given = spot(RIVER, more='target = "0.5%pot"')
    between = measure(given).memory_bytes * 3 // 4
    with pytest.raises(InputError, match=r"the spot takes 0\.00 GB of memory"):
        solve_spot(given, most_bytes=between)
    found = solve_spot(given, most_bytes=between, half=True)
    assert found.converged
