"""What an action's worth rests on: how often play that follows it ends in each kind of ending.

From a node on, everybody plays the chart. The hand that is asked about is known, the others' hands
are what they come here with, so that at each of their decisions an action's chance is that of their
range, given the hand. Shares of one action add up to 1. Who has folded has lost what he put in,
whatever the others do: where chips count, that is a fold; where prizes do, the others' ending.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.holdem.hand_classes import CLASSES
from gutshot.holdem.preflop.chart_set import TIERS
from gutshot.holdem.preflop.node_ids import FOLD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart_set import ChartSet

__all__ = ["deal_shares", "tier_shares"]

_CHIPS: Final = ("cash", "ante")
_TIER: Final = {letter: number for number, letter in enumerate(TIERS)}


def tier_shares(chart: ChartSet, name: str) -> NDArray[np.float64]:
    """Return by action of a node, hand and kind of ending how often play ends so.

    Returns
    -------
    (actions, 169, 5) float64
        Kinds in the order of `TIERS`; not numbers for hands that can't be here.
    """
    return _Below(chart, name).shares()


def deal_shares(chart: ChartSet) -> dict[str, float]:
    """Return what share of all deals ends in each kind of ending, by the words of `TIERS`.

    In the order of `TIERS`, 0..1, in sum 1: here an ending is the whole table's, and who folded
    before it has no ending of his own.
    """
    found = dict.fromkeys(TIERS.values(), 0.0)

    def walk(path: str, reaches: tuple[NDArray[np.float64], ...]) -> None:
        path = chart.after(path)
        if path in chart.endings:
            found[TIERS[chart.endings[path]]] += float(reaches[0] @ chart.deals.met(0, reaches))
            return
        who, actions, _ = chart.decisions[path]
        for letter, taken in zip(actions, chart.strategy(path), strict=True):
            if taken.any():
                walk(path + letter, (*reaches[:who], reaches[who] * taken, *reaches[who + 1 :]))

    walk("", tuple(np.ones(CLASSES) for _ in range(chart.spec.players)))
    return found


class _Below:
    """All that follows a node."""

    def __init__(self, chart: ChartSet, name: str) -> None:
        self._chart = chart
        self._name = name
        self._who = chart.decisions[name].player
        self._reaches = chart.reaches(name)
        self._folded = _only("f") if chart.spec.format in _CHIPS else None

    def shares(self) -> NDArray[np.float64]:
        actions = self._chart.decisions[self._name].actions
        here = tuple(self._reaches)
        return np.array([self._mine(self._name, letter, here) for letter in actions])

    def _mine(
        self, path: str, letter: str, reaches: tuple[NDArray[np.float64], ...]
    ) -> NDArray[np.float64]:
        """Return (hands, kinds) of what follows an own action."""
        if letter == FOLD and self._folded is not None:
            return self._folded
        return self._after(path + letter, reaches)

    def _after(self, path: str, reaches: tuple[NDArray[np.float64], ...]) -> NDArray[np.float64]:
        """Return (hands, kinds) of what follows a path."""
        chart = self._chart
        path = chart.after(path)
        if path in chart.endings:
            return _only(chart.endings[path])
        who, actions, _ = chart.decisions[path]
        strategy = chart.strategy(path)
        out = np.zeros((CLASSES, len(TIERS)))
        if who == self._who:
            for letter, taken in zip(actions, strategy, strict=True):
                out += taken[:, None] * self._mine(path, letter, reaches)
            return out
        before = self._met(reaches)
        for letter, taken in zip(actions, strategy, strict=True):
            then = (*reaches[:who], reaches[who] * taken, *reaches[who + 1 :])
            met = self._met(then)
            if met.any():
                with np.errstate(invalid="ignore", divide="ignore"):
                    out += (met / before)[:, None] * self._after(path + letter, then)
        return out

    def _met(self, reaches: tuple[NDArray[np.float64], ...]) -> NDArray[np.float64]:
        return self._chart.deals.met(self._who, reaches)


def _only(tier: str) -> NDArray[np.float64]:
    """Return (hands, kinds) of a certain kind of ending."""
    out = np.zeros((CLASSES, len(TIERS)))
    out[:, _TIER[tier]] = 1.0
    return out
