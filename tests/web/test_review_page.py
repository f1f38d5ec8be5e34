"""The page of played hands: pasted or sent, and what programs get."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest
from tests.cli.test_preflop_review import CUT_OFF, TEXT
from tests.holdem.histories.test_phh import HAND as PHH
from tests.web.content_reader import between, words
from tests.web.trainer_client import Running

from gutshot.holdem.hand_classes import class_index
from gutshot.holdem.preflop.quiz import Question, grade
from gutshot.web.preflop_charts import chosen_chart, opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.trainer_client import Browser

PATH = "/preflop/review"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return a browser that sends forms."""
    with Running() as running:
        yield running.browser()


def told(page: str) -> str:
    return words(between(page, "<main", "</main>"))


def test_pasted_hands_are_priced(browser: Browser) -> None:
    text = f"{TEXT}\n\n{CUT_OFF}".replace("Cy", "<b>Cy</b>")
    answer = browser.post(PATH, data={"token": browser.token(), "text": text})
    assert answer.status_code == 200
    assert "<b>Cy</b>" not in answer.text
    said = told(answer.text)
    lost = grade(
        opened(chosen_chart("cash_3_100")), Question("RF", class_index("72o")), "C"
    ).lost_bb
    assert f"Lost in 100 decisions {100 * lost:.2f} bb" in said
    assert f"{lost:.4f} bb 7h 2d BB, Bo, #1" in said
    assert "BTN raise to 2.2, SB fold; played call : loses" in said
    assert "87 bb effective, the chart has 100" in said
    assert "#2, line 18: it ends before the betting does: Bo is to act" in said
    link = re.search(r'href="(/preflop/charts\?chart=[^"]*)"', answer.text)
    assert link is not None
    assert browser.get(html.unescape(link[1])).status_code == 200


def test_a_file_is_read_and_not_shown_again(browser: Browser) -> None:
    fields = {"token": browser.token(), "text": "", "hero": "", "chart": ""}
    files = {"file": ("hands.phh", PHH.encode(), "text/plain")}
    answer = browser.post(PATH, data=fields, files=files)
    assert answer.status_code == 200
    assert "a straddle of 2 bb: no chart has it" in told(answer.text)
    assert "starting_stacks" not in answer.text


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"text": "AA,KK"}, "there is no hand in this text"),
        ({"text": ""}, "there is no hand in this text"),
        ({"text": TEXT, "hero": "Zed"}, "no hand has a player 'Zed'; there are Ann, Bo, Cy"),
        ({"text": TEXT, "chart": "x"}, "there is no chart 'x'"),
        ({"text": (TEXT + "\n\n") * 2_001}, "there are 2,001 hands, and 2,000 are looked at here"),
    ],
)
def test_what_is_wrong_stands_in_one_line(
    browser: Browser, fields: dict[str, str], complaint: str
) -> None:
    answer = browser.post(PATH, data={"token": browser.token(), **fields})
    assert answer.status_code == 422
    (said,) = re.findall(r'<p class="error" role="alert">(.*?)</p>', answer.text, re.DOTALL)
    assert complaint in html.unescape(said)


def test_programs_get_what_the_command_prints(browser: Browser) -> None:
    answer = browser.post("/api/preflop/review", json={"text": TEXT, "chart": "cash_6_100"})
    assert answer.status_code == 200
    found = answer.json()
    assert found["schema"] == "gutshot.preflop.review/1"
    assert [one["node"] for one in found["decisions"]] == ["FFFRF"]
    assert found["reviewed"][0]["differs"][0]["words"] == "3 players, the chart has 6"
    refused = browser.post("/api/preflop/review", json={"text": "x"})
    assert refused.status_code == 422
    assert "there is no hand in this text" in refused.json()["error"]


def test_the_form_has_an_example_and_every_chart(browser: Browser) -> None:
    page = browser.get(f"{PATH}?fill=example").text
    assert "PokerStars Hand #1" in page
    assert '<option value="cash_9_100">' in page
    assert browser.post(PATH, data={"token": "forged", "text": TEXT}).status_code == 403
