"""A job store in one SQLite file, as simple as can be: what the kill tests keep their jobs in."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

from gutshot.jobs.store import FINISHED

if TYPE_CHECKING:
    from collections.abc import Collection, Generator
    from pathlib import Path

    from gutshot.jobs.store import Answer, FinalState, State

_SCHEMA = """
CREATE TABLE IF NOT EXISTS job (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    inputs TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'queued',
    progress REAL NOT NULL DEFAULT 0,
    message TEXT NOT NULL DEFAULT '',
    result TEXT,
    attempt INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    cancel_requested INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    heartbeat INTEGER
);
CREATE TABLE IF NOT EXISTS checkpoint (
    id TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    blob BLOB NOT NULL,
    PRIMARY KEY (id, key)
);
"""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    id: str
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


def _stamp(at: datetime) -> int:
    return (at - _EPOCH) // _MICROSECOND


def _time(stamp: int) -> datetime:
    return _EPOCH + stamp * _MICROSECOND


def _row(found: tuple[Any, ...] | None) -> Row | None:
    if found is None:
        return None
    values = list(found)
    values[11] = bool(values[11])
    values[12:] = [None if stamp is None else _time(stamp) for stamp in values[12:]]
    return Row(*values)


class SqliteJobStore:
    """Implements `JobStore`; a connection for each call, so that any thread may make it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with closing(sqlite3.connect(path, timeout=30)) as connection:
            connection.executescript(_SCHEMA)

    @contextmanager
    def _transaction(self) -> Generator[sqlite3.Connection]:
        connection = sqlite3.connect(self._path, timeout=30, isolation_level=None)
        with closing(connection):
            # A killed process loses nothing without it; these tests don't pull the plug.
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")

    def _get(self, connection: sqlite3.Connection, job_id: str) -> Row | None:
        return _row(connection.execute("SELECT * FROM job WHERE id = ?", [job_id]).fetchone())

    def _queued(self, connection: sqlite3.Connection) -> int:
        found = connection.execute("SELECT count(*) FROM job WHERE state = 'queued'").fetchone()
        return cast("int", found[0])

    def add(
        self, job_id: str, kind: str, inputs: str, *, now: datetime, queue_limit: int
    ) -> Row | None:
        with self._transaction() as connection:
            existing = self._get(connection, job_id)
            if existing is None and self._queued(connection) < queue_limit:
                connection.execute(
                    "INSERT INTO job (id, kind, inputs, created, updated) VALUES (?, ?, ?, ?, ?)",
                    [job_id, kind, inputs, _stamp(now), _stamp(now)],
                )
            return self._get(connection, job_id)

    def get(self, job_id: str) -> Row | None:
        with self._transaction() as connection:
            return self._get(connection, job_id)

    def jobs(
        self,
        *,
        states: Collection[State] | None = None,
        after: int = 0,
        limit: int | None = None,
    ) -> list[Row]:
        with self._transaction() as connection:
            found = connection.execute(
                "SELECT * FROM job WHERE number > ? ORDER BY number", [after]
            ).fetchall()
        rows = [cast("Row", _row(row)) for row in found]
        return [row for row in rows if states is None or row.state in states][:limit]

    def claim(self, owner: str, *, now: datetime) -> Row | None:
        with self._transaction() as connection:
            found = connection.execute(
                "UPDATE job SET state = 'running', attempt = attempt + 1, tries = tries + 1,"
                " owner = ?, updated = ?, heartbeat = ? WHERE number ="
                " (SELECT min(number) FROM job WHERE state = 'queued') RETURNING *",
                [owner, _stamp(now), _stamp(now)],
            ).fetchone()
            return _row(found)

    def beat(
        self, job_id: str, attempt: int, *, progress: float, message: str, now: datetime
    ) -> Answer:
        with self._transaction() as connection:
            found = connection.execute(
                "UPDATE job SET progress = ?, message = ?, updated = ?, heartbeat = ?"
                " WHERE id = ? AND attempt = ? AND state = 'running' RETURNING cancel_requested",
                [progress, message, _stamp(now), _stamp(now), job_id, attempt],
            ).fetchone()
        if found is None:
            return "lost"
        return "cancel" if found[0] else "go-on"

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
        with self._transaction() as connection:
            found = connection.execute(
                "UPDATE job SET state = ?, message = ?, result = ?, updated = ?, heartbeat = NULL,"
                " progress = iif(?, 1, progress), owner = NULL, cancel_requested = 0"
                " WHERE id = ? AND attempt = ? AND state = 'running' RETURNING 1",
                [
                    state,
                    message,
                    result if state == "done" else None,
                    _stamp(now),
                    state == "done",
                    job_id,
                    attempt,
                ],
            ).fetchone()
            if found is not None and state == "done":
                connection.execute("DELETE FROM checkpoint WHERE id = ?", [job_id])
        return found is not None

    def release(self, job_id: str, attempt: int, *, counted: bool, now: datetime) -> bool:
        with self._transaction() as connection:
            found = connection.execute(
                "UPDATE job SET state = iif(cancel_requested, 'cancelled', 'queued'),"
                " tries = max(0, tries - ?), owner = NULL, cancel_requested = 0,"
                " heartbeat = NULL, updated = ?"
                " WHERE id = ? AND attempt = ? AND state = 'running' RETURNING 1",
                [0 if counted else 1, _stamp(now), job_id, attempt],
            ).fetchone()
        return found is not None

    def request_cancel(self, job_id: str, *, now: datetime) -> Row | None:
        with self._transaction() as connection:
            connection.execute(
                "UPDATE job SET updated = ?, cancel_requested = (state = 'running'),"
                " state = iif(state = 'queued', 'cancelled', state)"
                " WHERE id = ? AND state IN ('queued', 'running') AND NOT cancel_requested",
                [_stamp(now), job_id],
            )
            return self._get(connection, job_id)

    def resume(self, job_id: str, *, now: datetime, queue_limit: int) -> Row | None:
        with self._transaction() as connection:
            if self._queued(connection) < queue_limit:
                connection.execute(
                    "UPDATE job SET state = 'queued', message = '', tries = 0, updated = ?"
                    " WHERE id = ? AND state IN ('failed', 'cancelled')",
                    [_stamp(now), job_id],
                )
            return self._get(connection, job_id)

    def remove(self, job_id: str) -> bool:
        with self._transaction() as connection:
            row = self._get(connection, job_id)
            if row is None or row.state not in FINISHED:
                return False
            connection.execute("DELETE FROM job WHERE id = ?", [job_id])
            return True

    def save(self, job_id: str, attempt: int, key: str, blob: bytes, *, now: datetime) -> bool:
        with self._transaction() as connection:
            found = connection.execute(
                "UPDATE job SET tries = 0, updated = ?, heartbeat = ?"
                " WHERE id = ? AND attempt = ? AND state = 'running' RETURNING 1",
                [_stamp(now), _stamp(now), job_id, attempt],
            ).fetchone()
            if found is not None:
                connection.execute(
                    "INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?)", [job_id, key, blob]
                )
        return found is not None

    def load(self, job_id: str, key: str) -> bytes | None:
        with self._transaction() as connection:
            found = connection.execute(
                "SELECT blob FROM checkpoint WHERE id = ? AND key = ?", [job_id, key]
            ).fetchone()
        return None if found is None else cast("bytes", found[0])

    def keys(self, job_id: str) -> list[str]:
        with self._transaction() as connection:
            found = connection.execute("SELECT key FROM checkpoint WHERE id = ?", [job_id])
            return sorted(key for (key,) in found)
