"""A generated strategy as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.cards.text import card_name
from gutshot.render.payload import fraction_payload, pay_table_payload
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.version import ENGINE_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gutshot.videopoker.strategy.judgement import StrategyJudgement
    from gutshot.videopoker.strategy.line_worth import LineWorth, Shown

__all__ = ["strategy_payload"]


def strategy_payload(
    judged: StrategyJudgement,
    worths: Sequence[LineWorth],
    frontier: Iterable[tuple[int, float]],
) -> dict[str, Any]:
    """Return a strategy, what it costs exactly, and the curve of length against cost.

    frontier : size and cost of every option; its costs are floats of the search, those of the
    strategy itself are exact.
    """
    table, strategy = judged.table, judged.strategy
    return {
        "schema": "gutshot.videopoker.strategy/1",
        "engine_version": ENGINE_VERSION,
        "pay_table": pay_table_payload(table),
        "size": strategy.size,
        "exceptions": strategy.exceptions,
        "return": fraction_payload(judged.return_fraction),
        "best_return": fraction_payload(judged.best_return),
        "cost": {
            **fraction_payload(judged.cost),
            "percent": float(100 * judged.cost),
        },
        "exact": judged.cost == 0,
        "classes": deal_classes(table.deck.jokers).count,
        "uncovered_deals": judged.uncovered_deals,
        "wrong_deals": judged.wrong_deals,
        "lines": [
            {
                "number": number,
                "wild_cards": line.dealt,
                "words": line.words(table),
                "deals": worth.deals,
                "either_deals": worth.either,
                "example": _shown(worth.example),
                "exceptions": [
                    {
                        "words": instead.words(table),
                        "size": instead.size,
                        "deals": one.deals,
                        "worth": {
                            **fraction_payload(one.gain),
                            "percent": float(100 * one.gain),
                        },
                        "example": _shown(one.example),
                    }
                    for instead, one in zip(line.exceptions, worth.exceptions, strict=True)
                ],
            }
            for number, (line, worth) in enumerate(zip(strategy.lines, worths, strict=True), 1)
        ],
        "text": strategy.text(table),
        "frontier": [{"size": size, "cost_percent": 100 * cost} for size, cost in frontier],
    }


def _shown(example: Shown | None) -> dict[str, Any] | None:
    if example is None:
        return None
    return {"deal": [card_name(card) for card in example.deal], "mask": example.held}
