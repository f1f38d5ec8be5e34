"""The jobs that pages ask for: submitted once, kept with their results, named for a list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from gutshot.jobs import JobStatus, UnknownJobError
from gutshot.videopoker import games
from gutshot.web.refusals import ForbiddenError
from gutshot.work.player_returns import KIND, inputs_for, job_id_for

if TYPE_CHECKING:
    from gutshot.videopoker import PayTable
    from gutshot.web.rooms import Rooms

__all__ = [
    "JobShown",
    "ask_for_returns",
    "cancel_job",
    "forget_old",
    "is_catalogue",
    "jobs_shown",
    "may_cancel",
    "returns_status",
    "shown",
]

_KEPT: Final = 200
"""Finished jobs that are kept for their results."""

_NOTE: Final = "job:"


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


def returns_status(rooms: Rooms, table: PayTable) -> JobStatus | None:
    """Return how the work on a table's players stands, None before anybody asked for it."""
    try:
        return rooms.runner.status(job_id_for(table))
    except UnknownJobError:
        return None


def ask_for_returns(rooms: Rooms, table: PayTable, player: str | None) -> JobStatus:
    """Have a table's players worked out; what is done already stays done.

    player : who may cancel it, noted with him; None for work that belongs to everybody.

    Raises
    ------
    QueueFullError
        When too many jobs wait.
    """
    job_id = rooms.runner.submit(KIND, inputs_for(table), job_id=job_id_for(table))
    status = rooms.runner.status(job_id)
    if status.state in {"failed", "cancelled"}:
        status = rooms.runner.resume(job_id)
    if player is not None and not status.finished:
        with rooms.database.write() as tx:
            tx.set_note(player, _NOTE + job_id, {"title": table.name})
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
    where = _of_catalogue().get(status.id, "a pay table of somebody's own")
    left = status.remaining_s
    return JobShown(
        id=status.id,
        title=f"Returns of the computer players on {where}",
        state="stopping" if status.cancel_requested else status.state,
        message="" if status.state == "done" else status.message,
        percent=int(100 * status.progress),
        left=f"{left:.0f} s left" if left is not None else "",
        finished=status.finished,
        mine=mine,
    )


@cache
def _of_catalogue() -> dict[str, str]:
    """Return the names of the catalogue's tables by the ids of their jobs."""
    return {job_id_for(table): table.name for table in games()}
