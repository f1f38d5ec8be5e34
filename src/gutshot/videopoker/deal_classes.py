"""The different deals of a deck: five cards up to the names of the suits and of the jokers.

A deal's subsets of up to four cards are sets that the subset tables have a row for. With
J jokers in the deck, the rows of sets with j jokers follow those with j - 1; within, a set's row is
the class id of its natural cards (`gutshot.cards.suit_classes`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.decks import FIRST_JOKER
from gutshot.cards.suit_classes import (
    CLASS_COUNTS,
    CLASS_OFFSETS,
    class_of_rank,
    colex_rank,
    suit_classes,
    suit_key,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = [
    "LANES",
    "PROPER_SUBSETS",
    "DealClasses",
    "deal_classes",
    "joker_row_offset",
    "place_of",
    "row_count",
]

LANES: Final = 64
"""Deals that the whole-game kernel works on side by side."""

PROPER_SUBSETS: Final = 31
"""Hold masks 0..30; mask 31, all five cards, is the deal itself."""


def joker_row_offset(jokers: int) -> int:
    """Return the row of the set of `jokers` jokers and no natural card."""
    return sum(CLASS_OFFSETS[5 - j] for j in range(jokers))


def row_count(deck_jokers: int) -> int:
    """Return how many rows the sets of up to four cards of a deck take."""
    return joker_row_offset(deck_jokers + 1)


@dataclass(frozen=True)
class DealClasses:
    """All classes of deals of a deck with 0, 1 or 2 jokers.

    jokers : in the deck.
    cards : (n, 5) a member of each class: rising natural cards, then jokers.
    weights : (n,) deals in each class; they sum to C(52 + jokers, 5).
    """

    jokers: int
    cards: NDArray[np.uint8]
    weights: NDArray[np.int64]

    @property
    def count(self) -> int:
        """The number of classes."""
        return len(self.weights)

    @cached_property
    def rows(self) -> NDArray[np.uint16]:
        """(blocks, 31, LANES) the row of each proper subset; padding deals repeat row 0."""
        flat = np.zeros((-(-self.count // LANES) * LANES, PROPER_SUBSETS), np.uint16)
        start = 0
        for dealt_jokers in range(self.jokers + 1):
            natural = 5 - dealt_jokers
            n = CLASS_COUNTS[natural]
            cards = self.cards[start : start + n, :natural]
            for mask in range(PROPER_SUBSETS):
                kept = [i for i in range(natural) if mask >> i & 1]
                jokers = (mask >> natural).bit_count()
                ids = class_of_rank(len(kept))[colex_rank(cards[:, kept])] if len(kept) < 5 else 0
                flat[start : start + n, mask] = ids + joker_row_offset(jokers)
            start += n
        return np.ascontiguousarray(flat.reshape(-1, LANES, PROPER_SUBSETS).transpose(0, 2, 1))


@cache
def deal_classes(jokers: int) -> DealClasses:
    """Return the classes of the deals of 52 cards and `jokers` = 0..2 jokers."""
    cards = []
    weights = []
    for dealt_jokers in range(jokers + 1):
        natural = suit_classes(5 - dealt_jokers)
        hands = np.empty((len(natural.keys), 5), np.uint8)
        hands[:, : 5 - dealt_jokers] = natural.cards
        hands[:, 5 - dealt_jokers :] = np.arange(52, 52 + dealt_jokers)
        cards.append(hands)
        weights.append(natural.weights * comb(jokers, dealt_jokers))
    return DealClasses(jokers, np.concatenate(cards), np.concatenate(weights))


def place_of(deal: Sequence[int]) -> int:
    """Return the place of five dealt cards' class in `deal_classes`."""
    natural = [card for card in deal if card < FIRST_JOKER]
    start = sum(CLASS_COUNTS[5 - jokers] for jokers in range(5 - len(natural)))
    return start + int(np.searchsorted(suit_classes(len(natural)).keys, suit_key(natural)))
