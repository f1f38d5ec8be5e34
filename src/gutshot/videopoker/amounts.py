"""Amounts as they are typed: exact rationals out of whole numbers, decimals, fractions, percent."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["parse_amount", "parse_amounts", "parse_share"]

_AMOUNT: Final = re.compile(r"(-?[0-9]+|-?(?=\.))(?:\.([0-9]+)|\s*/\s*([0-9]+))?")
_WITH_COMMAS: Final = re.compile(r"-?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9,])[^,]*")
_DECIMAL_COMMA: Final = re.compile(r"-?(?:0?,[0-9]+|[0-9]+,(?![0-9]{3}\b)[0-9]+)\s*%?")
_FROM_A_ZERO: Final = re.compile(r"0[0-9]")
_HEAD: Final = re.compile(r"[1-9][0-9]{0,2}")
_GROUP: Final = re.compile(r"0[0-9]{2}")
_MOST_DIGITS: Final = 15
"""Digits in front of a point or stroke, and behind it."""


def parse_amount(text: str, name: str, example: str, *, typed: str | None = None) -> Fraction:
    """Return a number exactly as it was written; commas between thousands are left out.

    Any other comma is refused: half of the world writes 10.5 with one.

    name, example : of the error's one line. typed : what it quotes, when that is not `text`.

    Raises
    ------
    InputError
        When the text is no number, or one of more digits than are read.
    """
    written = text.strip()
    shown = text if typed is None else typed
    shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
    if "," in written and not _WITH_COMMAS.fullmatch(written):
        right = f"write one like {example}, commas only between thousands"
        if _DECIMAL_COMMA.fullmatch(shown.strip()):
            right = f"write {shown.strip().replace(',', '.')}"
        raise InputError(f"{name}: '{shown}' is no number; {right}")
    match = _AMOUNT.fullmatch(written.replace(",", ""))
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


def parse_amounts(texts: Sequence[str], name: str, example: str) -> list[Fraction]:
    """Return the numbers of a list that was parted at its commas.

    What starts with a zero was the end of a number with a comma between thousands, and would
    silently be a number of its own.

    name, example : of the error's one line.

    Raises
    ------
    InputError
        At the first that is no number, or starts with a zero like `000`.
    """
    parts = [text.strip() for text in texts]
    for at, part in enumerate(parts):
        if not _FROM_A_ZERO.match(part):
            continue
        whole = "5000"
        if at and _HEAD.fullmatch(parts[at - 1]) and _GROUP.fullmatch(part):
            groups = takewhile(_GROUP.fullmatch, parts[at:])
            whole = "".join([parts[at - 1], *groups])[:_MOST_DIGITS]
        shown = part if len(part) <= 20 else f"{part[:17]}..."
        raise InputError(
            f"{name}: '{shown}' starts with a zero; write thousands in one piece, like {whole}"
        )
    return [parse_amount(text, name, example) for text in texts]


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
