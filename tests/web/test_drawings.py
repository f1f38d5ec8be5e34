"""Cards and bars are well-formed drawings that say what they show."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from gutshot.render.svg_bars import Segment, share_bar, stacked_bar
from gutshot.render.svg_cards import card_face, card_svg, card_words, mini_card
from gutshot.render.svg_shapes import symbols

CARDS = range(54)


def test_54_cards_look_and_sound_different() -> None:
    assert len({card_face(card) for card in CARDS}) == 54
    assert len({mini_card(card) for card in CARDS}) == 54
    assert len({card_words(card) for card in CARDS}) == 54
    assert card_words(51) == "ace of spades"


@pytest.mark.parametrize("card", CARDS)
def test_a_card_refers_to_shapes_that_exist(card: int) -> None:
    known = set(re.findall(r'<symbol id="([^"]+)"', symbols()))
    used = set(re.findall(r'href="#([^"]+)"', card_face(card) + mini_card(card)))
    assert used <= known
    drawing = ET.fromstring(card_svg(card))  # noqa: S314 - our own text
    assert drawing.get("aria-label") == card_words(card)


@pytest.mark.parametrize("rank", range(9))
def test_a_number_card_has_as_many_pips_as_it_says(rank: int) -> None:
    face = card_face(4 * rank)
    pips = face[: face.index('class="bold"')]
    assert pips.count('width="40" height="40"') == rank + 2


def test_bars_add_up() -> None:
    bar = stacked_bar([Segment(0, 0.5, "a & b"), Segment(15, 0.25, "c")])
    ET.fromstring(bar)  # noqa: S314 - our own text
    widths = [
        float(w) for w in re.findall(r'class="tone\d+" x="[\d.]+" y="0" width="([\d.]+)"', bar)
    ]
    assert widths == [100.0, 50.0]
    assert "a &amp; b" in bar
    assert 'x="99.00"' in share_bar(3, 0.25, 0.5)
