"""What the pages about progressives and bankrolls are asked, read from their addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from gutshot.errors import InputError
from gutshot.videopoker.amounts import parse_amount
from gutshot.videopoker.bankroll import BankrollTerms

if TYPE_CHECKING:
    from gutshot.web.vp_choice import TableChoice

__all__ = [
    "MOST_DRAWN",
    "MOST_WORK",
    "ProgressiveWish",
    "checked_trips",
    "page_url",
    "read_progressive",
    "read_terms",
    "whole",
]

MOST_WORK: Final = 10**9
"""Products that a request may take to count a trip: about a second."""

MOST_DRAWN: Final = 5 * 10**6
"""Hands that a request may simulate: about a second."""

_LONGEST: Final = 40


@dataclass(frozen=True, slots=True)
class ProgressiveWish:
    """Which meter, how high, and from where to where it is followed; jackpots in bets."""

    line: str
    coins: int | None
    jackpot: Fraction | None
    low: Fraction | None
    high: Fraction | None

    @property
    def unit(self) -> int:
        """How many of the unit that is shown a bet has."""
        return self.coins or 1


def whole(text: str, name: str, default: int | None) -> int | None:
    """Return a whole number of a query, the default for none.

    Raises
    ------
    InputError
        When it is no whole number.
    """
    if not text.strip():
        return default
    amount = parse_amount(text, name, "1000")
    if amount.denominator > 1:
        raise InputError(f"{name}: '{text.strip()[:_LONGEST]}' is not whole; write one like 1000")
    return amount.numerator


def read_progressive(query: Mapping[str, str]) -> ProgressiveWish:
    """Return what a query asks of a progressive.

    Raises
    ------
    InputError
        For a number that is none.
    """
    coins = whole(query.get("coins", ""), "coins", None)
    if coins is not None and not 1 <= coins <= 1_000:
        raise InputError(f"coins: a bet has 1 to 1,000 of them, not {coins}")

    def bets(name: str) -> Fraction | None:
        text = query.get(name, "")
        return parse_amount(text, name, "1000") / (coins or 1) if text.strip() else None

    return ProgressiveWish(
        line=query.get("line", "").strip()[:_LONGEST] or "royal_flush",
        coins=coins,
        jackpot=bets("jackpot"),
        low=bets("from"),
        high=bets("to"),
    )


def read_terms(query: Mapping[str, str]) -> BankrollTerms:
    """Return the terms of a query; risk and cash back in percent.

    Raises
    ------
    InputError
        For a number that is none, and for what `BankrollTerms` refuses.
    """

    def percent(name: str, default: str) -> Fraction:
        text = query.get(name, "").strip().removesuffix("%").strip()
        return parse_amount(text or default, name, default) / 100

    return BankrollTerms(
        plays=whole(query.get("plays", ""), "plays", 1) or 0,
        rounds=whole(query.get("deals", ""), "deals", 1_000) or 0,
        bankroll=whole(query.get("bankroll", ""), "bankroll", None),
        risk=percent("risk", "5"),
        cash_back=percent("cash_back", "0"),
    )


def checked_trips(terms: BankrollTerms, trips: int) -> int:
    """Return how many trips to simulate, 0 without a bankroll.

    Raises
    ------
    InputError
        When that is more than a request may take.
    """
    if terms.bankroll is None:
        return 0
    most = MOST_DRAWN // (terms.rounds * terms.plays)
    if trips > most:
        trips_here = f"ask for at most {most}, or use" if most >= 2 else "use"
        raise InputError(
            f"{trips} trips of {terms.rounds} deals are too many to simulate here;"
            f" {trips_here} 'gutshot vp bankroll --simulate'"
        )
    return trips


def page_url(page: str, choice: TableChoice) -> str:
    """Return the address of a page about a pay table, ``progressive`` or ``bankroll``."""
    return f"/videopoker/{page}?{urlencode(choice.parameters(), safe=':,/')}"
