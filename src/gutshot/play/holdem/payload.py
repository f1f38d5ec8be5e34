"""Quizzes and what their answers say, as JSON for scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.play.holdem.progress import summarise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.play.holdem.progress import Group, Progress
    from gutshot.play.holdem.quiz import QuizView
    from gutshot.play.holdem.records import QuizRecord

__all__ = ["by_draw", "by_session", "history_payload", "progress_payload"]


def history_payload(views: Sequence[QuizView], records: Sequence[QuizRecord]) -> dict[str, Any]:
    """Return a player's quizzes, the latest first, and what they say together, as JSON."""
    answered = by_session(records)
    return {
        "schema": "gutshot.preflop.quiz-history/1",
        "sessions": [
            {
                "session": view.session_id,
                "opened_at": view.opened_at,
                **view.settings.body(),
                "progress": progress_payload(summarise(answered.get(view.session_id, []))),
            }
            for view in views
        ],
        "progress": {
            title: progress_payload(summarise(found)) for title, found in by_draw(records).items()
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


def by_session(records: Sequence[QuizRecord]) -> dict[str, list[QuizRecord]]:
    """Return answers by quiz."""
    out: dict[str, list[QuizRecord]] = {}
    for record in records:
        out.setdefault(record.session_id, []).append(record)
    return out


def by_draw(records: Sequence[QuizRecord]) -> dict[str, list[QuizRecord]]:
    """Return answers by which decisions were asked: drills are harder than the table."""
    out: dict[str, list[QuizRecord]] = {}
    for record in records:
        out.setdefault(record.only or "in proportion", []).append(record)
    return dict(sorted(out.items(), key=lambda pair: pair[0] != "in proportion"))
