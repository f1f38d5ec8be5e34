"""The exhaustive comparison goes on where it was stopped, however it was stopped."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from tests.work.slow_chunks import CHUNKS, DECKS, compare

from gutshot.work.exhaustive import Checkpoint, run_chunks
from gutshot.work.verify import CheckFailedError

ROOT = Path(__file__).parents[2]


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where chunks are noted that run; checkpoints lie in a folder of the test's own."""
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    return tmp_path / "notes"


def noted(notes: Path) -> list[tuple[int, int]]:
    """Return the chunks that ran and their processes, and begin a new list."""
    lines = notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []
    notes.unlink(missing_ok=True)
    return [(int(chunk), int(process)) for chunk, process in map(str.split, lines)]


def remembered() -> set[int]:
    return set(Checkpoint.load(DECKS).chunks)


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # A process that nobody has waited for yet is dead all the same.
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text(encoding="utf-8").rpartition(")")[2][1] != "Z"


def until(happens: object, what: str) -> None:
    """Wait until a condition holds; a busy machine may take its time."""
    assert callable(happens)
    ends = time.monotonic() + 120
    while not happens():
        assert time.monotonic() < ends, what
        time.sleep(0.01)


def run_the_rest(notes: Path) -> list[int]:
    """Run to the end and return the chunks that ran."""
    shares: list[float] = []
    before = len(remembered()) / len(CHUNKS)
    run_chunks(CHUNKS, partial(compare, notes, 0, -1), Checkpoint.load(DECKS), shares.append)
    assert shares[0] == pytest.approx(before)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert remembered() == set(CHUNKS)
    return sorted(chunk for chunk, _ in noted(notes))


def test_a_killed_run_goes_on_with_the_rest_and_leaves_no_process(notes: Path) -> None:
    lines = Checkpoint.load(DECKS).path
    assert lines is not None
    command = [sys.executable, "-m", "tests.work.slow_chunks", str(notes)]
    with subprocess.Popen(command, cwd=ROOT) as run:
        until(lambda: lines.read_text(encoding="utf-8").count("\n") >= 5, "nothing was remembered")
        run.kill()
    before = remembered()
    assert 5 <= len(before) < len(CHUNKS), "killed too late"
    workers = {process for _, process in noted(notes)}
    until(lambda: not any(map(lives, workers)), "a worker outlived its parent")
    notes.unlink(missing_ok=True)
    assert remembered() == before
    assert run_the_rest(notes) == sorted(set(CHUNKS) - before)
    assert run_the_rest(notes) == []


def test_a_cancelled_run_goes_on_with_the_rest(notes: Path) -> None:
    def cancelled(share: float) -> None:
        if share > 0.2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_chunks(CHUNKS, partial(compare, notes, 0.01, -1), Checkpoint.load(DECKS), cancelled)
    before = remembered()
    assert 0.2 < len(before) / len(CHUNKS) < 1
    assert before <= {chunk for chunk, _ in noted(notes)}
    assert run_the_rest(notes) == sorted(set(CHUNKS) - before)


def test_a_chunk_that_differs_is_never_remembered(notes: Path) -> None:
    for _ in range(2):
        done = Checkpoint.load(DECKS)
        with pytest.raises(CheckFailedError, match="chunk 11 differs"):
            run_chunks(CHUNKS, partial(compare, notes, 0, 11), done, lambda _: None)
        assert 11 not in remembered()
    noted(notes)
    assert 11 in run_the_rest(notes)


def test_a_line_that_a_kill_cut_short_counts_for_nothing(notes: Path) -> None:
    done = Checkpoint.load(DECKS)
    assert done.path is not None
    done.add(3)
    with done.path.open("a", encoding="utf-8") as file:
        file.write("1")  # the rest of "17" and its line end did not come
    assert remembered() == {3}
    assert run_the_rest(notes) == sorted(set(CHUNKS) - {3})


def test_what_agreed_for_other_decks_counts_for_nothing(notes: Path) -> None:
    assert not notes.exists()
    Checkpoint.load(("standard", "deuces-wild")).add(7)
    assert remembered() == set()
