"""Quizzes on preflop charts: each question asked, answered, graded and kept.

A quiz is a stream of events and a note of its present state, as a session of the trainer is.
Everything that one command changes is one transaction, and every command carries an id that its
sender made, so that a repeat changes nothing and is answered like the first time: `ask` fixes a
question, `answer` grades and keeps it and moves mistakes to the day on which they come back.

A page needs no more than `open_session`, `ask`, `answer`, `records` and `progress.summarise`;
`render.preflop_quiz` says a question and a grade in words and as JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.dealing import SystemSource
from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASS_NAMES, class_index
from gutshot.holdem.preflop.kept import chart_name, kept_chart
from gutshot.holdem.preflop.quiz import Question, Questions, grade, kind_of, questions_of
from gutshot.play.clock import SystemClock
from gutshot.play.errors import ConflictError, UnknownSessionError
from gutshot.play.holdem.records import QuizRecord
from gutshot.play.holdem.settings import QuizSettings
from gutshot.play.ids import check_id
from gutshot.play.mistakes import Mistakes
from gutshot.storage import Event

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.cards.dealing import Source
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.play.clock import Clock
    from gutshot.play.spacing import Drill
    from gutshot.storage import Database, ReadTransaction, Transaction

__all__ = ["NothingDueError", "QuestionView", "Quiz", "QuizView"]

STREAM_KIND: Final = "preflop-quiz"
CHARTS_MAX: Final = 8
"""Charts whose questions are held in memory."""

_ANSWERED: Final = "preflop-answered"
_MISTAKES: Final = Mistakes("preflop:mistake:")


class NothingDueError(InputError):
    """No missed decision is due now."""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question as its player sees it.

    Attributes
    ----------
    question_id : str
        Its id.
    question : Question
        Node and hand.
    actions : tuple of str
        What can be answered, cheapest first.
    repeated : bool
        Whether it is asked because it was missed and is due.
    record : QuizRecord or None
        The answer and its grade; None before.
    """

    question_id: str
    question: Question
    actions: tuple[str, ...]
    repeated: bool
    record: QuizRecord | None = None


@dataclass(frozen=True, slots=True)
class QuizView:
    """A quiz as it stands.

    Attributes
    ----------
    session_id : str
        Its id.
    settings : QuizSettings
        What it is played with.
    opened_at : str
        ISO 8601, UTC.
    answered : int
        Questions so far.
    question : QuestionView or None
        The open question, else the last one with its answer; None before the first.
    """

    session_id: str
    settings: QuizSettings
    opened_at: str
    answered: int
    question: QuestionView | None


@dataclass
class _State:
    """The note of a quiz: `open` is the question that waits, `last` the record before it."""

    settings: dict[str, Any]
    opened_at: str
    sequence: int
    answered: int = 0
    open: dict[str, Any] | None = None
    last: dict[str, Any] | None = None

    def note(self) -> dict[str, Any]:
        """Return the state as its note keeps it."""
        return dict(vars(self))


