"""Games of two players and a zero sum as linear programmes in sequence form, solved by HiGHS.

The first player maximises over his reaches what the second leaves him; the second's best answers
are dual variables. Locked hands are equations. Nothing here iterates or averages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.optimize import linprog  # type: ignore[import-untyped]
from scipy.sparse import csr_matrix, vstack  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest, Lock
    from gutshot.cfr.forest import Seat


class Optimum(NamedTuple):
    """The first player's EV in an equilibrium, and his reaches by slot and hand."""

    value: float
    reach: NDArray[np.float64]


def optimum(
    forest: Forest,
    hands: tuple[int, int],
    won: Callable[[int], NDArray[np.float64]],
    locks: Sequence[Lock] = (),
) -> Optimum:
    """Return an equilibrium of the first player, and the value of the game.

    won : by end, what the first player wins there with each two hands, times their chance.
    """
    ours, theirs = forest.seats
    mine, others = hands
    reaches, lasts = ours.slots * mine, len(theirs.first) * others
    # what the second leaves of a slot with a hand: ends behind it, as a row over reaches, and the
    # nodes below it
    leaves = np.zeros((theirs.slots * others, reaches + lasts))
    for end in range(forest.ends):
        here, his = (int(forest.slots[p, end]) for p in range(2))
        rows = slice(his * others, (his + 1) * others)
        leaves[rows, here * mine : (here + 1) * mine] += won(end).T
    for node, first in enumerate(theirs.first):
        for hand in range(others):
            leaves[theirs.parent[first] * others + hand, reaches + node * others + hand] = 1
    # each node is worth the least of its actions to the first player, a locked one their mean
    most, equal = [csr_matrix((0, reaches + lasts))], [csr_matrix((0, reaches + lasts))]
    for node, (slots, chances) in enumerate(_nodes(theirs, others, 1, locks)):
        for hand in range(others):
            after = -leaves[[slot * others + hand for slot in slots]]
            held = not np.isnan(chances[0, hand])
            if held:
                after = (chances[:, hand, None] * after).sum(axis=0, keepdims=True)
            after[:, reaches + node * others + hand] += 1
            (equal if held else most).append(csr_matrix(after))
    equal.append(csr_matrix(_flow(ours, mine, locks, reaches + lasts)))
    limits: Any = vstack(most)
    level: Any = vstack(equal)
    found = linprog(
        -leaves[:others].sum(axis=0),
        A_ub=limits,
        b_ub=np.zeros(limits.shape[0]),
        A_eq=level,
        b_eq=np.zeros(level.shape[0]),
        bounds=[(1, 1)] * mine + [(0, None)] * (reaches - mine) + [(None, None)] * lasts,
        method="highs",
    )
    assert found.status == 0, found.message
    return Optimum(-float(found.fun), found.x[:reaches].reshape(ours.slots, mine))


def _nodes(
    seat: Seat, hands: int, player: int, locks: Sequence[Lock]
) -> Iterator[tuple[range, NDArray[np.float64]]]:
    """Yield the slots of each node's actions and their locked chances, (actions, hands)."""
    held = {lock.first: lock.chances for lock in locks if lock.player == player}
    for first, count in zip(seat.first.tolist(), seat.actions.tolist(), strict=True):
        yield range(first, first + count), held.get(first, np.full((count, hands), np.nan))


def _flow(seat: Seat, hands: int, locks: Sequence[Lock], columns: int) -> NDArray[np.float64]:
    """Return rows that are 0 where the first player's reaches flow from slot to slot."""
    rows = []
    for slots, chances in _nodes(seat, hands, 0, locks):
        above = int(seat.parent[slots[0]])
        for hand in range(hands):
            row = np.zeros(columns)
            row[[slot * hands + hand for slot in slots]] = 1
            row[above * hands + hand] = -1
            rows.append(row)
            if np.isnan(chances[0, hand]):
                continue
            for slot, chance in zip(slots, chances[:, hand].tolist(), strict=True):
                row = np.zeros(columns)
                row[slot * hands + hand] = 1
                row[above * hands + hand] = -chance
                rows.append(row)
    return np.array(rows)
