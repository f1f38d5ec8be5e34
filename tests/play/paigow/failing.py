"""A database whose statements fail from some point on, until it is well again."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, event
from tests.storage.faults import InjectedError

if TYPE_CHECKING:
    from collections.abc import Generator

__all__ = ["Failing", "failing_from"]


class Failing:
    """Counts statements and commits, and raises in place of each from number `first` on."""

    def __init__(self, first: int, last: int | None) -> None:
        self.count = 0
        self._first, self._last = first, last

    def _step(self) -> None:
        self.count += 1
        if self.count >= self._first and (self._last is None or self.count <= self._last):
            raise InjectedError

    def before_statement(self, *_: object) -> None:
        self._step()

    def before_commit(self, _connection: Connection) -> None:
        self._step()

    @property
    def struck(self) -> bool:
        return self.count >= self._first


@contextmanager
def failing_from(first: int, last: int | None = None) -> Generator[Failing]:
    """Have statements and commits fail in the block, from one number to another or to the end."""
    faults = Failing(first, last)
    event.listen(Engine, "before_cursor_execute", faults.before_statement)
    event.listen(Engine, "commit", faults.before_commit)
    try:
        yield faults
    finally:
        event.remove(Engine, "before_cursor_execute", faults.before_statement)
        event.remove(Engine, "commit", faults.before_commit)
