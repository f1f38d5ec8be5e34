"""Postflop spots solved as jobs: watched, cancelled, gone on with, and kept as files.

A solve that is stopped keeps its file too, with where to go on from; the certificates on the way
are kept as they come. The oldest files make room for new ones.
"""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gutshot.catalogue import user_data
from gutshot.errors import InputError
from gutshot.holdem.postflop.answers import solve_spot
from gutshot.holdem.postflop.solution_file import load_solve, save_solve
from gutshot.holdem.postflop.spec import PLAYERS, exact_decimal, spot_keys, spot_of
from gutshot.jobs import JobStoppedError, register

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.postflop.answers import Progress, SolvedSpot
    from gutshot.holdem.postflop.solution_file import SavedSolve
    from gutshot.holdem.postflop.spec import Spot
    from gutshot.jobs import Job

__all__ = [
    "CHECKS",
    "POSTFLOP",
    "OnTheWay",
    "folder_of_user",
    "half_asked",
    "postflop_solve",
    "solve_file",
    "solve_inputs",
    "solve_job_id",
    "spot_asked",
    "way_of",
]

POSTFLOP: Final = "holdem.postflop"
"""The kind of these jobs."""
CHECKS: Final = "checks"
"""The key under which the certificates on the way are kept."""

_VERSION: Final = 1  # goes up when anything would be solved differently
_TELL_EVERY_S: Final = 0.4
_KEEP_EVERY_S: Final = 60.0
_KEEPING_SHARE: Final = 0.05  # of the time, at most about
_MOST_FILES: Final = 40
_MOST_BYTES: Final = 4_000_000_000


class OnTheWay(NamedTuple):
    """A certificate on the way: after how many iterations, and what was left to gain, in chips."""

    iteration: int
    exploitability: float


def folder_of_user() -> Path:
    """Return the folder of the user's solved spots; there may be none yet."""
    return user_data() / "solves"


def solve_inputs(spot: Spot, *, half: bool = False) -> dict[str, Any]:
    """Return what the job of a spot is given.

    half : numbers of 16 bits instead of 32; a job of its own, which goes on with the same kind.
    """
    inputs = {"version": _VERSION, "spot": spot_keys(spot), "folder": str(folder_of_user())}
    # without the key where it is not so, as jobs that are kept from before have none
    return inputs | ({"half": True} if half else {})


def solve_job_id(spot: Spot, *, half: bool = False) -> str:
    """Return the id of a spot's job: who asks for the same finds the same."""
    text = json.dumps(solve_inputs(spot, half=half), sort_keys=True)
    return f"postflop-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def spot_asked(inputs: dict[str, Any]) -> Spot:
    """Return the spot of a job's inputs."""
    keys = json.loads(json.dumps(inputs["spot"]), parse_float=exact_decimal)
    return spot_of(keys)


def half_asked(inputs: dict[str, Any]) -> bool:
    """Tell whether a job keeps numbers in 16 bits."""
    return bool(inputs.get("half", False))


def solve_file(inputs: dict[str, Any], job_id: str) -> Path:
    """Return the file of a job; it may not be there."""
    return Path(inputs["folder"]) / f"{job_id}.gutshot"


def way_of(result: dict[str, Any] | None, kept: bytes | None) -> tuple[OnTheWay, ...]:
    """Return the certificates on the way of a job.

    result : of a job that is done. kept : what another one keeps under `CHECKS`.
    """
    found = json.loads(kept or b"[]") if result is None else result[CHECKS]
    return tuple(OnTheWay(int(at), float(left)) for at, left in found)


