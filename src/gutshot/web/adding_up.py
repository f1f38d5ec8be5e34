"""Decimals that add up: each rounded so that the printed parts sum to the printed whole."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from gutshot.web.number_text import decimal_text

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["adding_up", "places_for"]

_FEWEST = 4
_MOST = 12


def places_for(exact: Fraction, digits: int = 3) -> int:
    """Return how many decimals show `digits` significant digits of a small number, 4..12."""
    places = _FEWEST
    while exact and places < _MOST and abs(exact) * 10**places < 10 ** (digits - 1):
        places += 1
    return places


def adding_up(parts: Sequence[Fraction], places: int) -> tuple[list[str], str]:
    """Return the parts and their sum as decimals of which the first add up to the last exactly.

    All are rounded down first; then the parts that lost most get one more unit of the last place,
    until the sum, rounded to the nearest, is reached. No part is off by a whole unit.
    """
    unit = 10**places
    whole = round(sum(parts, Fraction(0)) * unit)
    floors = [floor(part * unit) for part in parts]
    rests = [part * unit - low for part, low in zip(parts, floors, strict=True)]
    missing = whole - sum(floors)
    for at in sorted(range(len(parts)), key=lambda at: (-rests[at], at))[:missing]:
        floors[at] += 1
    return [decimal_text(Fraction(low, unit), places) for low in floors], decimal_text(
        Fraction(whole, unit), places
    )
