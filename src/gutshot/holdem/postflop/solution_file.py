"""Solved spots in files: one archive with what it is, the strategies, and where to go on from.

`about.json` has the schema, the spot and the certificate; arrays are numpy's, one member each. A
solve that has not met its target keeps its checkpoint beside them, as long as it has not. What a
newer version leaves out or adds is read by what the older one wrote, by the number of the schema.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.cfr import Checkpoint
from gutshot.errors import InputError
from gutshot.holdem.postflop.solution import Certified, Solution, StreetPlay
from gutshot.holdem.postflop.spec import PLAYERS, STREETS, exact_decimal, spot_keys, spot_of

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from gutshot.holdem.postflop.spec import Spot

__all__ = [
    "SCHEMA",
    "Checkpoint",
    "SavedSolve",
    "differing_key",
    "is_solution",
    "load_solve",
    "save_solve",
]

SCHEMA: Final = 1
"""Raised when older readers can't make sense of a file any more."""

_NAME: Final = "gutshot.holdem.postflop-solution"
_ABOUT: Final = "about.json"
_WORTHS: Final = "worths"
_CHECKPOINT: Final = "checkpoint/"
_ARRAYS: Final = ("boards", "start", "combos", "chances")
_FREE_TO_CHANGE: Final = ("target", "iterations")
_BROKEN: Final = (
    KeyError,
    ValueError,
    TypeError,
    OSError,
    EOFError,
    zipfile.BadZipFile,
    zlib.error,
)


@dataclass(frozen=True, eq=False)
class SavedSolve:
    """What a file holds.

    checkpoint : where an unfinished solve goes on, None for one that met its target.
    """

    solution: Solution
    checkpoint: Checkpoint | None = None


def save_solve(path: Path, solution: Solution, checkpoint: Checkpoint | None = None) -> None:
    """Write a file, in one step: an older one of the name stays whole until it is replaced.

    Raises
    ------
    OSError
        When it can't be written.
    """
    done = solution.certified
    about: dict[str, Any] = {
        "schema": f"{_NAME}/{SCHEMA}",
        "spot": spot_keys(solution.spot),
        "bits": solution.bits,
        "certificate": {
            "iterations": done.iterations,
            "converged": done.converged,
            "ev": list(done.evs),
            "gain": list(done.gains),
            "seconds": done.seconds,
        },
        "symmetries": [list(suits) for suits in solution.symmetries],
    }
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with zipfile.ZipFile(beside, "w") as archive:
            archive.writestr(_ABOUT, json.dumps(about, indent=1))
            names = STREETS[-len(solution.streets) :]
            for street, both in zip(names, solution.streets, strict=True):
                for player, play in zip(PLAYERS, both, strict=True):
                    for name in _ARRAYS:
                        _write(archive, f"{street}/{player}/{name}.npy", getattr(play, name))
            for player, worths in zip(PLAYERS, solution.turn_worths, strict=False):
                _write(archive, f"turn/{player}/{_WORTHS}.npy", worths)
            if checkpoint is not None:
                _write(archive, f"{_CHECKPOINT}iteration.npy", np.array(checkpoint.iteration))
                for name, array in checkpoint.arrays.items():
                    _write(archive, f"{_CHECKPOINT}{name}.npy", array)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def is_solution(path: Path) -> bool:
    """Tell whether a file is an archive, as solved spots are."""
    try:
        with path.open("rb") as file:
            return file.read(2) == b"PK"
    except OSError:
        return False


def load_solve(path: Path, *, with_checkpoint: bool = False) -> SavedSolve:
    """Read a file.

    Raises
    ------
    InputError
        When there is none, it is of a newer version, or no solved spot.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            about = json.loads(archive.read(_ABOUT), parse_float=exact_decimal)
            _refuse_other(about, path)
            return _read(archive, about, with_checkpoint=with_checkpoint)
    except FileNotFoundError as error:
        raise InputError(f"there is no {path}; 'postflop solve --out' writes one") from error
    except InputError:
        raise
    except _BROKEN as error:
        raise InputError(
            f"{path.name or path} is no solved spot, or a damaged one; solve again, into another"
            " file"
        ) from error


def differing_key(one: Spot, other: Spot) -> str | None:
    """Return the first key in which two spots differ, but for when they stop; None for the same."""
    first, second = spot_keys(one), spot_keys(other)
    for key in sorted({*first, *second} - {*_FREE_TO_CHANGE}):
        if first.get(key) != second.get(key):
            return key
    return None


def _refuse_other(about: dict[str, Any], path: Path) -> None:
    name, _, number = str(about["schema"]).partition("/")
    if name != _NAME or not number.isdigit():
        raise InputError(f"{path.name} is no solved spot; 'postflop solve --out' writes one")
    if int(number) > SCHEMA:
        raise InputError(
            f"{path.name} was written by a newer Gutshot (schema {number}, this one reads up to"
            f" {SCHEMA}): update"
        )


def _read(archive: zipfile.ZipFile, about: dict[str, Any], *, with_checkpoint: bool) -> SavedSolve:
    spot = spot_of(about["spot"])
    known = about["certificate"]
    streets = []
    for street in STREETS[STREETS.index(spot.street) :]:
        both = [
            StreetPlay(*(_array(archive, f"{street}/{player}/{name}.npy") for name in _ARRAYS))
            for player in PLAYERS
        ]
        streets.append((both[0], both[1]))
    certified = Certified(
        int(known["iterations"]),
        bool(known["converged"]),
        (float(known["ev"][0]), float(known["ev"][1])),
        (float(known["gain"][0]), float(known["gain"][1])),
        float(known["seconds"]),
    )
    symmetries = tuple(tuple(int(suit) for suit in suits) for suits in about["symmetries"])
    worths = (
        tuple(_array(archive, f"turn/{player}/{_WORTHS}.npy") for player in PLAYERS)
        if len(streets) == len(STREETS)
        else ()
    )
    bits = None if about.get("bits") is None else int(about["bits"])  # older files don't say
    solution = Solution(spot, certified, tuple(streets), symmetries, worths, bits)
    names = [name for name in archive.namelist() if name.startswith(_CHECKPOINT)]
    if not names or not with_checkpoint:
        return SavedSolve(solution)
    arrays = {
        name.removeprefix(_CHECKPOINT).removesuffix(".npy"): _array(archive, name) for name in names
    }
    return SavedSolve(solution, Checkpoint(int(arrays.pop("iteration")), arrays))


def _write(archive: zipfile.ZipFile, name: str, array: NDArray[Any]) -> None:
    with archive.open(name, "w", force_zip64=True) as member:
        np.lib.format.write_array(member, np.asarray(array), allow_pickle=False)


def _array(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    found: NDArray[Any] = np.load(io.BytesIO(archive.read(name)), allow_pickle=False)
    return found