def postflop_solve(inputs: dict[str, Any], job: Job) -> dict[str, Any]:
    """Solve a spot, and keep the whole tree in a file."""
    if inputs["version"] != _VERSION:
        raise InputError("this was asked of another version: ask for it again")
    spot = spot_asked(inputs)
    file = solve_file(inputs, job.id)
    file.parent.mkdir(parents=True, exist_ok=True)
    watcher = _Watcher(job, spot, file)
    saved = watcher.begin()
    job.check()
    job.progress(0.0, "Building the tree")
    found = solve_spot(
        spot,
        progress=watcher.told,
        cancel=job.cancelled,
        checked=watcher.checked,
        resume=None if saved is None else saved.checkpoint,
        whole_tree=True,
        half=half_asked(inputs),
    )
    job.progress(1.0, "Writing the tree")
    watcher.keep(found)
    _make_room(file)
    if found.cancelled:
        raise JobStoppedError
    return {
        "schema": "gutshot.holdem.postflop-solve/1",
        "exploitability": found.exploitability,
        "exploitability_percent": found.exploitability_percent,
        "converged": found.converged,
        "iterations": found.iterations,
        "seconds": found.seconds,
        "memory_bytes": found.memory_bytes,
        "bits": found.bits,
        "equity": _both([float(share) for share in found.equities]),
        "ev": _both(found.evs),
        "gain": _both(found.gains),
        "root_player": PLAYERS[found.root_player],
        "root": found.root,
        CHECKS: watcher.way,
    }


register(POSTFLOP, "gutshot.work.postflop_solves:postflop_solve")


def _both(numbers: Sequence[float]) -> dict[str, float]:
    return dict(zip(PLAYERS, numbers, strict=True))


class _Watcher:
    """Tells how a solve goes, and keeps it."""

    def __init__(self, job: Job, spot: Spot, file: Path) -> None:
        self._job = job
        self._pot = float(spot.pot)
        self._file = file
        self._keep_at = time.monotonic() + _KEEP_EVERY_S
        self._last: Progress | None = None
        self._tell_at = 0.0
        self.way: list[OnTheWay] = []
        """All certificates until now."""

    def begin(self) -> SavedSolve | None:
        """Return what is kept to go on from, None to start."""
        if not self._file.exists():
            return None
        try:
            saved = load_solve(self._file, with_checkpoint=True)
        except InputError:
            return None
        if saved.checkpoint is not None:
            way = way_of(None, self._job.load(CHECKS))
            self.way = [one for one in way if one.iteration <= saved.checkpoint.iteration]
        return saved

    def told(self, share: float) -> None:
        at, left = self.way[-1]
        percent = 100 * left / self._pot
        self._job.progress(share, f"{at:,} iterations, {percent:.3g} % of the pot left to gain")

    def checked(self, progress: Progress) -> None:
        self._last = progress
        left = max(progress.check.certificate.mean_gain, 0.0)
        self.way.append(OnTheWay(progress.check.iteration, left))
        if time.monotonic() >= self._tell_at:
            self._tell_at = time.monotonic() + _TELL_EVERY_S
            self._save_way()
        now = time.monotonic()
        if now >= self._keep_at:
            # a process that is killed goes on from here
            self._save_way()
            save_solve(self._file, progress.solution(), progress.checkpoint())
            took_s = time.monotonic() - now
            self._keep_at = now + max(_KEEP_EVERY_S, took_s / _KEEPING_SHARE)

    def keep(self, found: SolvedSpot) -> None:
        self._save_way()
        if found.solution is not None:
            going_on = None if found.converged or self._last is None else self._last.checkpoint()
            save_solve(self._file, found.solution, going_on)

    def _save_way(self) -> None:
        self._job.save(CHECKS, json.dumps(self.way).encode())


def _make_room(newest: Path) -> None:
    """Let go of the oldest files beyond those that are kept."""
    files = sorted(newest.parent.glob("*.gutshot"), key=lambda one: -one.stat().st_mtime_ns)
    total = 0
    for number, file in enumerate(files):
        total += file.stat().st_size
        if file != newest and (number >= _MOST_FILES or total > _MOST_BYTES):
            file.unlink(missing_ok=True)
