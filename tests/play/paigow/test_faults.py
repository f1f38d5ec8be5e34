"""No credit is lost or made, whichever statement fails: of a command, a tick, a payment."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from tests.play.paigow.failing import failing_from
from tests.play.paigow.room import Room, config
from tests.storage.faults import InjectedError, everything

from gutshot.errors import InputError
from gutshot.play.errors import ConflictError
from gutshot.play.paigow.money import result_transfers
from gutshot.play.paigow.servers import LEASE_S
from gutshot.play.paigow.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.ledger import Transfer
    from gutshot.paigow.table.results import SeatResult, Showdown


def before_the_deal(room: Room) -> tuple[str, str]:
    ann, bob = room.seated(2, betting_ticks=1)
    room.say(bob, "bet fortune 7")
    room.say(ann, "bet fortune 5", "bet main 20")
    return ann, bob


def before_the_showdown(room: Room) -> tuple[str, str]:
    ann, bob = before_the_deal(room)
    room.say(bob, "bet main 30", "house", "set")
    room.say(ann, "house")
    return ann, bob


def sit(room: Room) -> Callable[[], object]:
    room.seated(1)
    cid = room.new_player()
    return lambda: room.say(cid, "sit")


def change_a_wager(room: Room) -> Callable[[], object]:
    ann, _ = before_the_deal(room)
    return lambda: room.say(ann, "bet main 50")


def take_wagers_back(room: Room) -> Callable[[], object]:
    ann, _ = before_the_deal(room)
    return lambda: room.say(ann, "unbet all")


def last_bet_and_deal(room: Room) -> Callable[[], object]:
    _, bob = before_the_deal(room)
    return lambda: room.say(bob, "bet main 30")


def leave_and_deal(room: Room) -> Callable[[], object]:
    _, bob = before_the_deal(room)
    return lambda: room.say(bob, "leave")


def arrange(room: Room) -> Callable[[], object]:
    _, bob = before_the_deal(room)
    room.say(bob, "bet main 30")
    return lambda: room.say(bob, "house")


def reset(room: Room) -> Callable[[], object]:
    ann, _ = before_the_deal(room)
    once = uuid4().hex
    return lambda: room.tables.reset(ann, once)


@pytest.mark.parametrize(
    "scene",
    [sit, change_a_wager, take_wagers_back, last_bet_and_deal, leave_and_deal, arrange, reset],
)
def test_a_fault_at_any_statement_of_a_command_changes_nothing(
    room: Room, scene: Callable[[Room], Callable[[], object]]
) -> None:
    act = scene(room)
    before, view = everything(room.database), room.tables.view("fortune")
    failing = 0
    while True:
        failing += 1
        try:
            with failing_from(failing):
                act()
        except InjectedError:
            # What a wallet shows after a reset is told after the commit of it.
            if scene is reset and everything(room.database) != before:
                break
            assert everything(room.database) == before
            assert room.tables.view("fortune") == view
            continue
        break
    assert failing > 5
    assert everything(room.database) != before
    room.check()


def test_a_fault_at_any_statement_of_a_tick_deals_nothing_and_the_tick_comes_again(
    room: Room,
) -> None:
    _, bob = before_the_deal(room)
    before = everything(room.database)
    room.clock.pass_(seconds=1)
    failing = 0
    struck = True
    while struck:
        failing += 1
        with failing_from(failing) as faults, suppress(InjectedError):
            room.tables._tick("fortune")
        struck = faults.struck
        if struck:
            assert everything(room.database) == before
    assert failing > 10
    assert room.phase() == "setting"
    assert room.tables.credits(bob) == 1000
    room.check()


def frozen(room: Room) -> tuple[tuple[object, ...], ...]:
    """Return what may never change once it has been shown."""
    shown: Showdown | None = room.state().showdown
    assert shown is not None
    return tuple((one.seat, one.hands, one.result, one.stake, one.payout) for one in shown.seats)


def test_a_payment_that_fails_freezes_the_result_and_is_tried_again_never_redrawn(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = before_the_showdown(room)
    have = {player: room.tables.credits(player) for player in (ann, bob)}

    def broken(_table: str, _number: int, _result: SeatResult) -> list[Transfer]:
        raise InjectedError

    with monkeypatch.context() as patched:
        patched.setattr("gutshot.play.paigow.commits.result_transfers", broken)
        room.say(ann, "set")
        assert room.state().unpaid == (1, 2)
        result = frozen(room)
        room.check()
        with pytest.raises(ConflictError, match="failed again"):
            room.say(ann, "settle")
        with pytest.raises(InputError, match="not paid yet"):
            room.say(bob, "bet main 10")
        room.tick(2)
        assert frozen(room) == result
        assert room.state().unpaid == (1, 2)
    with pytest.raises(InjectedError), failing_from(1):
        room.say(ann, "settle")
    with failing_from(4), suppress(InjectedError):
        room.tick()
    room.check()
    assert frozen(room) == result
    room.tick(2)
    assert frozen(room) == result
    assert room.state().round == 2
    shown = room.state().showdown
    assert shown is not None
    for one in shown.seats:
        assert room.tables.credits(one.player) == have[one.player] + one.payout
    assert room.check() == 1
    with pytest.raises(InputError, match="nothing is waiting"):
        room.say(ann, "settle")


@pytest.mark.parametrize("more", [0, 6, None])
def test_a_fault_at_any_statement_of_showdown_and_payments_pays_each_seat_once_or_not_yet(
    room: Room, more: int | None
) -> None:
    """A fault that passes, one that lasts for a while, one that stays until the next try."""
    ann, bob = before_the_showdown(room)
    first = 0
    struck = True
    while struck:
        first += 1
        now = room.state().round
        cards = [seat.cards for _, seat in room.state().in_hand()]
        last = None if more is None else first + more
        with failing_from(first, last) as faults, suppress(InjectedError):
            room.say(ann, "set")
        struck = faults.struck
        room.check()
        if room.state().round == now:
            assert [seat.cards for _, seat in room.state().in_hand()] == cards
            room.say(ann, "set" if room.phase() == "setting" else "settle")
        assert room.state().round == now + 1
        assert room.check() == now
        for player in (bob, ann):
            room.tables.reset(player, uuid4().hex)
            room.say(player, "bet fortune 5", "bet main 20")
        room.say(bob, "house", "set")
        room.say(ann, "house")
    assert first > 12


def test_one_seats_broken_payment_does_not_keep_the_others_from_theirs(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = before_the_showdown(room)

    def broken(table: str, number: int, result: SeatResult) -> list[Transfer]:
        if result.seat == 1:
            raise InjectedError
        return result_transfers(table, number, result)

    with monkeypatch.context() as patched:
        patched.setattr("gutshot.play.paigow.commits.result_transfers", broken)
        room.say(ann, "set")
        assert room.state().unpaid == (1,)
        room.check()
        room.tick(2)
        assert room.state().unpaid == (1,)
    room.say(ann, "settle")
    assert room.state().round == 2
    assert room.check() == 1


@pytest.mark.parametrize("way", ["closed", "gone"])
def test_undealt_wagers_come_back_when_the_process_ends_whatever_fails(
    room: Room, way: str
) -> None:
    ann, bob = before_the_deal(room)
    if way == "gone":
        room.clock.pass_(seconds=LEASE_S)
    before = everything(room.database)
    failing = 0
    while True:
        failing += 1
        try:
            with failing_from(failing) as faults:
                if way == "closed":
                    room.tables.close()
                else:
                    Tables(room.database, room.clock).recover()
        except InjectedError:
            room.check()
            continue
        if not faults.struck:
            break
    assert failing > 8
    assert before != everything(room.database)
    for player in (ann, bob):
        assert room.tables.credits(player) == 1000
    assert room.check() == 0


def test_a_dealt_hand_is_played_on_by_whoever_opens_the_table_next(room: Room) -> None:
    ann, _ = before_the_showdown(room)
    cards = {number: seat.cards for number, seat in room.state().in_hand()}
    room.clock.pass_(seconds=LEASE_S)
    room.tables = Tables(room.database, room.clock)
    room.tables.open(config(betting_ticks=1, main_minimum=50))
    assert {number: seat.cards for number, seat in room.state().in_hand()} == cards
    assert not any(seat.connected for _, seat in room.state().taken())
    room.tables.connect("fortune", ann)
    room.say(ann, "set")
    assert room.state().round == 2
    room.check()


def test_another_process_that_is_alive_keeps_its_players_wagers(room: Room) -> None:
    ann, _ = before_the_deal(room)
    other = Tables(room.database, room.clock)
    assert other.recover() == []
    other.open(config(betting_ticks=1))
    assert room.tables.credits(ann) == 975
    other.close()
    assert room.tables.credits(ann) == 975
