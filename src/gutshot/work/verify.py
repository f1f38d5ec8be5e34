"""The checks that prove the engine, one after the other, with progress and a report.

A check returns one line that says what it compared, or raises `CheckFailedError`.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from gutshot import __version__
from gutshot.catalogue import user_data
from gutshot.errors import GutshotError
from gutshot.videopoker.version import ENGINE_VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Check", "CheckFailedError", "Outcome", "Progress", "Report", "run_checks"]


class CheckFailedError(GutshotError):
    """Two figures that must be equal are not."""


class Progress(Protocol):
    """What a running check reports to: the share done, 0..1."""

    def __call__(self, share: float, /) -> None:
        """Take note that this share of the work, 0..1, is done."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing to prove.

    full : whether it takes minutes and runs only when everything is asked for.
    run : given a `Progress`, returns one line of what was compared.
    """

    name: str
    run: Callable[[Progress], str]
    full: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a check found; `detail` says what was compared, or what differed."""

    name: str
    passed: bool
    detail: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """All outcomes of a run, with what they are true of."""

    version: str
    engine_version: str
    finished: str
    full: bool
    outcomes: tuple[Outcome, ...]

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return all(outcome.passed for outcome in self.outcomes)

    def payload(self) -> dict[str, object]:
        """Return the report as JSON."""
        return {"schema": "gutshot.verify/1", "passed": self.passed, **asdict(self)}


def run_checks(
    checks: Sequence[Check],
    *,
    full: bool,
    started: Callable[[Check], Progress],
    ended: Callable[[Outcome], None],
) -> Report:
    """Run the checks, all of them with `full`, and keep the report in the user's data directory."""
    outcomes = []
    for check in checks:
        if check.full and not full:
            continue
        progress = started(check)
        start = perf_counter()
        try:
            passed, detail = True, check.run(progress)
        except GutshotError as error:
            passed, detail = False, str(error)
        outcome = Outcome(check.name, passed, detail, perf_counter() - start)
        ended(outcome)
        outcomes.append(outcome)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    report = Report(__version__, ENGINE_VERSION, now, full, tuple(outcomes))
    _keep(report)
    return report


def _keep(report: Report) -> None:
    folder = user_data() / "verify"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=folder, suffix=".new", delete=False
        ) as file:
            json.dump(report.payload(), file, indent=1)
        Path(file.name).replace(folder / ("full.json" if report.full else "quick.json"))
    except OSError:
        return  # the report was shown; a read-only home only loses the copy


def workers() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
