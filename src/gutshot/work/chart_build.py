"""A catalogue of charts built: long ones first, in processes here or on a cluster.

What is there already is left alone, so that a build which was stopped or killed goes on with what
is missing; files are the same bytes wherever they were solved.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from gutshot.errors import InputError
from gutshot.holdem.preflop.kept import (
    chart_name,
    charts_of_user,
    forget_unfinished,
    keep_chart,
    kept_chart,
)
from gutshot.jobs import JobRunner, Limits, MemoryJobStore
from gutshot.jobs.cluster import Cluster, TaskEnd
from gutshot.work.charts import CHART_TASK, CHARTS, chart_inputs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from gutshot.holdem.preflop import PreflopSpec

__all__ = ["Built", "Estimate", "Left", "Made", "build_charts", "solve_seconds"]

_LOOK_EVERY_S: Final = 0.25


@dataclass(frozen=True, slots=True)
class Made:
    """A chart that was solved and written: what is left to gain, and what it took.

    seconds : of one processor.
    """

    exploitability_bb: float
    iterations: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Left:
    """A chart that was solved, missed its bar and is not written."""

    exploitability_bb: float
    bar_bb: float
    iterations: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is to be solved: charts, processor seconds, charts at a time; `at_a_time` may be 0."""

    charts: int
    seconds: float
    at_a_time: int

    def line(self) -> str:
        """Return it in words."""
        told = f"{self.charts} charts to solve, about {_duration(self.seconds)} of one processor"
        if self.at_a_time > 1:
            wall = _duration(self.seconds / min(self.at_a_time, self.charts))
            told += f", {wall} with {self.at_a_time} at a time"
        return told


@dataclass(slots=True)
class Built:
    """What a build came to, by the charts' names.

    Attributes
    ----------
    kept : list of str
        They were there already.
    written : dict of str to Made
        And what they took.
    missed : dict of str to Left
        They missed their bars.
    failed : dict of str to str
        Not written: why.
    open : list of str
        Not solved, as the build was stopped.
    stopped : bool
        Whether it was cancelled before it was through.
    estimate : Estimate or None
        What was expected, where anything was to be solved.
    """

    kept: list[str] = field(default_factory=list)
    written: dict[str, Made] = field(default_factory=dict)
    missed: dict[str, Left] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    stopped: bool = False
    estimate: Estimate | None = None

    @property
    def seconds(self) -> float:
        """What all charts took that were solved, of one processor."""
        written, missed = self.written.values(), self.missed.values()
        return sum(one.seconds for one in written) + sum(one.seconds for one in missed)

    def payload(self, refused: Mapping[str, str]) -> dict[str, Any]:
        """Return it as JSON; `refused` are formats that can't be solved, and why."""
        return {
            "schema": "gutshot.preflop.build/1",
            "kept": self.kept,
            "written": [
                {
                    "name": name,
                    "exploitability_bb": one.exploitability_bb,
                    "iterations": one.iterations,
                    "seconds": one.seconds,
                }
                for name, one in self.written.items()
            ],
            "missed": [
                {
                    "name": name,
                    "exploitability_bb": one.exploitability_bb,
                    "bar_bb": one.bar_bb,
                    "iterations": one.iterations,
                    "seconds": one.seconds,
                }
                for name, one in self.missed.items()
            ],
            "failed": [{"name": name, "why": why} for name, why in self.failed.items()],
            "open": self.open,
            "refused": [{"format": name, "why": why} for name, why in refused.items()],
            "seconds": self.seconds,
            "estimated_seconds": self.estimate.seconds if self.estimate else 0.0,
        }

    def lines(self) -> list[str]:
        """Return a line for what is there, and one for each chart that is not."""
        first = f"Charts: {len(self.kept)} already there, {len(self.written)} new."
        if self.written:
            worst = max(self.written, key=lambda name: self.written[name].exploitability_bb)
            left = self.written[worst].exploitability_bb
            first += f" Left to gain at most: {left:.2e} bb a hand, in {worst}."
            first += f" {_duration(self.seconds)} of one processor."
        missed = [
            f"{name} missed its bar and is not written: {one.exploitability_bb:.2e} bb left to"
            f" gain after {one.iterations} iterations, bar {one.bar_bb:.3g}"
            for name, one in self.missed.items()
        ]
        failed = [f"{name} is not written: {why}" for name, why in self.failed.items()]
        left_open = [f"Not solved yet: {len(self.open)}."] if self.open else []
        return [first, *missed, *failed, *left_open]


