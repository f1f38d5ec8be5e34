"""The rules of a table: what a command, a tick, a deal or a payment makes of a state.

Pure functions of their input: no clock, no randomness, no accounts. A command that does not fit is
an `InputError` with one line, and the state is what it was. What moves credits is said by the
events; where cards are wanted (`State.wants_deal`) or payments (`State.unpaid`), whoever keeps the
table brings them with `deal` and `paid`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from gutshot.cards import format_cards
from gutshot.errors import InputError
from gutshot.paigow.hands import SEVEN, check_cards
from gutshot.paigow.table.arranging import (
    arrange,
    arrange_by_house,
    set_arranged,
    set_hand,
    set_late_hands,
    show_when_ready,
    switch_autoset,
)
from gutshot.paigow.table.betting import (
    change_stakes,
    move_on,
    place_bet,
    repeat_bets,
    take_back,
)
from gutshot.paigow.table.commands import (
    Arrange,
    Autoset,
    House,
    Leave,
    PlaceBet,
    Repeat,
    SetHand,
    Settle,
    TakeBack,
)
from gutshot.paigow.table.seating import count_absent, leave, stand_up
from gutshot.paigow.table.showdown import ace_high, dealer_setting
from gutshot.paigow.table.state import Event, Stakes, State, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gutshot.paigow.table.commands import Command
    from gutshot.paigow.table.config import TableConfig

__all__ = ["apply", "deal", "open_table", "paid", "refund_undealt", "tick", "with_config"]

_NONE: Final = Stakes()


def open_table(config: TableConfig) -> State:
    """Return an empty table before its first round."""
    return State(config, (None,) * config.seats)


def with_config(state: State, config: TableConfig) -> State:
    """Return an idle table with a new config.

    Where wagers lie it keeps its own, since a round ends by the rules by which it began; also where
    more players sit than the new one has seats.
    """
    idle = state.phase == "betting" and not state.staked
    if state.config == config or not idle:
        return state
    seats = (*state.seats, *(None,) * config.seats)
    if any(seats[config.seats : len(state.seats)]):
        return state
    return replace(state, config=config, seats=seats[: config.seats], version=state.version + 1)


def apply(state: State, number: int, command: Command) -> Step:
    """Return what a seat's command makes of the table.

    number : 1..seats. `Sit`, `Reset` and `Help` are not a seat's: `sit`, whoever keeps the accounts
        and `commands.HELP` answer them.

    Raises
    ------
    InputError
        When nobody sits there or the command does not fit; nothing has changed.
    """
    state.held(number)
    match command:
        case PlaceBet() | TakeBack() | Repeat():
            return _bet(state, number, command)
        case Arrange() | House() | SetHand():
            return _set(state, number, command)
        case Autoset(on):
            return switch_autoset(state, number, on=on)
        case Settle():
            if state.phase != "settling":
                raise InputError("nothing is waiting to be paid")
            return Step(state)
        case Leave():
            return leave(state, number)
        case _:
            raise InputError(f"you sit at seat {number} already; leave it first")


def tick(state: State) -> Step:
    """Let one tick of the table's clock pass; a table that waits for nothing is as it was."""
    step = move_on(count_absent(Step(state)))
    if step.state.ticks_left is None:
        return step
    if step.state.ticks_left:
        step = step.then(replace(step.state, ticks_left=step.state.ticks_left - 1))
    if step.state.ticks_left:
        return step
    if step.state.phase == "betting":
        return step.then(replace(step.state, phase="dealing", ticks_left=None))
    return set_late_hands(step)


