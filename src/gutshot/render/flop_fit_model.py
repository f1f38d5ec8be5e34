"""A fitted model of flops as a file of `data/flop_models`, with what it was fitted to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.holdem.preflop.flop_model_files import flop_model_text

if TYPE_CHECKING:
    from gutshot.holdem.calibrate.fit_report import FitReport

__all__ = ["model_text"]


def model_text(report: FitReport) -> str:
    """Return the file; `gutshot postflop fit ROWS --model FILE` writes it."""
    refitted, ours = (100 * report.error(name) for name in ("refitted", "by_hand"))
    spots = report.spots
    source = (
        f"Fitted by `gutshot postflop fit` to {report.rows} flops of {len(spots)} spots, SPR"
        f" {spots[0].means.spr:.1f} to {spots[-1].means.spr:.1f}.\nOn spots held out it is"
        f" {ours:.2f} % of the pot off per hand, the four constants above {refitted:.2f} %."
    )
    return flop_model_text(report.model, "By hand", source)
