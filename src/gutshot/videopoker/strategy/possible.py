"""What discards a hold can have, as far as the held cards alone tell.

A bound on the counts of `conditions`, held cards by held cards, without a look at any deal. What it
excludes no deal meets; what it lets pass some deal may still not meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.decks import RANKS
from gutshot.videopoker.strategy.conditions import within_a_straight
from gutshot.videopoker.strategy.held_sets import ids_of_deal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gutshot.videopoker.strategy.conditions import Condition
    from gutshot.videopoker.strategy.held_sets import HeldSets

__all__ = ["Possible"]

_SUITS: Final = 4


class Possible:
    """The discards that go with some of all that can be held.

    natural : (n,) natural cards held, 5 in a hand held whole. discards : (n,) natural discards.
    """

    def __init__(self, sets: HeldSets, ids: NDArray[np.intp], dealt: int) -> None:
        """Take the ids of holds in deals with `dealt` wild cards."""
        self._sets, self._ids, self._dealt = sets, ids, dealt
        self._whole = sets.natural[ids] < 0
        natural = sets.natural[ids].astype(np.int64)
        self.discards = np.where(self._whole, 0, 5 - dealt - natural)
        self.natural = np.where(self._whole, 5, natural)
        held = sets.ranks[ids].astype(np.int64)
        self._held = (held[:, :, None] == np.arange(13)).sum(axis=1)
        self._rank_set = sets.rank_set[ids]
        self._suited = sets.suited[ids]

    def __len__(self) -> int:
        """Return the number of holds."""
        return len(self._ids)

    def can_meet(self, condition: Condition) -> NDArray[np.bool_]:
        """Return (n,) whether discards can be such that a condition is met."""
        kind = condition.kind
        if kind == "pattern":
            return _any(self._pattern(pattern) for pattern in condition.patterns)
        if kind == "exactly":
            return _any(self._offered(deal) for deal in condition.deals)
        least, most = self._bounds(kind, condition.ranks)
        within: NDArray[np.bool_] = (most >= condition.span[0]) & (least <= condition.span[1])
        return within

    def _bounds(self, kind: str, ranks: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return (n,) the least and the most that can be counted."""
        none = np.zeros(len(self), np.int64)
        named = ranks >> np.arange(13) & 1
        if kind == "held":
            held = self._held @ named
            return np.where(self._whole, 0, held), np.where(self._whole, 5, held)
        if kind == "discards":
            left = _SUITS - self._held
            wild = self._sets.table.deck.wild_rank
            if wild is not None:
                left[:, wild] = 0
            of_others = left @ (1 - named)
            return np.maximum(0, self.discards - of_others), np.minimum(self.discards, left @ named)
        if kind == "suits":
            return np.minimum(1, self.discards), np.minimum(_SUITS, self.discards)
        if kind == "straight":
            near = within_a_straight()[self._rank_set] & ~self._rank_set
            # where nothing natural is held every discard is one
            return np.where(self.natural == 0, self.discards, 0), np.where(near, self.discards, 0)
        if kind == "flush":
            counted = self._held @ named if ranks else self.natural
            return none, np.where(counted > 0, self.discards, 0)
        # of one suit there is a card of each rank, and those held are not thrown away
        free = np.bitwise_count(ranks & ~self._rank_set).astype(np.int64)
        most = np.where(self._suited, np.minimum(free, self.discards), self.discards)
        return none, np.where(self.natural > 0, most, 0)

    def _pattern(self, pattern: str) -> NDArray[np.bool_]:
        thrown = np.array([pattern.count(rank) for rank in RANKS])
        wild = self._sets.table.deck.wild_rank
        if wild is not None and thrown[wild]:
            return np.zeros(len(self), np.bool_)
        fits: NDArray[np.bool_] = ((self._held + thrown) <= _SUITS).all(axis=1)
        fits &= self.discards == len(pattern)
        return fits

    def _offered(self, deal: tuple[int, ...]) -> NDArray[np.bool_]:
        """Return which of the holds a deal offers."""
        deck = self._sets.table.deck
        if sum(deck.is_wild(card) for card in deal) != self._dealt:
            return np.zeros(len(self), np.bool_)
        fits: NDArray[np.bool_] = np.isin(self._ids, ids_of_deal(self._sets.table, deal))
        return fits


def _any(found: Iterable[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    some: NDArray[np.bool_] = np.logical_or.reduce(list(found))
    return some
