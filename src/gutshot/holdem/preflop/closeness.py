"""How far actions must be apart, and how often a decision must come, to say anything of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.holdem.preflop.chart_set import REACHED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart import ChartNode, PreflopChart
    from gutshot.holdem.preflop.chart_set import ChartSet

__all__ = [
    "INDIFFERENT_BB",
    "RARE",
    "gap_bb",
    "near_actions",
    "near_bb",
    "reach_status",
    "within_bb",
]

INDIFFERENT_BB: Final = 0.01
"""Two actions whose EVs differ by less are called equal; see `near_bb`."""
RARE: Final = 1e-4
"""A node that the table comes to in fewer deals hardly moves a certificate, so that it is loose."""


def near_bb(chart: PreflopChart | ChartSet, node: ChartNode) -> float:
    """Return the difference of EVs below which actions at a node are called indifferent.

    That is what a best response of its seat gains on the chart, and a hundredth of a big blind at
    least: a smaller gap may well be of the other sign in an equilibrium.
    """
    return within_bb(chart, chart.spec.seats.index(node.seat))


def within_bb(chart: PreflopChart | ChartSet, player: int) -> float:
    """Return the same at the nodes of a player."""
    return max(INDIFFERENT_BB, chart.certificate.gains[player])


def near_actions(node: ChartNode, hand: int, within_bb: float) -> list[str]:
    """Return the actions that are as good as the best one, if there are two or more."""
    evs = node.ev_bb[:, hand]
    near = [
        letter for letter, ev in zip(node.actions, evs, strict=True) if evs.max() - ev < within_bb
    ]
    return near if len(near) > 1 else []


def reach_status(*reaches: float) -> str:
    """Return whether what comes so often is `reached` or `not_reached`."""
    return "reached" if min(reaches) >= REACHED else "not_reached"


def gap_bb(node: ChartNode) -> NDArray[np.float64]:
    """Return by hand what the second best action falls short of the best, (169,) float64.

    Infinite where there is one action only.
    """
    if len(node.actions) == 1:
        return np.full(node.ev_bb.shape[1], np.inf)
    best = np.sort(node.ev_bb, axis=0)
    gap: NDArray[np.float64] = best[-1] - best[-2]
    return gap
