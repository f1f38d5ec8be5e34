"""What a round of Pai Gow teaches when it is over: better settings, and what the one made cost."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gutshot.cards.text import parse_cards
from gutshot.paigow.advisor import parse_percent
from gutshot.paigow.hindsight import JudgedSetting, better_settings, judge_setting
from gutshot.paigow.house_ways import house_way
from gutshot.paigow.setting import Setting
from gutshot.web.number_text import decimal_text, signed_text
from gutshot.web.table_words import hand_said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.paigow.rules import Rules
    from gutshot.paigow.table import TableConfig

__all__ = ["could_have", "judged", "judged_words"]

_PLACES = 4


def could_have(result: Mapping[str, Any], rules: Rules) -> str:
    """Return how the cards would have done better against the hand that the dealer had.

    result : a seat's, in a table's snapshot. "" after a win, and where everything is a push.
    """
    if result["result"] in {"win", "ace_high_push"}:
        return ""
    return _could(*_settings(result, rules))


def judged(result: Mapping[str, Any], config: TableConfig, way: str) -> JudgedSetting:
    """Return what a setting was worth when it was made, beside the best and a house way's.

    result : a seat's, in a table's snapshot. way : the id of a house way.

    Raises
    ------
    HouseWayError
        When there is no such way.
    """
    own, dealer = _settings(result, config.rules)
    seen = (*dealer.high, *dealer.low) if config.face_up else None
    return _judged(
        own, config.house_way, way, parse_percent(config.commission_percent or "0"), seen
    )


def judged_words(one: JudgedSetting, way_name: str, main: int) -> tuple[str, ...]:
    """Return a judgement in sentences. main : the wager, in credits."""
    first = f"Your setting is worth {signed_text(one.ev, _PLACES)} of a bet"
    if not one.lost:
        first += ": none is worth more."
    else:
        first += (
            f"; the best, {_named(one.best)}, {signed_text(one.best_ev, _PLACES)}."
            f" It costs {_credits(one.lost * main)} of your {main} credits."
        )
    second = f"{way_name} sets {_named(one.way_setting)}"
    if one.lost_to_way > 0:
        second += f", which is {_credits(one.lost_to_way * main)} credits better."
    elif one.lost_to_way < 0:
        second += f", which is {_credits(-one.lost_to_way * main)} credits worse."
    else:
        second += ", which is worth as much."
    return first, second


def _settings(result: Mapping[str, Any], rules: Rules) -> tuple[Setting, Setting]:
    laid = {
        one["label"]: tuple(parse_cards(card)[0] for card in one["cards"])
        for one in result["hands"]
    }
    return (
        Setting(laid["player_high"], laid["player_low"], rules),
        Setting(laid["dealer_high"], laid["dealer_low"], rules),
    )


@lru_cache(maxsize=512)
def _could(own: Setting, dealer: Setting) -> str:
    better = better_settings(own, dealer)
    found, word = (better.won, "won") if better.won else (better.pushed, "pushed")
    if not found:
        return "No setting of these cards would have done better against this hand."
    others = len(found) - 1
    more = f", or in {others} other way{'' if others == 1 else 's'}" if others else ""
    return f"You could have {word} with {_named(found[0])}{more}."


@lru_cache(maxsize=512)
def _judged(
    own: Setting, dealers: str, way: str, commission: Fraction, seen: tuple[int, ...] | None
) -> JudgedSetting:
    return judge_setting(
        own, house_way(dealers), house_way(way), commission_percent=commission, dealer=seen
    )


def _named(setting: Setting) -> str:
    return f"{hand_said(setting.low_name)} in front and {hand_said(setting.high_name)} behind"


def _credits(amount: Fraction) -> str:
    return decimal_text(amount, 2)
