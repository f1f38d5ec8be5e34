"""The independent chip model: what a stack is worth in a tournament's prizes."""

from __future__ import annotations

from gutshot.holdem.icm.bubble import BubbleFactors, bubble_factors
from gutshot.holdem.icm.call import IcmCall, icm_call
from gutshot.holdem.icm.equities import IcmEquities, icm_equities

__all__ = [
    "BubbleFactors",
    "IcmCall",
    "IcmEquities",
    "bubble_factors",
    "icm_call",
    "icm_equities",
]
