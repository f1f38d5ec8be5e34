"""How kernels are compiled, where what they compile to is kept, and the list of them all.

Importing this module imports no numba: only the first `@kernel` does.

Compiled code is kept in a folder named by a hash of everything that it depends on. numba itself
looks at the file of one kernel only: it would go on using the old code of a kernel that another
file inlines, or of a constant that another file holds.

Environment
-----------
GUTSHOT_CACHE_DIR
    An absolute path to use instead of the user's cache folder.
GUTSHOT_NO_CACHE
    1 keeps nothing on disk: every process compiles what it uses.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import logging
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, Unpack, cast, overload

from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from types import ModuleType

__all__ = [
    "KERNELS",
    "Kernel",
    "cache_dir",
    "compiling",
    "derived_dir",
    "is_warm",
    "kernel",
    "register",
    "warm",
]

_log = logging.getLogger(__name__)

_PACKAGE = Path(__file__).parents[1]
_WARM_MARK = "warm"
_UNUSED_DAYS = 60

# These change the code that numba makes, but not the key under which it keeps it.
_NUMBA_SETTINGS = (
    "NUMBA_BOUNDSCHECK",
    "NUMBA_CPU_FEATURES",
    "NUMBA_CPU_NAME",
    "NUMBA_DEBUGINFO",
    "NUMBA_ENABLE_AVX",
    "NUMBA_LOOP_VECTORIZE",
    "NUMBA_OPT",
    "NUMBA_SLP_VECTORIZE",
)

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(gutshot[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)"
    r"|import[ \t]+(gutshot[\w.]*))",
    re.MULTILINE,
)

_Function = TypeVar("_Function", bound="Callable[..., object]")


class KernelOptions(TypedDict, total=False):
    """What a kernel may ask of numba beyond `nogil` and the cache, which are not its business."""

    parallel: bool
    fastmath: bool | set[str]
    error_model: Literal["python", "numpy"]
    inline: Literal["never", "always"]
    forceinline: bool
    _nrt: bool
    boundscheck: bool
    locals: dict[str, Any]


# The policy


@overload
def kernel(function: _Function, /) -> _Function: ...
@overload
def kernel(**options: Unpack[KernelOptions]) -> Callable[[_Function], _Function]: ...
def kernel(
    function: _Function | None = None, /, **options: Unpack[KernelOptions]
) -> _Function | Callable[[_Function], _Function]:
    """Compile a function at its first call, without the GIL, and keep the machine code.

    Use it bare or with options: ``@kernel`` or ``@kernel(error_model="numpy")``. Checkers see the
    function's own signature.

    Raises
    ------
    InputError
        The environment holds a nonsense `GUTSHOT_CACHE_DIR` or `GUTSHOT_NO_CACHE`.
    """

    def decorate(function: _Function) -> _Function:
        numba = _numba()
        folder = cache_dir()
        # Set for this one function and put back: other kernels in the process are not ours.
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = before if folder is None else str(folder)
        try:
            compiled = numba.njit(nogil=True, cache=folder is not None, **options)(function)
        finally:
            numba.config.CACHE_DIR = before
        return cast("_Function", compiled)

    return decorate if function is None else decorate(function)


@functools.cache
def cache_dir() -> Path | None:
    """Return the folder for what is derived from the kernels as they are; None keeps nothing.

    It exists and can be written to. Its name changes with the source of any kernel, with the
    versions of Python, numba and numpy, and with the settings of numba that change code.

    Raises
    ------
    InputError
        The environment holds a nonsense `GUTSHOT_CACHE_DIR` or `GUTSHOT_NO_CACHE`.
    """
    chosen = _chosen_dir()
    if chosen is None:
        return None
    folder = chosen / "kernels" / _fingerprint()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(4096))  # an empty file fits on a full disk
        os.utime(folder)
    except OSError as error:
        _log.warning(
            "Nothing is kept between runs, each compiles again: %s can't be written (%s); "
            "set GUTSHOT_CACHE_DIR to a folder that can",
            folder,
            error.strerror or error,
        )
        return None
    _remove_unused(folder)
    return folder


def derived_dir(name: str) -> Path | None:
    """Return a folder of one's own for arrays that kernels derived; None when nothing is kept.

    What lies there was made by the kernels as they are now; what else it depends on belongs in
    the file's name.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9_.-]*", name):
        message = f"a folder of derived arrays is named in lower case, not {name!r}"
        raise ValueError(message)
    folder = cache_dir()
    if folder is None:
        return None
    derived = folder / "derived" / name
    derived.mkdir(parents=True, exist_ok=True)
    return derived


def _chosen_dir() -> Path | None:
    """Return the folder that the user or his system wants for caches; None for no cache."""
    switch = os.environ.get("GUTSHOT_NO_CACHE", "").strip().lower()
    if switch in {"1", "true", "yes", "on"}:
        return None
    if switch not in {"", "0", "false", "no", "off"}:
        message = f"GUTSHOT_NO_CACHE is {switch!r}: set it to 1 to keep no cache, or to 0"
        raise InputError(message)
    wanted = os.environ.get("GUTSHOT_CACHE_DIR", "").strip()
    if wanted:
        folder = Path(wanted).expanduser()
        if "\0" in wanted or not folder.is_absolute() or folder.is_file():
            message = f"GUTSHOT_CACHE_DIR is {wanted!r}: give the absolute path of a folder"
            raise InputError(message)
        return folder
    from platformdirs import user_cache_path

    folder = user_cache_path("gutshot", appauthor=False)
    if not folder.is_absolute():
        _log.warning(
            "Nothing is kept between runs, each compiles again: this user has no home folder; "
            "set GUTSHOT_CACHE_DIR"
        )
        return None
    return folder


