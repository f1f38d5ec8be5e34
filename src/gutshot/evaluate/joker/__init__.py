"""Five- and two-card hands with the joker that is only partly wild (the bug).

The joker is an ace, or the missing card of a straight, a flush or a straight flush; in a flush it
is the highest rank that is missing. Four aces and the joker are five aces, which nothing beats.

A *high strength* numbers the 7,463 different five-card hands from 0, the weakest, without gaps; a
*low strength* the 91 different two-card hands, which know pairs and high cards only and in which
the joker is an ace. Equal hands have equal strengths, suits have no order. A five-card hand
*outranks* a two-card hand when it is higher, the two-card hand's missing cards being lower than a
deuce: so K-K-A-5-3 outranks K-K, and A-Q-J-9-8 does not outrank A-K. That is one comparison,
``high >= StrengthTables.least_high[low]``.

Where A-2-3-4-5 stands among the straights, second or last, is the house's choice: `strength_tables`
takes it. Other straights and straight flushes make room for it; all other hands keep their
strengths.

`classes` lists what there is, in order; `tables` finds a hand's place in it, `_kernels` those of
many hands and of all splits of seven cards; `plain` is the slow twin that tries every card for the
joker.
"""

from __future__ import annotations

from gutshot.evaluate.joker.classes import (
    FIRST_STRENGTH,
    HIGH_CATEGORIES,
    HIGH_STRENGTHS,
    LOW_STRENGTHS,
    HandClass,
    category_of,
    high_classes,
    low_classes,
    straight_ranks,
)
from gutshot.evaluate.joker.tables import (
    StrengthTables,
    high_strength,
    low_strength,
    strength_tables,
)

__all__ = [
    "FIRST_STRENGTH",
    "HIGH_CATEGORIES",
    "HIGH_STRENGTHS",
    "LOW_STRENGTHS",
    "HandClass",
    "StrengthTables",
    "category_of",
    "high_classes",
    "high_strength",
    "low_classes",
    "low_strength",
    "straight_ranks",
    "strength_tables",
]
