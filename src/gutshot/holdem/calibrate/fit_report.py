"""Everything that rows say of flop models: constants, their errors held out, what remains wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.holdem.calibrate.bootstrap import DRAWS, SEED, Interval, intervals, redrawn
from gutshot.holdem.calibrate.by_hand_fit import (
    FORM,
    OTHER_FORMS,
    Fitting,
    fit_by_hand,
    squared_error,
)
from gutshot.holdem.calibrate.fit import (
    EdgeLine,
    SpotFit,
    edge_line,
    joint_fit,
    spot_fits,
    staged_fit,
)
from gutshot.holdem.calibrate.spot_means import SpotMeans, spots_of
from gutshot.holdem.preflop.flop_model import CHECKED_DOWN, FITTED, FlopModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.holdem.calibrate.by_hand_fit import Form
    from gutshot.holdem.calibrate.rows import CalibrationRows

__all__ = [
    "MODELS",
    "RAISERS",
    "FitReport",
    "SpotReport",
    "fit_report",
]

MODELS: Final = ("checked_down", "published", "refitted", "by_raiser", "by_hand", "by_hand_chart")
"""Whose errors are told: no betting, the shipped constants, those fitted here, with an edge of its
own by who raised last, with edges by hand, and the same with whole charts held out."""
RAISERS: Final = ("ip", "oop", "")
_FOLDS: Final = 6
"""In so many parts, with every SPR in each, others are held out to choose a held-out penalty."""


@dataclass(frozen=True, eq=False)
class SpotReport:
    """A spot, what it says by itself, and how far models that have not seen it are off.

    Attributes
    ----------
    means : SpotMeans
        What was solved.
    fit : SpotFit
        Its own slope and edge.
    errors : dict of str to float
        By `MODELS` the mean squared error over classes, in shares of the pot.
    noise : float
        What of such an error the sample of flops makes by itself.
    held_out : FlopModel
        The model with edges by hand that has not seen the spot.
    """

    means: SpotMeans
    fit: SpotFit
    errors: dict[str, float]
    noise: float
    held_out: FlopModel


@dataclass(frozen=True, eq=False)
class FitReport:
    """What rows say of flop models.

    Attributes
    ----------
    rows, left_out : int
        Rows that were fitted to, and others: of endings with rake.
    cpu_hours : float
        Of solves and controls.
    exploitability : float
        The mean over rows, as a share of the pot.
    spots : tuple of SpotReport
        By SPR, rising.
    staged, joint : FlopModel
        The four constants, fitted in both ways.
    staged_intervals, joint_intervals : dict of str to Interval
        By constant.
    draws : int
        Samples on which intervals rest.
    by_raiser : dict of str to EdgeLine
        The edge of spots where the seat in position, the other one, or nobody raised last.
    model : FlopModel
        With edges by hand, fitted to all spots.
    penalty : float
        Of its ridge.
    forms : dict of str to float
        The root mean squared error on spots held out in turn, in shares of the pot, of edges in
        other forms, each with its best penalty; "" is the form of `model`.
    """

    rows: int
    left_out: int
    cpu_hours: float
    exploitability: float
    spots: tuple[SpotReport, ...]
    staged: FlopModel
    joint: FlopModel
    staged_intervals: dict[str, Interval]
    joint_intervals: dict[str, Interval]
    draws: int
    by_raiser: dict[str, EdgeLine]
    model: FlopModel
    penalty: float
    forms: dict[str, float]

    def error(
        self,
        model: str,
        chosen: Callable[[SpotReport], bool] = lambda _: True,
        *,
        reach: bool = False,
    ) -> float:
        """Return the root mean squared error of one of `MODELS` over spots, in shares of the pot.

        reach : weigh spots by how often deals come to them, not alike. nan where none is chosen.
        """
        return self._root(
            [(one, one.errors.get(model, float("nan"))) for one in self.spots if chosen(one)], reach
        )

    def noise(self, chosen: Callable[[SpotReport], bool] = lambda _: True) -> float:
        """Return the root of what the samples of flops make of squared errors by themselves."""
        return self._root([(one, one.noise) for one in self.spots if chosen(one)], reach=False)

    @staticmethod
    def _root(found: list[tuple[SpotReport, float]], reach: bool) -> float:  # noqa: FBT001
        if not found:
            return float("nan")
        weights = [one.means.ending.reach if reach else 1.0 for one, _ in found]
        return float(np.average([squared for _, squared in found], weights=weights) ** 0.5)


def fit_report(
    found: CalibrationRows,
    *,
    form: Form = FORM,
    draws: int = DRAWS,
    seed: int = SEED,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> FitReport | None:
    """Fit models to rows and hold them to spots that they have not seen; None when cancelled.

    Parameters
    ----------
    form
        The unknowns of edges by hand.
    draws, seed
        How many samples intervals rest on, and what draws them.
    progress
        Told the share of the work that is done, 0..1, an estimate.
    cancel
        Asked before each spot.

    Raises
    ------
    InputError
        When there are too few endings.
    """
    with threadpool_limits(1, "blas"):
        return _report(found, form, (draws, seed), progress, cancel)


def _report(
    found: CalibrationRows,
    form: Form,
    drawn: tuple[int, int],
    progress: Callable[[float], None] | None,
    cancel: Callable[[], bool] | None,
) -> FitReport | None:
    spots = sorted(spots_of(found), key=lambda spot: spot.ending.spr)
    spr = np.array([spot.ending.spr for spot in spots])
    moments = np.array([spot.moments() for spot in spots])
    staged, joint = staged_fit(spr, moments), joint_fit(spr, moments)
    means = [spot.means() for spot in spots]
    fitting = Fitting(means, form)
    every = np.arange(len(spots))
    nodes = [spot.ending.spot for spot in spots]
    charts = [node.rsplit("/", 1)[0] for node in nodes]
    by_node, by_chart = (
        np.array([sorted({*names}).index(name) for name in names]) for names in (nodes, charts)
    )
    reports = []
    fits = spot_fits(spr, moments, staged.exponent)
    for at, mean in enumerate(means):
        if cancel is not None and cancel():
            return None
        errors, held_out = _held_out(at, means, moments, fitting, (by_node, by_chart))
        noise = float(np.nansum(mean.weight * mean.noise) / 2)
        reports.append(SpotReport(mean, fits[at], errors, noise, held_out))
        if progress is not None:
            progress(0.7 * (at + 1) / len(means))
    model, penalty = fit_by_hand(fitting, staged, every, by_node)
    others = [(name, Fitting(means, other)) for name, other in OTHER_FORMS.items()]
    samples = redrawn(spots, *drawn)
    staged_intervals = intervals(samples, staged_fit, staged)
    joint_intervals = intervals(samples, joint_fit, joint)
    names = {spot.ending.name for spot in spots}
    rows = [row for row in found.rows if row.ending in names]
    return FitReport(
        len(rows),
        len(found.rows) - len(rows),
        sum(row.cpu_s for row in rows) / 3600,
        float(np.mean([row.exploitability for row in rows])),
        tuple(reports),
        staged,
        joint,
        staged_intervals,
        joint_intervals,
        drawn[0],
        _edges_by_raiser(means, moments, staged.exponent, every),
        model,
        penalty,
        {
            name: float(one.errors(staged, every, by_node).min() ** 0.5)
            for name, one in (("", fitting), *others)
        },
    )


def _held_out(
    at: int,
    means: list[SpotMeans],
    moments: NDArray[np.float64],
    fitting: Fitting,
    groups: tuple[NDArray[np.int64], NDArray[np.int64]],
) -> tuple[dict[str, float], FlopModel]:
    """Return a spot's squared errors by model, fitted to others, and the one with edges by hand."""
    spr = np.array([spot.spr for spot in means])
    spot = means[at]

    def constants(among: NDArray[np.int64]) -> FlopModel:
        return staged_fit(spr[among], moments[among])

    others, far = (np.flatnonzero(group != group[at]) for group in groups)
    refitted = constants(others)
    by_raiser = refitted
    lines = _edges_by_raiser(means, moments, refitted.exponent, others)
    line = lines.get(spot.ending.aggressor)
    if line is not None:
        by_raiser = replace(
            refitted, edge_offset=line.offset, edge_slope=line.slope, edge_cap=line.cap
        )
    folds = groups[0] % _FOLDS
    by_hand, _ = fit_by_hand(fitting, refitted, others, folds)
    tried = {
        "checked_down": CHECKED_DOWN,
        "published": FITTED,
        "refitted": refitted,
        "by_raiser": by_raiser,
        "by_hand": by_hand,
    }
    if len(far) > 3:
        tried["by_hand_chart"], _ = fit_by_hand(fitting, constants(far), far, folds)
    return {name: squared_error(model, spot) for name, model in tried.items()}, by_hand


def _edges_by_raiser(
    means: list[SpotMeans],
    moments: NDArray[np.float64],
    exponent: float,
    among: NDArray[np.int64],
) -> dict[str, EdgeLine]:
    """Return lines through the edges of spots by who raised last."""
    out = {}
    for raiser in RAISERS:
        at = [i for i in among.tolist() if means[i].ending.aggressor == raiser]
        if at:
            spr = np.array([means[i].spr for i in at])
            edges = np.array([one.edge for one in spot_fits(spr, moments[at], exponent)])
            out[raiser] = edge_line(spr, edges, np.ones(len(at)))[0]
    return out
