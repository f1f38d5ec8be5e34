"""Preflop charts solved and kept: one for a question, or a whole catalogue as jobs.

A chart is a job: it solves a spot, rounds it into the form of its file, measures what is in the
file, and writes it when that meets the bar. What is there already is left alone, so that a build
which was stopped goes on with what is missing.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import InputError
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.chart_set import pack_chart
from gutshot.holdem.preflop.kept import chart_name, charts_of_user, keep_chart, kept_chart
from gutshot.holdem.preflop.spec import FORMATS
from gutshot.jobs import JobRunner, MemoryJobStore, register

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from gutshot.holdem.preflop import PreflopSpec
    from gutshot.jobs import Job

__all__ = [
    "CHARTS",
    "SEATS",
    "STACKS_BB",
    "Built",
    "Plan",
    "Solved",
    "build_charts",
    "chart",
    "plan_charts",
    "solve_chart",
]

CHARTS: Final = "holdem.charts"
"""The kind of these jobs."""
SEATS: Final = tuple(range(2, 10))
STACKS_BB: Final = (5, 6, 8, 10, 12, 15, 18, 20, 25, 30, 40, 50, 75, 100, 150, 200)
_SOLVING: Final = 0.95  # the share of a job's time before the file is made
_LOOK_EVERY_S: Final = 0.25


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
    """

    file: bytes
    exploitability_bb: float
    bar_bb: float

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


@dataclass(slots=True)
class Built:
    """What a build came to, by the charts' names.

    Attributes
    ----------
    kept : list of str
        They were there already.
    written : dict of str to float
        And what is left to gain in each, in big blinds.
    missed : dict of str to (float, float)
        Not written: what is left to gain, and the bar.
    failed : dict of str to str
        Not written: why.
    stopped : bool
        Whether it was cancelled before it was through.
    """

    kept: list[str] = field(default_factory=list)
    written: dict[str, float] = field(default_factory=dict)
    missed: dict[str, tuple[float, float]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    stopped: bool = False

    def payload(self, refused: Mapping[str, str]) -> dict[str, Any]:
        """Return it as JSON; `refused` are formats that can't be solved, and why."""
        return {
            "schema": "gutshot.preflop.build/1",
            "kept": self.kept,
            "written": [
                {"name": name, "exploitability_bb": left} for name, left in self.written.items()
            ],
            "missed": [
                {"name": name, "exploitability_bb": left, "bar_bb": bar}
                for name, (left, bar) in self.missed.items()
            ],
            "failed": [{"name": name, "why": why} for name, why in self.failed.items()],
            "refused": [{"format": name, "why": why} for name, why in refused.items()],
        }

    def lines(self) -> list[str]:
        """Return a line for what is there, and one for each chart that is not."""
        first = f"Charts: {len(self.kept)} already there, {len(self.written)} new."
        if self.written:
            worst = max(self.written, key=self.written.__getitem__)
            first += f" Left to gain at most: {self.written[worst]:.2e} bb a hand, in {worst}."
        missed = [
            f"{name} missed its bar and is not written: {left:.2e} bb left to gain, bar {bar:.3g}"
            for name, (left, bar) in self.missed.items()
        ]
        return [first, *missed, *(f"{name} is not written: {w}" for name, w in self.failed.items())]


def solve_chart(
    spec: PreflopSpec,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Solved | None:
    """Solve a spot and return its file, whether it meets its bar or not; None when cancelled."""

    def told(share: float) -> None:
        if progress is not None:
            progress(_SOLVING * share)

    solution = solve_preflop(spec, progress=told, cancel=cancel)
    if solution.solved.cancelled:
        return None
    file, certificate = pack_chart(PreflopChart.of(solution), spent=True)
    told(1 / _SOLVING)
    return Solved(file, certificate.exploitability, solution.bar_bb)


def chart(inputs: dict[str, Any], job: Job) -> dict[str, Any]:
    """Solve the chart of a spot and keep it in a folder if it meets its bar."""
    spec = spec_from(inputs["spec"], "the job's spot")

    def told(share: float) -> None:
        job.check()
        job.progress(share, f"Solving {inputs['name']}")

    told(0.0)
    solved = solve_chart(spec, told, job.cancelled)
    job.check()
    if solved is None:
        msg = "a solve was cancelled that nobody cancelled"
        raise AssertionError(msg)
    if solved.converged:
        keep_chart(spec, solved.file, Path(inputs["folder"]))
    return {
        "schema": "gutshot.holdem.charts/1",
        "name": inputs["name"],
        "exploitability_bb": solved.exploitability_bb,
        "bar_bb": solved.bar_bb,
        "written": solved.converged,
    }


register(CHARTS, "gutshot.work.charts:chart")


def plan_charts(only: Iterable[str] = ()) -> Plan:
    """Return the charts of the catalogue: every format, number of seats and stack.

    only : `format=cash`, `players=2,6`, `stack=100`: what to leave the rest out of.

    Raises
    ------
    InputError
        For a filter that is none.
    """
    kept = _filters(only)
    specs = []
    refused: dict[str, str] = {}
    for format_ in FORMATS:
        for players in SEATS:
            for stack in STACKS_BB:
                asked = {"format": format_, "players": players, "stack": stack}
                if format_ in refused or any(str(asked[k]) not in v for k, v in kept.items()):
                    continue
                try:
                    specs.append(spec_from(asked, "catalogue"))
                except InputError as error:
                    refused[format_] = str(error)
    return Plan(tuple(specs), refused)


def build_charts(
    specs: Iterable[PreflopSpec],
    folder: Path | None = None,
    *,
    workers: int = 2,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Built:
    """Solve the charts that are not kept yet, several at a time, each in a process of its own.

    Parameters
    ----------
    folder
        Where to keep them instead of the user's data directory.
    workers
        Charts at a time.
    progress
        Told the share of the work that is done, 0..1, an estimate.
    cancel
        Asked a few times a second; True leaves off, and what is written stays.
    """
    own = charts_of_user() if folder is None else folder
    built = Built()
    missing: deque[PreflopSpec] = deque()
    for spec in specs:
        if kept_chart(spec, own) is None:
            missing.append(spec)
        else:
            built.kept.append(chart_name(spec))
    work = sum(map(_work, missing))
    done = 0.0
    running: dict[str, PreflopSpec] = {}
    with JobRunner(MemoryJobStore(), workers) as runner:
        while missing or running:
            if cancel is not None and cancel():
                built.stopped = True
                break
            while missing and len(running) < 2 * workers:
                spec = missing.popleft()
                inputs = {"spec": spec.payload(), "name": chart_name(spec), "folder": str(own)}
                running[runner.submit(CHARTS, inputs)] = spec
            with suppress(TimeoutError):
                runner.wait(next(iter(running)), _LOOK_EVERY_S)
            under_way = 0.0
            for job_id, spec in list(running.items()):
                status = runner.status(job_id)
                if status.finished:
                    _enter(built, chart_name(spec), status.result, status.message)
                    done += _work(spec)
                    del running[job_id]
                    runner.remove(job_id)
                else:
                    under_way += status.progress * _work(spec)
            if progress is not None:
                progress((done + under_way) / work)
    return built


def _enter(built: Built, name: str, result: dict[str, Any] | None, message: str) -> None:
    if result is None:
        built.failed[name] = message
    elif result["written"]:
        built.written[name] = result["exploitability_bb"]
    else:
        built.missed[name] = result["exploitability_bb"], result["bar_bb"]


def _work(spec: PreflopSpec) -> float:
    """Return how long a chart takes, in a unit of its own: trees grow with the fourth power."""
    return 2.0 + 0.01 * spec.players**4


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
