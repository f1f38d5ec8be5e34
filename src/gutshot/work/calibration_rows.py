"""Rows of the calibration, solved: a batch of them as a job, each as a task of a cluster.

A job keeps every row as a checkpoint, so that whoever watches it can take rows as they are done;
at its end they are its result.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gutshot.errors import InputError
from gutshot.holdem.calibrate.flops import sampled_flops
from gutshot.holdem.calibrate.rows import ending_line, ending_of, row_line
from gutshot.holdem.calibrate.solving import ENGINE, CalibrationTree, solve_row
from gutshot.jobs import register

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gutshot.holdem.calibrate.rows import FlopEnding
    from gutshot.jobs import Job, Watched

__all__ = [
    "CALIBRATION",
    "ROW_TASK",
    "RowAsked",
    "batch_inputs",
    "calibration_batch",
    "row_inputs",
    "row_task",
]

CALIBRATION: Final = "holdem.calibration"
"""The kind of these jobs."""
ROW_TASK: Final = "gutshot.work.calibration_rows:row_task"
"""Where a cluster's task is."""


class RowAsked(NamedTuple):
    """A row that is to be solved: the place of the flop in the ending's sample."""

    ending: FlopEnding
    number: int

    @property
    def name(self) -> str:
        """The row's."""
        return f"{self.ending.name}.{self.number}"


def row_inputs(asked: RowAsked, tree: CalibrationTree) -> dict[str, Any]:
    """Return what the task of a row is given."""
    return {
        "engine": ENGINE,
        "tree": [tree.name, tree.text],
        "ending": json.loads(ending_line(asked.ending)),
        "number": asked.number,
    }


def batch_inputs(batch: Iterable[RowAsked], tree: CalibrationTree) -> dict[str, Any]:
    """Return what the job of some rows is given."""
    return {"rows": [row_inputs(one, tree) for one in batch]}


def calibration_batch(inputs: dict[str, Any], job: Job) -> dict[str, Any]:
    """Solve rows one after the other; keep each one's line, or why there is none.

    Those that are kept already are left alone.
    """
    asked = inputs["rows"]
    told = []
    for at, one in enumerate(asked):
        found = job.load(str(at))
        if found is None:
            try:
                found = json.dumps({"line": _solved(one, job, at, len(asked))}).encode()
            except InputError as error:
                found = json.dumps({"why": str(error)}).encode()
            job.save(str(at), found)
        told.append(json.loads(found))
    return {"rows": told}


def row_task(inputs: dict[str, Any], task: Watched) -> str:
    """Solve a row and return its line."""
    return _solved(inputs, task, 0, 1)


register(CALIBRATION, "gutshot.work.calibration_rows:calibration_batch")


def _solved(inputs: dict[str, Any], work: Watched, at: int, of: int) -> str:
    """Return a row's line, one of several of a job or a task."""
    if inputs["engine"] != ENGINE:
        raise InputError(
            f"asked of engine {inputs['engine']}, this is {ENGINE}: the versions of Gutshot must"
            " be the same"
        )
    ending, number = ending_of(inputs["ending"]), int(inputs["number"])
    flop = sampled_flops(ending.name, number + 1)[number]

    def told(share: float) -> None:
        work.progress((at + share) / of, f"Solving {ending.name} on {flop.text}")

    told(0.0)
    work.check()
    row = solve_row(
        ending,
        number,
        flop,
        CalibrationTree(*inputs["tree"]),
        progress=told,
        cancel=work.cancelled,
    )
    work.check()
    if row is None:
        msg = "a solve was cancelled that nobody cancelled"
        raise AssertionError(msg)
    return row_line(row)
