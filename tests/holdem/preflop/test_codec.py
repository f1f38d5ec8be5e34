"""Numbers of charts as text: what is read back is what was written, within the stated error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.holdem.preflop.codec import (
    EV_STEP_BB,
    SHARE_STEP,
    ev_row,
    ev_text,
    share_levels,
    shares_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

HANDS = 13


@st.composite
def strategies(draw: st.DrawFn) -> NDArray[np.float64]:
    """Return shares of some actions, many of them 0, 1 or next to it."""
    actions = draw(st.integers(1, 6))
    weight = st.one_of(st.sampled_from([0.0, 1.0, 1e-12, 1e-3]), st.floats(0, 1))
    drawn = draw(st.lists(weight, min_size=actions * HANDS, max_size=actions * HANDS))
    weights = np.array(drawn).reshape(actions, HANDS)
    weights[0, weights.sum(axis=0) == 0] = 1
    shares: NDArray[np.float64] = weights / weights.sum(axis=0)
    return shares


@given(strategies())
def test_shares_come_back_within_a_level(strategy: NDArray[np.float64]) -> None:
    characters = share_levels(strategy)
    assert characters.min() >= ord("!")
    assert characters.max() <= ord("~")
    text = characters.tobytes().decode("ascii")
    assert text.isprintable()
    assert " " not in text
    again = shares_of(characters)
    assert np.abs(again - strategy).max() < SHARE_STEP < 0.011
    assert np.abs(again.sum(axis=0) - 1).max() < 1e-12
    # never and always stay what they are, and what was written once is written again
    assert (again[strategy == 0] == 0).all()
    assert (again[strategy == 1] == 1).all()
    assert (share_levels(again) == characters).all()


def test_a_share_is_cut_and_the_largest_remainder_gets_what_is_missing() -> None:
    """In plain words, for one hand: 1/2, 1/3 and 1/6 of 93 are 46.5, 31 and 15.5."""
    found = share_levels(np.array([[1 / 2], [1 / 3], [1 / 6]]))
    assert [int(n) - 33 for n in found[:, 0]] == [47, 31, 15]
    assert bytes(share_levels(np.array([[1.0], [0.0]]))[:, 0]) == b"~!"


evs = st.one_of(st.floats(-1000, 1000), st.just(float("nan")), st.sampled_from([-0.5, -1.0, 0.0]))


@given(st.lists(evs, min_size=HANDS, max_size=HANDS))
def test_evs_come_back_within_half_a_step(row: list[float]) -> None:
    text = ev_text(np.array(row))
    assert "\n" not in text
    assert text.isascii()
    again = ev_row(text, HANDS)
    assert (np.isnan(again) == np.isnan(row)).all()
    assert np.nanmax(np.abs(again - row), initial=0) <= EV_STEP_BB / 2 * (1 + 1e-9)
    assert ev_text(again) == text


def test_a_row_of_one_number_is_that_number() -> None:
    assert ev_text(np.full(HANDS, -0.5)) == "-5000"
    assert ev_text(np.array([0.0, 0.0093])) == "0 !~"
    assert ev_text(np.array([0.0, 0.0094])) == '0 !!!"'
    assert ev_text(np.full(HANDS, np.nan)) == ""


@pytest.mark.parametrize("text", ["0 abc", "x", "0 " + "a" * 13 * 10])
def test_what_is_no_row_of_evs_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"EVs of 13 hands|invalid literal"):
        ev_row(text, HANDS)
