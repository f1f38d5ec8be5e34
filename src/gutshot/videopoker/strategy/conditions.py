"""Conditions on what is thrown away: penalty cards, in words and over many deals at once.

A *flush penalty* is a discard in the suit of a held card, a *straight penalty* one that could have
filled a straight with the held cards; both make the hold worth less. Wild cards are no discards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.decks import FIRST_JOKER, RANKS
from gutshot.cards.suit_classes import suit_keys
from gutshot.cards.text import format_cards
from gutshot.videopoker.strategy.held_sets import WINDOWS, wild_cards
from gutshot.videopoker.strategy.phrase_words import Span, rank_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.cards.decks import Deck

__all__ = [
    "KINDS",
    "MOST",
    "NONE",
    "SOME",
    "Condition",
    "Holdings",
    "pattern_of_code",
    "within_a_straight",
]

MOST: Final = 5
"""No count of a condition is larger."""

NONE: Final[Span] = (0, 0)
SOME: Final[Span] = (1, MOST)

KINDS: Final = (
    "flush", "straight", "discards", "suited_discards", "suits", "held", "pattern", "exactly",
)  # fmt: skip
"""What a condition counts."""

_PLACES: Final = np.arange(5)


@dataclass(frozen=True)
class Condition:
    """One condition: a count lies within a span.

    kind : `flush` and `straight` penalties, `discards` of some ranks, `suited_discards` of some
        ranks (in the suit of a held card), `suits` among the discards, cards `held` of some ranks;
        `pattern` says all ranks thrown away, `exactly` the whole deal.
    ranks : as bits; of `flush` the held ranks whose suit counts, 0 for all.
    above : the hold meant is the one of the line that an exception stands under.
    patterns : of `pattern`: each the ranks of all natural discards, falling, as "974".
    deals : of `exactly`: each five card ids, up to the names of the suits.
    """

    kind: str
    span: Span = (1, MOST)
    ranks: int = 0
    above: bool = False
    patterns: tuple[str, ...] = ()
    deals: tuple[tuple[int, ...], ...] = ()

    def words(self) -> str:
        """Return the condition as a strategy's text spells it."""
        if self.kind == "exactly":
            shown = (format_cards(deal).replace(" ", "") for deal in self.deals)
            return f"exactly {'/'.join(shown)}"
        if self.kind in {"flush", "straight"}:
            words = self._penalty_words()
        elif self.kind in {"discards", "suited_discards"}:
            words = self._discard_words()
        elif self.kind == "pattern":
            words = f"discarding exactly {'/'.join(self.patterns)}"
        elif self.kind == "suits":
            words = f"discards of {self._count} suit{'' if self.span[1] == 1 else 's'}"
        else:
            words = f"{'no' if self.span == NONE else 'with'} {rank_words(self.ranks)}"
        return words + (" above" if self.above else "")

    @property
    def _count(self) -> str:
        low, high = self.span
        return str(low) if low == high else f"{low}+" if high >= MOST else f"{low}-{high}"

    def _penalty_words(self) -> str:
        on = f" on {rank_words(self.ranks)}" if self.ranks else ""
        if self.span in {NONE, SOME}:
            return f"{'no' if self.span == NONE else 'a'} {self.kind} penalty{on}"
        many = "penalty" if self.span == (1, 1) else "penalties"
        return f"{self._count} {self.kind} {many}{on}"

    def _discard_words(self) -> str:
        suited = "suited " if self.kind == "suited_discards" else ""
        ranks = rank_words(self.ranks)
        if self.span in {NONE, SOME}:
            return f"discarding {'no ' if self.span == NONE else ''}{suited}{ranks}"
        return f"discarding {self._count} {suited}of {ranks}"


