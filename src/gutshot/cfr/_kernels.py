"""What an iteration does to one player's arrays, in row form: slots by hands, hands side by side.

`first` and `actions` (nodes,) int64 and `parent` (slots,) int64 are those of `forest.Seat`: the
slots of a node follow each other, and no slot comes before its parent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel
def normalise(
    weights: NDArray[np.float64],
    first: NDArray[np.int64],
    actions: NDArray[np.int64],
    strategy: NDArray[np.float64],
) -> None:
    """Fill `strategy` with each action's share of the positive weights of its node.

    Regret matching when the weights are regrets, the average when they are summed reaches; where
    no weight is positive, all actions are equally likely.
    """
    hands = weights.shape[1]
    total = np.empty(hands)
    for node in range(len(first)):
        start, count = first[node], actions[node]
        total[:] = 0.0
        for slot in range(start, start + count):
            for hand in range(hands):
                total[hand] += max(weights[slot, hand], 0.0)
        for slot in range(start, start + count):
            for hand in range(hands):
                if total[hand] > 0.0:
                    strategy[slot, hand] = max(weights[slot, hand], 0.0) / total[hand]
                else:
                    strategy[slot, hand] = 1.0 / count


@kernel
def spread_reach(
    strategy: NDArray[np.float64], parent: NDArray[np.int64], reach: NDArray[np.float64]
) -> None:
    """Fill `reach` with the product of a player's own chances on the way to each slot."""
    reach[0, :] = 1.0
    for slot in range(1, len(parent)):
        for hand in range(reach.shape[1]):
            reach[slot, hand] = reach[parent[slot], hand] * strategy[slot, hand]


@kernel
def add_regrets(
    gradient: NDArray[np.float64],
    strategy: NDArray[np.float64],
    parent: NDArray[np.int64],
    first: NDArray[np.int64],
    actions: NDArray[np.int64],
    keep_positive: float,
    keep_negative: float,
    regret: NDArray[np.float64],
) -> None:
    """Discount the regrets and add those of this strategy.

    gradient : what ends behind each slot are worth a unit of its reach; it is added up towards the
    root, so that at the end its row 0 is the strategy's EV by hand.
    """
    hands = gradient.shape[1]
    worth = np.empty(hands)
    for node in range(len(first) - 1, -1, -1):
        start, count = first[node], actions[node]
        worth[:] = 0.0
        for slot in range(start, start + count):
            for hand in range(hands):
                worth[hand] += strategy[slot, hand] * gradient[slot, hand]
        for slot in range(start, start + count):
            for hand in range(hands):
                before = regret[slot, hand]
                kept = before * (keep_positive if before > 0.0 else keep_negative)
                regret[slot, hand] = kept + (gradient[slot, hand] - worth[hand])
        for hand in range(hands):
            gradient[parent[start], hand] += worth[hand]


@kernel
def add_average(reach: NDArray[np.float64], keep: float, total: NDArray[np.float64]) -> None:
    """Discount the summed reaches and add those of this strategy."""
    for slot in range(total.shape[0]):
        for hand in range(total.shape[1]):
            total[slot, hand] = total[slot, hand] * keep + reach[slot, hand]


@kernel
def best_response(
    gradient: NDArray[np.float64],
    parent: NDArray[np.int64],
    first: NDArray[np.int64],
    actions: NDArray[np.int64],
) -> None:
    """Add the best action of each node up towards the root: row 0 is the best EV by hand."""
    hands = gradient.shape[1]
    worth = np.empty(hands)
    for node in range(len(first) - 1, -1, -1):
        start, count = first[node], actions[node]
        worth[:] = gradient[start]
        for slot in range(start + 1, start + count):
            for hand in range(hands):
                worth[hand] = max(worth[hand], gradient[slot, hand])
        for hand in range(hands):
            gradient[parent[start], hand] += worth[hand]


def _seat() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    return np.zeros(3, np.int64), np.ones(1, np.int64), np.full(1, 2)


def _rows() -> NDArray[np.float64]:
    return np.ones((3, 4))


def _regrets_example() -> tuple[object, ...]:
    return (_rows(), _rows(), *_seat(), 1.0, 0.0, _rows())


register("cfr.normalise", normalise, lambda: (_rows(), *_seat()[1:], _rows()))
register("cfr.spread_reach", spread_reach, lambda: (_rows(), _seat()[0], _rows()))
register("cfr.add_regrets", add_regrets, _regrets_example)
register("cfr.add_average", add_average, lambda: (_rows(), 0.5, _rows()))
register("cfr.best_response", best_response, lambda: (_rows(), *_seat()))
