"""The house ways that there are: one TOML file each, in ``data/house_ways``, or the user's own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from gutshot.paigow.house_ways.way import KIND

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.catalogue import BrokenFile, Shelf
    from gutshot.paigow.house_ways.way import HouseWay

__all__ = ["broken_ways", "house_way", "house_ways", "load_house_way"]


def house_ways() -> tuple[HouseWay, ...]:
    """Return every house way of the catalogue, shipped ones first, by id.

    A file of the user's that can't be used is left out; `broken_ways` says which, and why.

    Raises
    ------
    CatalogueError
        For a shipped file that is no house way.
    """
    return _shelf().found


def broken_ways() -> tuple[BrokenFile, ...]:
    """Return the user's files that are left out: no house way, or an id that is taken."""
    return _shelf().broken


def house_way(name: str) -> HouseWay:
    """Return the house way with this id; case, spaces and underscores don't matter.

    Raises
    ------
    HouseWayError
        When there is none, with the ids that there are, or when it is a file of the user's that
        can't be used, with the reason.
    """
    return _shelf().named(name)


def load_house_way(path: str | Path) -> HouseWay:
    """Return the house way of a TOML file; its id is the file's name without the ending.

    Raises
    ------
    HouseWayError
        When the file can't be read or is no house way.
    """
    return KIND.load(path)


@cache
def _shelf() -> Shelf[HouseWay]:
    return KIND.shelf()
