"""From a flop ending on the chart page to the form that solves it."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from gutshot.holdem.calibrate.endings import LEAST_WEIGHT
from gutshot.holdem.hand_classes import class_of_combos
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.holdem.ranges import parse_range

if TYPE_CHECKING:
    from tests.web.conftest import Client

PATH = "/preflop/flop"
LINK = re.compile(r'<a class="act over[^"]*" href="([^"]*)"')


def test_the_form_has_the_lines_ranges_pot_and_stacks(client: Client) -> None:
    """The button raises, the big blind calls: who acts first after the flop comes first."""
    answer = client.get(
        PATH, params={"chart": "cash_6_100", "node": "FFFRFC"}, follow_redirects=False
    )
    assert answer.status_code == 303
    found = urlsplit(answer.headers["location"])
    fields = {key: texts[0] for key, texts in parse_qs(found.query).items()}
    assert found.path == "/postflop"
    assert (fields["pot"], fields["stack"]) == ("4.9", "97.8")
    kept = kept_chart(spec_from({"players": 6, "stack": 100}, "test"))
    assert kept is not None
    raised, called = kept.chart.strategy("FFF")[-2], kept.chart.strategy("FFFRF")[1]
    for key, own in (("h1", called), ("h2", raised)):
        wanted = own / own.max()
        wanted[wanted < LEAST_WEIGHT] = 0
        range_ = parse_range(fields[key])
        weights = range_.weights / range_.denominator
        assert np.abs(weights - wanted[class_of_combos()]).max() < LEAST_WEIGHT + 1e-4
    page = client.get(answer.headers["location"])
    assert page.status_code == 200
    assert 'value="97.8"' in page.text


def test_flops_of_two_lead_there_and_others_do_not(client: Client) -> None:
    """Heads-up pots have a link; with a third player in it the ending is told and nothing more."""
    page = client.get("/preflop/charts", params={"chart": "cash_6_100", "node": "FFFRF"})
    [link] = [html.unescape(one) for one in LINK.findall(page.text)]
    assert link == "/preflop/flop?chart=cash_6_100&node=FFFRFC"
    page = client.get("/preflop/charts", params={"chart": "cash_6_100", "node": "FFFRC"})
    # a fold leaves two; a call makes it three, which is told in a span
    assert [html.unescape(one) for one in LINK.findall(page.text)] == [
        "/preflop/flop?chart=cash_6_100&node=FFFRCF"
    ]
    assert '<span class="act over kind-c">' in page.text


@pytest.mark.parametrize(
    ("node", "complaint"),
    [("FFFRF", "no betting ends"), ("FFFRCC", "no flop of two"), ("FFFRFF", "no flop of two")],
)
def test_other_lines_are_refused(client: Client, node: str, complaint: str) -> None:
    """In a line, as what was asked for can't be."""
    answer = client.get(PATH, params={"chart": "cash_6_100", "node": node})
    assert answer.status_code == 422
    assert complaint in html.unescape(answer.text).lower()
