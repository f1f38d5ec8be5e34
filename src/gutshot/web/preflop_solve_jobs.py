"""Own charts as jobs of the server: asked for once, found again by what they solve."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gutshot.holdem.preflop.kept import charts_of_user, kept_chart, listed_charts
from gutshot.jobs import JobConflictError, UnknownJobError
from gutshot.render.preflop_text import spec_words
from gutshot.web.job_work import ask
from gutshot.work.own_charts import CHECKS, OWN_CHART, OwnChart, own_chart_asked, way_of
from gutshot.work.solve_estimate import estimate_solve

if TYPE_CHECKING:
    from gutshot.holdem.preflop.kept import ListedChart
    from gutshot.jobs import JobStatus
    from gutshot.web.rooms import Rooms
    from gutshot.work.own_charts import SolvedWay

__all__ = [
    "Solve",
    "ask_to_solve",
    "kept_name",
    "own_kept_name",
    "own_listed",
    "shipped_name",
    "solve_of",
]


class Solve(NamedTuple):
    """A solve: how its job stands, what it is of, its certificates on the way."""

    status: JobStatus
    asked: OwnChart
    way: tuple[SolvedWay, ...]

    @property
    def target_bb(self) -> float | None:
        """Where it stops by the bar it was asked for; None where that is the solver's choice."""
        past = self.asked.past_the_bar
        return None if past is None else self.asked.spec.bar_bb / past


def ask_to_solve(rooms: Rooms, player: str, asked: OwnChart, *, replace: bool) -> JobStatus:
    """Have a chart solved; who asks may cancel it.

    replace : whether it may go before a chart that ships.

    Raises
    ------
    InputError
        For a tree that is too large.
    JobConflictError
        For a spot that ships, unless its chart may be replaced.
    NotReadyError, QueueFullError, TooManyRequestsError
        While kernels are compiled, when too many jobs wait, when the player asked for too many.
    """
    estimate_solve(asked.spec)
    ships = shipped_name(asked)
    if ships and not replace:
        raise JobConflictError(
            f"this spot ships as '{ships}', and a chart of your own goes before it:"
            " ask with replace = true"
        )
    rooms.check_kernels()
    rooms.rates.take("work", player)
    folder = charts_of_user()
    job_id = asked.job_id(folder)
    try:
        before = rooms.runner.status(job_id)
    except UnknownJobError:
        before = None
    lost = before is not None and before.state == "done" and before.result["written"]
    if lost and not own_kept_name(asked):
        # the chart's file is gone, so that what was done must be done again
        rooms.runner.remove(job_id)
    return ask(
        rooms, OWN_CHART, asked.inputs(folder), job_id, player, f"chart of {spec_words(asked.spec)}"
    )


def solve_of(rooms: Rooms, job_id: str) -> Solve:
    """Return a solve.

    Raises
    ------
    UnknownJobError
        When no job of this id is one.
    """
    status = rooms.runner.status(job_id)
    if status.kind != OWN_CHART:
        raise UnknownJobError(f"'{job_id}' is no solve of a chart")
    way = way_of(status.result, rooms.database.jobs.load(job_id, CHECKS))
    return Solve(status, own_chart_asked(status.inputs), way)


def kept_name(asked: OwnChart) -> str:
    """Return the name of the chart that is kept of a spot, or shipped; "" without one."""
    found = kept_chart(asked.spec)
    return "" if found is None else found.path.stem


def own_kept_name(asked: OwnChart) -> str:
    """Return the name of the user's own chart of a spot; "" without one."""
    found = kept_chart(asked.spec)
    return "" if found is None or found.shipped else found.path.stem


def shipped_name(asked: OwnChart) -> str:
    """Return the name of the shipped chart that is shown of a spot; "" where none is."""
    found = kept_chart(asked.spec)
    return found.path.stem if found is not None and found.shipped else ""


def own_listed() -> list[ListedChart]:
    """Return the user's own charts, the latest first."""
    own = [one for one in listed_charts() if not one.shipped]
    return sorted(own, key=lambda one: -one.path.stat().st_mtime_ns)
