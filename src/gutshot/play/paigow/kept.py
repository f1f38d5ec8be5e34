"""A table as the database keeps it: a note of its present state, and a stream of its rounds."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from gutshot.paigow.table import State
from gutshot.storage import Event as StoredEvent

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from gutshot.paigow.table.state import Event
    from gutshot.storage import ReadTransaction, Transaction

__all__ = ["OWNER", "STREAM_KIND", "Kept", "create", "load", "owner_of", "save", "table_ids"]

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


def load(
    tx: ReadTransaction | Transaction, tables: Collection[str], known: Mapping[str, Kept]
) -> dict[str, Kept]:
    """Return tables as the database has them, by id, those that were ever opened.

    known : what this process knows of them, returned where it is still true.
    """
    out = {}
    for owner, note in tx.note_of_each({owner_of(table) for table in tables}, _TABLE).items():
        table = owner.removeprefix(f"{OWNER}:")
        same = known.get(table)
        if same is not None and same.state.version == note["version"]:
            out[table] = same
        else:
            out[table] = _from_note(note)
    return out


def create(tx: Transaction, kept: Kept, at: datetime) -> None:
    """Keep a table that the database does not have yet."""
    table = kept.state.config.id
    tx.set_note(OWNER, _LISTED + table, {"opened_at": at.isoformat()})
    tx.create_stream(_stream(kept), owner_of(table), STREAM_KIND)
    tx.set_note(owner_of(table), _TABLE, _note(kept))


def save(
    tx: Transaction, changed: Sequence[tuple[Kept, Kept, Sequence[Event]]], at: datetime
) -> list[Kept]:
    """Keep tables and what happened there; return them with the new lengths of their streams.

    changed : of each table what it was, what it is, and the events between.
    """
    batch = {}
    for before, now, events in changed:
        stream, length = _stream(now), now.sequence
        if _stream(before) != stream and tx.create_stream(
            stream, owner_of(now.state.config.id), STREAM_KIND
        ):
            length = 0
        batch[stream] = length, [_stored(event, at) for event in events]
    lengths = tx.append_all(batch)
    out = [replace(now.tidied(), sequence=lengths[_stream(now)]) for _, now, _ in changed]
    tx.set_note_of_each({owner_of(one.state.config.id): _note(one) for one in out}, _TABLE)
    return out


def _stream(kept: Kept) -> str:
    """Return the stream of a table's present round; one stream holds so many rounds."""
    return f"{owner_of(kept.state.config.id)}:{kept.state.round // _ROUNDS_A_STREAM}"


def _from_note(note: Mapping[str, Any]) -> Kept:
    due = note["due_at"]
    return Kept(
        state=State.from_body(json.loads(note["state"])),
        sequence=note["sequence"],
        answered=note["answered"],
        servers=note["servers"],
        due_at=None if due is None else datetime.fromisoformat(due),
    )


def _note(kept: Kept) -> dict[str, Any]:
    return {
        "version": kept.state.version,
        # A text: it is read only where the version is not the one that is known.
        "state": json.dumps(kept.state.body(), separators=(",", ":")),
        "sequence": kept.sequence,
        "answered": {player: list(ids) for player, ids in kept.answered.items()},
        "servers": dict(kept.servers),
        "due_at": None if kept.due_at is None else kept.due_at.isoformat(),
    }


def _stored(event: Event, at: datetime) -> StoredEvent:
    body = {"seat": event.seat, "player": event.player, "credits": event.credits}
    return StoredEvent(event.kind, {**body, **event.body, **event.secret}, at)
