"""Preflop charts solved: one for a question, or each of a catalogue as a job or a cluster's task.

A chart is solved, rounded into the form of its file, and measured as it is in the file; it is kept
when that meets the bar. A job keeps it itself; a task hands back the file.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import InputError
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.chart_set import pack_chart
from gutshot.holdem.preflop.flop_model_files import shipped_flop_model
from gutshot.holdem.preflop.game import MOST_ITERATIONS
from gutshot.holdem.preflop.kept import keep_chart
from gutshot.holdem.preflop.spec import FORMATS
from gutshot.holdem.preflop.version import ENGINE_VERSION
from gutshot.jobs import register

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gutshot.holdem.preflop import PreflopSpec
    from gutshot.holdem.preflop.game import SolveCheck
    from gutshot.jobs import Job, Watched

__all__ = [
    "CHARTS",
    "CHART_TASK",
    "SEATS",
    "STACKS_BB",
    "Plan",
    "Solved",
    "chart",
    "chart_inputs",
    "chart_task",
    "plan_charts",
    "solve_chart",
]

CHARTS: Final = "holdem.charts"
"""The kind of these jobs."""
CHART_TASK: Final = "gutshot.work.charts:chart_task"
"""Where a cluster's task is."""
SEATS: Final = tuple(range(2, 10))
STACKS_BB: Final = (5, 6, 8, 10, 12, 15, 18, 20, 25, 30, 40, 50, 75, 100, 150, 200)
_SOLVING: Final = 0.95  # the share of a job's time before the file is made


@dataclass(frozen=True, slots=True)
class Solved:
    """A solved chart.

    Attributes
    ----------
    file : bytes
        As it is kept.
    exploitability_bb : float
        What a best response gains at most against what is in the file.
    bar_bb : float
        What it may gain.
    iterations : int
        On which it rests.
    seconds : float
        Of one processor, all told: the tree, the solve, the file.
    """

    file: bytes
    exploitability_bb: float
    bar_bb: float
    iterations: int
    seconds: float

    @property
    def converged(self) -> bool:
        """Whether the file meets the bar."""
        return self.exploitability_bb <= self.bar_bb


@dataclass(frozen=True, slots=True)
class Plan:
    """What a build is to do.

    Attributes
    ----------
    specs : tuple of PreflopSpec
        The charts, in their order.
    refused : dict of str to str
        Formats that can't be solved here, and why.
    """

    specs: tuple[PreflopSpec, ...]
    refused: dict[str, str]


def solve_chart(
    spec: PreflopSpec,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    *,
    past_the_bar: float | None = None,
    iterations: int = MOST_ITERATIONS,
    resume: bytes | None = None,
    checked: Callable[[SolveCheck], None] | None = None,
) -> Solved | None:
    """Solve a spot and return its file, whether it meets its bar or not; None when cancelled.

    past_the_bar, iterations, resume, checked : as of `solve_preflop`.
    """

    def told(share: float) -> None:
        if progress is not None:
            progress(_SOLVING * share)

    # of this thread: a worker of a cluster may solve another chart in another one
    begun = time.thread_time()
    solution = solve_preflop(
        spec,
        past_the_bar=past_the_bar,
        iterations=iterations,
        resume=resume,
        progress=told,
        checked=checked,
        cancel=cancel,
    )
    if solution.solved.cancelled:
        return None
    file, certificate = pack_chart(PreflopChart.of(solution), spent=True)
    told(1 / _SOLVING)
    left, iterations = certificate.exploitability, solution.solved.iterations
    return Solved(file, left, solution.bar_bb, iterations, time.thread_time() - begun)


def chart_inputs(spec: PreflopSpec, name: str) -> dict[str, Any]:
    """Return what a chart's job or task is given; a job's folder comes on top."""
    return {"spec": spec.payload(), "name": name, "engine": ENGINE_VERSION}


def chart(inputs: dict[str, Any], job: Job) -> dict[str, Any]:
    """Solve the chart of a spot and keep it in a folder if it meets its bar."""
    spec, solved = _watched(inputs, job)
    if solved.converged:
        keep_chart(spec, solved.file, Path(inputs["folder"]))
    return _told(inputs, solved)


def chart_task(inputs: dict[str, Any], task: Watched) -> dict[str, Any]:
    """Solve the chart of a spot and return its file with the rest if it meets its bar."""
    _, solved = _watched(inputs, task)
    return {**_told(inputs, solved), "file": solved.file if solved.converged else None}


register(CHARTS, "gutshot.work.charts:chart")


def plan_charts(only: Iterable[str] = (), flops: str = "") -> Plan:
    """Return the charts of the catalogue: every format, number of seats and stack.

    only : `format=cash`, `players=2,6`, `stack=100`: what to leave the rest out of.
    flops : the id of a flop model; the usual one if it is empty.

    Raises
    ------
    InputError
        For a filter that is none, and a model that there is not.
    """
    kept = _filters(only)
    model = {"flop_model": flops} if flops else {}
    if flops:
        shipped_flop_model(flops)
    specs = []
    refused: dict[str, str] = {}
    for format_ in FORMATS:
        for players in SEATS:
            for stack in STACKS_BB:
                asked = {"format": format_, "players": players, "stack": stack}
                if format_ in refused or any(str(asked[k]) not in v for k, v in kept.items()):
                    continue
                try:
                    specs.append(spec_from({**asked, **model}, "catalogue"))
                except InputError as error:
                    refused[format_] = str(error)
    return Plan(tuple(specs), refused)


def _watched(inputs: dict[str, Any], work: Watched) -> tuple[PreflopSpec, Solved]:
    if inputs["engine"] != ENGINE_VERSION:
        raise InputError(
            f"asked of engine {inputs['engine']}, this is {ENGINE_VERSION}: the versions of"
            " Gutshot must be the same"
        )
    spec = spec_from(inputs["spec"], "the job's spot")

    def told(share: float) -> None:
        work.check()
        work.progress(share, f"Solving {inputs['name']}")

    told(0.0)
    solved = solve_chart(spec, told, work.cancelled)
    work.check()
    if solved is None:
        msg = "a solve was cancelled that nobody cancelled"
        raise AssertionError(msg)
    return spec, solved


def _told(inputs: dict[str, Any], solved: Solved) -> dict[str, Any]:
    return {
        "schema": "gutshot.holdem.charts/1",
        "name": inputs["name"],
        "exploitability_bb": solved.exploitability_bb,
        "bar_bb": solved.bar_bb,
        "iterations": solved.iterations,
        "seconds": solved.seconds,
        "written": solved.converged,
    }


def _filters(only: Iterable[str]) -> dict[str, set[str]]:
    known = {
        "format": FORMATS,
        "players": tuple(map(str, SEATS)),
        "stack": tuple(map(str, STACKS_BB)),
    }
    out: dict[str, set[str]] = {}
    for text in only:
        key, _, wanted = text.partition("=")
        if key not in known:
            raise InputError(f"--only is format=..., players=... or stack=..., not '{text[:40]}'")
        for one in wanted.split(","):
            if one.strip() not in known[key]:
                there = ", ".join(known[key])
                raise InputError(f"--only {key}: '{one[:20]}' is not built; there are {there}")
            out.setdefault(key, set()).add(one.strip())
    return out
