from __future__ import annotations

import logging
import os
import signal
import time
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest
from tests.jobs.conftest import jobs_of
from tests.jobs.kinds import KINDS

from gutshot.errors import InputError
from gutshot.jobs import (
    JobConflictError,
    JobRunner,
    Limits,
    MemoryJobStore,
    QueueFullError,
    RunnerStoppedError,
    SpawnExecutor,
    UnknownJobError,
    UnknownKindError,
    register,
)
from gutshot.jobs.spawned import THREAD_SETTINGS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_a_job_returns_what_its_function_made_of_the_inputs(runner: JobRunner) -> None:
    inputs = {"n": 2**200, "share": 0.1, "text": "♠\x00", "none": None, "list": [1, [True]]}
    job_id = runner.submit("echo", inputs)
    status = runner.wait(job_id, 20)
    assert (status.state, status.progress, status.attempt) == ("done", 1, 1)
    assert status.result == status.inputs == inputs
    assert runner.status(job_id) == status
    assert status.payload()["state"] == "done"


# What is refused


def test_a_request_names_a_registered_kind_and_nothing_else(runner: JobRunner) -> None:
    for kind in ("os:getcwd", "tests.jobs.kinds:echo", "", "ECHO"):
        with pytest.raises(UnknownKindError, match="chatters, checkpoints, count"):
            runner.submit(kind, {})
    assert runner.list() == ()


def test_the_table_of_kinds_takes_each_name_once() -> None:
    kinds: dict[str, str] = {}
    register("solve", "a.b:c", kinds)
    register("solve", "a.b:c", kinds)
    with pytest.raises(ValueError, match="already, not"):
        register("solve", "a.b:d", kinds)
    for kind, target in (("Solve", "a:b"), ("solve it", "a:b"), ("x", "a.b"), ("x", "a:b; c")):
        with pytest.raises(ValueError, match=r"a kind of job|a job's function"):
            register(kind, target, kinds)
    assert kinds == {"solve": "a.b:c"}


@pytest.mark.parametrize(
    ("inputs", "job_id", "says"),
    [
        ({"x": float("nan")}, None, "must be JSON"),
        ({"x": {1, 2}}, None, "must be JSON"),
        ({"x": 200 * "x"}, None, "may have 100 bytes as JSON, not 208"),
        ({}, "", "a job's id is 1 to 64"),
        ({}, 65 * "x", "a job's id is 1 to 64"),
        ({}, "a\n", "a job's id is 1 to 64"),
        ({}, "é", "a job's id is 1 to 64"),
    ],
)
def test_inputs_and_ids_that_cannot_be_kept(
    inputs: dict[str, Any], job_id: str | None, says: str
) -> None:
    runner = JobRunner(MemoryJobStore(), 0, kinds=KINDS, limits=Limits(inputs_bytes=100))
    with pytest.raises(InputError, match=says) as caught:
        runner.submit("echo", inputs, job_id=job_id)
    assert "\n" not in str(caught.value)
    runner.shutdown()


def test_the_same_submission_again_changes_nothing() -> None:
    with JobRunner(MemoryJobStore(), kinds=KINDS) as runner:
        assert runner.submit("echo", {"a": 1, "b": 2}, job_id="mine") == "mine"
        first = runner.wait("mine", 20)
        assert runner.submit("echo", {"b": 2, "a": 1}, job_id="mine") == "mine"
        assert runner.status("mine") == first
        assert len(runner.list()) == 1
        for kind, inputs in (("echo", {"a": 2}), ("count", {"a": 1, "b": 2})):
            with pytest.raises(JobConflictError, match="stands for another job"):
                runner.submit(kind, inputs, job_id="mine")


def test_a_full_queue_takes_no_more() -> None:
    store = MemoryJobStore()
    with JobRunner(store, 0, kinds=KINDS, limits=Limits(queue_length=2)) as runner:
        first, second = (runner.submit("echo", {"n": n}) for n in range(2))
        with pytest.raises(QueueFullError, match="2 jobs are waiting"):
            runner.submit("echo", {})
        runner.cancel(first)
        third = runner.submit("echo", {})
        with pytest.raises(QueueFullError):
            runner.resume(first)
        assert [status.id for status in runner.list(states={"queued"})] == [second, third]


def test_unknown_jobs(runner: JobRunner) -> None:
    asked: tuple[Callable[[str], object], ...] = (
        runner.status,
        runner.cancel,
        runner.resume,
        runner.remove,
        runner.wait,
        runner.subscribe,
    )
    for ask in asked:
        with pytest.raises(UnknownJobError, match="there is no job 'x'"):
            ask("x")


