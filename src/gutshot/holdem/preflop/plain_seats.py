"""The slow twin of `many_seats`: ending by ending, in numpy, nothing shared between endings."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.preflop.hand_edges import hand_features

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.deals import ManyHands
    from gutshot.holdem.preflop.worth import Worth

__all__ = ["PlainSeatPayoff"]


class PlainSeatPayoff:
    """What the ends of a forest are worth, for chips; satisfies `cfr.Payoff`.

    Parameters
    ----------
    forest : Forest
        The sequence form; an end's kind is its number in `worths`.
    worths : sequence of Worth
        By ending.
    hands : ManyHands
        What is dealt, with a form for pots between three.

    Raises
    ------
    InputError
        Without that form.
    """

    def __init__(self, forest: Forest, worths: Sequence[Worth], hands: ManyHands) -> None:
        if hands.three_way is None:
            raise InputError("the slow twin shares pots of three by the table, which is left out")
        self._forest = forest
        self._worths = worths
        self._hands = hands
        self._form = hands.three_way
        self._core = hands.three_way.core.astype(np.float64)
        self._pairs = np.tril_indices(self._core.shape[0])

    def gradient(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return what a unit of reach of each slot and hand earns, in big blinds."""
        weights, slots = self._hands.weights, self._forest.slots
        out = np.zeros((self._forest.seats[player].slots, len(weights)))
        for end, kind in enumerate(self._forest.kinds.tolist()):
            worth = self._worths[kind]
            here = [reach[at] * weights for reach, at in zip(reaches, slots[:, end], strict=True)]
            masses = [float(reach.sum()) for reach in here]
            earned = np.full(len(weights), worth.constants[player] * _without(masses, player))
            for pot in worth.pots:
                if player not in pot.eligible:
                    continue
                others = [seat for seat in pot.eligible if seat != player]
                met = len(pot.eligible) * (len(pot.eligible) - 1) / 2
                for other in others:
                    chance = pot.amount / met * _without(masses, player, other)
                    earned += chance * (self._hands.equity @ here[other])
                if len(others) == 2:
                    chance = pot.amount * _without(masses, player, *others)
                    earned += chance * self._missing(*(here[other] for other in others))
            for who, numbers in worth.by_hand:
                edge = hand_features() @ np.array(numbers)
                (other,) = (seat for seat, _ in worth.by_hand if seat != who)
                if player == who:
                    earned += _without(masses, player) * edge
                elif player == other:
                    earned -= _without(masses, player, who) * float(here[who] @ edge)
            out[slots[player, end]] += earned
        return out * weights

    def _missing(
        self, first: NDArray[np.float64], second: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return by hand what pairwise equities miss of a pot with two others, (hands,)."""
        one, two = first @ self._form.basis, second @ self._form.basis
        both = np.outer(one, two)
        both += both.T * (1 - np.eye(len(one)))
        found: NDArray[np.float64] = self._form.basis @ (self._core @ both[self._pairs])
        return found


def _without(masses: list[float], *seats: int) -> float:
    return prod(mass for seat, mass in enumerate(masses) if seat not in seats)
