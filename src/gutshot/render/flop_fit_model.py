"""A fitted model of flops as a file of `data/flop_models`, with what it was fitted to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gutshot.holdem.preflop.flop_model_files import flop_model_text

if TYPE_CHECKING:
    from gutshot.holdem.calibrate.fit_report import FitReport
    from gutshot.holdem.preflop.flop_model import FlopModel

__all__ = ["fitted_model", "model_text"]


def fitted_model(report: FitReport, version: int = 1) -> FlopModel:
    """Return the model with edges by hand, with its version and its error on spots held out."""
    by_hand = report.model.by_hand
    if by_hand is not None:
        error = round(report.error("by_hand"), 4)
        by_hand = replace(by_hand, version=version, error=error)
    return replace(report.model, by_hand=by_hand)


def model_text(report: FitReport, version: int = 1) -> str:
    """Return the file; `gutshot postflop fit ROWS --model FILE` writes it.

    version : which fit of its kind it is, from 1.
    """
    refitted, ours = (100 * report.error(name) for name in ("refitted", "by_hand"))
    spots = report.spots
    source = (
        f"Fitted by `gutshot postflop fit` to {report.rows} flops of {len(spots)} spots, SPR"
        f" {spots[0].means.spr:.1f} to {spots[-1].means.spr:.1f}.\nOn spots held out it is"
        f" {ours:.2f} % of the pot off per hand, the four constants above {refitted:.2f} %."
    )
    return flop_model_text(fitted_model(report, version), "By hand", source)
