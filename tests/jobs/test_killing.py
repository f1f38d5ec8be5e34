"""Whoever is killed, whenever: no chunk is lost, none counts twice, nobody is left behind."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.jobs.conftest import jobs_of, parents
from tests.jobs.kinds import KINDS
from tests.jobs.sqlite_store import SqliteJobStore

from gutshot.jobs import JobRunner, MemoryJobStore, RunnerStoppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gutshot.jobs import JobStatus

    Starter = Callable[..., "RunnerProcess"]
    Until = Callable[..., float]

ROOT = Path(__file__).parents[2]


class RunnerProcess:
    """A runner that can be killed."""

    def __init__(self, database: Path, lease_s: float = 10, fork_s: float = 5) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.jobs.runner_process", str(database), str(lease_s)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=os.environ | {"FORK_SECONDS": str(fork_s)},
        )
        assert self.hear() == "ready"

    @property
    def pid(self) -> int:
        return self.process.pid

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def tell(self, line: str) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self.hear()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def leave(self) -> None:
        """Close its input, so that it shuts down."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(20) == 0

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starter]:
    with ExitStack() as stack:

        def start(**options: float) -> RunnerProcess:
            process = RunnerProcess(tmp_path / "jobs.db", **options)
            stack.callback(process.close)
            return process

        yield start


@pytest.fixture
def door(tmp_path: Path) -> Iterator[JobRunner]:
    """Return a runner that only looks at what the others do."""
    with JobRunner(SqliteJobStore(tmp_path / "jobs.db"), 0, kinds=KINDS) as runner:
        yield runner


def put_to_sleep(pid: int, database: Path) -> None:
    """Stop a process, but not in a transaction, where it would stop all others too."""
    while True:
        os.kill(pid, signal.SIGSTOP)
        with closing(sqlite3.connect(database, timeout=0.1, isolation_level=None)) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                os.kill(pid, signal.SIGCONT)
                time.sleep(0.01)
            else:
                return


def assert_all_chunks(status: JobStatus, chunks: int) -> None:
    assert (status.state, status.message) == ("done", f"{chunks} chunks")
    assert status.result == {"chunks": list(range(chunks)), "total": 2**chunks - 1}


def times_done(log: Path) -> Counter[int]:
    """Return how often each chunk was worked on."""
    return Counter(int(line.split()[0]) for line in log.read_text().splitlines())


def test_a_process_killed_between_work_and_checkpoint_does_one_chunk_again(
    runner: JobRunner, tmp_path: Path
) -> None:
    log, alive = tmp_path / "log", tmp_path / "alive"
    alive.touch()
    inputs = {"chunks": 8, "slice_s": 0, "log": str(log), "die_at": 5, "alive": str(alive)}
    status = runner.wait(runner.submit("count", inputs), 20)
    assert status.attempt == 2
    assert_all_chunks(status, 8)
    assert times_done(log) == Counter(range(8)) + Counter([5])


def test_a_process_killed_again_and_again_gets_to_its_end(
    runner: JobRunner, tmp_path: Path, until: Until
) -> None:
    """More often than a job may die without getting further."""
    log = tmp_path / "log"
    log.touch()
    chunks, kills = 60, 4
    job_id = runner.submit("count", {"chunks": chunks, "log": str(log)})
    for n in range(1, kills + 1):
        before = times_done(log).total()
        # When the second chunk is done, the first one is saved.
        until(lambda before=before: times_done(log).total() >= before + 2)
        for pid in jobs_of():
            os.kill(pid, signal.SIGKILL)
        until(lambda n=n: runner.status(job_id).attempt > n)
    status = runner.wait(job_id, 20)
    assert status.attempt == kills + 1
    assert_all_chunks(status, chunks)
    done = times_done(log)
    assert set(done) == set(range(chunks))
    assert done.total() <= chunks + kills


def test_what_the_terminal_sends_is_for_the_parent(
    runner: JobRunner, tmp_path: Path, until: Until
) -> None:
    """Ctrl-C reaches every process of the terminal; only the runner's program decides."""
    job_id = runner.submit("count", {"chunks": 10, "log": str(tmp_path / "log")})
    until(lambda: runner.status(job_id).progress)
    for pid in jobs_of():
        os.kill(pid, signal.SIGINT)
    status = runner.wait(job_id, 20)
    assert status.attempt == 1
    assert_all_chunks(status, 10)


