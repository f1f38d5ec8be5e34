"""A database of Gutshot: open it, read and write in transactions, close it."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from gutshot.storage.engines import WAIT_S, Engines, database_url, make_engines, take_turn
from gutshot.storage.errors import BusyError, StorageError
from gutshot.storage.job_rows import JobRows
from gutshot.storage.job_store import DatabaseJobStore
from gutshot.storage.migrate import bring_up
from gutshot.storage.part import Part
from gutshot.storage.transaction import ReadTransaction, Transaction

if TYPE_CHECKING:
    from collections.abc import Generator
    from contextlib import AbstractContextManager
    from types import TracebackType
    from typing import Self


__all__ = ["Database"]

P = TypeVar("P", bound=Part)


class Database:
    """A SQLite file, a database in memory or one on a PostgreSQL server.

    Threads share it; a process that was forked from this one opens its own. Transactions write one
    at a time and are short: others wait for them, at most 30 seconds.
    """

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._writing = threading.Lock()
        self._own = threading.local()
        self._process = os.getpid()
        self.jobs = DatabaseJobStore(self._write_jobs, self._read_jobs)
        """The jobs of this database, a `gutshot.jobs.JobStore`; each call is a transaction."""

    @classmethod
    def open(cls, url: str | None = None) -> Database:
        """Open a database, make it where it is missing, and bring its tables up to date.

        url : `sqlite:///FILE`, `sqlite://` in memory, `postgresql://USER@HOST/NAME`; None for
            gutshot.db in the user's data directory.

        Raises
        ------
        StorageError
            When it can't be opened, is somebody else's, or a newer Gutshot wrote it.
        """
        engines = make_engines(database_url(url))
        try:
            bring_up(engines)
        except BaseException:
            engines.dispose()
            raise
        return cls(engines)

    @property
    def name(self) -> str:
        """How messages call it."""
        return self._engines.name

    def close(self) -> None:
        """Close all connections; what is in memory only is gone."""
        self._engines.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def write(self) -> AbstractContextManager[Transaction]:
        """Begin a transaction that is kept when its `with` block ends, and not when it raises.

        Raises
        ------
        BusyError
            When others wrote all the time; nothing happened.
        """
        return self._session(Transaction, writes=True)

    def read(self) -> AbstractContextManager[ReadTransaction]:
        """Begin a transaction that sees the database as it was at one moment."""
        return self._session(ReadTransaction, writes=False)

    def _write_jobs(self) -> AbstractContextManager[JobRows]:
        # A lane of its own: a large checkpoint must not hold up the tables.
        return self._session(JobRows, writes=True, lane="jobs")

    def _read_jobs(self) -> AbstractContextManager[JobRows]:
        return self._session(JobRows, writes=False)

    @contextmanager
    def _session(self, kind: type[P], *, writes: bool, lane: str = "all") -> Generator[P]:
        engine = self._engines.writer if writes else self._engines.reader
        with self._turn(exclusive=self._engines.shared or (writes and self._engines.sqlite)):
            try:
                connection = engine.connect()
            except PoolTimeoutError:
                msg = f"{self.name} is busy: no connection was free for {WAIT_S} seconds; try again"
                raise BusyError(msg) from None
            with connection:
                part = kind(connection)
                with part.flowing() as flow, connection.begin():
                    if writes:
                        flow.start()
                        take_turn(connection, lane)
                        flow.stop()
                    with part.committing():
                        yield part

    @contextmanager
    def _turn(self, *, exclusive: bool) -> Generator[None]:
        """Let one thread at a time write where the database allows only one anyway."""
        if self._process != os.getpid():
            msg = "a forked process can't use its parent's database; open it again"
            raise StorageError(msg)
        if getattr(self._own, "busy", False):
            # It would wait for itself.
            msg = "this thread is in a transaction already; end that one first"
            raise StorageError(msg)
        if exclusive and not self._writing.acquire(timeout=WAIT_S):
            msg = f"{self.name} is busy: other threads wrote for {WAIT_S} seconds; try again"
            raise BusyError(msg)
        self._own.busy = True
        try:
            yield
        finally:
            self._own.busy = False
            if exclusive:
                self._writing.release()
