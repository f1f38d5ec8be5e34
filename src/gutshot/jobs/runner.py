"""The runner: takes jobs, has them run, and tells how they stand."""

from __future__ import annotations

import atexit
import logging
import os
import platform
import secrets
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Condition, Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Final, Self

from gutshot.jobs.attempt import Attempt, Surroundings, worn_out
from gutshot.jobs.errors import (
    JobConflictError,
    QueueFullError,
    RunnerStoppedError,
    UnknownJobError,
    UnknownKindError,
)
from gutshot.jobs.hub import Hub
from gutshot.jobs.job import KINDS
from gutshot.jobs.limits import Limits, check_id, to_json
from gutshot.jobs.spawned import SpawnExecutor
from gutshot.jobs.updates import JobStatus

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from gutshot.jobs.executor import Executor
    from gutshot.jobs.store import JobRecord, JobStore, State
    from gutshot.jobs.updates import Subscription

__all__ = ["JobRunner"]

_log = logging.getLogger("gutshot.jobs")

_LOOK_EVERY_S: Final = 1.0
"""Seconds between two looks at what other processes did to the store."""

_KILLED_S: Final = 5.0
"""Seconds in which whatever is left has ended after the grace time and a kill."""


class JobRunner:
    """Runs jobs of a store, each in a process of its own, `workers` at a time, first come first.

    Several runners, in one or more processes, may share a store. Call `recover` once at the start
    and `shutdown` at the end, or use it as a context manager, which does both.

    Parameters
    ----------
    workers : jobs at a time; 0 only submits, watches and cancels.
    kinds : table of kinds; by default the one that `gutshot.jobs.register` fills.
    executor : where jobs run; by default in spawned processes here.
    grace_s : seconds that a job has to stop before it is terminated.
    lease_s : seconds without a heartbeat after which the runner of a job is taken for dead.
    max_tries : times that a job is started without getting to a checkpoint before it has failed.
    """

    def __init__(
        self,
        store: JobStore,
        workers: int = 1,
        *,
        kinds: Mapping[str, str] = KINDS,
        executor: Executor | None = None,
        limits: Limits | None = None,
        grace_s: float = 2.0,
        lease_s: float = 10.0,
        max_tries: int = 3,
    ) -> None:
        self._store = store
        self._kinds = kinds
        self._limits = limits or Limits()
        self._lease = timedelta(seconds=lease_s)
        self._max_tries = max_tries
        self._grace_s = grace_s
        self._pid = os.getpid()
        self._owner = f"{_machine()}|{self._pid}|{secrets.token_hex(8)}"
        self._live: dict[tuple[str, int], Attempt] = {}
        self._hub = Hub(store, self._status)
        self._stopping = Event()
        self._around = Surroundings(
            store=store,
            executor=executor or SpawnExecutor(),
            kinds=kinds,
            limits=self._limits,
            grace_s=grace_s,
            max_tries=max_tries,
            now=_now,
            tell=self._hub.tell,
            stopping=self._stopping,
        )
        self._starting = Lock()
        self._started = False
        self._news = Condition()
        self._news_count = 0
        self._threads = [
            Thread(target=self._work, name=f"gutshot-jobs-{n}", daemon=True) for n in range(workers)
        ]
        self._threads.append(Thread(target=self._look, name="gutshot-jobs-look", daemon=True))

    # What may be asked

    def submit(self, kind: str, inputs: Mapping[str, Any], *, job_id: str | None = None) -> str:
        """Queue a job and return its id.

        With an id of the caller's the call may be repeated: a job that exists stays as it is.

        Raises
        ------
        UnknownKindError, InputError, QueueFullError
            The kind is not registered; the inputs are no JSON or too large; too many jobs wait.
        JobConflictError
            The id stands for a job of other kind or inputs.
        RunnerStoppedError
            The runner was shut down, or belongs to another process.
        """
        if kind not in self._kinds:
            known = ", ".join(sorted(self._kinds)) or "none"
            raise UnknownKindError(f"no kind of job is called {kind!r}; there are: {known}")
        text = to_json(dict(inputs), "a job's inputs", self._limits.inputs_bytes)
        job_id = secrets.token_hex(16) if job_id is None else check_id(job_id)
        self._start()
        record = self._store.add(
            job_id, kind, text, now=_now(), queue_limit=self._limits.queue_length
        )
        if record is None:
            raise self._queue_full()
        if (record.kind, record.inputs) != (kind, text):
            raise JobConflictError(f"the id {job_id!r} stands for another job: take a new one")
        self._tell(job_id)
        return job_id

    def cancel(self, job_id: str) -> JobStatus:
        """Cancel a queued job, stop a running one; a finished one stays as it is.

        A running job is cancelled as soon as it has stopped: follow it or wait for it.

        Raises
        ------
        UnknownJobError
            There is no such job.
        """
        record = _known(job_id, self._store.request_cancel(job_id, now=_now()))
        attempt = self._live.get((job_id, record.attempt))
        if attempt is not None and record.cancel_requested:
            attempt.cancel.set()
        self._tell(job_id)
        return self._status(record)

    def resume(self, job_id: str) -> JobStatus:
        """Queue a failed or cancelled job again; it goes on from its last checkpoint.

        Raises
        ------
        UnknownJobError, QueueFullError, RunnerStoppedError
            There is no such job; too many wait; the runner was shut down.
        JobConflictError
            The job is done.
        """
        self._start()
        limit = self._limits.queue_length
        record = _known(job_id, self._store.resume(job_id, now=_now(), queue_limit=limit))
        if record.state == "done":
            raise JobConflictError(f"job {job_id!r} is done: nothing is left to resume")
        if record.state in {"failed", "cancelled"}:
            raise self._queue_full()
        self._tell(job_id)
        return self._status(record)

    def remove(self, job_id: str) -> None:
        """Delete a finished job with its result and checkpoints.

        Raises
        ------
        UnknownJobError, JobConflictError
            There is no such job; it is not finished.
        """
        if not self._store.remove(job_id):
            record = _known(job_id, self._store.get(job_id))
            raise JobConflictError(f"job {job_id!r} is {record.state}: cancel it first")

    def status(self, job_id: str) -> JobStatus:
        """Return how a job stands.

        Raises
        ------
        UnknownJobError
            There is no such job.
        """
        return self._status(_known(job_id, self._store.get(job_id)))

    def list(
        self,
        *,
        states: Collection[State] | None = None,
        after: int = 0,
        limit: int | None = None,
    ) -> tuple[JobStatus, ...]:
        """Return jobs in the order of their submission, the first `limit` after a number."""
        records = self._store.jobs(states=states, after=after, limit=limit)
        return tuple(self._status(record) for record in records)

    def subscribe(self, job_id: str | None = None) -> Subscription:
        """Follow one job, or all: first how it stands (of all: what is queued or runs), then news.

        Raises
        ------
        UnknownJobError, RunnerStoppedError
            There is no such job; the runner was shut down, or belongs to another process.
        """
        self._start()
        return self._hub.subscribe(job_id)

    def wait(self, job_id: str, timeout_s: float | None = None) -> JobStatus:
        """Return the job when it is done, failed or cancelled.

        Raises
        ------
        TimeoutError
            It was not within `timeout_s`.
        UnknownJobError, RunnerStoppedError
            There is no such job; the runner was shut down, also meanwhile.
        """
        until = None if timeout_s is None else time.monotonic() + timeout_s
        with self.subscribe(job_id) as updates:
            while True:
                left = None if until is None else max(0.0, until - time.monotonic())
                status = updates.get(left)
                if status is not None and status.finished:
                    return status
                if status is None and updates.ended:
                    raise RunnerStoppedError(f"job {job_id!r} goes on when the runner is started")
                if status is None:
                    msg = f"job {job_id!r} has not ended within {timeout_s} s"
                    raise TimeoutError(msg)

    # Beginning and end

    def recover(self) -> int:
        """Take the jobs of dead processes back into the queue, and return how many there were.

        Those on which a cancel was waiting are cancelled, those that were started too often
        without getting further have failed. It goes on by itself every `lease_s`.
        """
        self._start()
        found = 0
        for record in self._store.jobs(states={"running"}):
            if self._is_alive(record):
                continue
            if record.tries >= self._max_tries and not record.cancel_requested:
                taken = self._store.finish(
                    record.id,
                    record.attempt,
                    "failed",
                    message=worn_out(record.tries, "its runner ended"),
                    result=None,
                    now=_now(),
                )
            else:
                taken = self._store.release(record.id, record.attempt, counted=True, now=_now())
            if taken:
                found += 1
                _log.warning("job %s was left behind by %s", record.id, record.owner)
                self._tell(record.id)
        return found

    def shutdown(self) -> None:
        """Stop what runs, so that it goes on at the next start, and leave no process behind.

        It takes at most the grace time and a little. Subscriptions end. Repeating it does nothing.
        """
        if os.getpid() != self._pid:
            return  # a fork of the process that has the workers
        self._stopping.set()
        with self._news:
            self._news.notify_all()
        with self._starting:
            started = self._started
        if started:
            self._join(self._grace_s + _KILLED_S)
            for attempt in tuple(self._live.values()):
                attempt.kill()
            self._join(_KILLED_S)
            if any(thread.is_alive() for thread in self._threads):
                _log.error("a worker of the job runner did not end")
        self._hub.close()
        atexit.unregister(self.shutdown)

    def __enter__(self) -> Self:
        self.recover()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()

    def _join(self, timeout_s: float) -> None:
        until = time.monotonic() + timeout_s
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def _start(self) -> None:
        if os.getpid() != self._pid:
            raise RunnerStoppedError(f"the job runner belongs to process {self._pid}: make another")
        with self._starting:
            if self._stopping.is_set():
                raise RunnerStoppedError("the job runner was shut down: make another")
            if not self._started:
                self._started = True
                atexit.register(self.shutdown)
                for thread in self._threads:
                    thread.start()

    # The threads

    def _work(self) -> None:
        while not self._stopping.is_set():
            with self._news:
                count = self._news_count
            record = None
            try:
                record = self._store.claim(self._owner, now=_now())
                if record is not None:
                    self._attempt(record)
            except Exception:  # noqa: BLE001 - a worker outlives a store that fails for a while
                # The job, if it was claimed, stays behind and is recovered when its lease is over.
                _log.exception("the job runner could not go on with %s", record and record.id)
                self._stopping.wait(_LOOK_EVERY_S)
                continue
            if record is None:
                with self._news:
                    while self._news_count == count and not self._stopping.is_set():
                        self._news.wait()

    def _attempt(self, record: JobRecord) -> None:
        attempt = Attempt(record, self._around)
        self._live[record.id, record.attempt] = attempt
        try:
            self._hub.tell(record.id)
            attempt.work()
        finally:
            del self._live[record.id, record.attempt]

    def _look(self) -> None:
        """Look after what no other thread of this process would notice."""
        recover_at = time.monotonic() + self._lease.total_seconds()
        while not self._stopping.wait(_LOOK_EVERY_S):
            try:
                self._hub.look()
                if self._store.jobs(states={"queued"}, limit=1):
                    self._wake()
                if time.monotonic() >= recover_at:
                    recover_at = time.monotonic() + self._lease.total_seconds()
                    with suppress(RunnerStoppedError):
                        self.recover()
            except Exception:  # noqa: BLE001 - a store may fail for a while
                _log.exception("the job runner could not look at its store")

    # Small things

    def _tell(self, job_id: str) -> None:
        self._wake()
        self._hub.tell(job_id)

    def _wake(self) -> None:
        with self._news:
            self._news_count += 1
            self._news.notify_all()

    def _status(self, record: JobRecord) -> JobStatus:
        attempt = self._live.get((record.id, record.attempt))
        return JobStatus.of(record) if attempt is None else attempt.status(record)

    def _queue_full(self) -> QueueFullError:
        limit = self._limits.queue_length
        return QueueFullError(f"{limit} jobs are waiting: let one end, or cancel one")

    def _is_alive(self, record: JobRecord) -> bool:
        """Tell whether the runner that claimed a running job is still at it."""
        if (record.id, record.attempt) in self._live:
            return True
        machine, _, rest = (record.owner or "").partition("|")
        pid, _, _ = rest.partition("|")
        if os.name == "posix" and machine == _machine() and pid.isdecimal():
            try:
                os.kill(int(pid), 0)
            except ProcessLookupError:
                return False
            except OSError:
                pass  # somebody else's process
        return record.heartbeat is not None and abs(_now() - record.heartbeat) <= self._lease


def _known(job_id: str, record: JobRecord | None) -> JobRecord:
    if record is None:
        raise UnknownJobError(f"there is no job {job_id!r}")
    return record


def _machine() -> str:
    """Return a name for the place where process numbers mean the same."""
    try:
        space = Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        space = 0
    return f"{platform.node().replace('|', ' ')}/{space}"


def _now() -> datetime:
    return datetime.now(UTC)
