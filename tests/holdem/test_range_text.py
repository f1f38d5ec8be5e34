"""Ranges written out are read back to the same weights, and are short."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.holdem.hand_classes import class_of_combos
from gutshot.holdem.range_text import range_text
from gutshot.holdem.ranges import HandRange, parse_range


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("AA,KK,QQ", "QQ+"),
        ("TT-88,22", "TT-88,22"),
        ("AKs,AQs,AJs,KQs", "AJs+,KQs"),
        ("AK,AQ,AJs", "AJs+,AQo+"),
        ("A2s,A3s,A4s,A5s,KQ", "A5s-A2s,KQ"),
        ("AKs:0.5,QQ,AsKs:0.25", "QQ,AhKh:0.5,AdKd:0.5,AcKc:0.5,AsKs:0.25"),
        ("JJ:0.0625,KQo", "KQo,JJ:0.0625"),
        ("22+,AKs,AQs,AKo,AQo", "22+,AQ+"),
    ],
)
def test_neighbours_are_joined(text: str, short: str) -> None:
    assert range_text(parse_range(text)) == short


@given(st.integers(0, 2**32), st.sampled_from([1, 2, 4, 10_000]), st.booleans())
def test_what_is_written_is_read_back(seed: int, denominator: int, classes: bool) -> None:
    random = Random(seed)  # noqa: S311 - a sample, repeatable
    levels = [random.randint(0, denominator) for _ in range(random.choice([1, 3, 8]))]
    weights = np.array(random.choices([0, *levels], k=1326), np.int64)
    if classes:
        weights = weights[class_of_combos()]
    weights[random.randrange(1326)] = denominator
    again = parse_range(range_text(HandRange("", weights, denominator)))
    assert (again.weights * denominator == weights * again.denominator).all()
