"""Amounts as they are typed: exact rationals out of whole numbers, decimals and fractions."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from gutshot.errors import InputError

__all__ = ["parse_amount"]

_AMOUNT: Final = re.compile(r"(-?[0-9]{1,15})(?:\.([0-9]{1,15})|\s*/\s*([0-9]{1,15}))?")


def parse_amount(text: str, name: str, example: str) -> Fraction:
    """Return a number exactly as it was written; commas between thousands are left out.

    name, example : of the error's one line.

    Raises
    ------
    InputError
        When the text is no number.
    """
    match = _AMOUNT.fullmatch(text.strip().replace(",", ""))
    if match is None or (match[3] is not None and int(match[3]) == 0):
        shown = text if len(text) <= 40 else f"{text[:37]}..."
        raise InputError(f"{name}: '{shown}' is no number; write one like {example}")
    return Fraction("".join(match.group().split()))
