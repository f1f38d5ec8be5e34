"""The pages of the preflop quiz: choose a chart, answer its decisions, see what answers cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASS_NAMES, class_combos
from gutshot.holdem.preflop.kept import chart_name, listed_charts
from gutshot.holdem.preflop.quiz import CLOSE_BB
from gutshot.holdem.preflop.sizes import SEATS
from gutshot.play.holdem.progress import summarise
from gutshot.play.holdem.quiz import NothingDueError
from gutshot.play.holdem.settings import QuizSettings
from gutshot.render.preflop_quiz import action_words, grade_words, question_payload
from gutshot.render.preflop_text import spec_words
from gutshot.render.svg_cards import card_words, mini_card
from gutshot.web.identity import Form, Posted, Visitor, Who, as_player
from gutshot.web.pages import page
from gutshot.web.preflop_charts import FIRST, chosen_chart
from gutshot.web.rooms import rooms_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gutshot.holdem.preflop.quiz import Grade
    from gutshot.play.holdem.progress import Group, Progress
    from gutshot.play.holdem.quiz import QuestionView, QuizView
    from gutshot.play.holdem.records import QuizRecord

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_PATH: Final = "/preflop/quiz"
_RECENT: Final = 8
_ASKED: Final = (
    ("", "As they come", "every decision, as often as at the table"),
    ("close", "Close ones", f"the cheapest mistake costs {CLOSE_BB:g} bb at most"),
    ("missed", "My mistakes", "those that are due again, after 1, 3, 7 and 21 days"),
)


@router.get(_PATH)
def setup(request: Request, who: Who) -> HTMLResponse:
    """Show the form that opens a quiz, and what earlier ones say."""
    return _setup(request, who, request.query_params)


@router.post(_PATH)
def open_quiz(request: Request, form: Posted) -> Response:
    """Open a quiz, ask its first question and lead to it; a mistake shows the form again."""
    fields = form.fields
    wish = {name: fields.text(name)[:200] for name in ("chart", "only", "position")}
    try:
        spec = chosen_chart(wish["chart"] or FIRST).spec
        settings = QuizSettings(spec, wish["only"], wish["position"].upper())
        who = as_player(request, form.who)
        quizzes = rooms_of(request).quizzes
        rooms_of(request).rates.take("move", who.known())
        session_id = fields.text("session_id") or str(uuid4())
        quizzes.open_session(who.known(), session_id, settings)
        view = quizzes.session(who.known(), session_id)
        if view.question is None:
            quizzes.ask(who.known(), session_id, str(uuid4()))
    except InputError as error:
        return _setup(request, form.who, wish, str(error))
    return RedirectResponse(f"{_PATH}/{session_id}", status_code=303)


@router.get(_PATH + "/{session_id}")
def question(request: Request, who: Who, session_id: str) -> HTMLResponse:
    """Show the open question, or the last one with what its answer costs."""
    return _shown(request, who, session_id)


@router.post(_PATH + "/{session_id}/answer")
def answer(request: Request, form: Posted, session_id: str) -> Response:
    """Grade an answer."""
    fields, owner = form.fields, _mover(request, form)
    rooms_of(request).quizzes.answer(
        owner, session_id, fields.text("question_id"), fields.text("action")
    )
    return RedirectResponse(f"{_PATH}/{session_id}", status_code=303)


@router.post(_PATH + "/{session_id}/next")
def next_question(request: Request, form: Posted, session_id: str) -> Response:
    """Ask the next question; where nothing is due any more, say so."""
    owner = _mover(request, form)
    try:
        rooms_of(request).quizzes.ask(owner, session_id, form.fields.text("question_id"))
    except NothingDueError as error:
        return _shown(request, form.who, session_id, str(error))
    return RedirectResponse(f"{_PATH}/{session_id}", status_code=303)


def _mover(request: Request, form: Form) -> str:
    """Return who moves, counted."""
    owner = form.who.known()
    rooms_of(request).rates.take("move", owner)
    return owner


def _setup(
    request: Request, who: Visitor, wish: Mapping[str, str], error: str = ""
) -> HTMLResponse:
    views: list[QuizView] = []
    records: list[QuizRecord] = []
    if who.player is not None:
        quizzes = rooms_of(request).quizzes
        views, records = quizzes.sessions(who.player), quizzes.records(who.player)
    in_proportion = [one for one in records if not one.only]
    drills = [one for one in records if one.only]
    context: dict[str, Any] = {
        "section": "quiz",
        "token": who.token,
        "session_id": str(uuid4()),
        "error": error,
        "charts": [(one.name, spec_words(one.spec)) for one in listed_charts()],
        "chart": wish.get("chart") or FIRST,
        "asked": _ASKED,
        "only": wish.get("only", ""),
        "positions": SEATS,
        "position": wish.get("position", ""),
        "recent": [_line(view, records) for view in views[:_RECENT]],
        "progress_parts": [
            (title, _progress(summarise(found)))
            for title, found in (("As they come", in_proportion), ("Drills", drills))
            if found
        ],
    }
    return page("preflop/quiz.html", context, 422 if error else 200)


def _shown(request: Request, who: Visitor, session_id: str, note: str = "") -> HTMLResponse:
    quizzes = rooms_of(request).quizzes
    view = quizzes.session(who.known(), session_id)
    records = quizzes.records(who.known(), session_id)
    context: dict[str, Any] = {
        "section": "quiz",
        "within": True,
        "token": who.token,
        "view": view,
        "chart": chart_name(view.settings.spec).removesuffix(".chart"),
        "title": spec_words(view.settings.spec),
        "asked": next(name for only, name, _ in _ASKED if only == view.settings.only),
        "next_id": str(uuid4()),
        "note": note,
        "question": None if view.question is None else _question(view, view.question),
        "progress": _progress(summarise(records)) if records else None,
    }
    return page("preflop/quiz_question.html", context)


def _question(view: QuizView, asked: QuestionView) -> dict[str, Any]:
    """Return what a question's page shows: cards of the hand's class, always the same ones."""
    spec = view.settings.spec
    combos = class_combos(asked.question.hand)
    cards = combos[sum(map(ord, asked.question_id)) % len(combos)]
    shown = question_payload(spec, asked.question)
    return {
        **shown,
        "id": asked.question_id,
        "repeated": asked.repeated,
        "cards": [mini_card(card) for card in cards],
        "card_words": " and ".join(card_words(card) for card in cards),
        "pot": f"{shown['pot_bb']:g}",
        "to_call": f"{shown['to_call_bb']:g}" if shown["to_call_bb"] else "",
        "stack": f"{shown['stack_bb']:g}",
        "grade": None if asked.record is None else _graded(view, asked.record.grade),
    }


def _graded(view: QuizView, graded: Grade) -> dict[str, Any]:
    words = action_words(view.settings.spec, graded.question.node)
    best = max(graded.ev_bb)
    return {
        "right": graded.right,
        "words": grade_words(view.settings.spec, graded),
        "hand": CLASS_NAMES[graded.question.hand],
        "within": f"{graded.within_bb:.2g}",
        "rows": [
            {
                "words": words[action],
                "chosen": action == graded.action,
                "accepted": action in graded.accepted,
                "share": f"{100 * share:.1f}",
                "ev": f"{ev:+.4f}".replace("-", "\u2212"),
                "short": f"{ev - best:.4f}".replace("-", "\u2212") if ev < best else "best",
            }
            for action, share, ev in zip(
                graded.actions, graded.frequency, graded.ev_bb, strict=True
            )
        ],
    }


def _progress(found: Progress) -> dict[str, Any]:
    return {
        "total": _group(found.total),
        "seconds": f"{found.seconds_per_decision:.1f}",
        "parts": [
            ("Position", [_group(one) for one in found.by_position]),
            ("Done before", [_group(one) for one in found.by_kind]),
        ],
    }


def _group(group: Group) -> dict[str, str]:
    error = group.standard_error_bb
    return {
        "name": group.name,
        "decisions": f"{group.decisions:,}",
        "right": f"{100 * group.accuracy:.1f}",
        "lost": f"{group.lost_bb:.4f}",
        "per_100": f"{group.lost_per_100_bb:.2f}",
        "error": "" if error is None else f"{error:.2f}",
    }


def _line(view: QuizView, records: Sequence[QuizRecord]) -> dict[str, str]:
    mine = [one for one in records if one.session_id == view.session_id]
    total = _group(summarise(mine).total)
    return {
        "id": view.session_id,
        "day": view.opened_at[:10],
        "title": spec_words(view.settings.spec),
        "asked": next(name for only, name, _ in _ASKED if only == view.settings.only),
        "position": view.settings.position,
        **{name: total[name] for name in ("decisions", "per_100", "error")},
    }
