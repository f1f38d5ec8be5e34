"""A Dask cluster on this machine, of processes that can be killed, and what its tasks do."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from gutshot.jobs import Watched

__all__ = ["LocalCluster", "local_cluster"]

ROOT = Path(__file__).parents[2]


@dataclass
class LocalCluster:
    """A scheduler and its workers, each a process of its own."""

    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    address: str = ""

    def start(self, code: str = "") -> None:
        """Start the scheduler and wait until it can be reached; code : to run in it first."""
        told = self.folder / "scheduler.json"
        options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self._run("scheduler", *options, "--scheduler-file", str(told), code=code)
        until = time.monotonic() + 60
        while not told.exists() or not (text := told.read_text()).endswith("}"):
            assert self.processes[0].poll() is None, self.log()
            assert time.monotonic() < until, self.log()
            time.sleep(0.05)
        self.address = json.loads(text)["address"]

    def add_worker(self, *options: str, code: str = "") -> subprocess.Popen[bytes]:
        """Start a worker with one thread; code : to run in it before Dask."""
        here = ("--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard", "--no-nanny")
        scratch = ("--local-directory", str(self.folder))
        return self._run("worker", self.address, *here, *scratch, *options, code=code)

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Kill one of them, so that it can say nothing."""
        process.send_signal(signal.SIGKILL)
        process.wait()

    def stop(self) -> None:
        """Kill all of them."""
        for process in self.processes:
            if process.poll() is None:
                self.kill(process)

    def _run(self, part: str, *arguments: str, code: str = "") -> subprocess.Popen[bytes]:
        source = f"{code}\nfrom distributed.cli.dask_{part} import main\nmain()"
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-c", source, *arguments],
                stdout=log,
                stderr=log,
                cwd=ROOT,
                env=os.environ | dict(self.environment),
            )
        self.processes.append(process)
        return process

    def log(self) -> str:
        """Return what they said."""
        return (self.folder / "log").read_text()


@contextmanager
def local_cluster(folder: Path, workers: int = 2) -> Generator[LocalCluster]:
    """Yield a cluster of processes; all are killed at the end."""
    cluster = LocalCluster(folder)
    try:
        cluster.start()
        for _ in range(workers):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.stop()


def square(inputs: dict[str, Any], task: Watched) -> dict[str, Any]:
    """Return a square and some bytes."""
    task.progress(0.5)
    return {"square": inputs["number"] ** 2, "bytes": bytes(range(256))}


def count(inputs: dict[str, Any], task: Watched) -> int:
    """Take a while, and note in a file that it began, goes on, and how it ended."""
    notes = Path(inputs["notes"])
    for step in range(inputs["steps"]):
        _note(notes, f"{inputs['name']} {step} {os.getpid()}")
        if task.cancelled():
            _note(notes, f"{inputs['name']} stopped {os.getpid()}")
        task.check()
        task.progress(step / inputs["steps"])
        time.sleep(0.05)
    _note(notes, f"{inputs['name']} done {os.getpid()}")
    return os.getpid()


def threads(inputs: dict[str, Any], task: Watched) -> list[int]:
    """Return how many threads each BLAS of the worker has."""
    del inputs, task
    import numpy as np
    from threadpoolctl import threadpool_info  # type: ignore[import-untyped]

    assert (np.ones((2, 2)) @ np.ones((2, 2))).sum() == 8
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


def mistaken(inputs: dict[str, Any], task: Watched) -> None:
    """Fail in one of the ways in which a task can."""
    from gutshot.errors import InputError

    del task
    if inputs["how"] == "input":
        raise InputError("the number is 1 to 9, not 10")
    if inputs["how"] == "exit":
        os.kill(os.getpid(), signal.SIGKILL)
    raise RuntimeError("two\nlines")


def _note(notes: Path, line: str) -> None:
    with notes.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
