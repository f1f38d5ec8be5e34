"""The checks of Pai Gow hands pass, and fail where a number, a table or a suit is wrong."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.evaluate.joker import HIGH_STRENGTHS, StrengthTables, strength_tables
from gutshot.evaluate.joker._kernels import count_best
from gutshot.paigow import all_settings
from gutshot.work import verify_paigow
from gutshot.work.every_check import EVERY_CHECK
from gutshot.work.verify import CheckFailedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

FIVE, SEVEN, SPLITS = verify_paigow.CHECKS


def nothing(share: float) -> None:
    assert 0 <= share <= 1


def changed(**arrays: tuple[int, int]) -> Callable[..., StrengthTables]:
    """Return a maker of tables in which two entries of an array are exchanged."""

    def tables(*, a2345_second_highest: bool = True) -> StrengthTables:
        found = strength_tables(a2345_second_highest=a2345_second_highest)
        for name, (first, second) in arrays.items():
            array: NDArray[np.int16] = getattr(found, name).copy()
            array[[first, second]] = array[[second, first]]
            array.flags.writeable = False
            found = found._replace(**{name: array})
        return found

    return tables


def test_seven_cards_pass() -> None:
    assert SEVEN.run(nothing).startswith("154,143,080 hands")


def test_a_number_that_is_not_the_known_one_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = verify_paigow.BONUS_HANDS | {"royal_match": 12}
    monkeypatch.setattr(verify_paigow, "BONUS_HANDS", wrong)
    with pytest.raises(CheckFailedError, match="'royal_match': 72"):
        SEVEN.run(nothing)


def test_two_hands_in_the_wrong_order_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify_paigow, "strength_tables", changed(by_ranks=(100, 101)))
    with pytest.raises(CheckFailedError, match="the tables and the twin differ"):
        FIVE.run(nothing)


def test_splits_that_differ_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify_paigow, "count_best", lambda *_: 1)
    with pytest.raises(CheckFailedError, match="up to id 6 have other strengths"):
        SPLITS.run(nothing)


def test_all_splits_of_the_lowest_cards_are_their_five_and_two_cards() -> None:
    best = np.zeros(HIGH_STRENGTHS, np.int64)
    assert count_best(0, 22, strength_tables(), best) == 0
    assert best.sum() == comb(22, 7)


def test_every_hand_counts_for_its_best_split() -> None:
    best = np.zeros(HIGH_STRENGTHS, np.int64)
    assert count_best(0, 11, strength_tables(), best) == 0
    for seven in combinations(range(11), 7):
        best[max(one.high_strength for one in all_settings(seven))] -= 1
    assert not best.any()


def test_best_splits_that_are_not_what_hands_hold_are_told() -> None:
    best = np.zeros(HIGH_STRENGTHS, np.int64)
    best[-1] = 1
    with pytest.raises(CheckFailedError, match=r"'five_aces': 1}, .*'five_aces': 1128"):
        verify_paigow.compare_best(best)


def test_every_check_has_a_name_of_its_own() -> None:
    names = [check.name for check in EVERY_CHECK]
    assert len(set(names)) == len(names)
    assert {check.name for check in verify_paigow.CHECKS} <= set(names)
