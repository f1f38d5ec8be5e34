"""What a preflop quiz prints: progress by position and kind of node, the list of earlier quizzes.

EV lost stands first, with its standard error; accuracy only beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.holdem.preflop.kept import chart_name
from gutshot.play.holdem.payload import by_draw, by_session
from gutshot.play.holdem.progress import summarise
from gutshot.render.text_table import Column, text_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.play.holdem.progress import Group, Progress
    from gutshot.play.holdem.quiz import QuizView
    from gutshot.play.holdem.records import QuizRecord

__all__ = ["history_text", "progress_text"]


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
    answered = by_session(records)
    rows = []
    for view in views:
        answers = answered.get(view.session_id, [])
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
    for title, found in by_draw(records).items():
        parts += ["", progress_text(title, summarise(found))]
    return "\n".join(parts)


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
