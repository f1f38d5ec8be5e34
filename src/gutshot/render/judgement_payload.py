"""A judged strategy as JSON: exact numbers as fractions, deals as counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.cards.text import card_name
from gutshot.render.payload import fraction_payload, pay_table_payload
from gutshot.videopoker.strategy.mistake_kinds import kinds_of_mistakes
from gutshot.videopoker.version import ENGINE_VERSION

if TYPE_CHECKING:
    from gutshot.videopoker.strategy.judgement import Mistake, StrategyJudgement
    from gutshot.videopoker.strategy.line_reports import LineReport
    from gutshot.videopoker.strategy.mistake_kinds import MistakeKind

__all__ = ["judgement_payload"]


def judgement_payload(judged: StrategyJudgement, examples: int = 100) -> dict[str, Any]:
    """Return a strategy's figures, its lines, and its dearest deals.

    Lines are numbered from 1 in the order of `text`; costs are returns lost, per coin bet.
    examples : how many kinds of mistakes and how many classes of deals to give of each list.
    """
    table = judged.table
    return {
        "schema": "gutshot.videopoker.strategy-judgement/1",
        "engine_version": ENGINE_VERSION,
        "pay_table": pay_table_payload(table),
        "text": judged.strategy.text(table),
        "size": judged.strategy.size,
        "exceptions": judged.strategy.exceptions,
        "return": {**fraction_payload(judged.return_fraction), "percent": judged.percent},
        "best_return": fraction_payload(judged.best_return),
        "cost": {**fraction_payload(judged.cost), "percent": float(100 * judged.cost)},
        "exact": judged.cost == 0,
        "variance": float(judged.variance),
        "categories": judged.categories,
        "wrong_deals": judged.wrong_deals,
        "wrong_classes": len(judged.wrong),
        "undecided_deals": judged.undecided_deals,
        "uncovered_deals": judged.uncovered_deals,
        "uncovered_cost": fraction_payload(judged.uncovered_cost),
        "lines": [
            {
                "number": number,
                "wild_cards": line.dealt,
                "words": line.words(table),
                **_report(report),
                "exceptions": [
                    {"words": instead.words(table), "size": instead.size, "deals": deals}
                    for instead, deals in zip(line.exceptions, report.exceptions, strict=True)
                ],
            }
            for number, (line, report) in enumerate(
                zip(judged.strategy.lines, judged.lines, strict=True), 1
            )
        ],
        "repeats": [
            {
                "words": one.phrase.words(table),
                "first_line": one.first + 1,
                "second_line": one.second + 1,
            }
            for one in judged.repeats
        ],
        "mistake_kinds": [_kind(one) for one in kinds_of_mistakes(judged)[:examples]],
        "mistakes": [_mistake(one) for one in judged.mistakes(examples)],
        "uncovered": [_mistake(one) for one in judged.open_deals(examples)],
    }


def _report(report: LineReport) -> dict[str, Any]:
    shadow = report.shadow
    return {
        "deals": report.deals,
        "wrong_deals": report.wrong_deals,
        "cost": fraction_payload(report.cost),
        "undecided_deals": report.undecided_deals,
        "undecided_cost": fraction_payload(report.undecided_cost),
        "never_reached": None
        if shadow is None
        else {
            "deals_that_fit": shadow.deals,
            "taken_by": [{"line": place + 1, "deals": deals} for place, deals in shadow.above],
            "held_otherwise": shadow.other_hold,
            "contradicted": shadow.contradicted,
        },
    }


def _kind(one: MistakeKind) -> dict[str, Any]:
    return {
        "line": None if one.line is None else one.line + 1,
        "exception": None if one.exception is None else one.exception + 1,
        "held": one.held,
        "best": one.best,
        "classes": one.classes,
        "deals": one.deals,
        "cost": fraction_payload(one.cost),
        "example": {
            "deal": [card_name(card) for card in one.deal],
            "held": one.held_mask,
            "best": list(one.best_masks),
            "cost": fraction_payload(one.each),
        },
    }


def _mistake(one: Mistake) -> dict[str, Any]:
    return {
        "deal": [card_name(card) for card in one.deal],
        "deals": one.deals,
        "held": one.held,
        "best": list(one.best),
        "cost": fraction_payload(one.cost),
        "line": None if one.line is None else one.line + 1,
        "exception": None if one.exception is None else one.exception + 1,
    }
