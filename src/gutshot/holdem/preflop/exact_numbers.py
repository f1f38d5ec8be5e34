"""Numbers of spots, schedules and payouts as they are written: exact, and of bounded size.

Of a number with a large exponent all digits would be made, which takes for ever; so its size is
looked at first.
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from typing import Any, Final

from gutshot.errors import InputError

__all__ = ["exact_number", "exact_toml", "shown"]

_MOST_DIGITS: Final = 60
_MOST_EXPONENT: Final = 30
_MOST_FRACTION: Final = 400  # what a chart says of a number that could be read, a / b
_MOST_BITS: Final = 1_400


def exact_number(found: object) -> Fraction:
    """Return a number of a TOML file, or the text of one, or a float of a chart, exactly.

    Raises
    ------
    TypeError
        For what is no number.
    ValueError
        For text that is none, and what is not finite or of more than 60 digits or an exponent
        beyond 30.
    """
    if isinstance(found, bool) or not isinstance(found, (int, str, float, Fraction)):
        msg = "no number"
        raise TypeError(msg)
    if isinstance(found, str):
        return _written(found)
    try:
        number = Fraction(found)
    except OverflowError:
        msg = "not finite"
        raise ValueError(msg) from None
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > _MOST_BITS:
        msg = f"a number of more than {_MOST_DIGITS} digits"
        raise ValueError(msg)
    return number


def _written(text: str) -> Fraction:
    if not text.isascii():  # Python reads the digits of every script
        msg = "no number"
        raise ValueError(msg)
    _, _, exponent = text.lower().partition("e")
    long = len(text) > (_MOST_FRACTION if "/" in text else _MOST_DIGITS)
    if long or (exponent and abs(int(exponent)) > _MOST_EXPONENT):
        msg = (
            f"'{text[:40]}' is too long a number; {_MOST_DIGITS} digits are read, and an exponent"
            f" from -{_MOST_EXPONENT} to {_MOST_EXPONENT}"
        )
        raise ValueError(msg)
    try:
        return Fraction(text)
    except ZeroDivisionError:
        msg = "no number"
        raise ValueError(msg) from None


def shown(found: object) -> str:
    """Return what was found in quotes for an error's line, cut to 40 characters."""
    if isinstance(found, int) and found.bit_length() > _MOST_BITS:
        return f"one of {found.bit_length()} bits"  # Python would refuse to write it out
    return repr(str(found)[:40])


def _decimal(text: str) -> Fraction | str:
    """Return a decimal of a TOML file; nan and inf stay text, refused with their key's name."""
    return text if text.lstrip("+-") in {"nan", "inf"} else _written(text)


def exact_toml(text: str, where: str) -> dict[str, Any]:
    """Return a TOML text with decimals as `Fraction`.

    Raises
    ------
    InputError
        When it is no TOML; the message names the line.
    """
    try:
        return tomllib.loads(text, parse_float=_decimal)
    except RecursionError:
        raise InputError(f"{where}: lists or tables lie too deep in each other") from None
    except ValueError as error:  # a TOMLDecodeError, or a float that is no number
        raise InputError(f"{where}: {' '.join(str(error).split())}") from None
