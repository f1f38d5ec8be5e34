"""A job store in memory: for commands that run one job and go, and for tests."""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING

from gutshot.jobs.store import FINISHED

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from gutshot.jobs.store import Answer, FinalState, State

__all__ = ["MemoryJobRecord", "MemoryJobStore"]


@dataclass(frozen=True, slots=True)
class MemoryJobRecord:
    """See `gutshot.jobs.store.JobRecord`."""

    id: str
    number: int
    kind: str
    inputs: str
    created: datetime
    updated: datetime
    state: State = "queued"
    progress: float = 0.0
    message: str = ""
    result: str | None = None
    attempt: int = 0
    tries: int = 0
    owner: str | None = None
    cancel_requested: bool = False
    heartbeat: datetime | None = None


class MemoryJobStore:
    """Implements `gutshot.jobs.store.JobStore`, whose docstrings hold, for one process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._jobs: dict[str, MemoryJobRecord] = {}  # in the order of their numbers
        self._blobs: dict[str, dict[str, bytes]] = {}
        self._last_number = 0

    def add(
        self, job_id: str, kind: str, inputs: str, *, now: datetime, queue_limit: int
    ) -> MemoryJobRecord | None:
        """Add a queued job, unless the id exists or the queue is full."""
        with self._lock:
            if job_id in self._jobs:
                return self._jobs[job_id]
            if self._queued() >= queue_limit:
                return None
            self._last_number += 1
            return self._put(MemoryJobRecord(job_id, self._last_number, kind, inputs, now, now))

    def get(self, job_id: str) -> MemoryJobRecord | None:
        """Return the job, or None."""
        with self._lock:
            return self._jobs.get(job_id)

    def jobs(
        self,
        *,
        states: Collection[State] | None = None,
        after: int = 0,
        limit: int | None = None,
    ) -> tuple[MemoryJobRecord, ...]:
        """Return jobs by rising number."""
        with self._lock:
            found = tuple(
                job
                for job in self._jobs.values()
                if job.number > after and (states is None or job.state in states)
            )
        return found[:limit]

    def claim(self, owner: str, *, now: datetime) -> MemoryJobRecord | None:
        """Give the first queued job to `owner`."""
        with self._lock:
            for job in self._jobs.values():
                if job.state == "queued":
                    return self._put(
                        replace(
                            job,
                            state="running",
                            attempt=job.attempt + 1,
                            tries=job.tries + 1,
                            owner=owner,
                            updated=now,
                            heartbeat=now,
                        )
                    )
            return None

    def beat(
        self, job_id: str, attempt: int, *, progress: float, message: str, now: datetime
    ) -> Answer:
        """Record progress, message and heartbeat of a running attempt."""
        with self._lock:
            job = self._held(job_id, attempt)
            if job is None:
                return "lost"
            self._put(replace(job, progress=progress, message=message, updated=now, heartbeat=now))
            return "cancel" if job.cancel_requested else "go-on"

    def finish(
        self,
        job_id: str,
        attempt: int,
        state: FinalState,
        *,
        message: str,
        result: str | None,
        now: datetime,
    ) -> bool:
        """End a running attempt."""
        with self._lock:
            job = self._held(job_id, attempt)
            if job is None:
                return False
            done = state == "done"
            job = replace(job, message=message, result=result if done else None)
            self._put(_left(job, state, now, progress=1.0 if done else job.progress))
            if done:
                self._blobs.pop(job_id, None)
            return True

    def release(self, job_id: str, attempt: int, *, counted: bool, now: datetime) -> bool:
        """Give a running job back."""
        with self._lock:
            job = self._held(job_id, attempt)
            if job is None:
                return False
            tries = job.tries if counted else max(0, job.tries - 1)
            state: State = "cancelled" if job.cancel_requested else "queued"
            self._put(_left(replace(job, tries=tries), state, now, progress=job.progress))
            return True

    def request_cancel(self, job_id: str, *, now: datetime) -> MemoryJobRecord | None:
        """Cancel a queued job, ask a running one to stop."""
        with self._lock:
            job = self._jobs.get(job_id)
            if job is None:
                return None
            if job.state == "queued":
                return self._put(replace(job, state="cancelled", updated=now))
            if job.state == "running" and not job.cancel_requested:
                return self._put(replace(job, cancel_requested=True, updated=now))
            return job

    def resume(self, job_id: str, *, now: datetime, queue_limit: int) -> MemoryJobRecord | None:
        """Queue a failed or cancelled job again."""
        with self._lock:
            job = self._jobs.get(job_id)
            if job is None or job.state not in {"failed", "cancelled"}:
                return job
            if self._queued() >= queue_limit:
                return job
            return self._put(replace(job, state="queued", message="", tries=0, updated=now))

    def remove(self, job_id: str) -> bool:
        """Delete a finished job."""
        with self._lock:
            job = self._jobs.get(job_id)
            if job is None or job.state not in FINISHED:
                return False
            del self._jobs[job_id]
            self._blobs.pop(job_id, None)
            return True

    def save(self, job_id: str, attempt: int, key: str, blob: bytes, *, now: datetime) -> bool:
        """Keep a blob under a key."""
        with self._lock:
            job = self._held(job_id, attempt)
            if job is None:
                return False
            self._blobs.setdefault(job_id, {})[key] = bytes(blob)
            self._put(replace(job, tries=0, updated=now, heartbeat=now))
            return True

    def load(self, job_id: str, key: str) -> bytes | None:
        """Return a saved blob."""
        with self._lock:
            return self._blobs.get(job_id, {}).get(key)

    def keys(self, job_id: str) -> tuple[str, ...]:
        """Return the keys of saved blobs, sorted."""
        with self._lock:
            return tuple(sorted(self._blobs.get(job_id, {})))

    # The lock is held in all that follows

    def _put(self, job: MemoryJobRecord) -> MemoryJobRecord:
        self._jobs[job.id] = job
        return job

    def _held(self, job_id: str, attempt: int) -> MemoryJobRecord | None:
        job = self._jobs.get(job_id)
        held = job is not None and job.state == "running" and job.attempt == attempt
        return job if held else None

    def _queued(self) -> int:
        return sum(job.state == "queued" for job in self._jobs.values())


def _left(job: MemoryJobRecord, state: State, now: datetime, *, progress: float) -> MemoryJobRecord:
    """Return the job as nobody runs it any more."""
    return replace(
        job,
        state=state,
        progress=progress,
        owner=None,
        cancel_requested=False,
        heartbeat=None,
        updated=now,
    )