class Holdings:
    """One hold of each of n deals, and all that conditions count of it."""

    def __init__(self, cards: NDArray[np.uint8], masks: NDArray[np.integer], deck: Deck) -> None:
        """Take (n, 5) deals and (n,) masks."""
        self.deals = cards
        natural = ~wild_cards(cards, deck)
        kept = (masks[:, None].astype(np.int64) >> _PLACES) & 1 == 1
        self._ranks = np.minimum(cards >> 2, 12).astype(np.int64)
        self._suits = (cards & 3).astype(np.int64)
        self._held = kept & natural
        self._discarded = ~kept & natural
        self._counts: dict[str, NDArray[np.int64]] = {}

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.deals)

    def measure(self, condition: Condition) -> NDArray[np.int64]:
        """Return (n,) the counts that a condition puts bounds on."""
        kind, ranks = condition.kind, condition.ranks
        if kind == "flush":
            return self._flush(ranks or 0x1FFF)
        if kind == "straight":
            return self._straight
        if kind == "suits":
            return self._suit_count
        if kind == "pattern":
            codes = [_pattern_code(pattern) for pattern in condition.patterns]
            found: NDArray[np.int64] = np.isin(self.pattern_codes, codes).astype(np.int64)
            return found
        if kind == "exactly":
            return self._exactly(condition.deals)
        total: NDArray[np.int64] = self.by_rank(kind) @ (ranks >> np.arange(13) & 1)
        return total

    def meet(self, condition: Condition) -> NDArray[np.bool_]:
        """Return (n,) whether each deal meets a condition."""
        count = self.measure(condition)
        within: NDArray[np.bool_] = (count >= condition.span[0]) & (count <= condition.span[1])
        return within

    def take(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Holdings:
        """Return some of the holds."""
        out = object.__new__(Holdings)
        out.deals = self.deals[which]
        for name in ("_ranks", "_suits", "_held", "_discarded"):
            setattr(out, name, getattr(self, name)[which])
        out._counts = {}
        return out

    def always_holds(self, rank: int) -> bool:
        """Return whether every hold has a card of a rank."""
        return bool((self._held & (self._ranks == rank)).any(axis=1).all())

    @property
    def rank_sets(self) -> NDArray[np.int64]:
        """(n,) ranks of the held natural cards, as bits."""
        sets: NDArray[np.int64] = np.bitwise_or.reduce(
            np.where(self._held, np.int64(1) << self._ranks, 0), axis=1
        )
        return sets

    @cached_property
    def pattern_codes(self) -> NDArray[np.int64]:
        """(n,) the ranks of all natural discards as a number, see `pattern_of_code`."""
        ranks = -np.sort(-np.where(self._discarded, self._ranks, -1), axis=1) + 1
        codes: NDArray[np.int64] = ranks @ 14 ** np.arange(4, -1, -1)
        return codes

    @cached_property
    def _suit_count(self) -> NDArray[np.int64]:
        suits = np.where(self._discarded, np.int64(1) << self._suits, 0)
        counts: NDArray[np.int64] = np.bitwise_count(np.bitwise_or.reduce(suits, axis=1))
        return counts.astype(np.int64)

    def _flush(self, ranks: int) -> NDArray[np.int64]:
        counted = self._held & (ranks >> self._ranks & 1 == 1)
        suits = np.bitwise_or.reduce(np.where(counted, np.int64(1) << self._suits, 0), axis=1)
        total: NDArray[np.int64] = (self._discarded & (suits[:, None] >> self._suits & 1 == 1)).sum(
            axis=1
        )
        return total

    def by_rank(self, kind: str) -> NDArray[np.int64]:
        """Return (n, 13) how many of the cards that a kind counts are of each rank."""
        if kind not in self._counts:
            counted = {"discards": self._discarded, "held": self._held}.get(kind)
            if counted is None:
                suits = np.bitwise_or.reduce(
                    np.where(self._held, np.int64(1) << self._suits, 0), axis=1
                )
                counted = self._discarded & (suits[:, None] >> self._suits & 1 == 1)
            deal, place = np.nonzero(counted)
            cell = deal * 13 + self._ranks[deal, place]
            flat = np.bincount(cell, minlength=13 * len(self.deals)).astype(np.int64)
            self._counts[kind] = flat.reshape(-1, 13)
        return self._counts[kind]

    @cached_property
    def _straight(self) -> NDArray[np.int64]:
        held = self.rank_sets[:, None]
        bit = np.int64(1) << self._ranks
        fits = (within_a_straight()[held] & bit) != 0
        total: NDArray[np.int64] = (self._discarded & fits & (held & bit == 0)).sum(axis=1)
        return total

    def _exactly(self, deals: tuple[tuple[int, ...], ...]) -> NDArray[np.int64]:
        out = np.zeros(len(self.deals), np.int64)
        for jokers in {sum(card >= FIRST_JOKER for card in deal) for deal in deals}:
            natural = np.array(
                [[c for c in deal if c < FIRST_JOKER] for deal in deals
                 if sum(card >= FIRST_JOKER for card in deal) == jokers], np.uint8
            )  # fmt: skip
            at = np.flatnonzero((self.deals >= FIRST_JOKER).sum(axis=1) == jokers)
            members = np.sort(self.deals[at], axis=1)[:, : 5 - jokers]
            out[at] = np.isin(suit_keys(members), suit_keys(natural))
        return out


@cache
def within_a_straight() -> NDArray[np.int64]:
    """Return (8192,) for each set of ranks the ranks of all straights that contain it."""
    sets = np.arange(1 << 13)
    out = np.zeros(1 << 13, np.int64)
    for window in WINDOWS:
        out |= np.where(sets & ~window == 0, window, 0)
    return out


def pattern_of_code(code: int) -> str:
    """Return the ranks that a number of `Holdings.pattern_codes` stands for, falling."""
    text = ""
    for power in range(4, -1, -1):
        digit = code // 14**power % 14
        text += RANKS[digit - 1] if digit else ""
    return text


def _pattern_code(pattern: str) -> int:
    code = 0
    for letter in pattern.ljust(5):
        code = code * 14 + (RANKS.index(letter) + 1 if letter != " " else 0)
    return code
