"""One attempt at a job, from its claim to its end: what a worker thread of the runner does."""

from __future__ import annotations

import json
import logging
import math
import time
from dataclasses import dataclass, replace
from threading import Event
from typing import TYPE_CHECKING, Final

from gutshot.jobs.estimate import Estimate
from gutshot.jobs.executor import Died, Done, Failed, Keys, Load, Progress, Save, Stopped, Task
from gutshot.jobs.limits import one_line
from gutshot.jobs.updates import JobStatus

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from gutshot.jobs.executor import Executor, Outcome, Run
    from gutshot.jobs.limits import Limits
    from gutshot.jobs.store import FinalState, JobRecord, JobStore

__all__ = ["BEAT_EVERY_S", "Attempt", "Surroundings", "worn_out"]

_log = logging.getLogger("gutshot.jobs")

BEAT_EVERY_S: Final = 1.0
"""Seconds between two heartbeats, each of which writes the progress down."""

_LOOK_EVERY_S: Final = 0.05
"""Seconds after which a wish to cancel is noticed."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all attempts of a runner have in common.

    tell : called with a job's id when there is something new about it.
    stopping : set when the runner shuts down.
    """

    store: JobStore
    executor: Executor
    kinds: Mapping[str, str]
    limits: Limits
    grace_s: float
    max_tries: int
    now: Callable[[], datetime]
    tell: Callable[[str], None]
    stopping: Event


@dataclass(frozen=True, slots=True)
class _Overdue:
    """It was asked to stop and did not within the grace time."""


@dataclass(frozen=True, slots=True)
class _Lost:
    """The job is somebody else's by now."""


class Attempt:
    """A claimed job; `work` is called once, by one thread, the rest by any."""

    def __init__(self, record: JobRecord, around: Surroundings) -> None:
        self.record = record
        self.cancel = Event()
        self._around = around
        self._run: Run | None = None
        self._estimate = Estimate()
        self._last = (record.progress, record.message)
        self._reported = False
        self._written = True
        self._tries = record.tries

    def status(self, record: JobRecord) -> JobStatus:
        """Return the status of this attempt's record, with what it said since that was written."""
        status = JobStatus.of(record)
        if record.state != "running":
            return status
        share, message = self._last
        left = self._estimate.remaining_s()
        return replace(status, progress=share, message=message, remaining_s=left)

    def kill(self) -> None:
        """Kill the run, when nothing else helps."""
        if self._run is not None:
            self._run.kill()

    def work(self) -> None:
        """Run the job and write down what came of it; raises what the store raises."""
        target = self._around.kinds.get(self.record.kind)
        if target is None:
            self._finish("failed", f"this version knows no job of kind {self.record.kind!r}")
        elif self._around.stopping.is_set():
            self._release(counted=False)
        else:
            try:
                self._work(target)
            except Exception as error:  # noqa: BLE001 - the store's, or no process to be had
                _log.exception("job %s could not go on", self.record.id)
                self._again(f"{type(error).__name__}: {error}")

    def _work(self, target: str) -> None:
        record, around = self.record, self._around
        self._run = around.executor.start(Task(record.id, target, record.inputs, around.limits))
        grace_s = 0.0
        try:
            outcome = self._watch(self._run)
            if isinstance(outcome, _Overdue | _Lost):
                self._run.end(0.0)
            else:
                grace_s = around.grace_s
            self._settle(outcome)
        finally:
            self._run.end(grace_s)

    # While it runs

    def _watch(self, run: Run) -> Outcome | _Overdue | _Lost:
        next_beat = time.monotonic() + BEAT_EVERY_S
        overdue = math.inf
        while True:
            message = run.receive(_LOOK_EVERY_S)
            if isinstance(message, Done | Failed | Stopped | Died):
                return message
            held = message is None or self._serve(run, message)
            now = time.monotonic()
            if now >= next_beat:
                next_beat = now + BEAT_EVERY_S
                held = held and self._beat()
            if not held:
                return _Lost()
            if now > overdue:
                return _Overdue()
            if self.cancel.is_set() or self._around.stopping.is_set():
                overdue = min(overdue, now + self._around.grace_s)
                run.cancel()

    def _serve(self, run: Run, message: Progress | Save | Load | Keys) -> bool:
        """Do what the run wants; False if the job is somebody else's by now."""
        record, store = self.record, self._around.store
        match message:
            case Progress(share, line):
                # Within an attempt a share never falls; the first one says where it begins.
                share = max(share, self._last[0]) if self._reported else share
                self._last, self._reported, self._written = (share, line), True, False
                self._estimate.report(share)
                self._around.tell(record.id)
            case Save(key, blob):
                if not store.save(record.id, record.attempt, key, blob, now=self._around.now()):
                    return False
                self._tries = 0
                run.answer(None)
            case Load(key):
                run.answer(store.load(record.id, key))
            case Keys():
                run.answer(json.dumps(list(store.keys(record.id))).encode())
        return True

    def _beat(self) -> bool:
        share, message = self._last
        answer = self._around.store.beat(
            self.record.id,
            self.record.attempt,
            progress=share,
            message=message,
            now=self._around.now(),
        )
        self._written = True
        if answer == "cancel":
            self.cancel.set()
        return answer != "lost"

    # When it has ended

    def _settle(self, outcome: Outcome | _Overdue | _Lost) -> None:
        match outcome:
            case _Lost():
                _log.warning("job %s was taken over by another process", self.record.id)
            case Done(result):
                self._finish("done", self._last[1], result)
            case Failed(line, traceback):
                _log.error("job %s failed: %s\n%s", self.record.id, line, traceback)
                self._finish("failed", line)
            case Stopped(traceback) if traceback:
                _log.warning("job %s stopped with an error\n%s", self.record.id, traceback)
                self._leave()
            case Died(how) if not (self.cancel.is_set() or self._around.stopping.is_set()):
                _log.warning("the process of job %s ended with %s", self.record.id, how)
                self._again(f"its process ended with {how}")
            case _:
                self._leave()

    def _leave(self) -> None:
        """Write down that the job has stopped because it was to."""
        if self.cancel.is_set():
            self._finish("cancelled", self._last[1])
        else:
            self._release(counted=False)

    def _again(self, why: str) -> None:
        """Have the job tried again, unless it has been tried too often."""
        if self._tries >= self._around.max_tries:
            self._finish("failed", worn_out(self._tries, why))
        else:
            self._release(counted=True)

    def _finish(self, state: FinalState, message: str, result: str | None = None) -> None:
        if state != "done" and not self._written:
            self._beat()
        self._around.store.finish(
            self.record.id,
            self.record.attempt,
            state,
            message=one_line(message, self._around.limits.message_chars),
            result=result,
            now=self._around.now(),
        )
        self._around.tell(self.record.id)

    def _release(self, *, counted: bool) -> None:
        if not self._written:
            self._beat()
        self._around.store.release(
            self.record.id, self.record.attempt, counted=counted, now=self._around.now()
        )
        self._around.tell(self.record.id)


def worn_out(tries: int, why: str) -> str:
    """Return why a job is not tried again."""
    return f"given up after {tries} starts without a checkpoint in between: {why}"
