"""What the page of the strongest hands prints: the grid, its text, and cells against deals."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from gutshot.cards.decks import RANKS
from gutshot.errors import HandError
from gutshot.holdem.hand_classes import CLASS_NAMES, COMBOS
from gutshot.holdem.percentile import (
    by_combos,
    order_against,
    percent_of_cells,
    strength_order,
)
from gutshot.holdem.range_dialects import DIALECTS, write_range
from gutshot.web.number_text import decimal_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.percentile import TopShare

__all__ = ["Cell", "cells", "cells_of_deals", "summary_of", "texts"]

_CELLS_PERCENT: Final = Fraction(40)
_OPPONENTS: Final = (30, 20)
"""Percent of deals that an opponent plays in the other orders."""


class Cell(NamedTuple):
    """A class of hands.

    text : the share of deals that it and all stronger hands are. level : its colour's class.
    words : the same in full, for who can't see the cell's place.
    """

    name: str
    text: str
    level: str
    words: str


class CellCounts(NamedTuple):
    """The first 40 % of the chart's cells as a share of deals, in percent, in several orders.

    against : by equity against that many percent of deals, the strongest.
    """

    cells: str
    by_equity: str
    against: tuple[tuple[int, str], ...]
    lightest: str
    heaviest: str


def summary_of(found: TopShare | None) -> str:
    """Return the page's statement."""
    if found is None:
        return "The top 0\u202f%: no hand"
    combos = found.percent * COMBOS / 100
    count = f"{float(combos):.6g}"
    cells_percent = decimal_text(Fraction(100 * found.classes, len(CLASS_NAMES)), 1)
    return (
        f"The top {float(found.percent):.12g}\u202f% of deals: {count} of {COMBOS:,} combos, in"
        f" {found.classes} of {len(CLASS_NAMES)} cells ({cells_percent}\u202f%)"
    )


def cells(found: TopShare | None) -> tuple[tuple[Cell, ...], ...]:
    """Return the grid, 13 rows of 13."""
    by_number: dict[int, Cell] = {}
    for place, one in enumerate(strength_order(), 1):
        name = CLASS_NAMES[one.number]
        through = decimal_text(one.through_percent, 1)
        level, said = "heat-none", "out"
        if found is not None and place <= found.classes:
            level, said = "heat-up8", "in"
            if one.number == found.boundary and found.boundary_share < 1:
                percent = f"{float(100 * found.boundary_share):.3g}"
                level, said = "heat-up3 percentile-part", f"in with {percent}\u202f% of its deals"
        words = (
            f"{name}: {said}; place {place} of {len(CLASS_NAMES)}, it and all stronger hands are"
            f" {through}\u202f% of deals; equity {decimal_text(100 * one.equity, 2)}\u202f%"
        )
        by_number[one.number] = Cell(name, through, level, words)
    size = len(RANKS)
    return tuple(
        tuple(by_number[size * row + column] for column in range(size)) for row in range(size)
    )


def texts(found: TopShare | None) -> list[tuple[str, str, str]]:
    """Return by dialect whose it is, the range's text, and what is to be said of it."""
    if found is None:
        return []
    out = []
    for dialect, whose in DIALECTS.items():
        note = ""
        try:
            text = write_range(found.hands, dialect)
        except HandError as error:
            text, note = _without_the_last(found, dialect, str(error))
        out.append((whose, text, note))
    return out


def _without_the_last(found: TopShare, dialect: str, problem: str) -> tuple[str, str]:
    """Return the text of the hands with all their deals, for who can't write a part."""
    whole = found.whole_hands()
    if whole is None:
        return "", problem
    percent = decimal_text(Fraction(100 * int(whole.weights.sum()), COMBOS), 2)
    last = CLASS_NAMES[found.boundary]
    note = f"It has no weights, so {last} is left out: {percent}\u202f% of deals."
    return write_range(whole, dialect), note


@cache
def cells_of_deals() -> CellCounts:
    """Return the first 40 % of the cells as shares of deals."""

    def share(order: Sequence[int]) -> str:
        return decimal_text(percent_of_cells(order, _CELLS_PERCENT), 1)

    return CellCounts(
        f"{_CELLS_PERCENT}",
        share([one.number for one in strength_order()]),
        tuple((percent, share(order_against(Fraction(percent)))) for percent in _OPPONENTS),
        share(by_combos(fewest_first=True)),
        share(by_combos(fewest_first=False)),
    )
