"""The preflop quiz's interface for programs: ``/api/preflop/quiz``.

The cookie of the first command is the player; ids are made by the caller, so that a command that is
repeated is answered like the first time. A question says nothing of what the chart does; an answer
comes back with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from gutshot.holdem.preflop.kept import chart_name
from gutshot.holdem.preflop.quiz import CLOSE_BB
from gutshot.play.holdem.exports import exported
from gutshot.play.holdem.payload import history_payload, progress_payload
from gutshot.play.holdem.progress import summarise
from gutshot.play.holdem.settings import QuizSettings
from gutshot.render.preflop_quiz import grade_payload, question_payload
from gutshot.web.identity import Command, Visitor, Who, as_player
from gutshot.web.preflop_charts import FIRST, chosen_chart
from gutshot.web.rooms import rooms_of

if TYPE_CHECKING:
    from gutshot.play.holdem.quiz import QuestionView, QuizView

__all__ = ["router"]

router = APIRouter(prefix="/api/preflop/quiz", tags=["preflop quiz"])

_TYPES: Final = {"json": "application/json", "csv": "text/csv; charset=utf-8"}

SessionId = Annotated[str, Path(max_length=64, description="The quiz's id.")]
OwnId = Annotated[
    str, Field(max_length=64, description="An id that you make: 8 to 36 letters, digits, hyphens.")
]


class QuizBody(BaseModel):
    """A chart, and which of its decisions are asked."""

    model_config = ConfigDict(extra="forbid")

    session_id: OwnId
    chart: Annotated[str, Field(max_length=200, description="Its name, cash_6_100.")] = FIRST
    only: Annotated[
        str, Field(max_length=20, description="close, missed, or empty: as they come.")
    ] = ""
    position: Annotated[str, Field(max_length=12, description="A seat, BTN; empty: all.")] = ""
    close_bb: Annotated[
        float,
        Field(strict=True, description="close: the cheapest mistake costs at most so much, in bb."),
    ] = CLOSE_BB


class QuestionBody(BaseModel):
    """Which question."""

    model_config = ConfigDict(extra="forbid")

    question_id: OwnId


class AnswerBody(QuestionBody):
    """What is done."""

    action: Annotated[
        str, Field(max_length=12, description="A letter of the question's actions: F, C, R, A.")
    ]


@router.get("", summary="Your preflop quizzes, and what their answers say")
def list_quizzes(request: Request, who: Who) -> dict[str, Any]:
    """Return what `gutshot preflop quiz --history --json` prints."""
    if who.player is None:
        return history_payload([], [])
    quizzes = rooms_of(request).quizzes
    return history_payload(quizzes.sessions(who.player), quizzes.records(who.player))


@router.post("", summary="Open a preflop quiz")
def open_quiz(request: Request, who: Command, body: QuizBody) -> dict[str, Any]:
    """Open a quiz; your first one makes you a player, by the answer's cookie."""
    spec = chosen_chart(body.chart).spec
    settings = QuizSettings(spec, body.only, body.position.upper(), body.close_bb)
    who = as_player(request, who)
    rooms = rooms_of(request)
    rooms.rates.take("move", who.known())
    return _quiz(rooms.quizzes.open_session(who.known(), body.session_id, settings))


@router.get("/answers", summary="Export every answer of your preflop quizzes")
def export_answers(
    request: Request,
    who: Who,
    kind: Annotated[str, Query(alias="format", description="json or csv.", max_length=8)] = "json",
    session: Annotated[str, Query(max_length=64, description="Of one quiz only, by its id.")] = "",
) -> Response:
    """Return each with its question, what the chart did, and what it cost."""
    records = rooms_of(request).quizzes.records(who.known(), session or None)
    headers = {"Content-Disposition": f'attachment; filename="preflop-quiz.{kind}"'}
    text = exported(records, kind)
    return Response(text, media_type=_TYPES[kind], headers=headers)


@router.get("/{session_id}", summary="A preflop quiz as it stands")
def one_quiz(request: Request, who: Who, session_id: SessionId) -> dict[str, Any]:
    """Return its settings, the open question or the last answer, and its progress."""
    quizzes = rooms_of(request).quizzes
    records = quizzes.records(who.known(), session_id)
    progress = progress_payload(summarise(records))
    return _quiz(quizzes.session(who.known(), session_id)) | {"progress": progress}


@router.post("/{session_id}/ask", summary="Ask a preflop decision")
def ask(
    request: Request, who: Command, session_id: SessionId, body: QuestionBody
) -> dict[str, Any]:
    """Return the question; one that waits is asked again before another one."""
    quizzes = rooms_of(request).quizzes
    view = quizzes.ask(_mover(request, who), session_id, body.question_id)
    return _question(quizzes.session(who.known(), session_id), view)


@router.post("/{session_id}/answer", summary="Answer a preflop decision")
def answer(
    request: Request, who: Command, session_id: SessionId, body: AnswerBody
) -> dict[str, Any]:
    """Return the grade: what the chart does, what each action is worth, what the answer costs."""
    quizzes = rooms_of(request).quizzes
    action = body.action.upper()
    view = quizzes.answer(_mover(request, who), session_id, body.question_id, action)
    return _question(quizzes.session(who.known(), session_id), view)


def _mover(request: Request, who: Visitor) -> str:
    """Return who moves, counted."""
    owner = who.known()
    rooms_of(request).rates.take("move", owner)
    return owner


def _quiz(view: QuizView) -> dict[str, Any]:
    return {
        "schema": "gutshot.preflop.quiz-session/1",
        "session": view.session_id,
        "chart": chart_name(view.settings.spec).removesuffix(".chart"),
        "opened_at": view.opened_at,
        "only": view.settings.only,
        "position": view.settings.position,
        "close_bb": view.settings.close_bb,
        "answered": view.answered,
        "question": None if view.question is None else _question(view, view.question),
    }


def _question(view: QuizView, asked: QuestionView) -> dict[str, Any]:
    spec, record = view.settings.spec, asked.record
    return {
        "schema": "gutshot.preflop.quiz-question/1",
        "question_id": asked.question_id,
        **question_payload(spec, asked.question),
        "repeated": asked.repeated,
        "grade": None if record is None else grade_payload(spec, record.grade),
    }
