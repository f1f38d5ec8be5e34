"""A judged decision as the trainer's page prints it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gutshot.render.decision_words import decision_words
from gutshot.render.svg_cards import card_words, mini_card
from gutshot.web.adding_up import adding_up, places_for
from gutshot.web.number_text import decimal_text, fraction_text, percent_text
from gutshot.web.vp_view import labels

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from gutshot.videopoker import HandAnalysis
    from gutshot.videopoker.decision import Decision

__all__ = ["HoldShown", "Judged", "Part", "hold_shown", "judged"]


@dataclass(frozen=True, slots=True)
class HoldShown:
    """A hold: for each dealt position its small card, or "" where it is drawn anew."""

    mask: int
    slots: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Part:
    """One category's part of a cost; `gain` where the chosen hold makes more of it."""

    label: str
    best: str
    chosen: str
    cost: str
    fraction: str
    gain: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision; costs exact and as decimals, in bets of one hand and in credits of all hands.

    `total` is what the costs of `parts` add up to, to the last digit shown; `alike` counts the
    categories that are left out because both holds make them equally often.
    """

    right: bool
    words: str
    chosen: HoldShown
    best: tuple[HoldShown, ...]
    ev: str
    ev_fraction: str
    best_ev: str
    best_ev_fraction: str
    bets: str
    bets_fraction: str
    credits: str
    credits_fraction: str
    parts: tuple[Part, ...]
    alike: int
    total: str


def hold_shown(deal: Sequence[int], mask: int) -> HoldShown:
    """Return a hold's drawings and words."""
    kept = [card for i, card in enumerate(deal) if mask >> i & 1]
    return HoldShown(
        mask,
        tuple(mini_card(card) if mask >> i & 1 else "" for i, card in enumerate(deal)),
        "hold " + ", ".join(card_words(card) for card in kept) if kept else "draw five cards",
    )


def judged(hand: HandAnalysis, decision: Decision, stake_credits: int, plays: int = 1) -> Judged:
    """Return the printed form of a decision; the stake is that of all `plays` hands."""
    in_credits = decision.cost * stake_credits
    places = places_for(decision.cost)
    names = labels(hand.table)
    shown = [part for part in decision.contributions if part.cost]
    alike = sum(part.cost == 0 and part.best > 0 for part in decision.contributions)
    costs, total = adding_up([part.cost for part in shown], max(places, 6))
    return Judged(
        right=decision.right,
        words=decision_words(hand, decision, stake_credits, plays=plays),
        chosen=hold_shown(hand.deal, decision.mask),
        best=tuple(hold_shown(hand.deal, mask) for mask in decision.best),
        ev=_decimal(decision.ev, places),
        ev_fraction=fraction_text(decision.ev),
        best_ev=_decimal(decision.best_ev, places),
        best_ev_fraction=fraction_text(decision.best_ev),
        bets=_decimal(decision.cost, places),
        bets_fraction=fraction_text(decision.cost),
        credits=_decimal(in_credits, places_for(in_credits)),
        credits_fraction=fraction_text(in_credits),
        parts=tuple(
            Part(
                names[part.category],
                percent_text(part.best) if part.best else "",
                percent_text(part.chosen) if part.chosen else "",
                cost,
                fraction_text(part.cost),
                gain=part.cost < 0,
            )
            for part, cost in zip(shown, costs, strict=True)
        ),
        alike=alike,
        total=total,
    )


def _decimal(exact: Fraction, places: int) -> str:
    return str(exact.numerator) if exact.denominator == 1 else decimal_text(exact, places)
