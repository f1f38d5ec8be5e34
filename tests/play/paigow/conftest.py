"""Tables on a database in memory, with a clock that stands still."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.play.held_clock import HeldClock
from tests.play.paigow.room import Room

from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def room() -> Iterator[Room]:
    clock = HeldClock()
    with Database.open("sqlite://") as database:
        yield Room(database, clock)
