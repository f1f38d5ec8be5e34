"""What an iteration does to one player's arrays, in row form and in lanes.

`first` and `actions` (nodes,) int64 and `parent` (slots,) int64 are those of `forest.Seat`: the
slots of a node follow each other, and no slot comes before its parent.

In row form arrays are slots by hands in float64, hands side by side. In lanes, hands come in
batches of 16, and what belongs to a batch lies together: batches by slots by 16, float32, as flat
arrays. Slots 0 to ``roots - 1`` have no action and no regret; of averages, each node has a row for
each action but its last, which takes what is left.

In row form hands can be locked: `locked_at` (nodes,) int64 is the row of a node's first action in
`locked` (rows, hands) float64, -1 for a node without; there stand the chances that are played, not
a number for hands that are free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.compiled.lanes import LANES, load, maximum, positive, splat, store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.compiled.lanes import Numbers


@kernel
def normalise(
    weights: NDArray[np.float64],
    first: NDArray[np.int64],
    actions: NDArray[np.int64],
    locked_at: NDArray[np.int64],
    locked: NDArray[np.float64],
    strategy: NDArray[np.float64],
) -> None:
    """Fill `strategy` with each action's share of the positive weights of its node.

    Regret matching when the weights are regrets, the average when they are summed reaches; where
    no weight is positive, all actions are equally likely. Locked hands play their chances.
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
        if locked_at[node] >= 0:
            for action in range(count):
                for hand in range(hands):
                    chance = locked[locked_at[node] + action, hand]
                    if not np.isnan(chance):
                        strategy[start + action, hand] = chance


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
    locked_at: NDArray[np.int64],
    locked: NDArray[np.float64],
    keep_positive: float,
    keep_negative: float,
    regret: NDArray[np.float64],
    ahead: float,
    expected: NDArray[np.float64],
) -> None:
    """Discount the regrets and add those of this strategy; locked hands have none.

    ahead : with more than 0, `expected` is filled with the regrets as they will be if this
    strategy's come again, by that share.

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
                gain = gradient[slot, hand] - worth[hand]
                regret[slot, hand] = kept + gain
                if ahead > 0.0:
                    expected[slot, hand] = kept + gain + ahead * gain
        if locked_at[node] >= 0:
            for hand in range(hands):
                if not np.isnan(locked[locked_at[node], hand]):
                    for slot in range(start, start + count):
                        regret[slot, hand] = 0.0
                        if ahead > 0.0:
                            expected[slot, hand] = 0.0
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
    locked_at: NDArray[np.int64],
    locked: NDArray[np.float64],
) -> None:
    """Add the best action of each node up towards the root: row 0 is the best EV by hand.

    Locked hands keep to their chances.
    """
    hands = gradient.shape[1]
    worth = np.empty(hands)
    for node in range(len(first) - 1, -1, -1):
        start, count = first[node], actions[node]
        worth[:] = gradient[start]
        for slot in range(start + 1, start + count):
            for hand in range(hands):
                worth[hand] = max(worth[hand], gradient[slot, hand])
        if locked_at[node] >= 0:
            for hand in range(hands):
                if not np.isnan(locked[locked_at[node], hand]):
                    worth[hand] = 0.0
                    for action in range(count):
                        chance = locked[locked_at[node] + action, hand]
                        worth[hand] += chance * gradient[start + action, hand]
        for hand in range(hands):
            gradient[parent[start], hand] += worth[hand]


PRESENT, AVERAGE, BEST = range(3)
"""What a pass over lanes plays: regret matching, learning from it, or without learning the averages
or the best responses."""


@kernel(error_model="numpy", _nrt=False, forceinline=True)
def lanes_down(
    parent: NDArray[np.int64],
    first: NDArray[np.int64],
    actions: NDArray[np.int64],
    roots: int,
    regret: Numbers,
    regret_at: int,
    mean: Numbers,
    mean_at: int,
    mode: int,
    reach: NDArray[np.float32],
    reach_at: int,
) -> None:
    """Fill a batch's reaches of all slots below the roots.

    regret, mean : the batch's rows begin at `regret_at` and `mean_at`; `mode` says which of them
    are played. reach : the batch's rows begin at `reach_at`; those of the roots are given.
    """
    zero = splat(0.0)
    half = splat(0.5)
    for node in range(len(first)):
        start = int(first[node])
        count = int(actions[node])
        last = start + count - 1
        above = load(reach, reach_at + int(parent[start]) * LANES)
        at = regret_at + (start - roots) * LANES
        if mode != PRESENT:
            rest = above
            for slot in range(start, last):
                share = above * load(mean, mean_at)
                mean_at += LANES
                rest = rest - share
                store(reach, reach_at + slot * LANES, share)
            store(reach, reach_at + last * LANES, rest)
        elif count == 2:
            one = maximum(load(regret, at), zero)
            total = one + maximum(load(regret, at + LANES), zero)
            share = above * positive(total, one / total, half)
            store(reach, reach_at + start * LANES, share)
            store(reach, reach_at + last * LANES, above - share)
        else:
            total = zero
            for action in range(count):
                total = total + maximum(load(regret, at + action * LANES), zero)
            equal = splat(1.0) / splat(count)
            for action in range(count):
                share = maximum(load(regret, at + action * LANES), zero) / total
                share = above * positive(total, share, equal)
                store(reach, reach_at + (start + action) * LANES, share)


@kernel(error_model="numpy", _nrt=False, forceinline=True)
def lanes_up(
    parent: NDArray[np.int64],
    first: NDArray[np.int64],
    actions: NDArray[np.int64],
    roots: int,
    regret: Numbers,
    regret_at: int,
    mean: Numbers,
    mean_at: int,
    mode: int,
    keep_positive: float,
    keep_negative: float,
    mean_weight: float,
    held: NDArray[np.float32],
    held_at: int,
    worth: NDArray[np.float32],
    worth_at: int,
) -> None:
    """Add a batch's worths up to the roots; in `PRESENT`, learn from them on the way.

    keep_positive, keep_negative : shares that past regrets keep. mean_weight : weight, 0..1, of
    this strategy in the average. held : empty, or a row for each node, the batch's from `held_at`
    on, with 1 for hands whose best response keeps to the average. worth : the batch's rows begin at
    `worth_at`, what ends just behind each slot are worth a unit of its reach; at the end, the
    roots' rows hold their EVs.
    """
    zero = splat(0.0)
    half = splat(0.5)
    rise = splat(keep_positive)
    fall = splat(keep_negative)
    weight = splat(mean_weight)
    for node in range(len(first)):
        mean_at += (actions[node] - 1) * LANES
    for node in range(len(first) - 1, -1, -1):
        start = int(first[node])
        count = int(actions[node])
        mean_at -= (count - 1) * LANES
        at = regret_at + (start - roots) * LANES
        here = worth_at + start * LANES
        if mode == BEST:
            ev = load(worth, here)
            for action in range(1, count):
                ev = maximum(ev, load(worth, here + action * LANES))
            if len(held) > 0:
                keeps = load(held, held_at + node * LANES)
                other = load(worth, here + (count - 1) * LANES)
                kept = other
                for action in range(count - 1):
                    share = load(mean, mean_at + action * LANES)
                    kept = kept + share * (load(worth, here + action * LANES) - other)
                ev = ev + keeps * (kept - ev)
        elif mode == AVERAGE:
            other = load(worth, here + (count - 1) * LANES)
            ev = other
            for action in range(count - 1):
                share = load(mean, mean_at + action * LANES)
                ev = ev + share * (load(worth, here + action * LANES) - other)
        elif count == 2:
            one = load(worth, here)
            other = load(worth, here + LANES)
            past = load(regret, at)
            past_other = load(regret, at + LANES)
            gain = maximum(past, zero)
            total = gain + maximum(past_other, zero)
            share = positive(total, gain / total, half)
            ev = other + share * (one - other)
            store(regret, at, past * positive(past, rise, fall) + (one - ev))
            kept = past_other * positive(past_other, rise, fall)
            store(regret, at + LANES, kept + (other - ev))
            before = load(mean, mean_at)
            store(mean, mean_at, before + weight * (share - before))
        else:
            total = zero
            for action in range(count):
                total = total + maximum(load(regret, at + action * LANES), zero)
            equal = splat(1.0) / splat(count)
            ev = zero
            for action in range(count):
                share = maximum(load(regret, at + action * LANES), zero) / total
                share = positive(total, share, equal)
                ev = ev + share * load(worth, here + action * LANES)
                if action < count - 1:
                    before = load(mean, mean_at + action * LANES)
                    after = before + weight * (share - before)
                    store(mean, mean_at + action * LANES, after)
            for action in range(count):
                past = load(regret, at + action * LANES)
                kept = past * positive(past, rise, fall)
                gain = load(worth, here + action * LANES) - ev
                store(regret, at + action * LANES, kept + gain)
        up = worth_at + int(parent[start]) * LANES
        store(worth, up, load(worth, up) + ev)


@kernel(error_model="numpy", _nrt=False)
def lanes_pass(
    parent: NDArray[np.int64],
    first: NDArray[np.int64],
    actions: NDArray[np.int64],
    roots: int,
    regret: Numbers,
    mean: Numbers,
    mode: int,
    up: bool,  # noqa: FBT001 - kernels take no keywords
    keep_positive: float,
    keep_negative: float,
    mean_weight: float,
    rows: NDArray[np.float32],
) -> None:
    """Fill `rows` with the reaches of all batches, or add up the worths in them; see above."""
    slots = len(parent)
    spare = slots - roots - len(first)
    for batch in range(len(rows) // (slots * LANES)):
        regret_at = batch * (slots - roots) * LANES
        mean_at = batch * spare * LANES
        at = batch * slots * LANES
        if up:
            lanes_up(
                parent,
                first,
                actions,
                roots,
                regret,
                regret_at,
                mean,
                mean_at,
                mode,
                keep_positive,
                keep_negative,
                mean_weight,
                rows[:0],
                0,
                rows,
                at,
            )
        else:
            lanes_down(
                parent, first, actions, roots, regret, regret_at, mean, mean_at, mode, rows, at
            )


def _seat() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    return np.zeros(3, np.int64), np.ones(1, np.int64), np.full(1, 2)


def _rows() -> NDArray[np.float64]:
    return np.ones((3, 4))


def _free() -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    return np.full(1, -1), np.zeros((0, 4))


def _regrets_example() -> tuple[object, ...]:
    return (_rows(), _rows(), *_seat(), *_free(), 1.0, 0.0, _rows(), 0.5, _rows())


register("cfr.normalise", normalise, lambda: (_rows(), *_seat()[1:], *_free(), _rows()))
register("cfr.spread_reach", spread_reach, lambda: (_rows(), _seat()[0], _rows()))
register("cfr.add_regrets", add_regrets, _regrets_example)
register("cfr.add_average", add_average, lambda: (_rows(), 0.5, _rows()))
register("cfr.best_response", best_response, lambda: (_rows(), *_seat(), *_free()))


def _lanes_example() -> tuple[object, ...]:
    kept = 1.0, 0.5, 1.0
    tables = np.zeros(2 * LANES, np.float32), np.zeros(LANES, np.float32)
    return (*_seat(), 1, *tables, PRESENT, True, *kept, np.ones(3 * LANES, np.float32))


register("cfr.lanes_pass", lanes_pass, _lanes_example)
