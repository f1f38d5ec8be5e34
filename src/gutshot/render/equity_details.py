"""Equities hand by hand and by the next card: as JSON, and as two charts for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.cards.decks import RANKS
from gutshot.cards.text import card_name, with_letters
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.holdem.equities import Equities

__all__ = ["equity_details", "equity_details_text"]

_SUITS = ((3, "♠", "s"), (2, "♥", "h"), (1, "♦", "d"), (0, "♣", "c"))


def equity_details(found: Equities, next_cards: Mapping[int, Equities]) -> dict[str, Any]:
    """Return the first hand's equity by class, and every hand's by next card, 0..1."""
    return {
        "class_equity": {
            name: float(share)
            for name, share in zip(CLASS_NAMES, found.class_equities, strict=True)
            if share is not None
        },
        "next_card_equity": {
            card_name(card): [float(share) for share in one.equity]
            for card, one in next_cards.items()
        },
    }


def equity_details_text(
    found: Equities, next_cards: Mapping[int, Equities], *, unicode: bool = True
) -> str:
    """Return the first hand's equities in percent as charts: by its classes, by the next card.

    In the chart of classes suited ones stand above the diagonal of pairs. Whatever is not in the
    range, or can't come, is left empty.
    """
    shares = [
        "" if share is None else f"{float(100 * share):.1f}" for share in found.class_equities
    ]
    hand = found.hands[0] if unicode else with_letters(found.hands[0])
    ranks = RANKS[::-1]
    columns = [Column(""), *(Column(rank, right=True) for rank in ranks)]
    rows = [(rank, *shares[13 * row : 13 * row + 13]) for row, rank in enumerate(ranks)]
    parts = [
        f"{hand}, hand by hand, equity in percent:",
        text_table(columns, rows),
    ]
    if next_cards:
        by_card = {card: f"{float(100 * one.equity[0]):.1f}" for card, one in next_cards.items()}
        rows = [
            (
                sign if unicode else letter,
                *(by_card.get(4 * rank + suit, "") for rank in range(12, -1, -1)),
            )
            for suit, sign, letter in _SUITS
        ]
        parts += ["", f"{hand}, by the next card:", text_table(columns, rows)]
    return "\n".join(parts)
