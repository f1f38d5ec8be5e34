"""A rule of thumb for three hands all in: the average of a hand's equities against the others.

The three averages add up to 1.5, so each is brought down to two thirds: no hand is given more than
that. One that beats the first of the others and loses to the second is valued as if it were even
with both. How far off that is, the table tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASS_NAMES, CLASSES, compatible_combos
from gutshot.holdem.three_way.counting import deals_with
from gutshot.holdem.three_way.table import three_way_shares

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["PairwiseError", "pairwise_error", "pairwise_shares"]


class PairwiseError(NamedTuple):
    """How far shares by the rule of thumb are from the table's, in shares of the pot, 0..1.

    largest : of any hand of any three. rms : root of the mean square over all deals of three hands.
    bias : mean error by tenths of the exact share, from 0-10 % on: below zero is too little.
    deals : the share of all hands dealt that has such an exact share, by the same tenths.
    worst : hands with the largest errors: the hand, the two others, exact share, share by the rule.
    """

    largest: float
    rms: float
    bias: tuple[float, ...]
    deals: tuple[float, ...]
    worst: tuple[tuple[str, str, str, float, float], ...]


def pairwise_shares(hand: int) -> NDArray[np.float64]:
    """Return the shares of the pot of a class with each two classes, (169, 169, 3), by the rule.

    In the order of `table.three_way_shares`, which it can stand in for.
    """
    wins, ties = class_equities()
    equity = (wins + 0.5 * ties) / (BOARDS * compatible_combos())
    first = equity[hand][:, None] + equity[hand]
    second = equity[:, hand][:, None] + equity
    return np.stack([first, second, second.T], axis=-1) / 3


def pairwise_error(
    worst: int = 10, progress: Callable[[float], None] | None = None
) -> PairwiseError:
    """Return how far off the rule of thumb is; about 2 s of one core.

    worst : how many of the worst hands to name; the two others in rising order.
    progress : told the share that is done, 0..1.
    """
    tenths = np.zeros((10, 2))
    squares = deals_of_all = 0.0
    found: list[tuple[float, tuple[str, str, str, float, float]]] = []
    for hand in range(CLASSES):
        exact = three_way_shares(hand)[..., 0]
        rule = pairwise_shares(hand)[..., 0]
        deals = deals_with(hand)
        error = np.where(deals > 0, rule - exact, 0.0)
        squares += float((deals * error**2).sum())
        deals_of_all += float(deals.sum())
        tenth = np.minimum((10 * exact).astype(np.int64), 9).ravel()
        tenths[:, 0] += np.bincount(tenth, (deals * error).ravel(), 10)
        tenths[:, 1] += np.bincount(tenth, deals.ravel(), 10)
        for place in np.argsort(-np.abs(np.triu(error)), axis=None)[:worst].tolist():
            j, k = divmod(place, CLASSES)
            first, second, third = (CLASS_NAMES[number] for number in (hand, j, k))
            line = (first, second, third, float(exact[j, k]), float(rule[j, k]))
            found.append((float(abs(error[j, k])), line))
        if progress is not None:
            progress((hand + 1) / CLASSES)
    found.sort(key=lambda one: -one[0])
    bias = tuple((tenths[:, 0] / np.maximum(tenths[:, 1], 1)).tolist())
    return PairwiseError(
        found[0][0],
        float(np.sqrt(squares / deals_of_all)),
        bias,
        tuple((tenths[:, 1] / deals_of_all).tolist()),
        tuple(line for _, line in found[:worst]),
    )
