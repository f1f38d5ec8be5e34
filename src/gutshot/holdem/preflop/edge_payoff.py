"""What edges by hand add to payoffs: each player's own edge, less the mean of the other's.

An edge is features of a hand times numbers of the ending, so the endings of a table need only mean
features of others and features of the player's own hands, each once a slot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.holdem.preflop.hand_edges import hand_features

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.worth import Worth

__all__ = ["ManySeatEdges", "TwoSeatEdges", "edges_of"]


def edges_of(
    forest: Forest, worths: Sequence[Worth]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Return the ends with edges by hand, who the two are, and their numbers by feature.

    Returns (n,) ends, (2, n) players and (2, n, features) big blinds; n is 0 where there are none.
    """
    found = [
        (end, worths[kind].by_hand)
        for end, kind in enumerate(forest.kinds.tolist())
        if worths[kind].by_hand
    ]
    features = hand_features().shape[1] if found else 0
    ends = np.array([end for end, _ in found], np.int64)
    players = np.array([[who for who, _ in both] for _, both in found], np.int64)
    numbers = np.array([[row for _, row in both] for _, both in found], np.float64)
    return (
        ends,
        players.reshape(-1, 2).T.copy(),
        numbers.reshape(-1, 2, features).transpose(1, 0, 2).copy(),
    )


class TwoSeatEdges:
    """What edges by hand are worth to two players whose hands are dealt together.

    Parameters
    ----------
    forest : Forest
        The sequence form; an end's kind is its number in `worths`.
    worths : sequence of Worth
        By ending, of which at least one has edges.
    chance : (169, 169) float64
        The probability of each deal, the first player's hand by row.
    """

    def __init__(
        self, forest: Forest, worths: Sequence[Worth], chance: NDArray[np.float64]
    ) -> None:
        ends, players, numbers = edges_of(forest, worths)
        every = np.arange(len(ends))
        by_hand = numbers @ hand_features().T
        self._edges = []
        for player in range(2):
            # the row of `by_hand` that is his
            row = (players[1] == player).astype(np.int64)
            self._edges.append(by_hand[row, every])
        self._slots = forest.slots[:, ends]
        self._chance = (chance.T, chance)

    def add(self, player: int, theirs: NDArray[np.float64], out: NDArray[np.float64]) -> None:
        """Add what a unit of reach of each slot and hand earns, (slots, 169).

        theirs : (slots, 169), the other's reaches.
        """
        met = theirs[self._slots[1 - player]]
        mine, other = self._edges[player], self._edges[1 - player]
        chance = self._chance[player]
        np.add.at(out, self._slots[player], mine * (met @ chance) - (met * other) @ chance)


class ManySeatEdges:
    """What edges by hand are worth where each player's class is dealt by itself.

    Parameters
    ----------
    forest, worths
        As of `TwoSeatEdges`.
    weights : (169,) float64
        The probability of each class.
    """

    def __init__(
        self, forest: Forest, worths: Sequence[Worth], weights: NDArray[np.float64]
    ) -> None:
        ends, players, numbers = edges_of(forest, worths)
        self._features = hand_features()
        self._placed = self._features * weights[:, None]
        self._forest = forest
        # endings with the same pot have the same numbers: each is kept once
        self._numbers, which = np.unique(
            numbers.reshape(-1, numbers.shape[2]), axis=0, return_inverse=True
        )
        rows = which.astype(np.int32).reshape(2, -1)
        # by player: ends, his slots, who the other is, rows of both's numbers, in order of slots
        self._by_player = []
        for player in range(forest.players):
            at = np.flatnonzero((players == player).any(axis=0))
            own = forest.slots[player, ends[at]]
            order = np.argsort(own, kind="stable")
            at, own = at[order], own[order]
            first = players[0, at] == player
            mine = np.where(first, rows[0, at], rows[1, at])
            other = np.where(first, rows[1, at], rows[0, at])
            who = np.where(first, players[1, at], players[0, at])
            self._by_player.append((ends[at], own, who, mine, other))
        self._means: list[tuple[NDArray[np.float64], NDArray[np.float64]] | None]
        self._means = [None] * forest.players

    def _mean_features(self, player: int, reach: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return by slot the sum of the features of hands that come there, (slots, features)."""
        known = self._means[player]
        if known is None or known[0] is not reach:
            known = (reach, reach @ self._placed)
            self._means[player] = known
        return known[1]

    def add(
        self,
        player: int,
        reaches: Sequence[NDArray[np.float64]],
        masses: NDArray[np.float64],
        out: NDArray[np.float64],
    ) -> None:
        """Add what a slot and hand earns before his own weights, (slots, 169).

        masses : (ends, players), how often each player's hands come to each end.
        """
        ends, own, who, mine, other = self._by_player[player]
        if not len(ends):
            return
        here = masses[ends]
        every = np.arange(len(ends))
        met = here[every, who]
        here[every, who] = 1.0
        here[:, player] = 1.0
        rest = here.prod(axis=1)
        mean = np.empty(len(ends))
        for seat in np.unique(who).tolist():
            at = who == seat
            sums = self._mean_features(seat, reaches[seat])[self._forest.slots[seat, ends[at]]]
            mean[at] = (sums * self._numbers[other[at]]).sum(axis=1)
        starts = np.flatnonzero(np.diff(own, prepend=-1))
        by_feature = np.add.reduceat((rest * met)[:, None] * self._numbers[mine], starts, axis=0)
        lost = np.add.reduceat(rest * mean, starts)
        out[own[starts]] += by_feature @ self._features.T - lost[:, None]
