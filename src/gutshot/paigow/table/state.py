"""A table at one moment: seats, wagers, cards, results. Nothing here ever changes."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

from gutshot.errors import InputError
from gutshot.paigow.hands import SEVEN
from gutshot.paigow.setting import Setting
from gutshot.paigow.table.config import BETS, TableConfig
from gutshot.paigow.table.results import Showdown, check_fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.paigow.rules import Rules
    from gutshot.paigow.table.config import Bet

__all__ = ["Event", "Phase", "Seat", "Stakes", "State", "Step"]

_SETTINGS: Final = 1024

Phase = Literal["betting", "dealing", "setting", "settling"]
"""Wagers are placed; cards are wanted from the service; hands are set; results are paid."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What lies in front of a seat, in credits; 0 for no wager."""

    main: int = 0
    fortune: int = 0
    pushace: int = 0

    @property
    def total(self) -> int:
        """All wagers together."""
        return self.main + self.fortune + self.pushace

    def of(self, bet: Bet) -> int:
        """Return one wager."""
        return {"main": self.main, "fortune": self.fortune, "pushace": self.pushace}[bet]

    def with_bet(self, bet: Bet, stake: int) -> Stakes:
        """Return the stakes with one wager changed."""
        return replace(self, **{bet: stake})


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that somebody holds.

    player : an id. name : what others read. level : of a computer player, "" for a person.
    autoset : whether an arrangement stands at once.
    connected : whether somebody is there; away : ticks since nobody was.
    stakes : of this round, until they are paid. last : of the round before.
    cards : the seven cards, positions 1..7 from the highest down; empty without a hand.
    low : positions of the two cards in front, once they are arranged.
    ready : whether the arrangement stands.
    leaving : whether the seat is given up when it is paid.
    """

    player: str
    name: str
    level: str = ""
    autoset: bool = False
    connected: bool = True
    away: int = 0
    stakes: Stakes = field(default_factory=Stakes)
    last: Stakes = field(default_factory=Stakes)
    cards: tuple[int, ...] = ()
    low: tuple[int, int] | None = None
    ready: bool = False
    leaving: bool = False

    def setting(self, rules: Rules) -> Setting:
        """Return the arrangement of a seat that has one."""
        return _setting(self.cards, self.low or (), rules)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table.

    kind : sat, left, connected, disconnected, autoset, staked, window, dealt, arranged, set,
        shown, paid, settled.
    seat : its number, 0 for the table. player : its player's id.
    credits : what goes from his account to the table's; negative for what comes back.
    body : what everybody may know. secret : what nobody is sent, cards above all.
    """

    kind: str
    seat: int = 0
    player: str = ""
    credits: int = 0
    body: Mapping[str, Any] = field(default_factory=dict)
    secret: Mapping[str, Any] = field(default_factory=dict)

    def public(self) -> dict[str, Any]:
        """Return the event as everybody at the table may read it."""
        return {"kind": self.kind, "seat": self.seat, "credits": self.credits, **self.body}


