"""What endings are worth at a table of any number of seats, with hands dealt independently.

The chance of an ending is the product of what each player's hands do to reach it. Players who have
folded enter by one number, their reach over all hands. A pot between two needs one product of the
equity matrix with the other's reach; that product is taken once for each slot of a player and used
by every ending of that slot. A pot between three is the average of pairwise equities plus a form in
few dimensions that makes it right (`three_way.form`).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.holdem.three_way.form import ThreeWayForm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.deals import ManyHands
    from gutshot.holdem.preflop.worth import Worth

__all__ = ["ManySeatPayoff"]

_BATCH: Final = 256
"""Endings between three at once: their products take 5 MB."""


@dataclass(frozen=True)
class _Terms:
    """Shares of pots of one player against one or two others.

    ends, own : (n,) the ending, and the player's slot there.
    amounts : (n,) big blinds.
    rows : (others, n) places of the others' slots among those that occur.
    """

    others: tuple[int, ...]
    ends: NDArray[np.int64]
    own: NDArray[np.int64]
    amounts: NDArray[np.float64]
    rows: NDArray[np.int64]


class ManySeatPayoff:
    """What the ends of a forest are worth; satisfies `cfr.Payoff`.

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
        self._three_way = hands.three_way or nothing
        self._weighted_equity = np.ascontiguousarray((hands.equity * hands.weights).T)
        of_end = [worths[kind] for kind in forest.kinds.tolist()]
        self._constants = np.array([worth.constants for worth in of_end]).T
        seats = range(forest.players)
        shares: list[dict[tuple[int, ...], dict[int, float]]] = [
            defaultdict(lambda: defaultdict(float)) for _ in seats
        ]
        for end, worth in enumerate(of_end):
            for pot in worth.pots:
                pairs = len(pot.eligible) * (len(pot.eligible) - 1) / 2
                for player in pot.eligible:
                    others = tuple(other for other in pot.eligible if other != player)
                    for other in others:
                        shares[player][other,][end] += pot.amount / pairs
                    if len(others) == 2 and hands.three_way is not None:
                        shares[player][others][end] += pot.amount
        self._used = [self._slots_of(seat, shares) for seat in seats]
        self._terms = [
            [self._terms_of(player, others, found) for others, found in shares[player].items()]
            for player in seats
        ]
        self._known: dict[tuple[str, int], tuple[NDArray[np.float64], NDArray[np.float64]]] = {}

    def _slots_of(
        self, seat: int, shares: list[dict[tuple[int, ...], dict[int, float]]]
    ) -> NDArray[np.int64]:
        """Return the slots of a player that any other meets in a pot, rising."""
        ends = [
            end for by_others in shares for others, found in by_others.items()
            if seat in others for end in found
        ]  # fmt: skip
        return np.unique(self._forest.slots[seat][np.array(ends, np.int64)])

    def _terms_of(self, player: int, others: tuple[int, ...], found: dict[int, float]) -> _Terms:
        ends = np.array(list(found), np.int64)
        own = self._forest.slots[player][ends]
        order = np.argsort(own, kind="stable")
        ends, own = ends[order], own[order]
        rows = [
            np.searchsorted(self._used[other], self._forest.slots[other][ends]) for other in others
        ]
        amounts = np.array(list(found.values()))[order]
        return _Terms(others, ends, own, amounts, np.array(rows))

    def gradient(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return what a unit of reach of each slot and hand earns, in big blinds."""
        from gutshot.holdem.preflop._kernels import add_rows

        forest, weights = self._forest, self._hands.weights
        # (players, ends): how often each player's hands come to each end
        masses = np.array(
            [(reach @ weights)[slots] for reach, slots in zip(reaches, forest.slots, strict=True)]
        )
        out = np.zeros((forest.seats[player].slots, len(weights)))
        everybody = self._constants[player] * _product(masses, {player})
        out += np.bincount(forest.slots[player], everybody, len(out))[:, None]
        for terms in self._terms[player]:
            chance = _product(masses[:, terms.ends], {player, *terms.others})
            factors = chance * terms.amounts
            if len(terms.others) == 1:
                rows = self._seen("pair", terms.others[0], reaches)
                add_rows(terms.own, factors, terms.rows[0], rows, out)
            else:
                self._add_three_way(terms, factors, masses, reaches, out)
        out *= weights
        return out

    def _add_three_way(
        self,
        terms: _Terms,
        factors: NDArray[np.float64],
        masses: NDArray[np.float64],
        reaches: Sequence[NDArray[np.float64]],
        out: NDArray[np.float64],
    ) -> None:
        from gutshot.holdem.preflop._kernels import add_rows, pair_products

        first, second = terms.others
        size = np.abs(factors) * masses[first, terms.ends] * masses[second, terms.ends]
        told = np.flatnonzero(size > self._negligible)
        form = self._three_way
        seen = [self._seen("three", other, reaches) for other in terms.others]
        for start in range(0, len(told), _BATCH):
            at = told[start : start + _BATCH]
            one, two = (
                s[rows[at]].astype(np.float32) for s, rows in zip(seen, terms.rows, strict=True)
            )
            products = np.empty((len(at), form.core.shape[1]), np.float32)
            pair_products(one, two, products)
            shares = (products @ form.core.T).astype(np.float64) * factors[at, None]
            slots, row = np.unique(terms.own[at], return_inverse=True)
            sums = np.zeros((len(slots), shares.shape[1]))
            add_rows(row, np.ones(len(at)), np.arange(len(at)), shares, sums)
            out[slots] += sums @ form.basis.T

    def _seen(
        self, how: str, player: int, reaches: Sequence[NDArray[np.float64]]
    ) -> NDArray[np.float64]:
        """Return what a player's reach makes of others' hands, by slot in `_used`.

        `pair` is (slots, hands), what each hand shares of a pot with his; `three` is (slots, r),
        his place in the form. Both are kept as long as his reaches are the same array.
        """
        known = self._known.get((how, player))
        if known is None or known[0] is not reaches[player]:
            used = reaches[player][self._used[player]]
            if how == "pair":
                found = used @ self._weighted_equity
            else:
                found = (used * self._hands.weights) @ self._three_way.basis
            known = self._known[how, player] = (reaches[player], found)
        return known[1]


def _product(masses: NDArray[np.float64], without: set[int]) -> NDArray[np.float64]:
    """Return the product over all players but some."""
    kept = [at for at in range(len(masses)) if at not in without]
    product: NDArray[np.float64] = masses[kept].prod(axis=0)
    return product
