"""Where jobs run: the seam behind which processes do the work (for other machines: `cluster`).

A runner starts a `Task` and talks to its `Run` from one thread. A run that asks (`Save`, `Load`,
`Keys`) waits for its `answer`; its last message is exactly one outcome (`Done`, `Failed`,
`Stopped`, `Died`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gutshot.jobs.limits import Limits

__all__ = [
    "Died",
    "Done",
    "Executor",
    "Failed",
    "Keys",
    "Load",
    "Message",
    "Outcome",
    "Progress",
    "Run",
    "Save",
    "Stopped",
    "Task",
]


@dataclass(frozen=True, slots=True)
class Task:
    """One attempt at a job.

    target : dotted path of the function, from the table of kinds, never from a request.
    inputs : JSON text of an object.
    """

    job_id: str
    target: str
    inputs: str
    limits: Limits


@dataclass(frozen=True, slots=True)
class Progress:
    """A share done, 0..1, and a line; at most ten a second."""

    share: float
    message: str


@dataclass(frozen=True, slots=True)
class Save:
    """Wants a checkpoint kept; `answer(None)` when it is."""

    key: str
    blob: bytes


@dataclass(frozen=True, slots=True)
class Load:
    """Wants a checkpoint; `answer` with it, or with None if there is none."""

    key: str


@dataclass(frozen=True, slots=True)
class Keys:
    """Wants the keys of all checkpoints; `answer` with JSON text of a list, as UTF-8."""


@dataclass(frozen=True, slots=True)
class Done:
    """The function returned this JSON text."""

    result: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The function raised: one line for people, and the traceback for the log."""

    line: str
    traceback: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The function ended because it was asked to; with what, if not with `JobStoppedError`."""

    traceback: str = ""


@dataclass(frozen=True, slots=True)
class Died:
    """The run ended without a word: "SIGKILL", "exit code 3"."""

    how: str


Outcome = Done | Failed | Stopped | Died
Message = Progress | Save | Load | Keys | Outcome


class Run(Protocol):
    """One attempt under way."""

    def receive(self, timeout_s: float) -> Message | None:
        """Return the next message; None after `timeout_s` without one."""
        ...

    def answer(self, blob: bytes | None) -> None:
        """Answer the last `Save`, `Load` or `Keys`."""
        ...

    def cancel(self) -> None:
        """Ask the function to stop; repeating it changes nothing."""
        ...

    def end(self, grace_s: float) -> None:
        """Return when nothing is left of the run.

        What has not ended by itself after `grace_s` is terminated, what resists is killed. Safe to
        repeat.
        """
        ...

    def kill(self) -> None:
        """Kill it at once, from any thread."""
        ...


class Executor(Protocol):
    """Starts runs; called from several threads."""

    def start(self, task: Task) -> Run:
        """Start one attempt.

        Raises
        ------
        OSError
            The system has no process to give.
        """
        ...
