"""What endings are worth at a table of any number of seats, with hands dealt independently.

The chance of an ending is the product of what each player's hands do to reach it. Players who have
folded enter by one number, their reach over all hands. A pot between two needs one product of the
equity matrix with the other's reach; that product is taken once for each slot of a player and used
by every ending of that slot. A pot between three is the average of pairwise equities plus a form in
few dimensions that makes it right (`three_way.form`): products of the two others' places in it are
added up over all endings of a slot before the form is applied, once a slot.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import numpy as np

from gutshot.holdem.preflop.edge_payoff import ManySeatEdges
from gutshot.holdem.three_way.form import ThreeWayForm

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.deals import ManyHands
    from gutshot.holdem.preflop.worth import Worth

__all__ = ["ManySeatPayoff"]

_Float = TypeVar("_Float", np.float32, np.float64)

_BATCH: Final = 128
"""Slots with pots between three at once: their products take 2 MB."""


@dataclass(frozen=True)
class _Pots:
    """Shares of pots of one player against one or two others, in the order of his slots.

    ends, own : (n,) int64, the ending, and the player's slot there.
    others, rows : (1 or 2, n) int64, who the others are, and their rows in `_Rows`.
    amounts : (n,) big blinds.
    """

    ends: NDArray[np.int64]
    own: NDArray[np.int64]
    others: NDArray[np.int64]
    rows: NDArray[np.int64]
    amounts: NDArray[np.float64]


class _Rows(Generic[_Float]):
    """What reaches make of others' hands: a row for each slot of a player that others meet.

    Rows are kept as long as a player's reaches are the same array.
    """

    def __init__(self, used: Sequence[NDArray[np.int64]], matrix: NDArray[_Float]) -> None:
        self._used = used
        self._matrix: NDArray[_Float] = matrix
        self._known: list[NDArray[np.float64] | None] = [None] * len(used)
        self._starts = np.cumsum([0, *map(len, used)])
        self._rows = np.zeros((self._starts[-1], matrix.shape[1]), matrix.dtype)

    def places(self, others: NDArray[np.int64], slots: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the rows of others' slots, (n,) each."""
        out = np.empty(len(slots), np.int64)
        for other in np.unique(others).tolist():
            here = others == other
            out[here] = self._starts[other] + np.searchsorted(self._used[other], slots[here])
        return out

    def of(self, reaches: Sequence[NDArray[np.float64]], but: int) -> NDArray[_Float]:
        """Return all rows, those of one player as they are."""
        for player, reach in enumerate(reaches):
            if player != but and self._known[player] is not reach:
                here = slice(self._starts[player], self._starts[player + 1])
                used = reach[self._used[player]].astype(self._rows.dtype, copy=False)
                np.matmul(used, self._matrix, out=self._rows[here])
                self._known[player] = reach
        return self._rows


