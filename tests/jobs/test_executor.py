"""The seam behind which other machines may work one day: here, threads of this process."""

from __future__ import annotations

import json
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from tests.jobs.kinds import KINDS

from gutshot.jobs import JobRunner, JobStoppedError, MemoryJobStore
from gutshot.jobs.executor import Done, Keys, Load, Progress, Save, Stopped
from gutshot.jobs.job import function_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gutshot.jobs.executor import Executor, Message, Task


class ThreadRun:
    """A run and the job that its function sees, both in one."""

    def __init__(self, task: Task) -> None:
        self.id = task.job_id
        self._task = task
        self._stop = Event()
        self._messages: SimpleQueue[Message] = SimpleQueue()
        self._answers: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = Thread(target=self._work)
        self._thread.start()

    def _work(self) -> None:
        function = function_of(self._task.target)
        try:
            self._messages.put(Done(json.dumps(function(json.loads(self._task.inputs), self))))
        except JobStoppedError:
            self._messages.put(Stopped())

    def _ask(self, message: Message) -> bytes | None:
        self._messages.put(message)
        return self._answers.get()

    def progress(self, share: float, message: str = "") -> None:
        self._messages.put(Progress(share, message))

    def cancelled(self) -> bool:
        return self._stop.is_set()

    def check(self) -> None:
        if self.cancelled():
            raise JobStoppedError("asked to stop")

    def save(self, key: str, blob: bytes) -> None:
        self._ask(Save(key, blob))

    def load(self, key: str) -> bytes | None:
        return self._ask(Load(key))

    def keys(self) -> tuple[str, ...]:
        return tuple(json.loads(self._ask(Keys()) or b"[]"))

    def receive(self, timeout_s: float) -> Message | None:
        try:
            return self._messages.get(timeout=timeout_s)
        except Empty:
            return None

    def answer(self, blob: bytes | None) -> None:
        self._answers.put(blob)

    def cancel(self) -> None:
        self._stop.set()

    def end(self, grace_s: float) -> None:
        self._thread.join(grace_s + 1)

    def kill(self) -> None:
        """Threads can't be killed."""


class ThreadExecutor:
    def start(self, task: Task) -> ThreadRun:
        return ThreadRun(task)


def test_a_runner_does_not_care_where_jobs_run(tmp_path: Path, until: Callable[..., float]) -> None:
    executor: Executor = ThreadExecutor()
    inputs: dict[str, Any] = {"chunks": 10, "log": str(tmp_path / "log")}
    with JobRunner(MemoryJobStore(), 2, kinds=KINDS, executor=executor) as runner:
        mark = tmp_path / "mark"
        endless = runner.submit("slices", {"mark": str(mark)})
        job_id = runner.submit("count", inputs)
        until(lambda: runner.status(job_id).progress)
        runner.cancel(job_id)
        assert runner.wait(job_id, 20).state == "cancelled"
        runner.resume(job_id)
        assert runner.wait(job_id, 20).result["chunks"] == list(range(10))
        until(mark.exists)
    assert runner.status(endless).state == "queued"
