"""A table as the database keeps it: a note of its present state, and a stream of its rounds."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gutshot.errors import InputError
from gutshot.paigow.table import State
from gutshot.play.errors import UnreadableTableError
from gutshot.storage import Event as StoredEvent
from gutshot.storage import NewerDatabaseError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from gutshot.paigow.table import TableConfig
    from gutshot.paigow.table.results import Showdown
    from gutshot.paigow.table.state import Event
    from gutshot.storage import ReadTransaction, Transaction

__all__ = [
    "FORM",
    "OWNER",
    "STREAM_KIND",
    "Kept",
    "create",
    "kept_version",
    "load",
    "load_readable",
    "owner_of",
    "put_in_place",
    "save",
    "stream_of",
    "table_ids",
    "unchanged",
]

OWNER: Final = "paigow"
"""Whose notes say which tables and which servers there are."""

STREAM_KIND: Final = "paigow"

FORM: Final = 1
"""The form of a note; it rises when an earlier version could not read what is written."""

_LOG: Final = logging.getLogger(__name__)
_TABLE: Final = "table"
_VERSION: Final = re.compile(r'\{"version":([0-9]+),')
_BEGINNING: Final = 40
_LISTED: Final = "table:"
_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode
_ROUNDS_A_STREAM: Final = 10_000
_ANSWERED_MAX: Final = 16
"""Command ids that are remembered of each player: what is repeated later is not a retry."""


class _Written(NamedTuple):
    """What stays the same in a table's note from change to change, as JSON."""

    config: TableConfig
    showdown: Showdown | None
    text: str

    @classmethod
    def of(cls, state: State) -> _Written:
        shown = None if state.showdown is None else state.showdown.body()
        text = f'"config":{_ENCODE(state.config.body())},"showdown":{_ENCODE(shown)}'
        return cls(state.config, state.showdown, text)

    def is_of(self, state: State) -> bool:
        return self.config is state.config and self.showdown is state.showdown


@dataclass(frozen=True, slots=True)
class Kept:
    """A table and what goes with it.

    sequence : length of the present stream. answered : ids of the last commands by player.
    servers : which server a player's connection is at. due_at : when the next tick is due.
    written : a part of the note that was written last.
    """

    state: State
    sequence: int = 0
    answered: Mapping[str, Sequence[str]] = field(default_factory=dict)
    servers: Mapping[str, str] = field(default_factory=dict)
    due_at: datetime | None = None
    written: _Written | None = field(default=None, repr=False, compare=False)

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

    Raises
    ------
    UnreadableTableError
        When one is kept in a form of an earlier version, see `anew`.
    NewerDatabaseError
        When one is kept in the form of a newer version.
    """
    owners = {owner_of(table): table for table in tables}
    kept = [table for table in tables if table in known]
    same = unchanged(tx, kept, known)
    out = {table: known[table] for table in kept if table in same}
    others = [owner for owner, table in owners.items() if table not in out]
    for owner, note in tx.note_of_each(others, _TABLE).items():
        out[owners[owner]] = _from_note(owners[owner], note)
    return out


def unchanged(
    tx: ReadTransaction | Transaction, tables: Collection[str], known: Mapping[str, Kept]
) -> set[str]:
    """Return which of the tables that a process knows are in the database as it knows them."""
    owners = {owner_of(table): table for table in tables}
    same = set()
    for owner, text in tx.note_beginnings(owners, _TABLE, _BEGINNING).items():
        version = _VERSION.match(text)
        if version is not None and int(version[1]) == known[owners[owner]].state.version:
            same.add(owners[owner])
    return same


def load_readable(tx: ReadTransaction | Transaction, tables: Collection[str]) -> dict[str, Kept]:
    """Return tables as `load`, those that this version can read; opening the others says why."""
    out: dict[str, Kept] = {}
    for table in tables:
        try:
            out |= load(tx, [table], {})
        except (UnreadableTableError, NewerDatabaseError) as error:
            _LOG.info("%s", error)
    return out


def kept_version(tx: ReadTransaction | Transaction, table: str, at: datetime) -> int:
    """Return the version of a table that can't be read; one above all others if need be."""
    owner = owner_of(table)
    version = _VERSION.match(tx.note_beginnings([owner], _TABLE, _BEGINNING).get(owner, ""))
    return int(at.timestamp()) if version is None else int(version[1])


