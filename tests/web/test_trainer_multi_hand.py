"""Several hands on each deal, by forms and by JSON: shown, summed up, sent out, brought back."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from tests.web.trainer_client import Browser, Running

from gutshot.cards.text import parse_cards
from gutshot.play.videopoker import trainer as trainer_module
from gutshot.play.videopoker.settings import PLAYS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DEAL = parse_cards("Ah Kh Qc Th 5h")
RESERVES = ("2c 7d 9s 3d 8c", "Jc 7d 9s 3d 8c", "Ad 7d 9s 3d 8c")
"""Held A K Q T: no win, a straight, a pair of aces; the best hold is the four hearts."""

FIRST_VERSION = Path(__file__).parents[1] / "data" / "hands_version_1.json"


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running() as opened:
        yield opened


@pytest.fixture
def browser(running: Running) -> Browser:
    return running.browser()


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every deal be the same, and the further hands take their reserves in turn."""
    first, *others = (parse_cards(text) for text in RESERVES)
    turns = iter(others * 100)
    monkeypatch.setattr(trainer_module, "deal", lambda _deck, _count: (*DEAL, *first))
    monkeypatch.setattr(trainer_module, "deal_rest", lambda _deck, _gone, _count: next(turns))


@pytest.mark.usefixtures("fixed")
def test_three_hands_are_played_by_forms_alone(browser: Browser) -> None:
    session = browser.sit_down(mode="test", plays="3", rival="hard")
    here = f"/videopoker/play/{session}"
    page = browser.get(here).text
    assert "draw for each of 3 hands" in page
    hand_id = re.findall(r'name="hand_id" value="([^"]+)"', page)[0]
    browser.send(f"{here}/deal", {"hand_id": hand_id})
    page = browser.get(here).text
    assert "15 in play" in page
    assert "985" in page
    assert "hand-rows" not in page
    browser.send(f"{here}/draw", {"hand_id": hand_id, "hold": ["0", "1", "2", "3"]})
    page = browser.get(here).text
    assert "<b>3 hands pay 25</b> <span>for 15 staked</span>" in page
    rows = page[page.index('<ol class="hand-rows">') :].partition("</ol>")[0]
    shown = re.findall(
        r"Hand (\d): ([^<]+)\.</span> <b>([^<]+)</b> <span class=\"num\">(\d+)", rows
    )
    assert [(number, label, paid) for number, _, label, paid in shown] == [
        ("2", "Straight", "20"),
        ("3", "Jacks or better", "5"),
        ("1", "No win", "0"),
    ]
    assert shown[0][1].startswith("ace of hearts, king of hearts, queen of clubs, ten of hearts, j")
    assert "five of hearts, thrown away" in page
    assert "ace of hearts, held" in page
    assert "The 3 hands cost 15 and paid 25. Your hold brings" in page
    assert "credits on 3 hands" in page
    assert page.count('class="times">×1</b>') == 2
    assert "<dt>Deals</dt><dd>1</dd>" in page
    assert "<dt>Hands drawn</dt><dd>3</dd>" in page


@pytest.mark.usefixtures("fixed")
def test_many_hands_are_grouped_by_what_they_ended_in(browser: Browser) -> None:
    session = browser.open(mode="play", plays=100)
    hand = browser.deal(session)
    drawn = browser.draw(session, hand["hand_id"], 15).json()
    assert Counter(one["category"] for one in drawn["hands"]) == {
        "no_win": 1,
        "straight": 50,
        "jacks_or_better": 49,
    }
    page = browser.get(f"/videopoker/play/{session}").text
    assert re.findall(r"(\d+) × ([A-Z][a-z ]+)<small>([^<]+)</small>", page) == [
        ("50", "Straight", "20 each, 1,000 together"),
        ("49", "Jacks or better", "5 each, 245 together"),
        ("1", "No win", "nothing paid"),
    ]
    assert page.count('<svg class="strip"') == 100
    table = page[page.index('<table class="many-table">') :].partition("</table>")[0]
    assert re.findall(r'<td class="num">([\d,]+)</td>', table) == [
        *("50", "20", "1,000"),
        *("49", "5", "245"),
        *("1", "0", "0"),
        *("100", "1,245"),
    ]
    assert "on average" not in page  # this mode gives no help


@pytest.mark.parametrize("plays", PLAYS)
def test_the_interface_tells_every_hand(browser: Browser, plays: int) -> None:
    session = browser.open(mode="test", plays=plays)
    dealt = browser.deal(session)
    assert (dealt["plays"], dealt["stake_credits"], dealt["hands"]) == (plays, 5 * plays, [])
    drawn: dict[str, Any] = browser.draw(session, dealt["hand_id"], 3).json()
    assert len(drawn["hands"]) == plays
    assert drawn["payout_credits"] == sum(one["payout_credits"] for one in drawn["hands"])
    for one in drawn["hands"]:
        assert one["final"][:2] == dealt["deal"][:2]
    alone = drawn["hands"][0] if plays == 1 else {"final": None, "category": None}
    assert (drawn["final"], drawn["category"]) == (alone["final"], alone["category"])
    cost, credits_ = (drawn["decision"][name] for name in ("cost", "cost_credits"))
    assert Fraction(credits_["numerator"], credits_["denominator"]) == 5 * plays * Fraction(
        cost["numerator"], cost["denominator"]
    )
    view = browser.get(f"/api/videopoker/sessions/{session}").json()
    assert (view["deals"], view["hands"], view["settings"]["plays"]) == (1, plays, plays)
    stats = browser.get(f"/api/videopoker/sessions/{session}/statistics").json()
    assert (stats["deals"], stats["hands"], stats["staked_credits"]) == (1, plays, 5 * plays)
    lost, hand, deal = (
        Fraction(stats[name]["numerator"], stats[name]["denominator"])
        for name in ("lost_credits", "lost_per_hand", "lost_per_deal")
    )
    assert lost == deal == plays * hand


