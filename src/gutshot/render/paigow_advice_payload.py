"""What settings of seven cards are worth, as the JSON that scripts may rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.cards.text import card_name
from gutshot.paigow.differences import against_high, against_low, ev_differences

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from gutshot.paigow.advisor import Advice, SettingValue, WayCost
    from gutshot.paigow.differences import Against
    from gutshot.paigow.setting import Setting

__all__ = ["advice_details", "advice_payload"]


def advice_payload(advice: Advice) -> dict[str, Any]:
    """Return every setting without foul, best first.

    `win`, `push` and `lose` are shares, 0..1, of the dealer's `total` hands, which were all counted
    where the method is ``exact``; `counts` are the hands themselves. `ev` is what a bet of 1
    brings, `ev_exact` the same as a fraction, and `standard_error` its error where hands were
    drawn. `dominated` settings are beaten by another in one hand and not better in the other.
    `house_ways` says what it costs to leave these cards to each. In a game where the dealer's
    cards are known, `dealer` says how he sets them, and whether he is ace high, so that all push.
    """
    return {
        "schema": "gutshot.paigow.advise/1",
        "cards": _names(advice.cards),
        "against": advice.against,
        "commission_percent": float(advice.commission_percent),
        "banker": advice.banker,
        "a2345_second_highest": advice.rules.a2345_second_highest,
        "method": advice.method,
        "total": advice.total,
        "seed": advice.hands.seed,
        "dealer": None
        if advice.dealer is None
        else {**_setting(advice.dealer), "pushes": advice.dealer_pushes},
        "settings": [_value(value, advice.total) for value in advice.settings],
        "fouls": [_setting(setting) for setting in advice.fouls],
        "house_ways": [_cost(way) for way in advice.ways],
    }


def advice_details(advice: Advice, than: SettingValue | None = None) -> dict[str, Any]:
    """Return where the settings that aren't dominated win and lose, and why the first is best.

    `by_dealer` counts the dealer's hands by the category of his high hand and by his low hand:
    ``A-high`` without a pair, ``AA`` a pair. `difference` takes the gain of the best setting on
    `than`, or on the next best, apart by both; its parts add up to it. It is null where there is
    nothing to decide.
    """
    found = advice.undominated
    difference = None
    first, second = advice.best, than or advice.next_best
    if second is not None:
        difference = {
            "first": _setting(first.setting),
            "second": _setting(second.setting),
            "ev": float(first.ev - second.ev),
            "ev_exact": _exact(first.ev - second.ev),
            "parts": [
                {
                    "dealer_high": part.dealer_high,
                    "dealer_low": part.dealer_low,
                    "hands": part.hands,
                    "ev": float(part.ev),
                    "first": _counts(part.first),
                    "second": _counts(part.second),
                }
                for part in ev_differences(advice, first.setting, second.setting)
            ],
        }
    return {
        "by_dealer": [
            {
                **_setting(value.setting),
                "dealer_high": _by_kind(against_high(advice, value.setting)),
                "dealer_low": _by_kind(against_low(advice, value.setting)),
            }
            for value in found
        ],
        "difference": difference,
    }


def _value(value: SettingValue, total: int) -> dict[str, Any]:
    counts = value.win, value.push, value.lose
    return {
        **_setting(value.setting),
        "ev": float(value.ev),
        "ev_exact": _exact(value.ev),
        "standard_error": value.standard_error,
        "win": value.win / total,
        "push": value.push / total,
        "lose": value.lose / total,
        "counts": _counts(counts),
        "dominated": value.dominated,
        "best": value.best,
    }


def _cost(way: WayCost) -> dict[str, Any]:
    return {
        "way": way.way,
        **_setting(way.setting),
        "ev": float(way.ev),
        "cost": float(way.cost),
        "cost_exact": _exact(way.cost),
    }


def _setting(setting: Setting) -> dict[str, Any]:
    return {
        "high": _names(setting.high),
        "low": _names(setting.low),
        "high_name": setting.high_name,
        "low_name": setting.low_name,
    }


def _by_kind(rows: Iterable[Against]) -> dict[str, dict[str, int]]:
    return {row.kind: _counts(row[1:]) for row in rows}


def _counts(counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(("win", "push", "lose"), counts, strict=True))


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]


def _exact(value: Fraction) -> dict[str, int]:
    return {"numerator": value.numerator, "denominator": value.denominator}
