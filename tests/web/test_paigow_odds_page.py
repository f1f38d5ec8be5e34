"""The page of Pai Gow odds: every figure is the counted one."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from tests.web.content_reader import between, words
from tests.web.trainer_client import Browser, Running

from gutshot.cli import main
from gutshot.paigow import house_way
from gutshot.paigow.main_game import shipped_main_games
from gutshot.paigow.sevens import HANDS
from gutshot.paigow.side_bets import (
    ace_high_hands,
    fortune_odds,
    fortune_tables,
    push_ace_high_odds,
    push_ace_high_tables,
)
from gutshot.render.paigow_bars import edge_bar
from gutshot.web.number_text import decimal_text, fraction_text, grouped, payout_text, percent_text
from gutshot.web.paigow_main_view import main_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.paigow.main_game import Estimate


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
        before = (
            f"{decimal_text(100 * one.edge, 4)} % before envy"
            if one.table.envy
            else "no envy counted"
        )
        assert before in row
        assert ("lowest" in row) == (edge == found[0].edge_with_envy(others, stake))
        assert ("yours" in row) == (edge < 0)
        assert place or "lowest" in row
    assert "envy payouts are not known here, none are counted" in words(page)
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


def percent(found: Estimate) -> str:
    if found.exact is not None:
        return f"{decimal_text(100 * found.exact, 4)} %"
    return f"{decimal_text(100 * Fraction(found.mean), 3)} %"


def error(found: Estimate) -> str:
    return "" if found.exact is not None else f"±{100 * found.standard_error:.4f}"


@pytest.mark.parametrize("commission", [5, 0, 4])
def test_the_main_bet_stands_there_by_house_way_with_its_error(
    browser: Browser, commission: int
) -> None:
    page = browser.get(f"/paigow/odds?commission={commission}").text
    part = between(page, 'data-part="main"', 'data-part="face-up"')
    games = sorted(shipped_main_games(), key=lambda game: game.edge(commission).mean)
    rows = edge_rows(part)
    assert len(rows) == len(games) >= 5
    for place, (game, row) in enumerate(zip(games, rows, strict=True)):
        edge = game.edge(commission)
        assert row.startswith(house_way(game.way).name)
        assert percent(edge) in row
        assert error(edge) in row
        assert f"{percent(game.edge(0))} without commission" in row
        assert ("lowest" in row) == (not place)
    figures = [*games[0].shares, games[0].lost_by_copies, games[0].edge(commission, banker=True)]
    shares = words(between(part, "<tbody>", "</tr>"))
    assert all(percent(figure) in shares for figure in figures)
    said = words(part)
    if all(game.method == "exact" for game in games):
        assert "8,250,459,031,214,400 deals of two hands are counted" in said
    else:
        assert f"{grouped(games[0].deals)} deals drawn with seed {games[0].seed}" in said


def test_what_is_counted_and_what_is_dealt_say_so() -> None:
    dealt = [game.dealt for game in shipped_main_games()]
    view = main_view(dealt, Fraction(5))
    assert not view.exact
    assert "drawn with seed" in view.method
    assert all(row.error.startswith("±") for row in view.rows)
    counted = [replace(game, counted=game.hands) for game in dealt]
    view = main_view(counted, Fraction(5))
    assert view.exact
    assert "are counted" in view.method
    assert not any(row.error for row in view.rows)
    edge = min(game.edge(5).exact or Fraction(1) for game in counted)
    assert view.rows[0].edge == f"{decimal_text(100 * edge, 4)}\u2009%"


def test_face_up_is_played_with_the_best_setting_and_by_the_way(browser: Browser) -> None:
    part = between(browser.get("/paigow/odds").text, 'data-part="face-up"', 'id="fortune-heading"')
    games = sorted(shipped_main_games(), key=lambda game: game.face_up_edge().mean)
    for game, row in zip(games, edge_rows(part), strict=True):
        edge, left = game.face_up_edge(), game.face_up_edge(by_way=True)
        assert row.startswith(house_way(game.way).name)
        assert f"{percent(edge)} {error(edge)}" in row
        assert f"{percent(left)} {error(left)} left to the way" in row
    pushes = Fraction(sum(ace_high_hands()), HANDS)
    assert f"{percent_text(pushes)} of the time".replace("\u2009", " ") in words(part)
    assert "simulated" in words(part)


def test_json_is_what_the_command_line_prints(
    browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = browser.get("/api/paigow/odds?stake=2.50&others=3&table=fortune-3")
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(
            ["paigow", "odds", "--stake", "2.50", "--others", "3", "--table", "fortune-3", "--json"]
        )
    assert ended.value.code == 0
    assert answer.json() == json.loads(capsys.readouterr().out)
    for query in ("stake=0", "others=7", "table=none", "stakes=5"):
        assert browser.get(f"/api/paigow/odds?{query}").status_code == 422


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("stake=five", "'five' is no stake"),
        ("stake=0", "'0' is no stake"),
        ("stake=2000000", "at most 1,000,000"),
        ("others=7", "7 other players don't fit"),
        ("others=-1", "other players: '-1' is no number"),
        ("commission=101", "'101' is no percentage"),
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
