"""What the app holds while it runs: database, players, trainer, quiz, tables, jobs."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool

from gutshot.jobs import JobRunner
from gutshot.play.holdem.quiz import Quiz
from gutshot.play.people import People
from gutshot.play.videopoker.trainer import Trainer
from gutshot.storage import Database
from gutshot.web.refusals import NotReadyError
from gutshot.web.table_desk import Desk
from gutshot.web.trainer_totals import RunningTotals

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from contextlib import AbstractAsyncContextManager

    from fastapi import FastAPI
    from starlette.requests import HTTPConnection

    from gutshot.web.rate_limits import RateLimits
    from gutshot.web.returns import Returns

__all__ = ["Rooms", "rooms_of", "while_running"]


@dataclass
class Rooms:
    """One of each; threads share them."""

    database: Database
    rates: RateLimits
    returns: Returns
    people: People = field(init=False)
    trainer: Trainer = field(init=False)
    quizzes: Quiz = field(init=False)
    runner: JobRunner = field(init=False)
    totals: RunningTotals = field(init=False)
    desk: Desk = field(init=False)
    streams: int = 0
    """Pages that watch the jobs."""

    def __post_init__(self) -> None:
        """Furnish them."""
        self.people = People(self.database)
        self.trainer = Trainer(self.database)
        self.quizzes = Quiz(self.database)
        self.runner = JobRunner(self.database.jobs)
        self.totals = RunningTotals(self.trainer)
        self.desk = Desk(self.database, lambda: self.returns.ready)

    def check_kernels(self) -> None:
        """Refuse what needs kernels while they are compiled; NotReadyError."""
        if not self.returns.ready:
            raise NotReadyError


def rooms_of(request: HTTPConnection) -> Rooms:
    """Return the rooms of the app that a request or a WebSocket came to."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def while_running(
    database: Database | str | None, rates: RateLimits
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Return the app's lifespan: it opens the database, takes up jobs, and closes both.

    database : a URL, None for the user's own file, or one that is open already.
    """

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncGenerator[None]:
        opened = (
            database
            if isinstance(database, Database)
            else await run_in_threadpool(Database.open, database)
        )
        rooms = Rooms(opened, rates, app.state.returns)
        app.state.rooms = rooms
        try:
            await run_in_threadpool(rooms.runner.recover)
            await rooms.desk.start()
            yield
        finally:
            try:
                await rooms.desk.stop()
            finally:
                await run_in_threadpool(rooms.runner.shutdown)
                await run_in_threadpool(opened.close)

    return running
