"""Returns that others print: each with who prints it, and equal to ours in every digit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.videopoker.played import played

from gutshot.videopoker import game, games

PUBLISHED = [table.id for table in games() if table.expected.published_percent]


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_return_is_ours_rounded(name: str) -> None:
    stated = game(name).expected.published_percent
    assert stated is not None
    half_a_digit = Fraction(1, 2 * 10 ** len(stated.partition(".")[2]))
    assert abs(played(name).return_fraction * 100 - Fraction(stated)) <= half_a_digit


def test_a_published_return_has_a_publisher_and_a_publisher_a_return() -> None:
    for table in games():
        expected = table.expected
        assert (expected.published_percent is None) == (expected.published_by is None), table.id
    assert len(PUBLISHED) >= 40
