"""The quiz from a program: opened, asked, answered, exported; repeated commands change nothing."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.trainer_client import Browser, Running

from gutshot.holdem.hand_classes import class_index
from gutshot.holdem.preflop.quiz import Question, grade
from gutshot.render.preflop_quiz import grade_payload
from gutshot.web.preflop_charts import chosen_chart, opened

if TYPE_CHECKING:
    from collections.abc import Iterator

PATH = "/api/preflop/quiz"


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running() as found:
        yield found


def told(browser: Browser, path: str, **body: object) -> dict[str, Any]:
    answer = browser.post(PATH + path, json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_quiz_is_played_and_exported(running: Running) -> None:
    browser = running.browser()
    assert browser.get(PATH).json()["sessions"] == []
    begun = told(browser, "", session_id="quiz-0001", chart="cash_3_100", position="btn")
    assert (begun["chart"], begun["position"], begun["question"]) == ("cash_3_100", "BTN", None)
    chart = opened(chosen_chart("cash_3_100"))
    answers = []
    for number in range(3):
        name = f"question-{number}"
        asked = told(browser, "/quiz-0001/ask", question_id=name)
        assert asked["grade"] is None
        assert asked["position"] == "BTN"
        assert told(browser, "/quiz-0001/ask", question_id=name) == asked
        action = asked["actions"][number % len(asked["actions"])]["action"]
        done = told(browser, "/quiz-0001/answer", question_id=name, action=action.lower())
        question = Question(asked["node"], class_index(asked["hand"]))
        assert done["grade"] == grade_payload(chart.spec, grade(chart, question, action))
        assert told(browser, "/quiz-0001/answer", question_id=name, action=action) == done
        answers.append(done)
    stands = browser.get(f"{PATH}/quiz-0001").json()
    assert (stands["answered"], stands["progress"]["decisions"]) == (3, 3)
    assert stands["question"] == answers[-1]
    lost = sum(one["grade"]["lost_bb"] for one in answers)
    assert stands["progress"]["lost_bb"] == pytest.approx(lost)
    (session,) = browser.get(PATH).json()["sessions"]
    assert session["progress"] == stands["progress"]

    exported = browser.get(f"{PATH}/answers").json()
    assert exported["schema"] == "gutshot.preflop.quiz-answers/1"
    assert [one["hand"] for one in exported["answers"]] == [one["hand"] for one in answers]
    sheet = browser.get(f"{PATH}/answers?format=csv&session=quiz-0001")
    assert sheet.headers["content-disposition"] == 'attachment; filename="preflop-quiz.csv"'
    rows = list(csv.DictReader(io.StringIO(sheet.text)))
    assert list(rows[0]) == list(exported["answers"][0])
    for row, kept in zip(rows, exported["answers"], strict=True):
        assert row["verdict"] == kept["verdict"]
        assert list(map(float, row["ev_bb"].split())) == kept["ev_bb"]
        assert row["actions"].split() == kept["actions"]
    page = browser.get("/preflop/quiz").text
    assert 'href="/api/preflop/quiz/answers?format=csv"' in page


@pytest.mark.parametrize(
    ("path", "body", "status", "complaint"),
    [
        ("", {"session_id": "quiz-0002", "chart": "x"}, 422, "there is no chart 'x'"),
        ("", {"session_id": "quiz-0002", "only": "x"}, 422, "only close or missed decisions"),
        ("", {"session_id": "quiz-0002", "position": "x"}, 422, "X"),
        ("", {"session_id": "quiz-0002", "close_bb": -1.0, "only": "close"}, 422, "-1"),
        ("", {"session_id": "quiz-0002", "charts": "x"}, 422, "charts"),
        ("/none-0000/ask", {"question_id": "question-1"}, 404, ""),
    ],
)
def test_what_is_wrong_is_said(
    running: Running, path: str, body: dict[str, Any], status: int, complaint: str
) -> None:
    browser = running.browser()
    told(browser, "", session_id="quiz-0001")
    answer = browser.post(PATH + path, json=body)
    assert answer.status_code == status
    assert complaint in answer.json()["error"]


def test_a_stranger_has_no_answers(running: Running) -> None:
    browser = running.browser()
    assert browser.get(f"{PATH}/answers").status_code == 404
    told(browser, "", session_id="quiz-0001")
    refused = browser.get(f"{PATH}/answers?format=xml")
    assert refused.status_code == 422
    assert "answers are exported as json or csv, not as 'xml'" in refused.json()["error"]
