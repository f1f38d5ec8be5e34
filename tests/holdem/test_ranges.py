"""Ranges: what each form of token stands for, weights, and one line for what can't be read."""

from __future__ import annotations

import re
from itertools import product

import pytest

from gutshot.errors import HandError
from gutshot.holdem.hand_classes import CLASS_NAMES, class_combos, class_index
from gutshot.holdem.ranges import parse_range


def classes(text: str) -> str:
    """Return the names of the classes of a range, in the order of the chart."""
    weights = parse_range(text).class_weights()
    assert weights is not None
    return " ".join(name for name, weight in zip(CLASS_NAMES, weights, strict=True) if weight)


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("QQ", "QQ"),
        ("aKs", "AKs"),
        ("AK", "AKs AKo"),
        ("TT+", "AA KK QQ JJ TT"),
        ("ATs+", "AKs AQs AJs ATs"),
        ("97s+", "98s 97s"),
        ("JTo+", "AKo KQo QJo JTo"),
        ("AK+", "AKs AKo"),
        ("QQ-TT", "QQ JJ TT"),
        ("A9s-A7s", "A9s A8s A7s"),
        ("98o-76o", "98o 87o 76o"),
        ("T8-97", "T8s 97s T8o 97o"),
        (" QQ - JJ , 72o ", "QQ JJ 72o"),
        ("AsAh,AdAc,AsAd,AsAc,AhAd,AhAc", "AA"),
        ("AK,AKo:0", "AKs"),
    ],
)
def test_a_range_stands_for_its_classes(text: str, expanded: str) -> None:
    assert classes(text) == expanded


def test_all_classes_are_all_combos() -> None:
    everything = parse_range(",".join(CLASS_NAMES))
    assert everything.weights.tolist() == [1] * 1_326


def test_weights_are_kept_exactly_and_later_tokens_overwrite() -> None:
    mine = parse_range("AKs:0.5,QQ:.25,AsKs,AhKh:0")
    assert mine.denominator == 4
    found = {
        combo: int(mine.weights[combo[0] * (combo[0] - 1) // 2 + combo[1]])
        for name in ("AKs", "QQ")
        for combo in class_combos(class_index(name))
    }
    suits = {high % 4: weight for (high, low), weight in found.items() if high // 4 != low // 4}
    assert suits == {0: 2, 1: 2, 2: 0, 3: 4}
    assert sorted(found.values()) == [0, 1, 1, 1, 1, 1, 1, 2, 2, 4]
    assert mine.weights.sum() == sum(found.values())
    assert mine.class_weights() is None


@pytest.mark.parametrize(
    "text",
    ["", ",", "AAs", "KA", "AKx", "AsAs", "As", "AsKsQs", "JkAs", "QQ+-88", "QQ-AKs", "88-QQ",
     "AKs:1.5", "AKs:", "AKs:.", "AKs:half", "AKs:0.00001", "72s-A2s", "A9s-A6o", "T9s-96s",
     "AKs:0", "AK QQ", "+", "AK\x00", "AKs:-1", "AKs:0:1", "٢٢"],
)  # fmt: skip
def test_what_can_not_be_read_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(HandError) as caught:
        parse_range(text)
    assert re.fullmatch(r".+: (write|give) .+", str(caught.value))


def test_any_two_characters_and_a_letter_are_a_class_or_refused() -> None:
    for high, low, suit in product("2Ta1", "2Ta1", ("", "s", "o", "x")):
        text = high + low + suit
        try:
            found = parse_range(text)
        except HandError:
            continue
        assert found.weights.sum() in {4, 6, 12, 16}, text
