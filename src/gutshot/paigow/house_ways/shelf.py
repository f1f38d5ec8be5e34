"""The house ways that there are: one TOML file each, in ``data/house_ways``, or the user's own."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gutshot.catalogue import DATA, BrokenFile, data_files
from gutshot.errors import CatalogueError, HouseWayError
from gutshot.paigow.house_ways.way import from_toml

if TYPE_CHECKING:
    from gutshot.paigow.house_ways.way import HouseWay

__all__ = ["broken_ways", "house_way", "house_ways", "load_house_way"]

_FOLDER: Final = "house_ways"
_MAX_FILE_BYTES: Final = 40_000
"""A way is a page or two of text; anything larger is something else."""


def house_ways() -> tuple[HouseWay, ...]:
    """Return every house way of the catalogue, shipped ones first, by id.

    A file of the user's that can't be used is left out; `broken_ways` says which, and why.

    Raises
    ------
    CatalogueError
        For a shipped file that is no house way.
    """
    return _shelf()[0]


def broken_ways() -> tuple[BrokenFile, ...]:
    """Return the user's files that are left out: no house way, or an id that is taken."""
    return _shelf()[1]


@cache
def _shelf() -> tuple[tuple[HouseWay, ...], tuple[BrokenFile, ...]]:
    ways: list[HouseWay] = []
    broken: list[BrokenFile] = []
    for file in data_files(_FOLDER, broken=broken):
        try:
            ways.append(from_toml(file.text, str(file.path), id=file.id))
        except HouseWayError as error:
            if DATA in file.path.parents:
                raise CatalogueError(str(error)) from None
            broken.append(BrokenFile(file.id, file.path, str(error)))
    return tuple(ways), tuple(broken)


def house_way(name: str) -> HouseWay:
    """Return the house way with this id; case, spaces and underscores don't matter.

    Raises
    ------
    HouseWayError
        When there is none, with the ids that there are, or when it is a file of the user's that
        can't be used, with the reason.
    """
    wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
    by_id = {way.id.lower(): way for way in house_ways()}
    if wanted in by_id:
        return by_id[wanted]
    for file in broken_ways():
        if file.id.lower() == wanted:
            raise HouseWayError(file.problem)
    near = get_close_matches(wanted[:60], by_id, n=1, cutoff=0.6)
    hint = f"did you mean {near[0]}? There" if near else "there"
    shown = " ".join(name[:40].split())
    raise HouseWayError(f"no house way '{shown}'; {hint} are {', '.join(by_id)}, or give a file")


def load_house_way(path: str | Path) -> HouseWay:
    """Return the house way of a TOML file; its id is the file's name without the ending.

    Raises
    ------
    HouseWayError
        When the file can't be read or is no house way.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a null byte
        why = getattr(error, "strerror", None) or error
        raise HouseWayError(f"can't read the house way {path}: {why}") from None
    if len(content) > _MAX_FILE_BYTES:
        raise HouseWayError(f"{path}: over {_MAX_FILE_BYTES:,} bytes, no house way")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HouseWayError(f"{path}: not UTF-8 text; a house way is a TOML file") from None
    return from_toml(text, path.name, id=path.stem)
