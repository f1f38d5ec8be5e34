"""The plain engine: take the deal out of the deck and resolve every completion of every hold.

Slow and obvious; the fast engine (`holds`, `game_return`) is compared with it. Two forms:
`counts_by_completion` is the definition itself, hold by hold, card by card, in plain Python;
`counts_by_hand` walks over all hands of the deck in compiled code and is quick enough to run over
every class of deals.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from gutshot.evaluate._kernels import satisfied_all, satisfied_many
from gutshot.videopoker import _kernels
from gutshot.videopoker.pay_table import resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cards.decks import Deck
    from gutshot.videopoker.pay_table import PayTable

__all__ = ["counts_by_completion", "counts_by_hand", "kinds_of_all_hands"]


def counts_by_completion(deal: Sequence[int], mask: int, table: PayTable) -> dict[str, int]:
    """Return category to the number of completions of one hold that end in it.

    deal : five card ids; mask : bit i set = keep dealt position i.
    """
    held = [card for i, card in enumerate(deal) if mask >> i & 1]
    unseen = [card for card in range(table.deck.size) if card not in deal]
    missing = 5 - len(held)
    hands = np.empty((comb(len(unseen), missing), 5), np.uint8)
    hands[:, : len(held)] = held
    drawn = chain.from_iterable(combinations(unseen, missing))
    hands[:, len(held) :] = np.fromiter(drawn, np.uint8).reshape(len(hands), missing)
    wild_rank = -1 if table.deck.wild_rank is None else table.deck.wild_rank
    lines = resolve(table.order, satisfied_many(hands, wild_rank))
    counts = np.bincount(lines, minlength=len(table.categories)).tolist()
    return dict(zip(table.categories, counts, strict=True))


@cache
def kinds_of_all_hands(deck: Deck) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """Return a deck's kinds, rising, and the kind of every five-card hand in colex order."""
    wild_rank = -1 if deck.wild_rank is None else deck.wild_rank
    satisfied = satisfied_all(deck.size, wild_rank, 4, deck.size)
    kinds, kind_of_hand = np.unique(satisfied, return_inverse=True)
    return kinds, kind_of_hand.astype(np.uint16)


def counts_by_hand(deal: Sequence[int], table: PayTable) -> NDArray[np.int64]:
    """Return (32, categories) counts of all completions of all holds of a deal."""
    kinds, kind_of_hand = kinds_of_all_hands(table.deck)
    counts = np.zeros((32, len(kinds)), np.int64)
    _kernels.count_every_hand(np.array(deal, np.int64), kind_of_hand, table.deck.size, counts)
    out = np.zeros((32, len(table.categories)), np.int64)
    np.add.at(out.T, resolve(table.order, kinds), counts.T)
    return out
