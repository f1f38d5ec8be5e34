"""Chips as people read them."""

from __future__ import annotations

import pytest

from gutshot.render.chips_text import chips_text, fixed_text


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0"),
        (50, "50"),
        (100 / 3, "33.3333"),
        (2.5e-5, "0.000025"),
        (1e-9, "0.000000001"),
        (1_234_567.8, "1,234,568"),
        (1e9, "1,000,000,000"),
        (100, "100"),
        (1000.5, "1,000.5"),
        (-2.5, "-2.5"),
    ],
)
def test_chips_have_no_exponent(amount: float, text: str) -> None:
    assert chips_text(amount) == text


def test_zero_has_no_minus() -> None:
    assert fixed_text(-0.0004, 3) == "0.000"
    assert fixed_text(-0.0006, 3) == "-0.001"
    assert fixed_text(0.0, 0) == "0"
    assert fixed_text(float("nan"), 2, "–") == "–"