def test_a_runner_that_was_shut_down_takes_no_more() -> None:
    runner = JobRunner(MemoryJobStore(), kinds=KINDS)
    job_id = runner.submit("echo", {})
    runner.wait(job_id, 20)
    runner.shutdown()
    runner.shutdown()
    for ask in (lambda: runner.submit("echo", {}), lambda: runner.wait(job_id)):
        with pytest.raises(RunnerStoppedError, match="was shut down"):
            ask()
    assert runner.status(job_id).state == "done"


# Order


def test_first_come_first_run(runner: JobRunner, tmp_path: Path) -> None:
    log = tmp_path / "log"
    ids = [runner.submit("count", {"chunks": n, "slice_s": 0, "log": str(log)}) for n in (3, 1, 2)]
    for job_id in ids:
        assert runner.wait(job_id, 20).state == "done"
    chunks = [line.split()[0] for line in log.read_text().splitlines()]
    assert chunks == ["0", "1", "2", "0", "0", "1"]
    listed = runner.list()
    assert [status.id for status in listed] == ids
    assert runner.list(after=listed[0].number, limit=1) == listed[1:2]


def test_workers_run_side_by_side(tmp_path: Path, until: Callable[..., float]) -> None:
    with JobRunner(MemoryJobStore(), 2, kinds=KINDS) as runner:
        marks = [tmp_path / "a", tmp_path / "b"]
        ids = [runner.submit("slices", {"mark": str(mark)}) for mark in marks]
        waiting = runner.submit("echo", {})
        until(lambda: all(mark.exists() for mark in marks))
        assert len(jobs_of()) == 2
        assert runner.status(waiting).state == "queued"
        runner.cancel(ids[1])
        assert runner.wait(waiting, 20).state == "done"


# What goes wrong in a job


@pytest.mark.parametrize(
    ("how", "line"),
    [
        ("mistake", "the stack is -5: give 1 or more"),
        ("bug", "ZeroDivisionError: first line second line [31mxxxxx"),
        ("silent", "KeyError"),
        ("exit", "SystemExit: leaves"),
    ],
)
def test_an_exception_is_one_line_and_a_traceback_in_the_log(
    runner: JobRunner, how: str, line: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "gutshot.jobs"):
        status = runner.wait(runner.submit("fails", {"how": how}), 20)
    assert status.state == "failed"
    assert status.result is None
    assert status.message.startswith(line)
    assert status.message.isprintable()
    assert len(status.message) <= Limits().message_chars
    assert "in fails" in caplog.text


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("returns-no-json", "a job's result must be JSON"),
        ("nowhere", "AttributeError: module 'tests.jobs.kinds' has no attribute 'nowhere'"),
        ("no-module", "ModuleNotFoundError: No module named 'tests.jobs.nothing'"),
    ],
)
def test_functions_that_are_not_as_they_should_be(runner: JobRunner, kind: str, line: str) -> None:
    status = runner.wait(runner.submit(kind, {}), 20)
    assert status.state == "failed"
    assert status.message.startswith(line)


def test_a_kind_that_this_version_does_not_know() -> None:
    store = MemoryJobStore()
    with JobRunner(store, 0, kinds=KINDS | {"old": "a:b"}) as earlier:
        job_id = earlier.submit("old", {})
    with JobRunner(store, kinds=KINDS) as runner:
        status = runner.wait(job_id, 20)
    assert (status.state, status.message) == ("failed", "this version knows no job of kind 'old'")


def test_a_process_that_leaves_without_a_word_is_tried_again_but_not_for_ever(
    runner: JobRunner,
) -> None:
    status = runner.wait(runner.submit("dies", {}), 20)
    assert (status.state, status.attempt) == ("failed", 3)
    assert status.message == (
        "given up after 3 starts without a checkpoint in between: its process ended with SIGKILL"
    )


def test_a_checkpoint_is_worth_as_many_tries_again(runner: JobRunner, tmp_path: Path) -> None:
    status = runner.wait(runner.submit("limps", {"starts": str(tmp_path / "starts")}), 20)
    assert (status.state, status.result, status.attempt) == ("done", 4, 4)


