"""All-in equities for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.cards.text import format_cards
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.equities import Equities

__all__ = ["equity_text"]

_LONGEST_HAND = 40


def equity_text(
    found: Equities,
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    *,
    unicode: bool = True,
) -> str:
    """Return a line a hand: its equity, and how often it wins alone and ties, counted."""
    columns = (
        Column("hand"),
        Column("equity", right=True),
        Column("win", right=True),
        Column("tie", right=True),
        Column("wins", right=True),
        Column("ties", right=True),
    )
    total = found.total
    rows = [
        (
            hand if len(hand) <= _LONGEST_HAND else f"{hand[: _LONGEST_HAND - 3]}...",
            f"{float(100 * share):.4f} %",
            f"{100 * wins / total:.4f} %",
            f"{100 * ties / total:.4f} %",
            f"{wins:,}",
            f"{ties:,}",
        )
        for hand, share, wins, ties in zip(
            found.hands, found.equity, found.wins, found.ties, strict=True
        )
    ]
    lines = [
        f"{name:<6}{format_cards(cards, unicode=unicode)}"
        for name, cards in (("board", board), ("dead", dead))
        if cards
    ]
    lines += [*([""] if lines else []), text_table(columns, rows), ""]
    each = "" if found.weight == 1 else f", a deal of full weight as {found.weight:,}"
    lines.append(f"exact: {total:,} deals counted{each}")
    return "\n".join(lines)