def create(tx: Transaction, kept: Kept, at: datetime) -> None:
    """Keep a table that the database does not have yet."""
    tx.set_note(OWNER, _LISTED + kept.state.config.id, {"opened_at": at.isoformat()})
    put_in_place(tx, kept, (), at)


def put_in_place(tx: Transaction, kept: Kept, events: Sequence[Event], at: datetime) -> None:
    """Keep a table whatever was kept of it before, with events that lead to it."""
    owner, stream = owner_of(kept.state.config.id), stream_of(kept)
    tx.create_stream(stream, owner, STREAM_KIND)
    length = tx.stream(stream).length
    length = tx.append(stream, length, [_stored(event, at) for event in events])
    tx.set_note(owner, _TABLE, _note(replace(kept, sequence=length)))


def save(
    tx: Transaction, changed: Sequence[tuple[Kept, Kept, Sequence[Event]]], at: datetime
) -> list[Kept]:
    """Keep tables and what happened there; return them with the new lengths of their streams.

    changed : of each table what it was, what it is, and the events between.
    """
    batch = {}
    for before, now, events in changed:
        stream, length = stream_of(now), now.sequence
        if stream_of(before) != stream and tx.create_stream(
            stream, owner_of(now.state.config.id), STREAM_KIND
        ):
            length = 0
        batch[stream] = length, [_stored(event, at) for event in events]
    lengths = tx.append_all(batch)
    out = [
        replace(now.tidied(), sequence=lengths[stream_of(now)], written=_written(now))
        for _, now, _ in changed
    ]
    tx.set_note_of_each({owner_of(one.state.config.id): _note(one) for one in out}, _TABLE)
    return out


def stream_of(kept: Kept) -> str:
    """Return the stream of a table's present round; one stream holds so many rounds."""
    return f"{owner_of(kept.state.config.id)}:{kept.state.round // _ROUNDS_A_STREAM}"


def _from_note(table: str, note: Mapping[str, Any]) -> Kept:
    form = note.get("form", FORM) if isinstance(note, dict) else None
    if isinstance(form, int) and form > FORM:
        msg = f"the table '{table}' was kept by a newer Gutshot; start that one, or a later one"
        raise NewerDatabaseError(msg)
    try:
        due = note["due_at"]
        return Kept(
            state=State.from_body(json.loads(note["state"])),
            sequence=note["sequence"],
            answered=note["answered"],
            servers=note["servers"],
            due_at=None if due is None else datetime.fromisoformat(due),
        )
    except (InputError, LookupError, TypeError, ValueError, AttributeError) as error:
        why = str(error) if isinstance(error, InputError) else repr(error)
        why = " ".join(why.split())[:100]
        msg = f"the table '{table}' is kept in an older form ({why})"
        raise UnreadableTableError(msg) from None


def _written(kept: Kept) -> _Written:
    known = kept.written
    return known if known is not None and known.is_of(kept.state) else _Written.of(kept.state)


def _note(kept: Kept) -> dict[str, Any]:
    play = _ENCODE(kept.state.play_body())
    return {
        "version": kept.state.version,  # in front: `load` looks at it alone
        "form": FORM,
        # A text: it is read only where the version is not the one that is known.
        "state": f"{play[:-1]},{_written(kept).text}}}",
        "sequence": kept.sequence,
        "answered": {player: list(ids) for player, ids in kept.answered.items()},
        "servers": dict(kept.servers),
        "due_at": None if kept.due_at is None else kept.due_at.isoformat(),
    }


def _stored(event: Event, at: datetime) -> StoredEvent:
    body = {"seat": event.seat, "player": event.player, "credits": event.credits}
    return StoredEvent(event.kind, {**body, **event.body, **event.secret}, at)
