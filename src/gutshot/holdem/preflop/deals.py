"""How likely hands are dealt together, and what share of a pot each wins all-in.

Two hands are dealt as they are, or each by itself; more than two each by itself.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASSES, COMBOS, class_of_combos, compatible_combos
from gutshot.holdem.three_way.form import ThreeWayForm, shipped_form, table_form
from gutshot.holdem.three_way.outcomes_form import shipped_outcomes_form, table_outcomes_form

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.three_way.outcomes_form import OutcomesForm

__all__ = [
    "Deals",
    "ManyHands",
    "TwoHands",
    "by_classes",
    "by_combos",
    "class_weights",
    "deals_of",
    "many_hands",
    "tie_of_two",
    "whole_table",
]

_PAIRS: Final = COMBOS * 1_225  # ordered pairs of combos that share no card


class TwoHands(NamedTuple):
    """Deals of two hands, the first by row, the second by column.

    chance : (hands, hands) float64
        The probability of each pair; they add up to 1.
    won : (hands, hands) float64
        The same times the first hand's equity, a tie as half.
    tied : (hands, hands) float64
        The same times the chance that the two tie; None where nobody asks for it.
    """

    chance: NDArray[np.float64]
    won: NDArray[np.float64]
    tied: NDArray[np.float64] | None = None

    def dealt(self, player: int) -> NDArray[np.float64]:
        """Return the probability of each of a player's hands."""
        dealt: NDArray[np.float64] = self.chance.sum(axis=1 - player)
        return dealt

    def met(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return by hand of a player the chance to hold it where others come with these reaches.

        reaches : (hands,) of all players; his own is not looked at.
        """
        chance = self.chance if player == 0 else self.chance.T
        return chance @ reaches[1 - player]


class ManyHands(NamedTuple):
    """Deals of any number of hands, alike for all players and independent.

    weights : (hands,) probabilities.
    equity : (hands, hands) share of a pot of the first against the second.
    three_way : what is missing for three to the average of pairwise equities; None leaves it out.
    tie : (hands, hands) chance that two tie; None where nobody asks for it.
    outcomes : returns who wins alone and who shares, for three; None leaves it out.
    """

    weights: NDArray[np.float64]
    equity: NDArray[np.float64]
    three_way: ThreeWayForm | None
    tie: NDArray[np.float64] | None = None
    outcomes: Callable[[], OutcomesForm] | None = None

    def dealt(self, player: int) -> NDArray[np.float64]:
        """Return the probability of each of a player's hands."""
        del player
        return self.weights

    def met(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return by hand of a player the chance to hold it where others come with these reaches."""
        others = [reach @ self.weights for p, reach in enumerate(reaches) if p != player]
        return self.weights * math.prod(others)


Deals = TwoHands | ManyHands


@cache
def class_weights() -> NDArray[np.float64]:
    """Return the probability of each class, as (169,)."""
    out: NDArray[np.float64] = np.bincount(class_of_combos(), minlength=CLASSES) / COMBOS
    return out


@cache
def by_combos() -> TwoHands:
    """Return the deals of two classes as they are: each pair of combos that share no card.

    All combos of a class play alike and meet the same combos of every other class, so that 169
    classes lose nothing.
    """
    wins, ties = class_equities()
    return TwoHands(
        compatible_combos() / _PAIRS,
        (wins + ties.astype(np.float64) / 2) / (BOARDS * _PAIRS),
        ties / (BOARDS * _PAIRS),
    )


@cache
def by_classes() -> TwoHands:
    """Return deals in which each class comes by its own probability, whatever the other one is.

    Cards in one hand then take none from the other's range; equities know of each other's cards.
    """
    exact = by_combos()
    weights = class_weights()
    chance = np.outer(weights, weights)
    return TwoHands(chance, chance * exact.won / exact.chance, chance * tie_of_two())


def tie_of_two() -> NDArray[np.float64]:
    """Return the chance that two classes tie, (169, 169)."""
    tie: NDArray[np.float64] = class_equities().ties / (BOARDS * compatible_combos())
    return tie


@cache
def many_hands(three_way: str, *, for_prizes: bool = False) -> ManyHands:
    """Return the deals of classes to a table, by the `three_way` of a `PreflopSpec`.

    for_prizes : with ties and all outcomes of three hands.
    """
    exact = by_combos()
    equity = exact.won / exact.chance
    table = three_way == "table"
    form = shipped_form() if table else None
    if not for_prizes:
        return ManyHands(class_weights(), equity, form)
    # unpacked in a second by who prices endings, and not to read a chart
    outcomes = shipped_outcomes_form if table else None
    return ManyHands(class_weights(), equity, form, tie_of_two(), outcomes)


def whole_table(deals: ManyHands) -> ManyHands:
    """Return deals to a table with three-way outcomes as they were counted, nothing left out."""
    outcomes = None if deals.outcomes is None else table_outcomes_form
    return deals._replace(three_way=table_form(), outcomes=outcomes)


def deals_of(spec: PreflopSpec) -> Deals:
    """Return the deals of a spot."""
    if spec.players > 2:
        return many_hands(spec.three_way, for_prizes=spec.for_prizes)
    return by_combos() if spec.deals == "combos" else by_classes()
