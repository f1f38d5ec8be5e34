"""Runs in processes of this machine: one job, one spawned process, one thread in each library."""

from __future__ import annotations

import multiprocessing.process
import os
import signal
import time
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import connection, get_context
from threading import Lock
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

from gutshot.jobs import child
from gutshot.jobs.executor import Died, Done, Failed, Keys, Load, Progress, Save, Stopped
from gutshot.jobs.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Generator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from gutshot.jobs.executor import Message, Task

__all__ = ["THREAD_SETTINGS", "SpawnExecutor"]

THREAD_SETTINGS: Final = (
    "BLIS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMBA_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)

_TERMINATED_S: Final = 0.5
"""Seconds that a terminated process has before it is killed."""

# multiprocessing looks after all its children at each start and join: not from two threads at once.
_processes = Lock()

_started: WeakSet[SpawnProcess] = WeakSet()


def _forget_in_fork() -> None:
    """Leave the children alone in a process that was forked from theirs.

    multiprocessing would terminate them when that process exits.
    """
    vars(multiprocessing.process)["_children"].difference_update(_started)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_fork)


class SpawnExecutor:
    """Starts each task in a fresh interpreter, with `threads` threads for numba and BLAS."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._context = get_context("spawn")

    def start(self, task: Task) -> SpawnRun:
        """Start a process for the task."""
        ours, theirs = self._context.Pipe()
        try:
            # Daemonic: the interpreter's own exit ends it too, and it can't have children.
            process = self._context.Process(
                target=child.main,
                args=(theirs, replace(task, inputs=""), os.getpid()),
                name=f"gutshot-job-{task.job_id}",
                daemon=True,
            )
            with _processes, _thread_settings(self._threads):
                process.start()
                _started.add(process)
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        return SpawnRun(ours, process, task.inputs)


@contextmanager
def _thread_settings(threads: int) -> Generator[None]:
    """Set for a moment what a child inherits.

    Set in the child it would come too late: spawn first imports the program's main module there,
    which may import numpy.
    """
    wanted = {name: str(threads) for name in THREAD_SETTINGS}
    before = {name: os.environ.get(name) for name in wanted}
    changed = [name for name in wanted if before[name] != wanted[name]]
    for name in changed:
        os.environ[name] = wanted[name]
    try:
        yield
    finally:
        for name in changed:
            value = before[name]
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class SpawnRun:
    """Implements `gutshot.jobs.executor.Run`."""

    def __init__(self, ours: Connection, process: SpawnProcess, inputs: str) -> None:
        self._wire = Wire(ours)
        self._process = process
        self._inputs = inputs
        self._cancelled = False
        self._ended = False

    @property
    def pid(self) -> int | None:
        """The process."""
        return self._process.pid

    def receive(self, timeout_s: float) -> Message | None:
        """Return the next message."""
        try:
            if self._wire.poll(timeout_s):
                name, fields, blob = self._wire.receive()
                if name == "inputs":
                    self.answer(self._inputs.encode())
                    return None
                return _message(name, fields, blob)
            # A process that the child left behind may keep the pipe open.
            if self._exit_code() is None or self._wire.poll(0):
                return None
        except (EOFError, OSError):
            self._wait(_TERMINATED_S)
        return Died(_how(self._exit_code()))

    def answer(self, blob: bytes | None) -> None:
        """Answer the last question."""
        self._tell("answer", blob)

    def cancel(self) -> None:
        """Ask the function to stop."""
        if not self._cancelled:
            self._cancelled = True
            self._tell("cancel")

    def end(self, grace_s: float) -> None:
        """Return when the process is gone."""
        if self._ended:
            return
        for seconds, then in (
            (grace_s, self._process.terminate),
            (_TERMINATED_S, self._process.kill),
        ):
            if self._wait(seconds):
                break
            with _processes:
                then()
        self._wait(None)
        self._ended = True
        self._wire.close()
        with _processes:
            self._process.close()

    def kill(self) -> None:
        """Kill the process."""
        with _processes:
            if not self._ended:
                self._process.kill()

    def _tell(self, name: str, blob: bytes | None = None) -> None:
        try:
            self._wire.send(name, blob)
        except OSError:
            return  # it has ended; `receive` says how

    def _exit_code(self) -> int | None:
        with _processes:
            return self._process.exitcode

    def _wait(self, timeout_s: float | None) -> bool:
        """Tell whether the process ends within `timeout_s`."""
        until = None if timeout_s is None else time.monotonic() + timeout_s
        while self._exit_code() is None:
            left = 0.05 if until is None else min(0.05, until - time.monotonic())
            if left <= 0:
                return False
            if connection.wait([self._process.sentinel], left):
                time.sleep(0.001)  # all but gone
        return True


def _message(name: str, fields: dict[str, Any], blob: bytes | None) -> Message:
    raw = blob or b""
    message: Message
    match name:
        case "progress":
            message = Progress(fields["share"], fields["message"])
        case "save":
            message = Save(fields["key"], raw)
        case "load":
            message = Load(fields["key"])
        case "keys":
            message = Keys()
        case "done":
            message = Done(raw.decode())
        case "failed":
            message = Failed(fields["line"], raw.decode(errors="replace"))
        case _:
            message = Stopped(raw.decode(errors="replace"))
    return message


def _how(exit_code: int | None) -> str:
    if exit_code is None:
        return "a closed pipe"
    if exit_code >= 0:
        return f"exit code {exit_code}"
    try:
        return signal.Signals(-exit_code).name
    except ValueError:
        return f"signal {-exit_code}"
