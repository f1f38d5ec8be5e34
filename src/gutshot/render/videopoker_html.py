"""Video-poker results as small HTML tables for notebooks; they bring no styles of their own."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from gutshot.cards.text import format_cards
from gutshot.render.videopoker_text import IMPOSSIBLE, category_label

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gutshot.videopoker import GameReturn, HandAnalysis

__all__ = ["hold_html", "html_table", "return_html"]


def hold_html(hand: HandAnalysis) -> str:
    """Return a deal's 32 holds, best first, with the counts of every category."""
    head = ["Hold", "EV", "Exact", *map(category_label, hand.table.categories)]
    rows = (
        [
            format_cards(hold.cards, unicode=True) or "nothing",
            f"{float(hold.ev):.7f}",
            str(hold.ev),
            *(f"{count:,}" if count else IMPOSSIBLE for count in hold.counts.values()),
        ]
        for hold in hand.holds
    )
    title = f"{format_cards(hand.deal, unicode=True)}: {hand.table.name}"
    return html_table(title, head, rows)


def return_html(game: GameReturn) -> str:
    """Return a whole game's categories under its return."""
    head = ["Category", "Pays", "Combinations", "%", "Return %"]
    pays = {line.category: str(line.pays) for line in game.table.lines}
    rows = (
        [
            category_label(row["category"]),
            pays.get(row["category"], ""),
            f"{row['combinations']:,}",
            f"{100 * row['share']:.6f}",
            f"{100 * row['return']:.6f}",
        ]
        for row in game.rows()
    )
    return html_table(f"{game.table.name}: returns {game.percent:.6f} %", head, rows)


def html_table(title: str, head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a captioned table of texts."""

    def line(tag: str, cells: Iterable[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(line("td", row) for row in rows)
    return (
        f"<table><caption>{escape(title)}</caption>"
        f"<thead>{line('th', head)}</thead><tbody>{body}</tbody></table>"
    )
