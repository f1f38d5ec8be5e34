"""What a viewer may see of a table, as JSON can carry it.

A snapshot is one part for everybody, the same for all, so that it is encoded once a table, and a
small part for the one who looks. Cards of others and the dealer's are in neither until they are
shown; positions and seats count from 1, cards are texts like ``As`` and ``Jk``, wagers credits.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gutshot.cards import card_name
from gutshot.paigow.table.config import BETS
from gutshot.paigow.table.showdown import ace_high, dealer_setting

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from gutshot.paigow.table.config import TableConfig
    from gutshot.paigow.table.results import SeatResult, Showdown
    from gutshot.paigow.table.state import Seat, State

__all__ = ["private_part", "public_part", "showdown_part", "snapshot", "table_facts", "table_part"]


def snapshot(state: State, viewer: str | None = None, wallet: int | None = None) -> dict[str, Any]:
    """Return what a player, or a spectator, may see of a table.

    viewer : a player's id, None for a spectator. wallet : his credits, where they are known.

    Returns
    -------
    dict
        `public_part` with the key `you`: `private_part`, or None for who has no seat.
    """
    number = None if viewer is None else state.seat_of(viewer)
    you = None if number is None else private_part(state, number, wallet)
    return {**public_part(state), "you": you}


def table_facts(config: TableConfig) -> dict[str, Any]:
    """Return what never changes during a round: limits, rules and pay tables."""
    fortune = config.fortune_table
    facts: dict[str, Any] = {
        "id": config.id,
        "name": config.name,
        "variant": config.variant,
        "seats": config.seats,
        "bets": {
            bet: dict(zip(("least", "most"), config.limits(bet), strict=True))
            for bet in config.bets
        },
        "betting_ticks": config.betting_ticks,
        "setting_ticks": config.setting_ticks,
        "tick_s": config.tick_s,
        "a2345_second_highest": config.a2345_second_highest,
        "house_way": {"id": config.way.id, "name": config.way.name},
        "commission_percent": config.commission_percent,
        "table_maximum": config.table_maximum,
        "fortune": {
            "id": fortune.id,
            "name": fortune.name,
            "pays": _numbers(fortune.pays.items()),
            "envy": _numbers((fortune.envy or {}).items()) if config.envy else None,
            "envy_least_stake": _number(fortune.envy_least_stake) if config.envy else None,
        },
    }
    if config.face_up:
        push = config.push_ace_high_table
        facts["pushace"] = {
            "id": push.id,
            "name": push.name,
            "pays": _numbers(push.pays.items()),
            "both_before_joker": push.both_before_joker,
        }
    return facts


def public_part(state: State) -> dict[str, Any]:
    """Return what everybody may see.

    Returns
    -------
    dict
        `table` (id, name, variant), `version`, `round`, `phase`, `ticks_left`, `tick_s`;
        `dealer`: None, or high, low, names and `ace_high_push` once he has shown his hand;
        `seats`: one entry each, None for a free one, else seat, player's name, `level` of a
        computer player, `connected`, `autoset`, `leaving`, `stakes`, `in_hand`, `ready`, `status`;
        `showdown`: None, or the round, the dealer and for each seat the four hands in the order
        player high, dealer high, player low, dealer low, `result`, side bets, envy (None where no
        other player was in the round), `stake`, `commission`, `payout`, `paid`.
    """
    return {**table_part(state), "showdown": showdown_part(state.showdown)}


def table_part(state: State) -> dict[str, Any]:
    """Return `public_part` without `showdown`, which stays the same until the next deal."""
    config = state.config
    return {
        "table": {"id": config.id, "name": config.name, "variant": config.variant},
        "version": state.version,
        "round": state.round,
        "phase": state.phase,
        "ticks_left": state.ticks_left,
        "tick_s": config.tick_s,
        "dealer": _dealer(state),
        "seats": [
            None if seat is None else _public_seat(state, number, seat)
            for number, seat in enumerate(state.seats, 1)
        ],
    }


def private_part(state: State, number: int, wallet: int | None = None) -> dict[str, Any] | None:
    """Return what only a seat's player may see; None when nobody sits there.

    Returns
    -------
    dict
        `seat`, `wallet`, `autoset`, `may`: first words of the commands that fit now, `last`: the
        wagers that `repeat` would place; `cards`: the dealt seven with positions, until something
        is arranged; `preview`: the arrangement, high then low, with positions, names and whether it
        is `set`; `note`: one line. With autoset there is no preview, the note alone.
    """
    seat = state.seat(number)
    if seat is None:
        return None
    cards = preview = None
    if seat.cards and seat.low is None:
        cards = [{"position": at, "card": card_name(card)} for at, card in enumerate(seat.cards, 1)]
    elif seat.cards and not seat.autoset:
        preview = _preview(state, seat)
    return {
        "seat": number,
        "wallet": wallet,
        "autoset": seat.autoset,
        "may": may(state, seat),
        "last": {bet: seat.last.of(bet) for bet in BETS} if seat.last.main else None,
        "cards": cards,
        "preview": preview,
        "note": _note(state, number, seat),
    }


def may(state: State, seat: Seat) -> list[str]:
    """Return the first words of the commands that a seat's player can use now."""
    words: list[str] = []
    if state.phase == "betting":
        words.append("bet")
        if seat.stakes.total:
            words.append("unbet")
        if seat.last.main and not seat.stakes.main:
            words.append("repeat")
    if state.phase == "setting" and seat.cards and not seat.ready:
        words += ["arrange", "house"]
        if seat.low is not None:
            words.append("set")
    if state.phase == "settling":
        words.append("settle")
    words.append("autoset")
    if not seat.leaving:
        words.append("leave")
    return words


