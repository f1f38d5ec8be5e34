"""A table as the database keeps it: a note of its present state, and a stream of its rounds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from gutshot.paigow.table import State
from gutshot.storage import Event as StoredEvent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gutshot.paigow.table.state import Event
    from gutshot.storage import ReadTransaction, Transaction

__all__ = ["OWNER", "STREAM_KIND", "Kept", "load", "owner_of", "save", "table_ids"]

OWNER: Final = "paigow"
"""Whose notes say which tables and which servers there are."""

STREAM_KIND: Final = "paigow"

_TABLE: Final = "table"
_LISTED: Final = "table:"
_ROUNDS_A_STREAM: Final = 10_000
_ANSWERED_MAX: Final = 16
"""Command ids that are remembered of each player: what is repeated later is not a retry."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A table and what goes with it.

    sequence : length of the present stream. answered : ids of the last commands by player.
    servers : which server a player's connection is at. due_at : when the next tick is due.
    """

    state: State
    sequence: int = 0
    answered: Mapping[str, Sequence[str]] = field(default_factory=dict)
    servers: Mapping[str, str] = field(default_factory=dict)
    due_at: datetime | None = None

    def with_answered(self, player: str, command_id: str) -> Kept:
        """Return the table with a command noted as carried out."""
        ids = (*self.answered.get(player, ()), command_id)[-_ANSWERED_MAX:]
        return replace(self, answered={**self.answered, player: ids})

    def with_server(self, player: str, server: str) -> Kept:
        """Return the table with a player's connection at a server."""
        if self.servers.get(player) == server:
            return self
        return replace(self, servers={**self.servers, player: server})

    def tidied(self) -> Kept:
        """Return the table without what it knows of players who have left."""
        seated = {seat.player for _, seat in self.state.taken()}
        servers = {player: at for player, at in self.servers.items() if player in seated}
        # A few strangers are kept: a repeated `leave` comes from one.
        known = {player: ids for player, ids in self.answered.items() if player in seated}
        others = [player for player in self.answered if player not in seated]
        known |= {player: self.answered[player] for player in others[-_ANSWERED_MAX:]}
        return replace(self, servers=servers, answered=known)


def owner_of(table: str) -> str:
    """Return whose streams and note a table's are."""
    return f"{OWNER}:{table}"


def table_ids(tx: ReadTransaction | Transaction) -> list[str]:
    """Return the ids of all tables of a database."""
    return [key.removeprefix(_LISTED) for key in tx.notes(OWNER, _LISTED)]


def load(tx: ReadTransaction | Transaction, table: str, known: Kept | None = None) -> Kept | None:
    """Return a table as the database has it, None when it was never opened.

    known : what this process knows of it, returned where it is still true.
    """
    note = tx.note(owner_of(table), _TABLE)
    if note is None:
        return None
    if known is not None and known.state.version == note["version"]:
        return known
    due = note["due_at"]
    return Kept(
        state=State.from_body(note["state"]),
        sequence=note["sequence"],
        answered=note["answered"],
        servers=note["servers"],
        due_at=None if due is None else datetime.fromisoformat(due),
    )


def save(
    tx: Transaction, before: Kept | None, kept: Kept, events: Sequence[Event], at: datetime
) -> Kept:
    """Keep a table and what happened there; return it with its stream's new length."""
    table = kept.state.config.id
    owner = owner_of(table)
    stream = f"{owner}:{_block(kept)}"
    if before is None:
        tx.set_note(OWNER, _LISTED + table, {"opened_at": at.isoformat()})
    sequence = kept.sequence
    if before is None or _block(before) != _block(kept):
        tx.create_stream(stream, owner, STREAM_KIND)
        sequence = tx.stream(stream).length
    if events:
        sequence = tx.append(stream, sequence, [_stored(event, at) for event in events])
    kept = replace(kept.tidied(), sequence=sequence)
    tx.set_note(owner, _TABLE, _note(kept))
    return kept


def _block(kept: Kept) -> int:
    return kept.state.round // _ROUNDS_A_STREAM


def _note(kept: Kept) -> dict[str, Any]:
    return {
        "version": kept.state.version,
        "state": kept.state.body(),
        "sequence": kept.sequence,
        "answered": {player: list(ids) for player, ids in kept.answered.items()},
        "servers": dict(kept.servers),
        "due_at": None if kept.due_at is None else kept.due_at.isoformat(),
    }


def _stored(event: Event, at: datetime) -> StoredEvent:
    body = {"seat": event.seat, "player": event.player, "credits": event.credits}
    return StoredEvent(event.kind, {**body, **event.body, **event.secret}, at)
