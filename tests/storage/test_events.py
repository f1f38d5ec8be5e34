from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from gutshot.storage import (
    Event,
    RecordedEvent,
    RecordError,
    Stream,
    StreamConflictError,
    UnknownStreamError,
)
from gutshot.storage.event_part import APPENDED_MAX, BODY_BYTES_MAX

if TYPE_CHECKING:
    from gutshot.storage import Database

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def event(number: int, kind: str = "dealt") -> Event:
    return Event(kind, {"n": number}, NOW + timedelta(microseconds=number))


def test_events_come_back_in_order(database: Database) -> None:
    with database.write() as tx:
        assert tx.create_stream("s", "alice", "session")
        assert tx.append("s", 0, [event(1), event(2, "drawn")]) == 2
        assert tx.append("s", 2, [event(3)]) == 3
        assert tx.append("s", 3, []) == 3
    with database.read() as tx:
        events = tx.events("s")
        assert events[0] == RecordedEvent("s", 1, 1, "dealt", {"n": 1}, event(1).at)
        assert [each.sequence for each in events] == [1, 2, 3]
        assert tx.events("s", after=1, limit=1) == events[1:2]
        assert tx.events("s", kinds=["dealt"]) == [events[0], events[2]]
        assert tx.events("s", after=3) == []
        assert tx.stream("s") == Stream("s", "alice", "session", 3)


def test_a_writer_who_has_not_read_everything_is_refused(database: Database) -> None:
    with database.write() as tx:
        tx.create_stream("s", "alice", "session")
        tx.append("s", 0, [event(1)])
        for expected in (0, 2):
            with pytest.raises(
                StreamConflictError, match=f"has 1 events, not {expected}; read it again"
            ):
                tx.append("s", expected, [event(2)])
        tx.append("s", 1, [event(2)])


def test_a_stream_is_created_once(database: Database) -> None:
    with database.write() as tx:
        assert tx.create_stream("s", "alice", "session")
        assert not tx.create_stream("s", "alice", "session")
        for owner, kind in (("bob", "session"), ("alice", "table")):
            with pytest.raises(StreamConflictError, match="name a new one"):
                tx.create_stream("s", owner, kind)
        with pytest.raises(UnknownStreamError, match="there is no stream x; create it first"):
            tx.append("x", 0, [event(1)])
        with pytest.raises(UnknownStreamError):
            tx.events("x")


def test_streams_are_listed_as_they_were_created(database: Database) -> None:
    with database.write() as tx:
        for name, kind in (("b", "session"), ("a", "session"), ("c", "table")):
            tx.create_stream(name, "alice", kind)
        tx.create_stream("d", "bob", "session")
    with database.read() as tx:
        assert [each.id for each in tx.streams("alice")] == ["b", "a", "c"]
        assert [each.id for each in tx.streams("alice", "session", newest_first=True)] == ["a", "b"]
        assert [each.id for each in tx.streams("alice", offset=1, limit=1)] == ["a"]
        with pytest.raises(RecordError, match="a list holds 1 to 1000"):
            tx.streams("alice", limit=1001)


def test_an_owner_has_one_history(database: Database) -> None:
    with database.write() as tx:
        tx.create_stream("s", "alice", "session")
        tx.create_stream("t", "alice", "session")
        tx.create_stream("u", "bob", "session")
        for number, stream in enumerate("stutsu"):
            kind = "drawn" if number % 2 else "dealt"
            tx.append(stream, tx.stream(stream).length, [event(number, kind)])
    with database.read() as tx:
        history = tx.events_of_owner("alice")
        assert [(each.stream, each.position) for each in history] == [
            ("s", 1),
            ("t", 2),
            ("t", 3),
            ("s", 4),
        ]
        drawn = tx.events_of_owner("alice", "drawn")
        assert [each.position for each in drawn] == [2, 3]
        assert tx.events_of_owner("alice", after=2, limit=1) == history[2:3]
        assert tx.events_of_owner("alice", newest_first=True) == history[::-1]
        latest = tx.events_of_owner("alice", limit=1, newest_first=True)
        before = tx.events_of_owner("alice", after=latest[0].position, limit=2, newest_first=True)
        assert before == [history[2], history[1]]
        assert tx.events_of_owner("nobody") == []


@pytest.mark.parametrize(
    ("kind", "body", "at", "message"),
    [
        ("no kind", {}, NOW, "an event's kind is 1 to 64"),
        ("dealt", {"n": {1, 2}}, NOW, "the body of event dealt is not JSON"),
        ("dealt", {"n": {3: 4}}, NOW, "the key 3 is no text"),
        ("dealt", {"n": float("inf")}, NOW, "not JSON"),
        ("dealt", {"n": "x" * BODY_BYTES_MAX}, NOW, "at most 262,144"),
        ("dealt", {}, NOW.replace(tzinfo=None), "a time needs its zone"),
    ],
)
def test_an_event_that_cannot_be_kept_takes_none_with_it(
    database: Database, kind: str, body: dict[str, Any], at: datetime, message: str
) -> None:
    with database.write() as tx:
        tx.create_stream("s", "alice", "session")
        with pytest.raises(RecordError, match=message):
            tx.append("s", 0, [event(1), Event(kind, body, at)])
    with database.read() as reading:
        assert reading.events("s") == []


def test_limits(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    with database.write() as tx:
        tx.create_stream("s", "alice", "session")
        with pytest.raises(RecordError, match="an append holds 1 to 1000, not 1001"):
            tx.append("s", 0, [event(1)] * (APPENDED_MAX + 1))
        monkeypatch.setattr("gutshot.storage.event_part.LENGTH_MAX", 2)
        with pytest.raises(RecordError, match="stream s holds 1 to 2, not 3"):
            tx.append("s", 0, [event(1)] * 3)
        for wrong in ("", "a b", "x" * 65):
            with pytest.raises(RecordError):
                tx.create_stream(wrong, "alice", "session")
            with pytest.raises(RecordError):
                tx.create_stream("t", wrong, "session")
            with pytest.raises(RecordError):
                tx.create_stream("t", "alice", wrong)
