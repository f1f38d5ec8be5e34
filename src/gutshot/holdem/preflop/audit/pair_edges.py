"""Edges by hand of a chart's flops as arrays, and what they mean to a player and one other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gutshot.holdem.hand_classes import CLASSES
from gutshot.holdem.preflop.edge_payoff import edges_of
from gutshot.holdem.preflop.hand_edges import hand_features
from gutshot.holdem.preflop.worth import Worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.prizes import PrizeWorth

__all__ = ["PairEdges", "edge_means", "pair_edges"]


@dataclass(frozen=True, slots=True)
class PairEdges:
    """Endings with edges by hand.

    Attributes
    ----------
    row_of : (ends,) int64
        By ending its row, -1 where there are no edges.
    ends : (rows,) int64
    players : (rows, 2) int64
        Who the two are.
    by_class : (rows, 2, 169) float64
        What each gets by his own class in big blinds, out of the other's share.
    """

    row_of: NDArray[np.int64]
    ends: NDArray[np.int64]
    players: NDArray[np.int64]
    by_class: NDArray[np.float64]


def pair_edges(forest: Forest, worths: Sequence[Worth | PrizeWorth]) -> PairEdges:
    """Return the endings with edges among all; worths of prizes have none."""
    chips = [worth for worth in worths if isinstance(worth, Worth)]
    row_of = np.full(forest.ends, -1, np.int64)
    if not any(worth.by_hand for worth in chips):
        nobody = np.zeros((0, 2), np.int64)
        return PairEdges(row_of, np.zeros(0, np.int64), nobody, np.zeros((0, 2, CLASSES)))
    ends, players, numbers = edges_of(forest, chips)
    row_of[ends] = np.arange(len(ends))
    by_class = np.ascontiguousarray((numbers @ hand_features().T).transpose(1, 0, 2))
    return PairEdges(row_of, ends, np.ascontiguousarray(players.T), by_class)


def edge_means(
    edges: PairEdges,
    slots: NDArray[np.int64],
    rest: NDArray[np.float64],
    mine: NDArray[np.float64],
    theirs: NDArray[np.float64],
    two: tuple[int, int],
) -> NDArray[np.float64]:
    """Return what edges bring a player against one other by their hands, (169, 169).

    slots : (players, ends). rest : (ends,) how often the others come there. mine, theirs : the
    reaches of the two by slot. two : the player and the other.
    """
    player, other = two
    out = np.zeros((CLASSES, CLASSES))
    for own in range(2):
        at = np.flatnonzero(
            (edges.players[:, own] == player) & (edges.players[:, 1 - own] == other)
        )
        if not len(at):
            continue
        ends = edges.ends[at]
        here, there = slots[player, ends], slots[other, ends]
        often = rest[ends][:, None]
        won, lost = np.zeros_like(theirs), np.zeros_like(mine)
        np.add.at(won, there, often * mine[here] * edges.by_class[at, own])
        np.add.at(lost, here, often * theirs[there] * edges.by_class[at, 1 - own])
        out += won.T @ theirs - mine.T @ lost
    return out
