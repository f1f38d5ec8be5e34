"""Words for nodes that the table hardly ever comes to."""

from __future__ import annotations

from typing import Final

from gutshot.holdem.preflop.closeness import RARE, reach_status

__all__ = ["rare_lines"]

_LINE: Final = (
    f"Rare: under 1 in {round(1 / RARE):,} deals, which hardly counts in what is left to gain, so"
    " that shares and EVs here are settled less than elsewhere."
)


def rare_lines(reach: float) -> list[str]:
    """Return what is said of a node that is reached so rarely, 0..1; nothing for most nodes."""
    return [_LINE] if reach < RARE and reach_status(reach) == "reached" else []
