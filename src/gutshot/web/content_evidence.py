"""What the evidence page prints: reports of ``gutshot verify``, ours and this machine's."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from gutshot.catalogue import DATA, user_data
from gutshot.videopoker import ENGINE_VERSION

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["SHIPPED", "CheckView", "Known", "ReportView", "checks", "reports"]

SHIPPED: Final = "evidence/verify-full.json"
"""Where, below ``data/``, a release keeps the report of a full run: `gutshot verify --full --json`
of that release, as it was printed."""


class _Outcome(BaseModel):
    model_config = ConfigDict(extra="ignore")

    name: str
    passed: bool
    detail: str
    seconds: float


class _Report(BaseModel):
    model_config = ConfigDict(extra="ignore", populate_by_name=True)

    schema_: Literal["gutshot.verify/1"]
    version: str
    engine_version: str
    finished: datetime
    full: bool
    passed: bool
    outcomes: list[_Outcome]


@dataclass(frozen=True, slots=True)
class CheckView:
    """A check that ran: what it compared or what differed, and what it took."""

    name: str
    passed: bool
    detail: str
    seconds: str


@dataclass(frozen=True, slots=True)
class ReportView:
    """A report as the page prints it.

    stale : it speaks of another engine than the one that answers here. problem : why it can't be
        read, "" when it can.
    """

    title: str
    place: str
    finished: str = ""
    version: str = ""
    engine_version: str = ""
    full: bool = False
    passed: bool = False
    stale: bool = False
    seconds: str = ""
    checks: tuple[CheckView, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A check that there is, and whether only the full run has it."""

    name: str
    full: bool


def reports() -> tuple[ReportView, ...]:
    """Return every report that is there: the release's, then this machine's full and quick one."""
    mine = user_data() / "verify"
    places = (
        ("Shipped with this release", f"data/{SHIPPED}", DATA / SHIPPED),
        ("Full run on this machine", str(mine / "full.json"), mine / "full.json"),
        ("Quick run on this machine", str(mine / "quick.json"), mine / "quick.json"),
    )
    return tuple(_view(title, name, path) for title, name, path in places if path.is_file())


def checks() -> tuple[Known, ...]:
    """Return the checks of this version, in their order."""
    from gutshot.work.every_check import EVERY_CHECK  # loads the kernels' compiler

    return tuple(Known(check.name, check.full) for check in EVERY_CHECK)


def _view(title: str, place: str, path: Path) -> ReportView:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        report = _Report.model_validate({**content, "schema_": content["schema"]})
    except (OSError, ValueError, LookupError, TypeError) as error:
        why = "not a report of gutshot verify"
        if isinstance(error, OSError):
            why = error.strerror or str(error)
        elif isinstance(error, ValidationError):
            first = error.errors()[0]
            why = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        return ReportView(title, place, problem=why)
    return ReportView(
        title=title,
        place=place,
        finished=f"{report.finished:%d %B %Y, %H:%M} {report.finished:%Z}".strip(),
        version=report.version,
        engine_version=report.engine_version,
        full=report.full,
        passed=report.passed and all(one.passed for one in report.outcomes),
        stale=report.engine_version != ENGINE_VERSION,
        seconds=_time(sum(one.seconds for one in report.outcomes)),
        checks=tuple(
            CheckView(one.name, one.passed, one.detail, _time(one.seconds))
            for one in report.outcomes
        ),
    )


def _time(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