def build_charts(
    specs: Iterable[PreflopSpec],
    folder: Path | None = None,
    *,
    workers: int = 2,
    scheduler: str | None = None,
    begun: Callable[[Estimate], None] | None = None,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Built:
    """Solve the charts that are not kept yet, several at a time, the longest first.

    Parameters
    ----------
    folder
        Where to keep them instead of the user's data directory.
    workers
        Charts at a time, each in a process of its own.
    scheduler
        Address of a Dask scheduler, whose workers solve them instead; files are written here.
    begun
        Told once what is to be done.
    progress
        Told the share of the work that is done, 0..1, an estimate.
    cancel
        Asked a few times a second; True leaves off, and what is written stays.

    Raises
    ------
    InputError
        When no scheduler answers at the address.
    ClusterError
        When the cluster can't be used, or is gone; what is written stays.
    """
    own = charts_of_user() if folder is None else folder
    forget_unfinished(own)
    built = Built()
    asked = {chart_name(spec): spec for spec in specs}
    missing = {name: spec for name, spec in asked.items() if kept_chart(spec, own) is None}
    built.kept = [name for name in asked if name not in missing]
    if not missing:
        return built
    works = {name: solve_seconds(spec) for name, spec in missing.items()}
    order = sorted(missing, key=lambda name: -works[name])
    work = sum(works.values())
    with ExitStack() as open_:
        pool: _Pool
        if scheduler is None:
            pool = open_.enter_context(_Here(len(order), workers, own))
        else:
            pool = open_.enter_context(_Elsewhere(scheduler))
        built.estimate = Estimate(len(order), work, pool.at_a_time)
        if begun is not None:
            begun(built.estimate)
        for name in order:
            pool.submit(name, missing[name])
        to_folder = None if scheduler is None else own
        left = dict.fromkeys(order)
        while left and not built.stopped:
            pool.wait(_LOOK_EVERY_S)
            for name, end in pool.ended():
                del left[name]
                _enter(built, missing[name], end, to_folder)
            if progress is not None:
                shares = pool.progress()
                to_do = sum(works[name] * (1 - shares.get(name, 0.0)) for name in left)
                progress(1 - to_do / work)
            built.stopped = bool(left) and cancel is not None and cancel()
        built.open = list(left)
    return built


def solve_seconds(spec: PreflopSpec) -> float:
    """Return about how many seconds of a processor a chart takes, fitted to the catalogue's."""
    stack = float(max(spec.stacks_bb))
    pricing = 0.026 * spec.players**3 if spec.for_prizes else 0.0
    return 1.5 + 3e-5 * spec.players**4 * stack + pricing


class _Pool(Protocol):
    """Where charts are solved."""

    @property
    def at_a_time(self) -> int: ...
    def submit(self, name: str, spec: PreflopSpec) -> None: ...
    def wait(self, timeout_s: float) -> None: ...
    def progress(self) -> Mapping[str, float]: ...
    def ended(self) -> Iterable[tuple[str, TaskEnd]]: ...


class _Here(ExitStack):
    """Processes of this machine, which write the files."""

    def __init__(self, charts: int, workers: int, folder: Path) -> None:
        super().__init__()
        self.at_a_time = workers
        limits = Limits(queue_length=charts)
        self._runner = self.enter_context(JobRunner(MemoryJobStore(), workers, limits=limits))
        self._folder = folder
        self._names: dict[str, str] = {}
        self._shares: dict[str, float] = {}

    def submit(self, name: str, spec: PreflopSpec) -> None:
        inputs = {**chart_inputs(spec, name), "folder": str(self._folder)}
        self._names[self._runner.submit(CHARTS, inputs)] = name

    def wait(self, timeout_s: float) -> None:
        time.sleep(timeout_s)

    def progress(self) -> Mapping[str, float]:
        return self._shares

    def ended(self) -> Iterable[tuple[str, TaskEnd]]:
        for job_id, name in list(self._names.items()):
            status = self._runner.status(job_id)
            self._shares[name] = status.progress
            if status.finished:
                del self._names[job_id]
                self._runner.remove(job_id)
                yield name, TaskEnd(status.result, "" if status.result else status.message)


class _Elsewhere(ExitStack):
    """Workers of a cluster, which send the files here."""

    def __init__(self, scheduler: str) -> None:
        super().__init__()
        self._cluster = self.enter_context(Cluster(scheduler))

    @property
    def at_a_time(self) -> int:
        return self._cluster.threads

    def submit(self, name: str, spec: PreflopSpec) -> None:
        self._cluster.submit(name, CHART_TASK, chart_inputs(spec, name))

    def wait(self, timeout_s: float) -> None:
        self._cluster.wait(timeout_s)

    def progress(self) -> Mapping[str, float]:
        return self._cluster.progress()

    def ended(self) -> Iterable[tuple[str, TaskEnd]]:
        return self._cluster.ended()


def _enter(built: Built, spec: PreflopSpec, end: TaskEnd, folder: Path | None) -> None:
    """Note how a chart ended, and write the file that came with it to a folder."""
    name, result = chart_name(spec), end.result
    if end.failed:
        built.failed[name] = end.why
        return
    left, spent = result["exploitability_bb"], (result["iterations"], result["seconds"])
    if not result["written"]:
        built.missed[name] = Left(left, result["bar_bb"], *spent)
        return
    if folder is not None:
        try:
            keep_chart(spec, result["file"], folder)
        except InputError as error:
            built.failed[name] = str(error)
            return
    built.written[name] = Made(left, *spent)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"
