"""The page of three classes by forms and addresses alone, and the same as JSON."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.web.conftest import Form
from tests.web.content_reader import between, words
from tests.web.trainer_client import Browser, Running

from gutshot.holdem.hand_classes import CLASS_NAMES, class_index
from gutshot.holdem.three_way.comparison import compare_three_way, errors_by_class
from gutshot.holdem.three_way.pairwise_report import WORST, shipped_report
from gutshot.holdem.three_way.table import LARGEST_SHARE_ERROR
from gutshot.render.svg_plot import Plot
from gutshot.web.app import create_app
from gutshot.web.number_text import signed_text
from gutshot.web.three_way_view import level_of

if TYPE_CHECKING:
    from collections.abc import Iterator

PATH = "/equity/three-way"
CELL = re.compile(
    r'<td class="([^"]*)"><a id="cell-(\w+)" href="([^"]*)"( aria-current="true")?>'
    r"<span>\w+</span><b[^>]*>([^<]*)</b>"
)


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with Running() as opened:
        yield opened


@pytest.fixture(scope="module")
def browser(running: Running) -> Browser:
    return running.browser()


def answer_of(page: str) -> str:
    return between(page, '<section class="three-answer"', "</section>")


def test_the_counts_of_all_seven_outcomes_are_on_the_page(browser: Browser) -> None:
    page = browser.get(f"{PATH}?a=AKo&b=QQ&c=76s").text
    answer = answer_of(page)
    found = compare_three_way("AKo", "QQ", "76s")
    table = between(answer, '<table class="list-table three-outcomes">', "</table>")
    rows = re.findall(
        r'</svg>([^<]*)</th><td class="num">([^<]*)</td><td class="num">([^<]*)<', table
    )
    named = ["Hand 1 alone", "Hand 2 alone", "Hand 3 alone", "1 and 2 split", "1 and 3 split"]
    named += ["2 and 3 split", "All three split"]
    expected = [found.by_winners[winners] for winners in (1, 2, 4, 3, 5, 6, 7)]
    assert rows == [
        (who, f"{count:,}", f"{100 * count / found.total:.4f}\u2009%")
        for who, count in zip(named, expected, strict=True)
    ]
    said = words(answer)
    assert f"{found.deals:,} ways to deal these hands with each of 1,370,754 boards" in said
    assert f"{found.total:,} deals counted" in said
    assert table.count('<svg class="bar"') == 7


def test_the_average_of_pairs_stands_beside_with_its_error(browser: Browser) -> None:
    page = browser.get(f"{PATH}?a=AA&b=KK&c=KK").text
    found = compare_three_way("AA", "KK", "KK")
    table = between(answer_of(page), '<table class="list-table three-shares">', "</table>")
    rows = re.findall(
        r'<b>(\w+)</b></th><td class="num strong">([^<]*)</td><td class="num">([^<]*)</td>'
        r'<td class="num off-(\w+)">([^<]*)</td>',
        table,
    )
    assert rows == [
        (
            name,
            f"{float(100 * exact):.4f}\u2009%",
            f"{float(100 * rule):.4f}\u2009%",
            "up" if error > 0 else "down",
            signed_text(100 * error, 2),
        )
        for name, exact, rule, error in zip(
            found.hands, found.equity, found.by_pairs, found.error, strict=True
        )
    ]
    said = words(page)
    assert "AA gets 96.48 % of the pot; the pairwise average says 54.63 %, 41.85 points too" in said
    share = found.against[0][1]
    assert share is not None
    assert f"AA against KK {float(100 * share):.4f} %" in said
    even = words(browser.get(f"{PATH}?a=T9s&b=T9s&c=T9s").text)
    assert "T9s gets 33.33 % of the pot, and the pairwise average says the same" in even


@pytest.mark.parametrize("grid", ["a", "b", "c"])
def test_the_map_has_the_error_with_each_class_and_leads_to_it(browser: Browser, grid: str) -> None:
    hands = {"a": "AJs", "b": "AA", "c": "AA"}
    page = browser.get(f"{PATH}?a=AJs&b=AA&c=AA&grid={grid}").text
    found = CELL.findall(page)
    assert [name for _, name, *_ in found] == list(CLASS_NAMES)
    errors = errors_by_class([class_index(name) for name in hands.values()], "abc".index(grid))
    for (level, name, url, current, text), error in zip(found, errors.tolist(), strict=True):
        asked = {key: one[0] for key, one in parse_qs(urlsplit(unescape(url)).query).items()}
        assert asked == hands | {grid: name} | ({"grid": grid} if grid != "c" else {})
        assert bool(current) == (name == hands[grid])
        if np.isnan(error):
            assert (level, text) == ("heat-none", "–")
        else:
            assert text == signed_text(Fraction(100 * error), 1)
            assert level == level_of(100 * error)
    # AJs and two AA need five aces; without AJs there is more that does not fit
    assert sum(1 for level, *_ in found if level == "heat-none") == {"a": 25, "b": 1, "c": 1}[grid]
    said = words(between(page, '<figure class="plot-box heat-box three-map"', "</figure>"))
    assert f"within {100 * LARGEST_SHARE_ERROR:.5f} points" in said


def test_levels_rise_with_the_error_and_differ_by_sign() -> None:
    assert level_of(0.0) == "heat-up0"
    assert (level_of(42.0), level_of(-41.85)) == ("heat-up10", "heat-down10")
    steps = [int(level_of(points)[7:]) for points in range(43)]
    assert steps == sorted(steps)
    assert [level_of(-x)[9:] for x in range(1, 43)] == [str(step) for step in steps[1:]]


def test_the_whole_picture_is_that_of_the_report(browser: Browser) -> None:
    page = browser.get(PATH).text
    report = shipped_report()
    whole = between(page, '<section class="three-whole"', "</section>")
    assert f"{100 * report.rms:.2f} points" in whole
    assert f"{100 * report.largest:.2f} points" in whole
    labels = re.findall(r'<text class="mark-text"[^>]*>([^<]*)</text>', whole)
    assert labels == [signed_text(Fraction(100 * one), 1) for one in report.bias]
    assert whole.count('class="plot-bar bar-much"') == sum(1 for one in report.bias if one > 0)
    table = between(whole, '<table class="list-table">', "</table>")
    links = [unescape(url) for url in re.findall(r'href="([^"]*)"', table)]
    assert len(links) == WORST
    for url, (hand, second, third, exact, rule) in zip(links, report.worst, strict=True):
        assert url == f"{PATH}?a={hand}&b={second}&c={third}"
        assert f"{100 * exact:.2f}</td>" in table
        assert f"{signed_text(Fraction(100 * (rule - exact)), 2)}</b>" in table
    assert words(answer_of(browser.get(links[0]).text)).count(signed_text(Fraction(-4185, 100), 2))


def test_the_form_does_without_scripts_what_the_page_does_with_them(browser: Browser) -> None:
    page = browser.get(f"{PATH}?grid=b").text
    fields = Form(page).fields
    assert fields == {"a": "AA", "b": "KK", "c": "QQ", "grid": "b"}
    turned = browser.get(PATH, params=fields | {"a": " jts ", "c": "t9O"})
    assert turned.status_code == 200
    assert Form(turned.text).fields == {"a": "JTs", "b": "KK", "c": "T9o", "grid": "b"}
    assert "gutshot equity JTs KK T9o" in turned.text
    assert Form(browser.get(f"{PATH}?grid=zebra").text).fields["grid"] == "c"


def test_the_page_lies_below_the_equity_page_which_leads_to_it(browser: Browser) -> None:
    row = between(browser.get(PATH).text, '<nav class="game-pages"', "</nav>")
    assert re.findall(r'href="([^"]*)" aria-current="([^"]*)"', row) == [("/equity", "true")]
    assert f'href="{PATH}"' in between(browser.get("/equity").text, "<main", "</main>")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("a=AA&b=KZ&c=QQ", "hand 2: 'KZ' is no class of hands: write a pair like 77, or AKs"),
        ("a=AK&b=KK&c=QQ", "hand 1: 'AK' is no class of hands"),
        ("a=AA&b=KK", "hand 3: '' is no class of hands"),
        ("a=AA&b=AA&c=AA", "AA and AA and AA can't be dealt together"),
        ("a=AKs&b=AA&c=AA", "AKs and AA and AA can't be dealt together"),
    ],
)
def test_a_mistake_is_one_line(browser: Browser, query: str, said: str) -> None:
    answer = browser.get(f"{PATH}?{query}")
    assert answer.status_code == 422
    alerts = re.findall(r'<p class="error" role="alert"[^>]*>.*?</p>', answer.text, re.DOTALL)
    assert len(alerts) == 1
    assert said in words(alerts[0])
    assert "deals counted" not in answer.text
    assert browser.get(f"{PATH}/parts?{query}").status_code == 422
    asked = browser.get(f"/api{PATH}?{query}")
    assert asked.status_code == 422
    line = asked.json()["error"]
    assert said in line or line == "c: field required"
    assert len(line.splitlines()) == 1


@given(
    st.dictionaries(
        st.sampled_from(["a", "b", "c", "grid"]),
        st.one_of(st.text(max_size=6), st.sampled_from([*CLASS_NAMES[:20], "a", "b"])),
        max_size=4,
    )
)
@settings(max_examples=30)
def test_no_address_breaks_the_page(browser: Browser, query: dict[str, str]) -> None:
    for path in (PATH, f"{PATH}/parts", f"/api{PATH}"):
        assert browser.get(path, params=query).status_code in {200, 422}


def test_hostile_text_stays_text(browser: Browser) -> None:
    for place in ("a", "b", "c", "grid"):
        page = browser.get(PATH, params={place: '"><script>alert(1)</script>'}).text
        assert "<script>alert" not in page


def test_the_page_waits_for_the_kernels(monkeypatch: pytest.MonkeyPatch, running: Running) -> None:
    """What is not counted but shipped is there at once."""
    returns = running.app.state.returns
    monkeypatch.setattr(returns, "_ready", False)
    monkeypatch.setattr(returns, "_is_ready", lambda: False)
    page = running.browser().get(PATH)
    assert page.status_code == 200
    assert "Preparing kernels" in page.text
    assert "data-preparing" in page.text
    assert len(CELL.findall(page.text)) == 169
    refused = running.browser().get(f"{PATH}?a=AA&b=AA&c=AA")
    assert refused.status_code == 422
    assert "Preparing kernels" not in refused.text
    assert running.browser().get(f"/api{PATH}?a=AA&b=KK&c=QQ").status_code == 503


def test_the_interface_gives_counts_and_errors(browser: Browser) -> None:
    found = compare_three_way("AA", "KK", "QQ")
    answer = browser.get(f"/api{PATH}?a=aa&b=KK&c=QQ&grid=c").json()
    assert answer["hands"] == ["AA", "KK", "QQ"]
    assert [one["count"] for one in answer["outcomes"]] == list(found.by_winners[1:])
    assert answer["equity"] == [float(share) for share in found.equity]
    assert answer["pairwise"]["error"] == [float(error) for error in found.error]
    grid = answer["first_hand_error"]
    assert grid["hand"] == 3
    assert grid["by_class"]["QQ"] == pytest.approx(float(found.error[0]), abs=grid["within"])
    assert "first_hand_error" not in browser.get(f"/api{PATH}?a=AA&b=KK&c=QQ").json()
    assert "get" in create_app().openapi()["paths"][f"/api{PATH}"]


def test_bars_of_a_plot_hang_and_stand_at_a_foot() -> None:
    plot = Plot((0.0, 10.0), (-10.0, 10.0), "a").bar("up", (0, 2), 5.0, "b", 0.0)
    plot.bar("down", (2, 4), -5.0, "c", 0.0).label((1, 5.0), "d < e").label(
        (3, -5.0), "f", below=True
    )
    picture = ET.fromstring(plot.svg())  # noqa: S314 - our own text
    up, down = (one for one in picture.iter("rect"))
    assert (up.get("y"), up.get("height")) == ("250.0", "250.0")
    assert (down.get("y"), down.get("height")) == ("500.0", "250.0")
    over, under = (one for one in picture.iter("text"))
    assert (over.text, under.text) == ("d < e", "f")
    assert str(over.get("dy")).startswith("-")
    assert not str(under.get("dy")).startswith("-")
