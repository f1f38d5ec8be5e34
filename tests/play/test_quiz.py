"""Quizzes: what is asked, graded, kept and asked again; no answer is lost or counted twice.

A player's process is killed a third as often as `GUTSHOT_KILLS` says, 25 by default.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from datetime import timedelta
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pytest
from tests.play.questions_until_killed import SESSION, answer_until_killed
from tests.storage.faults import InjectedError, everything, statements

from gutshot.cards.seeded import SeededSource
from gutshot.errors import InputError
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.holdem.preflop.quiz import KINDS, Question, grade, kind_of
from gutshot.play.errors import ConflictError, UnknownSessionError
from gutshot.play.holdem.progress import Group, summarise
from gutshot.play.holdem.quiz import NothingDueError, Quiz
from gutshot.play.holdem.records import QuizRecord
from gutshot.play.holdem.settings import QuizSettings
from gutshot.play.mistakes import MISTAKES_MAX
from gutshot.play.spacing import STEPS
from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.play.held_clock import HeldClock

KILLS = int(os.environ.get("GUTSHOT_KILLS", "25")) // 3 + 1
PROCESSES = get_context("spawn")

SPEC = spec_from({"players": 2, "stack": 100}, "test")
_FOUND = kept_chart(SPEC)
assert _FOUND is not None
CHART = _FOUND.chart
OWNER = "local"
SETTINGS = QuizSettings(SPEC)
MISSED = QuizSettings(SPEC, "missed")


@pytest.fixture
def quiz(database: Database, clock: HeldClock) -> Quiz:
    one = Quiz(database, lambda _: CHART, clock, SeededSource(3))
    one.open_session(OWNER, SESSION, SETTINGS)
    return one


def answered(quiz: Quiz, number: int, *, right: bool, session: str = SESSION) -> QuizRecord:
    """Ask and answer one question as its chart says, or with its dearest mistake."""
    view = quiz.ask(OWNER, session, f"question-{number}")
    grades = [grade(CHART, view.question, action) for action in view.actions]
    costs = {one.lost_bb: one.action for one in grades}
    if not right and max(costs) == 0:
        pytest.fail("a question without a mistake: take another seed")
    action = grades[0].best if right else costs[max(costs)]
    record = quiz.answer(OWNER, session, view.question_id, action).record
    assert record is not None
    assert record.right == right
    return record


def test_a_question_is_graded_by_the_chart_and_kept(quiz: Quiz, clock: HeldClock) -> None:
    view = quiz.ask(OWNER, SESSION, "question-1")
    assert view.record is None
    clock.pass_(seconds=4)
    record = quiz.answer(OWNER, SESSION, "question-1", view.actions[-1]).record
    assert record is not None
    found = grade(CHART, view.question, view.actions[-1])
    assert record.grade == found
    assert (record.lost_bb, record.verdict) == (found.lost_bb, found.verdict)
    assert record.position == CHART.node(record.node).seat
    assert record.kind == kind_of(record.node)
    assert record.chart == "cash_2_100"
    assert record.seconds == 4
    assert quiz.records(OWNER) == quiz.records(OWNER, SESSION) == [record]
    assert QuizRecord.from_body(json.loads(json.dumps(record.body()))) == record


def test_a_repeated_command_changes_nothing(quiz: Quiz, database: Database) -> None:
    view = quiz.ask(OWNER, SESSION, "question-1")
    before = everything(database)
    assert quiz.ask(OWNER, SESSION, "question-1") == view
    with pytest.raises(ConflictError, match="a question is open"):
        quiz.ask(OWNER, SESSION, "question-2")
    with pytest.raises(ConflictError, match="this question is not open"):
        quiz.answer(OWNER, SESSION, "question-2", view.actions[0])
    with pytest.raises(InputError, match="none of the actions here"):
        quiz.answer(OWNER, SESSION, "question-1", "Z")
    assert everything(database) == before
    graded = quiz.answer(OWNER, SESSION, "question-1", view.actions[0])
    after = everything(database)
    assert quiz.answer(OWNER, SESSION, "question-1", view.actions[0]) == graded
    assert quiz.ask(OWNER, SESSION, "question-1") == graded
    with pytest.raises(ConflictError, match="the first answer counts"):
        quiz.answer(OWNER, SESSION, "question-1", view.actions[1])
    quiz.open_session(OWNER, SESSION, SETTINGS)
    with pytest.raises(ConflictError, match="other settings"):
        quiz.open_session(OWNER, SESSION, replace(SETTINGS, position="BB"))
    assert everything(database) == after
    assert quiz.session(OWNER, SESSION).answered == 1


def test_quizzes_belong_to_their_players(quiz: Quiz) -> None:
    answered(quiz, 1, right=True)
    assert quiz.records("another") == []
    assert quiz.sessions("another") == []
    for asked in (quiz.session, quiz.records):
        with pytest.raises(UnknownSessionError, match="you have no quiz"):
            asked("another", SESSION)
    assert [view.session_id for view in quiz.sessions(OWNER)] == [SESSION]


def test_a_missed_decision_is_due_after_1_3_7_and_21_days(quiz: Quiz, clock: HeldClock) -> None:
    wrong = answered(quiz, 1, right=False)
    for number, step in enumerate(STEPS):
        clock.time += step - timedelta(seconds=1)
        session = f"missed-{number}"
        with pytest.raises(NothingDueError, match="the next of 1 is on"):
            quiz.open_session(OWNER, session, MISSED)
        clock.pass_(seconds=1)
        quiz.open_session(OWNER, session, MISSED)
        (drill,) = quiz.waiting(OWNER, SPEC)
        assert drill.step == number
        assert drill.due == clock.time
        again = answered(quiz, 100 + number, right=True, session=session)
        assert (again.node, again.hand, again.repeated) == (wrong.node, wrong.hand, True)
    assert quiz.waiting(OWNER, SPEC) == []
    with pytest.raises(NothingDueError, match="no missed decision waits here"):
        quiz.ask(OWNER, "missed-1", "question-999")


def test_missed_again_starts_over(quiz: Quiz, clock: HeldClock) -> None:
    answered(quiz, 1, right=False)
    clock.pass_(days=1)
    quiz.open_session(OWNER, "missed-1", MISSED)
    answered(quiz, 2, right=True, session="missed-1")
    clock.pass_(days=3)
    answered(quiz, 3, right=False, session="missed-1")
    (drill,) = quiz.waiting(OWNER, SPEC)
    assert (drill.step, drill.misses, drill.due) == (0, 2, clock.time + STEPS[0])


def test_the_longest_overdue_of_this_chart_and_position_comes_first(
    quiz: Quiz, clock: HeldClock
) -> None:
    wrong = []
    for number in range(12):
        wrong.append(answered(quiz, number, right=False))
        clock.pass_(minutes=1)
    clock.pass_(days=2)
    quiz.open_session(OWNER, "missed-1", MISSED)
    first = {(one.node, one.hand): one for one in reversed(wrong)}
    in_order = sorted(first.values(), key=lambda one: one.answered_at)
    other = next(one for one in in_order if one.position != in_order[0].position)
    quiz.open_session(OWNER, "missed-2", replace(MISSED, position=other.position))
    found = quiz.ask(OWNER, "missed-1", "question-91").question
    assert (found.node, found.hand) == (in_order[0].node, in_order[0].grade.question.hand)
    found = quiz.ask(OWNER, "missed-2", "question-92").question
    assert (found.node, found.hand) == (other.node, other.grade.question.hand)
    elsewhere = spec_from({"players": 3, "stack": 100}, "test")
    assert quiz.waiting(OWNER, elsewhere) == []


def test_of_two_quizzes_that_ask_one_mistake_the_first_answer_counts(
    quiz: Quiz, clock: HeldClock
) -> None:
    answered(quiz, 1, right=False)
    clock.pass_(days=1)
    assert len(quiz.sessions(OWNER)) == 1
    for session in ("missed-1", "missed-2"):
        quiz.open_session(OWNER, session, MISSED)
        quiz.ask(OWNER, session, "question-7")
    answered(quiz, 7, right=True, session="missed-1")
    answered(quiz, 7, right=False, session="missed-2")
    (drill,) = quiz.waiting(OWNER, SPEC)
    assert (drill.step, drill.misses) == (1, 1)


def test_only_so_many_mistakes_wait(quiz: Quiz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gutshot.play.mistakes.MISTAKES_MAX", 5)
    for number in range(20):
        answered(quiz, number, right=False)
    assert len(quiz.waiting(OWNER, SPEC)) == 5
    assert MISTAKES_MAX == 1_000


def test_a_question_that_a_new_chart_does_not_reach_gives_way(
    quiz: Quiz, database: Database, clock: HeldClock
) -> None:
    old = quiz.ask(OWNER, SESSION, "question-1")
    node = old.question.node
    first = CHART.decisions[node].first
    rows = list(CHART.ev_lines)
    for row in range(first, first + len(old.actions)):
        rows[row] = ""
    other = Quiz(database, lambda _: replace(CHART, ev_lines=tuple(rows)), clock)
    fresh = other.ask(OWNER, SESSION, "question-2")
    assert fresh.question != old.question
    assert fresh.question.node != node


@pytest.mark.parametrize(
    ("only", "position", "close_bb", "said"),
    [
        ("easy", "", 0.05, "only close or missed decisions, not 'easy'"),
        ("", "CO", 0.05, "there is no CO here; the seats are SB, BB"),
        ("close", "", 0.0, "fits no decision"),
        ("close", "", float("nan"), "fits no decision"),
        ("close", "", float("inf"), "fits no decision"),
        ("", "", 0.03, "a gap belongs to a quiz of close decisions"),
    ],
)
def test_settings_that_can_t_be_asked(only: str, position: str, close_bb: float, said: str) -> None:
    with pytest.raises(InputError, match=said):
        QuizSettings(SPEC, only, position, close_bb)


def test_what_there_is_no_chart_of_is_not_asked(database: Database) -> None:
    with pytest.raises(InputError, match="'gutshot preflop ask' solves it"):
        Quiz(database, lambda _: None).open_session(OWNER, SESSION, SETTINGS)
    quiz = Quiz(database, lambda _: CHART)
    with pytest.raises(InputError, match="no decision of this chart fits"):
        quiz.open_session(OWNER, SESSION, QuizSettings(SPEC, "close", close_bb=0.00001))
    assert quiz.sessions(OWNER) == []
    with pytest.raises(InputError, match="no session id"):
        quiz.open_session(OWNER, "a b", SETTINGS)


def test_settings_survive_their_own_json() -> None:
    for one in (SETTINGS, MISSED, QuizSettings(SPEC, "close", "SB", 0.02)):
        assert QuizSettings.from_body(json.loads(json.dumps(one.body()))) == one


def test_progress_adds_up(quiz: Quiz) -> None:
    records = [answered(quiz, number, right=number % 3 > 0) for number in range(30)]
    found = summarise(records)
    assert (found.total.decisions, found.total.right) == (30, 20)
    lost = [grade(CHART, one.grade.question, one.action).lost_bb for one in records]
    assert found.total.lost_bb == pytest.approx(sum(lost))
    assert found.total.lost_per_100_bb == pytest.approx(100 * sum(lost) / 30)
    mean = sum(lost) / 30
    spread = sum((one - mean) ** 2 for one in lost) / 29
    assert found.total.standard_error_bb == pytest.approx(100 * (spread / 30) ** 0.5)
    for groups in (found.by_position, found.by_kind):
        assert sum(one.decisions for one in groups) == 30
        assert sum(one.right for one in groups) == 20
        assert sum(one.lost_bb for one in groups) == pytest.approx(sum(lost))
    for group in found.by_position:
        mine = [x for x, one in zip(lost, records, strict=True) if one.position == group.name]
        assert group.decisions == len(mine)
        assert group.lost_bb == pytest.approx(sum(mine))
    assert [one.name for one in found.by_kind] == [
        kind for kind in KINDS if any(one.kind == kind for one in records)
    ]


def test_no_answers_are_no_progress() -> None:
    found = summarise([])
    assert found.total == Group("", 0, 0, 0.0, 0.0)
    assert (found.total.lost_per_100_bb, found.total.standard_error_bb) == (0.0, None)
    assert (found.total.accuracy, found.seconds_per_decision) == (0.0, 0.0)


def check_story(quiz: Quiz) -> int:
    """Check that events, note and mistakes tell one story; return how many answers there are."""
    records = quiz.records(OWNER, SESSION)
    assert [one.question_id for one in records] == [f"question-{n:06}" for n in range(len(records))]
    for one in records:
        assert one.grade == grade(CHART, one.grade.question, one.action)
    view = quiz.session(OWNER, SESSION)
    assert view.answered == len(records)
    missed = {f"cash_2_100:{one.node}:{one.hand}" for one in records if not one.right}
    assert {drill.key for drill in quiz.waiting(OWNER, SPEC)} == missed
    return len(records)


@pytest.mark.parametrize("command", ["ask", "answer"])
def test_a_fault_at_any_statement_changes_nothing(
    quiz: Quiz, database: Database, command: str
) -> None:
    name = "question-000000"
    act: Callable[[], object] = lambda: quiz.ask(OWNER, SESSION, name)  # noqa: E731
    if command == "answer":
        view = quiz.ask(OWNER, SESSION, name)
        worst = max(view.actions, key=lambda one: grade(CHART, view.question, one).lost_bb)
        act = lambda: quiz.answer(OWNER, SESSION, name, worst)  # noqa: E731
    before = everything(database)
    failing = 0
    while True:
        failing += 1
        try:
            with statements(failing) as counted:
                act()
        except InjectedError:
            assert everything(database) == before
            continue
        break
    assert counted.count < failing
    assert failing > 4
    assert everything(database) != before
    assert check_story(quiz) == (command == "answer")


def test_a_player_who_is_killed_at_any_moment_finds_his_answers_whole(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/answers.db"
    with Database.open(url) as database:
        Quiz(database).open_session(OWNER, SESSION, SETTINGS)
    answers = 0
    for number in range(1, KILLS + 1):
        receiver, sender = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(target=answer_until_killed, args=(url, OWNER, sender))
        process.start()
        sender.close()
        receiver.recv_bytes()
        time.sleep(number * 0.6180339887 % 1 * 0.12)  # moments in no order
        process.kill()
        process.join()
        process.close()
        receiver.close()
        with Database.open(url) as database:
            now = check_story(Quiz(database))
        assert now >= answers
        answers = now
    assert answers > 0


def test_the_default_chart_is_the_kept_one(database: Database) -> None:
    quiz = Quiz(database)
    quiz.open_session(OWNER, SESSION, SETTINGS)
    view = quiz.ask(OWNER, SESSION, "question-1")
    assert isinstance(view.question, Question)
    assert view.actions == CHART.decisions[view.question.node].actions
