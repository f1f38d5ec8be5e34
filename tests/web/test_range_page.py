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
from gutshot.holdem.preflop.flop_model import FITTED
from gutshot.holdem.preflop.kept import listed_charts
from gutshot.holdem.preflop.known_biases import AGREES_POINTS, hand_bias, known_biases
from gutshot.holdem.preflop.published import published
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


def test_cells_are_painted_without_scripts() -> None:
    with Running() as running:
        browser = running.browser()
        fields = {"token": browser.token(), "range": "QQ+,[50]AKs[/50]", "brush": "25"}

        def painted(**pressed: str) -> str:
            page = browser.post(PATH, data=fields | pressed).text
            (text,) = re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page)
            return str(html.unescape(text))

        assert painted(paint="AKo:0.25,AKs:1") == "QQ+,AKs,AKo:0.25"
        assert painted(paint="AA:0,KK:0,QQ:0,AKs:0") == ""
        assert painted(paint="<b>:1") == fields["range"]
        assert painted(preset="none") == ""
        assert painted(range="nonsense", paint="72o:1") == "72o"
        parts = browser.post(f"{PATH}/parts", data=fields | {"brush_to": "50"}).text
        assert 'id="brush-50" type="submit" name="brush_to" value="50" aria-pressed="true"' in parts
        assert 'value="AA:0.5"' in parts
        assert "<html" not in parts
        wrong = browser.post(f"{PATH}/parts", data=fields | {"range": "AKz"})
        assert wrong.status_code == 200
        assert "AKz" in wrong.text


def test_what_does_not_match_another_solvers_spot_stands_first(client: Client) -> None:
    theirs = {"their_stack": "60", "their_rake": "5", "their_rake_cap": "3", "their_open": "2.5"}
    answer = client.get(address(range="22+", node="FFF", **theirs))
    text = words(between(answer.text, "<main", "</main>"))
    for row in (
        "Stacks, bb 100 60",
        "Rake, share of the pot 0 0.05",
        "First raises, bb: other 2.2 2.5",
    ):
        assert text.index(row) < text.index("Lost each time")
    assert "What does not match Chart" not in client.get(address(range="22+")).text
    wrong = client.get(address(range="22+", their_stack="6o"))
    assert wrong.status_code == 422
    assert "stacks is a number, not &#39;6o&#39;" in wrong.text


def test_what_is_known_of_a_decision_stands_beside_the_difference(client: Client) -> None:
    answer = client.get(address(range="QQ+,54s,ATo", node="FFFRF", action="C"))
    text = html.unescape(words(between(answer.text, "<main", "</main>")))
    published_ = next(
        one for one in published("six-max-100bb").figures if one.id == "a_bb_btn_call"
    )
    assert published_.published is not None
    known = known_biases(chosen_chart("cash_6_100").spec, "FFFRF")
    found = next(one for one in known if one.name == published_.name)
    assert found.published_percent == published_.published > found.found_percent + AGREES_POINTS
    assert f"BB calls BTN {found.published_percent:.1f} % {found.found_percent:.1f} %" in text
    assert "charts like this have too few" in text
    assert {one.file for one in known} == {"six-max-100bb"}
    chart = opened(chosen_chart("cash_6_100")).node("FFFRF")
    grade = grade_ranges(
        opened(chosen_chart("cash_6_100")), "FFFRF", {"C": parse_range("QQ+,54s,ATo")}
    )
    at = chart.actions.index("C")
    ours = 100 * float(chart.strategy[at] @ grade.weights)
    assert f"the chart {ours:.1f} %" in text.replace("\xa0", " ")
    cells = re.findall(r'class="diff-cell (\w+)" title="(\w+): ([^"]*)"', answer.text)
    assert [name for _, name, _ in cells] == list(CLASS_NAMES)
    number = CLASS_NAMES.index("AA")
    points = round(100 * (1 - chart.strategy[at, number]))
    assert cells[number][2] == f"+{points} points"
    assert known_biases(chosen_chart("cash_3_100").spec, "RF") == known
    assert known_biases(chosen_chart("cash_2_100").spec, "") == []
    assert [hand_bias(name, FITTED) for name in ("76s", "T8s", "K5s", "KQo", "A5o", "QQ")] == [
        -1,
        -1,
        0,
        1,
        0,
        0,
    ]
