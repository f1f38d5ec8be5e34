"""Three classes all in as JSON: whole counts, and shares as the nearest floats."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.three_way.table import LARGEST_SHARE_ERROR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.three_way.comparison import ThreeWayComparison

__all__ = ["three_way_payload"]


def three_way_payload(
    found: ThreeWayComparison, errors: Sequence[float] | None = None, place: int = 2
) -> dict[str, Any]:
    """Return what three classes get of a pot, and what the average of pairwise equities gives.

    errors : (169,) errors for the first hand with the hand `place`, 0..2, as each class.
    """
    names = range(3)
    payload: dict[str, Any] = {
        "schema": "gutshot.holdem.three-way/1",
        "hands": list(found.hands),
        "outcomes": [
            {
                "winners": [hand + 1 for hand in names if winners >> hand & 1],
                "count": count,
                "chance": count / found.total,
            }
            for winners, count in enumerate(found.by_winners)
            if winners
        ],
        "total": found.total,
        "deals": found.deals,
        "equity": [float(share) for share in found.equity],
        "method": "exact",
        "pairwise": {
            "equities": [
                [None if one is None else float(one) for one in row] for row in found.against
            ],
            "equity": [float(share) for share in found.by_pairs],
            "error": [float(error) for error in found.error],
        },
    }
    if errors is not None:
        payload["first_hand_error"] = {
            "hand": place + 1,
            "within": LARGEST_SHARE_ERROR,
            "by_class": {
                name: None if math.isnan(error) else error
                for name, error in zip(CLASS_NAMES, errors, strict=True)
            },
        }
    return payload
