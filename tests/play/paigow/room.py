"""Tables and people who play at them, as tests drive them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from tests.play.paigow.books import check_books

from gutshot.paigow.table import table
from gutshot.paigow.table.config import TableConfig
from gutshot.play.paigow.tables import Tables
from gutshot.play.people import People

if TYPE_CHECKING:
    from tests.play.held_clock import HeldClock

    from gutshot.paigow.table import State
    from gutshot.play.paigow.tables import Answer
    from gutshot.storage import Database


def config(shipped: str = "fortune", /, **changes: object) -> TableConfig:
    return TableConfig.from_body({**table(shipped).body(), **changes})


class Room:
    """One process's tables, and the players that it knows."""

    def __init__(self, database: Database, clock: HeldClock) -> None:
        self.database = database
        self.clock = clock
        self.tables = Tables(database, clock)

    def new_player(self) -> str:
        return People(self.database, self.clock).new()[0]

    def seated(self, count: int, name: str = "fortune", **changes: object) -> list[str]:
        """Open a table and return players who sit at its first seats."""
        self.tables.open(config(name, **changes))
        players = [self.new_player() for _ in range(count)]
        for player in players:
            self.say(player, "sit", table=name)
        return players

    def say(
        self,
        player: str,
        *lines: str,
        table: str = "fortune",
        command_id: str = "",
        round_number: int | None = None,
    ) -> Answer:
        answer = None
        for line in lines:
            answer = self.tables.say(
                table, player, line, command_id or uuid4().hex, round_number=round_number
            )
        assert answer is not None
        return answer

    def state(self, table: str = "fortune") -> State:
        return self.tables.change(table).state

    def phase(self, table: str = "fortune") -> str:
        return self.state(table).phase

    def tick(self, times: int = 1, seconds: float = 1.0) -> None:
        for _ in range(times):
            self.clock.pass_(seconds=seconds)
            self.tables.tick_due()

    def check(self) -> int:
        return check_books(self.database)
