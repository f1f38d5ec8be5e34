"""The page of the strongest hands: what it says is the order, and its texts are the range."""

from __future__ import annotations

import html
import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from tests.web.content_reader import between, words

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.percentile import strength_order, top_share
from gutshot.holdem.range_dialects import read_range

if TYPE_CHECKING:
    from tests.web.conftest import Client

PATH = "/preflop/percentile"
CELL = re.compile(r'<td class="([^"]*)" title="([^"]*)"><span>(\w+)</span><b>([^<]*)</b></td>')


@pytest.mark.parametrize("percent", ["0", "12.5", "100"])
def test_the_grid_is_the_order(client: Client, percent: str) -> None:
    page = client.get(f"{PATH}?percent={percent}").text
    found = CELL.findall(page)
    assert [name for _, _, name, _ in found] == list(CLASS_NAMES)
    said = {name: (level, words, text) for level, words, name, text in found}
    classes = top_share(Fraction(percent)).classes if percent != "0" else 0
    for place, one in enumerate(strength_order(), 1):
        level, told, text = said[CLASS_NAMES[one.number]]
        assert (level != "heat-none") == (place <= classes)
        assert text == f"{float(one.through_percent):.1f}"
        assert f"place {place} of 169" in told
    assert sum("part" in level for level, *_ in found) == (percent == "12.5")


def test_every_text_is_the_range(client: Client) -> None:
    page = client.get(f"{PATH}?percent=12.5").text
    texts = [html.unescape(one) for one in re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)]
    assert len(texts) == 5
    combos = [
        float(Fraction(int(hands.weights.sum()), hands.denominator))
        for hands in (read_range(text).hands for text in texts)
    ]
    assert combos[:4] == pytest.approx([165.75] * 4, abs=0.001)
    assert combos[4] == 154
    told = words(between(page, "<main", "</main>")).replace("\u202f", " ")
    assert "It has no weights, so A9o is left out: 11.61 % of deals." in told
    assert "not a solve" in told
    assert "by equity against a random hand, as here 36.4" in told
    assert "Top 12.5 %" in told


def test_programs_get_what_the_command_prints(client: Client) -> None:
    answer = client.get("/api/preflop/percentile?percent=20&to=equilab").json()
    assert answer["text"] == "55+, A3s+, A7o+, K8s+, KTo+, QTs+, QJo, K9o@10"
    assert answer["kind"] == "an order by strength, not a solve"
    assert answer["boundary"] == {"hand": "K9o", "share": pytest.approx(0.1)}
    assert answer["percent"] == pytest.approx(20)
    assert len(answer["order"]) == 169
    assert client.get("/api/preflop/percentile?percent=20&to=push-fold").json()["text"] is None


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ("percent=101", "the top 101 % is no share: write more than 0 and at most 100"),
        ("percent=-1", "the top -1 % is no share"),
        ("percent=half", "the share of deals: 'half' is no number; write one like 20"),
        ("percent=0.0000001", "at most 6 decimals"),
    ],
)
def test_what_is_wrong_stands_in_one_line(client: Client, asked: str, complaint: str) -> None:
    answer = client.get(f"{PATH}?{asked}")
    assert answer.status_code == 422
    (said,) = re.findall(r'<p class="error" role="alert"[^>]*>(.*?)</p>', answer.text, re.DOTALL)
    assert complaint in html.unescape(said)
    refused = client.get(f"/api/preflop/percentile?{asked}")
    assert refused.status_code == 422
    assert complaint in refused.text


def test_no_hand_and_no_dialect_are_refused_to_programs(client: Client) -> None:
    assert "the top 0 % is no hand" in client.get("/api/preflop/percentile?percent=0").text
    assert "there is no dialect" in client.get("/api/preflop/percentile?percent=9&to=x").text
