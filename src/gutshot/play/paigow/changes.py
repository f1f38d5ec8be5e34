"""What watchers of a table are told after a commit; encoded once, whoever listens."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gutshot.paigow.table.snapshot import private_part, public_part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.paigow.table import Event, State

__all__ = ["Change"]


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
        return json.dumps(self.public, separators=(",", ":"))

    def private(self, player: str) -> dict[str, Any] | None:
        """Return what only this player may see; None for who has no seat."""
        number = self.state.seat_of(player)
        if number is None:
            return None
        return private_part(self.state, number, self.wallets.get(player))

    def view(self, player: str | None = None) -> dict[str, Any]:
        """Return the whole snapshot of a player or spectator."""
        return {**self.public, "you": None if player is None else self.private(player)}