@dataclass(frozen=True, slots=True)
class State:
    """A table at one moment.

    config : what the round is played by.
    seats : one entry a seat, None where nobody sits; seat number n is entry n - 1.
    phase : `Phase`. ticks_left : of the betting window or of the time to set; None without one.
    round : its number, from 1.
    dealer : his seven cards; empty before the deal.
    showdown : the result of this round, or of the last one until the next deal.
    moves : transfers of this round so far; names the next one.
    version : rises with every change.
    """

    config: TableConfig
    seats: tuple[Seat | None, ...]
    phase: Phase = "betting"
    ticks_left: int | None = None
    round: int = 1
    dealer: tuple[int, ...] = ()
    showdown: Showdown | None = None
    moves: int = 0
    version: int = 0

    def seat(self, number: int) -> Seat | None:
        """Return who sits at a seat, 1..seats; None for nobody."""
        return self.seats[number - 1] if 1 <= number <= len(self.seats) else None

    def held(self, number: int) -> Seat:
        """Return who sits at a seat; InputError when nobody does."""
        seat = self.seat(number)
        if seat is None:
            raise InputError(f"nobody sits at seat {number}; write sit to take a seat")
        return seat

    def with_seat(self, number: int, seat: Seat | None) -> State:
        """Return the next version of the table, with one seat changed."""
        seats = list(self.seats)
        seats[number - 1] = seat
        return replace(self, seats=tuple(seats), version=self.version + 1)

    def seat_of(self, player: str) -> int | None:
        """Return the number of a player's seat, None for a spectator."""
        return next((number for number, seat in self.taken() if seat.player == player), None)

    def taken(self) -> list[tuple[int, Seat]]:
        """Return the seats that somebody holds, with their numbers."""
        return [(number, seat) for number, seat in enumerate(self.seats, 1) if seat is not None]

    def in_hand(self) -> list[tuple[int, Seat]]:
        """Return the seats that were dealt cards."""
        return [(number, seat) for number, seat in self.taken() if seat.cards]

    @property
    def wants_deal(self) -> bool:
        """Whether the round can't go on before `deal` has brought the cards."""
        return self.phase == "dealing"

    @property
    def unpaid(self) -> tuple[int, ...]:
        """Numbers of the seats whose frozen result is not paid yet."""
        if self.phase != "settling" or self.showdown is None:
            return ()
        return tuple(one.seat for one in self.showdown.seats if not one.paid)

    @property
    def staked(self) -> int:
        """What lies on the table, all seats together: what the table's account has."""
        return sum(seat.stakes.total for _, seat in self.taken())

    def body(self) -> dict[str, Any]:
        """Return the state as JSON; `from_body` reads it back."""
        return {
            **self.play_body(),
            "config": self.config.body(),
            "showdown": None if self.showdown is None else self.showdown.body(),
        }

    def play_body(self) -> dict[str, Any]:
        """Return `body` without the config and the showdown, which stay as they are for long."""
        return {
            "seats": [None if seat is None else _seat_body(seat) for seat in self.seats],
            "phase": self.phase,
            "ticks_left": self.ticks_left,
            "round": self.round,
            "dealer": list(self.dealer),
            "moves": self.moves,
            "version": self.version,
        }

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> State:
        """Return the state that `body` wrote; InputError for anything else."""
        check_fields(cls, body)
        shown = body["showdown"]
        fields: dict[str, Any] = {
            **body,
            "config": TableConfig.from_body(body["config"]),
            "seats": tuple(None if seat is None else _seat(seat) for seat in body["seats"]),
            "dealer": tuple(body["dealer"]),
            "showdown": None if shown is None else Showdown.from_body(shown),
        }
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class Step:
    """What a command made of a table: the state after it, and what happened."""

    state: State
    events: tuple[Event, ...] = ()

    def then(self, state: State, *events: Event) -> Step:
        """Return the step that goes on to another state, whose version is a later one."""
        if state.version == self.state.version:
            state = replace(state, version=state.version + 1)
        return Step(state, self.events + events)

    def join(self, after: Step) -> Step:
        """Return this step and the one after it as one."""
        return Step(after.state, self.events + after.events)


@lru_cache(maxsize=_SETTINGS)  # from when it is laid until it is paid it is asked for many times
def _setting(cards: tuple[int, ...], front: tuple[int, ...], rules: Rules) -> Setting:
    return Setting(
        tuple(cards[at - 1] for at in range(1, SEVEN + 1) if at not in front),
        tuple(cards[at - 1] for at in front),
        rules,
    )


def _seat_body(seat: Seat) -> dict[str, Any]:
    body = {name: getattr(seat, name) for name in _SEAT_FIELDS}
    for name in ("stakes", "last"):
        stakes: Stakes = body[name]
        body[name] = {bet: stakes.of(bet) for bet in BETS}
    body["cards"] = list(seat.cards)
    body["low"] = None if seat.low is None else list(seat.low)
    return body


_SEAT_FIELDS: Final = tuple(one.name for one in fields(Seat))


def _seat(body: Mapping[str, Any]) -> Seat:
    check_fields(Seat, body)
    low = body["low"]
    fields: dict[str, Any] = {
        **body,
        "stakes": Stakes(**body["stakes"]),
        "last": Stakes(**body["last"]),
        "cards": tuple(body["cards"]),
        "low": None if low is None else (low[0], low[1]),
    }
    return Seat(**fields)
