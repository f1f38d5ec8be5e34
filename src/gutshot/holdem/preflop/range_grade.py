"""Somebody's ranges at a node of a chart: what each hand loses against the chart's best action.

A hand loses what its actions are worth less than the best one, by the chart's EVs: everybody, this
seat included, plays the chart from there on. Hands count as often as they are held when the chart's
table comes to the node.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.errors import InputError
from gutshot.frames import Rows
from gutshot.holdem.hand_classes import CLASS_NAMES, CLASSES, class_of_combos
from gutshot.holdem.preflop.chart_set import REACHED
from gutshot.holdem.preflop.closeness import near_bb
from gutshot.holdem.preflop.node_ids import CHECK, FOLD, is_raise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart import ChartNode, PreflopChart
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.ranges import HandRange

__all__ = ["RangeGrade", "grade_ranges", "only_action"]

_HUNDRED: Final = 100


@dataclass(frozen=True, eq=False)
class RangeGrade(Rows):
    """What ranges lose at a node.

    Attributes
    ----------
    node : ChartNode
        The chart's own.
    shares : (actions, hands) float64
        How often each action is taken, 0..1.
    rest : str
        The action of hands, and parts of them, that no range names.
    loss_bb : (hands,) float64
        What a hand loses a time in big blinds, 0 or more; not a number for hands that the chart's
        seat hardly ever has here.
    weights : (hands,) float64
        The share of the deals that come here in which the seat has the hand, 0..1.
    within_bb : float
        A hand that loses less is indifferent: that may well be nothing in an equilibrium.
    chart_loss_bb : (hands,) float64
        What the chart's own mix loses likewise.
    """

    node: ChartNode
    shares: NDArray[np.float64]
    rest: str
    loss_bb: NDArray[np.float64]
    weights: NDArray[np.float64]
    within_bb: float
    chart_loss_bb: NDArray[np.float64]

    @property
    def lost(self) -> NDArray[np.float64]:
        """Big blinds that each hand loses by deal that comes here, (hands,), 0 where not held."""
        return self.weights * np.nan_to_num(self.loss_bb)

    @property
    def per_hand_bb(self) -> float:
        """What is lost each time that the table comes here."""
        return float(self.lost.sum())

    @property
    def clear_per_hand_bb(self) -> float:
        """The part of it that hands lose which are not indifferent."""
        return float(self.lost[self.clear].sum())

    @property
    def chart_per_hand_bb(self) -> float:
        """What the chart's own strategy loses likewise: it is converged, and not without end."""
        return float(self.weights @ np.nan_to_num(self.chart_loss_bb))

    @property
    def per_100_here_bb(self) -> float:
        """What is lost in a hundred hands that come here."""
        return _HUNDRED * self.per_hand_bb

    @property
    def per_100_dealt_bb(self) -> float:
        """What is lost here in a hundred hands at the table, as often as the chart comes here."""
        return _HUNDRED * self.node.reach * self.per_hand_bb

    @property
    def clear(self) -> NDArray[np.bool_]:
        """Which hands lose as much as would be wrong in any equilibrium near the chart."""
        return np.nan_to_num(self.loss_bb) >= self.within_bb

    def worst(self) -> list[int]:
        """Return the hands that lose clearly, those that cost most first, by their numbers."""
        lost = self.lost
        return [int(n) for n in np.argsort(-lost, kind="stable") if self.clear[n] and lost[n] > 0]

    def rows(self) -> list[dict[str, Any]]:
        """Return the table by hand, in the order of the chart."""
        out = []
        for number, name in enumerate(CLASS_NAMES):
            known = not np.isnan(self.loss_bb[number])
            best = int(self.node.ev_bb[:, number].argmax()) if known else None
            out.append(
                {
                    "hand": name,
                    "status": self.status(number),
                    "best": None if best is None else self.node.actions[best],
                    "loss_bb": float(self.loss_bb[number]) if known else None,
                    "weight": float(self.weights[number]),
                    "lost_bb": float(self.lost[number]),
                    **{f"played_{a}": float(x) for a, x in self._by_action(self.shares, number)},
                    **{
                        f"chart_{a}": float(x)
                        for a, x in self._by_action(self.node.strategy, number)
                    },
                }
            )
        return out

    def status(self, number: int) -> str:
        """Return `not_reached`, `best`, `indifferent` or `mistake` of a hand."""
        loss = self.loss_bb[number]
        if np.isnan(loss):
            return "not_reached"
        if loss <= 0:
            return "best"
        return "mistake" if loss >= self.within_bb else "indifferent"

    def _by_action(self, table: NDArray[np.float64], number: int) -> list[tuple[str, float]]:
        return list(zip(self.node.actions, table[:, number].tolist(), strict=True))


