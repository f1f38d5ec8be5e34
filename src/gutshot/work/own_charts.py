"""A chart of somebody's own spot, solved as a job that is watched, cancelled and taken up again.

The certificates on the way are kept as they come, and the game itself now and then and when the job
is told to stop, so that it goes on where it was; a game of more than `MOST_KEPT_BYTES` starts anew.
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gutshot.errors import InputError
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.game import MOST_ITERATIONS
from gutshot.holdem.preflop.kept import chart_name, keep_chart
from gutshot.holdem.preflop.version import ENGINE_VERSION
from gutshot.jobs import JobStoppedError, register
from gutshot.work.charts import solve_chart

if TYPE_CHECKING:
    from gutshot.holdem.preflop import PreflopSpec
    from gutshot.holdem.preflop.game import SolveCheck
    from gutshot.jobs import Job

__all__ = [
    "CHECKS",
    "LEAST_ITERATIONS",
    "MOST_KEPT_BYTES",
    "OWN_CHART",
    "PAST_THE_BAR",
    "STATE",
    "OwnChart",
    "SolvedWay",
    "own_chart",
    "own_chart_asked",
    "way_of",
]

OWN_CHART: Final = "holdem.own-chart"
"""The kind of these jobs."""
CHECKS: Final = "checks"
"""The key under which the certificates on the way are kept."""
PAST_THE_BAR: Final = (1, 4, 10, 40, 100)
"""How many times nearer than its bar a chart may be asked for."""
LEAST_ITERATIONS: Final = 25
"""The first certificate is taken after as many."""
MOST_KEPT_BYTES: Final = 200_000_000
STATE: Final = "state"
"""The key under which the game is kept to go on from."""
_TELL_EVERY_S: Final = 0.4
_KEEP_EVERY_S: Final = 20.0
_KEEPING_SHARE: Final = 0.05  # of the time, at most about


class SolvedWay(NamedTuple):
    """A certificate on the way: after how many iterations, and what was left to gain by then."""

    iteration: int
    exploitability_bb: float


@dataclass(frozen=True, slots=True)
class OwnChart:
    """What is to be solved.

    Attributes
    ----------
    spec : PreflopSpec
        The spot.
    past_the_bar : int, optional
        Go on to the bar divided by this, one of `PAST_THE_BAR`; None is as far as shipped charts.
    iterations : int
        After which it is given up.

    Raises
    ------
    InputError
        For a number that is out of range.
    """

    spec: PreflopSpec
    past_the_bar: int | None = None
    iterations: int = MOST_ITERATIONS

    def __post_init__(self) -> None:
        if self.past_the_bar is not None and self.past_the_bar not in PAST_THE_BAR:
            known = ", ".join(map(str, PAST_THE_BAR))
            raise InputError(f"past_the_bar is one of {known}, not {self.past_the_bar}")
        if not LEAST_ITERATIONS <= self.iterations <= MOST_ITERATIONS:
            raise InputError(
                f"iterations is {LEAST_ITERATIONS} to {MOST_ITERATIONS:,}, not {self.iterations:,}"
            )

    @property
    def name(self) -> str:
        """The chart's name, as charts are listed by."""
        return chart_name(self.spec).removesuffix(".chart")

    def inputs(self, folder: Path) -> dict[str, Any]:
        """Return what its job is given.

        folder : where the chart is kept.
        """
        return {
            "spec": self.spec.payload(),
            "past_the_bar": self.past_the_bar,
            "iterations": self.iterations,
            "engine": ENGINE_VERSION,
            "folder": str(folder),
        }

    def job_id(self, folder: Path) -> str:
        """Return the id of its job: who asks for the same finds the same."""
        text = json.dumps(self.inputs(folder), sort_keys=True)
        return f"chart-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def own_chart_asked(inputs: dict[str, Any]) -> OwnChart:
    """Return what a job was asked for, from its inputs."""
    spec = spec_from(inputs["spec"], "the job's spot")
    return OwnChart(spec, inputs["past_the_bar"], inputs["iterations"])


