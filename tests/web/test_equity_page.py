"""The equity page by forms and addresses alone, and the same as JSON."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.web.content_reader import between, words
from tests.web.trainer_client import PATIENT, Browser, Running

from gutshot.cards.text import parse_cards
from gutshot.cli import main
from gutshot.holdem.equities import count_equities, next_card_equities
from gutshot.holdem.ranges import parse_range
from gutshot.web import equity_answers
from gutshot.web.app import create_app
from gutshot.web.equity_query import PRESETS
from gutshot.web.rate_limits import Rate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running() as opened:
        yield opened


@pytest.fixture(scope="module")
def browser(running: Running) -> Browser:
    return running.browser()


def acted(browser: Browser, **fields: str) -> dict[str, str]:
    """Return the state, as its address has it, that a button of the form leads to."""
    answer = browser.get("/equity", params=fields)
    assert answer.status_code == 303
    query = urlsplit(answer.headers["location"]).query
    return {key: text[0] for key, text in parse_qs(query, keep_blank_values=True).items()}


def cells(page: str, picture: str) -> dict[str, str]:
    """Return the figures of a heat map by what stands above them."""
    table = between(page, f'<table class="{picture}">', "</table>")
    return dict(re.findall(r"<td[^>]*><span>(\w+)</span><b>([\d.]+)</b>", table))


def test_what_each_hand_wins_is_on_the_page(browser: Browser) -> None:
    page = browser.get("/equity?h1=AK,QQ&h2=TT%2B&board=Qs7h2h").text
    board = parse_cards("Qs7h2h")
    found = count_equities(["AK,QQ", "TT+"], board)
    for share, wins, ties in zip(found.equity, found.wins, found.ties, strict=True):
        assert f"<b>{float(100 * share):.2f}\u2009%</b>" in page
        assert f"{float(100 * share):.4f}" in page
        assert f">{wins:,}</td>" in page
        assert f">{ties:,}</td>" in page
    assert f"Every one of {found.total:,} deals counted." in page
    assert "gutshot equity AK,QQ TT+ --board Qs7h2h" in page
    shown = cells(page, "heat")
    assert set(shown) == {"AKs", "AKo", "QQ"}
    by_class = dict(zip(("AKo", "QQ"), (found.class_equities[i] for i in (13, 28)), strict=True))
    assert {name: shown[name] for name in by_class} == {
        name: f"{float(100 * share):.1f}" for name, share in by_class.items() if share is not None
    }


def test_every_next_card_has_its_equity(browser: Browser) -> None:
    page = browser.get("/equity?h1=AsKs&h2=QQ&board=Qd7s2s").text
    table = between(page, '<table class="heat next">', "</table>")
    rows = re.findall(r"<tr>.*?</tr>", table, re.DOTALL)
    found = next_card_equities(["AsKs", "QQ"], parse_cards("Qd7s2s"))
    shown = {}
    for suit, row in zip("shdc", rows, strict=True):
        for rank, text in re.findall(r"<span>(\w)</span><b>([\d.]+)</b>", row):
            shown[parse_cards(rank + suit)[0]] = text
    assert shown == {c: f"{float(100 * one.equity[0]):.1f}" for c, one in found.items()}
    assert "Hand 1, by the turn" in page
    assert "can&#39;t come" in table
    page = browser.get("/equity?h1=22%2B&h2=TT%2B&board=Qd7s2sKh").text
    assert "Hand 1, by the river" in page
    assert "by the" not in between(browser.get("/equity?h1=AsKs&h2=QQ").text, "<main", "</main>")


def test_the_pictures_are_of_the_first_range_or_of_the_hand_that_is_asked_for(
    browser: Browser,
) -> None:
    hands = {"h1": "AsKs", "h2": "22,TT%2B", "h3": "JTs,98s"}
    url = "/equity?" + "&".join(f"{name}={text}" for name, text in hands.items())
    board = parse_cards("Qd7s2s")
    page = browser.get(f"{url}&board=Qd7s2s").text
    assert "Hand 2, one hand at a time" in page
    assert "Hand 2, by the turn" in page
    first = count_equities(["22,TT+", "JTs,98s", "AsKs"], board)
    shown = cells(page, "heat")
    assert set(shown) == {"22", "TT", "JJ", "QQ", "KK", "AA"}
    assert shown["22"] == f"{float(100 * (first.class_equities[168] or 0)):.1f}"
    by_card = next_card_equities(["AsKs", "22,TT+", "JTs,98s"], board)
    for seen in (1, 2, 3):
        page = browser.get(f"{url}&board=Qd7s2s&of={seen}").text
        assert f"Hand {seen}, by the turn" in page
        share = max(one.equity[seen - 1] for one in by_card.values())
        assert f"with {float(100 * share):.2f}\u2009%, worst" in page
        assert ("one hand at a time" in page) == (seen != 1)
    state = acted(browser, h1="AsKs", h2="22,TT+", see="2")
    assert state == {"h1": "AsKs", "h2": "22,TT+", "of": "2"}
    assert acted(browser, **state, toggle="3c")["of"] == "2"
    assert "of" not in acted(browser, **state, h3="QQ", remove="1")


def test_many_ranges_are_drawn_and_say_so(browser: Browser) -> None:
    query = "&".join(f"h{n}=22%2B,A2%2B,K2%2B" for n in range(1, 6))
    page = browser.get(f"/equity?{query}").text
    assert "3,276,800 deals drawn with seed 1, standard error at most 0.0" in page
    assert "too many to be counted" in page
    assert len(re.findall(r"<small>±0\.0\d\d</small>", page)) == 5
    assert cells(page, "heat").keys() >= {"AA", "22", "K2o"}
    page = browser.get(f"/equity/parts?{query}&h6=QQ&draft=1").text
    assert "data-pending" in page
    assert "deals drawn" not in page


@pytest.mark.parametrize("edit", ["1", "2"])
def test_cells_paint_the_hand_that_is_edited(browser: Browser, edit: str) -> None:
    hands = {"h1": "QQ+", "h2": "TT"}
    state = acted(browser, **hands, edit=edit, paint="AKs:0.5,AKo:0.5,KK:0")
    wanted = {"1": "AA,QQ,AK:0.5", "2": "TT,AK:0.5"}[edit]
    assert state[f"h{edit}"] == wanted
    other = "h2" if edit == "1" else "h1"
    assert state[other] == hands[other]
    state = acted(browser, h1="QQ", h2="TT", paint="QQ:0")
    assert state["h1"] == ""
    assert acted(browser, h1="AsKs,AhKh", h2="TT", paint="AKs:1")["h1"] == "AKs"
    assert acted(browser, h1="no range", h2="TT", paint="AKs:1")["h1"] == "AKs"
    assert acted(browser, h1="AA", h2="TT", paint="Zebra:1")["h1"] == "AA"


def test_a_cell_says_what_it_is_and_what_pressing_does(browser: Browser) -> None:
    page = browser.get("/equity?h1=QQ,AKs:0.5,JsTs&h2=TT&brush=50").text
    grid = between(page, '<range-grid class="range-grid">', "</range-grid>")
    found = {
        name: (text, pressed, said)
        for name, text, pressed, said in re.findall(
            r'id="cell-(\w+)" type="submit" name="paint" value="([^"]*)" class="w\d+" '
            r'aria-pressed="(\w+)" aria-label="([^"]*)"',
            grid,
        )
    }
    assert len(found) == 169
    assert found["QQ"] == ("QQ:0.5", "true", "QQ, in")
    assert found["AKs"] == ("AKs:0", "mixed", "AKs, 50 percent")
    assert found["JTs"] == ("JTs:0.5", "mixed", "JTs, 25 percent, some combos only")
    assert found["72o"] == ("72o:0.5", "false", "72o, out")


def test_cards_are_picked_for_a_hand_the_board_and_the_dead(browser: Browser) -> None:
    hands = {"h1": "QQ+", "h2": "TT"}
    state = acted(browser, **hands, edit="2", toggle="As")
    assert state["h2"] == "As"
    assert "Hand 2 has one card; give it a second one." in browser.get("/equity", params=state).text
    state = acted(browser, **state, toggle="Kd")
    assert state["h2"] == "AsKd"
    assert acted(browser, **state, toggle="As")["h2"] == "Kd"
    state = acted(browser, **hands, edit="board", board="Qs Jh 2h", toggle="3c")
    assert state["board"] == "QsJh2h3c"
    assert acted(browser, **hands, board="QsJh2h3c", toggle_board="Jh")["board"] == "Qs2h3c"
    state = acted(browser, **hands, edit="dead", toggle="3c")
    assert state["dead"] == "3c"
    assert acted(browser, **state, board="QsJh2h", clear="1") == state


def test_streets_are_dealt_from_what_is_left(browser: Browser) -> None:
    state = {"h1": "AsKs", "h2": "QdQh", "dead": "2c3c"}
    for length in (3, 4, 5, 3):
        before = state.get("board", "")
        state = acted(browser, **state, deal="1")
        cards = parse_cards(state["board"])
        assert len(cards) == length
        assert not set(cards) & set(parse_cards("AsKsQdQh2c3c"))
        assert length == 3 or state["board"].startswith(before)


def test_hands_come_and_go(browser: Browser) -> None:
    state = acted(browser, h1="AA", h2="KK", add="1")
    assert state == {"h1": "AA", "h2": "KK", "h3": "", "edit": "3"}
    page = browser.get("/equity", params=state).text
    assert "Give hand 3 two cards or a range" in page
    state = acted(browser, **state, preset="pairs")
    assert state["h3"] == "22+"
    assert acted(browser, **state, remove="1") == {"h1": "KK", "h2": "22+", "edit": "2"}
    assert acted(browser, h1="AA", h2="KK", remove="1") == {"h1": "AA", "h2": "KK"}
    nine = {f"h{n}": "" for n in range(1, 10)}
    assert acted(browser, **nine, add="1") == nine
    assert acted(browser, h1="AA", h2="KK", brush_to="25")["brush"] == "25"
    assert acted(browser, h1="AA", h2="KK", to="dead")["edit"] == "dead"
    for name in PRESETS:
        page = browser.get("/equity", params=acted(browser, h1="", h2="KK", preset=name)).text
        assert ("Give hand 1" in page) == (name == "none")


def test_an_address_without_hands_shows_an_example(browser: Browser) -> None:
    page = browser.get("/equity").text
    assert "deals counted." in page
    assert cells(page, "heat")


def test_a_mistake_shows_how_hands_are_written(browser: Browser) -> None:
    """Every spelling that it lists is read, and means what it says."""
    combos = {"AsKh": 1, "77": 6, "AKs": 4, "AKo": 12, "AK": 16, "QQ+": 18, "A9s+": 20}
    combos |= {"AJs-A9s": 12, "QQ+,AKo:0.5": 24}
    for query in ("h1=AsKs&h2=AZ", "h1=AsKs&h2="):
        page = browser.get(f"/equity?{query}").text
        listed = between(page, '<section class="spellings"', "</section>")
        assert re.findall("<code>([^<]*)</code>", listed) == list(combos)
    for text, wanted in combos.items():
        found = parse_range(text)
        assert found.weights.sum() == wanted * found.denominator
    assert '<section class="spellings"' not in browser.get("/equity?h1=AsKs&h2=QQ").text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("h1=AA&h2=KZ", "can&#39;t read &#39;KZ&#39; as a hand"),
        ("h1=AsKs&h2=AsQs", "As is in AsKs and in AsQs"),
        ("h1=AA&h2=KK&board=Zz", "can&#39;t read &#39;Zz&#39; as a card"),
        ("h1=AA&h2=KK&board=QsJh2hQs", "Qs is twice in the board"),
        ("h1=AA&h2=KK&dead=Jk", "hold&#39;em is played without jokers"),
        ("h1=AA&h2=AA&h3=AA", "can&#39;t be dealt together"),
        ("h1=AA&h2=KK&board=2c3c4c5c6c7c", "cards on the board: 6;"),
    ],
)
def test_a_mistake_is_one_line(browser: Browser, query: str, said: str) -> None:
    answer = browser.get(f"/equity?{query}")
    assert answer.status_code == 422
    alerts = re.findall(r'<p class="error" role="alert">.*?</p>', answer.text, re.DOTALL)
    assert len(alerts) == 1
    assert said in alerts[0]
    assert "<table class" not in answer.text
    assert browser.get(f"/equity/parts?{query}").status_code == 200


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "h1",
                "h2",
                "h3",
                "h9",
                "board",
                "dead",
                "edit",
                "brush",
                "to",
                "add",
                "remove",
                "toggle",
                "toggle_board",
                "paint",
                "preset",
                "deal",
                "clear",
                "brush_to",
                "see",
                "of",
                "sent",
            ]
        ),
        st.one_of(
            st.text(max_size=12),
            st.sampled_from(["AsKs", "QQ+", "1", "2", "9", "board", "QsJh2h", "AKs:0.5", "Jk"]),
        ),
        max_size=6,
    )
)
@settings(max_examples=40)
def test_no_address_breaks_the_page(browser: Browser, query: dict[str, str]) -> None:
    answer = browser.get("/equity", params=query)
    assert answer.status_code in {200, 303, 422}
    if answer.status_code == 303:
        assert browser.get(answer.headers["location"]).status_code in {200, 422}
    assert browser.get("/equity/parts", params=query).status_code == 200


def test_hostile_text_stays_text(browser: Browser) -> None:
    for place in ("h1", "board", "dead", "edit", "brush"):
        page = browser.get("/equity", params={place: '"><script>alert(1)</script>'}).text
        assert "<script>alert" not in page


def test_long_counts_are_limited_and_quick_ones_are_not() -> None:
    rules = PATIENT | {"count": Rate("long counts", "address", 1, 0.001)}
    with Running(rules=rules) as opened:
        browser = opened.browser()
        query = "&".join(f"h{n}=22%2B,A2%2B" for n in range(1, 5))
        assert browser.get(f"/equity?{query}").status_code == 200
        refused = browser.get(f"/equity?{query}&board=2c3c4c")
        assert refused.status_code == 429
        assert "Too many long counts" in words(refused.text)
        assert browser.get("/equity?h1=AA&h2=KK").status_code == 200


def test_every_deal_is_counted_by_a_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equity_answers, "LONGEST_S", 1e-6)
    monkeypatch.setattr(equity_answers, "_QUICK_S", 0)
    url = "/equity?h1=TT%2B,AQs%2B&h2=76s,AKo:0.5&board=Qs7h2h"
    with Running(f"sqlite:///{tmp_path}/jobs.db") as opened:
        browser = opened.browser()
        page = browser.get(url).text
        assert "deals drawn with seed 1" in page
        button = re.search(r'<button id="count" type="submit" form="(.*?)" name="address"', page)
        assert button is not None
        assert f'<form id="{button[1]}" action="/equity/count" method="post">' in page
        answer = browser.send("/equity/count", {"address": url})
        assert answer.headers["location"] == url
        (job,) = browser.get("/api/jobs").json()["jobs"]
        assert job["may_cancel"] or job["finished"]
        until = time.monotonic() + 120
        while "Counting every deal" in (page := browser.get(url).text):
            assert time.monotonic() < until
            assert "can be cancelled" in page
            time.sleep(0.1)
        found = count_equities(["TT+,AQs+", "76s,AKo:0.5"], parse_cards("Qs7h2h"))
        assert f"Every one of {found.total:,} deals counted" in page
        assert f">{found.wins[0]:,}</td>" in page
        assert 'id="count"' not in page
        jobs = browser.get("/jobs").text
        assert "All-in equities of somebody&#39;s hands" in jobs
        query = "hand=TT%2B,AQs%2B&hand=76s,AKo:0.5&board=Qs7h2h"
        by_program = browser.get(f"/api/equity?{query}").json()
        assert (by_program["method"], by_program["total"]) == ("exact", found.total)
        body = {"hands": ["TT+,AQs+", "76s,AKo:0.5"], "board": "Qs7h2h"}
        again = browser.post("/api/equity/count", json=body)
        assert (again.status_code, again.json()["state"]) == (200, "done")
        assert browser.post("/api/equity/count", json=body | {"dead": "3c"}).status_code == 202
        wide = "/equity?h1=AsKs,22%2B,A2%2B&h2=QdJd,22%2B,A2%2B,K2%2B&h3=22%2B,A2%2B&h4=22%2B"
        assert browser.send("/equity/count", {"address": wide}).status_code == 422
        assert 'id="count"' not in browser.get(wide).text


def test_the_page_waits_for_the_kernels(monkeypatch: pytest.MonkeyPatch, running: Running) -> None:
    returns = running.app.state.returns
    monkeypatch.setattr(returns, "_ready", False)
    monkeypatch.setattr(returns, "_is_ready", lambda: False)
    waiting = running.browser()
    assert "Preparing kernels" in waiting.get("/equity").text
    assert waiting.get("/api/equity?hand=AA&hand=KK").status_code == 503


def test_the_interface_gives_what_the_command_line_does(
    browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["equity", "AsKs", "QQ+", "76s", "--board", "Qd 7s 2s", "--dead", "2c", "--json"])
    printed = json.loads(capsys.readouterr().out)
    url = "/api/equity?hand=AsKs&hand=QQ%2B&hand=76s&board=Qd7s2s&dead=2c"
    assert browser.get(url).json() == printed
    body = {"hands": ["AsKs", "QQ+", "76s"], "board": "Qd7s2s", "dead": "2c"}
    posted = browser.post("/api/equity", json=body | {"details": True}).json()
    assert posted["class_equity"] == {"AKs": posted["equity"][0]}
    by_card = posted["next_card_equity"]
    assert set(by_card) & {"Qd", "7s", "2s", "2c", "As", "Ks"} == set()
    assert all(abs(sum(shares) - 1) < 1e-12 for shares in by_card.values())
    drawn = browser.get("/api/equity?hand=AA&hand=KK&simulate=true&seed=9").json()
    assert (drawn["method"], drawn["seed"]) == ("simulated", 9)
    assert abs(drawn["equity"][0] - 0.81946) < 5 * drawn["standard_error"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"hands": ["AA"]}, "hands: list should have at least 2 items"),
        ({"hands": ["AA", "KZ"]}, "can't read 'KZ' as a hand"),
        ({"hands": ["AA", "KK"], "board": "2c"}, "cards on the board: 1;"),
        ({"hands": ["AA", "KK"], "seed": -1}, "seed: input should be greater than or equal to 0"),
        ({"hands": ["AA", "KK"], "pot": 1}, "pot: extra inputs are not permitted"),
    ],
)
def test_the_interface_answers_a_mistake_in_one_line(
    browser: Browser, body: dict[str, object], said: str
) -> None:
    answer = browser.post("/api/equity", json=body)
    assert answer.status_code == 422
    assert said in answer.json()["error"]


def test_the_app_has_it_in_its_document() -> None:
    assert {"get", "post"} <= set(create_app().openapi()["paths"]["/api/equity"])
