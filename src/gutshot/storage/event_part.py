"""Streams of events in a transaction: only ever appended to, each by a writer who has read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select

from gutshot.storage.encoding import (
    check_count,
    check_listing,
    check_token,
    json_text,
    json_value,
    time_text,
    time_value,
)
from gutshot.storage.errors import StreamConflictError, UnknownStreamError
from gutshot.storage.fixed import EachRow, Fixed
from gutshot.storage.part import Part
from gutshot.storage.schema import events, owners, streams

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import Connection, Row, Select

__all__ = [
    "APPENDED_MAX",
    "BODY_BYTES_MAX",
    "LENGTH_MAX",
    "WITH_OWNERS",
    "Event",
    "EventReader",
    "EventWriter",
    "RecordedEvent",
    "Stream",
]

WITH_OWNERS: Final = select(
    streams.c.id, streams.c.length, streams.c.owner, owners.c.events
).select_from(streams.join(owners, owners.c.id == streams.c.owner))
"""Streams, and how many events their owners have."""

_WITH_OWNERS: Final = Fixed(lambda among: WITH_OWNERS.where(among(streams.c.id)))
_SET_LENGTH: Final = EachRow.updated(
    streams, where={"of": streams.c.id}, values={"to": streams.c.length}
)
_SET_COUNT: Final = EachRow.updated(
    owners, where={"of": owners.c.id}, values={"to": owners.c.events}
)
_ADD: Final = EachRow.inserted(events, events.c)

BODY_BYTES_MAX: Final = 1 << 18
"""JSON of one event."""

APPENDED_MAX: Final = 1000
"""Events that one call appends."""

LENGTH_MAX: Final = 10**6
"""Events of one stream: it is read whole."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.

    kind : a token.
    body : a JSON object.
    at : when, with its zone.
    """

    kind: str
    body: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event in its stream.

    sequence : its number in the stream, from 1 without gaps.
    position : its number among all events of the stream's owner, from 1 without gaps.
    at : in UTC.
    """

    stream: str
    sequence: int
    position: int
    kind: str
    body: dict[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream as it stands; `length` is the sequence number of its last event, 0 without one."""

    id: str
    owner: str
    kind: str
    length: int


class EventReader(Part):
    """Looking at streams."""

    def stream(self, stream: str) -> Stream:
        """Return a stream; UnknownStreamError when it was never created."""
        row = self._row(select(streams).where(streams.c.id == stream))
        if row is None:
            msg = f"there is no stream {stream[:80]}; create it first"
            raise UnknownStreamError(msg)
        return _stream(row)

    def streams(
        self,
        owner: str,
        kind: str | None = None,
        *,
        offset: int = 0,
        limit: int = 100,
        newest_first: bool = False,
    ) -> list[Stream]:
        """Return an owner's streams in the order of their creation."""
        check_listing(limit)
        query = select(streams).where(streams.c.owner == owner)
        if kind is not None:
            query = query.where(streams.c.kind == kind)
        order = streams.c.position.desc() if newest_first else streams.c.position
        return [
            _stream(row) for row in self._rows(query.order_by(order).limit(limit).offset(offset))
        ]

    def events(
        self,
        stream: str,
        after: int = 0,
        limit: int | None = None,
        kinds: Collection[str] | None = None,
    ) -> list[RecordedEvent]:
        """Return the events of a stream in order.

        after : the sequence number of the last event that is known.
        limit : how many at most; None for all.
        kinds : only these; None for all.
        """
        self.stream(stream)
        query = select(events).where(events.c.stream == stream, events.c.sequence > after)
        if kinds is not None:
            query = query.where(events.c.kind.in_(sorted(kinds)))
        if limit is not None:
            check_count("a list", limit, LENGTH_MAX)
        return self._listed(query.order_by(events.c.sequence).limit(limit))

    def events_of_owner(
        self,
        owner: str,
        kind: str | None = None,
        after: int = 0,
        limit: int | None = None,
        *,
        newest_first: bool = False,
    ) -> list[RecordedEvent]:
        """Return the events of all streams of an owner, in the order in which they were appended.

        kind : only these; None for all.
        after : the position of the last event of the list before; 0 to begin.
        limit : how many at most; None for all.
        """
        if limit is not None:
            check_count("a list", limit, LENGTH_MAX)
        position = events.c.position
        query = select(events).where(events.c.owner == owner)
        if kind is not None:
            query = query.where(events.c.kind == kind)
        if after:
            query = query.where(position < after if newest_first else position > after)
        return self._listed(
            query.order_by(position.desc() if newest_first else position).limit(limit)
        )

    def _listed(self, query: Select[Any]) -> list[RecordedEvent]:
        return [
            RecordedEvent(
                row.stream,
                row.sequence,
                row.position,
                row.kind,
                json_value(row.body),
                time_value(row.at),
            )
            for row in self._rows(query)
        ]


class EventWriter(EventReader):
    """Appending to streams."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._places: dict[str, tuple[int, str, int]] = {}  # as of `_with_owners`, read before

    def create_stream(self, stream: str, owner: str, kind: str) -> bool:
        """Create an empty stream; False when it exists like this already.

        Raises
        ------
        StreamConflictError
            When it exists with another owner or kind.
        """
        for what, token in (("a stream", stream), ("an owner", owner), ("a kind", kind)):
            check_token(what, token)
        row = self._row(select(streams).where(streams.c.id == stream))
        if row is not None:
            if (row.owner, row.kind) != (owner, kind):
                msg = f"stream {stream} is a {row.kind} of another owner, or of another kind"
                raise StreamConflictError(f"{msg}; name a new one")
            return False
        self._run(self._insert(owners).values(id=owner, events=0).on_conflict_do_nothing())
        self._run(streams.insert().values(id=stream, owner=owner, kind=kind, length=0))
        return True

    def append(self, stream: str, expected: int, new: Sequence[Event]) -> int:
        """Append events to a stream and return its new length.

        expected : the length of the stream as its writer knows it.

        Raises
        ------
        StreamConflictError
            When the stream has another length; read it again.
        RecordError
            For an event that can't be kept, or too many.
        """
        return self.append_all({stream: (expected, new)})[stream]

    def append_all(self, batch: Mapping[str, tuple[int, Sequence[Event]]]) -> dict[str, int]:
        """Append events to several streams, all of them or none; return their new lengths.

        batch : by stream its length as its writer knows it, and what is appended; as `append`.
        """
        if not batch:
            return {}
        known = self._with_owners(batch)
        rows: list[dict[str, Any]] = []
        grown: dict[str, int] = {}
        counts: dict[str, int] = {}
        for stream, (expected, new) in batch.items():
            length, owner, count = known[stream]
            if length != expected:
                msg = f"stream {stream} has {length} events, not {expected}; read it again"
                raise StreamConflictError(msg)
            grown[stream] = expected
            if not new:
                continue
            check_count("an append", len(new), APPENDED_MAX)
            grown[stream] = check_count(f"stream {stream}", expected + len(new), LENGTH_MAX)
            position = counts.get(owner, count)
            counts[owner] = position + len(new)
            for number, event in enumerate(new, 1):
                place = {"stream": stream, "sequence": expected + number}
                rows.append({**_row(event), **place, "owner": owner, "position": position + number})
        if rows:
            longer = [{"of": name, "to": grown[name]} for name, (_, new) in batch.items() if new]
            self._places.clear()
            self._run_each(_SET_LENGTH, longer)
            more = [{"of": owner, "to": count} for owner, count in counts.items()]
            self._run_each(_SET_COUNT, more)
            self._run_each(_ADD, rows)
        return grown

    def _with_owners(self, wanted: Iterable[str]) -> dict[str, tuple[int, str, int]]:
        """Return length, owner and owner's count of events of streams."""
        unread = [name for name in wanted if name not in self._places]
        self._remember_streams(self._rows_of(_WITH_OWNERS, unread))
        found = {name: self._places[name] for name in wanted if name in self._places}
        for name in unread:
            if name not in found:
                self.stream(name)  # says that there is none
        return found

    def _remember_streams(self, rows: Iterable[Any]) -> None:
        self._places |= {row.id: (row.length, row.owner, row.events) for row in rows}


def _row(event: Event) -> dict[str, Any]:
    kind = check_token("an event's kind", event.kind)
    body = json_text(f"the body of event {kind}", dict(event.body), BODY_BYTES_MAX)
    return {"kind": kind, "body": body, "at": time_text(event.at)}


def _stream(row: Row[Any]) -> Stream:
    return Stream(row.id, row.owner, row.kind, row.length)
