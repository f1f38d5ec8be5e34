"""Loader of the files that Gutshot ships and of those that its user adds.

`data/` holds hand-written TOML and Markdown; `artefacts/` holds arrays and charts that were built,
with their hashes in a manifest. A user's own data files lie in his data directory under the same
folder names; an id that two files share is an error, not a choice. A file of the user's that can't
be used is left out and named, when the caller wants to go on without it.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from platformdirs import user_data_dir

from gutshot.errors import CatalogueError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "ARTEFACTS",
    "BUILT",
    "DATA",
    "BrokenFile",
    "DataFile",
    "artefact",
    "check_artefacts",
    "data_files",
    "user_data",
]

DATA: Final = Path(__file__).parent / "data"
ARTEFACTS: Final = Path(__file__).parent / "artefacts"
BUILT: Final = (".npy", ".chart")
"""What built files are called: arrays, and preflop charts."""


class DataFile(NamedTuple):
    """A data file: its id (the file's stem), where it lies, and its text."""

    id: str
    path: Path
    text: str


class BrokenFile(NamedTuple):
    """A file of the user's that is left out: its id, where it lies, and why, in one line."""

    id: str
    path: Path
    problem: str

    @property
    def public_problem(self) -> str:
        """The problem without the folder, which is nobody else's business."""
        return self.problem.replace(str(self.path), self.path.name)


def user_data() -> Path:
    """Return the user's data directory: `GUTSHOT_DATA_DIR`, else the system's place for it."""
    return Path(os.environ.get("GUTSHOT_DATA_DIR") or user_data_dir("gutshot", appauthor=False))


def data_files(
    folder: str, suffix: str = ".toml", *, broken: list[BrokenFile] | None = None
) -> tuple[DataFile, ...]:
    """Return the files of a folder of `data/`, shipped ones first, each part sorted by id.

    broken : takes the user's files that can't be used; without it they are errors.

    Raises
    ------
    CatalogueError
        For an id that occurs twice and for a file that can't be read as UTF-8 text.
    """
    seen: dict[str, Path] = {}
    out = []
    for root in (DATA, user_data()):
        for path in sorted((root / folder).glob(f"*{suffix}"), key=lambda path: path.stem):
            try:
                file = _read(path, seen.get(path.stem))
            except CatalogueError as error:
                if broken is None or root == DATA:
                    raise
                broken.append(BrokenFile(path.stem, path, str(error)))
                continue
            seen[path.stem] = path
            out.append(file)
    return tuple(out)


def _read(path: Path, twin: Path | None) -> DataFile:
    if twin is not None:
        msg = f"{path} has the id of {twin}; rename one of the two files"
        raise CatalogueError(msg)
    try:
        return DataFile(path.stem, path, path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        msg = f"can't read {path}: {' '.join(str(error).split())}"
        raise CatalogueError(msg) from None


@cache
def artefact(name: str) -> NDArray[Any]:
    """Return a built array by its path below `artefacts/`, memory-mapped and read-only.

    Raises
    ------
    CatalogueError
        When the file is missing or broken.
    """
    path = ARTEFACTS / name
    try:
        array: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        why = " ".join(str(error).split())
        msg = f"can't load the built file {path} ({why}); install Gutshot again"
        raise CatalogueError(msg) from None
    return array


def check_artefacts() -> int:
    """Compare every built file with the manifest's hash and return how many there are.

    Raises
    ------
    CatalogueError
        For a file that is missing, changed or not in the manifest.
    """
    try:
        manifest = json.loads((ARTEFACTS / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        msg = f"can't read the manifest of the built files ({error}); install Gutshot again"
        raise CatalogueError(msg) from None
    files = {
        path.relative_to(ARTEFACTS).as_posix()
        for path in ARTEFACTS.rglob("*")
        if path.suffix in BUILT
    }
    for name in sorted(files | set(manifest["files"])):
        if name not in manifest["files"] or name not in files:
            where = "not in the manifest" if name in files else "missing"
            msg = f"the built file {name} is {where}; rebuild with: {manifest['rebuild']}"
            raise CatalogueError(msg)
        digest = hashlib.sha256((ARTEFACTS / name).read_bytes()).hexdigest()
        if digest != manifest["files"][name]["sha256"]:
            msg = f"the built file {name} does not match its hash; install Gutshot again"
            raise CatalogueError(msg)
    return len(files)
