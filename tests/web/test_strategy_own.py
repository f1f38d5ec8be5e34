"""A strategy of one's own: what it returns, where it loses, and how a mistake in it is met."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import pytest
from tests.web.content_reader import between, words
from tests.web.strategy_seed import JACKS, published, searched
from tests.web.trainer_client import Browser, Running

from gutshot.render.judgement_payload import judgement_payload
from gutshot.videopoker import game, games
from gutshot.videopoker.strategy import judge_strategy, read_strategy
from gutshot.videopoker.strategy.mistake_kinds import kinds_of_mistakes
from gutshot.web.number_text import fraction_text, grouped
from gutshot.web.rate_limits import RULES, Rate
from gutshot.web.strategy_example import example_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

    from gutshot.videopoker import PayTable

TABLE = game("jacks-or-better-9-6")
URL = "/videopoker/strategy/own"
DECKS = {table.deck.name: table for table in games()}


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running(searched({TABLE: [published(name) for name in JACKS]})) as opened:
        yield opened


@pytest.fixture
def browser(running: Running) -> Browser:
    return running.browser()


def judged_page(browser: Browser, text: str, **fields: str) -> httpx.Response:
    return browser.send(URL, {"game": TABLE.id, "text": text, **fields})


def typed(page: str) -> str:
    """Return what stands in the text field; its first line break is not part of it."""
    return between(page, '<textarea id="text"', "</textarea>").partition(">\n")[2]


def test_the_return_and_the_cost_are_exact(browser: Browser) -> None:
    text = published("jacks-9-6-simple")
    judged = judge_strategy(read_strategy(text, TABLE), TABLE)
    answer = judged_page(browser, text)
    assert answer.status_code == 200
    assert fraction_text(judged.return_fraction) in answer.text
    assert fraction_text(judged.cost) in answer.text
    assert "99.459239" in answer.text
    assert f"{grouped(judged.wrong_deals)} of 2,598,960 deals" in words(answer.text)
    assert "that no line fits" not in answer.text
    assert "never reached" not in answer.text
    assert typed(answer.text).startswith("# Jacks or Better 9/6")


def test_perfect_play_is_told_apart(browser: Browser) -> None:
    answer = judged_page(browser, published("jacks-9-6-optimal"))
    assert "Perfect play: it costs nothing." in words(answer.text)
    assert "The costliest hands" not in answer.text


def test_the_costliest_kinds_add_up_to_the_cost(browser: Browser) -> None:
    judged = judge_strategy(read_strategy(published("jacks-9-6-simple"), TABLE), TABLE)
    kinds = kinds_of_mistakes(judged)
    assert sum((kind.cost for kind in kinds), Fraction(0)) == judged.cost
    assert sum(kind.deals for kind in kinds) == judged.wrong_deals
    assert sum(kind.classes for kind in kinds) == len(judged.wrong)
    assert [kind.cost for kind in kinds] == sorted((k.cost for k in kinds), reverse=True)
    for kind in kinds:
        assert kind.held_mask not in kind.best_masks
        assert kind.cost <= kind.each * Fraction(kind.deals, comb(52, 5))
    shown = judged_page(browser, published("jacks-9-6-simple")).text
    dear = between(shown, 'aria-labelledby="dear-heading"', "</section>")
    assert dear.count("<li>") == min(12, len(kinds))
    first = words(dear.partition("<li>")[2])
    assert first.startswith(f"Line {(kinds[0].line or 0) + 1} {kinds[0].held} → {kinds[0].best}")
    urls = re.findall(r'href="(/videopoker\?[^"]+)"', dear)
    assert len(urls) == dear.count("<li>")


def test_lines_in_vain_and_hands_left_open_are_named(browser: Browser) -> None:
    text = "4 to a royal flush\nhigh pair\npair of A\n4 to a flush\n4 to a flush\n1 high card\n"
    shown = judged_page(browser, text).text
    judged = judge_strategy(read_strategy(text, TABLE), TABLE)
    never = words(between(shown, 'aria-labelledby="never-heading"', "</section>"))
    assert "3. pair of A" in never
    assert "5. 4 to a flush" in never
    assert "Line 5 repeats 4 to a flush of line 4" in shown
    left = words(between(shown, 'aria-labelledby="open-heading"', "</section>"))
    assert f"{judged.uncovered_deals:,} deals fit no line" in left
    assert "drawing five new cards" in left
    assert 'class="idle"' in shown


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("high pair\n3 to a royall\n", 2, "did you mean"),
        ("\n\nbut pair of A\n", 3, "no line above"),
        ("6 to a flush", 1, "6 to a flush"),
        ("high pair\n\ndeuce:\n", 3, "no wild cards"),
    ],
)
def test_a_mistake_is_one_line_beside_what_was_typed(
    browser: Browser, text: str, line: int, said: str
) -> None:
    answer = judged_page(browser, text)
    assert answer.status_code == 422
    error = words(between(answer.text, '<div id="own-error">', "</div>"))
    assert error.startswith(f"▲ Line {line}: ")
    assert said in error
    assert f"<code>{text.splitlines()[line - 1].strip()}</code>" in answer.text
    assert typed(answer.text) == text
    assert 'aria-invalid="true"' in answer.text


def test_nothing_typed_is_a_mistake_too(browser: Browser) -> None:
    answer = judged_page(browser, "  \n# only a comment\n")
    assert answer.status_code == 422
    assert "the strategy has no line" in answer.text.lower()


def test_what_was_typed_is_shown_as_text(browser: Browser) -> None:
    answer = judged_page(browser, "</textarea><script>alert(1)</script>")
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;alert" in typed(answer.text)


def test_windows_line_breaks_and_a_file_are_read(browser: Browser) -> None:
    text = published("jacks-9-6-intermediate")
    answer = browser.post(
        URL,
        data={"token": browser.token(), "game": TABLE.id},
        files={"text": (None, text.replace("\n", "\r\n"))},
    )
    assert answer.status_code == 200
    assert "99.538083" in answer.text


def test_a_form_from_elsewhere_is_refused(browser: Browser) -> None:
    answer = browser.post(URL, data={"game": TABLE.id, "text": "high pair", "token": "forged"})
    assert answer.status_code == 403


def test_the_form_is_filled_on_demand(browser: Browser) -> None:
    assert not typed(browser.get(f"{URL}?game={TABLE.id}").text)
    filled = typed(browser.get(f"{URL}?game={TABLE.id}&lines=44&fill=list").text)
    assert read_strategy(filled, TABLE) == read_strategy(published("jacks-9-6-optimal"), TABLE)
    example = typed(browser.get(f"{URL}?game=bonus-poker-8-5&fill=example").text)
    assert example == example_text(game("bonus-poker-8-5"))
    unsearched = browser.get(f"{URL}?game=bonus-poker-8-5&fill=list").text
    assert typed(unsearched) == example
    assert "fill=list" not in unsearched


@pytest.mark.parametrize("table", DECKS.values(), ids=DECKS.keys())
def test_the_example_covers_every_deal_of_its_deck(table: PayTable) -> None:
    judged = judge_strategy(read_strategy(example_text(table), table), table)
    assert judged.uncovered_deals == 0
    assert not any(report.deals == 0 for report in judged.lines)
    assert judged.cost < Fraction(1, 10)


def test_programs_are_told_the_same(browser: Browser) -> None:
    text = published("jacks-9-6-simple")
    body = {"game": TABLE.id, "text": text, "examples": 3}
    answer = browser.post("/api/videopoker/strategy/judge", json=body)
    assert answer.status_code == 200
    judged = judge_strategy(read_strategy(text, TABLE), TABLE)
    assert answer.json() == judgement_payload(judged, 3)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"text": "high pair\n3 to a royall"}, "line 2: '3 to a royall' is no hold"),
        ({}, "text: field required"),
        ({"text": "high pair", "game": "no-such-game"}, "no-such-game"),
        ({"text": "high pair", "examples": -1}, "examples"),
        ({"text": "high pair", "pays": {"flush": "x"}}, "flush"),
    ],
)
def test_programs_are_told_what_is_wrong(
    browser: Browser, body: dict[str, object], said: str
) -> None:
    answer = browser.post("/api/videopoker/strategy/judge", json=body)
    assert answer.status_code == 422
    assert said in answer.json()["error"].lower()
    assert "\n" not in answer.json()["error"]


def test_more_than_64_kilobytes_are_not_read(browser: Browser) -> None:
    text = "high pair\n" * 7_000
    answer = browser.post("/api/videopoker/strategy/judge", json={"text": text})
    assert answer.status_code == 413


def test_judgements_are_limited() -> None:
    rules = {**RULES, "judge": Rate("judgements", "address", 2, 0.001)}
    with Running(rules=rules) as running:
        browser = running.browser()
        body = {"text": "no such hold"}
        answers = [browser.post("/api/videopoker/strategy/judge", json=body) for _ in range(3)]
    assert [one.status_code for one in answers] == [422, 422, 429]
