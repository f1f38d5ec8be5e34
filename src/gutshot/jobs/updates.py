"""What a job looks like from outside, and how those who watch it are told."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from threading import Condition
from typing import TYPE_CHECKING, Any, Self

from gutshot.jobs.limits import from_json
from gutshot.jobs.store import FINISHED

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from gutshot.jobs.store import JobRecord, State

__all__ = ["JobStatus", "Subscription"]


@dataclass(frozen=True, slots=True)
class JobStatus:
    """A job at one moment.

    progress : share done, 0..1.
    message : one line; of a failed job, why.
    remaining_s : seconds left as estimated; None when not running or when nobody can tell yet.
    attempt : how often it was started.
    """

    id: str
    number: int
    kind: str
    state: State
    progress: float
    message: str
    remaining_s: float | None
    attempt: int
    cancel_requested: bool
    created: datetime
    updated: datetime
    inputs_json: str
    result_json: str | None

    @classmethod
    def of(cls, record: JobRecord, remaining_s: float | None = None) -> Self:
        """Return the status that a record holds."""
        return cls(
            id=record.id,
            number=record.number,
            kind=record.kind,
            state=record.state,
            progress=record.progress,
            message=record.message,
            remaining_s=remaining_s,
            attempt=record.attempt,
            cancel_requested=record.cancel_requested,
            created=record.created,
            updated=record.updated,
            inputs_json=record.inputs,
            result_json=record.result,
        )

    @property
    def finished(self) -> bool:
        """Whether it is done, failed or cancelled."""
        return self.state in FINISHED

    @property
    def inputs(self) -> Any:  # noqa: ANN401 - whatever JSON can say
        """The inputs as submitted."""
        return from_json(self.inputs_json)

    @property
    def result(self) -> Any:  # noqa: ANN401 - whatever JSON can say
        """What a done job returned, else None."""
        return None if self.result_json is None else from_json(self.result_json)

    def payload(self) -> dict[str, object]:
        """Return it as JSON, without inputs and result, which may be large."""
        return {
            "schema": "gutshot.job/1",
            "id": self.id,
            "number": self.number,
            "kind": self.kind,
            "state": self.state,
            "progress": self.progress,
            "message": self.message,
            "remaining_s": self.remaining_s,
            "attempt": self.attempt,
            "cancel_requested": self.cancel_requested,
            "created": self.created.isoformat(),
            "updated": self.updated.isoformat(),
        }


class Subscription:
    """What happens to one job, or to all, from now on.

    Iterate over it, with ``for`` or with ``async for``: it begins with how things stand and waits
    for what comes. Whoever is slow misses steps in between, never the latest state of a job. For
    one job it ends after the state done, failed or cancelled; any ends when the runner shuts down
    or it is closed. Close what you don't read to its end, or use it in a ``with`` block.
    """

    def __init__(self, job_id: str | None, forget: Callable[[Subscription], None]) -> None:
        self._job_id = job_id
        self._forget = forget
        self._changed = Condition()
        self._waiting: dict[str, JobStatus] = {}
        self._complete = False
        self._closed = False
        self._wakers: set[Callable[[], None]] = set()

    @property
    def job_id(self) -> str | None:
        """The one job that it follows; None for all."""
        return self._job_id

    @property
    def complete(self) -> bool:
        """Whether nothing will come but what waits already."""
        return self._complete or self._closed

    def put(self, status: JobStatus) -> None:
        """Hand over a status; the runner does."""
        with self._changed:
            if self.complete:
                return
            # Moved to the end: what has waited longest without news goes first.
            self._waiting.pop(status.id, None)
            self._waiting[status.id] = status
            self._complete = self._job_id is not None and status.finished
            self._wake()

    def get(self, timeout_s: float | None = None) -> JobStatus | None:
        """Return the next status; None when there is no more, or none within `timeout_s`."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self.ended, timeout_s)
            return self._take()

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return not self._waiting and self.complete

    def close(self) -> None:
        """Want to hear no more; who waits is let go."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._wake()
        self._forget(self)

    def end(self) -> None:
        """Say that nothing more will come after what waits; the runner does."""
        with self._changed:
            self._complete = True
            self._wake()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> JobStatus:
        status = self.get()
        if status is None:
            raise StopIteration
        return status

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> JobStatus:
        loop = asyncio.get_running_loop()
        news = asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop was closed under a reader
                loop.call_soon_threadsafe(news.set)

        with self._changed:
            self._wakers.add(wake)
        try:
            while True:
                news.clear()
                with self._changed:
                    status, ended = self._take(), self.ended
                if status is not None:
                    return status
                if ended:
                    raise StopAsyncIteration
                await news.wait()
        finally:
            with self._changed:
                self._wakers.discard(wake)

    def _take(self) -> JobStatus | None:
        for job_id in self._waiting:
            return self._waiting.pop(job_id)
        return None

    def _wake(self) -> None:
        self._changed.notify_all()
        for wake in self._wakers:
            wake()
