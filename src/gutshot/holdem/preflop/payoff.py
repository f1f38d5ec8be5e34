"""What endings are worth to two players: every one is a straight line in the all-in equity.

Folds have slope 0, an all-in the pot as its slope, a flop the pot that the model says will be
played for. So a player's gradient is two matrix products for all endings together, one with the
equities and one with the chances of deals, each after his endings are added up by slot. Where
stacks count by their prizes, a tie is worth more than half a win, and takes a third product. Edges
by hand, where the model of flops has them, are added beside (`edge_payoff`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.deals import TwoHands
    from gutshot.holdem.preflop.edge_payoff import TwoSeatEdges
    from gutshot.holdem.preflop.prizes import PrizeWorth
    from gutshot.holdem.preflop.worth import Worth

__all__ = ["Line", "TwoSeatPayoff", "line_of", "prize_line"]


class Line(NamedTuple):
    """What an ending is worth to a player, net since before posting: slope x equity + constant.

    slope, constant : in big blinds.
    tie : what a tie is worth on top of half a win and half a loss.
    """

    slope: float
    constant: float
    tie: float = 0.0


def line_of(worth: Worth, player: int) -> Line:
    """Return what an ending is worth to one of two players."""
    return Line(sum(pot.amount for pot in worth.pots), worth.constants[player])


def prize_line(worth: PrizeWorth, player: int) -> Line:
    """Return what an ending is worth to one of two players, in big blinds of prize."""
    constant = float(worth.constants[player])
    if len(worth.live) == 1:
        return Line(0.0, constant)
    slope = float(worth.by_equity[0, 1][player])
    if player == 1:  # his equity is 1 less the first player's
        slope, constant = -slope, constant + slope
    return Line(slope, constant, float(worth.by_tie[0, 1][player]))


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
    edges : TwoSeatEdges, optional
        What hands win beside lines.
    """

    def __init__(
        self,
        forest: Forest,
        lines: Sequence[tuple[Line, Line]],
        deals: TwoHands,
        edges: TwoSeatEdges | None = None,
    ) -> None:
        self._edges = edges
        parts = 3 if any(line.tie for pair in lines for line in pair) else 2
        tied = np.zeros_like(deals.chance) if deals.tied is None else deals.tied
        first = [deals.won.T, deals.chance.T, tied.T]
        second = [deals.chance - deals.won, deals.chance, tied]
        # (parts x hands, hands): from the other's reaches to what a unit of reach earns
        self._deals = (np.vstack(first[:parts]), np.vstack(second[:parts]))
        self._by_slot = tuple(self._added_up(forest, lines, player, parts) for player in range(2))

    @staticmethod
    def _added_up(
        forest: Forest, lines: Sequence[tuple[Line, Line]], player: int, parts: int
    ) -> NDArray[np.float64]:
        """Return lines' numbers by own and other slot, as (parts, own slots, other slots)."""
        own, other = forest.slots[player], forest.slots[1 - player]
        out = np.zeros((parts, forest.seats[player].slots, forest.seats[1 - player].slots))
        for end, kind in enumerate(forest.kinds.tolist()):
            out[:, own[end], other[end]] += lines[kind][player][:parts]
        return out

    def gradient(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return what a unit of reach of each slot and hand earns, in big blinds."""
        theirs = reaches[1 - player]
        parts = np.hstack([numbers @ theirs for numbers in self._by_slot[player]])
        out: NDArray[np.float64] = parts @ self._deals[player]
        if self._edges is not None:
            self._edges.add(player, theirs, out)
        return out
