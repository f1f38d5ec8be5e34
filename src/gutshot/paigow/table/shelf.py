"""The tables that there are: one TOML file each, in ``data/tables``, or the user's own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from gutshot.catalogue import BrokenFile, FileKind, Shelf
from gutshot.errors import InputError
from gutshot.paigow.table.config import TableConfig

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["broken_tables", "load_table", "table", "table_from_toml", "tables"]


def tables() -> tuple[TableConfig, ...]:
    """Return every table of the catalogue, shipped ones first, by id."""
    return _shelf().found


def broken_tables() -> tuple[BrokenFile, ...]:
    """Return the user's files that are left out: no table, or an id that is taken."""
    return _shelf().broken


def table(name: str) -> TableConfig:
    """Return the table with this id; case, spaces and underscores don't matter.

    Raises
    ------
    InputError
        When there is none, with the ids that there are, or when it is a file of the user's that
        can't be used, with the reason.
    """
    return _shelf().named(name)


def load_table(path: str | Path) -> TableConfig:
    """Return the table of a TOML file; its id is the file's name without the ending.

    Raises
    ------
    InputError
        When the file can't be read or is no table.
    """
    return _KIND.load(path)


def table_from_toml(text: str, where: str, *, id: str) -> TableConfig:  # noqa: A002 - the field's name
    """Read a table from the text of a TOML file, which `where` calls by name.

    Raises
    ------
    InputError
        At the first thing that can't be used: what it was, and what would be right.
    """
    return _KIND.from_toml(text, where, id)


def _read(content: dict[str, Any], table_id: str) -> TableConfig:
    if "id" in content:
        raise InputError("a table's id is its file's name; leave out the key id")
    return TableConfig.from_body({"id": table_id, **content})


_KIND: Final = FileKind("tables", "table", InputError, 20_000, _read)


@cache
def _shelf() -> Shelf[TableConfig]:
    return _KIND.shelf()
