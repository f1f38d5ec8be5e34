"""The page of Pai Gow odds: every figure is the counted one."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from tests.web.content_reader import between, words
from tests.web.trainer_client import Browser, Running

from gutshot.paigow.side_bets import (
    fortune_odds,
    fortune_tables,
    push_ace_high_odds,
    push_ace_high_tables,
)
from gutshot.render.paigow_bars import edge_bar
from gutshot.web.number_text import decimal_text, fraction_text, grouped, payout_text

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Running() as opened:
        yield opened.browser()


def edge_rows(part: str) -> list[str]:
    """Return the edges of a part of the page as text, in order."""
    return [words(row) for row in re.findall(r'<li class="edge-row.*?</li>', part, re.DOTALL)]


@pytest.mark.parametrize(
    ("query", "others", "stake"),
    [
        ("", 5, Fraction(5)),
        ("?others=6", 6, Fraction(5)),
        ("?stake=12.50&others=2", 2, Fraction(25, 2)),
        ("?stake=4&others=3", 3, Fraction(4)),
        ("?others=0", 0, Fraction(5)),
    ],
)
def test_every_fortune_table_stands_there_with_its_edge_the_lowest_first(
    browser: Browser, query: str, others: int, stake: Fraction
) -> None:
    page = browser.get(f"/paigow/odds{query}").text
    found = sorted(
        map(fortune_odds, fortune_tables()), key=lambda one: one.edge_with_envy(others, stake)
    )
    rows = edge_rows(between(page, 'data-part="fortune"', 'data-part="push"'))
    assert len(rows) == len(found)
    for place, (one, row) in enumerate(zip(found, rows, strict=True)):
        edge = one.edge_with_envy(others, stake)
        assert row.startswith(one.table.name)
        assert f"{decimal_text(100 * edge, 4)} %" in row
        before = f"{decimal_text(100 * one.edge, 4)} % before envy" if one.table.envy else "without"
        assert before in row
        assert ("lowest" in row) == (edge == found[0].edge_with_envy(others, stake))
        assert ("yours" in row) == (edge < 0)
        assert place or "lowest" in row
    # the lowest is shown in full
    assert fraction_text(found[0].edge) in words(page)


@pytest.mark.parametrize("table", ["fortune-1", "fortune-2", "mbs-v4"])
def test_a_table_is_shown_in_full(browser: Browser, table: str) -> None:
    odds = next(fortune_odds(one) for one in fortune_tables() if one.id == table)
    page = browser.get(f"/paigow/odds?table={table}").text
    part = between(page, 'id="lines-title"', "</figure>")
    said = words(part)
    assert odds.table.name in said
    assert fraction_text(odds.edge) in said
    for line in odds.lines:
        pays = "loses" if line.pays < 0 else "push" if not line.pays else payout_text(line.pays)
        assert re.search(rf"{pays}( to 1)?[^a-z]* {grouped(line.hands)} 1 in", said), line
    assert len(re.findall("<tr>", between(part, "<tbody>", "</tbody>"))) == len(odds.lines)
    plot = between(page, 'id="fortune-heading"', 'data-part="push"')
    assert ("By the number of other players" in plot) == bool(odds.table.envy)
    if odds.table.envy:
        marks = re.findall(r'class="mark-text"[^>]*>([^<]*)<', plot)
        edges = [float(100 * odds.edge_with_envy(n, Fraction(5))) for n in range(7)]
        assert [float(mark.replace("\u2212", "-")) for mark in marks] == [
            round(edge, 2) for edge in edges
        ]


def test_push_ace_high_stands_there_by_rule(browser: Browser) -> None:
    page = browser.get("/paigow/odds").text
    part = between(page, 'data-part="push"', "</main>")
    found = sorted(map(push_ace_high_odds, push_ace_high_tables()), key=lambda one: one.edge)
    rows = edge_rows(part)
    for place, one in enumerate(found):
        assert rows[place].startswith(one.table.name)
        assert f"{decimal_text(100 * one.edge, 4)} %" in rows[place]
        assert ("lowest" in rows[place]) == (not place)
        assert one.table.note.replace("'", "’") in words(part).replace("'", "’")  # noqa: RUF001


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("stake=five", "stake: 'five' is no number"),
        ("stake=0", "a stake of 0 is none"),
        ("stake=2000000", "at most 1,000,000"),
        ("others=7", "7 other players don't fit"),
        ("others=-1", "other players: '-1' is no number"),
        ("table=none", "no Fortune table 'none'; there are fortune-1"),
    ],
)
def test_a_mistake_is_one_line(browser: Browser, query: str, said: str) -> None:
    answer = browser.get(f"/paigow/odds?{query}")
    assert answer.status_code == 422
    alerts = re.findall(r'<p class="error" role="alert">.*?</p>', answer.text, re.DOTALL)
    assert len(alerts) == 1
    assert said in words(alerts[0])
    assert browser.get(f"/paigow/odds/parts?{query}").status_code == 200


def test_hostile_text_stays_text(browser: Browser) -> None:
    for place in ("stake", "others", "table", "show"):
        page = browser.get("/paigow/odds", params={place: '"><script>alert(1)</script>'}).text
        assert "<script>alert" not in page


@pytest.mark.parametrize(
    ("edge", "before", "kind", "x", "width"),
    [(0.04, None, "loss", 20.0, 40.0), (-0.02, 0.05, "gain", 0.0, 20.0), (0.0, 0.0, "loss", 20, 0)],
)
def test_a_cost_goes_right_of_nothing_and_a_gain_left(
    edge: float, before: float | None, kind: str, x: float, width: float
) -> None:
    drawing = ET.fromstring(edge_bar(edge, before, -0.02, 0.08))  # noqa: S314 - our own text
    bar = drawing[0]
    assert bar.get("class") == kind
    assert float((bar.get("x") or "").rstrip("%")) == pytest.approx(x)
    assert float((bar.get("width") or "").rstrip("%")) == pytest.approx(width)
    ticks = [one.get("x") for one in drawing if one.get("class") == "tick"]
    assert ticks == ([] if before is None else [f"{100 * (before + 0.02) / 0.1:.3f}%"])
