"""Wagers: what may lie in front of a seat, and when the cards are dealt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from gutshot.errors import InputError
from gutshot.paigow.table.config import BETS
from gutshot.paigow.table.state import Event, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.paigow.table.config import Bet, TableConfig
    from gutshot.paigow.table.state import Stakes, State

__all__ = ["BET_NAMES", "change_stakes", "move_on", "place_bet", "repeat_bets", "take_back"]

BET_NAMES: Final = {"main": "main wager", "fortune": "Fortune", "pushace": "Push Ace High"}
"""How messages call the wagers."""


def place_bet(state: State, number: int, bet: Bet, stake: int) -> Step:
    """Make a wager so many credits, in place of what lies there.

    Raises
    ------
    InputError
        When the table does not offer it, or a limit is broken.
    """
    if bet not in state.config.bets:
        raise InputError("Push Ace High is offered at Face Up tables only")
    stakes = state.held(number).stakes.with_bet(bet, stake)
    _check_stakes(state.config, stakes, (bet,))
    return move_on(change_stakes(state, number, stakes))


def repeat_bets(state: State, number: int) -> Step:
    """Place the wagers of a seat's last round again, by today's limits.

    Raises
    ------
    InputError
        When there were none, or a limit is broken.
    """
    config = state.config
    stakes = state.held(number).last
    for bet in BETS:
        if bet not in config.bets:
            stakes = stakes.with_bet(bet, 0)
    if not stakes.main:
        raise InputError("you have no earlier wagers to repeat; bet main and a number of credits")
    _check_stakes(config, stakes, config.bets)
    return move_on(change_stakes(state, number, stakes))


def take_back(state: State, number: int, bet: Bet) -> Step:
    """Take back a wager that is not dealt, or with ``all`` every one; InputError without one."""
    stakes = state.held(number).stakes
    bets = BETS if bet == "all" else (bet,)
    if not any(stakes.of(one) for one in bets):
        what = "wager" if bet == "all" else BET_NAMES[bet]
        raise InputError(f"you have no {what} to take back")
    for one in bets:
        stakes = stakes.with_bet(one, 0)
    return move_on(change_stakes(state, number, stakes))


def change_stakes(state: State, number: int, stakes: Stakes, *, why: str = "") -> Step:
    """Return the table with other wagers in front of a seat, and one event for each that changed.

    why : the reason of a refund.
    """
    seat = state.held(number)
    events = []
    moves = state.moves
    for bet in (*BETS[1:], BETS[0]):  # side bets first: the main wager commits
        before, after = seat.stakes.of(bet), stakes.of(bet)
        if before == after:
            continue
        moves += 1
        body = {"bet": bet, "stake": after, "round": state.round, "move": moves}
        if why:
            body["why"] = why
        events.append(Event("staked", number, seat.player, after - before, body))
    changed = state.with_seat(number, replace(seat, stakes=stakes))
    return Step(replace(changed, moves=moves), tuple(events))


def move_on(step: Step) -> Step:
    """Open or close the betting window, or call for the cards, as the wagers are now.

    Cards are wanted as soon as every player who is there has a main wager; one who has none, beside
    one who has, opens the window.
    """
    state = step.state
    if state.phase != "betting":
        return step
    if not any(seat.stakes.main for _, seat in state.taken()):
        if state.ticks_left is None:
            return step
        return step.then(replace(state, ticks_left=None), Event("window", body={"ticks": 0}))
    if all(seat.stakes.main for _, seat in state.taken() if seat.connected):
        return step.then(replace(state, phase="dealing", ticks_left=None))
    if state.ticks_left is not None:
        return step
    ticks = state.config.betting_ticks
    return step.then(replace(state, ticks_left=ticks), Event("window", body={"ticks": ticks}))


def _check_stakes(config: TableConfig, stakes: Stakes, bets: Sequence[Bet]) -> None:
    """Check the limits of those of `bets` that are placed, and the cap of Push Ace High.

    Push Ace High is at most half the main wager; before that one lies there, half the largest.
    """
    for bet in bets:
        stake = stakes.of(bet)
        least, most = config.limits(bet)
        if stake and not least <= stake <= most:
            raise InputError(
                f"a {BET_NAMES[bet]} of {stake} is outside this table's limits:"
                f" bet {least} to {most} credits"
            )
    main = stakes.main or config.main_maximum
    if 2 * stakes.pushace > main:
        whole = "the main wager of" if stakes.main else "the largest main wager,"
        raise InputError(
            f"your Push Ace High of {stakes.pushace} is more than half of {whole} {main}:"
            f" bet pushace {main // 2} at most"
            + (f", or main {2 * stakes.pushace} or more" if stakes.main else "")
        )