def test_what_a_job_leaves_open_hides_not_that_it_is_gone(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with JobRunner(MemoryJobStore(), kinds=KINDS, max_tries=1) as runner:
        status = runner.wait(runner.submit("leaves-a-fork", {"mark": str(mark)}), 20)
    os.kill(int(mark.read_text()), signal.SIGKILL)
    assert status.state == "failed"
    assert status.message.endswith("its process ended with exit code 3")


def test_a_job_that_has_ended_may_tidy_up(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with JobRunner(MemoryJobStore(), kinds=KINDS) as runner:
        job_id = runner.submit("takes-its-time-to-leave", {"mark": str(mark)})
        assert runner.wait(job_id, 20).state == "done"
    assert mark.exists()


def test_no_process_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    executor = SpawnExecutor()

    def refuse(_task: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(executor, "start", refuse)
    with JobRunner(MemoryJobStore(), kinds=KINDS, executor=executor) as runner:
        status = runner.wait(runner.submit("echo", {}), 20)
    assert status.state == "failed"
    assert "Resource temporarily unavailable" in status.message


# Cancel and resume


def test_a_queued_job_is_cancelled_at_once(runner: JobRunner, tmp_path: Path) -> None:
    runner.submit("slices", {"mark": str(tmp_path / "mark")}, job_id="first")
    runner.submit("echo", {}, job_id="second")
    assert runner.cancel("second").state == "cancelled"
    runner.cancel("first")
    assert runner.wait("first", 20).state == "cancelled"
    assert runner.cancel("first").state == "cancelled"
    assert runner.status("second").attempt == 0


def test_a_job_in_slices_is_cancelled_within_half_a_second(
    tmp_path: Path, until: Callable[..., float], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A heartbeat would bring the news as well, later.
    monkeypatch.setattr("gutshot.jobs.attempt.BEAT_EVERY_S", 60)
    latencies = []
    with JobRunner(MemoryJobStore(), kinds=KINDS) as runner:
        for n in range(4):
            mark = tmp_path / str(n)
            job_id = runner.submit("slices", {"mark": str(mark)})
            until(mark.exists)
            time.sleep(0.05 * n)  # somewhere else in a slice
            begin = time.monotonic()
            assert runner.cancel(job_id).cancel_requested
            assert runner.wait(job_id, 20).state == "cancelled"
            latencies.append(time.monotonic() - begin)
    # The median: on a busy machine a process may have to wait for its turn.
    assert median(latencies) < 0.5, latencies


@pytest.mark.parametrize("raises", [False, True])
def test_what_a_job_says_once_it_knows_that_it_is_cancelled_counts_for_nothing(
    runner: JobRunner, raises: bool, until: Callable[..., float], caplog: pytest.LogCaptureFixture
) -> None:
    job_id = runner.submit("stops-in-its-own-way", {"raises": raises})
    until(lambda: runner.status(job_id).progress)
    runner.cancel(job_id)
    status = runner.wait(job_id, 20)
    assert (status.state, status.result) == ("cancelled", None)
    assert (status.progress, status.message) == (0.25, "working")
    assert ("torn out of work" in caplog.text) is raises


@pytest.mark.parametrize("resists", [False, True])
def test_a_job_that_does_not_stop_is_ended(
    runner: JobRunner, resists: bool, tmp_path: Path, until: Callable[..., float]
) -> None:
    mark = tmp_path / "mark"
    job_id = runner.submit("never-stops", {"resists": resists, "mark": str(mark)})
    until(lambda: mark.exists() and mark.read_text())
    begin = time.monotonic()
    runner.cancel(job_id)
    assert runner.wait(job_id, 20).state == "cancelled"
    assert 0.5 <= time.monotonic() - begin < 5
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


def test_a_cancelled_job_goes_on_where_it_stopped(
    runner: JobRunner, tmp_path: Path, until: Callable[..., float]
) -> None:
    log = tmp_path / "log"
    job_id = runner.submit("count", {"chunks": 20, "log": str(log)})
    with pytest.raises(JobConflictError, match="cancel it first"):
        runner.remove(job_id)
    until(lambda: runner.status(job_id).progress >= 0.2)
    runner.cancel(job_id)
    stopped = runner.wait(job_id, 20)
    assert stopped.state == "cancelled"
    assert 0.2 <= stopped.progress < 1
    assert runner.resume(job_id).state == "queued"
    status = runner.wait(job_id, 20)
    assert (status.state, status.attempt) == ("done", 2)
    assert status.result == {"chunks": list(range(20)), "total": 2**20 - 1}
    assert len(log.read_text().splitlines()) == 20
    with pytest.raises(JobConflictError, match="nothing is left to resume"):
        runner.resume(job_id)
    runner.remove(job_id)
    assert runner.list() == ()


def test_shutting_down_keeps_a_job_for_the_next_start(
    tmp_path: Path, until: Callable[..., float]
) -> None:
    log = tmp_path / "log"
    store = MemoryJobStore()
    with JobRunner(store, kinds=KINDS) as runner:
        job_id = runner.submit("count", {"chunks": 20, "log": str(log)})
        waiting = runner.submit("echo", {})
        until(lambda: runner.status(job_id).progress >= 0.2)
        begin = time.monotonic()
    assert time.monotonic() - begin < 2, "it took the grace time"
    assert not jobs_of()
    record = store.get(job_id)
    assert record is not None
    assert (record.state, record.tries, record.owner) == ("queued", 0, None)
    with JobRunner(store, kinds=KINDS) as runner:
        status = runner.wait(job_id, 20)
        assert runner.wait(waiting, 20).state == "done"
    assert status.result == {"chunks": list(range(20)), "total": 2**20 - 1}
    assert len(log.read_text().splitlines()) == 20


def test_shutting_down_ends_what_does_not_stop(tmp_path: Path, until: Callable[..., float]) -> None:
    mark = tmp_path / "mark"
    store = MemoryJobStore()
    with JobRunner(store, kinds=KINDS, grace_s=0.2) as runner:
        job_id = runner.submit("never-stops", {"resists": True, "mark": str(mark)})
        until(mark.exists)
    assert not jobs_of()
    record = store.get(job_id)
    assert record is not None
    assert (record.state, record.tries) == ("queued", 0)


def test_waiting_has_an_end(runner: JobRunner, tmp_path: Path) -> None:
    job_id = runner.submit("slices", {"mark": str(tmp_path / "mark")})
    with pytest.raises(TimeoutError, match="has not ended within"):
        runner.wait(job_id, 0.05)


# What a job may do


def test_a_job_finds_one_thread_no_children_and_no_way_to_standard_output(
    runner: JobRunner, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("NUMBA_NUM_THREADS", raising=False)
    before = dict(os.environ)
    result = runner.wait(runner.submit("surroundings", {}, job_id="me"), 20).result
    assert dict(os.environ) == before
    assert result["threads"] == dict.fromkeys(THREAD_SETTINGS, "1")
    assert result["children"] == "has no children"
    assert result["id"] == "me"
    assert result["loaded"] == []
    captured = capfd.readouterr()
    assert captured.out == ""
    assert "printed by a job" in captured.err
    assert "written by a job" in captured.err


def test_checkpoints_have_a_size_and_keys_are_tokens() -> None:
    limits = Limits(checkpoint_bytes=3_000_000)
    with JobRunner(MemoryJobStore(), kinds=KINDS, limits=limits) as runner:
        result = runner.wait(runner.submit("checkpoints", {"size": 3_000_000}), 20).result
    assert result[:3] == ["None", "3000000", "1"]
    assert result[3] == "a checkpoint may have 3,000,000 bytes, not 3,000,001"
    assert all(line.startswith("a checkpoint's key is 1 to 64") for line in result[4:])
    assert len(result) == 7


class CountingStore(MemoryJobStore):
    """Counts what is written about progress."""

    def __init__(self) -> None:
        super().__init__()
        self.beats: list[tuple[float, str]] = []

    def beat(self, job_id: str, attempt: int, **fields: Any) -> Any:  # noqa: ANN401 - passed on
        self.beats.append((fields["progress"], fields["message"]))
        return super().beat(job_id, attempt, **fields)


def test_progress_is_told_ten_times_a_second_at_most_and_never_falls(tmp_path: Path) -> None:
    store = CountingStore()
    heard = tmp_path / "heard"
    told = []
    begin = time.monotonic()
    with JobRunner(store, kinds=KINDS) as runner:
        job_id = runner.submit("chatters", {"seconds": 1.2, "heard": str(heard)})
        for status in runner.subscribe(job_id):
            if status.state == "running" and status.message:
                told.append(status)
                # Nothing is kept back until there is more to say.
                if status.message == "the last word":
                    heard.touch()
        seconds = time.monotonic() - begin
        assert runner.wait(job_id, 20).result > 1000
    assert 4 <= len(told) <= 10 * seconds + 1
    assert [status.progress for status in told] == sorted(status.progress for status in told)
    assert all(len(status.message) <= 200 and status.message.isprintable() for status in told)
    assert 1 <= len(store.beats) <= seconds + 1
