"""Flop models held to solved flops, as lines for a terminal and as JSON."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from gutshot.holdem.calibrate.bootstrap import CONSTANTS
from gutshot.holdem.preflop.flop_model import FITTED
from gutshot.holdem.preflop.flop_model_files import flop_model_payload
from gutshot.render.flop_fit_model import fitted_model
from gutshot.render.flop_fit_page import MODEL_NAMES
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from gutshot.holdem.calibrate.bootstrap import Interval
    from gutshot.holdem.calibrate.fit_report import FitReport

__all__ = ["fit_payload", "fit_text"]


def fit_text(report: FitReport) -> str:
    """Return the constants with their intervals, and the error of each model."""
    constants = text_table(
        [Column("constant"), *(Column(x, right=True) for x in ("published", "staged", "joint"))],
        [
            [
                name,
                f"{getattr(FITTED, name):g}",
                _cell(report.staged_intervals[name]),
                _cell(report.joint_intervals[name]),
            ]
            for name in CONSTANTS
        ],
    )
    errors = text_table(
        [Column("error on spots held out, % of the pot"), Column("", right=True)],
        [
            *([words, f"{100 * report.error(key):.2f}"] for key, words in MODEL_NAMES.items()),
            ["of it, the sample of flops by itself", f"{100 * report.noise():.2f}"],
        ],
    )
    head = f"{report.rows} rows of {len(report.spots)} spots"
    return f"{head}\n\n{constants}\n\n{errors}"


def _cell(one: Interval) -> str:
    return f"{one.fitted:.3f} ({one.low:.3f} to {one.high:.3f})"


def fit_payload(report: FitReport, version: int = 1) -> dict[str, Any]:
    """Return it as JSON, errors as shares of the pot.

    version : which fit of its kind the model is.
    """

    def fitted(intervals: dict[str, Interval]) -> dict[str, Any]:
        return {
            name: {"fitted": one.fitted, "low": one.low, "high": one.high}
            for name, one in intervals.items()
        }

    return {
        "schema": "gutshot.flop-fit/1",
        "rows": report.rows,
        "rows_left_out": report.left_out,
        "cpu_hours": report.cpu_hours,
        "published": flop_model_payload(FITTED),
        "staged": fitted(report.staged_intervals),
        "joint": fitted(report.joint_intervals),
        "draws": report.draws,
        "errors": {key: _number(report.error(key)) for key in MODEL_NAMES},
        "errors_by_reach": {key: _number(report.error(key, reach=True)) for key in MODEL_NAMES},
        "sample_error": _number(report.noise()),
        "edge_by_raiser": {
            raiser or "nobody": {"offset": line.offset, "slope": line.slope, "cap": line.cap}
            for raiser, line in report.by_raiser.items()
        },
        "penalty": report.penalty,
        "forms": {name or "as_fitted": error for name, error in report.forms.items()},
        "model": flop_model_payload(fitted_model(report, version)),
        "spots": [
            {
                "name": spot.means.name,
                "spr": spot.means.spr,
                "raises": spot.means.ending.raises,
                "aggressor": spot.means.ending.aggressor,
                "flops": spot.means.flops,
                "slopes": [*spot.fit.slopes],
                "commitment": spot.fit.commitment,
                "edge": spot.fit.edge,
                "errors": {key: squared**0.5 for key, squared in spot.errors.items()},
                "sample_error": _number(spot.noise**0.5),
            }
            for spot in report.spots
        ],
    }


def _number(found: float) -> float | None:
    return None if math.isnan(found) else found