@pytest.mark.parametrize("plays", [2, 0, -3, "10", True, 1.5, 10**30])
def test_other_numbers_of_hands_are_refused_in_one_line(browser: Browser, plays: object) -> None:
    body = {"session_id": str(uuid4()), "plays": plays}
    answer = browser.post("/api/videopoker/sessions", json=body)
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]


def test_the_number_of_hands_is_chosen_on_the_form_and_kept_by_the_link_back(
    browser: Browser,
) -> None:
    assert re.findall(r'name="plays" value="(\d+)"', browser.get("/videopoker/play").text) == [
        str(one) for one in PLAYS
    ]
    session = browser.sit_down(mode="play", plays="10")
    page = browser.get(f"/videopoker/play/{session}").text
    (link,) = re.findall(r'href="(/videopoker/play\?[^"]+)"', page)
    assert 'name="plays" value="10" checked' in browser.get(unescape(link)).text
    for wish in ("7", "x", ""):
        page = browser.get(f"/videopoker/play?plays={wish}").text
        assert 'name="plays" value="1" checked' in page


def test_the_table_tells_the_variance_of_its_hands(browser: Browser) -> None:
    session = browser.open(plays=3)
    page = browser.get(f"/videopoker/play/{session}").text
    assert "Variance per bet with 3 hands: <b>7.815818</b>, with one hand 19.514676." in page
    assert "Variance per bet" not in browser.get(f"/videopoker/play/{browser.open()}").text


def _played(browser: Browser) -> str:
    session = browser.open(mode="test", rival="easy", plays=5)
    for at in range(6):
        browser.play(session, mask=(0, 31, 7)[at % 3])
    return session


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_an_export_of_several_hands_comes_back(
    running: Running, browser: Browser, kind: str
) -> None:
    session = _played(browser)
    text = browser.get(f"/videopoker/sessions/{session}/hands.{kind}").text
    other = running.browser()
    other.open()
    new = str(uuid4())
    kinds = {"json": "application/json", "csv": "text/csv"}
    answer = other.post(
        f"/api/videopoker/sessions/{new}/hands",
        content=text.encode(),
        headers={"content-type": kinds[kind]},
    )
    assert answer.json() == {"schema": "gutshot.videopoker.import/1", "kept": 6, "known": 0}
    assert other.get(f"/videopoker/sessions/{new}/hands.{kind}").text == text
    mine = browser.get(f"/api/videopoker/sessions/{session}/statistics").json()
    assert other.get(f"/api/videopoker/sessions/{new}/statistics").json() == mine
    assert (mine["deals"], mine["hands"]) == (6, 30)
    view = other.get(f"/api/videopoker/sessions/{new}").json()
    assert (view["deals"], view["hands"]) == (6, 30)


def test_a_session_of_several_hands_is_told_by_deal_and_by_hand(browser: Browser) -> None:
    session = _played(browser)
    page = browser.get(f"/videopoker/sessions/{session}").text
    assert "6 deals with 30 hands" in page
    assert "After 6 deals: net result" in page
    assert " per hand, " in page
    assert " per deal</p>" in page
    assert page.count("5 hands: ") == 6
    lifetime = browser.get("/videopoker/sessions").text
    assert "test, 5 hands, against easy" in lifetime


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda hand: hand.update(plays=3), "its plays"),
        (lambda hand: hand.update(payouts=hand["payouts"] + "0"), "its payouts"),
        (lambda hand: hand.update(reserve=hand["reserve"][:-3] + hand["deal"][-3:]), "hand 1"),
        (lambda hand: hand.update(category=hand["category"] + " / no_win"), "its category"),
        (lambda hand: hand.update(stake_credits=5), "its stake_credits"),
    ],
)
def test_a_spoiled_hand_among_several_is_found(
    running: Running, browser: Browser, change: Callable[[dict[str, Any]], object], line: str
) -> None:
    export = browser.get(f"/api/videopoker/sessions/{_played(browser)}/hands").json()
    change(export["hands"][0])
    other = running.browser()
    other.open()
    answer = other.post(f"/api/videopoker/sessions/{uuid4()}/hands", json=export)
    assert answer.status_code == 422
    assert line in answer.json()["error"]


def test_an_export_of_the_first_version_is_still_taken(browser: Browser) -> None:
    browser.open()
    new = str(uuid4())
    export = json.loads(FIRST_VERSION.read_text(encoding="utf-8"))
    answer = browser.post(f"/api/videopoker/sessions/{new}/hands", json=export)
    assert answer.json() == {"schema": "gutshot.videopoker.import/1", "kept": 3, "known": 0}
    again = browser.get(f"/api/videopoker/sessions/{new}/hands").json()
    assert again["schema"] == "gutshot.videopoker.hands/2"
    for old, kept in zip(export["hands"], again["hands"], strict=True):
        assert kept == {**old, "plays": 1, "payouts": str(old["payout_credits"])}