class Quiz:
    """Quizzes of all players of one database.

    Parameters
    ----------
    database
        Where they are kept.
    chart_of
        Returns the chart of a spot, None where there is none yet; by default the one that is
        shipped or that the user solved.
    clock
        The time of day, for tests.
    source
        Where questions are drawn from; the operating system's randomness, but for tests.
    """

    def __init__(
        self,
        database: Database,
        chart_of: Callable[[PreflopSpec], ChartSet | None] | None = None,
        clock: Clock | None = None,
        source: Source | None = None,
    ) -> None:
        self._database = database
        self._chart_of = chart_of or _kept
        self._clock = clock or SystemClock()
        self._source = source or SystemSource()
        self._known: dict[str, Questions] = {}

    def open_session(self, owner: str, session_id: str, settings: QuizSettings) -> QuizView:
        """Open a quiz; the same id with the same settings is the same quiz.

        Raises
        ------
        ConflictError
            When the id is taken by other settings.
        InputError
            When there is no chart of the spot, or none of its decisions fits.
        NothingDueError
            When only missed decisions are asked, and none is due.
        """
        check_id("session", session_id)
        asked = self._asked(settings)
        at = self._clock.now()
        with self._database.write() as tx:
            note = tx.note(owner, _key(session_id))
            if note is not None:
                if QuizSettings.from_body(note["settings"]) != settings:
                    raise ConflictError("this quiz is open with other settings; start a new one")
                return _view(session_id, _State(**note))
            if settings.only == "missed":
                self._missed(tx, owner, settings, asked, at)  # raises what it raises
            tx.create_stream(_stream(owner, session_id), owner, STREAM_KIND)
            opened = Event("opened", {"settings": settings.body()}, at)
            sequence = tx.append(_stream(owner, session_id), 0, [opened])
            state = _State(settings.body(), at.isoformat(), sequence)
            tx.set_note(owner, _key(session_id), state.note())
            return _view(session_id, state)

    def session(self, owner: str, session_id: str) -> QuizView:
        """Return a quiz as it stands.

        Raises
        ------
        UnknownSessionError
            When the player has no quiz of this id.
        """
        with self._database.read() as tx:
            return _view(session_id, _state(tx, owner, session_id))

    def sessions(self, owner: str) -> list[QuizView]:
        """Return a player's quizzes, the latest first."""
        with self._database.read() as tx:
            notes = tx.notes(owner, _key(""))
        views = [_view(key.removeprefix(_key("")), _State(**body)) for key, body in notes.items()]
        return sorted(views, key=lambda view: view.opened_at, reverse=True)

    def ask(self, owner: str, session_id: str, question_id: str) -> QuestionView:
        """Fix the next question.

        Raises
        ------
        ConflictError
            When another question waits for its answer.
        NothingDueError
            When only missed decisions are asked, and none is due.
        """
        check_id("question", question_id)
        settings = self.session(owner, session_id).settings
        asked = self._asked(settings)
        at = self._clock.now()
        with self._database.write() as tx:
            state = _state(tx, owner, session_id)
            # a chart that was solved again may not come to an open question any more
            if state.open is not None and self._questions(settings.spec).has(_question(state.open)):
                if state.open["question_id"] == question_id:
                    return _open_view(state.open)
                raise ConflictError("a question is open: answer it first, then ask the next")
            if state.last is not None and state.last["question_id"] == question_id:
                return _answered_view(QuizRecord.from_body(state.last))
            if settings.only == "missed":
                question = self._missed(tx, owner, settings, asked, at)
            else:
                question = asked.draw(self._source)
            body = {
                "question_id": question_id,
                "node": question.node,
                "hand": CLASS_NAMES[question.hand],
                "actions": list(asked.chart.decisions[question.node].actions),
                "repeated": settings.only == "missed",
                "asked_at": at.isoformat(),
            }
            state.sequence = tx.append(
                _stream(owner, session_id), state.sequence, [Event("preflop-asked", body, at)]
            )
            state.open = body
            tx.set_note(owner, _key(session_id), state.note())
            return _open_view(body)

    def answer(self, owner: str, session_id: str, question_id: str, action: str) -> QuestionView:
        """Grade an answer and keep it.

        action : a letter of the question's actions.

        Raises
        ------
        InputError
            For an action that the question does not have.
        ConflictError
            When this question is not open, or was answered with another action.
        """
        settings = self.session(owner, session_id).settings
        chart = self._questions(settings.spec).chart
        at = self._clock.now()
        with self._database.write() as tx:
            state = _state(tx, owner, session_id)
            if state.open is None or state.open["question_id"] != question_id:
                if state.last is not None and state.last["question_id"] == question_id:
                    if state.last["action"] == action:
                        return _answered_view(QuizRecord.from_body(state.last))
                    raise ConflictError("the question is answered already: the first answer counts")
                raise ConflictError("this question is not open")
            asked = state.open
            graded = grade(chart, _question(asked), action)
            asked_at = datetime.fromisoformat(asked["asked_at"])
            record = QuizRecord(
                question_id=question_id,
                session_id=session_id,
                chart=chart_name(settings.spec).removesuffix(".chart"),
                engine=chart.engine,
                only=settings.only,
                position=settings.spec.seats[chart.decisions[asked["node"]].player],
                kind=kind_of(asked["node"]),
                repeated=asked["repeated"],
                asked_at=asked["asked_at"],
                answered_at=at.isoformat(),
                seconds=max(0.0, (at - asked_at).total_seconds()),
                **QuizRecord.of_grade(graded),
            )
            key = f"{record.chart}:{record.node}:{record.hand}"
            _MISTAKES.answered(tx, owner, key, right=record.right, repeated=record.repeated, at=at)
            state.sequence = tx.append(
                _stream(owner, session_id), state.sequence, [Event(_ANSWERED, record.body(), at)]
            )
            state.open, state.last = None, record.body()
            state.answered += 1
            tx.set_note(owner, _key(session_id), state.note())
        return _answered_view(record)

    def records(self, owner: str, session_id: str | None = None) -> list[QuizRecord]:
        """Return the answers of a quiz, or of a player's lifetime, in order.

        Raises
        ------
        UnknownSessionError
            When the player has no quiz of this id.
        """
        with self._database.read() as tx:
            if session_id is None:
                events = tx.events_of_owner(owner, _ANSWERED)
            else:
                _state(tx, owner, session_id)
                events = tx.events(_stream(owner, session_id), kinds=[_ANSWERED])
        return [QuizRecord.from_body(event.body) for event in events]

    def waiting(self, owner: str, spec: PreflopSpec) -> list[Drill]:
        """Return a player's mistakes on a spot that come back, the first due first."""
        with self._database.read() as tx:
            return _MISTAKES.waiting(tx, owner, _of_chart(spec))

    def _asked(self, settings: QuizSettings) -> Questions:
        """Return the decisions that a quiz draws from, or that a due mistake must be among."""
        close = settings.close_bb if settings.only == "close" else None
        return self._questions(settings.spec).only(position=settings.position, close_bb=close)

    def _questions(self, spec: PreflopSpec) -> Questions:
        name = chart_name(spec)
        found = self._known.get(name)
        if found is None:
            chart = self._chart_of(spec)
            if chart is None:
                raise InputError(
                    "there is no chart of this spot yet; 'gutshot preflop ask' solves it"
                )
            found = questions_of(chart)
            if len(self._known) >= CHARTS_MAX:
                self._known.clear()
            self._known[name] = found
        return found

    def _missed(
        self,
        tx: Transaction,
        owner: str,
        settings: QuizSettings,
        asked: Questions,
        at: datetime,
    ) -> Question:
        """Return the longest overdue mistake that this quiz asks."""
        waiting = [
            (drill, question)
            for drill in _MISTAKES.waiting(tx, owner, _of_chart(settings.spec))
            # a chart that was solved again may not come there any more
            if asked.has(question := _of_key(drill.key))
        ]
        for drill, question in waiting:
            if drill.is_due(at):
                return question
        if not waiting:
            raise NothingDueError("no missed decision waits here: mistakes come back after a day")
        first = waiting[0][0].due
        raise NothingDueError(
            f"no missed decision is due; the next of {len(waiting)} is on"
            f" {first.strftime('%Y-%m-%d %H:%M')} UTC"
        )


