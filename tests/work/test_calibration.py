"""Rows of the calibration are the same, whether it was stopped, killed, or ran on a cluster."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.cli import asking
from tests.holdem.calibrate.toys import toy_ending, toy_tree
from tests.jobs.dask_cluster import ROOT, local_cluster

from gutshot.errors import InputError
from gutshot.holdem.calibrate.rows import (
    CalibrationRows,
    read_rows,
    row_line,
    write_rows,
)
from gutshot.holdem.calibrate.rows_file import RowsFile
from gutshot.holdem.calibrate.solving import ENGINE, shipped_tree
from gutshot.work.calibration import calibrate, open_rows

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ENDINGS = [toy_ending(name=f"toy/{behind}", behind_bb=behind) for behind in (3.0, 6.0, 30.0)]
FLOPS = 4
ROWS = len(ENDINGS) * FLOPS


def begun(path: Path) -> Path:
    """Write a file with the endings and no row: no chart is looked at then."""
    write_rows(path, CalibrationRows({one.name: one for one in ENDINGS}, ()))
    return path


def rows(path: Path) -> list[str]:
    """Return a file's rows without the time that they took."""
    return [row_line(replace(row, cpu_s=0.0)) for row in read_rows(path).rows]


def started(path: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "gutshot", "postflop", "calibrate", "--json"]
    sizes = ["--spots", str(len(ENDINGS)), "--flops", str(FLOPS), "--out", str(path)]
    return subprocess.Popen(
        [*command, *sizes, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def wait_for(holds: Callable[[], object], timeout_s: float = 120) -> None:
    until = time.monotonic() + timeout_s
    while not holds():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the rows as one process solves them here."""
    path = begun(tmp_path_factory.mktemp("alone") / "rows.jsonl")
    told: list[float] = []
    found = calibrate(open_rows(path, len(ENDINGS)), FLOPS, progress=told.append)
    assert (found.written, found.kept, found.open, found.failed) == (ROWS, 0, 0, {})
    assert told[-1] == 1
    assert all(0 <= share <= 1 for share in told)
    again = calibrate(open_rows(path, len(ENDINGS)), FLOPS)
    assert (again.written, again.kept) == (0, ROWS)
    return rows(path)


def test_rows_stand_flop_by_flop(alone: list[str]) -> None:
    """Whenever a run is stopped, all endings have been seen about as often."""
    places = [(json.loads(row)["number"], json.loads(row)["ending"]) for row in alone]
    assert places == [(n, one.name) for n in range(FLOPS) for one in ENDINGS]


def test_a_run_that_was_killed_goes_on_with_the_same_rows(alone: list[str], tmp_path: Path) -> None:
    """A line that it had begun is taken away, those before it stay as they are."""
    path = begun(tmp_path / "rows.jsonl")
    run = started(path)
    wait_for(lambda: read_rows(path).rows)
    run.kill()
    run.communicate(timeout=30)
    there = rows(path)
    assert 0 < len(there) < ROWS
    assert there == alone[: len(there)]
    with path.open("a") as file:
        file.write('{"line":"row","ending"')
    rest = started(path, "--workers", "2")
    told, complaints = rest.communicate(timeout=180)
    assert rest.returncode == 0, complaints
    found = json.loads(told)
    assert (found["kept"], found["written"]) == (len(there), ROWS - len(there))
    assert rows(path) == alone
    assert list(tmp_path.iterdir()) == [path]


def test_a_cluster_of_which_a_worker_is_killed_solves_the_same_rows(
    alone: list[str], tmp_path: Path
) -> None:
    """The scheduler has what it was at solved by the other one."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    path = begun(tmp_path / "rows.jsonl")
    with local_cluster(folder) as two:
        wait_for(lambda: two.log().count("Starting worker compute stream") == 2)
        run = started(path, "--scheduler", two.address)
        wait_for(lambda: read_rows(path).rows)
        assert len(read_rows(path).rows) < ROWS - 1
        two.kill(two.processes[1])
        told, complaints = run.communicate(timeout=180)
        assert "Remove worker addr" in two.log()
    assert run.returncode == 0, complaints
    assert (json.loads(told)["written"], json.loads(told)["failed"]) == (ROWS, [])
    assert rows(path) == alone


def test_a_run_that_is_cancelled_keeps_its_rows(alone: list[str], tmp_path: Path) -> None:
    """And says how many are left."""
    path = begun(tmp_path / "rows.jsonl")
    found = calibrate(
        open_rows(path, len(ENDINGS)), FLOPS, cancel=lambda: bool(read_rows(path).rows)
    )
    assert found.stopped
    assert found.open == ROWS - found.written > 0
    assert rows(path) == alone[: found.written]
    assert "Not solved yet" in found.lines()[-1]


def test_a_file_of_another_tree_is_refused(tmp_path: Path) -> None:
    """One file holds what was measured alike."""
    path = begun(tmp_path / "rows.jsonl")
    calibrate(RowsFile(path, 1, list, tree=toy_tree(), engine=ENGINE), 1)
    with pytest.raises(InputError, match="give --out another name"):
        RowsFile(path, 1, list, tree=shipped_tree(), engine=ENGINE)


def test_the_command_refuses_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a line."""
    code, _, err = asking.asked(("postflop",), capsys, "calibrate", "--out", str(tmp_path))
    assert code == 2
    assert "is a folder" in err
