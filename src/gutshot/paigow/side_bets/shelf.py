"""The side bets that there are: one TOML file each, in ``data/side_bets``, or the user's own."""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from gutshot.catalogue import DATA, BrokenFile, data_files
from gutshot.errors import CatalogueError, PayTableError
from gutshot.paigow.side_bets.fortune import FortuneTable, read_fortune
from gutshot.paigow.side_bets.push_ace_high import PushAceHighTable, read_push_ace_high

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

_FOLDER: Final = "side_bets"
_MAX_FILE_BYTES: Final = 20_000
"""A pay table is a page of text; anything larger is something else."""
_BETS: Final = ("fortune", "push_ace_high")


def fortune_tables() -> tuple[FortuneTable, ...]:
    """Return every Fortune table of the catalogue, shipped ones first, by id."""
    return tuple(table for table in _shelf()[0] if isinstance(table, FortuneTable))


def push_ace_high_tables() -> tuple[PushAceHighTable, ...]:
    """Return every Push Ace High table of the catalogue, shipped ones first, by id."""
    return tuple(table for table in _shelf()[0] if isinstance(table, PushAceHighTable))


def broken_side_bets() -> tuple[BrokenFile, ...]:
    """Return the user's files that are left out: no side bet, or an id that is taken."""
    return _shelf()[1]


def side_bet(name: str) -> SideBet:
    """Return the side bet with this id; case, spaces and underscores don't matter.

    Raises
    ------
    PayTableError
        When there is none, with the ids that there are, or when it is a file of the user's that
        can't be used, with the reason.
    """
    wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
    by_id = {table.id.lower(): table for table in _shelf()[0]}
    if wanted in by_id:
        return by_id[wanted]
    for file in broken_side_bets():
        if file.id.lower() == wanted:
            raise PayTableError(file.problem)
    near = get_close_matches(wanted[:60], by_id, n=1, cutoff=0.6)
    hint = f"did you mean {near[0]}? There" if near else "there"
    shown = " ".join(name[:40].split())
    raise PayTableError(f"no side bet '{shown}'; {hint} are {', '.join(by_id)}, or give a file")


def load_side_bet(path: str | Path) -> SideBet:
    """Return the side bet of a TOML file; its id is the file's name without the ending.

    Raises
    ------
    PayTableError
        When the file can't be read or is no side bet.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a null byte
        why = getattr(error, "strerror", None) or error
        raise PayTableError(f"can't read the side bet {path}: {why}") from None
    if len(content) > _MAX_FILE_BYTES:
        raise PayTableError(f"{path}: over {_MAX_FILE_BYTES:,} bytes, no side bet")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PayTableError(f"{path}: not UTF-8 text; a side bet is a TOML file") from None
    return side_bet_from_toml(text, path.name, id=path.stem)


def side_bet_from_toml(text: str, where: str, *, id: str) -> SideBet:  # noqa: A002 - the field's name
    """Read a side bet from the text of a TOML file, which `where` calls by name.

    Raises
    ------
    PayTableError
        At the first thing that can't be used: what it was, and what would be right.
    """
    try:
        return _read(tomllib.loads(text), id)
    except PayTableError as error:
        raise PayTableError(f"{where}: {error}") from None
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError, or a number of 5,000 digits
        why = " ".join(str(error).split())[:120]
        raise PayTableError(f"{where}: no TOML: {why}") from None


def _read(content: dict[str, Any], table: str) -> SideBet:
    match content.get("bet", "fortune"):
        case "fortune":
            return read_fortune(content, table)
        case "push_ace_high":
            return read_push_ace_high(content, table)
        case other:
            shown = str(other)[:40]
            raise PayTableError(f"bet: {shown!r} is none of {', '.join(_BETS)}")


@cache
def _shelf() -> tuple[tuple[SideBet, ...], tuple[BrokenFile, ...]]:
    tables: list[SideBet] = []
    broken: list[BrokenFile] = []
    for file in data_files(_FOLDER, broken=broken):
        try:
            tables.append(side_bet_from_toml(file.text, str(file.path), id=file.id))
        except PayTableError as error:
            if DATA in file.path.parents:
                raise CatalogueError(str(error)) from None
            broken.append(BrokenFile(file.id, file.path, str(error)))
    return tuple(tables), tuple(broken)
