"""Ranges and the strongest hands as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.holdem.hand_classes import CLASS_NAMES, COMBOS
from gutshot.holdem.percentile import strength_order
from gutshot.holdem.range_dialects import write_range

if TYPE_CHECKING:
    from gutshot.holdem.percentile import TopShare
    from gutshot.holdem.ranges import HandRange

__all__ = ["range_payload", "top_payload"]


def range_payload(hands: HandRange) -> dict[str, Any]:
    """Return how many deals a range is, and its weights by class; null where combos differ."""
    combos = int(hands.weights.sum()) / hands.denominator
    weights = hands.class_weights()
    by_class = None
    if weights is not None:
        shares = (weights / hands.denominator).tolist()
        by_class = {n: share for n, share in zip(CLASS_NAMES, shares, strict=True) if share}
    return {"combos": combos, "percent": 100 * combos / COMBOS, "weights": by_class}


def top_payload(found: TopShare, dialect: str) -> dict[str, Any]:
    """Return the strongest hands, and the order that they are of.

    `text` is null where push-fold text can't say that the last class is in it in part.

    Raises
    ------
    InputError
        When there is no such dialect.
    """
    partly = found.boundary_share < 1
    text = None if dialect == "push-fold" and partly else write_range(found.hands, dialect)
    return {
        "schema": "gutshot.ranges.top/1",
        "kind": "an order by strength, not a solve",
        "strength": "exact equity against a random hand, all in before the flop",
        **range_payload(found.hands),
        "classes": found.classes,
        "boundary": {"hand": CLASS_NAMES[found.boundary], "share": float(found.boundary_share)},
        "to": dialect,
        "text": text,
        "order": [
            {
                "hand": CLASS_NAMES[one.number],
                "equity": float(one.equity),
                "combos": one.combos,
                "through_percent": float(one.through_percent),
            }
            for one in strength_order()
        ],
    }
