"""The chance of being behind: convolved, against exact sums; modelled, against the bell curve."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from statistics import NormalDist

import pytest
from tests.videopoker.played import jacks, played

from gutshot.videopoker import GameReturn, game
from gutshot.videopoker.long_run import (
    ROUNDING,
    chance_behind,
    long_run,
    modelled_chance_behind,
)

GAMES = ["jacks-or-better-9-6", "deuces-wild-full-pay", "double-joker-8-5-4"]


def exactly_behind(result: GameReturn, hands: int) -> Fraction:
    """Return the chance that `hands` hands pay less than they cost, by all their outcomes."""
    total = sum(result.categories.values())
    pays = {line.category: line.pays for line in result.table.lines} | {"no_win": Fraction(0)}
    chances = [(pays[c], Fraction(n, total)) for c, n in result.categories.items()]
    out = Fraction(0)
    for outcome in product(chances, repeat=hands):
        if sum(pay for pay, _ in outcome) < hands:
            share = Fraction(1)
            for _, chance in outcome:
                share *= chance
            out += share
    return out


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("hands", [1, 2, 3, 4])
def test_the_convolution_is_the_sum_over_all_outcomes(name: str, hands: int) -> None:
    result = played(name)
    counted = chance_behind(result.table, result.categories, hands)
    assert counted is not None
    assert abs(counted - float(exactly_behind(result, hands))) < ROUNDING


def test_fractional_payouts_are_summed_in_their_own_unit() -> None:
    result = played(jacks(9, 6, four_of_a_kind="49/2", straight="9/2"))
    assert result.table.scale == 2
    counted = chance_behind(result.table, result.categories, 3)
    assert counted is not None
    assert abs(counted - float(exactly_behind(result, 3))) < ROUNDING


def test_payouts_that_are_too_large_are_not_convolved() -> None:
    result = played(jacks(9, 6, royal_flush=10**9))
    assert chance_behind(result.table, result.categories, 100) is None
    run = long_run(result.table, result.categories, result.variance[0], 100)
    assert run.counted is None
    assert 0 < run.modelled < 1


@pytest.mark.parametrize("hands", [1, 100, 40_000])
def test_the_model_is_the_bell_curve_read_half_a_step_below_break_even(hands: int) -> None:
    result = played("jacks-or-better-9-6")
    mean, variance = float(result.return_fraction), float(result.variance[0])
    bell = NormalDist(hands * mean, (hands * variance) ** 0.5)
    modelled = modelled_chance_behind(result.return_fraction, result.variance[0], 1, hands)
    assert abs(modelled - bell.cdf(hands - 0.5)) < 1e-12


@pytest.mark.parametrize("name", GAMES)
def test_many_hands_bring_what_one_hand_does_on_average(name: str) -> None:
    result = played(name)
    run = long_run(result.table, result.categories, result.variance[0], 1_000)
    assert run.net == 1_000 * (result.return_fraction - 1)
    assert abs(run.deviation**2 - 1_000 * float(result.variance[0])) < 1e-6
    assert result.royal_cycle is not None
    assert abs(run.no_royal - float(1 - 1 / result.royal_cycle) ** 1_000) < 1e-12


def test_the_model_comes_close_when_royals_have_come() -> None:
    result = played("jacks-or-better-9-6")
    far, near = (
        long_run(result.table, result.categories, result.variance[0], hands)
        for hands in (10_000, 1_000_000)
    )
    assert far.counted is not None
    assert near.counted is not None
    assert far.counted - far.modelled > 0.15
    assert abs(near.counted - near.modelled) < 0.001


def test_every_game_of_the_catalogue_can_be_convolved_to_a_million_hands() -> None:
    largest = max(game(name).lines[0].pays for name in (*GAMES, "bonus-poker-8-5-royal-1600"))
    assert largest == 1600
    result = played("bonus-poker-8-5-royal-1600")
    assert chance_behind(result.table, result.categories, 1_000_000) is not None