def _remove_unused(folder: Path) -> None:
    """Remove the folders of earlier versions that no process has used for two months."""
    oldest = time.time() - _UNUSED_DAYS * 86_400
    for other in folder.parent.iterdir():
        try:
            if other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)
        except OSError:  # another process was faster
            continue


# What the folder's name stands for


def _fingerprint() -> str:
    """Return 16 hex digits for the kernels' sources and whatever else shapes their code."""
    digest = hashlib.sha256()
    facts = [
        version("numba"),
        version("numpy"),
        sys.version,
        platform.machine(),
        *(f"{name}={os.environ.get(name, '')}" for name in _NUMBA_SETTINGS),
    ]
    digest.update("\n".join(facts).encode())
    for path in _sources():
        source = path.read_bytes()
        digest.update(f"\n{path.relative_to(_PACKAGE).as_posix()} {len(source)}\n".encode())
        digest.update(source)
    return digest.hexdigest()[:16]


def _kernel_files() -> list[Path]:
    """Return every `_kernels.py` and `_kernels_<what>.py`, and every module of such a package."""
    return sorted(
        path
        for path in _PACKAGE.rglob("*.py")
        if any(
            re.fullmatch(r"_kernels(_\w+)?", part)
            for part in path.relative_to(_PACKAGE).with_suffix("").parts
        )
    )


def _sources() -> list[Path]:
    """Return the kernels' files, this one, and every file of the package that they import from."""
    found: set[Path] = set()
    waiting = [_PACKAGE / "compiled" / "__init__.py", *_kernel_files()]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        waiting.extend(_imported_files(path.read_text(encoding="utf-8")))
    return sorted(found)


def _imported_files(source: str) -> Iterator[Path]:
    """Yield the files of the package that a source text imports; imports are absolute here."""
    for match in _IMPORT.finditer(source):
        module, names, plain = match.groups()
        dotted = module or plain
        candidates = [dotted]
        if names:
            bare = re.sub(r"#[^\n]*", "", names)
            candidates += [f"{dotted}.{name}" for name in re.findall(r"\w+", bare)]
        for candidate in candidates:
            place = _PACKAGE.joinpath(*candidate.split(".")[1:])
            for path in (place.with_suffix(".py"), place / "__init__.py"):
                if path.is_file():
                    yield path


# The list of kernels


@dataclass(frozen=True, slots=True)
class Kernel:
    """A compiled function and small arguments that make it do some of everything.

    `example` makes them afresh at each call, because a kernel may write to its arrays.
    """

    name: str
    function: Callable[..., object]
    example: Callable[[], tuple[Any, ...]]


KERNELS: dict[str, Kernel] = {}


def register(
    name: str, function: Callable[..., object], example: Callable[[], tuple[Any, ...]]
) -> None:
    """Put a kernel that Python calls on the list, so that it is warmed, timed and compared.

    Raises
    ------
    ValueError
        Another kernel has this name.
    """
    if name in KERNELS:
        message = f"two kernels are called {name!r}"
        raise ValueError(message)
    KERNELS[name] = Kernel(name, function, example)


def warm(progress: Callable[[str, float], None] | None = None) -> list[tuple[str, float]]:
    """Compile every registered kernel, or load it from the cache, by calling it once.

    `progress` is told the name of the kernel that is about to run and the share of them that is
    done, and at the end an empty name and 1.

    Returns
    -------
    list of (name, seconds)
        In the order of registration.
    """
    for path in _kernel_files():
        parts = path.relative_to(_PACKAGE).with_suffix("").parts
        importlib.import_module(".".join(("gutshot", *parts)).removesuffix(".__init__"))
    seconds: list[tuple[str, float]] = []
    for done, entry in enumerate(KERNELS.values()):
        if progress is not None:
            progress(entry.name, done / len(KERNELS))
        arguments = entry.example()
        start = time.perf_counter()
        entry.function(*arguments)
        seconds.append((entry.name, time.perf_counter() - start))
    if progress is not None:
        progress("", 1.0)
    folder = cache_dir()
    if folder is not None:
        (folder / _WARM_MARK).touch()
    return seconds


def is_warm() -> bool:
    """Tell whether `warm` has once come to its end for the kernels as they are."""
    folder = cache_dir()
    return folder is not None and (folder / _WARM_MARK).exists()


# Telling that a compilation takes its time

_waiting: list[Callable[[], None]] = []


@contextmanager
def compiling(message: str, say: Callable[[str], None] | None = None) -> Generator[None]:
    """Say `message` once if a kernel has to be compiled inside the block; a cached one is silent.

    `say` is by default a line on stderr.
    """

    def tell() -> None:
        _waiting.remove(tell)
        if say is None:
            print(message, file=sys.stderr, flush=True)  # noqa: T201 - the line that was asked for
        else:
            say(message)

    _waiting.append(tell)
    try:
        yield
    finally:
        if tell in _waiting:
            _waiting.remove(tell)


@functools.cache
def _numba() -> ModuleType:
    """Import numba, and have it tell when it starts to compile."""
    import numba
    from numba.core import event

    class Start(event.Listener):
        def on_start(self, event: object) -> None:  # noqa: ARG002 - numba calls it by this name
            for tell in tuple(_waiting):
                tell()

        def on_end(self, event: object) -> None:
            pass

    event.register("numba:compile", Start())  # type: ignore[no-untyped-call]
    return numba
