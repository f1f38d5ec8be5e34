"""Subset tables: for every set of up to four cards, how many five-card hands of each kind hold it.

A *kind* is a set of satisfied categories that occurs in a deck (`gutshot.evaluate`): 44 with the
standard deck, 279 with deuces wild. Whatever the pay table, all hands of a kind are paid alike, so
the tables belong to the deck, and every sum over hands is linear in the payouts of the kinds.

Rows are sets up to the names of the suits (`deal_classes`), stored sparse: row r has the entries
``starts[r] : starts[r + 1]`` of `entry_kinds` and `entry_counts`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from gutshot.cards.suit_classes import CLASS_OFFSETS, suit_classes
from gutshot.catalogue import artefact
from gutshot.videopoker.deal_classes import (
    PROPER_SUBSETS,
    deal_classes,
    joker_row_offset,
    row_count,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.cards.decks import Deck

__all__ = ["ARRAYS", "SubsetTables", "build_subset_tables", "row_weights", "subset_tables"]

ARRAYS = ("kinds", "deal_kinds", "starts", "entry_kinds", "entry_counts")
"""The arrays of a deck's tables, as their files are named."""


@dataclass(frozen=True, eq=False)
class SubsetTables:
    """The tables of one deck.

    kinds : (k,) sets of satisfied categories, rising.
    deal_kinds : the kind of each class of deals.
    starts, entry_kinds, entry_counts : the sparse rows.
    """

    kinds: NDArray[np.int64]
    deal_kinds: NDArray[np.uint16]
    starts: NDArray[np.int32]
    entry_kinds: NDArray[np.uint16]
    entry_counts: NDArray[np.int32]

    def sums(self, per_kind: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return for each row the sum of `per_kind` over the hands that hold the set."""
        return np.add.reduceat(self.entry_counts * per_kind[self.entry_kinds], self.starts[:-1])

    def counts_by(
        self, label_of_kind: NDArray[np.unsignedinteger], labels: int
    ) -> NDArray[np.int32]:
        """Return (rows, labels) counts of hands, kinds with the same label added up."""
        rows = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        at = rows * labels + label_of_kind[self.entry_kinds]
        out = np.zeros((len(self.starts) - 1) * labels, np.int32)
        np.add.at(out, at, self.entry_counts)
        return out.reshape(-1, labels)

    def kind_sums(self, per_row: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return for each kind the sum of `per_row` x count over all rows: `sums` transposed."""
        order, starts, present = self._by_kind
        spread = np.repeat(per_row, np.diff(self.starts)) * self.entry_counts
        out = np.zeros(len(self.kinds), np.int64)
        out[present] = np.add.reduceat(spread[order], starts)
        return out

    @cached_property
    def _by_kind(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.uint16]]:
        order = np.argsort(self.entry_kinds, kind="stable")
        present, starts = np.unique(self.entry_kinds[order], return_index=True)
        return order, starts, present


def row_weights(jokers: int) -> NDArray[np.int64]:
    """Return how many concrete sets of cards each row of a deck with `jokers` jokers stands for."""
    out = np.empty(row_count(jokers), np.int64)
    for held in range(jokers + 1):
        for natural in range(5 - held):
            start = joker_row_offset(held) + CLASS_OFFSETS[natural]
            weights = suit_classes(natural).weights
            out[start : start + len(weights)] = weights * comb(jokers, held)
    return out


def build_subset_tables(deck: Deck) -> SubsetTables:
    """Return a deck's tables, counted from the classes of its deals.

    Every deal adds its weight to the rows of its subsets; a row's total is its count times the
    number of concrete sets that it stands for.
    """
    # the shipped tables need no kernel
    from gutshot.evaluate._kernels import satisfied_many

    deals = deal_classes(deck.jokers)
    satisfied = satisfied_many(deals.cards, -1 if deck.wild_rank is None else deck.wild_rank)
    kinds, deal_kinds = np.unique(satisfied, return_inverse=True)
    totals = np.zeros(row_count(deck.jokers) * len(kinds), np.int64)
    rows = deals.rows.transpose(1, 0, 2).reshape(PROPER_SUBSETS, -1)[:, : deals.count]
    for of_mask in rows:
        np.add.at(totals, of_mask.astype(np.int64) * len(kinds) + deal_kinds, deals.weights)
    counts, rest = np.divmod(totals.reshape(-1, len(kinds)), row_weights(deck.jokers)[:, None])
    if rest.any():
        msg = f"the subset counts of the deck {deck.name} don't divide by their symmetry"
        raise AssertionError(msg)
    held_in, entry_kinds = np.nonzero(counts)
    starts = np.searchsorted(held_in, np.arange(len(counts) + 1))
    return SubsetTables(
        kinds,
        deal_kinds.astype(np.uint16),
        starts.astype(np.int32),
        entry_kinds.astype(np.uint16),
        counts[held_in, entry_kinds].astype(np.int32),
    )


@cache
def subset_tables(deck: Deck) -> SubsetTables:
    """Return a deck's shipped tables, memory-mapped."""
    return SubsetTables(*(artefact(f"videopoker/{deck.name}/{name}.npy") for name in ARRAYS))
