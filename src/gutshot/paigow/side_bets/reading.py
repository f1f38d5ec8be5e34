"""The parts of a side bet's file that all bets share: texts, payouts, and what proves the table."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gutshot.errors import InputError, PayTableError
from gutshot.paigow.file_texts import shown_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "MOST_PAID",
    "Expected",
    "check_keys",
    "parse_stake",
    "read_expected",
    "read_payouts",
    "read_texts",
]

MOST_PAID: Final = 1_000_000
_NUMBER: Final = re.compile(r"\d{1,9}(?:\.\d{1,9}|/[1-9]\d{0,8})?", re.ASCII)
_SHOWN: Final = 40


class Expected(NamedTuple):
    """What proves a table, as its file says it.

    net_units : what bets of 1 on all hands bring together; None where it isn't said.
    edge_percent : with the decimals that the file has.
    """

    net_units: Fraction | None
    edge_percent: str


def check_keys(content: Mapping[str, Any], known: Sequence[str], what: str) -> None:
    """Refuse a key that is none.

    Raises
    ------
    PayTableError
        With the keys that there are.
    """
    for key in content:
        if key not in known:
            raise PayTableError(f"'{key[:_SHOWN]}' is no key; {what} has {', '.join(known)}")


def read_texts(content: Mapping[str, Any]) -> dict[str, str]:
    """Return `name`, `source` and `note`, of which only the name must be there.

    Raises
    ------
    PayTableError
        When the name is missing or one is no text.
    """
    texts = {}
    for key in ("name", "source", "note"):
        text = content.get(key, "")
        if not isinstance(text, str):
            raise PayTableError(f"{key} is a text in quotes")
        texts[key] = shown_text(text)
    if not texts["name"]:
        raise PayTableError('name is missing; write name = "My table"')
    return texts


def read_payouts(given: object, lines: Sequence[str], where: str) -> dict[str, Fraction]:
    """Return payouts by line, in the order of `lines`; those that aren't given are left out.

    Raises
    ------
    PayTableError
        When there are none, a line is unknown, or a payout is none.
    """
    if not isinstance(given, dict) or not given:
        raise PayTableError(f"[{where}] is missing; write lines like {lines[0]} = 40 below it")
    for line in given:
        if line not in lines:
            known = ", ".join(lines)
            raise PayTableError(f"[{where}]: '{line[:_SHOWN]}' is no line; there are {known}")
    return {line: _payout(given[line], f"[{where}] {line}") for line in lines if line in given}


def read_expected(given: object) -> Expected:
    """Return what a file says that its table comes to.

    Raises
    ------
    PayTableError
        When it is none.
    """
    if (
        not isinstance(given, dict)
        or not {"edge_percent"} <= set(given) <= {"edge_percent", "net_units"}
        or not isinstance(given["edge_percent"], str)
        or not isinstance(given.get("net_units", 0), int)
    ):
        raise PayTableError('[expected] has edge_percent = "7.7656", and may have net_units = -12')
    net = given.get("net_units")
    return Expected(None if net is None else Fraction(net), given["edge_percent"])


def parse_stake(text: str) -> Fraction:
    """Read a stake, above 0 and at most 1,000,000, as written: ``5``, ``2.50``.

    Raises
    ------
    InputError
        When the text is none.
    """
    found = _NUMBER.fullmatch(text.strip())
    stake = Fraction(found[0]) if found else Fraction(0)
    if not 0 < stake <= MOST_PAID:
        raise InputError(f"{text[:20]!r} is no stake: write more than 0, at most {MOST_PAID:,}")
    return stake


def _payout(given: object, where: str) -> Fraction:
    text = str(given)
    number = isinstance(given, int | float | str) and not isinstance(given, bool)
    if not number or not _NUMBER.fullmatch(text) or (value := Fraction(text)) > MOST_PAID:
        raise PayTableError(
            f"{where}: {text[:_SHOWN]!r} is no payout; write 0 to {MOST_PAID:,} to 1, like 25 or"
            ' "3/2"'
        )
    return value
