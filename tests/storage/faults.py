"""Statements that fail on purpose, and all that a database holds."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, event, select

from gutshot.storage.schema import METADATA

if TYPE_CHECKING:
    from collections.abc import Generator

    from gutshot.storage import Database


class InjectedError(Exception):
    """Raised in place of a statement."""


class Statements:
    """Counts statements and commits, and raises in place of one of them."""

    def __init__(self, failing: int | None) -> None:
        self.count = 0
        self.failing = failing

    def step(self) -> None:
        self.count += 1
        if self.count == self.failing:
            raise InjectedError

    def before_statement(self, *_: object) -> None:
        self.step()

    def before_commit(self, _connection: Connection) -> None:
        self.step()


@contextmanager
def statements(failing: int | None = None) -> Generator[Statements]:
    """Count the statements and commits of the block; the one with number `failing` fails."""
    counter = Statements(failing)
    event.listen(Engine, "before_cursor_execute", counter.before_statement)
    event.listen(Engine, "commit", counter.before_commit)
    try:
        yield counter
    finally:
        event.remove(Engine, "before_cursor_execute", counter.before_statement)
        event.remove(Engine, "commit", counter.before_commit)


def everything(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables."""
    with database._engines.reader.connect() as connection, connection.begin():
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.c))]
            for table in METADATA.sorted_tables
        }
