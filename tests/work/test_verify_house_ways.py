"""The checks of house ways pass on a part, and fail where a table or a figure is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.paigow import HouseWay, Rules, house_way
from gutshot.work import verify_house_ways
from gutshot.work.verify import CheckFailedError

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLASSES, DEALT = verify_house_ways.CHECKS


def nothing(share: float) -> None:
    assert 0 <= share <= 1


@pytest.fixture(autouse=True)
def part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify_house_ways, "EVERY", 400)
    monkeypatch.setattr(verify_house_ways, "DEALS", 50_000)


def only(monkeypatch: pytest.MonkeyPatch, way: HouseWay) -> None:
    monkeypatch.setattr(verify_house_ways, "house_ways", lambda: (way,))


def test_a_part_of_the_checks_passes() -> None:
    assert "in 731 classes" in CLASSES.run(nothing)
    said = DEALT.run(nothing)
    assert said.startswith("100,000 hands dealt")
    assert said.count(" as published") == 2


def test_a_published_figure_that_is_another_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    way = house_way("foxwoods")
    assert way.published is not None
    wrong = way.published._replace(win_percent=27.0, lose_percent=32.5)
    only(monkeypatch, replace(way, published=wrong))
    with pytest.raises(CheckFailedError, match=r"foxwoods .*, Wizard of Odds has 27\.00"):
        DEALT.run(nothing)


def test_rules_that_one_hand_is_not_set_by_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, house_way("local"))
    choose = HouseWay.choose
    monkeypatch.setattr(HouseWay, "choose", lambda _, dealt: choose(house_way("foxwoods"), dealt))
    with pytest.raises(CheckFailedError, match=r"local, .*: set otherwise one by one"):
        CLASSES.run(nothing)


def test_a_table_that_is_not_the_rules_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    way = house_way("local")
    only(monkeypatch, way)
    mixed = way.tables()._replace(by_ranks=house_way("foxwoods").tables().by_ranks)
    monkeypatch.setattr(HouseWay, "tables", lambda *_: mixed)
    with pytest.raises(CheckFailedError, match="local: a hand is set otherwise by its rules"):
        DEALT.run(nothing)


def test_a_foul_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, house_way("local"))

    def foul(
        _: HouseWay, hands: NDArray[np.uint8], __: Rules
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        return np.zeros(len(hands), np.int32), np.full(len(hands), 90, np.int32)

    monkeypatch.setattr(HouseWay, "strengths", foul)
    with pytest.raises(CheckFailedError, match="local sets a foul"):
        DEALT.run(nothing)
