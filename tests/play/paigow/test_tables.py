"""Tables in a database: credits move as the round goes, and every round can be read again."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from tests.play.paigow.room import Room, config
from tests.storage.faults import everything

from gutshot.errors import InputError
from gutshot.ledger import InsufficientCreditsError
from gutshot.paigow.table import parse_command
from gutshot.play.credits import GRANT_CREDITS, account_of
from gutshot.play.errors import ConflictError, UnknownSessionError
from gutshot.play.paigow.kept import owner_of
from gutshot.play.paigow.tables import Tables

if TYPE_CHECKING:
    from gutshot.paigow.table.commands import Command
    from gutshot.play.paigow.changes import Change


def play_round(room: Room, *players: str, table: str = "fortune") -> None:
    for player in players:
        room.say(player, "bet fortune 5", "bet main 20", table=table)
    for player in players:
        if room.phase(table) == "setting":
            room.say(player, "house", "set", table=table)


@pytest.mark.parametrize("table", ["fortune", "face-up", "high-limit"])
def test_rounds_are_played_paid_and_booked(room: Room, table: str) -> None:
    ann, bob = room.seated(2, table, main_minimum=5)
    assert room.tables.credits(ann) == GRANT_CREDITS
    for _ in range(6):
        before = {player: room.tables.credits(player) for player in (ann, bob)}
        play_round(room, ann, bob, table=table)
        shown = room.state(table).showdown
        assert shown is not None
        for result in shown.seats:
            assert result.paid
            left = before[result.player] - result.stake + result.payout
            assert room.tables.credits(result.player) == left
            wallets = room.tables.change(table).wallets
            assert wallets[result.player] == left
    assert room.check() == 6


def test_a_wager_is_on_the_table_when_it_is_placed_and_comes_back_when_it_is_taken_back(
    room: Room,
) -> None:
    ann, bob = room.seated(2)
    room.say(ann, "bet fortune 30", "bet main 100")
    assert room.tables.credits(ann) == GRANT_CREDITS - 130
    room.say(ann, "bet main 60")
    assert room.tables.credits(ann) == GRANT_CREDITS - 90
    room.check()
    room.say(ann, "unbet all")
    assert room.tables.credits(ann) == GRANT_CREDITS
    room.say(bob, "bet fortune 5", "leave")
    assert room.tables.credits(bob) == GRANT_CREDITS
    room.check()


def test_who_has_too_few_credits_is_told_so_and_a_reset_is_a_transfer(room: Room) -> None:
    (ann, _) = room.seated(2, main_maximum=1000)
    room.say(ann, "bet main 999")
    before = everything(room.database)
    with pytest.raises(InputError, match="too few for this: you have 1"):
        room.say(ann, "bet fortune 2")
    assert everything(room.database) == before
    once = uuid4().hex
    assert room.tables.reset(ann, once) == GRANT_CREDITS
    assert room.tables.change("fortune").wallets[ann] == GRANT_CREDITS
    room.say(ann, "unbet all")
    assert room.tables.credits(ann) == GRANT_CREDITS + 999
    assert room.tables.reset(ann, once) == GRANT_CREDITS + 999, "the same id, once"
    assert room.tables.reset(ann, uuid4().hex) == GRANT_CREDITS
    with room.database.read() as tx:
        purposes = [one.transfer.purpose for one in tx.transfers(account_of(ann).id)]
    assert purposes.count("credits reset") == 2
    room.check()


def test_what_is_wrong_late_repeated_forged_or_out_of_turn_changes_nothing(room: Room) -> None:
    ann, bob = room.seated(2)
    stranger = room.new_player()
    once = uuid4().hex
    room.say(ann, "bet main 20", command_id=once)
    before = everything(room.database)
    assert not room.say(ann, "bet main 20", command_id=once).new
    assert not room.say(ann, "unbet all", command_id=once).new
    wrong: list[tuple[str, str, type[Exception], str]] = [
        (stranger, "bet main 20", InputError, "you watch this table"),
        (stranger, "set", InputError, "you watch this table"),
        (stranger, "sit 1", InputError, "seat 1 is taken"),
        (ann, "sit 3", InputError, "you sit at seat 1 already"),
        (ann, "set", InputError, "no cards to arrange"),
        (ann, "12", InputError, "no cards to arrange"),
        (ann, "settle", InputError, "nothing is waiting"),
        (bob, "bet main -5", InputError, "is no wager"),
        (bob, "bet main 10 10", InputError, "write bet main"),
        (bob, "\x00\x1b[2J", InputError, "is no command"),
        (bob, "x" * 10_000, InputError, "at most 200 characters"),
        (bob, "", InputError, "nothing was said"),
    ]
    for player, line, kind, said in wrong:
        with pytest.raises(kind, match=said) as caught:
            room.say(player, line)
        assert str(caught.value).isprintable()
    for round_number in (0, 2):
        with pytest.raises(ConflictError, match="meant for round"):
            room.say(bob, "bet main 10", round_number=round_number)
    with pytest.raises(InputError, match="is no command id"):
        room.say(bob, "bet main 10", command_id="'; drop")
    with pytest.raises(UnknownSessionError, match="open are fortune"):
        room.say(bob, "bet main 10", table="nowhere")
    assert everything(room.database) == before
    room.say(bob, "bet main 10", round_number=1)
    for player in (ann, bob):
        room.say(player, "house", "set")
    with pytest.raises(ConflictError, match="meant for round 1; the table is at round 2"):
        room.say(bob, "bet main 10", round_number=1)


def test_cards_of_others_are_in_no_view_before_the_showdown(room: Room) -> None:
    ann, bob = room.seated(2)
    changes: list[Change] = []
    room.tables.watch(changes.append)
    for player in (ann, bob):
        room.say(player, "bet main 20")
    hands = {
        player: {card["card"] for card in room.tables.view("fortune", player)["you"]["cards"]}
        for player in (ann, bob)
    }
    room.say(ann, "house")
    for change in changes:
        if change.state.phase == "setting":
            for card in hands[ann] | hands[bob]:
                assert f'"{card}"' not in change.public_text
            for card in hands[bob]:
                # a card is a word by itself: "Ace high" has none
                assert not re.search(rf"\b{card}\b", json.dumps(change.private(ann)))
    assert changes
    assert room.tables.view("fortune")["you"] is None
    room.say(ann, "set")
    room.say(bob, "house", "set")
    shown = json.dumps(room.tables.view("fortune")["showdown"])
    assert all(f'"{card}"' in shown for card in hands[ann] | hands[bob])


def test_the_clock_deals_sets_and_frees_seats(room: Room) -> None:
    ann, bob = room.seated(2, betting_ticks=3, setting_ticks=5, away_ticks=4)
    room.say(ann, "bet main 20")
    room.say(bob, "bet fortune 5")
    room.tick(1, seconds=0.5)
    assert room.state().ticks_left == 3, "no tick is over yet"
    assert room.tables.seconds_to_next_tick() == 0.5
    room.tick(3)
    assert room.phase() == "setting"
    assert room.tables.credits(bob) == GRANT_CREDITS
    room.tables.disconnect("fortune", ann)
    room.tick(5)
    assert room.phase() == "betting"
    assert room.tables.credits(ann) != GRANT_CREDITS - 20 or room.state().showdown is not None
    room.tick(4)
    assert room.state().seat_of(ann) is None
    assert room.tables.seconds_to_next_tick() is None
    assert room.check() == 1


def test_every_command_of_a_round_is_an_event_of_the_tables_stream(room: Room) -> None:
    ann, bob = room.seated(2)
    play_round(room, ann, bob)
    with room.database.read() as tx:
        kinds = [event.kind for event in tx.events_of_owner(owner_of("fortune"))]
    assert kinds == [
        *("sat", "sat", "staked", "staked", "window", "staked", "staked", "dealt"),
        *("arranged", "set", "arranged", "set", "shown", "paid", "paid", "settled"),
    ]


def test_a_watcher_who_fails_keeps_nobody_from_playing(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    (ann,) = room.seated(1)
    told: list[int] = []

    def fails(change: Change) -> None:
        told.append(change.version)
        raise RuntimeError

    room.tables.watch(fails)
    play_round(room, ann)
    assert room.check() == 1
    assert told == sorted(set(told))
    assert "somebody who watches the table fortune has failed" in caplog.text


def test_what_is_committed_together_is_refused_one_by_one(room: Room) -> None:
    """One who can't pay and one who says nonsense spoil nothing for those who come with them."""
    ann, bob = room.seated(2, main_maximum=5_000, table_maximum=100_000)
    requests = [
        room.tables._request("fortune", player, parse_command(line), uuid4().hex)
        for player, line in (
            (ann, "bet fortune 10"),
            (bob, "bet main 4000"),
            (bob, "set"),
            (ann, "bet main 20"),
            (bob, "bet main 30"),
        )
    ]
    room.tables._commits._run(requests)
    assert [type(one.error) for one in requests] == [
        type(None),
        InsufficientCreditsError,
        InputError,
        type(None),
        type(None),
    ]
    assert room.state().staked == 60
    assert len(room.state().in_hand()) == 2
    room.check()


