"""What watchers of a table are told after a commit; encoded once, whoever listens."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from gutshot.paigow.table.snapshot import private_part, public_part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.paigow.table import Event, State

__all__ = ["Change"]

_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(frozen=True)
class Change:
    """A table after a commit, and what happened there.

    wallets : credits of the players whose account is known, by player id.
    """

    table: str
    state: State
    events: tuple[Event, ...] = ()
    wallets: Mapping[str, int] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """The table's version, which rises with every change."""
        return self.state.version

    @cached_property
    def public(self) -> dict[str, Any]:
        """What everybody may see, with the public side of the events under `events`."""
        return {**public_part(self.state), "events": [event.public() for event in self.events]}

    @cached_property
    def public_text(self) -> str:
        """`public` as JSON, encoded once."""
        return _ENCODE(self.public)

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
