"""The chart page without scripts: what it prints is what the chart's file says."""

from __future__ import annotations

import gzip
import html
import json
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.chart_set import pack_chart
from gutshot.holdem.preflop.kept import keep_chart, kept_chart, listed_charts
from gutshot.holdem.preflop.tree import follow
from gutshot.web.preflop_chart_view import action_kind, decision_at, steps

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Client

    from gutshot.holdem.preflop.chart_set import ChartSet

PATH = "/preflop/charts"
CELL = re.compile(r'<a class="chart-cell([^"]*)" href="([^"]*)" aria-label="([^"]*)"')


def shipped(players: int) -> ChartSet:
    found = kept_chart(spec_from({"players": players, "stack": 100}, "test"))
    assert found is not None
    return found.chart


def cells(page: str) -> dict[str, str]:
    """Return what each cell says, by hand."""
    found = [html.unescape(words) for _, _, words in CELL.findall(page)]
    assert len(found) == 169
    return {words.partition(":")[0]: words.partition(": ")[2] for words in found}


@pytest.mark.parametrize(
    ("players", "node"),
    [(6, ""), (6, "FFR"), (6, "FFFFCR"), (2, ""), (2, "CR"), (3, "RF"), (9, "FFFFR")],
)
def test_every_cell_and_total_is_the_files(client: Client, players: int, node: str) -> None:
    chart = shipped(players)
    page = client.get(PATH, params={"chart": f"cash_{players}_100", "node": node})
    assert page.status_code == 200
    found, at = cells(page.text), chart.node(node)
    assert list(found) == [*CLASS_NAMES]
    for hand, name in enumerate(CLASS_NAMES):
        said = {
            words[0]: float(share)
            for words, share in re.findall(r"(\w+)[^,%]* (\d+\.\d) %", found[name])
        }
        if at.own_reach[hand] < 1e-6:
            assert found[name] == "not reached"
            continue
        for row, letter in enumerate(at.actions):
            if at.strategy[row, hand] >= 5e-4:
                assert said[letter[0]] == pytest.approx(100 * at.strategy[row, hand], abs=0.051)
            else:
                assert letter[0] not in said
        gaps = np.sort(at.ev_bb[:, hand])[::-1]
        near = max(0.01, chart.certificate.gains[chart.spec.seats.index(at.seat)])
        assert ("indifferent" in found[name]) == (gaps[0] - gaps[1] < near)
    for row, letter in enumerate(at.actions):
        share = f"<b>{100 * at.dealt_frequency[row]:.1f}</b>"
        assert re.search(
            rf'<i class="kind-\w+">{letter[0]}</i>[^<]*</th><td class="num">{share}', page.text
        )


def test_shares_and_combos_of_two_seats_are_told_apart(client: Client) -> None:
    node = shipped(2).node("R")
    fold = node.actions.index("F")
    assert abs(node.dealt_frequency[fold] - node.frequency[fold]) > 0.001
    told = "shares, are of the range alone"
    assert told in client.get("/preflop/charts?chart=cash_2_100&node=R").text
    # with more seats classes are dealt independently: there the two are one number
    six = shipped(6).node("FFR")
    assert six.dealt_frequency.tolist() == pytest.approx(six.frequency.tolist(), abs=1e-12)
    assert told not in client.get("/preflop/charts?chart=cash_6_100&node=FFR").text


def test_the_strip_leads_to_every_decision(client: Client) -> None:
    chart = shipped(6)
    for node in ("", "FFR", "FFRC", "FRFFC"):
        line = steps(chart, node)
        assert [step.node for step in line][-1] == node
        assert [step.here for step in line] == [False] * (len(line) - 1) + [True]
        for step in line:
            for act in step.acts:
                if act.node:
                    assert follow(chart.spec, act.node).player == chart.decisions[act.node].player
                else:
                    assert act.ends
        page = html.unescape(client.get(PATH, params={"node": node}).text)
        for act in line[-1].acts:
            if act.node:
                assert f'href="{PATH}?chart=cash_6_100&node={act.node}"' in page


def test_a_seat_that_is_shut_out_says_why(client: Client) -> None:
    chart = shipped(6)
    node = next(name for name in chart.nodes if "-" in name)
    page = html.unescape(client.get(PATH, params={"node": node}).text)
    assert "the tree ends here for this seat (the cap of 3 entrants)" in page
    assert decision_at(chart, node.partition("-")[0]) in chart.decisions
    seats = [step.seat for step in steps(chart, node) if not step.acts]
    assert seats
    assert f"{seats[0]} shut with" in page


def test_what_is_not_reached_says_so(client: Client) -> None:
    chart = shipped(3)
    node = next(name for name in chart.nodes if chart.node(name).reach < 1e-6)
    page = client.get(PATH, params={"chart": "cash_3_100", "node": node})
    assert ": not reached, what is done here is noise" in page.text


def test_one_hand(client: Client) -> None:
    chart = shipped(6)
    at = chart.node("FFR")
    page = html.unescape(client.get(f"{PATH}?node=FFR&hand=AKs").text)
    panel = page.partition("data-hand-panel>")[2].partition("</section>")[0]
    hand = CLASS_NAMES.index("AKs")
    for row in range(len(at.actions)):
        ev = f"{at.ev_bb[row, hand]:+.4f}".replace("-", "−")
        assert f'<td class="num">{ev}</td>' in panel
        assert f"<b>{100 * at.strategy[row, hand]:.1f}</b>" in panel
    assert "modelled" in panel


