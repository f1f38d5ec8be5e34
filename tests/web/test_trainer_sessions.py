"""What sessions say: four parts that add up, lists, files that go out and come back."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html import unescape
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from tests.web.trainer_client import Browser, Running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HANDS = 12


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running() as opened:
        yield opened


@pytest.fixture(scope="module")
def played(running: Running) -> tuple[Browser, str]:
    """Return a player and his session of a dozen hands, some of them badly held."""
    browser = running.browser()
    session = browser.open(mode="test", rival="easy")
    for at in range(HANDS):
        browser.play(session, mask=(0, 31, 7)[at % 3])
    return browser, session


def number(text: str) -> Fraction:
    return Fraction(unescape(text).replace("−", "-").replace(",", ""))


@pytest.mark.parametrize("lifetime", [False, True])
def test_the_four_parts_add_up_to_the_last_digit(
    played: tuple[Browser, str], *, lifetime: bool
) -> None:
    browser, session = played
    page = browser.get(f"/videopoker/sessions{'' if lifetime else '/' + session}").text
    table = page[page.index('<table class="identity-table">') :]
    table = table[: table.index("</table>")]
    shown = [number(one) for one in re.findall(r'<td class="num">([^<]+)</td>', table)]
    assert len(shown) == 5
    assert sum(shown[:4]) == shown[4]
    exact = page[page.index('<dl class="fractions">') :]
    fractions = [number(one) for one in re.findall(r"<dd>([^<]+)</dd>", exact)[:4]]
    assert sum(fractions) == shown[4]
    api = (
        "/api/videopoker/statistics"
        if lifetime
        else f"/api/videopoker/sessions/{session}/statistics"
    )
    stats = browser.get(api).json()
    parts = [Fraction(one["numerator"], one["denominator"]) for one in stats["parts"].values()]
    assert parts == fractions
    assert stats["net_credits"] == shown[4]
    assert stats["hands"] == HANDS


def test_the_chart_ends_at_the_totals_and_is_said_in_words(played: tuple[Browser, str]) -> None:
    browser, session = played
    page = browser.get(f"/videopoker/sessions/{session}").text
    found = re.search(r'data-readings="([^"]+)"', page)
    assert found
    readings = json.loads(unescape(found[1]))
    assert len(readings) == HANDS
    assert readings[-1][0] == HANDS
    net, *parts = (number(text) for text in readings[-1][1:])
    assert abs(net - sum(parts)) <= Fraction(2, 100)
    assert f"After {HANDS} hands: net result" in page


def test_accuracy_never_stands_without_ev_lost(played: tuple[Browser, str]) -> None:
    browser, session = played
    for url in (f"/videopoker/sessions/{session}", "/videopoker/sessions"):
        page = browser.get(url).text
        assert page.index("EV lost by decisions") < page.index("Decisions right")
        assert "per 1,000 hands" in page
        assert "near misses" in page


def test_mistakes_only_and_each_hand_leads_to_its_analysis(played: tuple[Browser, str]) -> None:
    browser, session = played
    records = browser.get(f"/api/videopoker/sessions/{session}/hands").json()["hands"]
    wrong = [one for one in records if one["best_ev"] != one["first_ev"]]
    assert wrong
    page = browser.get(f"/videopoker/sessions/{session}?mistakes=1").text
    assert page.count('<li class="wrong">') == len(wrong)
    assert page.count('<li class="right">') == 0
    link = unescape(re.findall(r'<li class="wrong">\s*<a href="([^"]+)"', page)[0])
    analysis = browser.get(link)
    assert analysis.status_code == 200
    assert "against the best" in analysis.text


def test_an_export_is_a_download(played: tuple[Browser, str]) -> None:
    browser, session = played
    answer = browser.get(f"/videopoker/sessions/{session}/hands.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    assert answer.text.count("\n") == HANDS + 1
    assert len(browser.get("/videopoker/sessions/hands.json").json()["hands"]) == HANDS
    assert browser.get("/videopoker/sessions/hands.xlsx").status_code == 422


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_an_export_comes_back_to_another_player(
    running: Running, played: tuple[Browser, str], kind: str
) -> None:
    browser, session = played
    text = browser.get(f"/videopoker/sessions/{session}/hands.{kind}").text
    other = running.browser()
    files = {"hands": (f"hands.{kind}", text.encode(), "application/octet-stream")}
    answer = other.send("/videopoker/sessions/import", files=files)
    assert answer.status_code == 303, answer.text
    imported = answer.headers["location"]
    assert f"{HANDS} hands imported" in other.get(imported).text
    new = imported.partition("?")[0].rpartition("/")[2]
    assert other.get(f"/videopoker/sessions/{new}/hands.{kind}").text == text
    mine = browser.get(f"/api/videopoker/sessions/{session}/statistics").json()
    assert other.get(f"/api/videopoker/sessions/{new}/statistics").json() == mine
    assert other.get("/api/player").json()["credits"] == 1_000
    again = other.send("/videopoker/sessions/import", files=files)
    assert again.status_code == 422
    assert "here already" in again.text
    assert other.get(f"/videopoker/play/{new}").status_code == 409
    assert (
        other.post(
            f"/api/videopoker/sessions/{new}/deal", json={"hand_id": str(uuid4())}
        ).status_code
        == 409
    )


def test_an_export_comes_back_by_the_interface(
    running: Running, played: tuple[Browser, str]
) -> None:
    browser, session = played
    export = browser.get(f"/api/videopoker/sessions/{session}/hands").json()
    other = running.browser()
    other.open()
    answer = other.post(f"/api/videopoker/sessions/{uuid4()}/hands", json=export)
    assert answer.json() == {"schema": "gutshot.videopoker.import/1", "kept": HANDS, "known": 0}


def _changed(change: Callable[[dict[str, object]], object]) -> Callable[[str], str]:
    def changed(text: str) -> str:
        export = json.loads(text)
        change(export["hands"][1])
        return json.dumps(export)

    return changed


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (lambda _: "", "empty"),
        (lambda _: "{", "not a JSON file"),
        (lambda _: "a,b\n1,2", "columns"),
        (lambda _: '{"schema": "other"}', "schema"),
        (_changed(lambda hand: hand.update(payout_credits=4000)), "hand 2: its payout_credits"),
        (_changed(lambda hand: hand.update(ev="5")), "hand 2: its ev"),
        (_changed(lambda hand: hand.update(best_ev="9/2")), "hand 2: its best_ev"),
        (_changed(lambda hand: hand.update(game_return="2")), "hand 2: its game_return"),
        (_changed(lambda hand: hand.update(hold_mask=77)), "hand 2: its hold_mask"),
        (_changed(lambda hand: hand.update(deal="As As As As As")), "hand 2"),
        (_changed(lambda hand: hand.update(shape="<b>")), "hand 2: its shape"),
        (_changed(lambda hand: hand.update(seconds=float("inf"))), "hand 2"),
        (_changed(lambda hand: hand.update(pays="royal_flush=1e400")), "hand 2"),
        (_changed(lambda hand: hand.pop("deal")), "hand 2 must have the fields"),
        (_changed(lambda hand: hand.update(plays=2)), "hand 2: its plays"),
        (_changed(lambda hand: hand.update(plays=3)), "hand 2: its plays"),
        (_changed(lambda hand: hand.update(payouts="5 / 5")), "hand 2: its payouts"),
    ],
)
def test_a_spoiled_export_is_refused_whole_in_one_line(
    running: Running, played: tuple[Browser, str], spoil: Callable[[str], str], line: str
) -> None:
    browser, session = played
    text = spoil(browser.get(f"/videopoker/sessions/{session}/hands.json").text)
    other = running.browser()
    other.open()
    answer = other.send(
        "/videopoker/sessions/import", files={"hands": ("x", text.encode(), "text/plain")}
    )
    assert answer.status_code == 422
    assert line in unescape(answer.text)
    assert len(other.get("/api/videopoker/sessions").json()["sessions"]) == 1


def test_names_from_files_are_escaped(running: Running, played: tuple[Browser, str]) -> None:
    browser, session = played
    export = browser.get(f"/api/videopoker/sessions/{session}/hands").json()
    for at, hand in enumerate(export["hands"]):
        hand.update(game="", pay_table_name="<script>alert(1)</script>", hand_id=f"<i>{at}</i>")
    other = running.browser()
    other.open()
    new = str(uuid4())
    answer = other.post(f"/api/videopoker/sessions/{new}/hands", json=export)
    assert answer.status_code == 200, answer.text
    page = other.get(f"/videopoker/sessions/{new}").text
    assert "<script>alert" not in page
    assert "<i>0" not in page


def test_a_stranger_gets_an_empty_page_and_no_files(running: Running) -> None:
    browser = running.browser()
    page = browser.get("/videopoker/sessions")
    assert page.status_code == 200
    assert "No hand is finished yet" in page.text
    assert browser.get("/videopoker/sessions/hands.json").status_code == 404


def test_a_long_session_is_shown_by_pages(running: Running) -> None:
    browser = running.browser()
    session = browser.open()
    for _ in range(53):
        browser.play(session)
    first = browser.get(f"/videopoker/sessions/{session}").text
    assert "Page 1 of 2" in first
    assert first.count("Analyse it.") == 50
    for wish in ("2", "99"):
        page = browser.get(f"/videopoker/sessions/{session}?page={wish}").text
        assert page.count("Analyse it.") == 3
    assert browser.get(f"/videopoker/sessions/{session}?page=x").status_code == 200
