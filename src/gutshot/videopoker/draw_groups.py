"""What a deal's draw can bring, deals with equal draws taken together.

Under perfect play all that is left of a deal is the distribution of its draw's payout. A game has
some thousand different ones; the several hands of one deal draw from the same, independently.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.videopoker.deal_classes import PROPER_SUBSETS
from gutshot.videopoker.pay_table import resolve
from gutshot.videopoker.payout_sums import BEYOND, circles, powered, transform_error
from gutshot.videopoker.subset_tables import subset_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.game_return import GameReturn

__all__ = ["DrawGroups", "draw_groups"]

_CELLS: Final = 1 << 16
"""Cells transformed together: they stay in the cache."""

_MOST_CELLS: Final = 1 << 28
"""Cells in all: some seconds of work."""


@dataclass(frozen=True, eq=False)
class DrawGroups:
    """The different draws of a game played perfectly, ties by `GameReturn.chosen`.

    pays : (p,) different payouts, rising, in units of 1 / the table's scale; the first is 0.
    counts : (g, p) draws that bring each payout; a row's sum is all draws of its hold.
    deals : (g,) deals (of C(n, 5)) with these draws.
    """

    pays: NDArray[np.int64]
    counts: NDArray[np.int64]
    deals: NDArray[np.int64]

    @property
    def chances(self) -> NDArray[np.float64]:
        """(g, p) chances of each payout."""
        shares: NDArray[np.float64] = self.counts / self.counts.sum(axis=1)[:, None]
        return shares

    @property
    def weights(self) -> NDArray[np.float64]:
        """(g,) chances of each group."""
        shares: NDArray[np.float64] = self.deals / self.deals.sum()
        return shares

    def round_chances(self, plays: int) -> tuple[NDArray[np.float64], float] | None:
        """Return the chances of what `plays` hands on one deal pay together, and their error.

        (size,) chances by the sum of payouts: a mixture over the deals of the `plays`-fold
        convolution of their draws. The error bounds that of any sum of these chances. None when
        the payouts are so large or so fine that this would take too long.
        """
        shares, weights = self.chances, self.weights
        sizes = circles(self.pays, shares, plays)
        if int(sizes.sum()) > _MOST_CELLS:
            return None
        out = np.zeros(int(sizes.max()))
        error = BEYOND
        for size in np.unique(sizes).tolist():
            here = np.flatnonzero(sizes == size)
            fits = self.pays < size
            mixed = np.zeros(size // 2 + 1, np.complex128)
            step = max(1, _CELLS // size)
            for start in range(0, len(here), step):
                at = here[start : start + step]
                one = np.zeros((len(at), size))
                one[:, self.pays[fits]] = shares[at][:, fits]
                drawn = powered(np.fft.rfft(one, axis=1), plays)
                mixed += (weights[at, None] * drawn).sum(axis=0)
            out[:size] += np.fft.irfft(mixed, size)
            error += float(weights[here].sum()) * plays * transform_error(size) * sqrt(size)
        return np.clip(out, 0, None), error


def draw_groups(game: GameReturn) -> DrawGroups:
    """Return the different draws of a game played perfectly."""
    table, deals = game.table, game.deals
    tables = subset_tables(table.deck)
    pays = np.unique(table.scaled_pays)
    pay_of_kind = table.scaled_pays[resolve(table.order, tables.kinds)]
    place_of_kind = np.searchsorted(pays, pay_of_kind).astype(np.uint16)
    in_row = tables.counts_by(place_of_kind, len(pays)).astype(np.int64)
    rows = deals.rows.transpose(1, 0, 2).reshape(PROPER_SUBSETS, -1)[:, : deals.count]
    counts = np.zeros((deals.count, len(pays)), np.int64)
    for mask in range(32):
        at = np.flatnonzero(game.chosen == mask)
        thrown = 31 ^ mask
        for part in (part for part in range(32) if part & ~thrown == 0):
            sign = -1 if part.bit_count() & 1 else 1
            if mask | part == 31:
                counts[at, place_of_kind[tables.deal_kinds[at]]] += sign
            else:
                counts[at] += sign * in_row[rows[mask | part, at]]
    order = np.lexsort(counts.T)
    ordered = counts[order]
    first = np.flatnonzero(np.r_[True, (ordered[1:] != ordered[:-1]).any(axis=1)])
    return DrawGroups(pays, ordered[first], np.add.reduceat(deals.weights[order], first))
