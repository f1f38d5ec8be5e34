"""The quiz by forms alone: opened, asked, answered, kept for its player, asked again when due."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from tests.web.trainer_client import Browser, Running

from gutshot.holdem.hand_classes import class_index
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.holdem.preflop.quiz import Question, grade
from gutshot.play.clock import SystemClock
from gutshot.render.preflop_quiz import grade_words

if TYPE_CHECKING:
    from collections.abc import Iterator

PATH = "/preflop/quiz"
SPEC = spec_from({"players": 6, "stack": 100}, "test")
_FOUND = kept_chart(SPEC)
assert _FOUND is not None
CHART = _FOUND.chart


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running() as opened:
        yield opened


def opened(browser: Browser, **fields: str) -> str:
    answer = browser.send(PATH, {"chart": "cash_6_100", "only": "", "position": ""} | fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def asked(page: str) -> tuple[str, Question, list[str]]:
    """Return what a page asks: the question's id, node and hand, and the actions."""
    hand = re.search(r"<span>([2-9TJQKA]{2}[so]?)</span></h2>", page)
    line = re.search(r'<p class="quiz-line">([^<]*)', page)
    found = re.search(r'name="question_id" value="([^"]+)"', page)
    assert hand
    assert line
    assert found
    letters = {"fold": "F", "check": "X", "call": "C", "raise": "R", "all-in": "A"}
    said = [] if line[1].startswith("Nobody") else unescape(line[1]).strip().split(", ")
    node = "".join(letters.get(one.split()[1], "-") for one in said)
    actions = re.findall(r'name="action" value="([^"]+)"', page)
    return found[1], Question(node, class_index(hand[1])), actions


def test_a_decision_is_asked_and_answered_without_scripts(running: Running) -> None:
    browser = running.browser()
    where = opened(browser)
    for _ in range(6):
        question_id, question, actions = asked(browser.get(where).text)
        assert actions == list(CHART.decisions[question.node].actions)
        graded = grade(CHART, question, actions[-1])
        answer = browser.send(
            f"{where}/answer", {"question_id": question_id, "action": actions[-1]}
        )
        assert (answer.status_code, answer.headers["location"]) == (303, where)
        page = unescape(browser.get(where).text)
        assert grade_words(SPEC, graded) in page
        assert f'<td class="num">{100 * graded.frequency[0]:.1f}\u00a0%</td>' in page
        assert f"{graded.ev_bb[0]:+.4f}".replace("-", "\u2212") in page
        assert f"/preflop/charts?node={question.node}&hand=" in page
        answer = browser.send(f"{where}/next", {"question_id": str(uuid4())})
        assert answer.status_code == 303
    page = browser.get(PATH).text
    assert "6 answered" in page
    assert where in page


def test_before_an_answer_nothing_says_what_the_chart_does(running: Running) -> None:
    browser = running.browser()
    page = browser.get(opened(browser)).text
    assert "EV, bb" not in page
    assert "Next decision" not in page
    assert "/preflop/charts?node" not in page


def test_a_position_alone_and_close_ones(running: Running) -> None:
    browser = running.browser()
    for fields in ({"position": "BTN"}, {"only": "close", "position": "BTN"}):
        page = browser.get(opened(browser, **fields)).text
        assert '<span class="quiz-seat">BTN</span>' in page
        _, question, actions = asked(page)
        if "only" in fields:
            lost = [grade(CHART, question, one).lost_bb for one in actions]
            assert 0.01 <= min(one for one in lost if one) <= 0.05


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"position": "UTG2"}, "there is no UTG2 here; the seats are LJ, HJ"),
        ({"only": "easy"}, "a quiz asks only close or missed decisions"),
        ({"only": "missed"}, "no missed decision waits here"),
        ({"chart": "<b>"}, "there is no chart '<b>'"),
    ],
)
def test_what_can_t_be_asked_is_said_in_the_form(
    running: Running, fields: dict[str, str], said: str
) -> None:
    browser = running.browser()
    answer = browser.send(PATH, {"chart": "cash_6_100", "only": "", "position": ""} | fields)
    assert answer.status_code == 422
    assert said in unescape(answer.text)
    assert "<b>'" not in answer.text
    assert "Your quizzes appear here" in browser.get(PATH).text


def test_a_quiz_is_its_player_s_alone(running: Running) -> None:
    browser, other = running.browser(), running.browser()
    where = opened(browser)
    opened(other)
    assert other.get(where).status_code == 404
    assert running.browser().get(where).status_code == 404
    question_id, _, actions = asked(browser.get(where).text)
    fields = {"question_id": question_id, "action": actions[0]}
    assert other.send(f"{where}/answer", fields).status_code == 404
    assert browser.post(f"{where}/answer", data=fields).status_code == 403
    assert "Next decision" not in browser.get(where).text


def test_an_answer_counts_once(running: Running) -> None:
    browser = running.browser()
    where = opened(browser)
    question_id, _, actions = asked(browser.get(where).text)
    fields = {"question_id": question_id, "action": actions[0]}
    wrong = browser.send(f"{where}/answer", fields | {"action": "Z"})
    assert wrong.status_code == 422
    assert browser.send(f"{where}/answer", fields).status_code == 303
    assert browser.send(f"{where}/answer", fields).status_code == 303
    other = browser.send(f"{where}/answer", fields | {"action": actions[1]})
    assert other.status_code == 409
    assert "1 answered" in browser.get(where).text


def test_a_mistake_comes_back_after_a_day(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = running.browser()
    where = opened(browser, position="LJ")
    with monkeypatch.context() as patch:
        patch.setattr("gutshot.holdem.preflop.quiz.Questions.draw", lambda *_: Question("", 0))
        where = opened(browser, position="LJ")
    question_id, question, _ = asked(browser.get(where).text)
    assert question == Question("", 0)
    browser.send(f"{where}/answer", {"question_id": question_id, "action": "F"})
    assert "Mistake: fold costs" in browser.get(where).text
    now = SystemClock.now
    monkeypatch.setattr(SystemClock, "now", lambda clock: now(clock) + timedelta(days=1, hours=1))
    where = opened(browser, only="missed")
    page = browser.get(where).text
    assert "missed before" in page
    question_id, question, _ = asked(page)
    assert question == Question("", 0)
    browser.send(f"{where}/answer", {"question_id": question_id, "action": "R"})
    after = browser.send(f"{where}/next", {"question_id": str(uuid4())})
    assert after.status_code == 200
    assert "no missed decision is due; the next of 1 is on" in after.text
