"""The published spots are met, and a value that is not is named."""

from __future__ import annotations

import pytest

from gutshot.work.verify import CheckFailedError
from gutshot.work.verify_postflop import _SMALL, CHECKS, _check


def test_a_published_river_is_met() -> None:
    told: list[float] = []
    assert _check(_SMALL[:1], told.append).startswith("1 published values met, by 0.00")
    assert told == sorted(told)
    assert told[-1] == 1
    assert [check.full for check in CHECKS] == [False, True]


def test_other_values_are_named() -> None:
    board, bet, raises, percent, equity, ev = _SMALL[0]
    with pytest.raises(CheckFailedError, match=r"EV 20\.1\d+ against 20\.15"):
        _check(((board, bet, raises, percent, equity, 20.15),), lambda _: None)
    with pytest.raises(CheckFailedError, match=r"equity 45\.30420 %"):
        _check(((board, bet, raises, percent, 45.3043, ev),), lambda _: None)
