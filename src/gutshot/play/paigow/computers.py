"""Computer players at the tables of a process: each acts until none has anything to do."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Protocol
from uuid import uuid4

from gutshot.errors import InputError
from gutshot.paigow.table import apply, table_facts
from gutshot.paigow.table.state import Step
from gutshot.play.errors import ConflictError
from gutshot.play.paigow.commits import Request

if TYPE_CHECKING:
    from datetime import datetime

    from gutshot.paigow.table.commands import Command
    from gutshot.play.paigow.changes import Change
    from gutshot.play.paigow.commits import Commits
    from gutshot.play.paigow.kept import Kept

__all__ = ["Computer", "Computers", "Room"]

Computer = Callable[[str, dict[str, Any], dict[str, Any]], "Command | None"]
"""What a computer player does now, by its level, the table's facts and its seat's snapshot."""

_TURNS_MAX: Final = 100
"""Rounds of asking the computer players after one command: a bound that is never reached."""


class Room(Protocol):
    """The tables, as computer players need them."""

    def change(self, table: str) -> Change:
        """Return a table as it was after the last commit."""
        ...

    def reset(self, player: str, command_id: str) -> int:
        """Bring a player's credits back to what a new player has."""
        ...


class Computers:
    """Has the computer players act whose connections are at this process.

    server : its id. computer : None for none.
    """

    def __init__(
        self, room: Room, commits: Commits, server: str, computer: Computer | None
    ) -> None:
        self._room = room
        self._commits = commits
        self._server = server
        self._computer = computer
        self._playing: dict[str, bool] = {}
        self._guard = Lock()

    def sit_at(self, table: str) -> bool:
        """Tell whether a computer player has a seat at a table."""
        seats = self._room.change(table).state.taken()
        return self._computer is not None and any(seat.level for _, seat in seats)

    def play(self, table: str) -> None:
        """Let the computer players of a table act until none of them has anything to do."""
        if self._computer is None or not self.sit_at(table):
            return
        with self._guard:
            busy = table in self._playing
            self._playing[table] = busy  # who is at it already looks once more
        try:
            while not busy:
                for _ in range(_TURNS_MAX):
                    if not self._turn(table, self._computer):
                        break
                with self._guard:
                    if not self._playing.pop(table):
                        return
                    self._playing[table] = False
        except BaseException:
            with self._guard:
                self._playing.pop(table, None)
            raise

    def _turn(self, table: str, computer: Computer) -> bool:
        """Ask every computer player of this process once; tell whether one has acted."""
        acted = False
        config = self._room.change(table).state.config
        facts = table_facts(config)
        for _, seat in self._room.change(table).state.taken():
            kept = self._commits.known(table)
            here = kept is not None and kept.servers.get(seat.player) == self._server
            if not seat.level or not here:
                continue
            wallet = self._room.change(table).wallets.get(seat.player, 0)
            if not seat.stakes.total and wallet < config.main_minimum:
                self._room.reset(seat.player, uuid4().hex)
            command = computer(seat.level, facts, self._room.change(table).view(seat.player))
            if command is not None:
                acted |= self._tell(table, seat.player, command)
        return acted

    def _tell(self, table: str, player: str, command: Command) -> bool:
        def act(kept: Kept, _at: datetime) -> Step:
            number = kept.state.seat_of(player)
            return Step(kept.state) if number is None else apply(kept.state, number, command)

        try:
            self._commits.carry_out(Request(table=table, act=act, player=player))
        except (InputError, ConflictError):
            return False  # somebody was quicker, and the table has moved on
        return True
