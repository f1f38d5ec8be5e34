"""What runs in a job's process: the function, and an ear for its parent."""

from __future__ import annotations

import os
import signal
import time
import traceback
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final, NoReturn

from gutshot.errors import GutshotError, InputError
from gutshot.jobs.errors import JobStoppedError
from gutshot.jobs.job import function_of
from gutshot.jobs.limits import check_key, from_json, one_line, to_json
from gutshot.jobs.wire import Wire

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from gutshot.jobs.executor import Task

__all__ = ["REPORT_EVERY_S", "main"]

REPORT_EVERY_S: Final = 0.1
"""Seconds between two reports of progress, and between two looks for the parent."""

_ORPHANED: Final = 70


def main(connection: Connection, task: Task, parent: int) -> None:
    """Run a task and tell the parent process `parent` about it; ends when the parent does."""
    # Ctrl-C reaches the whole terminal; what becomes of a job is the parent's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Standard output is the parent's data: what a job prints must not get in between.
    with suppress(OSError):
        os.dup2(2, 1)
    job = _ChildJob(Wire(connection), task, parent)
    Thread(target=job.listen, name="gutshot-job-ear", daemon=True).start()
    job.run()


def _orphaned() -> NoReturn:
    """Leave at once: nobody is there to hand anything to."""
    os._exit(_ORPHANED)


class _ChildJob:
    """Implements `gutshot.jobs.job.Job`."""

    def __init__(self, wire: Wire, task: Task, parent: int) -> None:
        self.id = task.job_id
        self._task = task
        self._wire = wire
        self._parent = parent
        self._stop = Event()
        self._told = False
        self._asking = Lock()
        self._answers: SimpleQueue[bytes | None] = SimpleQueue()
        self._reporting = Lock()
        self._report: tuple[float, str] | None = None
        self._next_report = 0.0

    # The function's side

    def progress(self, share: float, message: str = "") -> None:
        """Report the share done, 0..1, and a line."""
        if share != share:  # noqa: PLR0124 - NaN
            raise ValueError("a share done is 0 to 1, not NaN")
        with self._reporting:
            self._report = (min(max(float(share), 0.0), 1.0), message)
        self._send_report()

    def cancelled(self) -> bool:
        """Tell whether the job is to stop."""
        if self._stop.is_set():
            self._told = True
        return self._told

    def check(self) -> None:
        """Raise `JobStoppedError` if the job is to stop."""
        if self.cancelled():
            raise JobStoppedError("the job was asked to stop")

    def save(self, key: str, blob: bytes) -> None:
        """Keep a checkpoint."""
        limit = self._task.limits.checkpoint_bytes
        if len(blob) > limit:
            raise InputError(f"a checkpoint may have {limit:,} bytes, not {len(blob):,}")
        self._ask("save", bytes(blob), key=check_key(key))

    def load(self, key: str) -> bytes | None:
        """Return a checkpoint."""
        return self._ask("load", key=check_key(key))

    def keys(self) -> tuple[str, ...]:
        """Return the keys of all checkpoints."""
        return tuple(from_json((self._ask("keys") or b"[]").decode()))

    def _ask(self, name: str, blob: bytes | None = None, **fields: str) -> bytes | None:
        with self._asking:
            self._send(name, blob, **fields)
            return self._answers.get()

    # The parent's side

    def listen(self) -> None:
        """Hear what the parent says until it is gone."""
        while True:
            try:
                if self._wire.poll(REPORT_EVERY_S):
                    name, _, blob = self._wire.receive()
                    if name == "cancel":
                        self._stop.set()
                    else:
                        self._answers.put(blob)
            except (EOFError, OSError):
                _orphaned()
            # A process that was forked from the parent may keep the pipe open after its death.
            if os.name == "posix" and os.getppid() != self._parent:
                _orphaned()
            self._send_report()

    def run(self) -> None:
        """Call the function and send what came of it."""
        try:
            # Not among the process's arguments: one that dies at once would leave its parent
            # writing to a pipe that nobody reads.
            inputs = self._ask("inputs") or b""
            function = function_of(self._task.target)
            self.check()
            returned = function(from_json(inputs.decode()), self)
            if self._told:
                self.check()
            text = to_json(returned, "a job's result", self._task.limits.result_bytes)
        except BaseException as error:  # noqa: BLE001 - whatever it was, the parent hears of it
            self._send_report(last=True)
            trace = "".join(traceback.format_exception(error))
            if self._told:
                expected = isinstance(error, JobStoppedError)
                self._send("stopped", b"" if expected else trace.encode(errors="replace"))
            else:
                line = _line(error, self._task)
                self._send("failed", trace.encode(errors="replace"), line=line)
            return
        self._send_report(last=True)
        self._send("done", text.encode())

    def _send_report(self, *, last: bool = False) -> None:
        with self._reporting:
            now = time.monotonic()
            if self._report is None or (now < self._next_report and not last):
                return
            share, message = self._report
            line = one_line(message, self._task.limits.message_chars)
            self._report = None
            self._next_report = now + REPORT_EVERY_S
            self._send("progress", share=share, message=line)

    def _send(self, name: str, blob: bytes | None = None, **fields: str | float) -> None:
        try:
            self._wire.send(name, blob, **fields)
        except OSError:
            _orphaned()


def _line(error: BaseException, task: Task) -> str:
    text = one_line(str(error), task.limits.message_chars)
    if isinstance(error, GutshotError) and text:
        return text
    name = type(error).__name__
    return one_line(f"{name}: {text}" if text else name, task.limits.message_chars)
