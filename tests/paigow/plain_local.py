"""The local house way, once more and by lists: for tests that need a way of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gutshot.evaluate.joker import FIRST_STRENGTH, category_of
from gutshot.paigow import Rules, Setting, legal_settings
from gutshot.paigow.setting import split_strengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

FIRST_PAIR = FIRST_STRENGTH[1]
FIRST_LOW_PAIR = 78
TWO_PAIR, FULL_HOUSE = 2, 6


@dataclass(frozen=True)
class PlainLocal:
    """Keep the best category, or two pairs or a full house in two parts; then the best low hand."""

    id: str = "plain-local"

    def set(self, cards: Sequence[int], rules: Rules) -> Setting:
        settings = legal_settings(cards, rules)
        best = max(category_of(one.high_strength) for one in settings)
        kept = [one for one in settings if category_of(one.high_strength) == best]
        if best in {TWO_PAIR, FULL_HOUSE}:
            kept += [
                one
                for one in settings
                if one.high_strength >= FIRST_PAIR and one.low_strength >= FIRST_LOW_PAIR
            ]
        return max(kept, key=lambda one: (one.low_strength, one.high_strength))

    def strengths(
        self, hands: NDArray[np.uint8], rules: Rules
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        high, low = (part.astype(np.int32) for part in split_strengths(hands, rules))
        legal = high >= rules.tables.least_high[low]
        category = np.searchsorted(FIRST_STRENGTH, high, side="right") - 1
        best = np.where(legal, category, -1).max(axis=1)[:, None]
        both = (high >= FIRST_PAIR) & (low >= FIRST_LOW_PAIR)
        kept = legal & ((category == best) | both & np.isin(best, (TWO_PAIR, FULL_HOUSE)))
        at = np.where(kept, low * 10_000 + high, -1).argmax(axis=1)
        rows = np.arange(len(hands))
        return high[rows, at], low[rows, at]
