"""All-in equities as JSON: whole counts, and shares as the nearest floats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.cards.text import card_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.equities import Equities

__all__ = ["equity_payload"]


def equity_payload(
    found: Equities, board: Sequence[int] = (), dead: Sequence[int] = ()
) -> dict[str, Any]:
    """Return what each hand wins and ties; shares are fractions 0..1 of all deals.

    `weight` is what a deal counts whose hands have the weight 1: 1, unless a range has weights.
    """
    total = found.total
    return {
        "schema": "gutshot.holdem.equity/1",
        "hands": list(found.hands),
        "board": [card_name(card) for card in board],
        "dead": [card_name(card) for card in dead],
        "equity": [float(share) for share in found.equity],
        "win": [n / total for n in found.wins],
        "tie": [n / total for n in found.ties],
        "wins": list(found.wins),
        "ties": list(found.ties),
        "total": total,
        "weight": found.weight,
        "method": "exact",
        "standard_error": 0.0,
    }
