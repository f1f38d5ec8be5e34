"""Postflop solves as jobs: what a killed one leaves, and what makes room."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.holdem.postflop_spots import RIVER, kept_arrays, spot

from gutshot.errors import InputError
from gutshot.holdem.postflop.solution_file import load_solve
from gutshot.jobs import JobStoppedError
from gutshot.work import postflop_solves
from gutshot.work.postflop_solves import (
    CHECKS,
    postflop_solve,
    solve_file,
    solve_inputs,
    solve_job_id,
    spot_asked,
    way_of,
)

if TYPE_CHECKING:
    from pathlib import Path

SPOT = replace(
    spot(RIVER, oop="TT,AQs,87s", ip="KK,T9s,AQs", raises="60%", more="target = 1e-9"),
    iterations=60,
)


class KilledError(Exception):
    """The process is gone."""


class Work:
    """A job without a process."""

    id = "postflop-one"

    def __init__(self, dies_at: int = 0) -> None:
        self.blobs: dict[str, bytes] = {}
        self.said: list[str] = []
        self.dies_at = dies_at

    def progress(self, share: float, message: str = "") -> None:
        assert 0 <= share <= 1
        self.said.append(message)
        if message.startswith(f"{self.dies_at} iterations"):
            raise KilledError

    def cancelled(self) -> bool:
        return False

    def check(self) -> None:
        pass

    def save(self, key: str, blob: bytes) -> None:
        self.blobs[key] = blob

    def load(self, key: str) -> bytes | None:
        return self.blobs.get(key)

    def keys(self) -> tuple[str, ...]:
        return tuple(sorted(self.blobs))


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    return solve_inputs(SPOT)


def test_a_killed_solve_goes_on_from_what_it_kept(
    inputs: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = postflop_solve(inputs, Work())
    file = solve_file(inputs, Work.id)
    wanted = load_solve(file).solution
    file.unlink()
    monkeypatch.setattr(postflop_solves, "_KEEP_EVERY_S", 0.0)
    monkeypatch.setattr(postflop_solves, "_KEEPING_SHARE", 1e9)
    work = Work(dies_at=30)
    with pytest.raises(KilledError):
        postflop_solve(inputs, work)
    kept = load_solve(file, with_checkpoint=True)
    assert kept.checkpoint is not None
    assert kept.checkpoint.iteration == kept.solution.certified.iterations == 30
    work.dies_at = 0
    found = postflop_solve(inputs, work)
    assert [at for at, _ in found[CHECKS]] == [10, 20, 30, 40, 50, 60]
    assert found[CHECKS] == whole[CHECKS]
    again = load_solve(file).solution
    for one, other in zip(wanted.streets[0], again.streets[0], strict=True):
        assert (one.chances == other.chances).all()
    assert way_of(found, None)[-1].iteration == 60
    assert way_of(None, None) == ()


@pytest.mark.parametrize("half", [False, True])
def test_a_cancelled_solve_goes_on_to_the_bytes_of_an_uninterrupted_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, half: bool
) -> None:
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    inputs = solve_inputs(SPOT, half=half)
    file = solve_file(inputs, Work.id)
    whole = postflop_solve(inputs, Work())
    wanted = kept_arrays(file)
    file.unlink()
    work = Work()
    # between two measurements
    asked = iter([False] * 37 + [True] * 3)
    monkeypatch.setattr(work, "cancelled", lambda: next(asked))
    with pytest.raises(JobStoppedError):
        postflop_solve(inputs, work)
    kept = load_solve(file, with_checkpoint=True)
    assert kept.checkpoint is not None
    assert kept.checkpoint.iteration == 37
    tables = [array for name, array in kept.checkpoint.arrays.items() if "_" in name]
    assert {array.dtype.itemsize for array in tables} == {2 if half else 4}
    assert kept.solution.bits == (16 if half else 32)
    monkeypatch.setattr(work, "cancelled", lambda: False)
    found = postflop_solve(inputs, work)
    assert found["iterations"] == 60
    assert found["bits"] == (16 if half else 32)
    for name in ("ev", "gain", "root", "exploitability"):
        assert found[name] == whole[name]
    assert kept_arrays(file) == wanted
    assert "checkpoint/river_oop_regret.npy" in wanted


def test_the_same_spot_is_the_same_job(inputs: dict[str, Any]) -> None:
    assert solve_job_id(SPOT) == solve_job_id(spot_asked(inputs))
    assert solve_job_id(SPOT) != solve_job_id(replace(SPOT, iterations=61))
    with pytest.raises(InputError, match="asked of another version"):
        postflop_solve(inputs | {"version": 0}, Work())


def test_the_oldest_files_make_room(
    inputs: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = solve_file(inputs, Work.id).parent
    folder.mkdir(parents=True)
    for age in range(4):
        old = folder / f"old{age}.gutshot"
        old.write_bytes(b"PK")
        os.utime(old, (1_000_000 - age, 1_000_000 - age))
    monkeypatch.setattr(postflop_solves, "_MOST_FILES", 3)
    postflop_solve(inputs, Work())
    names = sorted(file.name for file in folder.glob("*.gutshot"))
    assert names == ["old0.gutshot", "old1.gutshot", "postflop-one.gutshot"]