def way_of(result: dict[str, Any] | None, kept: bytes | None) -> tuple[SolvedWay, ...]:
    """Return the certificates on the way of a job.

    result : of a job that is done. kept : what another one keeps under `CHECKS`.
    """
    found = json.loads(kept or b"[]") if result is None else result[CHECKS]
    return tuple(SolvedWay(int(at), float(left)) for at, left in found)


def own_chart(inputs: dict[str, Any], job: Job) -> dict[str, Any]:
    """Solve the chart of a spot and keep it if it meets its bar."""
    if inputs["engine"] != ENGINE_VERSION:
        raise InputError(
            f"asked of engine {inputs['engine']}, this is {ENGINE_VERSION}: ask for it again"
        )
    asked = own_chart_asked(inputs)
    keeper = _Keeper(job)
    resume = keeper.begin()

    def told(share: float) -> None:
        job.check()
        job.progress(share, keeper.line() if share < 1 else "Writing the chart")

    try:
        solved = solve_chart(
            asked.spec,
            told,
            job.cancelled,
            past_the_bar=asked.past_the_bar,
            iterations=asked.iterations,
            resume=resume,
            checked=keeper.checked,
        )
        job.check()
    except JobStoppedError:
        keeper.stop()
        raise
    if solved is None:
        msg = "a solve was cancelled that nobody cancelled"
        raise AssertionError(msg)
    if solved.converged:
        keep_chart(asked.spec, solved.file, Path(inputs["folder"]))
    return {
        "schema": "gutshot.holdem.own-chart/1",
        "name": asked.name,
        "exploitability_bb": solved.exploitability_bb,
        "bar_bb": solved.bar_bb,
        "iterations": solved.iterations,
        "seconds": solved.seconds,
        "written": solved.converged,
        # what a job keeps is let go of when it is done
        CHECKS: keeper.way,
    }


register(OWN_CHART, "gutshot.work.own_charts:own_chart")


class _Keeper:
    """Keeps certificates on the way, and the game to go on from."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self.way: list[SolvedWay] = []
        """All certificates until now."""
        self._last: SolveCheck | None = None
        self._tell_at = 0.0
        self._keep_at = time.monotonic() + _KEEP_EVERY_S

    def begin(self) -> bytes | None:
        """Return the game to go on from, None to start; certificates after it are forgotten."""
        state = self._job.load(STATE)
        way = way_of(None, self._job.load(CHECKS))
        if not state:
            return None
        head, _, game = state.partition(b"\n")
        self.way = [one for one in way if one.iteration <= int(head)]
        return game

    def line(self) -> str:
        """Return how far it is."""
        if not self.way:
            return "Growing the tree"
        at, left = self.way[-1]
        return f"{at:,} iterations, {left:.2g} bb left to gain"

    def checked(self, check: SolveCheck) -> None:
        """Keep a certificate, and the game where it is time."""
        self._last = check
        self.way.append(SolvedWay(check.iteration, check.exploitability_bb))
        now = time.monotonic()
        if now >= self._tell_at:
            self._tell_at = now + _TELL_EVERY_S
            self._save_way()
        if now >= self._keep_at:
            self._save_state(check)
            took_s = time.monotonic() - now
            self._keep_at = now + took_s + max(_KEEP_EVERY_S, took_s / _KEEPING_SHARE)

    def stop(self) -> None:
        """Keep the game as it was left: a solve ends, however it does, with a certificate."""
        if self._last is not None:
            self._save_way()
            self._save_state(self._last)

    def _save_way(self) -> None:
        self._job.save(CHECKS, json.dumps(self.way).encode())

    def _save_state(self, check: SolveCheck) -> None:
        state = check.state()
        if len(state) <= MOST_KEPT_BYTES:
            self._job.save(STATE, b"%d\n" % check.iteration + state)
