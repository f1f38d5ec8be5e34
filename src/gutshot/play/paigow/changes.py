"""What watchers of a table are told after a commit; encoded once, whoever listens."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gutshot.paigow.table.snapshot import private_part, showdown_part, table_part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.paigow.table import Event, State
    from gutshot.paigow.table.results import Showdown

__all__ = ["Change", "Shown"]

_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode


class Shown(NamedTuple):
    """A showdown as everybody sees it; it is the same from the end of a round to the next deal."""

    of: Showdown | None
    part: dict[str, Any] | None
    text: str


@dataclass(frozen=True)
class Change:
    """A table after a commit, and what happened there.

    wallets : credits of the players whose account is known, by player id.
    earlier : what the change before has shown; used again where it is the same.
    """

    table: str
    state: State
    events: tuple[Event, ...] = ()
    wallets: Mapping[str, int] = field(default_factory=dict)
    earlier: Shown | None = field(default=None, repr=False, compare=False)

    @property
    def version(self) -> int:
        """The table's version, which rises with every change."""
        return self.state.version

    @cached_property
    def public(self) -> dict[str, Any]:
        """What everybody may see, with the public side of the events under `events`."""
        return {**self._rest, "showdown": self.shown.part}

    @cached_property
    def public_text(self) -> str:
        """`public` as JSON, encoded once."""
        return f'{_ENCODE(self._rest)[:-1]},"showdown":{self.shown.text}}}'

    @cached_property
    def shown(self) -> Shown:
        """The public side of the last result."""
        if self.earlier is not None and self.earlier.of is self.state.showdown:
            return self.earlier
        part = showdown_part(self.state.showdown)
        return Shown(self.state.showdown, part, _ENCODE(part))

    @cached_property
    def _rest(self) -> dict[str, Any]:
        return {**table_part(self.state), "events": [event.public() for event in self.events]}

    def private(self, player: str) -> dict[str, Any] | None:
        """Return what only this player may see; None for who has no seat."""
        return self._private(player)[0]

    def private_text(self, player: str) -> str:
        """Return `private` as JSON, encoded once."""
        return self._private(player)[1]

    def _private(self, player: str) -> tuple[dict[str, Any] | None, str]:
        found = self._made.get(player)
        if found is None:
            number = self.state.seat_of(player)
            if number is None:
                return None, "null"
            you = private_part(self.state, number, self.wallets.get(player))
            found = self._made[player] = you, _ENCODE(you)
        return found

    @cached_property
    def _made(self) -> dict[str, tuple[dict[str, Any] | None, str]]:
        """The private parts that somebody has asked for, of those who have seats."""
        return {}

    def view(self, player: str | None = None) -> dict[str, Any]:
        """Return the whole snapshot of a player or spectator."""
        return {**self.public, "you": None if player is None else self.private(player)}