def grade_ranges(
    chart: PreflopChart | ChartSet, node: str, ranges: Mapping[str, HandRange]
) -> RangeGrade:
    """Return what ranges lose at a node of a chart.

    ranges : by action the hands that take it; a weight is how often. What is left of a hand folds,
    or checks where that costs nothing. Combos of a class count as one: before the flop they are
    worth the same.

    Raises
    ------
    InputError
        When the chart has no such node, or the node no such action, a hand is to do more than it
        can, or the table comes there so seldom that the chart has no EVs.
    """
    found = chart.node(node)
    if found.reach < REACHED:
        raise InputError(
            f"the table comes to '{node[:40]}' in fewer than one deal in a million: what is done"
            " there has no EVs to grade by"
        )
    rest = next((action for action in (FOLD, CHECK) if action in found.actions), found.actions[0])
    shares = _shares(found, ranges, rest)
    who = chart.spec.seats.index(found.seat)
    held = found.own_reach * chart.deals.met(who, chart.reaches(node))
    best = found.ev_bb.max(axis=0)
    seldom = found.own_reach < REACHED

    def loss(played: NDArray[np.float64]) -> NDArray[np.float64]:
        short = np.maximum(0.0, (played * (best - found.ev_bb)).sum(axis=0))
        return np.where(seldom, np.nan, short)

    return RangeGrade(
        found,
        shares,
        rest,
        loss(shares),
        held / held.sum(),
        near_bb(chart, found),
        loss(found.strategy),
    )


def only_action(node: ChartNode) -> str:
    """Return the action that a single range means: the one that is no fold and no check.

    Where there are several it is the raise, if there is one size.

    Raises
    ------
    InputError
        When it could be several.
    """
    active = [action for action in node.actions if action not in {FOLD, CHECK}]
    raises = [action for action in active if is_raise(action)]
    for found in (active, raises):
        if len(found) == 1:
            return found[0]
    raise InputError(f"a range at '{node.node[:40]}' can be for {', '.join(active)}: say which")


def _shares(node: ChartNode, ranges: Mapping[str, HandRange], rest: str) -> NDArray[np.float64]:
    """Return how often each action is taken, (actions, hands)."""
    sums = [Fraction(0)] * CLASSES
    out = np.zeros((len(node.actions), CLASSES))
    combos = np.bincount(class_of_combos(), minlength=CLASSES).tolist()
    for action, hands in ranges.items():
        if action not in node.actions:
            raise InputError(
                f"there is no action '{action[:12]}' at '{node.node[:40]}': {node.seat} has"
                f" {', '.join(node.actions)}"
            )
        weights = np.zeros(CLASSES, np.int64)
        np.add.at(weights, class_of_combos(), hands.weights)
        for number, weight in enumerate(weights.tolist()):
            share = Fraction(weight, hands.denominator * combos[number])
            sums[number] += share
            out[node.actions.index(action), number] += float(share)
    for number, total in enumerate(sums):
        if total > 1:
            raise InputError(
                f"{CLASS_NAMES[number]} is to act in {float(100 * total):g} % of cases: the weights"
                " of its actions add up to more than 1"
            )
    out[node.actions.index(rest)] += [float(1 - total) for total in sums]
    return out