def test_computer_players_play_when_a_person_has_bet(room: Room) -> None:
    (ann,) = room.seated(1)

    def computer(level: str, facts: dict[str, object], view: dict[str, object]) -> Command | None:
        from gutshot.paigow.table import parse_command

        assert (level, facts["id"]) == ("easy", "fortune")
        you = view["you"]
        assert isinstance(you, dict)
        seats = view["seats"]
        assert isinstance(seats, list)
        own = seats[you["seat"] - 1]
        person = any(seat and not seat["level"] and seat["stake"] for seat in seats)
        if "bet" in you["may"]:
            return parse_command("bet main 5") if person and not own["stake"] else None
        if "set" in you["may"]:
            return parse_command("set")
        return parse_command("house") if "house" in you["may"] else None

    tables = room.tables = Tables(room.database, room.clock, computer)
    tables.open(config())
    tables.connect("fortune", ann)
    for number in range(3):
        tables.seat_computer("fortune", f"computer-{number}", f"Easy {number}", "easy")
    assert room.state().staked == 0
    room.say(ann, "bet main 20")
    assert len(room.state().in_hand()) == 4
    room.say(ann, "house", "set")
    assert room.state().round == 2
    shown = room.state().showdown
    assert shown is not None
    assert [one.player for one in shown.seats] == [ann, *(f"computer-{n}" for n in range(3))]
    assert room.check() == 1
