"""All-in equities for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.cards.text import format_cards, with_letters
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
    """Return a line a hand: its equity, and how often it wins alone and ties.

    Counted equities have four decimals; of drawn ones only two say anything, and their standard
    errors stand beside them.
    """
    drawn = found.method == "simulated"
    places = 2 if drawn else 4
    columns = (
        Column("hand"),
        Column("equity", right=True),
        *([Column("+/-", right=True)] if drawn else []),
        Column("win", right=True),
        Column("tie", right=True),
        Column("wins", right=True),
        Column("ties", right=True),
    )
    total = found.total
    errors = found.standard_errors or (0.0,) * len(found.hands)
    names = [hand if unicode else with_letters(hand) for hand in found.hands]
    rows = [
        (
            hand if len(hand) <= _LONGEST_HAND else f"{hand[: _LONGEST_HAND - 3]}...",
            f"{float(100 * share):.{places}f} %",
            *([f"{100 * error:.3f}"] if drawn else []),
            f"{100 * wins / total:.{places}f} %",
            f"{100 * ties / total:.{places}f} %",
            f"{wins:,}",
            f"{ties:,}",
        )
        for hand, share, error, wins, ties in zip(
            names, found.equity, errors, found.wins, found.ties, strict=True
        )
    ]
    lines = [
        f"{name:<6}{format_cards(cards, unicode=unicode)}"
        for name, cards in (("board", board), ("dead", dead))
        if cards
    ]
    lines += [*([""] if lines else []), text_table(columns, rows), ""]
    if drawn:
        lines.append(
            f"simulated: {total:,} deals drawn, seed {found.seed}; +/- is one standard error in"
            " percentage points"
        )
        return "\n".join(lines)
    each = "" if found.weight == 1 else f", a deal of full weight as {found.weight:,}"
    lines.append(f"exact: {total:,} deals counted{each}")
    return "\n".join(lines)
