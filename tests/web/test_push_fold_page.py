"""The page of the jam-or-fold game: what it says is what is shipped, with and without a stack."""

from __future__ import annotations

import html
import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop import PreflopSpec, solve_preflop
from gutshot.holdem.preflop.push_fold import push_fold

if TYPE_CHECKING:
    from tests.web.conftest import Client

PATH = "/preflop/push-fold"
CELL = re.compile(r'<td class="([^"]*)" title="([^"]*)"><span>(\w+)</span><b>([^<]*)</b></td>')


def cells(page: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return what stands in the cells of both charts, by hand."""
    found = CELL.findall(page)
    assert [name for _, _, name, _ in found] == [*CLASS_NAMES, *CLASS_NAMES]
    texts = [(name, text) for _, _, name, text in found]
    return dict(texts[:169]), dict(texts[169:])


@pytest.mark.parametrize("ante", [0, 1])
def test_every_cell_is_the_highest_stack(client: Client, ante: int) -> None:
    sheet = push_fold(Fraction(ante))
    page = client.get(f"{PATH}?ante={ante}")
    assert page.status_code == 200
    for found, shares in zip(cells(page.text), (sheet.jams, sheet.calls), strict=True):
        for number, name in enumerate(CLASS_NAMES):
            spans = sheet.spans(shares, number)
            if not spans:
                assert found[name] == "-"
                continue
            first, high = spans[0], spans[-1].high_bb
            shown = "25+" if high == 25 else f"{int(high * 10) / 10:.1f}"
            gapped = len(spans) > 1 or first.low_bb > sheet.stacks_bb[0]
            assert found[name] == shown + "*" * gapped
    said = html.unescape(page.text)
    assert ("antes 1 for both" in said) == bool(ante)


def test_one_stack(client: Client) -> None:
    page = client.get(f"{PATH}?stack=10").text
    jams, calls = cells(page)
    assert (jams["AA"], jams["72o"], jams["43s"]) == ("J", "F", "J 71")
    assert (calls["AA"], calls["72o"], calls["Q6s"]) == ("C", "F", "C 40")
    said = html.unescape(page).replace("\u202f", " ")
    assert "At 10\u00a0bb the small blind jams 58.3 % and earns −0.045\u00a0bb a hand" in said
    assert "58.3 % of all hands jam at 10" in said
    assert "43s:0.71" in said
    assert "43s:0.710" not in said
    assert "<span>--stack 10</span></code>" in said


def test_what_the_game_gives_up(client: Client) -> None:
    """The page's figures, solved again."""
    page = html.unescape(client.get(PATH).text)
    assert "gives up 0.0005\u00a0bb a hand by it at 5\u00a0bb, 0.02 at 8 and 0.13 at 15" in page
    for stack, wanted, places in ((5, 0.0005, 4), (8, 0.02, 2), (15, 0.13, 2)):
        whole = solve_preflop(PreflopSpec((Fraction(stack),) * 2), exploitability_bb=2e-4)
        sheet = push_fold(Fraction(0))
        jam = sheet.values_bb[sheet.at(Fraction(stack))]
        assert round(whole.solved.certificate.values[0] - jam, places) == wanted


def test_the_parts_are_those_of_the_page(client: Client) -> None:
    for query in ("", "?stack=7.35", "?ante=1&stack=3"):
        whole, parts = (client.get(path + query).text for path in (PATH, f"{PATH}/parts"))
        assert parts.strip() in whole
        assert cells(parts) == cells(whole)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("stack=99", "stack is from 1.05 to 25 big blinds here, not 99"),
        ("stack=deep", "stack: 'deep' is no number; write one like 10"),
        ("ante=7", "push-fold is shipped for antes of 0 and 1 big blinds, not 7"),
        ("ante=x", "ante: 'x' is no number; write one like 1"),
    ],
)
def test_one_line_for_a_mistake(client: Client, query: str, said: str) -> None:
    page = client.get(f"{PATH}?{query}")
    assert page.status_code == 422
    assert said in html.unescape(page.text)
    assert page.text.count('role="alert"') == 1
    answer = client.get(f"/api{PATH}?{query}")
    assert answer.status_code == 422
    assert said in answer.text


def test_what_is_typed_is_escaped(client: Client) -> None:
    page = client.get(PATH, params={"stack": '"><script>'}).text
    assert "<script>&" not in page
    assert '"><script>' not in page


def test_the_answer_for_programs(client: Client) -> None:
    found = client.get(f"/api{PATH}").json()
    assert found["schema"] == "gutshot.preflop.push-fold/1"
    assert found["hands"]["Q2o"]["call"] == [[1.05, 5.6]]
    one = client.get(f"/api{PATH}?stack=10").json()
    assert one["hands"]["43s"]["jam"] == 0.71
    assert (one["converged"], one["exploitability_bb"]) == (True, 1e-7)


def test_the_slider_has_a_place_for_all_stacks(client: Client) -> None:
    page = client.get(PATH).text
    assert 'max="25.05" step="0.05" value="25.05" aria-valuetext="all stacks"' in page
    page = client.get(f"{PATH}?stack=10").text
    assert 'max="25.05" step="0.05" value="10" aria-valuetext="10 big blinds"' in page


def test_the_page_of_charts_says_what_stands(client: Client) -> None:
    said = html.unescape(client.get("/preflop").text)
    assert "tables of two to nine seats" in said
    assert "at most three enter one" in said
    assert "each player is dealt one of the 169 kinds of hand by itself" in said
    seats = {PreflopSpec((Fraction(9),) * players).players for players in (2, 9)}
    assert seats == {2, 9}
    assert PreflopSpec((Fraction(9),) * 4).entrants == 3
    assert PreflopSpec((Fraction(9),) * 3).deals == "classes"


def test_the_page_is_in_the_masthead(client: Client) -> None:
    page = client.get(PATH).text
    assert f'<a href="{PATH}" aria-current="page">Jam or fold</a>' in page
