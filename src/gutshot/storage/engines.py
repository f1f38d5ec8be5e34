"""The two databases and how Gutshot talks to each.

SQLite keeps a rollback journal, truncated at commit, and not a write-ahead log: before 3.51.3,
which is what most Pythons still carry, it can lose committed pages of a log when two processes
write and checkpoint at the same moment. The journal costs two more flushes a commit, and readers
wait for the milliseconds of a commit. `synchronous=FULL` flushes journal, database and the
truncation, so that what was committed survives a power cut.

PostgreSQL takes writers one at a time as well, by an advisory lock: what holds on one database
holds on the other, no two writers wait for each other in a circle, and nothing has to be tried
again. Little is lost, as every stake touches the account of the bank. Readers see one REPEATABLE
READ snapshot and wait for nobody.
"""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError, NoSuchModuleError
from sqlalchemy.pool import StaticPool

from gutshot.catalogue import user_data
from gutshot.storage.errors import BusyError, DatabaseUrlError, StorageError

if TYPE_CHECKING:
    from sqlalchemy.engine import ExceptionContext
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

__all__ = ["WAIT_S", "Engines", "database_url", "make_engines", "refusal", "take_turn"]

WAIT_S: Final = 30
"""How long a transaction waits for others before it gives up with BusyError, in seconds."""

_SQLITE_OLDEST: Final = (3, 37)  # the first with STRICT tables
_PRAGMAS: Final = (
    "journal_mode=TRUNCATE",
    "synchronous=FULL",
    "fullfsync=ON",  # on macOS the ordinary flush stops at the drive's cache
    "foreign_keys=ON",
    "trusted_schema=OFF",
)
_POSTGRESQL_OPTIONS: Final = (
    f"-c lock_timeout={WAIT_S}s -c idle_in_transaction_session_timeout={2 * WAIT_S}s"
)
_KEEP_COMMITS: Final = """
SELECT set_config('synchronous_commit', 'on', false)
WHERE current_setting('synchronous_commit') = 'off'
"""

_NAME: Final = "gutshot_name"
_USED: Final = "used"
_PAUSE_S: Final = 1.0

_TAKE_TURN: Final = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"

_BUSY_STATES: Final = {
    "40001": "another program changed the same rows",
    "40P01": "another program waited for the same rows",
    "55P03": f"others wrote for {WAIT_S} seconds",
}
_SQLITE_REASONS: Final = {
    sqlite3.SQLITE_CANTOPEN: "its file can't be opened; check the folder and its rights",
    sqlite3.SQLITE_PERM: "its file may not be used; check its rights",
    sqlite3.SQLITE_READONLY: "it is read-only; check the rights of its file and folder",
    sqlite3.SQLITE_FULL: "the disk is full; nothing of this transaction was kept",
    sqlite3.SQLITE_CORRUPT: "its file is damaged; restore it from a backup",
    sqlite3.SQLITE_NOTADB: "its file is no SQLite database; name another",
}


@dataclass(frozen=True, slots=True)
class Engines:
    """One database.

    name : how messages call it, without a password.
    shared : whether readers and the writer use one connection, which is so in memory.
    """

    name: str
    writer: Engine
    reader: Engine
    shared: bool

    @property
    def sqlite(self) -> bool:
        """Whether it is SQLite, which takes one writer at a time."""
        return self.writer.dialect.name == "sqlite"

    def dispose(self) -> None:
        """Close all connections."""
        self.reader.dispose()
        self.writer.dispose()


def database_url(given: str | None) -> URL:
    """Return the URL of a database: `sqlite:///FILE`, `sqlite://` in memory, `postgresql://...`.

    None stands for gutshot.db in the user's data directory.

    Raises
    ------
    DatabaseUrlError
        For any other URL.
    """
    if given is None:
        return URL.create("sqlite", database=str(user_data() / "gutshot.db"))
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):
        # The text may hold a password, so that it is not repeated.
        msg = "a database is named sqlite:///FILE or postgresql://USER@HOST/NAME, not like this"
        raise DatabaseUrlError(msg) from None
    match url.drivername:
        case "sqlite" | "sqlite+pysqlite":
            return url.set(drivername="sqlite")
        case "postgresql" | "postgres" | "postgresql+psycopg":
            return url.set(drivername="postgresql+psycopg")
        case other:
            msg = f"a database is sqlite:///FILE or postgresql://USER@HOST/NAME, not {other}://"
            raise DatabaseUrlError(msg)


