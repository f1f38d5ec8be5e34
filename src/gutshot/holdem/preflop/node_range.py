"""The hands that take an action at a chart's node, as a range that other programs read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import class_of_combos
from gutshot.holdem.preflop.chart_set import REACHED
from gutshot.holdem.ranges import HandRange

if TYPE_CHECKING:
    from gutshot.holdem.preflop.chart import ChartNode

__all__ = ["action_range"]

_KEPT: Final = 10_000
_HALF: Final = 0.5


def action_range(
    node: ChartNode, action: str, *, with_reach: bool = False, pure: bool = False
) -> HandRange:
    """Return the hands that take an action, with how often as weights of four decimals.

    Hands that the seat hardly ever has here are left out: what they do is noise. The range has no
    hand when nobody takes the action.

    with_reach : times how often the seat comes here with the hand by its own choices: the range
    that goes on, rather than the choice at this node.
    pure : what is done at least half of the time is done always, and the rest never.

    Raises
    ------
    InputError
        When the node has no such action.
    """
    if action not in node.actions:
        raise InputError(
            f"there is no action '{action[:12]}' at '{node.node[:40]}': {node.seat} has"
            f" {', '.join(node.actions)}"
        )
    shares = node.strategy[node.actions.index(action)]
    if pure:
        shares = (shares >= _HALF).astype(np.float64)
    if with_reach:
        shares = shares * node.own_reach
    weights = np.rint(np.where(node.own_reach >= REACHED, shares, 0.0) * _KEPT).astype(np.int64)
    return HandRange(f"{node.node}{action}", weights[class_of_combos()], _KEPT)