class ManySeatPayoff:
    """What the ends of a forest are worth; satisfies `cfr.Payoff` and `lagging.TwoParts`.

    Parameters
    ----------
    forest : Forest
        The sequence form; an end's kind is its number in `worths`.
    worths : sequence of Worth
        By ending.
    hands : ManyHands
        What is dealt.
    negligible : float
        Three-way pots whose chance times amount is below it, in big blinds, are shared by pairwise
        equities alone; 0 leaves out none that can be reached.
    """

    def __init__(
        self, forest: Forest, worths: Sequence[Worth], hands: ManyHands, *, negligible: float = 0.0
    ) -> None:
        self._forest = forest
        self._hands = hands
        self._negligible = negligible
        nothing = ThreeWayForm(np.zeros((len(hands.weights), 0)), np.zeros((0, 0), np.float32))
        form = hands.three_way or nothing
        self._core = form.core
        self._basis = form.basis.astype(np.float32)
        of_end = [worths[kind] for kind in forest.kinds.tolist()]
        self._constants = np.array([worth.constants for worth in of_end]).T
        seats = range(forest.players)
        pairs: list[dict[tuple[int, ...], float]] = [defaultdict(float) for _ in seats]
        threes: list[dict[tuple[int, ...], float]] = [defaultdict(float) for _ in seats]
        for end, worth in enumerate(of_end):
            for pot in worth.pots:
                met = len(pot.eligible) * (len(pot.eligible) - 1) / 2
                for player in pot.eligible:
                    others = tuple(other for other in pot.eligible if other != player)
                    for other in others:
                        pairs[player][end, other] += pot.amount / met
                    if len(others) == 2 and hands.three_way is not None:
                        threes[player][end, *others] += pot.amount
        equity = np.ascontiguousarray((hands.equity * hands.weights).T)
        self._pair_rows = _Rows(self._met(pairs), equity)
        self._pots = [self._in_order(seat, pairs[seat], self._pair_rows) for seat in seats]
        placed = np.ascontiguousarray(form.basis * hands.weights[:, None], np.float32)
        self._three_rows = _Rows(self._met(threes), placed)
        self._threes = [self._in_order(seat, threes[seat], self._three_rows) for seat in seats]
        self.three_way_slots = tuple(np.unique(three.own) for three in self._threes)
        by_hand = any(worth.by_hand for worth in of_end)
        self._edges = ManySeatEdges(forest, worths, hands.weights) if by_hand else None
        self._masses = np.ones((forest.kinds.size, forest.players))
        self._massed: list[NDArray[np.float64] | None] = [None] * forest.players

    def _met(self, found: Sequence[Iterable[tuple[int, ...]]]) -> list[NDArray[np.int64]]:
        """Return by player the slots with which others meet him, rising."""
        ends: list[set[int]] = [set() for _ in found]
        for keys in found:
            for end, *others in keys:
                for other in others:
                    ends[other].add(end)
        slots = self._forest.slots
        return [
            np.unique(slots[seat, np.array(sorted(e), np.int64)]) for seat, e in enumerate(ends)
        ]

    def _in_order(
        self,
        player: int,
        found: dict[tuple[int, ...], float],
        rows: _Rows[np.float32] | _Rows[np.float64],
    ) -> _Pots:
        """Return pots by ending and others as arrays."""
        slots = self._forest.slots
        width = len(next(iter(found), (0, 0)))
        keys = np.array(list(found), np.int64).reshape(len(found), width)
        order = np.argsort(slots[player, keys[:, 0]], kind="stable")
        keys = keys[order]
        ends, others = keys[:, :1].ravel(), keys[:, 1:].T
        places = np.array([rows.places(other, slots[other, ends]) for other in others], np.int64)
        amounts = np.array(list(found.values()))[order]
        return _Pots(ends, slots[player, ends], others, places, amounts)

    def gradient(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return what a unit of reach of each slot and hand earns, in big blinds."""
        out = self.two_way(player, reaches)
        out[self.three_way_slots[player]] += self.three_way(player, reaches)
        return out

    def two_way(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return what a gradient is without what pairwise equities miss of pots between three."""
        from gutshot.holdem.preflop._kernels import add_pots

        forest, weights = self._forest, self._hands.weights
        masses = self._mass(player, reaches)
        others = masses.copy()
        others[:, player] = 1.0
        everybody = self._constants[player] * others.prod(axis=1)
        out = np.empty((forest.seats[player].slots, len(weights)))
        out[:] = np.bincount(forest.slots[player], everybody, len(out))[:, None]
        pots = self._pots[player]
        if len(pots.own):
            rows = self._pair_rows.of(reaches, player)
            add_pots(
                player,
                pots.ends,
                pots.own,
                pots.others[0],
                pots.rows[0],
                pots.amounts,
                masses,
                rows,
                out,
            )
        if self._edges is not None:
            self._edges.add(player, reaches, masses, out)
        out *= weights
        return out

    def three_way(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return what `two_way` leaves out, by slot of `three_way_slots`, (slots, hands)."""
        from gutshot.holdem.preflop._kernels import add_pair_products

        slots = self.three_way_slots[player]
        out = np.zeros((len(slots), len(self._hands.weights)))
        pots = self._threes[player]
        if not len(slots):
            return out
        masses = self._mass(player, reaches)
        rows = self._three_rows.of(reaches, player)
        here = masses[pots.ends]
        here[:, player] = 1.0
        met = here.prod(axis=1) * pots.amounts
        told = np.flatnonzero(np.abs(met) > self._negligible)
        # without the two others: their hands are in their rows
        ends = np.arange(len(told))
        here = here[told]
        for other in pots.others:
            here[ends, other[told]] = 1.0
        factors = (here.prod(axis=1) * pots.amounts[told]).astype(np.float32)
        first, second = pots.rows[:, told]
        starts = np.flatnonzero(np.diff(pots.own[told], prepend=-1))
        stops = np.append(starts[1:], len(told))
        places = np.searchsorted(slots, pots.own[told][starts])
        products = np.empty((_BATCH, self._core.shape[1]), np.float32)
        for at in range(0, len(starts), _BATCH):
            batch = slice(at, at + _BATCH)
            found = products[: len(starts[batch])]
            add_pair_products(rows, first, second, factors, starts[batch], stops[batch], found)
            out[places[batch]] = (found @ self._core.T) @ self._basis.T
        out *= self._hands.weights
        return out

    def _mass(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return how often each player's hands come to each end, (ends, players).

        That of the player himself may be an old one.
        """
        for other, reach in enumerate(reaches):
            if other != player and self._massed[other] is not reach:
                self._masses[:, other] = (reach @ self._hands.weights)[self._forest.slots[other]]
                self._massed[other] = reach
        return self._masses
