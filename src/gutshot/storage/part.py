"""What all parts of a transaction share: the connection, until the transaction ends or breaks."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy.dialects import postgresql, sqlite

from gutshot.storage.errors import StorageError
from gutshot.storage.flow import Flow

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence

    from sqlalchemy import Connection, CursorResult, Executable, Row, Table

    from gutshot.storage.fixed import EachRow, Fixed

__all__ = ["Part"]


class Part:
    """Statements of one transaction.

    A statement that fails breaks the transaction: nothing more is run in it and it can't be
    committed, even if somebody swallows the exception. PostgreSQL would turn the commit into a
    rollback without a word, SQLite would keep the first half.

    What is written row by row goes to PostgreSQL without waiting for its answer, which comes with
    the next one that is waited for, at the latest with that to the commit.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._flow = Flow(connection)
        self._ended = False
        self._broken = False

    def flowing(self) -> Flow:
        """Return what is entered before the transaction begins and left when it has ended."""
        return self._flow

    @contextmanager
    def committing(self) -> Generator[None]:
        """Let the transaction be committed after the block only if every statement was good."""
        try:
            yield
            self.check_whole()
        except BaseException:
            self._flow.give_up()
            raise
        finally:
            self._ended = True

    def check_whole(self) -> None:
        """Check that every statement so far was carried out, before a commit."""
        if self._broken:
            msg = "a statement of this transaction failed, so that nothing of it was kept"
            raise StorageError(msg)

    def _run(
        self,
        statement: Executable,
        parameters: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
    ) -> CursorResult[Any]:
        self._check_open()
        self._broken = True
        self._flow.stop()
        result: CursorResult[Any] = self._connection.execute(statement, parameters)
        self._broken = False
        return result

    def _run_fixed(self, statement: Fixed, parameters: Mapping[str, Any]) -> CursorResult[Any]:
        return self._run_text(*statement.run_with(self._connection.dialect, parameters))

    def _run_each(self, statement: EachRow, rows: Iterable[Mapping[str, Any]]) -> None:
        """Run a statement once a row, of which there is one at least."""
        self._check_open()
        self._broken = True
        self._flow.start()
        text, parameters = statement.run_with(self._connection.dialect, rows)
        self._connection.exec_driver_sql(text, parameters)
        self._broken = False

    def _rows_of(
        self, statement: Fixed, wanted: Iterable[str], **parameters: object
    ) -> Sequence[Row[Any]]:
        """Return the rows of a statement that looks for some texts, each row once."""
        every = sorted(set(wanted))
        if not every:
            return []
        return self._run_text(
            *statement.look_for(self._connection.dialect, every, parameters)
        ).all()

    def _run_text(
        self, text: str, parameters: Mapping[str, Any] | Sequence[Any]
    ) -> CursorResult[Any]:
        self._check_open()
        self._broken = True
        self._flow.stop()
        result: CursorResult[Any] = self._connection.exec_driver_sql(text, parameters)
        self._broken = False
        return result

    def _check_open(self) -> None:
        if self._ended:
            msg = "this transaction has ended; begin another with database.read() or .write()"
            raise StorageError(msg)
        self.check_whole()

    def _rows(self, statement: Executable) -> Sequence[Row[Any]]:
        return self._run(statement).all()

    def _row(self, statement: Executable) -> Row[Any] | None:
        return self._run(statement).one_or_none()

    def _insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """Return an insert that takes `on_conflict_...`."""
        if self._connection.dialect.name == "sqlite":
            return sqlite.insert(table)
        return postgresql.insert(table)
