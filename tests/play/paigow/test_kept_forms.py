"""Tables that another version has kept: wagers go back, nothing ends in a traceback."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.play.paigow.room import Room, config

from gutshot.errors import GutshotError
from gutshot.play.credits import GRANT_CREDITS
from gutshot.play.errors import UnreadableTableError
from gutshot.play.paigow.kept import FORM, owner_of
from gutshot.play.paigow.money import table_account
from gutshot.play.paigow.tables import Tables
from gutshot.storage import NewerDatabaseError

if TYPE_CHECKING:
    from collections.abc import Callable


def rewrite(room: Room, change: Callable[[dict[str, Any]], object], name: str = "fortune") -> None:
    """Change a table's note as another version might have written it."""
    with room.database.write() as tx:
        note = tx.note(owner_of(name), "table")
        change(note)
        tx.set_note(owner_of(name), "table", note)


def without_a_field(note: dict[str, Any]) -> None:
    state = json.loads(note["state"])
    del state["moves"]
    note["state"] = json.dumps(state)


def with_a_strange_field(note: dict[str, Any]) -> None:
    state = json.loads(note["state"])
    state["seats"][0]["hat"] = "red"
    note["state"] = json.dumps(state)


def with_another_config(note: dict[str, Any]) -> None:
    state = json.loads(note["state"])
    state["config"]["variant"] = "asia"
    note["state"] = json.dumps(state)


def of_nothing_known(note: dict[str, Any]) -> None:
    note.clear()


@pytest.mark.parametrize(
    "older", [without_a_field, with_a_strange_field, with_another_config, of_nothing_known]
)
def test_wagers_on_a_table_of_an_older_form_go_back_and_it_starts_anew(
    room: Room, older: Callable[[dict[str, Any]], object], caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = room.seated(2)
    for line in ("bet fortune 5", "bet main 20"):
        room.say(ann, line)
        room.say(bob, line)
    for player in (ann, bob):
        room.say(player, "house", "set")
    has = room.tables.credits(ann)
    room.say(ann, "bet main 30", "bet main 20", "bet fortune 5")
    version = room.state().version
    rewrite(room, older)

    tables = room.tables = Tables(room.database, room.clock)
    tables.open(config())
    said = [text for text in caplog.messages if "25 credits went back" in text]
    assert len(said) == 1, caplog.messages
    assert "\n" not in said[0]
    assert said[0].startswith("the table 'fortune' is kept in an older form (")
    assert tables.credits(ann) == has
    assert room.state().version > version
    assert room.state().taken() == []
    assert room.check() == 1
    # It goes on as any other table.
    for line in ("sit", "bet main 10"):
        for player in (ann, bob):
            room.say(player, line)
    for player in (ann, bob):
        room.say(player, "house", "set")
    assert room.check() == 2


def test_a_dealt_hand_that_cannot_be_read_is_refunded_whole(room: Room) -> None:
    ann, bob = room.seated(2)
    room.say(ann, "bet main 20")
    room.say(bob, "bet fortune 5", "bet main 50")
    assert room.phase() == "setting"
    rewrite(room, without_a_field)
    tables = room.tables = Tables(room.database, room.clock)
    tables.open(config())
    assert [tables.credits(player) for player in (ann, bob)] == [GRANT_CREDITS] * 2
    assert room.state().round == 2, "the cards of the first round are dealt"
    with room.database.read() as tx:
        assert tx.balance(table_account("fortune").id).posted == 0
        assert tx.total() == (0, 0)
        assert tx.drift() == []
    room.say(ann, "sit", "bet main 10", "house", "set")
    assert room.state().round == 3


def test_a_server_starts_although_a_table_it_does_not_open_cannot_be_read(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.seated(1)
    rewrite(room, without_a_field)
    caplog.set_level("INFO")
    tables = Tables(room.database, room.clock)
    tables.open(config("face-up"))
    assert tables.ids() == ["face-up"]
    assert "the table 'fortune' is kept in an older form" in caplog.text


def test_what_lies_there_otherwise_than_the_ledger_says_is_left_alone(room: Room) -> None:
    (ann,) = room.seated(1)
    room.say(ann, "bet fortune 20")
    rewrite(room, without_a_field)
    with room.database.write() as tx:
        entry = tx.transfers(table_account("fortune").id)[0].transfer
        tx.apply(
            type(entry)("pg:fortune:1:1:won", entry.credit, entry.debit, 5, "gone"),
            room.clock.now(),
        )
    tables = Tables(room.database, room.clock)
    with pytest.raises(UnreadableTableError, match="can't be read, nor what lies on it"):
        tables.open(config())
    assert tables.credits(ann) == GRANT_CREDITS - 15


def test_a_table_of_a_newer_version_is_not_touched(room: Room) -> None:
    (ann,) = room.seated(1)
    room.say(ann, "bet fortune 20")
    rewrite(room, lambda note: note.update(form=FORM + 1))
    tables = Tables(room.database, room.clock)
    with pytest.raises(NewerDatabaseError, match="kept by a newer Gutshot"):
        tables.open(config())
    assert tables.credits(ann) == GRANT_CREDITS - 20
    assert issubclass(NewerDatabaseError, GutshotError)
