"""What all parts of a transaction share: the connection, until the transaction ends or breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy.dialects import postgresql, sqlite

from gutshot.storage.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection, CursorResult, Executable, Row, Table

__all__ = ["Part"]


class Part:
    """Statements of one transaction.

    A statement that fails breaks the transaction: nothing more is run in it and it can't be
    committed, even if somebody swallows the exception. PostgreSQL would turn the commit into a
    rollback without a word, SQLite would keep the first half.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._ended = False
        self._broken = False

    def end(self) -> None:
        """Refuse every further statement."""
        self._ended = True

    def _refuse(self) -> None:
        """Break the transaction: some of what it has run must not be kept."""
        self._broken = True

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
        if self._ended:
            msg = "this transaction has ended; begin another with database.read() or .write()"
            raise StorageError(msg)
        self.check_whole()
        self._broken = True
        result: CursorResult[Any] = self._connection.execute(statement, parameters)
        self._broken = False
        return result

    def _rows(self, statement: Executable) -> Sequence[Row[Any]]:
        return self._run(statement).all()

    def _row(self, statement: Executable) -> Row[Any] | None:
        return self._run(statement).one_or_none()

    def _insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """Return an insert that takes `on_conflict_...`."""
        if self._connection.dialect.name == "sqlite":
            return sqlite.insert(table)
        return postgresql.insert(table)
