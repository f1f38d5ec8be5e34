"""What proves the strengths of seven-card hands: `CHECKS`, in order."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from gutshot.evaluate.strength import STRENGTH_CATEGORIES
from gutshot.evaluate.strength._kernels import seven_card_categories
from gutshot.work.verify import Check, CheckFailedError

if TYPE_CHECKING:
    from gutshot.work.verify import Progress

__all__ = ["CHECKS"]

SEVEN_CARD_HANDS = {
    "high_card": 23_294_460,
    "pair": 58_627_800,
    "two_pair": 31_433_400,
    "three_of_a_kind": 6_461_620,
    "straight": 6_180_020,
    "flush": 4_047_644,
    "full_house": 3_473_184,
    "four_of_a_kind": 224_848,
    "straight_flush": 41_584,
}
"""Known totals of seven-card hands by the category of their best five cards."""


def _seven_cards(progress: Progress) -> str:
    counts = np.zeros(len(STRENGTH_CATEGORIES), np.int64)
    for top in range(6, 52):
        progress(comb(top, 7) / comb(52, 7))
        counts += seven_card_categories(top, top + 1)
    found = dict(zip(STRENGTH_CATEGORIES, counts.tolist(), strict=True))
    if found != SEVEN_CARD_HANDS:
        raise CheckFailedError(f"seven cards by category: {found}, known are {SEVEN_CARD_HANDS}")
    return f"{counts.sum():,} hands of seven cards fall into the known numbers of each category"


CHECKS = [Check("seven-card hands", _seven_cards)]
"""Seconds of one core."""
