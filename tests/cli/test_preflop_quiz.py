"""``gutshot preflop quiz``: questions, grades, a goodbye, and what is found again later."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from gutshot.cards.seeded import SeededSource
from gutshot.cli import main
from gutshot.cli.trainer import LOCAL_PLAYER
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.holdem.preflop.quiz import Question, grade
from gutshot.play.clock import SystemClock
from gutshot.play.holdem import quiz as quiz_module
from gutshot.play.holdem.quiz import Quiz
from gutshot.render.preflop_quiz import (
    action_words,
    grade_payload,
    grade_text,
    question_payload,
    question_text,
)
from gutshot.storage import Database

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime, timedelta
    from pathlib import Path

    Play = Callable[..., tuple[int, str, str]]

SPEC = spec_from({"players": 6, "stack": 100}, "test")
SIX = ("--players", "6", "--stack", "100")
_FOUND = kept_chart(SPEC)
assert _FOUND is not None
CHART = _FOUND.chart


@pytest.fixture
def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Play:
    """Return a function that answers with typed lines: exit code, stdout and stderr."""
    source = SeededSource(4)
    monkeypatch.setattr(quiz_module, "SystemSource", lambda: source)
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))

    def played(*options: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        where = ["--database", f"sqlite:///{tmp_path}/answers.db"]
        with pytest.raises(SystemExit) as ended:
            main(["preflop", "quiz", *options, *where])
        out, err = capsys.readouterr()
        return int(str(ended.value.code)), out, err

    return played


def kept(tmp_path: Path, session: str) -> list[dict[str, Any]]:
    with Database.open(f"sqlite:///{tmp_path}/answers.db") as database:
        return [one.body() for one in Quiz(database).records(LOCAL_PLAYER, session)]


def test_questions_are_asked_graded_and_summed_up(play: Play, tmp_path: Path) -> None:
    code, out, err = play(*SIX, "--count", "3", typed="zz\nf\nx\nf\nf\nf\nx\n")
    assert code == 0
    assert "6 players, stacks of 100 bb" in err
    assert "as often as they come at the table" in err
    assert "'zz' is no key here; type f, " in err
    records = kept(tmp_path, err.split()[-1])
    assert len(records) == 3
    lost = sum(one["lost_bb"] for one in records)
    assert f"This quiz: 3 decisions, {lost:.4f} bb lost, " in out
    for one in records:
        assert f"{one['position']} with {one['hand']}: " in out
        ev = one["ev_bb"][one["actions"].index("F")]
        assert re.search(rf"^> fold +[0-9.]+ % +{re.escape(f'{ev:+.4f}')} ", out, re.MULTILINE)
        assert re.search(rf"^{one['position']} +\d+ +\d+ ", out, re.MULTILINE)
        assert re.search(rf"^{one['kind']} +\d+ +\d+ ", out, re.MULTILINE)


def test_q_quits_keeps_and_the_quiz_goes_on_with_its_question(play: Play, tmp_path: Path) -> None:
    code, out, err = play(*SIX, typed="f\nq\n")
    assert code == 0
    session = err.split()[-1]
    assert len(kept(tmp_path, session)) == 1
    waits = re.findall(r"^[A-Z]+ with .*$", out, re.MULTILINE)[-1]
    code, out, _ = play("--session", session, typed="f\n")
    assert code == 0
    assert out.strip().splitlines()[0] == waits
    assert "This quiz: 2 decisions" in out
    code, out, err = play("--session", session, "--players", "6")
    assert (code, out) == (2, "")
    assert err == (
        "gutshot: --session goes on with what it was opened with; drop the other options\n"
    )


def test_json_is_all_that_stands_on_stdout(play: Play, tmp_path: Path) -> None:
    code, out, err = play(*SIX, "--position", "btn", "--count", "2", "--json", typed="f\nf\n")
    assert code == 0
    assert "BTN with " in err
    found = json.loads(out)
    assert found["schema"] == "gutshot.preflop.quiz/1"
    assert found["answers"] == kept(tmp_path, found["session"])
    assert {one["position"] for one in found["answers"]} == {"BTN"}
    assert found["position"] == "BTN"
    assert found["spec"] == SPEC.payload()
    assert found["progress"]["decisions"] == 2
    assert found["progress"]["lost_bb"] == sum(one["lost_bb"] for one in found["answers"])
    assert set(found["progress"]["by_position"]) == {"BTN"}


def test_answers_are_written_to_a_file(play: Play, tmp_path: Path) -> None:
    session = play(*SIX, "--position", "btn", "--count", "2", typed="f\nf\n")[2].split()[-1]
    file = tmp_path / "answers.json"
    assert play("--export", str(file)) == (0, "", f"2 answers: {file}\n")
    content = json.loads(file.read_text(encoding="utf-8"))
    assert content["answers"] == kept(tmp_path, session)
    sheet = tmp_path / "answers.csv"
    assert play("--export", str(sheet), "--session", session)[0] == 0
    lines = sheet.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("question_id,session_id,chart,")
    for options, said in (
        (("--export", "answers.txt"), "answers are exported as json or csv, not as 'txt'"),
        (("--export", "a.csv", "--history"), "--export writes answers; drop the other options"),
        (("--export", str(tmp_path / "no" / "a.csv")), "No such file or directory"),
    ):
        code, out, err = play(*options)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert said in err


def test_close_decisions_cost_little_and_something(play: Play) -> None:
    options = ("--only", "close", "--gap", "0.02", "--count", "5", "--json")
    code, out, _ = play(*SIX, *options, typed="f\n" * 5 + "x\n" * 5)
    assert code == 0
    for one in json.loads(out)["answers"]:
        graded = [
            grade(CHART, Question(one["node"], quiz_hand(one["hand"])), action).lost_bb
            for action in one["actions"]
        ]
        assert 0.01 <= min(lost for lost in graded if lost) <= 0.02


def quiz_hand(name: str) -> int:
    from gutshot.holdem.hand_classes import class_index

    return class_index(name)


def test_missed_decisions_come_back_after_a_day(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    # aces are not folded, whatever is drawn
    monkeypatch.setattr("gutshot.holdem.preflop.quiz.Questions.draw", lambda *_: Question("", 0))
    code, out, err = play(*SIX, "--count", "1", typed="f\n")
    assert code == 0
    assert "Mistake: fold costs " in out
    assert "Missed decisions that come back: 1 (--only missed)." in err
    code, out, err = play(*SIX, "--only", "missed")
    assert (code, out) == (2, "")
    assert "no missed decision is due; the next of 1 is on 20" in err
    later = tomorrow(SystemClock.now, days=1)
    monkeypatch.setattr(SystemClock, "now", later)
    code, out, err = play(*SIX, "--only", "missed", typed="r\n")
    assert code == 0
    assert "LJ with AA: nobody has acted" in out
    assert "Right: raise to " in out
    assert "the next of 1 is on 20" in err


def tomorrow(
    now: Callable[[SystemClock], datetime], **span: int
) -> Callable[[SystemClock], datetime]:
    from datetime import timedelta

    more: timedelta = timedelta(**span)
    return lambda clock: now(clock) + more


def test_history_shows_all_quizzes(play: Play) -> None:
    assert play("--history")[1] == "No decision has been answered yet.\n"
    play(*SIX, "--count", "2", typed="f\nf\nx\n")
    play(*SIX, "--only", "close", "--count", "1", typed="f\nx\n")
    code, out, err = play("--history")
    assert (code, err) == (0, "")
    assert re.search(r"cash_6_100 +in proportion +all +2 ", out)
    assert re.search(r"cash_6_100 +close +all +1 ", out)
    assert "in proportion: 2 decisions" in out
    assert "close: 1 decision, " in out
    found = json.loads(play("--history", "--json")[1])
    assert found["schema"] == "gutshot.preflop.quiz-history/1"
    assert [one["only"] for one in found["sessions"]] == ["close", ""]
    assert found["progress"]["in proportion"]["decisions"] == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--only", "easy"), "a quiz asks only close or missed decisions, not 'easy'"),
        (("--position", "UTG"), "there is no UTG here; the seats are LJ, HJ, CO, BTN, SB, BB"),
        (("--gap", "0.1"), "a gap belongs to a quiz of close decisions"),
        (("--only", "close", "--gap", "0"), "a gap of 0 bb fits no decision; give more than 0"),
        (("--only", "close", "--gap", "0.001"), "no decision of this chart fits; widen the gap"),
        (("--history",), "--history shows all quizzes; drop the other options"),
        (("--only", "missed"), "no missed decision waits here: mistakes come back after a day"),
    ],
)
def test_bad_input_is_one_line(play: Play, options: tuple[str, ...], said: str) -> None:
    code, out, err = play(*SIX, *options)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith(f"gutshot: {said}")


def test_a_session_that_there_is_not_is_said(play: Play) -> None:
    code, _, err = play("--session", "nothing-there")
    assert code == 2
    assert err == "gutshot: you have no quiz 'nothing-there'; open one first\n"


def test_the_end_of_input_keeps_what_was_answered(play: Play, tmp_path: Path) -> None:
    code, _, err = play(*SIX, typed="f\n")
    assert code == 0
    assert len(kept(tmp_path, err.split()[-1])) == 1


def test_a_question_says_pot_stack_and_line() -> None:
    question = Question("FFRF", quiz_hand("A5s"))
    found = question_payload(SPEC, question)
    to = CHART.node("FF").to_bb[1]
    assert found["position"] == "SB"
    assert found["pot_bb"] == pytest.approx(to + 1.5)
    assert found["to_call_bb"] == pytest.approx(to - 0.5)
    assert found["stack_bb"] == 99.5
    assert found["line"] == f"LJ fold, HJ fold, CO raise to {to:g}, BTN fold"
    assert found["kind"] == "against a raise"
    text = question_text(SPEC, question)
    assert text.splitlines()[0] == f"SB with A5s: {found['line']}"
    assert f"pot {to + 1.5:g} bb, {to - 0.5:g} to call, 99.5 behind" in text
    node = CHART.node("FFRF")
    for one, token, amount in zip(found["actions"], node.actions, node.to_bb, strict=True):
        assert (one["action"], one["key"]) == (token, token.lower())
        assert one["key"] + " " + one["words"] in text
        if token[0] == "R":
            assert one["words"] == f"raise to {amount:g}"


def test_a_grade_says_what_the_chart_does() -> None:
    for hand in ("AA", "72o", "A5s", "KJs"):
        question = Question("FFRF", quiz_hand(hand))
        node = CHART.node("FFRF")
        for row, action in enumerate(node.actions):
            graded = grade(CHART, question, action)
            found = grade_payload(SPEC, graded)
            assert found["lost_bb"] == graded.lost_bb
            assert found["ev_bb"][action] == float(node.ev_bb[row, question.hand])
            text = grade_text(SPEC, graded)
            words = action_words(SPEC, "FFRF")
            assert re.search(rf"^> {words[action]} ", text, re.MULTILINE)
            assert text.count("best\n") + text.endswith("best") >= 1
            start = "Mistake: " if graded.verdict == "mistake" else "Right: "
            assert text.startswith(f"{start}{words[action]}")