def _kept(spec: PreflopSpec) -> ChartSet | None:
    found = kept_chart(spec)
    return None if found is None else found.chart


def _of_chart(spec: PreflopSpec) -> str:
    """Return how the keys of a spot's mistakes begin."""
    return f"{chart_name(spec).removesuffix('.chart')}:"


def _of_key(key: str) -> Question:
    """Return the question that a mistake's key names: chart, node and hand."""
    _, node, hand = key.split(":")
    return Question(node, class_index(hand))


def _question(body: dict[str, Any]) -> Question:
    return Question(body["node"], class_index(body["hand"]))


def _state(tx: ReadTransaction | Transaction, owner: str, session_id: str) -> _State:
    note = tx.note(owner, _key(session_id))
    if note is None:
        raise UnknownSessionError(f"you have no quiz '{session_id[:40]}'; open one first")
    return _State(**note)


def _view(session_id: str, state: _State) -> QuizView:
    question = None
    if state.open is not None:
        question = _open_view(state.open)
    elif state.last is not None:
        question = _answered_view(QuizRecord.from_body(state.last))
    return QuizView(
        session_id,
        QuizSettings.from_body(state.settings),
        state.opened_at,
        state.answered,
        question,
    )


def _open_view(body: dict[str, Any]) -> QuestionView:
    actions = tuple(body["actions"])
    return QuestionView(body["question_id"], _question(body), actions, body["repeated"])


def _answered_view(record: QuizRecord) -> QuestionView:
    return QuestionView(
        record.question_id, record.grade.question, record.actions, record.repeated, record
    )


def _key(session_id: str) -> str:
    return f"preflop:quiz:{session_id}"


def _stream(owner: str, session_id: str) -> str:
    return f"quiz:{owner}:{session_id}"
