"""Rows of jobs and their checkpoints in a transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import delete, func, select, update

from gutshot.storage.encoding import time_value
from gutshot.storage.part import Part
from gutshot.storage.schema import checkpoints, jobs

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy import Row


__all__ = ["JobRow", "JobRows", "State"]

State = Literal["queued", "running", "done", "failed", "cancelled"]


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job as it stood at one moment; the fields are those of `gutshot.jobs.JobRecord`."""

    id: str
    number: int
    kind: str
    inputs: str
    state: State
    progress: float
    message: str
    result: str | None
    attempt: int
    tries: int
    owner: str | None
    cancel_requested: bool
    created: datetime
    updated: datetime
    heartbeat: datetime | None


class JobRows(Part):
    """Rows of jobs in a transaction."""

    def get(self, job_id: str) -> JobRow | None:
        """Return a job, or None."""
        row = self._row(select(jobs).where(jobs.c.id == job_id))
        return None if row is None else _job(row)

    def held(self, job_id: str, attempt: int) -> JobRow | None:
        """Return a job that is running in this attempt, or None."""
        job = self.get(job_id)
        held = job is not None and job.state == "running" and job.attempt == attempt
        return job if held else None

    def listed(self, states: Collection[str] | None, after: int, limit: int | None) -> list[JobRow]:
        """Return jobs by rising number."""
        query = select(jobs).where(jobs.c.number > after).order_by(jobs.c.number).limit(limit)
        if states is not None:
            query = query.where(jobs.c.state.in_(sorted(states)))
        return [_job(row) for row in self._rows(query)]

    def queued(self) -> int:
        """Return how many jobs wait."""
        query = select(func.count()).select_from(jobs).where(jobs.c.state == "queued")
        return int(self._run(query).scalar_one())

    def add(self, job_id: str, kind: str, inputs: str, now: str) -> None:
        """Add a queued job."""
        self._run(
            jobs.insert().values(
                id=job_id,
                kind=kind,
                inputs=inputs,
                state="queued",
                progress=0.0,
                message="",
                attempt=0,
                tries=0,
                cancel_requested=0,
                created=now,
                updated=now,
            )
        )

    def change(self, job_id: str, **columns: str | float | None) -> None:
        """Set columns of a job."""
        self._run(update(jobs).where(jobs.c.id == job_id).values(**columns))

    def leave(self, job_id: str, state: State, **columns: str | float | None) -> None:
        """Set the state and columns of a job that nobody runs any more."""
        self.change(job_id, state=state, owner=None, cancel_requested=0, heartbeat=None, **columns)

    def remove(self, job_id: str) -> None:
        """Delete a job and its checkpoints."""
        self._run(delete(jobs).where(jobs.c.id == job_id))

    def save(self, job_id: str, key: str, blob: bytes) -> None:
        """Keep a blob under a key, in place of an earlier one."""
        row = self._insert(checkpoints).values(job=job_id, key=key, body=blob)
        self._run(row.on_conflict_do_update(index_elements=["job", "key"], set_={"body": blob}))

    def load(self, job_id: str, key: str) -> bytes | None:
        """Return a blob, or None."""
        row = self._row(
            select(checkpoints.c.body).where(checkpoints.c.job == job_id, checkpoints.c.key == key)
        )
        return None if row is None else bytes(row.body)

    def keys(self, job_id: str) -> list[str]:
        """Return the keys of a job's blobs, sorted by code point."""
        query = select(checkpoints.c.key).where(checkpoints.c.job == job_id)
        return [row.key for row in self._rows(query.order_by(checkpoints.c.key))]

    def forget(self, job_id: str) -> None:
        """Delete a job's blobs."""
        self._run(delete(checkpoints).where(checkpoints.c.job == job_id))


def _job(row: Row[Any]) -> JobRow:
    return JobRow(
        id=row.id,
        number=row.number,
        kind=row.kind,
        inputs=row.inputs,
        state=row.state,
        progress=row.progress,
        message=row.message,
        result=row.result,
        attempt=row.attempt,
        tries=row.tries,
        owner=row.owner,
        cancel_requested=bool(row.cancel_requested),
        created=time_value(row.created),
        updated=time_value(row.updated),
        heartbeat=None if row.heartbeat is None else time_value(row.heartbeat),
    )
