"""A judged decision in words: what it cost and what was given away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.cards.text import format_cards
from gutshot.render.videopoker_text import category_label

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.videopoker import HandAnalysis
    from gutshot.videopoker.decision import Decision

__all__ = ["decision_words", "hold_words", "result_words"]


def hold_words(hand: HandAnalysis, mask: int, *, unicode: bool = True) -> str:
    """Return the cards of a hold, or that it draws five."""
    kept = [card for i, card in enumerate(hand.deal) if mask >> i & 1]
    return format_cards(kept, unicode=unicode) if kept else "nothing"


def decision_words(
    hand: HandAnalysis, decision: Decision, stake_credits: int, *, unicode: bool = True
) -> str:
    """Return one or two sentences on a decision; costs exact and as decimals."""
    chosen = hold_words(hand, decision.mask, unicode=unicode)
    if decision.right:
        if len(decision.best) > 1:
            others = " or ".join(
                hold_words(hand, mask, unicode=unicode)
                for mask in decision.best
                if mask != decision.mask
            )
            return f"Right: holding {chosen} is as good as {others}, exactly."
        return f"Right: holding {chosen} is best, EV {_number(decision.ev)} bets."
    best = " or ".join(hold_words(hand, mask, unicode=unicode) for mask in decision.best)
    cost = decision.cost
    words = (
        f"Holding {chosen} is worth {_number(decision.ev)} bets,"
        f" {best} is worth {_number(decision.best_ev)}:"
        f" it costs {_number(cost)} bets, {_number(cost * stake_credits)} credits."
    )
    reason = decision.main_reason
    if reason is None or reason.cost <= 0:
        return words
    return (
        f"{words} Most of it is {category_label(reason.category).lower()}:"
        f" {float(100 * reason.best):.4g} % of draws instead of {float(100 * reason.chosen):.4g} %,"
        f" worth {_number(reason.cost)} bets."
    )


def result_words(*, right: bool, payout_credits: int) -> str:
    """Return what the draw brought, kept apart from whether the hold was right."""
    if payout_credits and not right:
        return f"You won {payout_credits} on a wrong hold: a lucky draw, not a good decision."
    if not payout_credits and right:
        return "No win, but nothing to regret: the hold was right and the draw unlucky."
    return f"You won {payout_credits}." if payout_credits else "No win."


def _number(exact: Fraction) -> str:
    if exact.denominator == 1:
        return str(exact.numerator)
    return f"{float(exact):.7f}".rstrip("0") + f" ({exact})"
