"""Progressives and bankrolls as small HTML tables for notebooks, without styles of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.render.exact_decimals import exact_decimal
from gutshot.render.videopoker_html import html_table
from gutshot.render.videopoker_text import category_label
from gutshot.render.vp_money_text import ties_words

if TYPE_CHECKING:
    from gutshot.videopoker.bankroll import Bankroll
    from gutshot.videopoker.progressive import Progressive

__all__ = ["bankroll_html", "progressive_html"]

_MOST_CHANGES = 30


def progressive_html(found: Progressive) -> str:
    """Return what changes with the meter, under the break-even jackpot."""
    even = found.break_even
    words = "no break-even jackpot" if even is None else f"breaks even at {float(even):,.6f} bets"
    head = ["Hold below", "Hold above", "From", "To", "Deals"]
    rows = (
        [x.before, x.after, f"{float(x.first):,.4f}", f"{float(x.last):,.4f}", f"{x.deals:,}"]
        for x in found.changes()[:_MOST_CHANGES]
    )
    title = f"{found.table.name}, {category_label(found.meter.line.category).lower()}: {words}"
    return html_table(title, head, rows)


def bankroll_html(found: Bankroll) -> str:
    """Return the parts of the variance, under the variance."""
    head = ["Category", "Pays", "One in", "Variance", "%"]
    rows = (
        [
            category_label(part.category),
            str(part.pays),
            f"{float(1 / part.chance):,.2f}" if part.chance else "never",
            exact_decimal(part.contribution, 7),
            exact_decimal(100 * part.share, 2),
        ]
        for part in found.parts
    )
    least, most = (exact_decimal(bound, 7) for bound in found.variance)
    title = f"{found.game.table.name}: variance {least} per bet with {found.terms.plays} hands"
    if least != most:
        title += f"; {ties_words(most)}"
    return html_table(title, head, rows)
