"""The tables that there are: one TOML file each, in ``data/tables``, or the user's own."""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Final

from gutshot.catalogue import DATA, BrokenFile, data_files
from gutshot.errors import CatalogueError, InputError
from gutshot.paigow.table.config import TableConfig

__all__ = ["broken_tables", "load_table", "table", "table_from_toml", "tables"]

_FOLDER: Final = "tables"
_MAX_FILE_BYTES: Final = 20_000
"""A table is a page of text; anything larger is something else."""


def tables() -> tuple[TableConfig, ...]:
    """Return every table of the catalogue, shipped ones first, by id."""
    return _shelf()[0]


def broken_tables() -> tuple[BrokenFile, ...]:
    """Return the user's files that are left out: no table, or an id that is taken."""
    return _shelf()[1]


def table(name: str) -> TableConfig:
    """Return the table with this id; case, spaces and underscores don't matter.

    Raises
    ------
    InputError
        When there is none, with the ids that there are, or when it is a file of the user's that
        can't be used, with the reason.
    """
    wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
    by_id = {one.id: one for one in tables()}
    if wanted in by_id:
        return by_id[wanted]
    for file in broken_tables():
        if file.id.lower() == wanted:
            raise InputError(file.problem)
    near = get_close_matches(wanted[:60], by_id, n=1, cutoff=0.6)
    hint = f"did you mean {near[0]}? There" if near else "there"
    shown = " ".join(name[:40].split())
    raise InputError(f"no table '{shown}'; {hint} are {', '.join(by_id)}, or give a file")


def load_table(path: str | Path) -> TableConfig:
    """Return the table of a TOML file; its id is the file's name without the ending.

    Raises
    ------
    InputError
        When the file can't be read or is no table.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a null byte
        why = getattr(error, "strerror", None) or error
        raise InputError(f"can't read the table {path}: {why}") from None
    if len(content) > _MAX_FILE_BYTES:
        raise InputError(f"{path}: over {_MAX_FILE_BYTES:,} bytes, no table")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text; a table is a TOML file") from None
    return table_from_toml(text, path.name, id=path.stem)


def table_from_toml(text: str, where: str, *, id: str) -> TableConfig:  # noqa: A002 - the field's name
    """Read a table from the text of a TOML file, which `where` calls by name.

    Raises
    ------
    InputError
        At the first thing that can't be used: what it was, and what would be right.
    """
    try:
        return _read(tomllib.loads(text), id)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError, or a number of 5,000 digits
        why = " ".join(str(error).split())[:120]
        raise InputError(f"{where}: no TOML: {why}") from None


def _read(content: dict[str, Any], table_id: str) -> TableConfig:
    if "id" in content:
        raise InputError("a table's id is its file's name; leave out the key id")
    return TableConfig.from_body({"id": table_id, **content})


@cache
def _shelf() -> tuple[tuple[TableConfig, ...], tuple[BrokenFile, ...]]:
    found: list[TableConfig] = []
    broken: list[BrokenFile] = []
    for file in data_files(_FOLDER, broken=broken):
        try:
            found.append(table_from_toml(file.text, str(file.path), id=file.id))
        except InputError as error:
            if DATA in file.path.parents:
                raise CatalogueError(str(error)) from None
            broken.append(BrokenFile(file.id, file.path, str(error)))
    return tuple(found), tuple(broken)
