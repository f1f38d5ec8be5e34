"""Phrases of a strategy: words for a hold, and everything held that they fit.

A phrase is a head (``4 to a flush``, ``pair of J-A``, ``KQ KJ suited``) and filters behind it
(``2+ high cards``, ``with A``). Counts in words include wild cards: with a deuce dealt, three cards
of a suit beside it are ``4 to a flush``. A phrase keeps every wild card that was dealt.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.decks import RANKS
from gutshot.videopoker.strategy.phrase_words import ANY, phrase_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.held_sets import HeldSets
    from gutshot.videopoker.strategy.phrase_words import Span

__all__ = ["Phrase"]

_BELOW_TEN: Final = 0xFF
_WAYS: Final[dict[str, Span]] = {"outside": (2, ANY[1]), "inside": (1, 1)}


@dataclass(frozen=True)
class Phrase:
    """Words for a hold.

    head : `pat`, `alike`, `two_pair`, one of `DRAWS`, `high_cards`, `cards`, `wild_only`,
        `nothing`.
    category : of `pat`: the pay-table line's own name.
    count : cards held, wild ones included; for `alike` without the kicker.
    suit : "suited", "offsuit" or "" for `high_cards` and `cards`.
    cards : of `cards`: natural ranks held, each text falling, as ("KQ", "KJ").
    ranks : ranks that the equal cards may have, as bits; 0 for any. kicker : the same for one more
        card, 0 for none.
    high, ways, ways_high : spans of high cards, of straights and of their sum.
    lowest, highest : spans of the lowest and highest natural rank.
    holding, without : ranks of which one is held, of which none is, as bits.
    highest_first : of several holds that fit, the highest cards are kept, not the lowest.
    """

    head: str
    category: str = ""
    count: int = 0
    suit: str = ""
    cards: tuple[str, ...] = ()
    ranks: int = 0
    kicker: int = 0
    high: Span = ANY
    ways: Span = ANY
    ways_high: Span = ANY
    lowest: Span = ANY
    highest: Span = ANY
    holding: int = 0
    without: int = 0
    highest_first: bool = False

    def fits(self, sets: HeldSets, dealt: int) -> NDArray[np.bool_]:
        """Return (ids,) what the phrase fits when `dealt` wild cards are in the deal."""
        if self.head == "pat":
            names = [line.canonical for line in sets.table.lines]
            at = names.index(self.category) if self.category in names else -2
            paid: NDArray[np.bool_] = sets.pat == at
            return paid
        fit: NDArray[np.bool_] = self._head(sets, dealt)
        fit = fit & (sets.natural >= 0) & (sets.wild == dealt)
        sums = sets.ways + sets.high
        for span, feature in (
            (self.high, sets.high),
            (self.ways, sets.ways),
            (self.ways_high, sums),
        ):
            if span != ANY:
                fit &= _within(feature, span)
        if self.lowest != ANY:
            fit &= _within(np.where(sets.ranks >= 0, sets.ranks, 99).min(axis=1), self.lowest)
        if self.highest != ANY:
            fit &= _within(sets.ranks[:, 0], self.highest)
        if self.holding:
            fit &= (sets.rank_set & self.holding) != 0
        if self.without:
            fit &= (sets.rank_set & self.without) == 0
        return fit

    def _head(self, sets: HeldSets, dealt: int) -> NDArray[np.bool_]:
        natural = self.count - dealt
        fit: NDArray[np.bool_]
        if self.head in {"nothing", "wild_only"}:
            fit = sets.natural == 0
        elif self.head == "two_pair":
            two = np.bitwise_count(sets.rank_set) == 2
            fit = (sets.natural == 4) & (sets.alike == 2) & two
        elif self.head == "alike":
            fit = self._alike(sets, natural)
        elif self.head == "cards":
            fit = self._cards(sets)
        else:
            fit = (sets.natural == natural) & (natural > 0) & sets.distinct
            if self.head == "high_cards":
                fit = fit & (sets.high == natural) & self._suit(sets)
            else:
                fit = fit & self._draw(sets)
        return fit

    def _cards(self, sets: HeldSets) -> NDArray[np.bool_]:
        fit = np.zeros(len(sets), np.bool_)
        for cards in self.cards:
            wanted = [RANKS.index(letter) for letter in cards] + [-1] * (4 - len(cards))
            fit |= (sets.ranks == np.array(wanted, np.int8)).all(axis=1)
        return fit & self._suit(sets)

    def _draw(self, sets: HeldSets) -> NDArray[np.bool_]:
        fit = np.ones(len(sets), np.bool_)
        if self.head in {"royal", "straight_flush", "flush"}:
            fit &= sets.suited
        if self.head == "royal":
            fit &= (sets.rank_set & _BELOW_TEN) == 0
        elif self.head != "flush":
            least, most = _WAYS.get(self.head, (1, ANY[1]))
            fit &= _within(sets.ways, (least, most))
        return fit

    def _alike(self, sets: HeldSets, natural: int) -> NDArray[np.bool_]:
        ranks = np.int64(self.ranks or 0x1FFF)
        fit: NDArray[np.bool_] = (sets.alike == natural) & (natural > 0)
        if not self.kicker:
            fit &= (sets.natural == natural) & ((sets.rank_set & ~ranks) == 0)
            return fit
        fit &= (natural > 1) & (sets.natural == natural + 1)
        fit &= np.bitwise_count(sets.rank_set) == 2
        # of the ranks in falling order the second is the equal cards' own, kicker above or below
        equal = np.int64(1) << np.maximum(sets.ranks[:, 1], 0).astype(np.int64)
        fit &= ((equal & ranks) != 0) & ((sets.rank_set & ~equal & self.kicker) != 0)
        return fit

    def _suit(self, sets: HeldSets) -> NDArray[np.bool_]:
        if not self.suit:
            return np.ones(len(sets), np.bool_)
        fit: NDArray[np.bool_] = sets.suited == (self.suit == "suited")
        return fit

    def words(self, table: PayTable) -> str:
        """Return the phrase as a strategy's text spells it."""
        return phrase_words(self, table)

    @property
    def length(self) -> int:
        """How much there is to remember: words beyond the head, and cards in a list."""
        plain = Phrase(self.head)
        filters = [f.name for f in fields(self)[5:]]
        changed = [name for name in filters if getattr(self, name) != getattr(plain, name)]
        return len(changed) + len(self.cards)


def _within(feature: NDArray[np.int8], span: Span) -> NDArray[np.bool_]:
    inside: NDArray[np.bool_] = (feature >= span[0]) & (feature <= span[1])
    return inside
