"""Hands after they were played: what would have done better, and what the setting was worth."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from gutshot.cards.text import parse_cards
from gutshot.errors import HandError
from gutshot.paigow import Rules, Setting, house_way
from gutshot.paigow.advisor import advise
from gutshot.paigow.hindsight import PracticeTotal, better_settings, judge_setting
from gutshot.paigow.setting import Outcome, all_settings

RULES = Rules()


def setting(high: str, low: str) -> Setting:
    return Setting(parse_cards(high), parse_cards(low), RULES)


TWO_PAIR = setting("Qc Qd 3c 3d 8d", "Ah Ts")
SPLIT = setting("Qc Qd Ah Ts 8d", "3c 3d")


@pytest.mark.parametrize(
    ("played", "dealer", "won", "pushed"),
    [
        (TWO_PAIR, setting("Jc Jd 9h 7s 5c", "As Kh"), ["Pair of threes"], []),
        (SPLIT, setting("Jc Jd 9h 7s 5c", "As Kh"), [], []),
        (SPLIT, setting("Kc Kd 9h 7s 5c", "4s 4h"), [], ["Ace-ten", "Ace-eight", "Ten-eight"]),
        (TWO_PAIR, setting("Kc Kd 9h 7s 5c", "2s 2h"), [], []),
    ],
)
def test_what_would_have_done_better(
    played: Setting, dealer: Setting, won: list[str], pushed: list[str]
) -> None:
    better = better_settings(played, dealer)
    assert [one.low_name for one in better.won] == won
    assert [one.low_name for one in better.pushed] == pushed


def test_better_settings_are_all_that_beat_the_one_played() -> None:
    generator = Random(3)  # noqa: S311 - a sample, repeatable
    worth = [Outcome.LOSE, Outcome.PUSH, Outcome.WIN]
    some = 0
    for _ in range(30):
        deck = generator.sample(range(53), 14)
        dealer = house_way("local").set(deck[7:])
        settings = [one for one in all_settings(deck[:7]) if not one.foul]
        played = generator.choice(settings)
        better = better_settings(played, dealer)
        for outcome, found in ((Outcome.WIN, better.won), (Outcome.PUSH, better.pushed)):
            rises = worth.index(outcome) > worth.index(played.against(dealer))
            expected = {
                (one.high_strength, one.low_strength)
                for one in settings
                if rises and one.against(dealer) is outcome
            }
            strengths = [(one.high_strength, one.low_strength) for one in found]
            assert set(strengths) == expected
            assert len(strengths) == len(expected)
            assert [low for _, low in strengths] == sorted((x for _, x in strengths), reverse=True)
            some += len(found)
    assert some


def test_a_setting_is_judged_as_the_advisor_says() -> None:
    local, trump = house_way("local"), house_way("trump-plaza")
    judged = judge_setting(TWO_PAIR, local, trump, commission_percent=Fraction(5))
    advice = advise((*TWO_PAIR.high, *TWO_PAIR.low), local, ways=[trump])
    assert judged.best_ev == advice.best.ev
    assert judged.ev == advice.value_of(TWO_PAIR).ev
    assert float(judged.lost) == pytest.approx(0.379 - 0.339, abs=0.001)
    assert judged.way == "trump-plaza"
    assert judged.way_setting == TWO_PAIR
    assert judged.lost_to_way == 0
    best = judge_setting(judged.best, local, trump, commission_percent=Fraction(5))
    assert best.lost == 0
    assert best.lost_to_way == -judged.lost


def test_totals_are_in_credits_of_the_main_wagers() -> None:
    local = house_way("local")
    bad = judge_setting(TWO_PAIR, local, local, commission_percent=Fraction(5))
    good = judge_setting(bad.best, local, local, commission_percent=Fraction(5))
    total = PracticeTotal().plus(bad, 10).plus(good, 500)
    assert (total.hands, total.right) == (2, 1)
    assert total.lost_credits == 10 * bad.lost
    assert total.lost_to_way_credits == 10 * bad.lost_to_way + 500 * good.lost_to_way


def test_against_a_shown_hand_a_bet_is_lost_or_won() -> None:
    dealer = parse_cards("Jc Jd 9h 7s 5c As Kh")
    local = house_way("local")
    judged = judge_setting(TWO_PAIR, local, local, commission_percent=Fraction(0), dealer=dealer)
    assert (judged.ev, judged.best_ev, judged.lost, judged.lost_to_way) == tuple(
        map(Fraction, (0, 1, 1, 1))
    )


def test_a_foul_is_refused() -> None:
    foul = setting("Ah Ts 8d 3c 3d", "Qc Qd")
    with pytest.raises(HandError, match="a foul has no worth"):
        judge_setting(foul, house_way("local"), house_way("local"), commission_percent=Fraction(5))
    with pytest.raises(HandError, match="a foul can't be compared"):
        better_settings(foul, TWO_PAIR)