def deal(state: State, cards: Sequence[int]) -> Step:
    """Deal: seven cards to the dealer, then seven to each seat with a main wager, by number.

    cards : ids 0..52 as they come off the deck; what is not needed is left over.

    Side bets of seats without a main wager come back. On Face Up the dealer shows his hand; when he
    is ace high, everybody's hand is set and the round is decided.

    Raises
    ------
    InputError
        When no deal is wanted.
    HandError
        When the cards are too few, or one comes twice.
    """
    if not state.wants_deal:
        raise InputError("no cards are wanted now")
    step = Step(state)
    for number, seat in state.taken():
        if seat.stakes.total and not seat.stakes.main:
            step = step.join(change_stakes(step.state, number, _NONE, why="no main wager"))
    live = [number for number, seat in step.state.taken() if seat.stakes.main]
    needed = SEVEN * (len(live) + 1)
    dealt = check_cards(cards[:needed], needed)
    state = replace(
        step.state,
        phase="setting",
        ticks_left=state.config.setting_ticks,
        dealer=_sorted(dealt[:SEVEN]),
        showdown=None,
    )
    hands = {}
    for place, number in enumerate(live, 1):
        hand = _sorted(dealt[SEVEN * place : SEVEN * (place + 1)])
        hands[str(number)] = format_cards(hand)
        fresh = replace(state.held(number), cards=hand, low=None, ready=False)
        state = state.with_seat(number, fresh)
    body: dict[str, Any] = {"round": state.round, "seats": live}
    if state.config.face_up:
        shown = dealer_setting(state.config, state.dealer)
        body["dealer_shows"] = {"high": format_cards(shown.high), "low": format_cards(shown.low)}
    secret = {"dealer": format_cards(state.dealer), "hands": hands}
    step = step.then(state, Event("dealt", body=body, secret=secret))
    if state.config.face_up and ace_high(state.dealer):
        for number in live:
            step = step.join(set_hand(step.state, number, by="push"))
    return step.join(show_when_ready(step.state))


def paid(state: State, number: int) -> Step:
    """Note that a seat's frozen result is in the player's account; the last one ends the round.

    Paying a seat again changes nothing.
    """
    shown = state.showdown
    if number not in state.unpaid or shown is None or (result := shown.of(number)) is None:
        return Step(state)
    seat = state.held(number)
    done = replace(seat, last=seat.stakes, stakes=_NONE)
    after = replace(state.with_seat(number, done), showdown=shown.with_paid(number))
    body = {"round": state.round, "stake": result.stake, "payout": result.payout}
    step = Step(after, (Event("paid", number, seat.player, body=body),))
    return step if step.state.unpaid else _next_round(step)


def refund_undealt(state: State, numbers: Iterable[int], why: str) -> Step:
    """Give back what seats have staked on a hand that is not dealt, because their table stops.

    The seats are noted as disconnected, so that nobody is dealt in without having bet again. Where
    cards are dealt the round goes on, and nothing comes back.
    """
    step = Step(state)
    for number, seat in state.taken():
        if number not in numbers:
            continue
        if not seat.cards and seat.stakes.total:
            step = step.join(change_stakes(step.state, number, _NONE, why=why))
        if seat.connected:
            gone = replace(step.state.held(number), connected=False, away=0)
            event = Event("disconnected", number, seat.player)
            step = step.then(step.state.with_seat(number, gone), event)
    if step.state.wants_deal and not any(seat.stakes.main for _, seat in step.state.taken()):
        step = step.then(replace(step.state, phase="betting"))
    return move_on(step)


def _bet(state: State, number: int, command: PlaceBet | TakeBack | Repeat) -> Step:
    if state.phase == "settling":
        raise InputError("the last round is not paid yet; write settle, or wait for it")
    if state.phase != "betting":
        raise InputError("the cards are dealt; wagers are closed until the next round")
    match command:
        case PlaceBet(bet, stake):
            return place_bet(state, number, bet, stake)
        case TakeBack(bet):
            return take_back(state, number, bet)
        case Repeat():
            return repeat_bets(state, number)


def _set(state: State, number: int, command: Arrange | House | SetHand) -> Step:
    match command:
        case Arrange(low):
            return arrange(state, number, low)
        case House():
            return arrange_by_house(state, number)
        case SetHand():
            return set_arranged(state, number)


def _next_round(step: Step) -> Step:
    state = step.state
    leaving = [number for number, seat in state.taken() if seat.leaving]
    seats = tuple(
        None if seat is None else replace(seat, cards=(), low=None, ready=False)
        for seat in state.seats
    )
    event = Event("settled", body={"round": state.round})
    after = replace(state, seats=seats, phase="betting", dealer=(), round=state.round + 1, moves=0)
    step = step.then(after, event)
    for number in leaving:
        step = stand_up(step, number)
    return step


def _sorted(cards: Iterable[int]) -> tuple[int, ...]:
    """Return cards from the highest rank down, the joker in front."""
    return tuple(sorted(cards, reverse=True))
