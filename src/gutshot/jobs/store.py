"""What the jobs room asks of whoever keeps its jobs: rows and checkpoint blobs.

A store is used by several threads, and by several processes when it lies in a database. Every
method is one transaction: it happens as a whole or not at all, methods that change something
take effect one after the other, and what a method has returned survives a kill of the process
(as far as the store survives it at all). No method waits for a job.

The clock is the caller's: `now` is an aware UTC time, comes back to the microsecond as it was
given, and may run backwards; nothing is ordered by it. `inputs`, `result`, `message` and keys are
text that comes back unchanged; sizes and forms were checked by the caller.

The life of a job::

    add -> queued --claim--> running --finish--> done | failed | cancelled
             ^ |                |                         |         |
             | +-request_cancel-|------> cancelled        +--resume-+--> queued
             +-----release------+  (to cancelled, if a cancel was requested)

A running job is held by one attempt, numbered from 1 at each claim. Whoever stands for an older
attempt, say a process that was asleep while another took its job over, is told so and changes
nothing: that is why `beat`, `save`, `finish` and `release` take the attempt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

__all__ = ["FINISHED", "STATES", "Answer", "FinalState", "JobRecord", "JobStore", "State"]

State = Literal["queued", "running", "done", "failed", "cancelled"]
FinalState = Literal["done", "failed", "cancelled"]

Answer = Literal["go-on", "cancel", "lost"]
"""What a beat is answered: go on; go on and stop the job; this attempt holds the job no more."""

STATES: Final[tuple[State, ...]] = ("queued", "running", "done", "failed", "cancelled")
FINISHED: Final[frozenset[State]] = frozenset({"done", "failed", "cancelled"})


class JobRecord(Protocol):
    """A job as it stood at one moment; never changes afterwards.

    A store may use any class that has these attributes: `storage` needn't import this one.
    """

    @property
    def id(self) -> str:
        """The client-made id: 1..64 of ``A-Z a-z 0-9 _ . : -``."""
        ...

    @property
    def number(self) -> int:
        """The place in the order of `add`: at least 1, rising, never given twice; gaps are fine."""
        ...

    @property
    def kind(self) -> str:
        """The registered kind."""
        ...

    @property
    def inputs(self) -> str:
        """JSON text."""
        ...

    @property
    def state(self) -> State:
        """Where in its life the job is."""
        ...

    @property
    def progress(self) -> float:
        """The share done, 0..1, as last reported; the float comes back exactly."""
        ...

    @property
    def message(self) -> str:
        """One line: the last report's, or why the job failed. Empty at first."""
        ...

    @property
    def result(self) -> str | None:
        """JSON text of a done job, else None."""
        ...

    @property
    def attempt(self) -> int:
        """How often the job was claimed, ever."""
        ...

    @property
    def tries(self) -> int:
        """How often it was claimed since its last checkpoint, `resume` or uncounted `release`."""
        ...

    @property
    def owner(self) -> str | None:
        """Who runs it, as given to `claim`; None unless running."""
        ...

    @property
    def cancel_requested(self) -> bool:
        """Whether a running job is asked to stop; False in every other state."""
        ...

    @property
    def created(self) -> datetime:
        """When it was added."""
        ...

    @property
    def updated(self) -> datetime:
        """The `now` of the last method that changed this record; `save` counts, a no-op doesn't."""
        ...

    @property
    def heartbeat(self) -> datetime | None:
        """The `now` of the last `claim`, `beat` or `save`; None unless running."""
        ...


class JobStore(Protocol):
    """Keeps jobs. All methods are atomic and durable; see the module for what holds for each."""

    def add(
        self, job_id: str, kind: str, inputs: str, *, now: datetime, queue_limit: int
    ) -> JobRecord | None:
        """Add a queued job, unless a job of this id exists or the queue is full.

        Of several calls with one id, one adds and the others get its record.

        Returns
        -------
        The record under this id: the new one, or the existing one in whatever state, unchanged,
        also when its kind or inputs differ (the caller compares them). None, and nothing added,
        if there is none and `queue_limit` jobs or more are queued.
        """
        ...

    def get(self, job_id: str) -> JobRecord | None:
        """Return the job, or None."""
        ...

    def jobs(
        self,
        *,
        states: Collection[State] | None = None,
        after: int = 0,
        limit: int | None = None,
    ) -> Sequence[JobRecord]:
        """Return the jobs in these states (None: all) by rising `number`, from one moment.

        Only those with a number above `after`, and the first `limit` of them.
        """
        ...

    def claim(self, owner: str, *, now: datetime) -> JobRecord | None:
        """Give the queued job of the lowest number to `owner`; None if no job is queued.

        It becomes running; attempt and tries grow by one; progress and message stay. Two claims,
        in whichever processes, never get the same attempt of a job.
        """
        ...

    def beat(
        self, job_id: str, attempt: int, *, progress: float, message: str, now: datetime
    ) -> Answer:
        """Record progress, message and heartbeat of a running attempt.

        Returns
        -------
        "lost", and nothing recorded, if the job is not running in this attempt. Else "cancel" if
        a cancel was requested, "go-on" if not.
        """
        ...

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
        """End a running attempt, with its result only if "done"; False if it holds the job no more.

        A done job's progress becomes 1 and its checkpoints are deleted; a failed or cancelled one
        keeps both, so that it can be resumed. The owner goes and a requested cancel is forgotten.
        """
        ...

    def release(self, job_id: str, attempt: int, *, counted: bool, now: datetime) -> bool:
        """Give a running job back, with its checkpoints; False if this attempt holds it no more.

        It becomes queued at its old number, or cancelled if a cancel was requested. Not
        `counted`, the claim is taken off `tries` (which never falls below 0).
        """
        ...

    def request_cancel(self, job_id: str, *, now: datetime) -> JobRecord | None:
        """Cancel a queued job at once, ask a running one to stop, leave a finished one alone.

        Returns the record after that, None for an unknown id. Repeating it changes nothing.
        """
        ...

    def resume(self, job_id: str, *, now: datetime, queue_limit: int) -> JobRecord | None:
        """Queue a failed or cancelled job again, with its checkpoints and an empty message.

        Its number and attempt stay, tries becomes 0. A job in another state is left alone, and so
        is every job while `queue_limit` jobs or more are queued. Returns the record after that,
        None for an unknown id.
        """
        ...

    def remove(self, job_id: str) -> bool:
        """Delete a finished job and its checkpoints; False, and nothing done, for any other.

        The id is free again, the number is not.
        """
        ...

    def save(self, job_id: str, attempt: int, key: str, blob: bytes, *, now: datetime) -> bool:
        """Keep a blob under a key, in place of an earlier one; False if the attempt is lost.

        A reader sees the old blob or the new one, whole. It also is a heartbeat, and sets tries
        to 0: the job got further.
        """
        ...

    def load(self, job_id: str, key: str) -> bytes | None:
        """Return the blob that was saved last under the key, by whichever attempt, or None."""
        ...

    def keys(self, job_id: str) -> Sequence[str]:
        """Return the keys under which something is saved, sorted by code point."""
        ...
