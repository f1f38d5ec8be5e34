"""The side bets that there are: one TOML file each, in ``data/side_bets``, or the user's own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from gutshot.catalogue import BrokenFile, FileKind, Shelf
from gutshot.errors import PayTableError
from gutshot.paigow.side_bets.fortune import FortuneTable, read_fortune
from gutshot.paigow.side_bets.push_ace_high import PushAceHighTable, read_push_ace_high

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "SideBet",
    "broken_side_bets",
    "fortune_tables",
    "load_side_bet",
    "push_ace_high_tables",
    "side_bet",
    "side_bet_from_toml",
]

SideBet: TypeAlias = FortuneTable | PushAceHighTable

_BETS: Final = ("fortune", "push_ace_high")


def fortune_tables() -> tuple[FortuneTable, ...]:
    """Return every Fortune table of the catalogue, shipped ones first, by id."""
    return tuple(table for table in _shelf().found if isinstance(table, FortuneTable))


def push_ace_high_tables() -> tuple[PushAceHighTable, ...]:
    """Return every Push Ace High table of the catalogue, shipped ones first, by id."""
    return tuple(table for table in _shelf().found if isinstance(table, PushAceHighTable))


def broken_side_bets() -> tuple[BrokenFile, ...]:
    """Return the user's files that are left out: no side bet, or an id that is taken."""
    return _shelf().broken


def side_bet(name: str) -> SideBet:
    """Return the side bet with this id; case, spaces and underscores don't matter.

    Raises
    ------
    PayTableError
        When there is none, with the ids that there are, or when it is a file of the user's that
        can't be used, with the reason.
    """
    return _shelf().named(name)


def load_side_bet(path: str | Path) -> SideBet:
    """Return the side bet of a TOML file; its id is the file's name without the ending.

    Raises
    ------
    PayTableError
        When the file can't be read or is no side bet.
    """
    return _KIND.load(path)


def side_bet_from_toml(text: str, where: str, *, id: str) -> SideBet:  # noqa: A002 - the field's name
    """Read a side bet from the text of a TOML file, which `where` calls by name.

    Raises
    ------
    PayTableError
        At the first thing that can't be used: what it was, and what would be right.
    """
    return _KIND.from_toml(text, where, id)


def _read(content: dict[str, Any], table: str) -> SideBet:
    match content.get("bet", "fortune"):
        case "fortune":
            return read_fortune(content, table)
        case "push_ace_high":
            return read_push_ace_high(content, table)
        case other:
            shown = str(other)[:40]
            raise PayTableError(f"bet: {shown!r} is none of {', '.join(_BETS)}")


_KIND: Final[FileKind[SideBet]] = FileKind("side_bets", "side bet", PayTableError, 20_000, _read)


@cache
def _shelf() -> Shelf[SideBet]:
    return _KIND.shelf()
