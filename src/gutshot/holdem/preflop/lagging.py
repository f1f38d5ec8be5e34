"""A payoff to learn from whose costly part is taken anew only every few iterations.

What pots between three are worth beyond pairwise equities is a small part of a gradient and most of
its cost. Strategies move slowly, so iterations between two looks at it learn as much: on trees of 3
to 9 seats a solve takes as many of them, for less than half the time. Nothing is approximate where
it ends, since what is kept is right for strategies that rest, and certificates never look at it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from gutshot.cfr import Payoff

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["EVERY", "LaggingPayoff", "TwoParts"]

EVERY: Final = 8
"""Iterations between two looks at the costly part; of 1 to 16 the fastest to the bar."""


class TwoParts(Payoff, Protocol):
    """A payoff that is the sum of a quick part and a costly one."""

    three_way_slots: tuple[NDArray[np.int64], ...]
    """By player, the slots that the costly part is for."""

    def two_way(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return the quick part of a gradient, all slots."""
        ...

    def three_way(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return the costly part, by slot of `three_way_slots`."""
        ...


class LaggingPayoff:
    """Gradients whose costly part may be some iterations old; satisfies `cfr.Lessons`.

    Parameters
    ----------
    payoff : TwoParts
        What is right.
    hands : int
        How many hands a player can hold.
    """

    def __init__(self, payoff: TwoParts, hands: int) -> None:
        self._payoff = payoff
        self._kept = [np.zeros((len(slots), hands), np.float32) for slots in payoff.three_way_slots]
        self._asked = np.zeros(len(self._kept))

    def gradient(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return what a unit of reach of each slot and hand earns, about; asked once an iteration.

        reaches : as of `cfr.Payoff`.
        """
        kept = self._kept[player]
        if self._asked[player] % EVERY == 0:
            kept[...] = self._payoff.three_way(player, reaches)
        self._asked[player] += 1
        out = self._payoff.two_way(player, reaches)
        out[self._payoff.three_way_slots[player]] += kept
        return out

    def state(self) -> dict[str, NDArray[np.floating]]:
        """Return the live arrays that the next gradients depend on, by name."""
        return {
            "asked": self._asked,
            **{f"three_way{player}": kept for player, kept in enumerate(self._kept)},
        }
