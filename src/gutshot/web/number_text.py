"""Exact numbers as people read them, rounded from the fraction and never from a float."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from math import floor, log10

__all__ = [
    "decimal_text",
    "fraction_text",
    "grouped",
    "one_in",
    "payout_text",
    "percent_text",
    "short_text",
    "signed_text",
]

_MINUS = "\u2212"
_THIN = "\u2009"
_CONTEXT = Context(prec=60, rounding=ROUND_HALF_EVEN)
_SMALL_DIGITS = 2
_SHORT_DIGITS = 6
_ONE_PERCENT = Fraction(1, 100)


def grouped(number: int) -> str:
    """Return a whole number with commas between thousands: ``2,598,960``."""
    return f"{number:,}".replace("-", _MINUS)


def _rounded(exact: Fraction, places: int) -> Decimal:
    quotient = _CONTEXT.divide(Decimal(exact.numerator), Decimal(exact.denominator))
    return quotient.quantize(Decimal(1).scaleb(-places), context=_CONTEXT)


def decimal_text(exact: Fraction, places: int = 6) -> str:
    """Return a number with a fixed count of decimals: ``18.553191``."""
    rounded = _rounded(exact, places)
    if rounded == 0:
        rounded = abs(rounded)
    return f"{rounded:,f}".replace("-", _MINUS)


def short_text(number: float) -> str:
    """Return a number of a plot, six digits that say something: ``2,500,000``, ``0.0333333``."""
    if not number:
        return "0"
    places = _SHORT_DIGITS - 1 - floor(log10(abs(number)))
    text = f"{round(number, places):,.{max(0, places)}f}".replace("-", _MINUS)
    return text.rstrip("0").rstrip(".") if "." in text else text


def signed_text(exact: Fraction, places: int) -> str:
    """Return a difference with its sign: ``+0.42``, ``−0.42``; an exact zero has none."""
    text = decimal_text(exact, places)
    return f"+{text}" if exact > 0 else text


def fraction_text(exact: Fraction) -> str:
    """Return the reduced fraction: ``872/47``, or the whole number alone."""
    top = grouped(exact.numerator)
    return top if exact.denominator == 1 else f"{top}/{grouped(exact.denominator)}"


def percent_text(share: Fraction) -> str:
    """Return a share 0..1 as a percentage that never looks like zero: ``4.26 %``, ``0.000065 %``.

    From one percent on two decimals, below it two significant digits.
    """
    percent = share * 100
    if share == 0 or share >= _ONE_PERCENT:
        places = 0 if percent.denominator == 1 else 2
        return f"{decimal_text(percent, places)}{_THIN}%"
    places = _SMALL_DIGITS
    while percent * 10**places < 10 ** (_SMALL_DIGITS - 1):
        places += 1
    return f"{decimal_text(percent, places)}{_THIN}%"


def one_in(share: Fraction) -> str:
    """Return a share 0..1 as odds: ``1 in 40,390.5``; an impossible event is ``never``."""
    if share == 0:
        return "never"
    return f"1 in {decimal_text(1 / share, 1)}"


def payout_text(pays: Fraction) -> str:
    """Return a payout as one writes it: ``9``, ``4.5``, ``1199/7`` when no decimal is exact."""
    if pays.denominator == 1:
        return str(pays.numerator)
    rest, places = pays.denominator, 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        places = max(places, power)
    if rest == 1:
        return f"{_rounded(pays, places):f}"
    return f"{pays.numerator}/{pays.denominator}"