def _dealer(state: State) -> dict[str, Any] | None:
    """Return the dealer's hand where he has shown it; the last round's until the next deal."""
    shown = state.showdown
    if shown is not None:
        return {
            "high": _names(shown.dealer_high),
            "low": _names(shown.dealer_low),
            "high_name": shown.dealer_high_name,
            "low_name": shown.dealer_low_name,
            "ace_high_push": shown.ace_high_push,
        }
    if not state.dealer or not state.config.face_up:
        return None
    setting = dealer_setting(state.config, state.dealer)
    return {
        "high": _names(setting.high),
        "low": _names(setting.low),
        "high_name": setting.high_name,
        "low_name": setting.low_name,
        "ace_high_push": ace_high(state.dealer),
    }


def _public_seat(state: State, number: int, seat: Seat) -> dict[str, Any]:
    return {
        "seat": number,
        "name": seat.name,
        "level": seat.level,
        "connected": seat.connected,
        "autoset": seat.autoset,
        "leaving": seat.leaving,
        "stakes": {bet: seat.stakes.of(bet) for bet in BETS},
        "stake": seat.stakes.total,
        "in_hand": bool(seat.cards),
        "ready": seat.ready,
        "status": _status(state, seat),
    }


def _status(state: State, seat: Seat) -> str:
    """Return where a seat is, in one word that everybody may know."""
    if state.phase == "betting":
        return "bet" if seat.stakes.main else "betting"
    if not seat.cards:
        return "watching"
    if state.phase == "setting":
        return "set" if seat.ready else "setting"
    return "shown" if state.showdown is not None else "waiting"


def _preview(state: State, seat: Seat) -> dict[str, Any]:
    setting = seat.setting(state.config.rules)

    def laid(cards: tuple[int, ...]) -> list[dict[str, Any]]:
        return [{"position": seat.cards.index(card) + 1, "card": card_name(card)} for card in cards]

    return {
        "high": laid(setting.high),
        "low": laid(setting.low),
        "high_name": setting.high_name,
        "low_name": setting.low_name,
        "set": seat.ready,
    }


def _note(state: State, number: int, seat: Seat) -> str:
    match state.phase:
        case "betting":
            return _betting_note(state, number, seat)
        case "dealing":
            return "the cards are being dealt"
        case "setting":
            return _setting_note(state, seat)
        case "settling":
            return "not everybody is paid yet; settle tries again"


def _setting_note(state: State, seat: Seat) -> str:
    if not seat.cards:
        return "a round is on; you can bet when it is paid"
    if seat.ready:
        waiting = sum(not other.ready for _, other in state.in_hand())
        return f"set; waiting for {waiting} other hand{'' if waiting == 1 else 's'}"
    if seat.low is None:
        return "arrange your cards: the two in front, like 24, or house"
    return "write set to let this arrangement stand, or arrange again"


def _betting_note(state: State, number: int, seat: Seat) -> str:
    if seat.stakes.main:
        others = [one for at, one in state.taken() if at != number and one.connected]
        waiting = sum(not one.stakes.main for one in others)
        return f"bet; waiting for {waiting} other player{'' if waiting == 1 else 's'}"
    if seat.stakes.total:
        return "bet main to be dealt in; without it side bets come back"
    return "bet: side bets first, then main"


def showdown_part(shown: Showdown | None) -> dict[str, Any] | None:
    """Return `showdown` of `public_part`."""
    if shown is None:
        return None
    return {
        "round": shown.round,
        "ace_high_push": shown.ace_high_push,
        "seats": [_seat_result(one) for one in shown.seats],
    }


def _seat_result(one: SeatResult) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "name": one.name,
        "hands": [
            {"label": hand.label, "name": hand.name, "cards": _names(hand.cards), "wins": hand.wins}
            for hand in one.hands
        ],
        "result": one.result,
        "main": {"stake": one.main_stake, "win": one.main_win, "commission": one.commission},
        "fortune": None if one.fortune is None else asdict(one.fortune),
        "pushace": None if one.pushace is None else asdict(one.pushace),
        "envy": one.envy,
        "envy_hands": [{"seat": seat, "line": line} for seat, line in one.envy_hands],
        "stake": one.stake,
        "payout": one.payout,
        "net": one.payout - one.stake,
        "capped": one.capped,
        "paid": one.paid,
    }


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]


def _numbers(pays: Iterable[tuple[str, Fraction]]) -> dict[str, int | float]:
    return {line: _number(paid) for line, paid in pays}


def _number(given: Fraction) -> int | float:
    return int(given) if given.denominator == 1 else float(given)
