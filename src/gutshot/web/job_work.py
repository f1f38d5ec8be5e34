"""The jobs that pages ask for: submitted once, kept with their results, named for a list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from gutshot.jobs import JobStatus, UnknownJobError
from gutshot.render.preflop_text import spec_words
from gutshot.videopoker import games
from gutshot.web.refusals import ForbiddenError
from gutshot.work.equities import EQUITIES
from gutshot.work.own_charts import OWN_CHART, own_chart_asked
from gutshot.work.player_returns import RETURNS
from gutshot.work.postflop_solves import POSTFLOP
from gutshot.work.strategies import STRATEGIES

if TYPE_CHECKING:
    from gutshot.videopoker import PayTable
    from gutshot.web.rooms import Rooms
    from gutshot.work.table_work import TableWork

__all__ = [
    "JobShown",
    "ask",
    "ask_for",
    "cancel_job",
    "forget_old",
    "is_catalogue",
    "jobs_shown",
    "may_cancel",
    "shown",
    "status_of",
]

_KEPT: Final = 200
"""Finished jobs that are kept for their results."""

_NOTE: Final = "job:"

_WORKS: Final = (RETURNS, STRATEGIES)


@dataclass(frozen=True, slots=True)
class JobShown:
    """A job as a list prints it."""

    id: str
    title: str
    state: str
    message: str
    percent: int
    left: str
    finished: bool
    mine: bool
    url: str = ""
    """The page of its own, if it has one."""

    def payload(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "schema": "gutshot.job/1",
            "id": self.id,
            "title": self.title,
            "state": self.state,
            "progress": self.percent / 100,
            "message": self.message,
            "left": self.left,
            "finished": self.finished,
            "may_cancel": self.mine and not self.finished,
        }


def is_catalogue(table: PayTable) -> bool:
    """Tell whether a table plays like one that everybody has."""
    return any(one.version == table.version for one in games())


def status_of(rooms: Rooms, work: TableWork, table: PayTable) -> JobStatus | None:
    """Return how work on a table stands, None before anybody asked for it."""
    try:
        return rooms.runner.status(work.job_id(table))
    except UnknownJobError:
        return None


def ask_for(rooms: Rooms, work: TableWork, table: PayTable, player: str | None) -> JobStatus:
    """Have something worked out for a table, as `ask` does."""
    return ask(rooms, work.kind, work.inputs(table), work.job_id(table), player, table.name)


def ask(
    rooms: Rooms,
    kind: str,
    inputs: dict[str, Any],
    job_id: str,
    player: str | None,
    title: str,
) -> JobStatus:
    """Have something worked out; what is done already stays done.

    player : who may cancel it, noted with him and the title; None for work that belongs to
    everybody.

    Raises
    ------
    QueueFullError
        When too many jobs wait.
    """
    rooms.runner.submit(kind, inputs, job_id=job_id)
    status = rooms.runner.status(job_id)
    if status.state in {"failed", "cancelled"}:
        status = rooms.runner.resume(job_id)
    if player is not None and not status.finished:
        with rooms.database.write() as tx:
            tx.set_note(player, _NOTE + job_id, {"title": title})
    forget_old(rooms)
    return status


def forget_old(rooms: Rooms) -> None:
    """Let go of the oldest finished jobs beyond those that are kept."""
    finished = rooms.runner.list(states={"done", "failed", "cancelled"})
    for status in finished[: max(0, len(finished) - _KEPT)]:
        rooms.runner.remove(status.id)


def may_cancel(rooms: Rooms, job_id: str, player: str | None) -> bool:
    """Tell whether a player asked for a job, or it is everybody's."""
    if player is None:
        return False
    if job_id in _of_catalogue():
        return True
    with rooms.database.read() as tx:
        return tx.note(player, _NOTE + job_id) is not None


def cancel_job(rooms: Rooms, job_id: str, player: str | None) -> JobStatus:
    """Cancel a job.

    Raises
    ------
    UnknownJobError
        When there is none of this id.
    ForbiddenError
        When somebody else asked for it.
    """
    rooms.runner.status(job_id)
    if not may_cancel(rooms, job_id, player):
        raise ForbiddenError("this is somebody else's work: only who asked for it may cancel it")
    return rooms.runner.cancel(job_id)


def jobs_shown(rooms: Rooms, player: str | None) -> list[JobShown]:
    """Return what waits and runs, and the last things that ended."""
    active = rooms.runner.list(states={"queued", "running"})
    ended = rooms.runner.list(states={"done", "failed", "cancelled"})[-5:]
    return [
        shown(status, mine=may_cancel(rooms, status.id, player))
        for status in (*active, *reversed(ended))
    ]


def shown(status: JobStatus, *, mine: bool) -> JobShown:
    """Return the printed form of a job; a table of somebody's own stays without its name."""
    title = {work.kind: work.title for work in _WORKS}.get(status.kind, "Work on")
    where = _of_catalogue().get(status.id, "a pay table of somebody's own")
    url = ""
    if status.kind == EQUITIES:
        title, where = "All-in equities", "of somebody's hands"
    if status.kind == OWN_CHART:
        # finished ones are listed by their spots for everybody, so this is nobody's secret
        title, where = "Preflop chart:", spec_words(own_chart_asked(status.inputs).spec)
        url = f"/preflop/solve/{status.id}"
    if status.kind == POSTFLOP:
        title, where = "A spot after the flop:", str(status.inputs["spot"]["board"])
        url = f"/postflop/solve/{status.id}"
    left = status.remaining_s
    return JobShown(
        id=status.id,
        title=f"{title} {where}",
        state="stopping" if status.cancel_requested else status.state,
        message="" if status.state == "done" else status.message,
        percent=int(100 * status.progress),
        left=f"{left:.0f} s left" if left is not None else "",
        finished=status.finished,
        mine=mine,
        url=url,
    )


@cache
def _of_catalogue() -> dict[str, str]:
    """Return the names of the catalogue's tables by the ids of their jobs."""
    return {work.job_id(table): table.name for work in _WORKS for table in games()}
