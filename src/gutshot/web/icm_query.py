"""What the page of stacks and prizes is asked: lists as people paste them, and a call."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final
from urllib.parse import quote

from gutshot.errors import InputError
from gutshot.holdem.icm.equities import MAX_PLAYERS
from gutshot.videopoker.amounts import parse_amount, parse_amounts

__all__ = ["EXAMPLES", "IcmState", "amount_text", "read_icm_state", "read_list"]

_APART: Final = re.compile(r"[\s;]+")
_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
_LONGEST: Final = 70_000  # more than a request can hold: nothing is cut off unseen
_LONGEST_ADDRESS: Final = 6_000

EXAMPLES: Final = (
    (
        "A final table",
        (
            "stacks=52000,41000,33500,27000,21500,16000,9800,6200,3000"
            "&payouts=30,20,14,10.5,8,6.2,4.8,3.6,2.9&player=2&against=1&pot=4500"
        ),
    ),
    (
        "The bubble of a sit-and-go",
        "stacks=5000,3000,1500,500&payouts=50,30,20&player=2&against=1&pot=300",
    ),
    ("A satellite: six play for five tickets", "stacks=1,1,1,1,1,1&payouts=1,1,1,1,1"),
    (
        "Heads up for the rest",
        "stacks=6000,4000&payouts=1000,600&player=2&against=1&pot=200",
    ),
)
"""Questions to start from: what they are called, and their addresses; the first stands there."""


@dataclass(frozen=True, slots=True)
class IcmState:
    """What the page shows; texts as typed. Players are counted from 1."""

    stacks: str
    payouts: str
    player: str = ""
    against: str = ""
    pot: str = ""

    def url(self) -> str:
        """Return the address that shows this state, "" for lists that are too long for one."""
        pairs = [
            ("stacks", _short(self.stacks)),
            ("payouts", _short(self.payouts)),
            ("player", self.player),
            ("against", self.against),
            ("pot", self.pot),
        ]
        query = "&".join(f"{key}={quote(text, safe=':,/')}" for key, text in pairs if text)
        return f"/icm?{query}" if len(query) <= _LONGEST_ADDRESS else ""

    def call(self) -> tuple[int, int, Fraction] | None:
        """Return who calls, who is all in, both from 0, and the pot; None for no question.

        Raises
        ------
        InputError
            For what names no players or is no pot.
        """
        if not (self.player and self.against):
            return None
        seats = []
        for text in (self.player, self.against):
            if not (text.isascii() and text.isdigit() and len(text) <= 6):
                raise InputError(f"'{text[:20]}' is no player; write his number, like 2")
            seats.append(int(text) - 1)
        pot = parse_amount(self.pot, "pot", "450") if self.pot else Fraction(0)
        return seats[0], seats[1], pot


def read_icm_state(fields: Mapping[str, str]) -> IcmState:
    """Return the state of an address or a form; the first example for an empty one."""

    def field(name: str, longest: int) -> str:
        return fields.get(name, "").strip()[:longest]

    return IcmState(
        stacks=field("stacks", _LONGEST),
        payouts=field("payouts", _LONGEST),
        player=field("player", 20),
        against=field("against", 20),
        pot=field("pot", 40),
    )


def read_list(text: str, name: str, example: str) -> list[Fraction]:
    """Return the numbers of a pasted list, between commas, spaces, semicolons or lines.

    A comma within a number is taken for one between thousands where spaces or lines separate.

    Raises
    ------
    InputError
        At the first that is no number, and for more than 5,000.
    """
    parts = [part for part in _APART.split(text.strip()) if part]
    between = len(parts) == 1 or any(part.endswith(",") for part in parts)
    tokens: list[str] = []
    for part in parts:
        if not between and _THOUSANDS.fullmatch(part):
            tokens.append(part)
        else:
            tokens.extend(part.removesuffix(",").split(","))
    if len(tokens) > MAX_PLAYERS:
        raise InputError(
            f"{name}: {len(tokens):,} numbers are too many; give up to {MAX_PLAYERS:,}"
        )
    if not tokens:
        raise InputError(f"{name}: give at least one number, like {example}")
    return parse_amounts(tokens, name, example)


def _short(text: str) -> str:
    """Return a list with commas only, or the text as it is when it can't be read."""
    try:
        return ",".join(amount_text(number) for number in read_list(text, "list", "1"))
    except InputError:
        return text


def amount_text(number: Fraction) -> str:
    """Return a number as `parse_amount` reads it back, without commas."""
    if number.denominator == 1:
        return str(number.numerator)
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest == 1:
        text = f"{float(number):.15f}".rstrip("0")
        if Fraction(text) == number:
            return text
    return f"{number.numerator}/{number.denominator}"
