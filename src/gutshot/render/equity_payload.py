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
    Where deals were drawn, `total` says how many, `seed` from which numbers, `standard_errors` how
    far off each equity may be, and `standard_error` is the largest of them; counted, it is 0. Where
    hands have to be drawn in turn, deals count unequally, and `wins` and `ties` are their shares of
    `total`.
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
        "method": found.method,
        "standard_error": found.standard_error,
        "standard_errors": list(found.standard_errors) or [0.0] * len(found.hands),
        "seed": found.seed,
    }
