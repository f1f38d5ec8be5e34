from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gutshot.storage import RecordError
from gutshot.storage.note_part import NOTE_BYTES_MAX

if TYPE_CHECKING:
    from gutshot.storage import Database


def test_a_note_is_kept_changed_and_deleted(database: Database) -> None:
    with database.write() as tx:
        assert tx.note("alice", "settings") is None
        tx.set_note("alice", "settings", {"coins": 5})
    with database.write() as tx:
        assert tx.note("alice", "settings") == {"coins": 5}
        tx.set_note("alice", "settings", [1, 2])
        assert tx.note("alice", "settings") == [1, 2]
        assert tx.note("bob", "settings") is None
        assert tx.delete_note("alice", "settings")
        assert not tx.delete_note("alice", "settings")
    with database.read() as tx:
        assert tx.notes("alice") == {}


@pytest.mark.parametrize("body", [0, "", False, [], {}, 10**30, 0.1 + 0.2, "♠\0\ud800", None])
def test_json_comes_back_as_it_was(database: Database, body: object) -> None:
    with database.write() as tx:
        tx.set_note("alice", "k", body)
    with database.read() as tx:
        kept = tx.note("alice", "k")
    assert kept == body
    assert type(kept) is type(body)


def test_notes_are_listed_by_prefix_and_code_point(database: Database) -> None:
    keys = ["a", "b_1", "b_2", "b%", "bx", "B", "é", "b_10"]
    with database.write() as tx:
        for number, key in enumerate(keys):
            tx.set_note("alice", key, number)
        tx.set_note("bob", "b_3", 0)
    with database.read() as tx:
        assert list(tx.notes("alice")) == sorted(keys)
        assert tx.notes("alice", "b_") == {"b_1": 1, "b_10": 7, "b_2": 2}
        assert tx.notes("alice", "b%") == {"b%": 3}


@pytest.mark.parametrize(
    ("owner", "key", "body", "message"),
    [
        ("al ice", "k", 1, "an owner is 1 to 64"),
        ("alice", "", 1, "a note's key is 1 to 200"),
        ("alice", "k" * 201, 1, "a note's key"),
        ("alice", "two\nlines", 1, "a note's key"),
        ("alice", "k", "x" * NOTE_BYTES_MAX, "at most 1,048,576"),
        ("alice", "k", {1: 2}, "the key 1 is no text"),
        ("alice", "k", float("nan"), "is not JSON"),
        ("alice", "k", {"a": [object()]}, "is not JSON"),
    ],
)
def test_what_cannot_be_a_note(
    database: Database, owner: str, key: str, body: object, message: str
) -> None:
    with pytest.raises(RecordError, match=message) as caught, database.write() as tx:
        tx.set_note(owner, key, body)
    assert "\n" not in str(caught.value)


def test_an_owner_has_a_limit(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gutshot.storage.note_part.NOTES_MAX", 2)
    with database.write() as tx:
        for key in ("a", "b", "a"):
            tx.set_note("alice", key, 1)
        with pytest.raises(RecordError, match="holds 1 to 2, not 3"):
            tx.set_note("alice", "c", 1)
        tx.set_note("bob", "c", 1)
    with database.read() as tx:
        assert list(tx.notes("alice")) == ["a", "b"]


def test_the_beginning_of_notes_is_read_without_the_rest(database: Database) -> None:
    with database.write() as tx:
        for owner in ("alice", "bob", "carol"):
            tx.set_note(owner, "k", {"name": owner, "long": "x" * 5_000})
        tx.set_note("alice", "other", {"name": "none"})
    with database.read() as tx:
        found = tx.note_beginnings(["alice", "carol", "dave"], "k", 15)
        assert found == {"alice": '{"name":"alice"', "carol": '{"name":"carol"'}
        assert tx.note_beginnings([], "k", 15) == {}
        assert set(tx.note_of_each([f"player-{n}" for n in range(300)] + ["bob"], "k")) == {"bob"}
