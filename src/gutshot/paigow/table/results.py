"""The result of a round, as it is frozen when the hands are shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["HandShown", "Result", "SeatResult", "Showdown", "SideResult", "check_fields"]

Result = Literal["win", "push", "lose", "ace_high_push"]
"""What becomes of a main wager; the last one on Face Up, whatever the player holds."""


@dataclass(frozen=True, slots=True)
class HandShown:
    """One of the four hands of a comparison.

    label : player_high, dealer_high, player_low, dealer_low.
    name : its strength in words. cards : ids as they are laid out.
    wins : whether it won its comparison; equal hands are the dealer's.
    """

    label: str
    name: str
    cards: tuple[int, ...]
    wins: bool


@dataclass(frozen=True, slots=True)
class SideResult:
    """What became of a side bet.

    bet : fortune or pushace. stake, win : credits; the win is paid over the stake.
    line : of its pay table, "" where none was reached. result : win, push or lose.
    """

    bet: str
    stake: int
    line: str
    result: Literal["win", "push", "lose"]
    win: int


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a seat's round came to, in credits.

    hands : player high, dealer high, player low, dealer low.
    result : of the main wager. main_win : over the stake, before the commission.
    fortune, pushace : None where no such bet was placed.
    envy : for other players' hands; None where no other player was in the round.
    envy_hands : the seats whose hands paid it, and their lines.
    stake : all wagers. payout : what comes back to the player, stakes included.
    capped : whether the table maximum made side bets or envy smaller.
    paid : whether the payout is in the player's account.
    """

    seat: int
    player: str
    name: str
    hands: tuple[HandShown, ...]
    result: Result
    main_stake: int
    main_win: int
    commission: int
    fortune: SideResult | None
    pushace: SideResult | None
    envy: int | None
    envy_hands: tuple[tuple[int, str], ...]
    stake: int
    payout: int
    capped: bool = False
    paid: bool = False


@dataclass(frozen=True, slots=True)
class Showdown:
    """All seats of a round, in the order of their numbers.

    dealer_high, dealer_low : ids as they are laid out.
    """

    round: int
    dealer_high: tuple[int, ...]
    dealer_low: tuple[int, ...]
    dealer_high_name: str
    dealer_low_name: str
    ace_high_push: bool
    seats: tuple[SeatResult, ...]

    def of(self, seat: int) -> SeatResult | None:
        """Return a seat's result, None when it had no hand."""
        return next((one for one in self.seats if one.seat == seat), None)

    def with_paid(self, seat: int) -> Showdown:
        """Return the showdown with one seat paid."""
        seats = (replace(one, paid=True) if one.seat == seat else one for one in self.seats)
        return replace(self, seats=tuple(seats))

    def body(self) -> dict[str, Any]:
        """Return the showdown as JSON; `from_body` reads it back."""
        return {**_fields(self), "seats": [_result_body(one) for one in self.seats]}

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> Showdown:
        """Return the showdown that `body` wrote; InputError for anything else."""
        check_fields(cls, body)
        fields: dict[str, Any] = {
            **body,
            "dealer_high": tuple(body["dealer_high"]),
            "dealer_low": tuple(body["dealer_low"]),
            "seats": tuple(_seat_result(one) for one in body["seats"]),
        }
        return cls(**fields)


def _fields(one: Showdown | SeatResult | HandShown | SideResult) -> dict[str, Any]:
    # dataclasses.asdict copies every card; a table is kept hundreds of times a second.
    return {name: getattr(one, name) for name in one.__dataclass_fields__}


def _result_body(one: SeatResult) -> dict[str, Any]:
    return {
        **_fields(one),
        "hands": [_fields(hand) for hand in one.hands],
        "fortune": None if one.fortune is None else _fields(one.fortune),
        "pushace": None if one.pushace is None else _fields(one.pushace),
    }


def check_fields(kind: type, body: Mapping[str, Any]) -> None:
    """Check that a body has a value's fields, all of them: a default would be a guess."""
    known = kind.__dataclass_fields__.keys()  # type: ignore[attr-defined]
    for name in sorted(known ^ body.keys()):
        what = "is missing" if name in known else "is unknown"
        raise InputError(f"'{name[:40]}' of a {kind.__name__.lower()} {what}")


def _seat_result(body: Mapping[str, Any]) -> SeatResult:
    check_fields(SeatResult, body)
    fields: dict[str, Any] = {
        **body,
        "hands": tuple(_hand(one) for one in body["hands"]),
        "fortune": _side(body["fortune"]),
        "pushace": _side(body["pushace"]),
        "envy_hands": tuple((seat, line) for seat, line in body["envy_hands"]),
    }
    return SeatResult(**fields)


def _hand(body: Mapping[str, Any]) -> HandShown:
    return HandShown(body["label"], body["name"], tuple(body["cards"]), body["wins"])


def _side(body: Mapping[str, Any] | None) -> SideResult | None:
    return None if body is None else SideResult(**body)
