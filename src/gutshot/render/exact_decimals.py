"""Exact numbers with a fixed count of decimals: rounded from the rational, never from a float."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Final

__all__ = ["exact_decimal", "percent_decimal", "root_decimal"]

_PERCENT_PLACES: Final = 7


def exact_decimal(exact: Fraction, places: int, *, signed: bool = False) -> str:
    """Return a number rounded to `places` decimals, half to even: ``43,324.2760866``.

    signed : whether a positive number has a plus.
    """
    scaled = round(exact * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    sign = "-" if scaled < 0 else "+" if signed and exact >= 0 else ""
    return f"{sign}{whole:,}.{rest:0{places}d}" if places else f"{sign}{whole:,}"


def root_decimal(square: Fraction, places: int) -> str:
    """Return a number's square root rounded to `places` decimals; `square` is not negative."""
    doubled = isqrt(4 * square.numerator * 100**places // square.denominator)
    return exact_decimal(Fraction((doubled + 1) // 2, 10**places), places)


def percent_decimal(share: Fraction, places: int = _PERCENT_PLACES) -> str:
    """Return a share 0..1 in percent that never looks like zero when it is not.

    ``0.0000123 %``; what would be rounded to zero is ``< 0.0000001 %``, or ``> -0.0000001 %``.
    """
    text = exact_decimal(100 * share, places)
    if share and not text.strip("-0."):
        least = exact_decimal(Fraction(1, 10**places), places)
        return f"< {least} %" if share > 0 else f"> -{least} %"
    return f"{text} %"
