from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from tests.jobs.conftest import jobs_of, parents
from tests.jobs.kinds import KINDS

from gutshot.jobs import JobRunner, MemoryJobStore

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]

PROGRAM = """
import sys
from gutshot.jobs import JobRunner, MemoryJobStore
from tests.jobs.kinds import KINDS

if __name__ == "__main__":
    runner = JobRunner(MemoryJobStore(), 2, kinds=KINDS)
    runner.submit("never-stops", {"resists": False, "mark": sys.argv[1]})
    ids = [runner.submit(kind, {"how": "bug"}) for kind in ("echo", "fails", "dies")]
    for job_id in ids:
        print(runner.wait(job_id, 20).state)
"""


def held() -> tuple[int, set[str]]:
    """Return how many files are open, and the threads."""
    return (
        len(list(Path("/proc/self/fd").iterdir())),
        {thread.name for thread in threading.enumerate()},
    )


def a_life(tmp_path: Path, until: Callable[..., float]) -> None:
    """Have jobs end in every way there is."""
    with JobRunner(MemoryJobStore(), 2, kinds=KINDS, grace_s=0.1) as runner:
        mark, log = tmp_path / "mark", tmp_path / "log"
        mark.unlink(missing_ok=True)
        stubborn = runner.submit("never-stops", {"resists": True, "mark": str(mark)})
        others = [
            runner.submit("echo", {}),
            runner.submit("fails", {"how": "bug"}),
            runner.submit("fails", {"how": "leaves at once"}),
            runner.submit("dies", {}),
            runner.submit("count", {"chunks": 3, "slice_s": 0, "log": str(log)}),
        ]
        followed = runner.subscribe()
        for job_id in others:
            runner.wait(job_id, 20)
        until(mark.exists)
        runner.cancel(stubborn)
        runner.wait(stubborn, 20)
        runner.submit("slices", {"mark": str(mark)})
        followed.close()


def test_nothing_is_left_of_jobs_and_their_runner(
    tmp_path: Path, until: Callable[..., float]
) -> None:
    with JobRunner(MemoryJobStore(), kinds=KINDS) as runner:
        # The first start of a process brings multiprocessing's tracker, which stays.
        runner.wait(runner.submit("echo", {}), 20)
    before = held()
    a_life(tmp_path, until)
    assert held() == before
    assert not jobs_of()


def test_a_program_that_just_ends_warns_of_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    program, mark = tmp_path / "program.py", tmp_path / "mark"
    program.write_text(PROGRAM)
    ended = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", str(program), str(mark)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
    )
    assert ended.stdout.split() == ["done", "failed", "failed"]
    assert ended.returncode == 0
    assert "Warning" not in ended.stderr
    assert "leaked" not in ended.stderr
    assert "Exception ignored" not in ended.stderr
    assert int(mark.read_text()) not in parents()
