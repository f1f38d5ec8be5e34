"""A judged decision in words: what it cost, what was given away, and what the draw brought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.cards.text import format_cards
from gutshot.render.videopoker_text import category_label

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from gutshot.videopoker import HandAnalysis
    from gutshot.videopoker.decision import Decision
    from gutshot.videopoker.round import Tally

__all__ = ["decision_words", "hands_words", "hold_words", "result_words", "tally_words"]


def hold_words(hand: HandAnalysis, mask: int, *, unicode: bool = True) -> str:
    """Return the cards of a hold, or that it draws five."""
    kept = [card for i, card in enumerate(hand.deal) if mask >> i & 1]
    return format_cards(kept, unicode=unicode) if kept else "nothing"


def decision_words(
    hand: HandAnalysis,
    decision: Decision,
    stake_credits: int,
    *,
    plays: int = 1,
    unicode: bool = True,
) -> str:
    """Return one or two sentences on a decision; costs exact and as decimals.

    stake_credits : of all `plays` hands together.
    """
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
    each, together = (" a hand", f" on {plays} hands") if plays > 1 else ("", "")
    words = (
        f"Holding {chosen} is worth {_number(decision.ev)} bets,"
        f" {best} is worth {_number(decision.best_ev)}:"
        f" it costs {_number(cost)} bets{each}, {_number(cost * stake_credits)} credits{together}."
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


def hands_words(
    plays: int,
    *,
    payout_credits: int,
    stake_credits: int,
    expected_credits: Fraction | None = None,
    right: bool = True,
) -> str:
    """Return what the draw of several hands brought.

    expected_credits : stake times EV of the hold, None where the mode does not judge.
    """
    words = f"The {plays} hands cost {stake_credits:,} and paid {payout_credits:,}."
    if expected_credits is None:
        return words
    luck = payout_credits - expected_credits
    words += f" Your hold brings {float(expected_credits):,.2f} on average:"
    if not luck:
        return f"{words} exactly that came."
    if luck < 0:
        more = "nothing to regret, the draw was unlucky" if right else "an unlucky draw besides"
        return f"{words} {float(-luck):,.2f} less came, {more}."
    more = "a lucky draw" if right else "a lucky draw, not a good decision"
    return f"{words} {float(luck):,.2f} more came, {more}."


def tally_words(found: Sequence[Tally]) -> str:
    """Return what hands ended in: ``1 × flush, 2 × two pair, 7 × no win``."""
    return ", ".join(f"{one.hands} × {category_label(one.category).lower()}" for one in found)


def _number(exact: Fraction) -> str:
    if exact.denominator == 1:
        return str(exact.numerator)
    return f"{float(exact):.7f}".rstrip("0") + f" ({exact})"
