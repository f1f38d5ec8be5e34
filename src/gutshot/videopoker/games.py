"""The games of the catalogue: one TOML file a pay table, in ``data/paytables``."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from gutshot.catalogue import DATA, data_files
from gutshot.errors import CatalogueError, PayTableError, UnknownGameError
from gutshot.videopoker.pay_table import Expected, from_toml

if TYPE_CHECKING:
    from gutshot.videopoker.pay_table import PayTable

__all__ = ["game", "games", "load_pay_table"]

MAX_FILE_BYTES = 10_000
"""A pay-table file is a page of text; anything larger is something else."""


@cache
def games() -> tuple[PayTable, ...]:
    """Return every pay table of the catalogue, shipped ones first, by id.

    Raises
    ------
    CatalogueError
        For a file that is no pay table and for an id or alias that two tables share.
    """
    out = []
    taken: dict[str, str] = {}
    for file in data_files("paytables"):
        try:
            table = from_toml(file.text, file.path.name, id=file.id)
        except PayTableError as error:
            msg = f"{file.path}: {error}"
            raise CatalogueError(msg) from None
        if DATA not in file.path.parents:  # nobody has proved a user's figures: they are computed
            table = replace(table, expected=Expected())
        for name in map(_plain, (table.id, *table.aliases)):
            if name in taken:
                msg = f"{file.path}: the id {name} belongs to {taken[name]}; choose another"
                raise CatalogueError(msg)
            taken[name] = table.id
        out.append(table)
    return tuple(out)


def game(name: str) -> PayTable:
    """Return the pay table with this id or alias; case and spaces don't matter.

    Raises
    ------
    UnknownGameError
        With the nearest ids.
    """
    wanted = _plain(name)
    by_name = {_plain(alias): table for table in games() for alias in (table.id, *table.aliases)}
    if wanted in by_name:
        return by_name[wanted]
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
