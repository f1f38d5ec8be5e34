"""Amounts as they are typed: exact rationals out of whole numbers, decimals, fractions, percent."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from gutshot.errors import InputError

__all__ = ["parse_amount", "parse_share"]

_AMOUNT: Final = re.compile(r"(-?[0-9]+)(?:\.([0-9]+)|\s*/\s*([0-9]+))?")
_MOST_DIGITS: Final = 15
"""Digits in front of a point or stroke, and behind it."""


def parse_amount(text: str, name: str, example: str, *, typed: str | None = None) -> Fraction:
    """Return a number exactly as it was written; commas between thousands are left out.

    name, example : of the error's one line. typed : what it quotes, when that is not `text`.

    Raises
    ------
    InputError
        When the text is no number, or one of more digits than are read.
    """
    match = _AMOUNT.fullmatch(text.strip().replace(",", ""))
    shown = text if typed is None else typed
    shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
    if match is None:
        raise InputError(f"{name}: '{shown}' is no number; write one like {example}")
    if any(part and len(part.lstrip("-")) > _MOST_DIGITS for part in match.groups()):
        raise InputError(
            f"{name}: '{shown}' has too many digits; {_MOST_DIGITS} are read, and as many behind a"
            " point"
        )
    if match[3] is not None and int(match[3]) == 0:
        raise InputError(f"{name}: '{shown}' is no number; write one like {example}")
    return Fraction("".join(match.group().split()))


def parse_share(text: str, name: str, example: str) -> Fraction:
    """Return a share exactly as it was written, as a fraction of 1 or in percent: ``5%``.

    name, example : of the error's one line.

    Raises
    ------
    InputError
        When the text is neither.
    """
    plain = text.strip()
    if plain.endswith("%"):
        return parse_amount(plain.removesuffix("%"), name, example, typed=text) / 100
    return parse_amount(text, name, example)