def test_a_killed_runner_leaves_no_process_and_its_job_goes_on(
    start: Starter, door: JobRunner, tmp_path: Path, until: Until
) -> None:
    log = tmp_path / "log"
    chunks = 40
    job_id = door.submit("count", {"chunks": chunks, "log": str(log)})
    one = start()
    until(log.exists)
    (child,) = jobs_of(one.pid)
    one.kill()
    assert until(lambda: child not in parents()) < 2
    done_by_then = len(log.read_text().splitlines())
    assert 0 < done_by_then < chunks
    assert door.recover() == 1, "its process is known to be dead: no lease to wait for"
    start()
    status = door.wait(job_id, 20)
    assert status.attempt == 2
    assert_all_chunks(status, chunks)
    done = times_done(log)
    assert set(done) == set(range(chunks))
    assert done.total() <= chunks + 1


def test_children_see_that_a_runner_was_killed_even_if_a_fork_of_it_lives(
    start: Starter, door: JobRunner, tmp_path: Path, until: Until
) -> None:
    mark = tmp_path / "mark"
    door.submit("never-stops", {"resists": False, "mark": str(mark)})
    one = start(fork_s=30)
    until(lambda: mark.exists() and mark.read_text())
    fork = int(one.tell("fork"))
    one.kill()
    child = int(mark.read_text())
    gone = until(lambda: child not in parents())
    assert fork in parents()
    os.kill(fork, signal.SIGKILL)
    assert gone < 2


def test_a_fork_that_ends_takes_nothing_with_it(
    start: Starter, door: JobRunner, tmp_path: Path, until: Until
) -> None:
    log = tmp_path / "log"
    job_id = door.submit("count", {"chunks": 40, "log": str(log)})
    one = start(fork_s=0)
    until(log.exists)
    fork = int(one.tell("fork"))
    until(lambda: fork not in parents())
    status = door.wait(job_id, 20)
    assert status.attempt == 1
    assert_all_chunks(status, 40)
    one.leave()


def test_a_fork_can_not_use_the_runner_of_its_parent() -> None:
    runner = JobRunner(MemoryJobStore(), kinds=KINDS)
    runner._pid += 1
    with pytest.raises(RunnerStoppedError, match="belongs to process"):
        runner.submit("echo", {})
    runner.shutdown()


def test_a_cancel_that_a_killed_runner_did_not_see_is_not_forgotten(
    start: Starter, door: JobRunner, tmp_path: Path, until: Until
) -> None:
    mark = tmp_path / "mark"
    job_id = door.submit("never-stops", {"resists": False, "mark": str(mark)})
    one = start()
    until(mark.exists)
    put_to_sleep(one.pid, tmp_path / "jobs.db")
    assert door.cancel(job_id).cancel_requested
    one.kill()
    assert door.recover() == 1
    assert door.status(job_id).state == "cancelled"


def test_a_job_that_takes_its_runner_along_is_given_up(
    start: Starter, tmp_path: Path, until: Until
) -> None:
    mark = tmp_path / "mark"
    store = SqliteJobStore(tmp_path / "jobs.db")
    with JobRunner(store, 0, kinds=KINDS, max_tries=1) as door:
        job_id = door.submit("never-stops", {"resists": False, "mark": str(mark)})
        one = start()
        until(mark.exists)
        one.kill()
        door.recover()
        status = door.status(job_id)
    assert status.state == "failed"
    assert "given up after 1 starts" in status.message


def test_a_runner_that_was_asleep_finds_its_job_taken_and_does_no_harm(
    start: Starter, door: JobRunner, tmp_path: Path, until: Until
) -> None:
    log = tmp_path / "log"
    job_id = door.submit("count", {"chunks": 25, "log": str(log)})
    sleeper = start()
    until(log.exists)
    put_to_sleep(sleeper.pid, tmp_path / "jobs.db")
    # Its children go on until they need it.
    store = SqliteJobStore(tmp_path / "jobs.db")
    with JobRunner(store, kinds=KINDS, lease_s=0.5) as runner:
        status = runner.wait(job_id, 20)
        assert status.attempt == 2
        assert_all_chunks(status, 25)
    os.kill(sleeper.pid, signal.SIGCONT)
    until(lambda: not jobs_of(sleeper.pid))
    assert door.status(job_id) == status
    assert times_done(log).total() <= 27
    # And it is none the worse for it.
    assert door.wait(door.submit("echo", {"n": 1}), 20).result == {"n": 1}
    sleeper.leave()


def test_shutdown_at_the_end_of_a_program(
    start: Starter, door: JobRunner, tmp_path: Path, until: Until
) -> None:
    log = tmp_path / "log"
    job_id = door.submit("count", {"chunks": 200, "log": str(log)})
    one = start()
    until(log.exists)
    (child,) = jobs_of(one.pid)
    begin = time.monotonic()
    one.leave()
    assert time.monotonic() - begin < 2
    assert child not in parents()
    assert door.status(job_id).state == "queued"
