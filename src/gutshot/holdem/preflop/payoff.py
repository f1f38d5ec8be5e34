"""What endings are worth to two players: every one is a straight line in the all-in equity.

Folds have slope 0, an all-in the pot as its slope, a flop the pot that the model says will be
played for. So a player's gradient is two matrix products for all endings together, one with the
equities and one with the chances of deals, each after his endings are added up by slot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.deals import TwoHands
    from gutshot.holdem.preflop.worth import Worth

__all__ = ["Line", "TwoSeatPayoff", "line_of"]


class Line(NamedTuple):
    """What an ending is worth to a player, net since before posting: slope x equity + constant.

    slope, constant : in big blinds.
    """

    slope: float
    constant: float


def line_of(worth: Worth, player: int) -> Line:
    """Return what an ending is worth to one of two players."""
    return Line(sum(pot.amount for pot in worth.pots), worth.constants[player])


class TwoSeatPayoff:
    """What the ends of a two-player forest are worth; satisfies `cfr.Payoff`.

    Parameters
    ----------
    forest : Forest
        The sequence form; an end's kind is its number in `lines`.
    lines : sequence of pairs of Line
        By ending, what it is worth to the first and to the second player.
    deals : TwoHands
        What can be dealt.
    """

    def __init__(self, forest: Forest, lines: Sequence[tuple[Line, Line]], deals: TwoHands) -> None:
        first = np.vstack([deals.won.T, deals.chance.T])
        second = np.vstack([deals.chance - deals.won, deals.chance])
        # (2 x hands, hands): from the other's reaches to what a unit of reach earns
        self._deals = (first, second)
        self._by_slot = tuple(self._added_up(forest, lines, player) for player in range(2))

    @staticmethod
    def _added_up(
        forest: Forest, lines: Sequence[tuple[Line, Line]], player: int
    ) -> NDArray[np.float64]:
        """Return slopes and constants by own and by other slot, as (2, own slots, other slots)."""
        own, other = forest.slots[player], forest.slots[1 - player]
        out = np.zeros((2, forest.seats[player].slots, forest.seats[1 - player].slots))
        for end, kind in enumerate(forest.kinds.tolist()):
            out[:, own[end], other[end]] += lines[kind][player]
        return out

    def gradient(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return what a unit of reach of each slot and hand earns, in big blinds."""
        slopes, constants = self._by_slot[player]
        theirs = reaches[1 - player]
        out: NDArray[np.float64] = (
            np.hstack([slopes @ theirs, constants @ theirs]) @ self._deals[player]
        )
        return out
