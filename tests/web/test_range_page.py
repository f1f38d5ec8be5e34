"""The page of one's own range: what the command says, by addresses alone."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from tests.web.content_reader import between, words
from tests.web.trainer_client import Running

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.kept import listed_charts
from gutshot.holdem.preflop.range_grade import grade_ranges
from gutshot.holdem.range_dialects import read_range
from gutshot.holdem.ranges import parse_range
from gutshot.web.preflop_charts import chosen_chart, opened

if TYPE_CHECKING:
    from tests.web.conftest import Client

PATH = "/preflop/ranges"


def address(**fields: str) -> str:
    return f"{PATH}?{urlencode(fields)}"


def texts(page: str) -> list[str]:
    return [html.unescape(text) for text in re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)]


def test_a_range_is_graded(client: Client) -> None:
    answer = client.get(address(range="QQ+,AKs:0.5", chart="cash_6_100", node="fff"))
    assert answer.status_code == 200
    chart = opened(chosen_chart("cash_6_100"))
    grade = grade_ranges(chart, "FFF", {"R": parse_range("QQ+,AKs:0.5")})
    said = words(between(answer.text, "<main", "</main>"))
    assert f"{grade.per_hand_bb:.4f} bb" in said
    assert f"{grade.per_100_dealt_bb:.3f} bb" in said
    assert f"Hands that lose clearly {len(grade.worst())} " in said
    assert "BTN after: LJ fold, HJ fold, CO fold. The range does this: raise to 2.2" in said
    rows = re.findall(r'<tr><th scope="row">(\w+)</th><td>([^<]*)</td>', answer.text)
    assert len(rows) == 20
    assert f"And {len(grade.worst()) - 20} more" in said
    assert rows[0][1] == "fold 100 %"
    assert answer.text.count("<svg xmlns=") == 2
    found = texts(answer.text)
    assert found[:3] == [
        "QQ+,AKs:0.5",
        "QQ+,[50.0]AKs[/50.0]",
        "QQ+, AKs@50",
    ]
    assert (read_range(found[3]).dialect, len(found)) == ("monker", 4)
    assert "AKs has the weight 0.5, and push-fold text has none" in said


def test_every_chart_can_be_chosen(client: Client) -> None:
    page = client.get(PATH).text
    values = re.findall(r'<option value="([^"]*)"', page)
    assert values == [one.name for one in listed_charts()]
    assert '<option value="cash_6_100" selected>' in page
    two = client.get(address(range="22+", chart="cash_2_100", node="", action="c")).text
    assert "SB after: nobody has acted. The range does this: call; all else: fold." in words(two)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"range": "<b>"}, "can't read '<b>' as a hand"),
        ({"range": "AA:2"}, "'AA:2' has no weight that can be used"),
        ({"range": "AA", "chart": "none"}, "there is no chart 'none'"),
        ({"range": "AA", "node": "Q"}, "Q"),
        ({"range": "AA", "action": "X"}, "there is no action 'X' at 'FFF'"),
        ({"range": ""}, "there is no hand in this range"),
    ],
)
def test_what_is_wrong_stands_in_one_line(
    client: Client, fields: dict[str, str], complaint: str
) -> None:
    answer = client.get(address(**fields))
    assert answer.status_code == 422
    (said,) = re.findall(r'<p class="error" role="alert">(.*?)</p>', answer.text, re.DOTALL)
    assert complaint in html.unescape(said)
    assert "<b>" not in said


def test_a_form_holds_what_no_address_does() -> None:
    long = "\n".join(f"{name}\n{1 - number / 200};0.0" for number, name in enumerate(CLASS_NAMES))
    with Running() as running:
        browser = running.browser()
        fields = {"token": browser.token(), "range": long, "chart": "cash_3_100", "node": ""}
        answer = browser.post(PATH, data=fields)
        assert answer.status_code == 200
        assert "Read as Monker's text" in html.unescape(answer.text)
        assert "22:0.16" in texts(answer.text)[0]
        assert browser.post(PATH, data=fields | {"token": "forged"}).status_code == 403
        answer = browser.post(PATH, data=fields | {"range": "AA," * 2_001})
        assert answer.status_code == 422
        assert "a range has at most 6,000 characters here" in answer.text


def test_what_was_typed_stays_in_its_field(client: Client) -> None:
    page = client.get(address(range="AA,<script>", node="FF", action="R")).text
    assert ">AA,&lt;script&gt;</textarea>" in page
    assert 'name="node" maxlength="200" autocomplete="off" value="FF"' in page
