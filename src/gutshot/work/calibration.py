"""The calibration's rows measured: flop by flop over all endings, here or on a cluster.

Rows are written as they come, each whole or not at all, so that a run which was stopped or killed
goes on with what is missing.
"""

from __future__ import annotations

import json
import time
import tomllib
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from gutshot.catalogue import DATA
from gutshot.holdem.calibrate.endings import flop_endings, in_rounds
from gutshot.holdem.calibrate.flops import sampled_flops
from gutshot.holdem.calibrate.rows import row_of
from gutshot.holdem.calibrate.rows_file import RowsFile
from gutshot.holdem.calibrate.solving import ENGINE, shipped_tree, solve_row
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.jobs import JobRunner, Limits, MemoryJobStore
from gutshot.jobs.cluster import Cluster
from gutshot.work.calibration_rows import (
    CALIBRATION,
    ROW_TASK,
    RowAsked,
    batch_inputs,
    row_inputs,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from gutshot.holdem.calibrate.rows import CalibrationRow, FlopEnding
    from gutshot.holdem.calibrate.solving import CalibrationTree

__all__ = ["Calibrated", "calibrate", "calibration_endings", "open_rows", "solve_flops"]

_LOOK_EVERY_S: Final = 0.25
_BATCH: Final = 8
"""Rows of a process: what it takes to start one is shared by them."""


@dataclass(slots=True)
class Calibrated:
    """What a run came to.

    Attributes
    ----------
    endings : list of FlopEnding
        That are measured.
    kept, written : int
        Rows that were there already, and new ones.
    open : int
        Rows not solved, as the run was stopped.
    failed : dict of str to str
        Rows that could not be solved, and why.
    stopped : bool
        Whether it was cancelled before it was through.
    cpu_s : float
        Processor seconds of the new rows.
    """

    endings: list[FlopEnding] = field(default_factory=list)
    kept: int = 0
    written: int = 0
    open: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    stopped: bool = False
    cpu_s: float = 0.0

    def payload(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "schema": "gutshot.postflop.calibrate/1",
            "endings": [
                {"name": one.name, "spr": one.spr, "raises": one.raises, "reach": one.reach}
                for one in self.endings
            ],
            "kept": self.kept,
            "written": self.written,
            "open": self.open,
            "failed": [{"name": name, "why": why} for name, why in self.failed.items()],
            "cpu_s": self.cpu_s,
        }

    def lines(self) -> list[str]:
        """Return a line for what is there, and one for each row that failed."""
        first = f"Rows: {self.kept} already there, {self.written} new"
        if self.written:
            first += f", {self.cpu_s / self.written:.1f} processor seconds each"
        failed = [f"{name} is not written: {why}" for name, why in self.failed.items()]
        left_open = [f"Not solved yet: {self.open}."] if self.open else []
        return [f"{first}.", *failed, *left_open]


def calibration_endings(progress: Callable[[float], None] | None = None) -> list[FlopEnding]:
    """Return the endings of the calibration's charts; those that are not kept are solved.

    progress : told the share of the charts that is read or solved, 0..1.
    """
    text = (DATA / "calibration" / "charts.toml").read_text(encoding="utf-8")
    asked = tomllib.loads(text)["charts"]
    found = []
    for number, keys in enumerate(asked):
        thin, model = keys.pop("thin", False), keys["flop_model"]
        spec = spec_from(keys, "data/calibration/charts.toml")
        kept = kept_chart(spec)
        chart = kept.chart.whole() if kept else PreflopChart.of(solve_preflop(spec))
        name = f"{spec.format}_{spec.players}_{float(spec.stacks_bb[0]):g}"
        if model != "fitted":
            name += f"~{model}"
        found += flop_endings(chart, name, model, thin=thin)
        if progress is not None:
            progress((number + 1) / len(asked))
    return in_rounds(found)


def solve_flops(
    ending: FlopEnding,
    flops: int,
    *,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> list[CalibrationRow]:
    """Return an ending's rows on the first flops of its sample, solved here one after the other.

    progress : told the share that is done, 0..1.
    cancel : asked before every iteration; True returns the rows that there are.
    """
    rows: list[CalibrationRow] = []
    tree = shipped_tree()
    for number, flop in enumerate(sampled_flops(ending.name, flops)):

        def told(share: float, done: int = number) -> None:
            if progress is not None:
                progress((done + share) / flops)

        row = solve_row(ending, number, flop, tree, progress=told, cancel=cancel)
        if row is None:
            break
        rows.append(row)
    return rows


def open_rows(out: Path, spots: int) -> RowsFile:
    """Open a file of rows for so many endings; once it has them, no chart is looked at.

    Raises
    ------
    InputError
        When the file can't be used.
    """
    return RowsFile(out, spots, calibration_endings, tree=shipped_tree(), engine=ENGINE)


def calibrate(
    file: RowsFile,
    flops: int,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    begun: Callable[[int], None] | None = None,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Calibrated:
    """Measure a file's endings on flops; rows that are in it already are left alone.

    Parameters
    ----------
    flops
        How many of each ending.
    workers
        Rows at a time, each in a process of its own.
    scheduler
        Address of a Dask scheduler, whose workers solve them instead; the file is written here.
    begun
        Told how many rows are to be solved.
    progress
        Told the share of the rows that is done, 0..1.
    cancel
        Asked a few times a second; True leaves off, and what is written stays.

    Raises
    ------
    InputError
        When the file can't be written, or no scheduler answers at the address.
    ClusterError
        When the cluster can't be used, or is gone; what is written stays.
    """
    wanted = [RowAsked(one, number) for number in range(flops) for one in file.endings]
    asked = [one for one in wanted if (one.ending.name, one.number) not in file.done]
    run = Calibrated(file.endings, kept=len(wanted) - len(asked), open=len(asked))
    if begun is not None:
        begun(len(asked))
    if not asked:
        return run
    with ExitStack() as open_:
        pool: _Pool
        if scheduler is None:
            pool = open_.enter_context(_Here(asked, file.tree, workers))
        else:
            pool = open_.enter_context(_Elsewhere(asked, file.tree, scheduler))
        while run.open and not run.stopped:
            pool.wait(_LOOK_EVERY_S)
            run.stopped = cancel is not None and cancel()
            for end in pool.ended():
                _enter(run, file, *end)
            if progress is not None:
                progress(1 - (run.open - pool.begun()) / len(asked))
    if not run.open:
        run.stopped = False
        file.put_in_order()
    return run


def _enter(run: Calibrated, file: RowsFile, name: str, line: str, why: str) -> None:
    """Note how a row ended, and write it."""
    run.open -= 1
    if why:
        run.failed[name] = why
        return
    file.add(line)
    run.written += 1
    run.cpu_s += row_of(json.loads(line)).cpu_s


class _Pool(Protocol):
    """Where rows are solved."""

    def wait(self, timeout_s: float) -> None: ...
    def begun(self) -> float:
        """Return how much is done of those that have not ended, in rows."""
        ...

    def ended(self) -> Iterable[tuple[str, str, str]]:
        """Yield of each row that ended its name, and its line or why there is none."""
        ...


class _Here(ExitStack):
    """Processes of this machine, each of which solves some rows one after the other."""

    def __init__(self, asked: Sequence[RowAsked], tree: CalibrationTree, workers: int) -> None:
        super().__init__()
        each = min(_BATCH, -(-len(asked) // workers))
        batches = [asked[at : at + each] for at in range(0, len(asked), each)]
        self._store = MemoryJobStore()
        limits = Limits(queue_length=len(batches))
        self._runner = self.enter_context(JobRunner(self._store, workers, limits=limits))
        self._left = {
            self._runner.submit(CALIBRATION, batch_inputs(batch, tree)): [one.name for one in batch]
            for batch in batches
        }
        self._taken: dict[str, set[int]] = {job: set() for job in self._left}

    def wait(self, timeout_s: float) -> None:
        time.sleep(timeout_s)

    def begun(self) -> float:
        running = self._runner.list(states={"running"})
        shares = [s.progress * len(self._left[s.id]) - len(self._taken[s.id]) for s in running]
        return sum(max(0.0, share) for share in shares)

    def ended(self) -> Iterable[tuple[str, str, str]]:
        for job, names in list(self._left.items()):
            status = self._runner.status(job)
            if status.finished:
                found = dict(enumerate(status.result["rows"] if status.result else ()))
            else:
                found = {int(key): self._kept(job, key) for key in self._store.keys(job)}
            for at, name in enumerate(names):
                if at not in self._taken[job] and (status.finished or found.get(at)):
                    self._taken[job].add(at)
                    told = found.get(at) or {"why": status.message or "its process ended"}
                    yield name, told.get("line", ""), told.get("why", "")
            if status.finished:
                del self._left[job]
                self._runner.remove(job)

    def _kept(self, job: str, key: str) -> dict[str, str] | None:
        """Return what a job keeps of a row; None when it has ended meanwhile."""
        found = self._store.load(job, key)
        return None if found is None else json.loads(found)


class _Elsewhere(ExitStack):
    """Workers of a cluster, each of which solves a row at a time."""

    def __init__(self, asked: Sequence[RowAsked], tree: CalibrationTree, scheduler: str) -> None:
        super().__init__()
        self._cluster = self.enter_context(Cluster(scheduler))
        for one in asked:
            self._cluster.submit(one.name, ROW_TASK, row_inputs(one, tree))

    def wait(self, timeout_s: float) -> None:
        self._cluster.wait(timeout_s)

    def begun(self) -> float:
        return sum(self._cluster.progress().values())

    def ended(self) -> Iterable[tuple[str, str, str]]:
        for name, end in self._cluster.ended():
            yield name, "" if end.failed else end.result, end.why
