"""The 21 settings of seven cards, fouls, and one setting against another."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from gutshot.cards.text import parse_cards
from gutshot.errors import HandError
from gutshot.evaluate.joker.plain import plain_high, plain_low
from gutshot.paigow import (
    SPLITS,
    Outcome,
    Rules,
    Setting,
    all_settings,
    legal_settings,
    parse_seven,
)
from gutshot.paigow.setting import split_strengths

WHEEL_LOWEST = Rules(a2345_second_highest=False)


def setting(high: str, low: str, rules: Rules = Rules()) -> Setting:  # noqa: B008 - frozen
    return Setting(parse_cards(high), parse_cards(low), rules)


def sevens(count: int, seed: int) -> list[list[int]]:
    random = Random(seed)  # noqa: S311 - a sample, repeatable
    return [random.sample(range(53), 7) for _ in range(count)]


@pytest.mark.parametrize("rules", [Rules(), WHEEL_LOWEST])
def test_the_settings_are_the_splits_with_the_twins_fouls(rules: Rules) -> None:
    dealt = sevens(300, seed=1)
    high, low = split_strengths(np.array(dealt, np.uint8), rules)
    fouls = high < rules.tables.least_high[low]
    assert 0 < fouls.mean() < 0.5
    for seven, highs, lows, foul in zip(dealt, high, low, fouls, strict=True):
        found = all_settings(seven, rules)
        assert [one.high_strength for one in found] == highs.tolist()
        assert [one.low_strength for one in found] == lows.tolist()
        assert [one.foul for one in found] == foul.tolist()
        assert legal_settings(seven, rules) == tuple(one for one in found if not one.foul)
        for (i, j), one in zip(SPLITS, found, strict=True):
            assert {*one.low} == {seven[i], seven[j]}
            assert {*one.high} == {*seven} - {*one.low}
            behind = plain_high(one.high, a2345_second_highest=rules.a2345_second_highest)
            assert one.foul == (behind < (*plain_low(one.low), -1, -1, -1))


def test_every_hand_can_be_set() -> None:
    assert all(legal_settings(seven) for seven in sevens(2_000, seed=2))


def test_five_aces_stand_behind_kings() -> None:
    found = [
        one
        for one in legal_settings(parse_seven("Jk Ac Ad Ah As Kc Kd"))
        if one.low_name == "Pair of kings"
    ]
    assert [one.high_name for one in found] == ["Five aces"]


def test_a_straight_outranks_three_of_a_kind_whatever_a_bonus_pays_first() -> None:
    found = max(legal_settings(parse_seven("5c 6d 7h 8s 9c 9d 9h")), key=lambda x: x.high_strength)
    assert (found.high_name, found.low_name) == ("Straight, nine high", "Pair of nines")


def test_what_each_hand_brings() -> None:
    dealer = setting("Kc Kd Ah 5s 3c", "Qs Jh")
    both = setting("Ac Ad 9h 5d 4c", "Qd Jk")
    low_only = setting("Qc Qh Kh 5d 4c", "9s 9h")
    high_only = setting("Ac Ad 9h 5d 4c", "Qd Ts")
    neither = setting("Qc Qh Kh 5d 4c", "Qd Ts")
    assert both.against(dealer) is Outcome.WIN
    assert low_only.against(dealer) is Outcome.PUSH
    assert high_only.against(dealer) is Outcome.PUSH
    assert neither.against(dealer) is Outcome.LOSE


def test_copies_are_the_dealers() -> None:
    dealer = setting("Kc Kd Ah 5s 3c", "Qs Jh")
    low_copy = setting("Ac Ad 9h 5d 4c", "Qd Jc")
    high_copy = setting("Ks Kh Jk 5d 3d", "9s 9h")
    lost_by_the_copy = setting("Qc Qh Kh 5d 4c", "Qd Jc")
    assert low_copy.against(dealer) is Outcome.PUSH
    assert high_copy.high_strength == dealer.high_strength
    assert high_copy.against(dealer) is Outcome.PUSH
    assert lost_by_the_copy.against(dealer) is Outcome.LOSE


def test_a_setting_loses_to_itself() -> None:
    for seven in sevens(50, seed=3):
        for one in legal_settings(seven):
            assert one.against(one) is Outcome.LOSE


def test_the_place_of_a2345_decides_a_hand() -> None:
    for rules, expected in ((Rules(), Outcome.WIN), (WHEEL_LOWEST, Outcome.PUSH)):
        player = setting("5c 4d 3h 2s Ac", "Kd Qd", rules)
        dealer = setting("Ks Qs Jd Tc 9c", "9d 8d", rules)
        assert player.against(dealer) is expected


def test_fouls_and_other_tables_are_no_opponents() -> None:
    foul = setting("Ac Qd Jh 9s 8c", "Ah Kh")
    legal = setting("Ac Kd 4h 3s 2c", "Ah Kh")
    other = setting("Ac Kd 4h 3s 2c", "Ah Kh", WHEEL_LOWEST)
    assert foul.foul
    for one, against in ((foul, legal), (legal, foul)):
        with pytest.raises(HandError, match="foul"):
            one.against(against)
    with pytest.raises(HandError, match="different rules"):
        legal.against(other)


@pytest.mark.parametrize(
    ("high", "low", "message"),
    [
        ("Ac Kd 4h 3s", "Ah Kh", "4 cards given, 5 needed"),
        ("Ac Kd 4h 3s 2c", "Ah", "1 card given, 2 needed"),
        ("Ac Kd 4h 3s 2c", "Ac Kh", "Ac is given twice"),
        ("Ac Kd 4h 3s Jk2", "Ac Kh", "card id 53 is not in the deck"),
    ],
)
def test_what_is_no_setting_is_refused(high: str, low: str, message: str) -> None:
    with pytest.raises(HandError, match=message):
        setting(high, low)
