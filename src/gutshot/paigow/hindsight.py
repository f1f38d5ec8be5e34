"""A hand after it was played: what would have done better, and what the setting was worth.

`better_settings` knows the dealer's hand, as everybody does after the showdown; it says nothing
about how well a hand was set. `judge_setting` does: it compares expectations before the dealer's
hand was seen, with the best setting and with that of a house way.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from gutshot.errors import HandError
from gutshot.paigow.advisor import advise
from gutshot.paigow.setting import Outcome, legal_settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gutshot.paigow.house_ways import HouseWay
    from gutshot.paigow.setting import Setting

__all__ = ["BetterSettings", "JudgedSetting", "PracticeTotal", "better_settings", "judge_setting"]

_WORTH: Final = {Outcome.LOSE: 0, Outcome.PUSH: 1, Outcome.WIN: 2}


class BetterSettings(NamedTuple):
    """Settings that would have done better against the dealer's hand, by what they had brought.

    won, pushed : one of those that are equal in both hands, the highest low hand first.
    """

    won: tuple[Setting, ...]
    pushed: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class JudgedSetting:
    """What a setting is worth beside the best one and a house way's, each for a bet of 1.

    way : the id of the house way. ev, best_ev, way_ev : -1..1, exact.
    """

    played: Setting
    best: Setting
    way: str
    way_setting: Setting
    ev: Fraction
    best_ev: Fraction
    way_ev: Fraction

    @property
    def lost(self) -> Fraction:
        """What the setting costs against the best one, 0 or more."""
        return self.best_ev - self.ev

    @property
    def lost_to_way(self) -> Fraction:
        """What it costs against the house way's, below 0 where it is the better one."""
        return self.way_ev - self.ev


@dataclass(frozen=True, slots=True)
class PracticeTotal:
    """Hands judged so far, in credits of their main wagers.

    right : how many were set as well as can be.
    """

    hands: int = 0
    right: int = 0
    lost_credits: Fraction = Fraction(0)
    lost_to_way_credits: Fraction = Fraction(0)

    def plus(self, judged: JudgedSetting, main_credits: int) -> PracticeTotal:
        """Return the total with one more hand."""
        return PracticeTotal(
            self.hands + 1,
            self.right + (not judged.lost),
            self.lost_credits + judged.lost * main_credits,
            self.lost_to_way_credits + judged.lost_to_way * main_credits,
        )


def better_settings(played: Setting, dealer: Setting) -> BetterSettings:
    """Return the settings of the same cards that would have done better than the one played.

    Raises
    ------
    HandError
        When one of the two is a foul, or they are set under different rules.
    """
    done = _WORTH[played.against(dealer)]
    found: dict[Outcome, dict[tuple[int, int], Setting]] = {one: {} for one in Outcome}
    for setting in legal_settings((*played.high, *played.low), played.rules):
        outcome = setting.against(dealer)
        if _WORTH[outcome] > done:
            found[outcome].setdefault((setting.low_strength, setting.high_strength), setting)
    won, pushed = (
        tuple(setting for _, setting in sorted(found[outcome].items(), reverse=True))
        for outcome in (Outcome.WIN, Outcome.PUSH)
    )
    return BetterSettings(won, pushed)


def judge_setting(
    played: Setting,
    dealers_way: HouseWay,
    way: HouseWay,
    *,
    commission_percent: Fraction,
    dealer: Iterable[int] | None = None,
) -> JudgedSetting:
    """Return what a setting was worth when it was made, and what others were.

    Parameters
    ----------
    played
        A setting that is no foul.
    dealers_way
        How the dealer sets his hand.
    way
        The house way to compare with.
    commission_percent
        What is taken of a win, 0..100; that it comes in whole credits at a table is left out.
    dealer
        His seven cards where they were seen before, as in Face Up.

    Raises
    ------
    HandError
        When the setting is a foul.
    """
    if played.foul:
        raise HandError("a foul has no worth: the high hand must outrank the low hand")
    advice = advise(
        (*played.high, *played.low),
        dealers_way,
        commission_percent=commission_percent,
        dealer=dealer,
        rules=played.rules,
        ways=[way],
    )
    (cost,) = advice.ways
    return JudgedSetting(
        played=played,
        best=advice.best.setting,
        way=way.id,
        way_setting=cost.setting,
        ev=advice.value_of(played).ev,
        best_ev=advice.best.ev,
        way_ev=cost.ev,
    )
