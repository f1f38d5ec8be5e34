"""Fits find the constants from which rows were made, and intervals hold them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from tests.holdem.calibrate.made_up import made_up_rows

from gutshot.errors import InputError
from gutshot.holdem.calibrate.bootstrap import CONSTANTS, intervals, redrawn
from gutshot.holdem.calibrate.by_hand_fit import (
    FORM,
    Fitting,
    fit_by_hand,
    predicted,
    squared_error,
)
from gutshot.holdem.calibrate.fit import edge_line, joint_fit, spot_fits, staged_fit
from gutshot.holdem.calibrate.fit_report import FitReport, fit_report
from gutshot.holdem.calibrate.rows import CalibrationRows
from gutshot.holdem.calibrate.spot_means import SpotRows, spots_of
from gutshot.holdem.preflop.flop_model import FITTED, FlopModel
from gutshot.holdem.preflop.hand_edges import FEATURES, SEATS_AFTER, HandEdges

TRUE = FlopModel(1.2, -0.03, 0.02, 0.06)
SPRS = np.geomspace(1, 40, 14).tolist()
DRAW = np.random.default_rng(3)
BY_HAND = FlopModel(
    1.2,
    -0.03,
    0.02,
    0.06,
    by_hand=HandEdges(
        "made up",
        FORM.halves,
        40.0,
        (0.1, -0.1),
        tuple(
            ("any", seat, feature, (float(DRAW.normal(0, 0.03)), float(DRAW.normal(0, 0.03))))
            for seat in SEATS_AFTER
            for feature in FEATURES
        ),
    ),
)


def moments_of(spots: list[SpotRows]) -> tuple[np.ndarray, np.ndarray]:
    return (
        np.array([spot.ending.spr for spot in spots]),
        np.array([spot.moments() for spot in spots]),
    )


def test_rows_without_noise_give_back_their_constants() -> None:
    spots = spots_of(made_up_rows(TRUE, SPRS, flops=2, noise=0))
    spr, moments = moments_of(spots)
    for fit in (staged_fit, joint_fit):
        found = fit(spr, moments)
        for name in CONSTANTS:
            assert getattr(found, name) == pytest.approx(getattr(TRUE, name), rel=5e-3), name
    for spot, one in zip(spots, spot_fits(spr, moments, TRUE.exponent), strict=True):
        assert one.commitment == pytest.approx(TRUE.commitment(spot.ending.spr), abs=1e-9)
        assert one.edge == pytest.approx(TRUE.edge(spot.ending.spr), abs=1e-9)
        assert squared_error(TRUE, spot.means()) < 1e-20


def test_intervals_hold_the_constants_and_are_the_same_again() -> None:
    held = dict.fromkeys(CONSTANTS, 0)
    for seed in range(4):
        rows = made_up_rows(TRUE, SPRS, flops=5, noise=0.1, spot_noise=0.005, seed=seed)
        spots = spots_of(rows)
        fitted = staged_fit(*moments_of(spots))
        found = intervals(redrawn(spots, 60, seed=1), staged_fit, fitted)
        for name in CONSTANTS:
            assert found[name].low <= getattr(fitted, name) <= found[name].high
            held[name] += found[name].holds(getattr(TRUE, name))
        assert 0 < found["exponent"].high - found["exponent"].low < 0.1
    # of four intervals of 95 %, one may miss
    assert min(held.values()) >= 3


def test_samples_are_drawn_alike_again() -> None:
    spots = spots_of(made_up_rows(TRUE, SPRS, flops=3, noise=0.1))
    fitted = joint_fit(*moments_of(spots))
    found, again, other = (
        intervals(redrawn(spots, 12, seed), joint_fit, fitted) for seed in (1, 1, 2)
    )
    assert found == again
    assert found != other
    assert found["exponent"].holds(TRUE.exponent)


def test_an_edge_without_slope_or_below_zero_is_a_line_too() -> None:
    spr = np.array([1.0, 3.0, 7.0, 15.0])
    flat, missed = edge_line(spr, np.full(4, 0.04), np.ones(4))
    assert flat.cap == pytest.approx(0.04)
    assert missed == pytest.approx(0, abs=1e-9)
    none, missed = edge_line(spr, np.full(4, -0.01), np.ones(4))
    assert (none.cap, none.slope) == (0, 0)
    assert missed == pytest.approx(4e-4)


def test_edges_by_hand_are_found_again() -> None:
    spots = spots_of(made_up_rows(BY_HAND, SPRS, flops=4, noise=0.001))
    spr, moments = moments_of(spots)
    base = staged_fit(spr, moments)
    means = [spot.means() for spot in spots]
    every = np.arange(len(spots))
    found, penalty = fit_by_hand(Fitting(means, FORM), base, every, every)
    assert penalty < 0.01
    for spot in means:
        assert (
            np.abs(spot.weight * (predicted(found, spot) - predicted(BY_HAND, spot))).sum() < 0.03
        )
        assert squared_error(found, spot) < 0.3 * squared_error(base, spot)
    # every two hands share one pot
    assert all(
        (spot.weight * predicted(found, spot)).sum() == pytest.approx(1, abs=2e-3) for spot in means
    )


@cache
def report_of(model: FlopModel, noise: float) -> FitReport:
    rows = made_up_rows(model, SPRS, flops=4, noise=noise)
    found = fit_report(rows, draws=10)
    assert found is not None
    return found


def test_a_report_tells_how_far_models_are_off_on_spots_they_have_not_seen() -> None:
    found = report_of(BY_HAND, 0.02)
    assert (found.rows, found.left_out, found.draws) == (56, 0, 10)
    assert found.error("by_hand") < 0.5 * found.error("refitted") < found.error("published")
    assert found.error("by_hand_chart") < 0.6 * found.error("refitted")
    # 0.02 a flop, four flops
    assert found.noise() == pytest.approx(0.01, rel=0.5)
    assert np.isnan(found.error("refitted", lambda one: one.means.spr < 0))
    # the edges that were made up know no raiser, and two terms
    assert found.forms["one term by SPR"] > found.forms[""] > 0.009
    assert found.forms["whoever raised last"] == pytest.approx(found.forms[""], rel=0.1)
    near = report_of(TRUE, 0.2)
    # where there is nothing to find, what is found does no harm
    assert near.error("by_hand") < 1.1 * near.error("refitted")
    assert near.error("refitted") == pytest.approx(near.noise(), rel=0.1)
    assert near.error("published") > near.error("refitted")


def test_too_few_endings_and_raked_ones_are_refused() -> None:
    found = made_up_rows(FITTED, [1.0, 2.0, 3.0], flops=1, noise=0)
    with pytest.raises(InputError, match="at least 4 endings without rake; there are 3"):
        fit_report(found)
    with pytest.raises(InputError, match="there are 0"):
        fit_report(CalibrationRows(found.endings, ()))
