"""How high a hand of five to seven natural cards stands: `_kernels`, and its slow twin `plain`.

A *strength* is one int that compares like the hands do: the category, 0 (high card) to 8 (straight
flush), above five ranks of 4 bits each, the ones that decide first highest. The five-card hands of
a deck have 7,462 different strengths.
"""

from __future__ import annotations

from typing import Final

__all__ = ["STRENGTHS", "STRENGTH_CATEGORIES"]

STRENGTHS: Final = 7_462
"""How many different strengths there are."""

STRENGTH_CATEGORIES: Final = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
"""The categories by their number, weakest first; a royal flush is a straight flush."""
