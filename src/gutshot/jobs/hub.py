"""Tells those who watch jobs what changed, whoever changed it."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakSet

from gutshot.jobs.errors import UnknownJobError
from gutshot.jobs.updates import Subscription

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.jobs.store import JobRecord, JobStore
    from gutshot.jobs.updates import JobStatus

__all__ = ["Hub"]


class Hub:
    """The subscriptions of a runner.

    status_of : makes a status of a record, with what only the runner knows.
    """

    def __init__(self, store: JobStore, status_of: Callable[[JobRecord], JobStatus]) -> None:
        self._store = store
        self._status_of = status_of
        # Held from reading the store to handing over, so that no status overtakes a later one.
        self._telling = Lock()
        self._subscriptions: WeakSet[Subscription] = WeakSet()
        self._active: dict[str, object] = {}
        self._closed = False

    def subscribe(self, job_id: str | None) -> Subscription:
        """Follow a job, or all.

        Raises
        ------
        UnknownJobError
            There is no such job.
        """
        subscription = Subscription(job_id, self._forget)
        with self._telling:
            if job_id is None:
                records = tuple(self._store.jobs(states={"queued", "running"}))
            else:
                record = self._store.get(job_id)
                if record is None:
                    raise UnknownJobError(f"there is no job {job_id!r}")
                records = (record,)
            for record in records:
                subscription.put(self._status_of(record))
                self._active[record.id] = _stamp(record)
            if self._closed:
                subscription.end()
            elif not subscription.complete:
                self._subscriptions.add(subscription)
        return subscription

    def tell(self, job_id: str) -> None:
        """Tell how a job stands now."""
        with self._telling:
            if self._subscriptions:
                self._tell(self._store.get(job_id))

    def look(self) -> None:
        """Look for what other processes have changed in the store, and tell it.

        A job that another process submits and ends between two looks is not noticed.
        """
        with self._telling:
            if not self._subscriptions:
                self._active = {}
                return
            active = {job.id: job for job in self._store.jobs(states={"queued", "running"})}
            for record in active.values():
                if self._active.get(record.id) != _stamp(record):
                    self._tell(record)
            followed = {entry.job_id for entry in self._subscriptions if entry.job_id is not None}
            for job_id in (self._active.keys() | followed) - active.keys():
                self._tell(self._store.get(job_id))
            self._active = {record.id: _stamp(record) for record in active.values()}

    def close(self) -> None:
        """End every subscription after what it has been told."""
        with self._telling:
            self._closed = True
            for subscription in self._subscriptions:
                subscription.end()
            self._subscriptions.clear()

    def _tell(self, record: JobRecord | None) -> None:
        if record is None:
            return
        status = self._status_of(record)
        for subscription in tuple(self._subscriptions):
            if subscription.job_id in {None, record.id}:
                subscription.put(status)
                if subscription.complete:
                    self._subscriptions.discard(subscription)

    def _forget(self, subscription: Subscription) -> None:
        with self._telling:
            self._subscriptions.discard(subscription)


def _stamp(record: JobRecord) -> object:
    return record.state, record.attempt, record.updated, record.cancel_requested
