"""Who sits where, who is there, and who has left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gutshot.errors import InputError
from gutshot.paigow.table.arranging import set_hand, show_when_ready
from gutshot.paigow.table.betting import change_stakes, move_on
from gutshot.paigow.table.state import Event, Seat, Stakes, Step

if TYPE_CHECKING:
    from gutshot.paigow.table.state import State

__all__ = ["connect", "count_absent", "disconnect", "leave", "sit", "stand_up"]


def sit(state: State, player: str, name: str, number: int | None = None, level: str = "") -> Step:
    """Give a player a seat; who is about to leave keeps the one that he has.

    number : 1..seats, None for the first free one. level : of a computer player, "" for a person.

    Raises
    ------
    InputError
        When the seat or the table is taken, there is no such seat, or the player has another.
    """
    own = state.seat_of(player)
    if own is not None:
        seat = state.held(own)
        if not seat.leaving or number not in {None, own}:
            raise InputError(f"you sit at seat {own} already; leave it first")
        stays = replace(seat, leaving=False, connected=True, away=0)
        return Step(state.with_seat(own, stays), (_sat(own, stays),))
    if number is None:
        free = [at for at, taken in enumerate(state.seats, 1) if taken is None]
        if not free:
            raise InputError(f"all {len(state.seats)} seats are taken; watch until one is free")
        number = free[0]
    if not 1 <= number <= len(state.seats):
        raise InputError(f"there is no seat {number}; this table has seats 1 to {len(state.seats)}")
    if state.seats[number - 1] is not None:
        raise InputError(f"seat {number} is taken; choose another, or write sit for any")
    seat = Seat(player, name, level, autoset=state.config.autoset)
    return Step(state.with_seat(number, seat), (_sat(number, seat),))


def connect(state: State, number: int) -> Step:
    """Note that a seat's player is there again."""
    seat = state.held(number)
    if seat.connected:
        return Step(state)
    here = replace(seat, connected=True, away=0)
    return Step(state.with_seat(number, here), (Event("connected", number, seat.player),))


def disconnect(state: State, number: int) -> Step:
    """Note that a seat's player is gone; those who are there need not wait for his wager."""
    seat = state.held(number)
    if not seat.connected:
        return Step(state)
    gone = state.with_seat(number, replace(seat, connected=False, away=0))
    return move_on(Step(gone, (Event("disconnected", number, seat.player),)))


def leave(state: State, number: int) -> Step:
    """Give a seat up: undealt wagers come back, a dealt hand is set and played to its end."""
    seat = state.held(number)
    if seat.cards:
        if seat.leaving:
            raise InputError("you leave when this round is paid")
        going = replace(seat, leaving=True)
        step = Step(state.with_seat(number, going), (_leaving(number, going),))
        if not seat.ready:
            step = step.join(set_hand(step.state, number, by="house"))
        return step.join(show_when_ready(step.state))
    return move_on(stand_up(Step(state), number))


def stand_up(step: Step, number: int) -> Step:
    """Free a seat; what is staked there comes back."""
    seat = step.state.held(number)
    if seat.stakes.total:
        step = step.join(change_stakes(step.state, number, Stakes(), why="left"))
    event = Event("left", number, seat.player, body={"name": seat.name})
    return step.then(step.state.with_seat(number, None), event)


def count_absent(step: Step) -> Step:
    """Count a tick for those who are not there, and free seats that were left long enough."""
    if step.state.phase != "betting":
        return step
    for number, seat in step.state.taken():
        if seat.connected or seat.stakes.main:
            continue
        if seat.away + 1 >= step.state.config.away_ticks:
            step = stand_up(step, number)
        else:
            step = step.then(step.state.with_seat(number, replace(seat, away=seat.away + 1)))
    return step


def _sat(number: int, seat: Seat) -> Event:
    body: dict[str, Any] = {"name": seat.name, "level": seat.level}
    return Event("sat", number, seat.player, body=body)


def _leaving(number: int, seat: Seat) -> Event:
    return Event("leaving", number, seat.player, body={"name": seat.name})
