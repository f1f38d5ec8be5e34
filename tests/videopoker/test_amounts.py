"""Amounts are read as they are written, or refused in one line."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.videopoker.one_line import one_line

from gutshot.errors import InputError
from gutshot.videopoker.amounts import parse_amount, parse_amounts, parse_share


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("5", Fraction(5)),
        (" 4,000 ", Fraction(4000)),
        ("-1,234,567.5", Fraction(-2_469_135, 2)),
        ("1,000/3", Fraction(1000, 3)),
        ("0.05", Fraction(1, 20)),
        ("1199 / 5", Fraction(1199, 5)),
        ("-0.1", Fraction(-1, 10)),
        (".5", Fraction(1, 2)),
        ("-.25", Fraction(-1, 4)),
    ],
)
def test_what_is_written_is_what_is_meant(text: str, amount: Fraction) -> None:
    assert parse_amount(text, "risk", "0.05") == amount


@pytest.mark.parametrize("text", ["", "x", "1/0", "1e9", "nan", "1.", "1/2/3", "½", ".", "-", "-."])
def test_no_number_is_one_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_amount(text, "risk", "0.05")
    line = one_line(caught.value)
    assert line.startswith("risk: '")
    assert line.endswith("' is no number; write one like 0.05")
    assert len(line) < 100


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("10,5", "write 10.5"),
        ("0,500", "write 0.500"),
        (",5", "write .5"),
        ("1,0000", "write 1.0000"),
        ("1000,000", "write one like 10, commas only between thousands"),
        ("1,,000", "write one like 10, commas only between thousands"),
        ("5,000,", "write one like 10, commas only between thousands"),
        ("1,000,00", "write one like 10, commas only between thousands"),
        ("1.5,000", "write one like 10, commas only between thousands"),
    ],
)
def test_a_comma_that_parts_no_thousands_is_refused(text: str, right: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_amount(text, "--stack", "10")
    assert one_line(caught.value) == f"--stack: '{text}' is no number; {right}"


@given(st.integers(0, 10**15 - 1))
def test_whole_numbers_are_read_with_and_without_commas(number: int) -> None:
    assert parse_amount(f"{number:,}", "x", "1") == parse_amount(str(number), "x", "1") == number


@pytest.mark.parametrize(
    ("text", "start", "whole"),
    [
        ("5,000", "000", "5000"),
        ("40, 050 ,7", "050", "40050"),
        ("1,000,000,7", "000", "1000000"),
        ("3,05", "05", "5000"),
        ("00,3", "00", "5000"),
    ],
)
def test_a_list_takes_no_thousands_apart(text: str, start: str, whole: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_amounts(text.split(","), "--stacks", "5000")
    assert one_line(caught.value) == (
        f"--stacks: '{start}' starts with a zero; write thousands in one piece, like {whole}"
    )


def test_a_list_has_noughts_and_decimals() -> None:
    assert parse_amounts(["0", "0.5", " .5", "100"], "x", "1") == [0, 0.5, 0.5, 100]


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
    with pytest.raises(InputError, match=r"--risk: '5,5%' is no number; write 5\.5%"):
        parse_share("5,5%", "--risk", "5%")
