"""How likely two hands are dealt together, and what share of a pot the first wins all-in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASSES, COMBOS, class_of_combos, compatible_combos

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TwoHands", "by_classes", "by_combos", "class_weights", "two_hands"]

_PAIRS: Final = COMBOS * 1_225  # ordered pairs of combos that share no card


class TwoHands(NamedTuple):
    """Deals of two hands, the first by row, the second by column.

    chance : (hands, hands) float64
        The probability of each pair; they add up to 1.
    won : (hands, hands) float64
        The same times the first hand's equity, a tie as half.
    """

    chance: NDArray[np.float64]
    won: NDArray[np.float64]


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
        compatible_combos() / _PAIRS, (wins + ties.astype(np.float64) / 2) / (BOARDS * _PAIRS)
    )


@cache
def by_classes() -> TwoHands:
    """Return deals in which each class comes by its own probability, whatever the other one is.

    Cards in one hand then take none from the other's range; equities know of each other's cards.
    """
    exact = by_combos()
    weights = class_weights()
    chance = np.outer(weights, weights)
    return TwoHands(chance, chance * exact.won / exact.chance)


def two_hands(deals: str) -> TwoHands:
    """Return the deals of a `PreflopSpec` by their name, `combos` or `classes`."""
    return by_combos() if deals == "combos" else by_classes()
