"""The same two-player games as linear programmes in sequence form, solved by HiGHS.

The first player maximises over his reaches what the second leaves him; the second's best answers
are dual variables. Nothing here iterates or averages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.optimize import linprog  # type: ignore[import-untyped]

from gutshot.holdem.preflop.deals import TwoHands

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.preflop.game import PreflopGame


class Optimum(NamedTuple):
    """The first player's EV in an equilibrium, and his reaches by slot and hand."""

    value: float
    reach: NDArray[np.float64]


def optimum(spot: PreflopGame) -> Optimum:
    """Return an equilibrium of the first player, and the value of the game."""
    forest = spot.game.forest
    ours, theirs = forest.seats
    deals = spot.deals
    assert isinstance(deals, TwoHands)
    hands, others = deals.chance.shape
    reaches = ours.slots * hands
    # what the first player wins where the second takes a slot with a hand, as a row over reaches
    worth = np.zeros((theirs.slots * others, reaches))
    for end in range(forest.ends):
        slope, constant, _ = spot.lines[forest.kinds[end]][0]
        block = slope * deals.won + constant * deals.chance
        mine, his = (int(forest.slots[p, end]) for p in range(2))
        rows = slice(his * others, (his + 1) * others)
        columns = slice(mine * hands, (mine + 1) * hands)
        worth[rows, columns] += block.T
    # each slot of the second leaves: ends behind it and the least of each node below it
    nodes = len(theirs.first)
    below = np.zeros((theirs.slots * others, nodes * others))
    least = np.zeros((theirs.slots * others, nodes * others))
    for node in range(nodes):
        first, count = int(theirs.first[node]), int(theirs.actions[node])
        for hand in range(others):
            at = node * others + hand
            below[int(theirs.parent[first]) * others + hand, at] = 1
            for slot in range(first, first + count):
                least[slot * others + hand, at] = 1
    taken = slice(others, None)
    limits = np.hstack([-worth[taken], (least - below)[taken]])
    # reaches flow from slot to slot
    flow = np.zeros(((1 + len(ours.first)) * hands, reaches + nodes * others))
    level = np.zeros(flow.shape[0])
    for hand in range(hands):
        flow[hand, hand] = 1
        level[hand] = 1
        for node in range(len(ours.first)):
            first, count = int(ours.first[node]), int(ours.actions[node])
            row = (1 + node) * hands + hand
            flow[row, int(ours.parent[first]) * hands + hand] = -1
            for slot in range(first, first + count):
                flow[row, slot * hands + hand] = 1
    root = slice(0, others)
    gain = np.concatenate([worth[root].sum(axis=0), below[root].sum(axis=0)])
    free = [(0, None)] * reaches + [(None, None)] * (nodes * others)
    found = linprog(
        -gain,
        A_ub=limits,
        b_ub=np.zeros(limits.shape[0]),
        A_eq=flow,
        b_eq=level,
        bounds=free,
        method="highs",
    )
    assert found.status == 0, found.message
    return Optimum(-float(found.fun), found.x[:reaches].reshape(ours.slots, hands))
