from __future__ import annotations

import asyncio
import time
from statistics import median
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from tests.jobs.kinds import KINDS
from tests.jobs.sqlite_store import SqliteJobStore

from gutshot.jobs import JobRunner, MemoryJobStore, RunnerStoppedError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gutshot.jobs import JobStatus, Subscription

ORDER = {"queued": 0, "running": 1, "done": 2}


def assert_in_order(updates: list[JobStatus]) -> None:
    """A job only goes forward, and what ends it comes last, once."""
    assert updates
    places = [(ORDER[status.state], status.progress) for status in updates]
    assert places == sorted(places)
    assert [status.finished for status in updates] == [False] * (len(updates) - 1) + [True]


def test_many_watch_one_job(runner: JobRunner, tmp_path: Path) -> None:
    job_id = runner.submit("count", {"chunks": 30, "log": str(tmp_path / "log")})
    seen: list[list[JobStatus]] = [[] for _ in range(20)]

    def follow(updates: Subscription, to: list[JobStatus], pause_s: float) -> None:
        for status in updates:
            to.append(status)
            time.sleep(pause_s)

    begin = time.monotonic()
    threads = [
        Thread(target=follow, args=(runner.subscribe(job_id), to, 0.3 * (n % 2)))
        for n, to in enumerate(seen)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
    seconds = time.monotonic() - begin
    for n, updates in enumerate(seen):
        assert_in_order(updates)
        assert len(updates) <= seconds / 0.3 + 1 if n % 2 else len(updates) >= 4
    assert not runner._hub._subscriptions


def test_an_event_loop_is_never_kept_waiting(runner: JobRunner, tmp_path: Path) -> None:
    job_id = runner.submit("count", {"chunks": 30, "log": str(tmp_path / "log")})

    async def follow() -> list[JobStatus]:
        with runner.subscribe(job_id) as updates:
            return [status async for status in updates]

    async def tick(pauses: list[float]) -> None:
        while True:
            begin = time.monotonic()
            await asyncio.sleep(0.01)
            pauses.append(time.monotonic() - begin)

    async def all_of_it() -> tuple[list[list[JobStatus]], list[float]]:
        pauses: list[float] = []
        ticking = asyncio.create_task(tick(pauses))
        seen = await asyncio.gather(*(follow() for _ in range(50)))
        ticking.cancel()
        return seen, pauses

    seen, pauses = asyncio.run(all_of_it())
    for updates in seen:
        assert_in_order(updates)
    assert len(pauses) > 20
    assert sorted(pauses)[len(pauses) * 9 // 10] < 0.1


def test_a_reader_in_an_event_loop_may_give_up_and_come_back(
    runner: JobRunner, tmp_path: Path
) -> None:
    job_id = runner.submit("count", {"chunks": 15, "log": str(tmp_path / "log")})

    async def follow() -> tuple[list[JobStatus], int]:
        seen, silent = [], 0
        with runner.subscribe(job_id) as updates:
            while True:
                try:
                    seen.append(await asyncio.wait_for(anext(updates), 0.01))
                except TimeoutError:
                    silent += 1
                except StopAsyncIteration:
                    return seen, silent

    seen, silent = asyncio.run(follow())
    assert_in_order(seen)
    assert silent > 3


def test_all_jobs_can_be_followed(runner: JobRunner, tmp_path: Path) -> None:
    first = runner.submit("slices", {"mark": str(tmp_path / "mark")})
    with runner.subscribe() as updates:
        assert next(updates).id == first
        second = runner.submit("echo", {})
        runner.cancel(first)
        states: dict[str, list[str]] = {first: [], second: []}
        while "done" not in states[second]:
            status = updates.get(20)
            assert status is not None
            states[status.id].append(status.state)
    assert states[first][-1] == "cancelled"
    assert states[second][0] == "queued"


def test_who_comes_late_gets_the_end(runner: JobRunner) -> None:
    job_id = runner.submit("echo", {})
    runner.wait(job_id, 20)
    assert [status.state for status in runner.subscribe(job_id)] == ["done"]


def test_a_closed_subscription_lets_its_reader_go(runner: JobRunner) -> None:
    updates = runner.subscribe()
    assert updates.get(0) is None
    got: list[JobStatus | None] = []
    reader = Thread(target=lambda: got.extend([updates.get(20), *updates]))
    reader.start()
    time.sleep(0.05)
    updates.close()
    reader.join(5)
    assert not reader.is_alive()
    assert got == [None]
    assert updates.ended
    runner.submit("echo", {})
    assert updates.get(0) is None


def test_a_shutdown_ends_what_waits(tmp_path: Path, until: Callable[..., float]) -> None:
    with JobRunner(MemoryJobStore(), kinds=KINDS) as runner:
        mark = tmp_path / "mark"
        job_id = runner.submit("slices", {"mark": str(mark)})
        seen: list[JobStatus] = []
        follower = Thread(target=lambda: seen.extend(runner.subscribe(job_id)))
        failures: list[RunnerStoppedError] = []

        def wait() -> None:
            with pytest.raises(RunnerStoppedError, match="goes on when") as caught:
                runner.wait(job_id)
            failures.append(caught.value)

        waiter = Thread(target=wait)
        until(mark.exists)
        follower.start()
        waiter.start()
        time.sleep(0.1)
    follower.join(5)
    waiter.join(5)
    assert [status.state for status in seen] == ["running", "queued"]
    assert len(failures) == 1


def test_the_remaining_time_is_told(runner: JobRunner, tmp_path: Path) -> None:
    inputs = {"chunks": 30, "slice_s": 0.1, "log": str(tmp_path / "log")}
    job_id = runner.submit("count", inputs)
    estimates = [
        (time.monotonic(), status.remaining_s)
        for status in runner.subscribe(job_id)
        if status.remaining_s is not None
    ]
    end = time.monotonic()
    assert len(estimates) >= 5
    errors = [abs(at + left - end) for at, left in estimates]
    assert median(errors) < 1


def test_other_processes_are_seen_through_the_store(tmp_path: Path) -> None:
    """Two runners that know of each other only by what they keep."""
    path = tmp_path / "jobs.db"
    with (
        JobRunner(SqliteJobStore(path), 0, kinds=KINDS) as door,
        JobRunner(SqliteJobStore(path), kinds=KINDS) as hall,
    ):
        done = door.submit("count", {"chunks": 3, "log": str(tmp_path / "log")})
        with door.subscribe() as updates:
            states: list[str] = []
            while "done" not in states:
                status = updates.get(20)
                assert status is not None
                states.append(status.state)
        assert hall.status(done).state == "done"
        mark = tmp_path / "mark"
        endless = door.submit("slices", {"mark": str(mark)})
        with door.subscribe(endless) as updates:
            states = []
            for update in updates:
                states.append(update.state)
                if update.state == "running":
                    door.cancel(endless)
        assert states[-1] == "cancelled"