def make_engines(url: URL) -> Engines:
    """Return the engines for a URL of `database_url`; SQLite's file is made where it is missing.

    Raises
    ------
    StorageError
        When the file can't be made, or a driver is missing or too old.
    """
    if url.drivername == "sqlite":
        return _sqlite(url)
    shown = url.set(drivername="postgresql", query={})
    name = f"the database {shown.render_as_string(hide_password=True)}"
    options = " ".join([str(url.query.get("options", "")), _POSTGRESQL_OPTIONS])
    try:
        engine = create_engine(
            url.difference_update_query(["options"]),
            pool_timeout=WAIT_S,
            execution_options={_NAME: name},
            connect_args={
                "application_name": "gutshot",
                "connect_timeout": WAIT_S,
                "options": options,
            },
        )
    except (ModuleNotFoundError, NoSuchModuleError):
        msg = "PostgreSQL needs its driver; install it with: pip install 'gutshot[postgres]'"
        raise StorageError(msg) from None
    event.listen(engine, "connect", _set_up_postgresql)
    event.listen(engine, "checkin", _note_use)
    event.listen(engine, "checkout", partial(_check_after_a_pause, engine))
    event.listen(engine, "handle_error", _Translator(name))
    reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return Engines(name, engine, reader, shared=False)


def take_turn(connection: Connection, lane: str = "all") -> None:
    """Wait until no other transaction of this lane writes; a lane is a set of tables.

    SQLite has waited already, when the transaction began.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(_TAKE_TURN, (f"gutshot {lane}",))


def refusal(connection: Connection, error: BaseException) -> StorageError:
    """Return in one line what the driver of PostgreSQL means that has raised an error by itself."""
    return _Translator(connection.get_execution_options()[_NAME]).error(error)


def _sqlite(url: URL) -> Engines:
    if sqlite3.sqlite_version_info < _SQLITE_OLDEST:
        wanted = ".".join(map(str, _SQLITE_OLDEST))
        msg = f"Gutshot needs SQLite {wanted} or newer; this Python has {sqlite3.sqlite_version}"
        raise StorageError(msg)
    if url.database in {None, "", ":memory:"}:
        name = "the database in memory"
        engine = create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
        _listen_to_sqlite(engine, name, begin="BEGIN IMMEDIATE")
        return Engines(name, engine, engine, shared=True)
    name = f"the database {url.database}"
    _make_file(Path(str(url.database)), name)
    wait = {"timeout": WAIT_S}
    writer = create_engine(url, pool_size=1, max_overflow=0, connect_args=wait)
    reader = create_engine(url, pool_timeout=WAIT_S, connect_args=wait)
    _listen_to_sqlite(writer, name, begin="BEGIN IMMEDIATE")
    _listen_to_sqlite(reader, name, begin="BEGIN", pragmas=("query_only=ON",))
    return Engines(name, writer, reader, shared=False)


def _make_file(path: Path, name: str) -> None:
    """Make an empty file that only its owner can read: it will hold hashes of secrets."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        place = "name another place with --database or GUTSHOT_DATA_DIR"
        msg = f"can't use {name}: {error.strerror}; {place}"
        raise StorageError(msg) from None


def _listen_to_sqlite(
    engine: Engine, name: str, *, begin: str, pragmas: tuple[str, ...] = ()
) -> None:
    def set_up(connection: sqlite3.Connection, _record: object) -> None:
        # Python's own handling of transactions begins them too late: we say BEGIN ourselves.
        connection.isolation_level = None
        try:
            for pragma in (*_PRAGMAS, *pragmas):
                connection.execute(f"PRAGMA {pragma}").close()
        except sqlite3.Error:
            connection.close()
            raise

    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", start)
    event.listen(engine, "handle_error", _Translator(name))


def _set_up_postgresql(connection: Any, _record: object) -> None:  # noqa: ANN401 - psycopg is extra
    connection.execute(_KEEP_COMMITS)
    connection.commit()


def _note_use(_connection: object, record: ConnectionPoolEntry) -> None:
    record.info[_USED] = monotonic()


def _check_after_a_pause(
    engine: Engine, connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object
) -> None:
    """Have a connection that the server has closed meanwhile replaced; one just used is not asked.

    Under load a question before every transaction would be a tenth of it.
    """
    if monotonic() - record.info.get(_USED, 0.0) <= _PAUSE_S:
        return
    try:
        alive = engine.dialect.do_ping(connection)
    except Exception as error:
        raise DisconnectionError from error
    if not alive:
        raise DisconnectionError


class _Translator:
    """Says in one line what the driver means."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, context: ExceptionContext) -> None:
        if context.sqlalchemy_exception is not None:
            raise self.error(context.original_exception)

    def error(self, original: BaseException) -> StorageError:
        state = getattr(original, "sqlstate", None)
        if state in _BUSY_STATES:
            return BusyError(f"{self._name} is busy: {_BUSY_STATES[state]}; try again")
        code = getattr(original, "sqlite_errorcode", 0) & 0xFF
        if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            return BusyError(
                f"{self._name} is busy: another process used it for {WAIT_S} seconds; try again"
            )
        why = _SQLITE_REASONS.get(code) or " ".join(str(original).split())[:300]
        return StorageError(f"can't use {self._name}: {why}")
