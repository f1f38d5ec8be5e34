"""Amounts are read as they are written, or refused in one line."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.videopoker.one_line import one_line

from gutshot.errors import InputError
from gutshot.videopoker.amounts import parse_amount


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("5", Fraction(5)),
        (" 4,000 ", Fraction(4000)),
        ("0.05", Fraction(1, 20)),
        ("1199 / 5", Fraction(1199, 5)),
        ("-0.1", Fraction(-1, 10)),
    ],
)
def test_what_is_written_is_what_is_meant(text: str, amount: Fraction) -> None:
    assert parse_amount(text, "risk", "0.05") == amount


@pytest.mark.parametrize("text", ["", "x", "1/0", "1e9", "nan", "9" * 60, "1.", "1/2/3", "½"])
def test_no_number_is_one_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_amount(text, "risk", "0.05")
    line = one_line(caught.value)
    assert line.startswith("risk: '")
    assert line.endswith("' is no number; write one like 0.05")
    assert len(line) < 100
