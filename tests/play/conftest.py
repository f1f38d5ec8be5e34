"""A database in memory, a clock that stands still, a player."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from gutshot.play.people import People
from gutshot.play.videopoker.trainer import Trainer
from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Iterator


class HeldClock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def pass_(self, **span: float) -> None:
        self.time += timedelta(**span)


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def database() -> Iterator[Database]:
    with Database.open("sqlite://") as opened:
        yield opened


@pytest.fixture
def trainer(database: Database, clock: HeldClock) -> Trainer:
    return Trainer(database, clock)


@pytest.fixture
def owner(database: Database, clock: HeldClock) -> str:
    return People(database, clock).new()[0]
