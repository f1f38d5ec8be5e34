"""Amounts are read as they are written, or refused in one line."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.videopoker.one_line import one_line

from gutshot.errors import InputError
from gutshot.videopoker.amounts import parse_amount, parse_share


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


@pytest.mark.parametrize("text", ["", "x", "1/0", "1e9", "nan", "1.", "1/2/3", "½"])
def test_no_number_is_one_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_amount(text, "risk", "0.05")
    line = one_line(caught.value)
    assert line.startswith("risk: '")
    assert line.endswith("' is no number; write one like 0.05")
    assert len(line) < 100


@pytest.mark.parametrize("text", ["9" * 16, "-" + "9" * 60, "0." + "1" * 16, f"1/{'9' * 20}"])
def test_a_number_of_too_many_digits_is_called_so(text: str) -> None:
    with pytest.raises(InputError, match="has too many digits; 15 are read") as caught:
        parse_amount(text, "jackpot", "1000")
    assert len(one_line(caught.value)) < 130
    assert parse_amount("9" * 15, "jackpot", "1000") == 10**15 - 1


@pytest.mark.parametrize("text", ["5%", " 5 % ", "0.05", "1/20"])
def test_a_share_is_a_fraction_or_percent(text: str) -> None:
    assert parse_share(text, "--risk", "5%") == Fraction(1, 20)


def test_a_share_that_is_none_is_quoted_as_typed() -> None:
    with pytest.raises(InputError, match="--risk: 'x%' is no number; write one like 5%"):
        parse_share("x%", "--risk", "5%")
