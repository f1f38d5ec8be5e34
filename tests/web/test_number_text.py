from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.web.number_text import (
    decimal_text,
    fraction_text,
    one_in,
    payout_text,
    percent_text,
    short_text,
    signed_text,
)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(0), "0\u2009%"),
        (Fraction(1), "100\u2009%"),
        (Fraction(2, 47), "4.26\u2009%"),
        (Fraction(1, 1_533_939), "0.000065\u2009%"),
        (Fraction(1, 100), "1\u2009%"),
        (Fraction(999, 100_000), "1.00\u2009%"),
    ],
)
def test_percent(share: Fraction, text: str) -> None:
    assert percent_text(share) == text


@given(st.fractions(min_value=0, max_value=1))
def test_what_can_happen_never_looks_impossible(share: Fraction) -> None:
    digits = percent_text(share).removesuffix("\u2009%").replace(",", "")
    assert (Fraction(digits) == 0) == (share == 0)


@given(st.fractions(min_value=0, max_value=10**6, max_denominator=10**4))
def test_a_payout_can_be_read_back(pays: Fraction) -> None:
    assert Fraction(payout_text(pays)) == pays


@given(st.fractions(min_value=-(10**6), max_value=10**6), st.integers(0, 9))
def test_a_decimal_is_the_nearest(exact: Fraction, places: int) -> None:
    shown = Fraction(decimal_text(exact, places).replace(",", "").replace("−", "-"))
    assert abs(shown - exact) <= Fraction(1, 2 * 10**places)


@given(st.floats(-1e15, 1e15).filter(lambda x: x == 0 or abs(x) > 1e-9))
def test_a_number_of_a_plot_has_six_digits_and_no_exponent(number: float) -> None:
    shown = short_text(number)
    assert "e" not in shown
    assert float(shown.replace(",", "").replace("−", "-")) == float(f"{number:.6g}")


def test_numbers_of_plots() -> None:
    assert [short_text(x) for x in (0, 2.5e6, 1e15, 0.1, -1234.5, 999999.7, 0.00012345678)] == [
        "0",
        "2,500,000",
        "1,000,000,000,000,000",
        "0.1",
        "−1,234.5",
        "1,000,000",
        "0.000123457",
    ]


def test_signs_and_fractions() -> None:
    assert signed_text(Fraction(-42, 100), 2) == "−0.42"
    assert signed_text(Fraction(42, 100), 2) == "+0.42"
    assert signed_text(Fraction(0), 2) == "0.00"
    assert decimal_text(Fraction(-1, 10**9), 2) == "0.00"
    assert fraction_text(Fraction(-5216, 16215)) == "−5,216/16,215"
    assert fraction_text(Fraction(4)) == "4"
    assert one_in(Fraction(0)) == "never"
    assert one_in(Fraction(2, 5)) == "1 in 2.5"
