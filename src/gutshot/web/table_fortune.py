"""What the Fortune costs at a table: its edge at a stake, envy of the others counted in."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from gutshot.paigow.side_bets import fortune_odds
from gutshot.web.number_text import grouped, payout_text, percent_text

if TYPE_CHECKING:
    from gutshot.paigow.side_bets import FortuneOdds, FortuneTable

__all__ = ["fortune_hint", "fortune_lines"]


def fortune_hint(table: FortuneTable, stake: int, others: int, *, envy: bool) -> str:
    """Return what a Fortune of a stake costs beside so many other players, in one sentence.

    stake : credits, 1 or more. others : players in the round besides oneself, 0..6.
    """
    odds = _odds(table)
    edge = odds.edge
    if not envy or table.envy is None:
        return f"Costs {percent_text(edge)} of the stake on average; no envy is paid."
    company = _company(others)
    least = table.envy_least_stake
    if stake < least:
        return (
            f"Costs {percent_text(edge)} of the stake on average;"
            f" from {payout_text(least)} on it is paid for the hands of others as well."
        )
    edge = odds.edge_with_envy(others, Fraction(stake))
    if not others:
        return f"Costs {percent_text(edge)} of the stake on average {company}."
    if edge < 0:
        return (
            f"Gains {percent_text(-edge)} on average at {grouped(stake)} {company}, envy counted."
        )
    return (
        f"Costs {percent_text(edge)} on average at {grouped(stake)} {company}, envy counted;"
        f" {percent_text(odds.edge)} without it."
    )


def fortune_lines(table: FortuneTable, *, envy: bool) -> tuple[tuple[str, str, str], ...]:
    """Return a pay table's lines: name, what it pays to 1, envy in credits or ""."""
    paid = table.envy if envy and table.envy is not None else {}
    return tuple(
        (
            line.replace("_", " "),
            f"{payout_text(pays)} to 1" if pays else "push",
            payout_text(paid[line]) if paid.get(line) else "",
        )
        for line, pays in table.pays.items()
    )


_COUNTED: dict[str, FortuneOdds] = {}


def _odds(table: FortuneTable) -> FortuneOdds:
    """Return what a table comes to; counted once, for pay tables don't change while we run."""
    if table.id not in _COUNTED:
        _COUNTED[table.id] = fortune_odds(table)
    return _COUNTED[table.id]


def _company(others: int) -> str:
    if not others:
        return "alone at the table"
    return f"beside {others} other{'' if others == 1 else 's'}"
