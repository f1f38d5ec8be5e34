"""Two charts side by side: what does not match stands first, and numbers are those of the files."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import numpy as np
import pytest
from tests.web.content_reader import between, words

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.chart_diff import compare_node, compare_trees
from gutshot.holdem.preflop.chart_set import pack_chart
from gutshot.holdem.preflop.kept import keep_chart
from gutshot.render.preflop_diff import diff_payload
from gutshot.web.preflop_charts import chosen_chart, opened
from gutshot.web.preflop_compare_view import common_node, diff_cells, mismatch_rows

if TYPE_CHECKING:
    from tests.web.conftest import Client

PATH = "/preflop/compare"


@pytest.fixture
def own(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a chart of two seats that is kept, with other sizes and a rake."""
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    sizes = spec_from({}, "test").sizes.payload()
    sizes["name"], sizes["open"]["heads_up"] = "Mine", ["2.5", "4"]
    rake = {"fraction": "0.05", "cap": 3}
    spec = spec_from({"players": 2, "stack": 20, "sizes": sizes, "rake": rake}, "test")
    file, _ = pack_chart(PreflopChart.of(solve_preflop(spec)))
    return keep_chart(spec, file).stem


def said(page: str) -> str:
    return html.unescape(words(between(page, "<main", "</main>")))


def address(**fields: str) -> str:
    return f"{PATH}?{urlencode(fields)}"


def test_two_charts_are_compared_as_the_command_does(client: Client) -> None:
    one, other = (opened(chosen_chart(name)) for name in ("cash_6_100", "cash_5_100"))
    answer = client.get(address(one="cash_6_100", other="cash_5_100", node="ffffr", hand="K9s"))
    assert answer.status_code == 200
    found = compare_node(one, other, "FFFFR")
    text = said(answer.text)
    assert text.index("What does not match") < text.index("BB after:")
    assert "Seats 6 5" in text
    assert f"hands do something else in {100 * found.mean_apart:.1f} % of cases" in text
    ours, theirs = found.frequencies.tolist()
    at = found.actions.index("C")
    assert f"Call {100 * ours[at]:.1f} % {100 * theirs[at]:.1f} %" in text
    means = found.means_bb
    assert f"{abs(means[0]):.4f}" in text
    number = CLASS_NAMES.index("K9s")
    assert f"{100 * found.shares[0, at, number]:.1f} %" in between(text, "K9s Action", "whole")
    assert len(re.findall('class="diff-cell ', answer.text)) == 169
    assert answer.text.count('class="chart-cell') == 338
    tree = compare_trees(one, other)
    assert f"{tree.common:,} nodes are in both, {tree.only_one:,} in the first only" in text
    api = client.get("/api/preflop/compare?one=cash_6_100&other=cash_5_100&node=FFFFR")
    assert api.json()["node"] == diff_payload(one, other, found, tree)["node"]


def test_the_grid_of_differences_says_the_second_less_the_first() -> None:
    one, other = (opened(chosen_chart(name)) for name in ("cash_6_100", "cash_3_100"))
    found = compare_node(one, other, "FFFR")
    for measure in (*found.actions, "ev"):
        cells = [cell for row in diff_cells(found, measure) for cell in row]
        for number, cell in enumerate(cells):
            if measure == "ev":
                amount = found.values_bb[1, number] - found.values_bb[0, number]
            else:
                at = found.actions.index(measure)
                amount = found.shares[1, at, number] - found.shares[0, at, number]
            if np.isnan(found.values_bb[:, number]).any():
                assert cell.level == "away"
            elif abs(amount) >= 0.006:
                shown = float(cell.text.replace("−", "-"))
                assert shown == pytest.approx(amount * (1 if measure == "ev" else 100), abs=0.51)
                if measure != "ev":
                    assert cell.level.rstrip("1234") == ("up" if amount > 0 else "down")
            assert cell.name == CLASS_NAMES[number]


def test_where_trees_part_is_said_and_both_move(client: Client, own: str) -> None:
    page = client.get(address(one="cash_2_100", other=own))
    text = said(page.text)
    for row in (
        "Stacks, bb 100 20",
        "First raises, bb: heads up 3 2.5, 4",
        "Rake, share of the pot 0 0.05",
        "Rake cap, bb none 3",
    ):
        assert row in text
    assert "Here the trees part. SB: only the first chart has Raise 3." in text
    assert "SB: only the second chart has Raise 2.5, Raise 4." in text
    assert "Raise, all sizes" in text
    links = [
        html.unescape(url) for url in re.findall(r'<a class="act[^"]*" href="([^"]+)"', page.text)
    ]
    assert [re.search(r"node=(\w+)", url) is not None for url in links] == [True] * len(links) != []
    moved = said(client.get(links[0]).text)
    assert "BB after: SB" in moved
    lost = said(client.get(address(one="cash_2_100", other=own, node="RR")).text)
    assert "The line RR is not in both: this is the last decision that is." in lost
    one, other = opened(chosen_chart("cash_2_100")), opened(chosen_chart(own))
    assert common_node(one, other, "CR") == ("CR", "CR")
    assert common_node(one, other, "CRnonsense") == ("", "")


def test_a_table_with_fewer_seats_is_one_where_the_first_have_folded(client: Client) -> None:
    one, other = (opened(chosen_chart(name)) for name in ("cash_6_100", "cash_3_100"))
    assert common_node(one, other, "") == ("FFF", "")
    assert common_node(other, one, "RF") == ("RF", "FFFRF")
    assert "BTN after: LJ fold, HJ fold, CO fold" in said(
        client.get(address(one="cash_6_100", other="cash_3_100")).text
    )


def test_the_same_spot_has_nothing_that_does_not_match(client: Client) -> None:
    spec = spec_from({"players": 3}, "test")
    assert mismatch_rows(spec, spec) == []
    table = {"players": 3, "format": "bubble", "locks": {"": {"A": "AA", "rest": "F"}}}
    rows = {
        what: (ours, theirs) for what, ours, theirs in mismatch_rows(spec, spec_from(table, "test"))
    }
    assert rows["Format"] == ("cash", "bubble")
    assert rows["Locked nodes"] == ("none", "first decision A AA; rest F")
    assert "source" not in rows["Payouts"][1]
    text = said(client.get(address(one="cash_3_100", other="cash_3_100")).text)
    assert text.count("The spots match") == 1
    assert "No hand does anything else here." in text


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"one": "cash_6_7"}, "there is no chart 'cash_6_7'"),
        ({"one": "cash_6_100", "other": "<b>"}, "there is no chart '<b>'"),
        ({"one": "cash_6_100", "hand": "AKz"}, "AKz"),
    ],
)
def test_what_is_wrong_stands_in_one_line(
    client: Client, fields: dict[str, str], complaint: str
) -> None:
    answer = client.get(address(**fields))
    assert answer.status_code == 422
    (line,) = re.findall(r'<p class="error" role="alert">(.*?)</p>', answer.text, re.DOTALL)
    assert complaint in html.unescape(line)
    assert "<b>" not in line


@pytest.mark.parametrize(
    ("query", "complaint"),
    [
        ("one=cash_6_100&other=nothing", "there is no chart 'nothing'"),
        ("one=cash_6_100&other=cash_3_100&node=R", "no node for 'R' of the first"),
        ("one=cash_6_100", "other"),
    ],
)
def test_programs_are_told_likewise(client: Client, query: str, complaint: str) -> None:
    answer = client.get(f"/api/preflop/compare?{query}")
    assert answer.status_code == 422
    assert complaint in answer.json()["error"]
