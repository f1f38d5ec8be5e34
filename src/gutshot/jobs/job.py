"""What a job's function is handed, and the table of the kinds of jobs.

A function that does long work looks so::

    def count(inputs: dict[str, Any], job: Job) -> dict[str, Any]:
        blob = job.load("state")
        done = 0 if blob is None else int(blob)
        while done < inputs["chunks"]:
            job.check()
            ...  # at most 0.2 s of work
            done += 1
            job.progress(done / inputs["chunks"], f"{done} chunks")
            job.save("state", str(done).encode())
        return {"chunks": done}

    register("count", "gutshot.work.counting:count")

It runs in a process of its own with one thread for numba and BLAS, may be killed at any
instruction, and then starts again from what it saved last: what belongs together goes into one
blob. It starts no processes.
"""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

__all__ = ["KINDS", "Job", "Watched", "function_of", "register"]

KINDS: Final[dict[str, str]] = {}
"""Kind of job -> dotted path of its function, ``package.module:function``."""

_KIND: Final = re.compile(r"[a-z][a-z0-9_.-]{0,63}")
_TARGET: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)


class Watched(Protocol):
    """Work that is watched, as the function that does it sees it."""

    def progress(self, share: float, message: str = "") -> None:
        """Report the share done, 0..1, and a line; call it as often as you like.

        What is reported more than ten times a second is dropped but for the last. A resumed job
        reports where it begins first: the time that is left is judged from there.
        """
        ...

    def cancelled(self) -> bool:
        """Tell whether the job is to stop; ask at least every 0.2 s.

        Once this has said yes, save what there is and leave: what the function returns or raises
        after that counts for nothing.
        """
        ...

    def check(self) -> None:
        """Raise `JobStoppedError` if the job is to stop."""
        ...


class Job(Watched, Protocol):
    """The job as its function sees it."""

    @property
    def id(self) -> str:
        """The job's id."""
        ...

    def save(self, key: str, blob: bytes) -> None:
        """Keep a checkpoint in place of an earlier one; it survives a kill when this returns.

        Raises
        ------
        InputError
            The key is no token or the blob is too large.
        """
        ...

    def load(self, key: str) -> bytes | None:
        """Return the checkpoint that was saved last under this key, in this or an earlier run."""
        ...

    def keys(self) -> tuple[str, ...]:
        """Return the keys of all checkpoints, sorted."""
        ...


def register(kind: str, target: str, kinds: MutableMapping[str, str] = KINDS) -> None:
    """Enter a kind of job; its module is imported only in the process that runs it.

    Raises
    ------
    ValueError
        The kind stands for another function already, or one of the two is malformed.
    """
    if not _KIND.fullmatch(kind):
        msg = f"a kind of job is a lower-case name, not {kind!r}"
        raise ValueError(msg)
    if not _TARGET.fullmatch(target):
        msg = f"a job's function is given as 'package.module:function', not {target!r}"
        raise ValueError(msg)
    if kinds.setdefault(kind, target) != target:
        msg = f"the kind {kind!r} is {kinds[kind]} already, not {target}"
        raise ValueError(msg)


def function_of(target: str) -> Callable[[dict[str, Any], Any], object]:
    """Import and return the function of a dotted path; it takes inputs and a `Job` or `Watched`."""
    module, _, name = target.partition(":")
    function: Callable[[dict[str, Any], Any], object] = getattr(
        importlib.import_module(module), name
    )
    return function
