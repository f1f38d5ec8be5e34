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
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from platformdirs import user_data_dir

from gutshot.errors import CatalogueError, InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = [
    "ARTEFACTS",
    "BUILT",
    "DATA",
    "BrokenFile",
    "DataFile",
    "FileKind",
    "Shelf",
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


class _Shelved(Protocol):
    @property
    def id(self) -> str: ...


_Found = TypeVar("_Found", bound=_Shelved)


@dataclass(frozen=True, slots=True)
class FileKind(Generic[_Found]):
    """A kind of TOML file, one thing a file, in a folder of `data/` or the user's own.

    Parameters
    ----------
    folder
        Its name below `data/` and below the user's data directory.
    what
        What such a thing is called in messages, such as `house way`.
    error
        What is raised for one that is not there and for a file that is none.
    most_bytes
        How long a file may be that is given by its path; anything larger is something else.
    read
        Makes a thing of what a file holds and of its id; raises `InputError` for what it can't use.
    """

    folder: str
    what: str
    error: type[InputError]
    most_bytes: int
    read: Callable[[dict[str, Any], str], _Found]

    def from_toml(self, text: str, where: str, id: str) -> _Found:  # noqa: A002 - the field's name
        """Read a thing from the text of a file, which `where` calls by name in messages.

        Raises
        ------
        InputError
            The kind's `error`, at the first thing that can't be used.
        """
        try:
            return self.read(tomllib.loads(text), id)
        except InputError as error:
            raise self.error(f"{where}: {error}") from None
        except (ValueError, RecursionError) as error:  # no TOML, or a number of 5,000 digits
            why = " ".join(str(error).split())[:120]
            raise self.error(f"{where}: no TOML: {why}") from None

    def load(self, path: str | Path) -> _Found:
        """Return the thing of any file; its id is the file's name without the ending.

        Raises
        ------
        InputError
            The kind's `error`, when the file can't be read or is none of its kind.
        """
        path = Path(path)
        try:
            with path.open("rb") as file:
                content = file.read(self.most_bytes + 1)
        except (OSError, ValueError) as error:  # ValueError: a path with a null byte
            why = getattr(error, "strerror", None) or error
            raise self.error(f"can't read the {self.what} {path}: {why}") from None
        if len(content) > self.most_bytes:
            raise self.error(f"{path}: over {self.most_bytes:,} bytes, no {self.what}")
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            message = f"{path}: not UTF-8 text; a {self.what} is a TOML file"
            raise self.error(message) from None
        return self.from_toml(text, path.name, path.stem)

    def shelf(self) -> Shelf[_Found]:
        """Read all files of the folder; those of the user's that can't be used are left out.

        Raises
        ------
        CatalogueError
            For a shipped file that is none of its kind.
        """
        found: list[_Found] = []
        broken: list[BrokenFile] = []
        for file in data_files(self.folder, broken=broken):
            try:
                found.append(self.from_toml(file.text, str(file.path), file.id))
            except self.error as error:
                if DATA in file.path.parents:
                    raise CatalogueError(str(error)) from None
                broken.append(BrokenFile(file.id, file.path, str(error)))
        return Shelf(self, tuple(found), tuple(broken))


@dataclass(frozen=True, slots=True)
class Shelf(Generic[_Found]):
    """All things of a kind, shipped ones first, by id, and the user's files that are left out."""

    kind: FileKind[_Found]
    found: tuple[_Found, ...]
    broken: tuple[BrokenFile, ...]

    def named(self, name: str) -> _Found:
        """Return the thing with this id; case, spaces and underscores don't matter.

        Raises
        ------
        InputError
            The kind's `error`, when there is none, with the ids that there are, or when it is a
            file of the user's that can't be used, with the reason.
        """
        wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
        by_id = {one.id.lower(): one for one in self.found}
        if wanted in by_id:
            return by_id[wanted]
        for file in self.broken:
            if file.id.lower() == wanted:
                raise self.kind.error(file.problem)
        near = get_close_matches(wanted[:60], by_id, n=1, cutoff=0.6)
        hint = f"did you mean {near[0]}? There" if near else "there"
        shown = " ".join(name[:40].split())
        raise self.kind.error(
            f"no {self.kind.what} '{shown}'; {hint} are {', '.join(by_id)}, or give a file"
        )


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
