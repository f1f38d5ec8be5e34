"""Hands arranged and set: by the player, by the house, when the time is over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gutshot.cards import format_cards
from gutshot.errors import InputError
from gutshot.paigow.table.showdown import automatic_setting, show
from gutshot.paigow.table.state import Event, Step

if TYPE_CHECKING:
    from gutshot.paigow.setting import Setting
    from gutshot.paigow.table.state import Seat, State

__all__ = [
    "arrange",
    "arrange_by_house",
    "set_arranged",
    "set_hand",
    "set_late_hands",
    "show_when_ready",
    "switch_autoset",
]


def arrange(state: State, number: int, low: tuple[int, int], *, by: str = "player") -> Step:
    """Arrange a seat's cards; with autoset the arrangement stands at once.

    low : positions 1..7, rising. by : player or house.

    Raises
    ------
    InputError
        When the seat has no cards to arrange, or the arrangement is a foul.
    """
    seat = state.held(number)
    _check_open(state, seat)
    arranged = replace(seat, low=low)
    setting = arranged.setting(state.config.rules)
    if setting.foul:
        raise InputError(
            f"a foul: {setting.low_name} in front outranks {setting.high_name} behind;"
            " the high hand must outrank the low hand"
        )
    event = Event("arranged", number, seat.player, body={"by": by}, secret=_laid(setting))
    step = Step(state.with_seat(number, arranged), (event,))
    return step.join(set_arranged(step.state, number)) if seat.autoset else step


def arrange_by_house(state: State, number: int) -> Step:
    """Arrange a seat's cards as the house does; InputError when it has none to arrange."""
    seat = state.held(number)
    _check_open(state, seat)
    return arrange(state, number, _automatic_low(state, seat), by="house")


def set_arranged(state: State, number: int) -> Step:
    """Let a seat's arrangement stand; InputError when there is none."""
    seat = state.held(number)
    _check_open(state, seat)
    if seat.low is None:
        raise InputError("arrange your cards first: two positions in front, like 24, or house")
    step = set_hand(state, number, by="player")
    return step.join(show_when_ready(step.state))


def set_hand(state: State, number: int, *, by: str) -> Step:
    """Let a hand stand: the arrangement if there is one, else the house's.

    by : player, house, time or push.
    """
    seat = state.held(number)
    done = replace(seat, low=seat.low or _automatic_low(state, seat), ready=True)
    laid = _laid(done.setting(state.config.rules))
    event = Event("set", number, seat.player, body={"by": by}, secret=laid)
    return Step(state.with_seat(number, done), (event,))


def set_late_hands(step: Step) -> Step:
    """Set the hands whose time is over; one who is there and keeps nobody waiting has no end."""
    in_hand = step.state.in_hand()
    for number, seat in in_hand:
        if not seat.ready and (len(in_hand) > 1 or not seat.connected):
            step = step.join(set_hand(step.state, number, by="time"))
    return step.join(show_when_ready(step.state))


def switch_autoset(state: State, number: int, *, on: bool) -> Step:
    """Switch autoset; an arrangement that waits stands when it is switched on."""
    seat = state.held(number)
    event = Event("autoset", number, seat.player, body={"on": on})
    step = Step(state.with_seat(number, replace(seat, autoset=on)), (event,))
    waiting = state.phase == "setting" and seat.low is not None and not seat.ready
    return step.join(set_arranged(step.state, number)) if on and waiting else step


def show_when_ready(state: State) -> Step:
    """Show the hands and freeze the result when the last one is set."""
    if state.phase != "setting" or not all(seat.ready for _, seat in state.in_hand()):
        return Step(state)
    shown = show(state)
    after = replace(state, phase="settling", ticks_left=None, showdown=shown)
    body = {"round": shown.round, "results": {str(one.seat): one.result for one in shown.seats}}
    return Step(state).then(after, Event("shown", body=body))


def _check_open(state: State, seat: Seat) -> None:
    if not seat.cards:
        raise InputError("you have no cards to arrange; bet first, side bets before main")
    if state.phase != "setting" or seat.ready:
        raise InputError("your hand is set; it can't be changed")


def _automatic_low(state: State, seat: Seat) -> tuple[int, int]:
    """Return the positions in front as the house sets a seat's cards."""
    front = automatic_setting(state.config, seat.cards, state.dealer).low
    first, second = sorted(seat.cards.index(card) + 1 for card in front)
    return first, second


def _laid(setting: Setting) -> dict[str, str]:
    return {"high": format_cards(setting.high), "low": format_cards(setting.low)}
