"""Sessions, hands and statistics as JSON that programs may rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gutshot.cards.text import card_name
from gutshot.render.payload import fraction_payload, pay_table_payload

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.play.videopoker.statistics import Statistics
    from gutshot.play.videopoker.views import HandView, SessionView
    from gutshot.videopoker.decision import Decision

__all__ = ["hand_payload", "session_payload", "sessions_payload", "statistics_payload"]


def session_payload(view: SessionView) -> dict[str, Any]:
    """Return a session: its settings, how many deals and hands are finished, the deal in play."""
    return {
        "schema": "gutshot.videopoker.session/1",
        "session_id": view.session_id,
        "opened_at": view.opened_at,
        "settings": view.settings.body(),
        "pay_table": pay_table_payload(view.settings.table),
        "deals": view.deals,
        "hands": view.hands,
        "credits": view.credits,
        "hand": hand_payload(view.hand) if view.hand else None,
    }


def hand_payload(hand: HandView) -> dict[str, Any]:
    """Return what a player may see of a deal: nothing of the reserves before the draw.

    `hands` has every hand that was drawn, none before the draw; `final` and `category` are those of
    the one hand where one is played, and null where there are several.
    """
    record = hand.record
    return {
        "schema": "gutshot.videopoker.hand/1",
        "hand_id": hand.hand_id,
        "state": "drawn" if record else "stopped" if hand.stopped else "dealt",
        "deal": [card_name(card) for card in hand.deal],
        "plays": hand.plays,
        "stake_credits": hand.stake_credits,
        "hold_mask": hand.hold_mask,
        "final": [card_name(card) for card in hand.final] if hand.final else None,
        "category": hand.category,
        "payout_credits": hand.payout_credits,
        "hands": [
            {
                "final": [card_name(card) for card in one.cards],
                "category": one.category,
                "payout_credits": one.payout_credits,
            }
            for one in hand.hands
        ],
        "decision": _decision(hand.decision, hand.stake_credits) if hand.decision else None,
        "rival": {
            "level": record.rival,
            "hold_mask": record.rival_mask,
            "payout_credits": record.rival_payout_credits,
        }
        if record and record.rival
        else None,
    }


def _decision(decision: Decision, stake: int) -> dict[str, Any]:
    """Return the judgement of the first choice; EVs and costs per coin bet, and in credits."""
    return {
        "hold_mask": decision.mask,
        "right": decision.right,
        "best": list(decision.best),
        "ev": fraction_payload(decision.ev),
        "best_ev": fraction_payload(decision.best_ev),
        "cost": fraction_payload(decision.cost),
        "cost_credits": fraction_payload(decision.cost * stake),
        "compared_with": decision.compared_with,
        "contributions": [
            {
                "category": part.category,
                "best": fraction_payload(part.best),
                "chosen": fraction_payload(part.chosen),
                "cost": fraction_payload(part.cost),
            }
            for part in decision.contributions
        ],
    }


def statistics_payload(stats: Statistics) -> dict[str, Any]:
    """Return statistics: four parts that sum to the net result, EV lost, then accuracy."""
    return {
        "schema": "gutshot.videopoker.statistics/1",
        "deals": stats.deals,
        "hands": stats.hands,
        "staked_credits": stats.staked_credits,
        "paid_credits": stats.paid_credits,
        "net_credits": stats.net_credits,
        "parts": {
            "game": fraction_payload(stats.parts.game),
            "deal_luck": fraction_payload(stats.parts.deal_luck),
            "mistakes": fraction_payload(stats.parts.mistakes),
            "draw_luck": fraction_payload(stats.parts.draw_luck),
        },
        "lost_credits": fraction_payload(stats.lost_credits),
        "lost_per_hand": fraction_payload(stats.lost_per_hand),
        "lost_per_deal": fraction_payload(stats.lost_per_deal),
        "lost_per_thousand": fraction_payload(stats.lost_per_thousand),
        "right": stats.right,
        "accuracy": fraction_payload(stats.accuracy),
        "near_misses": stats.near_misses,
        "seconds_per_decision": stats.seconds_per_decision,
        "by_shape": [
            {
                "shape": one.shape,
                "decisions": one.decisions,
                "right": one.right,
                "lost_credits": fraction_payload(one.lost_credits),
            }
            for one in stats.by_shape
        ],
    }


def sessions_payload(views: Sequence[SessionView]) -> dict[str, Any]:
    """Return a list of sessions, the latest first."""
    return {
        "schema": "gutshot.videopoker.sessions/1",
        "sessions": [session_payload(view) for view in views],
    }
