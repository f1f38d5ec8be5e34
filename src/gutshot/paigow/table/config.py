"""What a table is: its game, limits, clock and pay tables, as its builder's file says them."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import InputError, PayTableError
from gutshot.paigow.file_texts import shown_text
from gutshot.paigow.house_ways import HouseWay, house_way
from gutshot.paigow.rules import Rules
from gutshot.paigow.side_bets import FortuneTable, PushAceHighTable, side_bet

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gutshot.paigow.setting import Setting

__all__ = ["BETS", "SEATS_MAX", "VARIANTS", "Bet", "TableConfig"]

SEATS_MAX: Final = 6
"""Seven cards for each of six seats and the dealer are 49 of 53."""

VARIANTS: Final = ("fortune", "face-up")
"""Fortune Pai Gow with a commission; Face Up, where the dealer shows his hand first."""

Bet = str
BETS: Final[tuple[Bet, ...]] = ("main", "fortune", "pushace")
"""The wagers by the words that players type; Push Ace High is offered on Face Up only."""

_SETTINGS: Final = 64
_CREDITS_MAX: Final = 1_000_000
_PERCENT: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,4})?")
_ID: Final = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")
_NAME_LENGTH: Final = 60
_ID_LENGTH: Final = 30
_TICKS_MAX: Final = 3_600
_TICK_S_MAX: Final = 60.0
_TICK_S_MIN: Final = 0.05
_BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "seats": (1, SEATS_MAX),
    "main_minimum": (1, _CREDITS_MAX),
    "main_maximum": (1, _CREDITS_MAX),
    "side_minimum": (1, _CREDITS_MAX),
    "side_maximum": (1, _CREDITS_MAX),
    "betting_ticks": (1, _TICKS_MAX),
    "setting_ticks": (1, _TICKS_MAX),
    "away_ticks": (1, _TICKS_MAX),
    "table_maximum": (1, 1_000 * _CREDITS_MAX),
}


@dataclass(frozen=True)
class TableConfig:
    """A table's choices. A config that exists can be played: the constructor checks everything.

    id : 1..30 small letters, digits and hyphens; what transfers and links are named by.
    name : what players read.
    variant : one of `VARIANTS`.
    main_minimum, main_maximum, side_minimum, side_maximum : credits of one wager.
    betting_ticks : how long others may still bet after the first main wager of several players.
    setting_ticks : after so many ticks hands that are not set are set for their players; a player
        who is alone and connected may think as long as he likes.
    away_ticks : a disconnected player without a main wager loses his seat after so many ticks.
    tick_s : seconds of a tick.
    seats : 1..6.
    autoset : whether a new player's arrangements are set at once, without `set`.
    envy : whether the Fortune pays for other players' hands.
    fortune, push_ace_high : ids of pay tables (`gutshot.paigow.side_bets`).
    a2345_second_highest : the rank of A-2-3-4-5.
    house_way : id of the way by which the dealer sets, and players who leave it to the house.
    commission_percent : of a main wager's win, "5" or "4.5".
    table_maximum : what the house pays over the stakes in one round at most, all seats together;
        main wagers first, side bets and envy share what is left.
    """

    id: str
    name: str
    variant: str = "fortune"
    seats: int = SEATS_MAX
    main_minimum: int = 5
    main_maximum: int = 500
    side_minimum: int = 1
    side_maximum: int = 100
    betting_ticks: int = 20
    setting_ticks: int = 60
    away_ticks: int = 120
    tick_s: float = 1.0
    autoset: bool = False
    envy: bool = True
    fortune: str = "fortune-8"
    push_ace_high: str = "push-ace-high"
    a2345_second_highest: bool = True
    house_way: str = "local"
    commission_percent: str = ""
    table_maximum: int = 100_000

    def __post_init__(self) -> None:
        """Check every field, and fill in the variant's commission where none is given.

        Raises
        ------
        InputError
            At the first field that can't be used: what it was, and what would be right.
        """
        if self.variant not in VARIANTS:
            raise InputError(f"variant is {' or '.join(VARIANTS)}, not {_shown(self.variant)}")
        if self.commission_percent == "":
            usual = "0" if self.face_up else "5"
            object.__setattr__(self, "commission_percent", usual)
        _check_id(self.id)
        _check_name(self.name)
        for name, (low, high) in _BOUNDS.items():
            _check_whole(name, getattr(self, name), low, high)
        _check_tick(self.tick_s)
        for name in ("autoset", "envy", "a2345_second_highest"):
            if not isinstance(getattr(self, name), bool):
                raise InputError(f"{name} is true or false, not {_shown(getattr(self, name))}")
        self._check_limits()
        self._check_pays()

    def _check_limits(self) -> None:
        for kind, bet in (("main", "main"), ("side", "fortune")):
            least, most = self.limits(bet)
            if least > most:
                raise InputError(f"{kind}_minimum {least} is more than {kind}_maximum {most}")
        needed = self.seats * self.main_maximum
        if self.table_maximum < needed:
            raise InputError(
                f"table_maximum {self.table_maximum} is less than {self.seats} main wagers of"
                f" {self.main_maximum} can win together; give {needed} or more"
            )

    def _check_pays(self) -> None:
        if not 0 <= self.commission <= 1:
            given = _shown(self.commission_percent)
            raise InputError(f"commission_percent {given} is none; write 0 to 100, like 5 or 4.5")
        _ = self.way, self.push_ace_high_table  # raise what they raise
        if self.fortune_table.envy is None and self.envy:
            raise InputError(
                f"envy is true, but the Fortune table '{self.fortune}' pays none;"
                " choose one with [envy], or write envy = false"
            )

    @property
    def bets(self) -> tuple[Bet, ...]:
        """The wagers that this table offers."""
        return BETS if self.face_up else BETS[:2]

    @property
    def face_up(self) -> bool:
        """Whether the dealer shows his hand before the players set theirs."""
        return self.variant == "face-up"

    @cached_property
    def commission(self) -> Fraction:
        """The share of a main wager's win that the house keeps, 0..1; above 1 for no percentage."""
        text = self.commission_percent
        return Fraction(text) / 100 if _PERCENT.fullmatch(str(text)) else Fraction(2)

    @cached_property
    def rules(self) -> Rules:
        """The order of hands."""
        return Rules(a2345_second_highest=self.a2345_second_highest)

    @cached_property
    def way(self) -> HouseWay:
        """The house way; HouseWayError when there is none of this id."""
        return house_way(_text("house_way", self.house_way))

    @cached_property
    def set_by_way(self) -> Callable[[tuple[int, ...]], Setting]:
        """How the house way sets seven cards; the last hands are remembered."""

        def set_by_way(cards: tuple[int, ...]) -> Setting:
            return self.way.set(cards, self.rules)

        return lru_cache(maxsize=_SETTINGS)(set_by_way)

    @cached_property
    def fortune_table(self) -> FortuneTable:
        """The Fortune's pay table; PayTableError when the id is none of a Fortune."""
        found = side_bet(_text("fortune", self.fortune))
        if not isinstance(found, FortuneTable):
            raise PayTableError(f"fortune = '{self.fortune}' is another bet's pay table")
        return found

    @cached_property
    def push_ace_high_table(self) -> PushAceHighTable:
        """The pay table of Push Ace High; PayTableError when the id is none of it."""
        found = side_bet(_text("push_ace_high", self.push_ace_high))
        if not isinstance(found, PushAceHighTable):
            raise PayTableError(
                f"push_ace_high = '{self.push_ace_high}' is another bet's pay table"
            )
        return found

    def limits(self, bet: Bet) -> tuple[int, int]:
        """Return the least and the most of a wager, in credits."""
        if bet == "main":
            return self.main_minimum, self.main_maximum
        return self.side_minimum, self.side_maximum

    def body(self) -> dict[str, Any]:
        """Return the config as JSON; `from_body` reads it back."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> TableConfig:
        """Return the config of a mapping, a file's content or what `body` wrote.

        Raises
        ------
        InputError
            For a key that is none, and as the constructor does.
        """
        known = [one.name for one in fields(cls)]
        for key in body:
            if key not in known:
                raise InputError(f"'{str(key)[:40]}' is no key; a table has {', '.join(known)}")
        if "name" not in body:
            raise InputError('name is missing; write name = "My table"')
        read = dict(body)
        percent = read.get("commission_percent")
        if isinstance(percent, int | float) and not isinstance(percent, bool):
            read["commission_percent"] = f"{percent}"
        return cls(**read)


def _shown(given: object) -> str:
    return f"{given!r:.40}"


def _text(what: str, given: object) -> str:
    if not isinstance(given, str):
        raise InputError(f"{what} is an id in quotes, not {_shown(given)}")
    return given


def _check_id(given: object) -> None:
    if not isinstance(given, str) or len(given) > _ID_LENGTH or not _ID.fullmatch(given):
        raise InputError(
            f"a table's id is 1 to {_ID_LENGTH} small letters, digits and hyphens,"
            f" not {_shown(given)}"
        )


def _check_name(given: object) -> None:
    if (
        not isinstance(given, str)
        or not 0 < len(given) <= _NAME_LENGTH
        or given != shown_text(given)
    ):
        raise InputError(f"name is 1 to {_NAME_LENGTH} characters in one line, not {_shown(given)}")


def _check_whole(what: str, given: object, low: int, high: int) -> None:
    if type(given) is not int or not low <= given <= high:
        raise InputError(f"{what} is a whole number from {low:,} to {high:,}, not {_shown(given)}")


def _check_tick(given: object) -> None:
    number = isinstance(given, int | float) and not isinstance(given, bool)
    if not number or not _TICK_S_MIN <= float(str(given)) <= _TICK_S_MAX:
        raise InputError(
            f"tick_s is a number of seconds from {_TICK_S_MIN:g} to {_TICK_S_MAX:g},"
            f" not {_shown(given)}"
        )
