"""The games of the catalogue: one TOML file a pay table, in ``data/paytables``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from gutshot.catalogue import DATA, BrokenFile, data_files
from gutshot.errors import CatalogueError, PayTableError, UnknownGameError
from gutshot.videopoker.pay_table import Expected, from_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.catalogue import DataFile
    from gutshot.videopoker.pay_table import PayTable

__all__ = ["broken_files", "game", "games", "load_pay_table"]

MAX_FILE_BYTES = 10_000
"""A pay-table file is a page of text; anything larger is something else."""


@dataclass(frozen=True, slots=True)
class _Catalogue:
    tables: tuple[PayTable, ...]
    broken: tuple[BrokenFile, ...]


def games() -> tuple[PayTable, ...]:
    """Return every pay table of the catalogue, shipped ones first, by id.

    A file of the user's that can't be used is left out; `broken_files` says which, and why.

    Raises
    ------
    CatalogueError
        For a shipped file that is no pay table.
    """
    return _catalogue().tables


def broken_files() -> tuple[BrokenFile, ...]:
    """Return the user's pay-table files that are left out: no pay table, or an id that is taken."""
    return _catalogue().broken


@cache
def _catalogue() -> _Catalogue:
    tables: list[PayTable] = []
    broken: list[BrokenFile] = []
    taken: dict[str, str] = {}
    for file in data_files("paytables", broken=broken):
        shipped = DATA in file.path.parents
        try:
            table = _table(file, taken)
        except CatalogueError as error:
            if shipped:
                raise
            broken.append(BrokenFile(file.id, file.path, str(error)))
            continue
        if not shipped:  # nobody has proved a user's figures: they are computed
            table = replace(table, expected=Expected())
        taken |= dict.fromkeys(map(_plain, (table.id, *table.aliases)), table.id)
        tables.append(table)
    return _Catalogue(tuple(tables), tuple(broken))


def _table(file: DataFile, taken: Mapping[str, str]) -> PayTable:
    try:
        table = from_toml(file.text, file.path.name, id=file.id)
    except PayTableError as error:
        msg = f"{file.path}: {str(error).removeprefix(f'{file.path.name}: ')}"
        raise CatalogueError(msg) from None
    names = [_plain(name) for name in (table.id, *table.aliases)]
    for at, name in enumerate(names):
        if name in taken or name in names[:at]:
            msg = (
                f"{file.path}: the id {name} belongs to {taken.get(name, table.id)}; choose another"
            )
            raise CatalogueError(msg)
    return table


def game(name: str) -> PayTable:
    """Return the pay table with this id or alias; case and spaces don't matter.

    Raises
    ------
    PayTableError
        When it is a file of the user's that can't be used, with the reason.
    UnknownGameError
        With the nearest ids.
    """
    wanted = _plain(name)
    by_name = {_plain(alias): table for table in games() for alias in (table.id, *table.aliases)}
    if wanted in by_name:
        return by_name[wanted]
    for file in broken_files():
        if _plain(file.id) == wanted:
            raise PayTableError(file.problem)
    near = get_close_matches(wanted[:60], by_name, n=3, cutoff=0.6)
    near += [x for x in by_name if wanted and wanted in x and x not in near][: 3 - len(near)]
    shown = name if len(name) <= 40 else name[:37] + "..."
    hint = f"the nearest are {', '.join(near)}" if near else "'gutshot vp games' lists all ids"
    msg = f"no game '{' '.join(shown.split())}' in the catalogue; {hint}"
    raise UnknownGameError(msg)


def _plain(name: str) -> str:
    return "-".join(name.lower().replace("_", " ").replace("/", " ").replace("-", " ").split())


def load_pay_table(path: str | Path) -> PayTable:
    """Return the pay table of a TOML file.

    Raises
    ------
    PayTableError
        When the file can't be read or is no pay table.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            msg = (
                f"{path}: over {MAX_FILE_BYTES:,} bytes, no pay table; see 'gutshot vp hold --help'"
            )
            raise PayTableError(msg)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        msg = f"{path}: not UTF-8 text; a pay table is a TOML file"
        raise PayTableError(msg) from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null byte
        msg = f"can't read the pay table {path}: {getattr(error, 'strerror', None) or error}"
        raise PayTableError(msg) from None
    return from_toml(text, path.name, id=path.stem)
