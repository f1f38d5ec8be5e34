"""Statements that are sent without waiting for their answers: PostgreSQL's pipeline.

A transaction of many statements waits for as many answers, and each wait gives up Python's lock and
has to get it back. In a pipeline the answers are read together; a statement that fails takes all
behind it with it, the commit too. SQLite has nobody to wait for, and does everything at once.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from gutshot.storage.engines import refusal

if TYPE_CHECKING:
    from collections.abc import Generator
    from types import TracebackType
    from typing import Self

    from sqlalchemy import Connection

__all__ = ["Flow"]


class Flow:
    """The pipeline of one connection: to be entered before a transaction, left after it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._pipes = connection.dialect.name == "postgresql"
        self._pipe: AbstractContextManager[Any] | None = None

    def start(self) -> None:
        """Wait for no answer from here on."""
        if self._pipes and self._pipe is None:
            driver: Any = self._connection.connection.driver_connection
            pipe = driver.pipeline()
            pipe.__enter__()
            self._pipe = pipe

    def stop(self) -> None:
        """Wait for the answers that are due, and for every further one; raise what failed."""
        if self._pipe is not None:
            pipe, self._pipe = self._pipe, None
            with self._told():
                pipe.__exit__(None, None, None)

    def give_up(self) -> None:
        """Forget the answers that are due: the transaction is rolled back."""
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            with suppress(self._errors):
                pipe.__exit__(None, None, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.stop()
        else:
            self.give_up()

    @property
    def _errors(self) -> type[Exception]:
        driver = self._connection.dialect.dbapi
        errors: type[Exception] = Exception if driver is None else driver.Error
        return errors

    @contextmanager
    def _told(self) -> Generator[None]:
        """Say of what fails what the database is called and what can be done."""
        try:
            yield
        except self._errors as error:
            raise refusal(self._connection, error) from error
