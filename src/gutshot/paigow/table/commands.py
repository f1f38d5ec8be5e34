"""What players type at a table, or send by a button: words to commands.

::

    bet main|fortune|pushace N      make the wager N credits
    unbet main|fortune|pushace|all  take wagers back before the deal
    repeat                          the wagers of the last round again
    24                              positions of the two cards in front
    13456                           positions of the five cards behind
    house                           leave the arrangement to the house
    set                             this arrangement stands
    autoset on|off                  whether arrangements stand without `set`
    settle                          try a payment again that failed
    sit, sit N                      take a seat, any or number N
    leave                           stand up; undealt wagers come back
    reset                           one's play credits are what a new player has
    help                            these words
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from gutshot.errors import InputError
from gutshot.paigow.hands import HIGH_CARDS, LOW_CARDS, SEVEN
from gutshot.paigow.table.config import BETS, SEATS_MAX, Bet

__all__ = [
    "HELP",
    "Arrange",
    "Autoset",
    "Command",
    "Help",
    "House",
    "Leave",
    "PlaceBet",
    "Repeat",
    "Reset",
    "SetHand",
    "Settle",
    "Sit",
    "TakeBack",
    "parse_command",
]

HELP: Final = (
    ("bet main|fortune|pushace N", "make this wager N credits; side bets first, main commits"),
    ("unbet main|fortune|pushace|all", "take wagers back before the deal"),
    ("repeat", "place the wagers of your last round again"),
    ("24", "put the cards at these two positions in front, as the low hand"),
    ("13456", "put the cards at these five positions behind, as the high hand"),
    ("house", "leave the arrangement to the house"),
    ("set", "this arrangement stands"),
    ("autoset on|off", "whether an arrangement stands at once, without set"),
    ("settle", "try again to be paid, when a payment has failed"),
    ("sit [N]", "take a seat, any free one or number N"),
    ("leave", "stand up; wagers that are not dealt yet come back"),
    ("reset", "bring your play credits back to 1,000"),
    ("help", "show these words"),
)
"""The words and what each does."""

_DIGITS: Final = re.compile(r"[1-7]+")
_AMOUNT: Final = re.compile(r"[0-9]{1,9}")
_SEAT: Final = re.compile(rf"[1-{SEATS_MAX}]")
_SHOWN: Final = 30


@dataclass(frozen=True, slots=True)
class PlaceBet:
    """Make a wager so many credits, in place of what lies there."""

    bet: Bet
    credits: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back a wager, or all of them: bet is then ``all``."""

    bet: Bet


@dataclass(frozen=True, slots=True)
class Repeat:
    """Place the wagers of the last round."""


@dataclass(frozen=True, slots=True)
class Arrange:
    """Put two of the seven cards in front; positions 1..7, rising."""

    low: tuple[int, int]


@dataclass(frozen=True, slots=True)
class House:
    """Leave the arrangement to the house; in Face Up the best one against the shown hand."""


@dataclass(frozen=True, slots=True)
class SetHand:
    """Let the arrangement stand."""


@dataclass(frozen=True, slots=True)
class Autoset:
    """Whether arrangements stand without `set`."""

    on: bool


@dataclass(frozen=True, slots=True)
class Settle:
    """Try a failed payment again."""


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat; number 1..6, None for any free one."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Stand up."""


@dataclass(frozen=True, slots=True)
class Reset:
    """Bring one's play credits back to what a new player has; the table is as it was."""


@dataclass(frozen=True, slots=True)
class Help:
    """Show the words."""


Command = (
    PlaceBet
    | TakeBack
    | Repeat
    | Arrange
    | House
    | SetHand
    | Autoset
    | Settle
    | Sit
    | Leave
    | Reset
    | Help
)
"""What a player can say."""

_LONGEST: Final = 200
_PLAIN: Final[dict[str, Command]] = {
    "repeat": Repeat(),
    "house": House(),
    "set": SetHand(),
    "autoset on": Autoset(on=True),
    "autoset off": Autoset(on=False),
    "settle": Settle(),
    "sit": Sit(),
    "leave": Leave(),
    "reset": Reset(),
    "help": Help(),
    "?": Help(),
}


def parse_command(text: str) -> Command:
    """Return the command that a line of words means; case and extra spaces don't matter.

    Raises
    ------
    InputError
        When it means none: what was wrong, and what would be right.
    """
    if len(text) > _LONGEST:
        raise InputError(f"a command has at most {_LONGEST} characters")  # cut, it is another one
    words = text.lower().split()
    if not words:
        raise InputError("nothing was said; type help for the words of this table")
    line = " ".join(words)
    if line in _PLAIN:
        return _PLAIN[line]
    if _DIGITS.fullmatch(line.replace(" ", "")):
        return _arrangement(line.replace(" ", ""))
    match words:
        case ["bet", *rest]:
            return _bet(rest)
        case ["unbet", *rest]:
            return _unbet(rest)
        case ["sit", number] if _SEAT.fullmatch(number):
            return Sit(int(number))
        case ["sit", *_]:
            raise InputError(f"seats are numbered 1 to {SEATS_MAX}; write sit, or sit 3")
        case ["autoset", *_]:
            raise InputError("write autoset on or autoset off")
        case _:
            raise InputError(f"'{line[:_SHOWN]}' is no command; type help for the words")


def _bet(words: list[str]) -> PlaceBet:
    match words:
        case [bet, amount] if bet in BETS:
            if not _AMOUNT.fullmatch(amount) or not int(amount):
                raise InputError(
                    f"'{amount[:_SHOWN]}' is no wager; write whole credits, like bet {bet} 10"
                )
            return PlaceBet(bet, int(amount))
        case _:
            raise InputError(f"write bet {'|'.join(BETS)} and the credits, like bet main 10")


def _unbet(words: list[str]) -> TakeBack:
    match words:
        case [bet] if bet in {*BETS, "all"}:
            return TakeBack(bet)
        case _:
            raise InputError(f"write unbet {'|'.join(BETS)}|all, like unbet fortune")


def _arrangement(digits: str) -> Arrange:
    places = sorted({int(digit) for digit in digits})
    if len(places) < len(digits):
        raise InputError(f"'{digits[:_SHOWN]}' names a position twice; each card lies once")
    if len(places) == HIGH_CARDS:
        places = [place for place in range(1, SEVEN + 1) if place not in places]
    if len(places) != LOW_CARDS:
        raise InputError(
            f"'{digits}' are {len(places)} positions; name the {LOW_CARDS} in front, like 24,"
            f" or the {HIGH_CARDS} behind, like 13456"
        )
    return Arrange((places[0], places[1]))
