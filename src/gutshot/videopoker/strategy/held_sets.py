"""Everything that a player can hold, once for a whole deck, with the features strategies speak of.

What one to four held cards are worth saying does not depend on the discards, so a feature is kept
once per row of the subset tables instead of once per deal and hold. Behind the rows follows one id
for each line of the pay table: all five cards held, and paid so.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.suit_classes import CLASS_OFFSETS, suit_classes
from gutshot.videopoker.deal_classes import (
    PROPER_SUBSETS,
    deal_classes,
    joker_row_offset,
    place_of,
    row_count,
)
from gutshot.videopoker.pay_table import resolve
from gutshot.videopoker.subset_tables import subset_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cards.decks import Deck
    from gutshot.videopoker.pay_table import PayTable

__all__ = [
    "WINDOWS",
    "HeldSets",
    "dealt_wild",
    "held_ids",
    "held_sets",
    "high_ranks",
    "ids_of_deal",
    "wild_cards",
]

WINDOWS: Final = (0x100F, *(0x1F << low for low in range(9)))
"""The ten sets of ranks that are a straight, the one with the ace low first."""

_PAIR_FROM: Final = {
    "tens_or_better": 8,
    "jacks_or_better": 9,
    "kings_or_better": 11,
    "aces_or_better": 12,
}


@dataclass(frozen=True, eq=False)
class HeldSets:
    """Features of everything that can be held with a pay table, each array (ids,).

    wild : wild cards held. natural : other cards held, -1 for all five.
    ranks : (ids, 4) ranks of the natural cards, falling, -1 behind them.
    rank_set : the same as bits, bit 0 for the deuce.
    suited : the natural cards are of one suit (true for none and one).
    alike : largest number of natural cards of one rank.
    distinct : the natural cards are of different ranks.
    ways : how many straights contain the natural cards' ranks, 0 for cards of equal rank.
    high : natural cards whose pair pays with this table.
    pat : line of the table that pays the five cards, ``len(table.lines)`` for none; -1 for fewer.
    preference : place among what fits the same line of a strategy, smaller is preferred: most
        cards, most high cards, most ways, then the lowest of the highest cards.
    preference_high : the same with the highest cards first.
    """

    table: PayTable
    wild: NDArray[np.int8]
    natural: NDArray[np.int8]
    ranks: NDArray[np.int8]
    rank_set: NDArray[np.int64]
    suited: NDArray[np.bool_]
    alike: NDArray[np.int8]
    distinct: NDArray[np.bool_]
    ways: NDArray[np.int8]
    high: NDArray[np.int8]
    pat: NDArray[np.int16]
    preference: NDArray[np.int64]
    preference_high: NDArray[np.int64]

    def __len__(self) -> int:
        """Return how many ids there are."""
        return len(self.natural)


def high_ranks(table: PayTable) -> int:
    """Return the set of ranks, as bits, of which a pair pays with this table."""
    paid = [_PAIR_FROM[name] for name in table.order if name in _PAIR_FROM]
    return 0x1FFF & -(1 << min(paid)) if paid else 0


def wild_cards(cards: NDArray[np.uint8], deck: Deck) -> NDArray[np.bool_]:
    """Return which of an array of card ids are wild."""
    wild: NDArray[np.bool_] = cards >= 52
    if deck.wild_rank is not None:
        wild |= cards >> 2 == deck.wild_rank
    return wild


@lru_cache(maxsize=4)
def dealt_wild(deck: Deck) -> NDArray[np.int64]:
    """Return (classes,) how many wild cards each class of deals holds."""
    dealt: NDArray[np.int64] = wild_cards(deal_classes(deck.jokers).cards, deck).sum(axis=1)
    return dealt


@lru_cache(maxsize=4)
def _proper_ids(jokers: int) -> NDArray[np.int32]:
    deals = deal_classes(jokers)
    flat = deals.rows.transpose(0, 2, 1).reshape(-1, PROPER_SUBSETS)[: deals.count]
    return flat.astype(np.int32)


def held_ids(table: PayTable) -> NDArray[np.int32]:
    """Return (classes, 32): what each mask of each class of deals holds, as an id."""
    tables = subset_tables(table.deck)
    pat = resolve(table.order, tables.kinds)[tables.deal_kinds].astype(np.int32)
    return np.column_stack([_proper_ids(table.deck.jokers), row_count(table.deck.jokers) + pat])


def ids_of_deal(table: PayTable, deal: Sequence[int]) -> NDArray[np.int32]:
    """Return (32,) ids of what the masks of a deal's class hold, by its listed member."""
    tables, at = subset_tables(table.deck), place_of(deal)
    pat = int(resolve(table.order, tables.kinds)[tables.deal_kinds[at]])
    jokers = table.deck.jokers
    return np.append(_proper_ids(jokers)[at], np.int32(row_count(jokers) + pat))


@lru_cache(maxsize=8)
def held_sets(table: PayTable) -> HeldSets:
    """Return the features of everything that can be held with a pay table."""
    deck = table.deck
    rows = row_count(deck.jokers)
    size = rows + len(table.lines) + 1
    wild = np.zeros(size, np.int8)
    natural = np.full(size, -1, np.int8)
    ranks = np.full((size, 4), -1, np.int8)
    suited = np.zeros(size, np.bool_)
    for jokers in range(deck.jokers + 1):
        for held in range(5 - jokers):
            cards = suit_classes(held).cards
            here = slice(
                start := joker_row_offset(jokers) + CLASS_OFFSETS[held], start + len(cards)
            )
            is_wild = wild_cards(cards, deck)
            wild[here] = jokers + is_wild.sum(axis=1)
            natural[here] = held - is_wild.sum(axis=1)
            shown = np.where(is_wild, -1, (cards >> 2).astype(np.int8))
            ranks[here, :held] = -np.sort(-shown, axis=1)
            suits = np.bitwise_or.reduce(np.where(is_wild, 0, 1 << (cards & 3)), axis=1)
            suited[here] = suits & (suits - 1) == 0
    present = ranks >= 0
    bits = np.where(present, np.int64(1) << np.maximum(ranks, 0).astype(np.int64), 0)
    rank_set = np.bitwise_or.reduce(bits, axis=1)
    same = (ranks[:, :, None] == ranks[:, None, :]) & present[:, :, None]
    alike = same.sum(axis=2).max(axis=1).astype(np.int8)
    distinct = np.bitwise_count(rank_set) == natural
    ways = sum(((rank_set & ~window) == 0).astype(np.int8) for window in WINDOWS) * distinct
    high = ((bits & high_ranks(table)) > 0).sum(axis=1).astype(np.int8)
    pat = np.full(size, -1, np.int16)
    pat[rows:] = np.arange(len(table.lines) + 1)
    order = np.zeros((2, size), np.int64)
    low = np.where(present, ranks, 12).min(axis=1).astype(np.int64)
    cards_held = np.where(natural < 0, 5, natural + wild).astype(np.int64)
    for at, sign in enumerate((1, -1)):
        by_rank = (ranks[:, 0].astype(np.int64) * 13 + low) * sign + 200
        order[at] = (((5 - cards_held) * 8 + 4 - high) * 16 + 10 - ways) * 512 + by_rank
    return HeldSets(
        table, wild, natural, ranks, rank_set, suited, alike, distinct,
        ways.astype(np.int8), high, pat, order[0], order[1],
    )  # fmt: skip
