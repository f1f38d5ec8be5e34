"""What a preflop quiz prints: progress by position and kind of node, the list of earlier quizzes.

EV lost stands first, with its standard error; accuracy only beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.holdem.preflop.kept import chart_name
from gutshot.play.holdem.progress import summarise
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.play.holdem.progress import Group, Progress
    from gutshot.play.holdem.quiz import QuizView
    from gutshot.play.holdem.records import QuizRecord

__all__ = ["history_payload", "history_text", "progress_payload", "progress_text"]


def progress_text(title: str, progress: Progress) -> str:
    """Return what some answers say, with their tables."""
    total = progress.total
    columns = [
        Column("Decisions"), Column("asked", right=True), Column("right", right=True),
        Column("lost bb", right=True), Column("per 100", right=True),
        Column("std. error", right=True),
    ]  # fmt: skip
    rows = [
        *(_row(one, one.name) for one in progress.by_position),
        *(_row(one, one.name) for one in progress.by_kind),
        _row(total, "all"),
    ]
    head = (
        f"{title}: {_counted(total.decisions)}, {total.lost_bb:.4f} bb lost,"
        f" {_per_100(total)} bb per 100, {100 * total.accuracy:.1f} % right,"
        f" {progress.seconds_per_decision:.1f} s each"
    )
    return "\n".join([head, "", text_table(columns, rows)])


def history_text(views: Sequence[QuizView], records: Sequence[QuizRecord]) -> str:
    """Return a player's quizzes, the latest first, and what they say together."""
    if not records:
        return "No decision has been answered yet."
    by_session = _by_session(records)
    rows = []
    for view in views:
        answers = by_session.get(view.session_id, [])
        total = summarise(answers).total
        rows.append(
            (
                view.opened_at[:16].replace("T", " "),
                chart_name(view.settings.spec).removesuffix(".chart"),
                view.settings.only or "in proportion",
                view.settings.position or "all",
                str(total.decisions),
                _per_100(total) if answers else "",
                view.session_id,
            )
        )
    columns = [
        Column("Opened, UTC"), Column("Chart"), Column("Asked"), Column("Position"),
        Column("decisions", right=True), Column("bb lost per 100", right=True), Column("Session"),
    ]  # fmt: skip
    parts = [text_table(columns, rows)]
    for title, found in _by_draw(records).items():
        parts += ["", progress_text(title, summarise(found))]
    return "\n".join(parts)


def history_payload(views: Sequence[QuizView], records: Sequence[QuizRecord]) -> dict[str, Any]:
    """Return the same as JSON."""
    by_session = _by_session(records)
    return {
        "schema": "gutshot.preflop.quiz-history/1",
        "sessions": [
            {
                "session": view.session_id,
                "opened_at": view.opened_at,
                **view.settings.body(),
                "progress": progress_payload(summarise(by_session.get(view.session_id, []))),
            }
            for view in views
        ],
        "progress": {
            title: progress_payload(summarise(found)) for title, found in _by_draw(records).items()
        },
    }


def progress_payload(progress: Progress) -> dict[str, Any]:
    """Return what some answers say as JSON; a standard error is null for fewer than two."""
    return {
        **_group(progress.total),
        "seconds_per_decision": progress.seconds_per_decision,
        "by_position": {one.name: _group(one) for one in progress.by_position},
        "by_kind": {one.name: _group(one) for one in progress.by_kind},
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "decisions": group.decisions,
        "right": group.right,
        "lost_bb": group.lost_bb,
        "lost_per_100_bb": group.lost_per_100_bb,
        "standard_error_per_100_bb": group.standard_error_bb,
    }


def _by_session(records: Sequence[QuizRecord]) -> dict[str, list[QuizRecord]]:
    out: dict[str, list[QuizRecord]] = {}
    for record in records:
        out.setdefault(record.session_id, []).append(record)
    return out


def _by_draw(records: Sequence[QuizRecord]) -> dict[str, list[QuizRecord]]:
    """Return answers by which decisions were asked: drills are harder than the table."""
    out: dict[str, list[QuizRecord]] = {}
    for record in records:
        out.setdefault(record.only or "in proportion", []).append(record)
    return dict(sorted(out.items(), key=lambda pair: pair[0] != "in proportion"))


def _row(group: Group, name: str) -> tuple[str, ...]:
    error = group.standard_error_bb
    return (
        name,
        str(group.decisions),
        str(group.right),
        f"{group.lost_bb:.4f}",
        f"{group.lost_per_100_bb:.2f}",
        "" if error is None else f"{error:.2f}",
    )


def _per_100(group: Group) -> str:
    error = group.standard_error_bb
    return f"{group.lost_per_100_bb:.2f}{'' if error is None else f' ± {error:.2f}'}"


def _counted(decisions: int) -> str:
    return f"{decisions} decision{'' if decisions == 1 else 's'}"
