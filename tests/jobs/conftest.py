"""Runners for tests, and a look at what processes there are."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.jobs.kinds import KINDS

from gutshot.jobs import JobRunner, MemoryJobStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture
def runner() -> Iterator[JobRunner]:
    """Return a runner with one worker."""
    with JobRunner(MemoryJobStore(), kinds=KINDS, grace_s=0.5) as runner:
        yield runner


@pytest.fixture
def until() -> Callable[[Callable[[], object]], float]:
    """Return a function that waits until something holds, and tells how many seconds it took."""

    def wait(holds: Callable[[], object], timeout_s: float = 20) -> float:
        begin = time.monotonic()
        while not holds():
            assert time.monotonic() - begin < timeout_s, "waited in vain"
            time.sleep(0.005)
        return time.monotonic() - begin

    return wait


def parents() -> dict[int, int]:
    """Return every process that is more than a zombie, and its parent."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                stat = (folder / "stat").read_text()
            except OSError:
                continue
            state, parent = stat.rpartition(")")[2].split()[:2]
            if state != "Z":
                found[int(folder.name)] = int(parent)
    return found


def is_job(pid: int) -> bool:
    """Tell whether a process was spawned by multiprocessing to do something."""
    try:
        return b"spawn_main" in (Path("/proc") / str(pid) / "cmdline").read_bytes()
    except OSError:
        return False


def jobs_of(parent: int | None = None) -> set[int]:
    """Return the job processes of a process, by default of this one."""
    parent = os.getpid() if parent is None else parent
    return {pid for pid, of in parents().items() if of == parent and is_job(pid)}
