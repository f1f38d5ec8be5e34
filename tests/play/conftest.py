"""A database in memory, a clock that stands still, a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.play.held_clock import HeldClock

from gutshot.play.people import People
from gutshot.play.videopoker.trainer import Trainer
from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Iterator


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