def test_evs_count_from_the_decision_on_when_asked(client: Client) -> None:
    chart = shipped(6)
    at = chart.node("FFFRF")
    hand = CLASS_NAMES.index("J9s")
    page = html.unescape(client.get(f"{PATH}?node=FFFRF&hand=J9s&ev=here").text)
    panel = page.partition("data-hand-panel>")[2].partition("</section>")[0]
    for row, action in enumerate(at.actions):
        ev = f"{at.ev_bb[row, hand] + 1:+.4f}".replace("-", "−")
        assert f'<td class="num">{ev}</td>' in panel
        assert (ev == "+0.0000") == (action == "F")
    assert "the 1 bb that are in are gone, folding is 0" in panel
    # the cells and what leads on keep the choice, and the way back is there
    assert f'href="{PATH}?chart=cash_6_100&node=FFFRF&hand=AA&ev=here"' in page
    assert f'href="{PATH}?chart=cash_6_100&node=FFFRFR&hand=J9s&ev=here"' in page
    assert f'<a data-ev="" href="{PATH}?chart=cash_6_100&node=FFFRF&hand=J9s">' in panel
    since = html.unescape(client.get(f"{PATH}?node=FFFRF&hand=J9s").text)
    assert "EVs count since before posting: folding here is −1.0000." in since
    assert f'<a data-ev="here" href="{PATH}?chart=cash_6_100&node=FFFRF&hand=J9s&ev=here">' in since


def test_evs_of_prizes_count_since_before_posting_only(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    spec = spec_from({"format": "final-table", "players": 2, "stack": 5, "limit": "jam"}, "test")
    file, _ = pack_chart(PreflopChart.of(solve_preflop(spec)))
    name = keep_chart(spec, file).stem
    pages = [client.get(f"{PATH}?chart={name}&hand=AA{more}").text for more in ("", "&ev=here")]
    for page in pages:
        panel = page.partition("data-hand-panel>")[2].partition("</section>")[0]
        assert "EVs count prizes since before posting" in panel
        assert "data-ev=" not in panel
    assert pages[0] == pages[1]


def test_equilibria_of_three_and_more_are_not_unique(client: Client) -> None:
    six = html.unescape(client.get(PATH).text)
    assert "Equilibria of three and more seats are not unique" in six
    assert "points apart on average" in six
    assert "not unique" not in client.get(f"{PATH}?chart=cash_2_100").text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("chart=nothing", "there is no chart 'nothing'"),
        ("node=FFZ", "there is no node 'FFZ': after 'FF' the actions are F, R, A"),
        ("node=FFFFF", "the betting is over there"),
        ("hand=ZZ", "'ZZ' is no class of hands"),
    ],
)
def test_one_line_for_a_mistake(client: Client, query: str, said: str) -> None:
    page = client.get(f"{PATH}?{query}")
    assert page.status_code == 422
    assert said in html.unescape(page.text)
    assert page.text.count('role="alert"') == 1


def test_what_is_typed_is_escaped(client: Client) -> None:
    for key in ("chart", "node", "hand"):
        assert "<script>x" not in client.get(PATH, params={key: '"><script>x'}).text


def test_the_whole_chart_for_programs(client: Client) -> None:
    chart = shipped(6)
    answer = client.get(f"/api{PATH}/cash_6_100", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    found = answer.json()
    assert found["schema"] == "gutshot.preflop.set/1"
    assert found["strategy"].split("\n")[7] == chart.characters[7].tobytes().decode()
    assert tuple(found["ev"].split("\n")) == chart.ev_lines
    raises = found["raises_to_bb"].split("\n")
    assert len(raises) == len(chart.decisions)
    for name, told in [*zip(chart.decisions, raises, strict=True)][::97]:
        at = chart.node(name)
        sizes = [
            f"{to:.12g}" for one, to in zip(at.actions, at.to_bb, strict=True) if one[0] == "R"
        ]
        assert told.split() == sizes
    plain = client.get(f"/api{PATH}/cash_6_100", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == found
    assert len(gzip.compress(plain.content)) < 1_150_000
    again = client.get(f"/api{PATH}/cash_6_100", headers={"if-none-match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(f"/api{PATH}/none").status_code == 422
    names = {one["chart"] for one in client.get(f"/api{PATH}").json()["charts"]}
    assert {"cash_2_100", "cash_9_100"} <= names


def test_a_kept_chart_is_listed_and_its_locks_are_marked(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    spec = spec_from(
        {"players": 2, "stack": 8, "limit": "jam", "locks": {"": {"A": "22+,A2s+"}}}, "test"
    )
    file, _ = pack_chart(PreflopChart.of(solve_preflop(spec)))
    path = keep_chart(spec, file)
    assert [one.name for one in listed_charts() if not one.shipped] == [path.stem]
    page = client.get(PATH, params={"chart": path.stem}).text
    assert cells(page)["AKs"] == "All-in 8 100.0 %, locked"
    assert "169 hands are locked at this node" in page
    assert 'aria-current="true">8</a>' in page
    whole = client.get(f"/api{PATH}/{path.stem}").json()
    assert whole["source"] == "kept"
    assert whole["locked"][""][1][:2] == [1.0, 1.0]
    assert "there is no chart" not in page
    (tmp_path / "charts" / "cash_2_9.chart").write_text(json.dumps({"no": "chart"}))
    assert client.get(PATH).status_code == 200


def test_colours_of_raises_go_from_small_to_large() -> None:
    assert [action_kind(one, "FRA") for one in "FRA"] == ["f", "r2", "a"]
    sizes = ("F", "C", "R1", "R2", "R3", "A")
    assert [action_kind(one, sizes) for one in sizes] == ["f", "c", "r1", "r2", "r3", "a"]
