"""Jobs in the database: a `gutshot.jobs.JobStore`, each call of it a transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gutshot.storage.encoding import time_text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from contextlib import AbstractContextManager
    from datetime import datetime

    from gutshot.storage.job_rows import JobRow, JobRows, State

__all__ = ["DatabaseJobStore"]


class DatabaseJobStore:
    """Keeps jobs for the runner, under the rules of `gutshot.jobs.JobStore`."""

    def __init__(
        self,
        write: Callable[[], AbstractContextManager[JobRows]],
        read: Callable[[], AbstractContextManager[JobRows]],
    ) -> None:
        self._write = write
        self._read = read

    def add(
        self, job_id: str, kind: str, inputs: str, *, now: datetime, queue_limit: int
    ) -> JobRow | None:
        """Add a queued job, unless a job of this id exists or the queue is full."""
        with self._write() as rows:
            known = rows.get(job_id)
            if known is not None or rows.queued() >= queue_limit:
                return known
            rows.add(job_id, kind, inputs, time_text(now))
            return rows.get(job_id)

    def get(self, job_id: str) -> JobRow | None:
        """Return the job, or None."""
        with self._read() as rows:
            return rows.get(job_id)

    def jobs(
        self,
        *,
        states: Collection[State] | None = None,
        after: int = 0,
        limit: int | None = None,
    ) -> list[JobRow]:
        """Return the jobs in these states by rising number."""
        with self._read() as rows:
            return rows.listed(states, after, limit)

    def claim(self, owner: str, *, now: datetime) -> JobRow | None:
        """Give the first queued job to `owner`; None if no job is queued."""
        with self._write() as rows:
            found = rows.listed(("queued",), 0, 1)
            if not found:
                return None
            (job,) = found
            at = time_text(now)
            rows.change(
                job.id,
                state="running",
                attempt=job.attempt + 1,
                tries=job.tries + 1,
                owner=owner,
                updated=at,
                heartbeat=at,
            )
            return rows.get(job.id)

    def beat(
        self, job_id: str, attempt: int, *, progress: float, message: str, now: datetime
    ) -> Literal["go-on", "cancel", "lost"]:
        """Record progress, message and heartbeat of a running attempt."""
        with self._write() as rows:
            job = rows.held(job_id, attempt)
            if job is None:
                return "lost"
            at = time_text(now)
            rows.change(job_id, progress=progress, message=message, updated=at, heartbeat=at)
            return "cancel" if job.cancel_requested else "go-on"

    def finish(
        self,
        job_id: str,
        attempt: int,
        state: Literal["done", "failed", "cancelled"],
        *,
        message: str,
        result: str | None,
        now: datetime,
    ) -> bool:
        """End a running attempt, with its result only if "done"; False if it is lost."""
        with self._write() as rows:
            job = rows.held(job_id, attempt)
            if job is None:
                return False
            done = state == "done"
            rows.leave(
                job_id,
                state,
                message=message,
                result=result if done else None,
                progress=1.0 if done else job.progress,
                updated=time_text(now),
            )
            if done:
                rows.forget(job_id)
            return True

    def release(self, job_id: str, attempt: int, *, counted: bool, now: datetime) -> bool:
        """Give a running job back, with its checkpoints; False if this attempt is lost."""
        with self._write() as rows:
            job = rows.held(job_id, attempt)
            if job is None:
                return False
            rows.leave(
                job_id,
                "cancelled" if job.cancel_requested else "queued",
                tries=job.tries if counted else max(0, job.tries - 1),
                updated=time_text(now),
            )
            return True

    def request_cancel(self, job_id: str, *, now: datetime) -> JobRow | None:
        """Cancel a queued job at once, ask a running one to stop, leave a finished one alone."""
        with self._write() as rows:
            job = rows.get(job_id)
            if job is not None and job.state == "queued":
                rows.change(job_id, state="cancelled", updated=time_text(now))
            elif job is not None and job.state == "running" and not job.cancel_requested:
                rows.change(job_id, cancel_requested=1, updated=time_text(now))
            return rows.get(job_id)

    def resume(self, job_id: str, *, now: datetime, queue_limit: int) -> JobRow | None:
        """Queue a failed or cancelled job again, with its checkpoints and an empty message."""
        with self._write() as rows:
            job = rows.get(job_id)
            if job is None or job.state not in {"failed", "cancelled"}:
                return job
            if rows.queued() >= queue_limit:
                return job
            rows.change(job_id, state="queued", message="", tries=0, updated=time_text(now))
            return rows.get(job_id)

    def remove(self, job_id: str) -> bool:
        """Delete a finished job and its checkpoints; False, and nothing done, for any other."""
        with self._write() as rows:
            job = rows.get(job_id)
            if job is None or job.state in {"queued", "running"}:
                return False
            rows.remove(job_id)
            return True

    def save(self, job_id: str, attempt: int, key: str, blob: bytes, *, now: datetime) -> bool:
        """Keep a blob under a key, in place of an earlier one; False if the attempt is lost."""
        with self._write() as rows:
            if rows.held(job_id, attempt) is None:
                return False
            rows.save(job_id, key, blob)
            at = time_text(now)
            rows.change(job_id, tries=0, updated=at, heartbeat=at)
            return True

    def load(self, job_id: str, key: str) -> bytes | None:
        """Return the blob that was saved last under the key, or None."""
        with self._read() as rows:
            return rows.load(job_id, key)

    def keys(self, job_id: str) -> list[str]:
        """Return the keys under which something is saved, sorted by code point."""
        with self._read() as rows:
            return rows.keys(job_id)
