"""Chips of a solved spot as people read them: no exponents, no minus before a zero."""

from __future__ import annotations

from math import floor, isfinite, log10

__all__ = ["chips_text", "fixed_text"]

_DIGITS = 6


def chips_text(amount: float) -> str:
    """Return a pot, a stack or a bet: whole chips to the last, below that six digits.

    ``1,000,000,000``, ``33.3333``, ``0.000025``.
    """
    if not amount:
        return "0"
    places = max(_DIGITS - 1 - floor(log10(abs(amount))), 0)
    text = f"{amount:,.{places}f}"
    return text.rstrip("0").rstrip(".") if places else text


def fixed_text(value: float, places: int, missing: str = "-") -> str:
    """Return a number with so many decimals; `missing` for one that is none."""
    if not isfinite(value):
        return missing
    text = f"{value:.{places}f}"
    return text if text.strip("-0.") else text.removeprefix("-")
