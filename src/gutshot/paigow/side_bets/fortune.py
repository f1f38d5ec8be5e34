"""The Fortune side bet: paid by what the seven cards hold, however they are set.

A hand is paid for the line that pays it most. A line that pays 0 is a push, what reaches no line
loses; payouts are to 1. With *envy*, who bets enough is also paid a fixed amount for every hand
that another player holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gutshot.errors import InputError, PayTableError
from gutshot.frames import Rows
from gutshot.paigow.sevens import HANDS, SEVEN_KINDS, count_lines
from gutshot.paigow.side_bets.reading import (
    MOST_PAID,
    check_keys,
    read_expected,
    read_payouts,
    read_texts,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.paigow.side_bets.reading import Expected

__all__ = [
    "MOST_OTHERS",
    "FortuneLine",
    "FortuneOdds",
    "FortuneTable",
    "check_company",
    "fortune_odds",
    "read_fortune",
]

MOST_OTHERS: Final = 6
"""53 cards are enough for seven hands, one of which is the dealer's, and four cards are left."""

_KEYS: Final = ("bet", "name", "source", "note", "pays", "envy", "envy_least_stake", "expected")
_LEAST_STAKE: Final = Fraction(5)


@dataclass(frozen=True, slots=True)
class FortuneTable:
    """A pay table of the Fortune.

    pays : what a bet of 1 wins by line, of `SEVEN_KINDS`, the line that is paid first in front.
    envy : what another player's hand is worth by line, in the money of the stake; None without.
    envy_least_stake : smaller bets have no envy.
    expected : what the file says that the table comes to.
    """

    id: str
    name: str
    pays: Mapping[str, Fraction]
    envy: Mapping[str, Fraction] | None = None
    envy_least_stake: Fraction = _LEAST_STAKE
    source: str = ""
    note: str = ""
    expected: Expected | None = None


class FortuneLine(NamedTuple):
    """A line, and how many of the 154,143,080 hands are paid for it; the last one, "", loses.

    pays : to 1; -1 for what loses.
    envy : for another player's hand, 0 where there is none.
    """

    line: str
    pays: Fraction
    envy: Fraction
    natural: int
    joker: int

    @property
    def hands(self) -> int:
        """How many hands there are, without the joker and with it."""
        return self.natural + self.joker


@dataclass(frozen=True, slots=True)
class FortuneOdds(Rows):
    """What a pay table comes to, all hands counted.

    lines : in the order in which they are paid, and what loses.
    """

    table: FortuneTable
    lines: tuple[FortuneLine, ...]

    @property
    def net_units(self) -> Fraction:
        """What bets of 1 on all 154,143,080 hands bring together."""
        return sum((line.hands * line.pays for line in self.lines), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """What a bet of 1 costs on average, envy left out; negative where it gains."""
        return -self.net_units / HANDS

    @property
    def variance(self) -> Fraction:
        """The variance of what a bet of 1 brings, envy left out."""
        squares = sum((line.hands * line.pays**2 for line in self.lines), Fraction(0))
        return squares / HANDS - self.edge**2

    @property
    def hits(self) -> int:
        """How many hands win."""
        return sum(line.hands for line in self.lines if line.pays > 0)

    @property
    def envy_mean(self) -> Fraction:
        """What one other player's hand brings on average, in the money of the stake."""
        return sum((line.hands * line.envy for line in self.lines), Fraction(0)) / HANDS

    def envy_share(self, others: int, stake: Fraction) -> Fraction:
        """Return what envy adds to a bet of 1, with so many other players and this stake.

        It is exact for any number of players: a mean adds up, whatever their hands have in common.

        Raises
        ------
        InputError
            When no table has so many other players, or the stake is none.
        """
        check_company(others, stake)
        if stake < self.table.envy_least_stake:
            return Fraction(0)
        return others * self.envy_mean / stake

    def edge_with_envy(self, others: int, stake: Fraction) -> Fraction:
        """Return what a bet of 1 costs on average with envy.

        Raises
        ------
        InputError
            As `envy_share` does.
        """
        return self.edge - self.envy_share(others, stake)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row a line; `share` is 0..1, `brings` what it adds to a bet of 1."""
        return [
            {
                "line": line.line or "nothing",
                "pays": float(line.pays),
                "envy": float(line.envy),
                "natural": line.natural,
                "joker": line.joker,
                "hands": line.hands,
                "share": line.hands / HANDS,
                "brings": float(line.hands * line.pays / HANDS),
            }
            for line in self.lines
        ]


def check_company(others: int, stake: Fraction) -> None:
    """Refuse a number of other players that no table has, and a stake that is none.

    Raises
    ------
    InputError
        With what would be right.
    """
    if not 0 <= others <= MOST_OTHERS:
        raise InputError(f"{others} other players don't fit: a table has 0 to {MOST_OTHERS}")
    if not 0 < stake <= MOST_PAID:
        raise InputError(f"a stake of {float(stake):g} is none: bet more than 0, at most 1,000,000")


def fortune_odds(table: FortuneTable) -> FortuneOdds:
    """Count what a pay table comes to."""
    envy = table.envy or {}
    lines = [
        FortuneLine(
            line,
            Fraction(table.pays.get(line, -1)),
            Fraction(envy.get(line, 0)),
            *both,
        )
        for line, both in count_lines(tuple(table.pays)).items()
    ]
    return FortuneOdds(table, tuple(lines))


def read_fortune(content: Mapping[str, Any], table: str) -> FortuneTable:
    """Return the pay table of a file's content; `table` is its id.

    Raises
    ------
    PayTableError
        At the first thing that can't be used: what it was, and what would be right.
    """
    check_keys(content, _KEYS, "a Fortune table")
    pays = read_payouts(content.get("pays"), SEVEN_KINDS, "pays")
    # what pays most is paid; of lines that pay alike, which one is all the same for the bettor
    in_order = sorted(pays, key=lambda line: -pays[line])
    envy = None
    if "envy" in content:
        envy = read_payouts(content["envy"], in_order, "envy")
    least = read_payouts(
        {"envy_least_stake": content.get("envy_least_stake", str(_LEAST_STAKE))},
        ["envy_least_stake"],
        "envy",
    )["envy_least_stake"]
    if envy is None and "envy_least_stake" in content:
        raise PayTableError("envy_least_stake is given without [envy]: write its lines, or neither")
    return FortuneTable(
        table,
        pays={line: pays[line] for line in in_order},
        envy=envy,
        envy_least_stake=least,
        expected=read_expected(content["expected"]) if "expected" in content else None,
        **read_texts(content),
    )
