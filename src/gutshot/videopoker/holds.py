"""One hand: the exact counts and EVs of its 32 holds.

The counts of a hold are those of all hands that keep exactly its cards. For each subset of the deal
the subset tables know how many hands of each kind hold it; taking away, bit by bit, those that keep
a further dealt card leaves the exact counts (inclusion-exclusion over 80 differences). Nothing here
needs compiled code.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.cards.suit_classes import (
    CHOOSE,
    CLASS_COUNTS,
    RANK_OFFSETS,
    canonical_order,
    class_ids,
    suit_classes,
    suit_key,
)
from gutshot.cards.text import card_name
from gutshot.errors import HandError
from gutshot.frames import Rows
from gutshot.videopoker.deal_classes import PROPER_SUBSETS, joker_row_offset
from gutshot.videopoker.game_return import HOLD_SIZE, completions, draw_factors
from gutshot.videopoker.pay_table import resolve
from gutshot.videopoker.subset_tables import subset_tables
from gutshot.videopoker.version import ENGINE_VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cards.decks import Deck
    from gutshot.videopoker.pay_table import PayTable

__all__ = [
    "ALL_CARDS",
    "HandAnalysis",
    "Hold",
    "analyse_hand",
    "category_of",
    "hold_counts",
    "keep_exactly",
]

ALL_CARDS: Final = 31
"""The mask that holds all five cards."""

CACHE_HANDS: Final = 4096
"""Hands kept by the cache; one takes about 4 kB."""

_SIZES: Final = np.array(HOLD_SIZE)
_PROPER: Final = np.arange(PROPER_SUBSETS)
_RANK_OFFSETS: Final = np.array(RANK_OFFSETS)
_JOKER_OFFSETS: Final = np.array([joker_row_offset(jokers) for jokers in range(3)])
_INSIDE: Final = np.array([[mask >> i & 1 for i in range(5)] for mask in range(32)])
# the place of a dealt position among those that a mask keeps, 1 for the first
_PLACE: Final = _INSIDE.cumsum(axis=1)


@dataclass(frozen=True, slots=True)
class Hold:
    """One of the 32 ways to play a deal.

    mask : bit i set = keep dealt position i.
    cards : the cards kept, in dealt order.
    ev : per coin bet.
    completions : how many draws are possible, C(n - 5, 5 - held).
    counts : category to the number of those draws that end in it, in the pay table's order, then
        `no_win`; 0 where it is impossible.
    """

    mask: int
    cards: tuple[int, ...]
    ev: Fraction
    completions: int
    counts: dict[str, int]


@dataclass(frozen=True, eq=False)
class HandAnalysis(Rows):
    """All 32 holds of a deal.

    deal : five card ids in dealt order.
    table : the pay table.
    count_matrix : (32, categories) completions of each mask by category.
    """

    deal: tuple[int, ...]
    table: PayTable
    count_matrix: NDArray[np.int64]

    @property
    def engine_version(self) -> str:
        """The version of the engine that counted."""
        return ENGINE_VERSION

    @cached_property
    def paid(self) -> tuple[int, ...]:
        """The payouts of all completions of each mask, added up and times the payout scale."""
        return tuple((self.count_matrix @ self.table.scaled_pays).tolist())

    @cached_property
    def ev_numerators(self) -> tuple[int, ...]:
        """The EV of each mask over one denominator: what holds are compared by."""
        factors = draw_factors(self.table.deck).tolist()
        return tuple(paid * factor for paid, factor in zip(self.paid, factors, strict=True))

    @cached_property
    def best(self) -> tuple[int, ...]:
        """The masks with the highest EV, rising; more than one when they tie exactly."""
        top = max(self.ev_numerators)
        return tuple(mask for mask in range(32) if self.ev_numerators[mask] == top)

    @cached_property
    def holds(self) -> tuple[Hold, ...]:
        """All holds, best first; between equals the one that keeps more cards, then by mask."""
        order = sorted(range(32), key=lambda m: (-self.ev_numerators[m], -HOLD_SIZE[m], m))
        return tuple(self.hold(mask) for mask in order)

    def hold(self, mask: int) -> Hold:
        """Return one hold by its mask, 0..31."""
        draws = completions(self.table.deck, HOLD_SIZE[mask])
        return Hold(
            mask,
            tuple(card for i, card in enumerate(self.deal) if mask >> i & 1),
            Fraction(self.paid[mask], draws * self.table.scale),
            draws,
            dict(zip(self.table.categories, self.count_matrix[mask].tolist(), strict=True)),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row a hold, best first; EV in bets per coin, counts by category."""
        return [
            {
                "mask": hold.mask,
                "cards": " ".join(card_name(card) for card in hold.cards),
                "ev": float(hold.ev),
                "ev_exact": str(hold.ev),
                "completions": hold.completions,
                **hold.counts,
            }
            for hold in self.holds
        ]

    def _repr_html_(self) -> str:
        from gutshot.render.videopoker_html import hold_html

        return hold_html(self)

    @property
    def dealt_category(self) -> str:
        """The category of the five dealt cards."""
        return self.table.categories[int(self.count_matrix[ALL_CARDS].argmax())]


def analyse_hand(deal: Sequence[int], table: PayTable) -> HandAnalysis:
    """Return the exact counts and EVs of the 32 holds of a deal.

    Deals that differ only by the names of the suits or of the jokers, or in their order, share one
    entry of a cache, whose masks are mapped back to the order of this deal.

    Raises
    ------
    HandError
        When the deal is not five different cards of the table's deck.
    """
    try:
        deal = tuple(map(index, deal))  # a numpy integer would overflow in the shifts below
    except TypeError:
        raise HandError("a deal is five card ids; parse_hand reads them from text") from None
    if len(deal) != 5:
        msg = f"{len(deal)} cards are no deal: a deal has 5 cards"
        raise HandError(msg)
    for i, card in enumerate(deal):
        if not 0 <= card < table.deck.size:
            last = table.deck.size - 1
            msg = f"card id {card} is not in the deck {table.deck.name}: ids run from 0 to {last}"
            raise HandError(msg)
        if card in deal[:i]:
            msg = f"{card_name(card)} is dealt twice: a deal has 5 different cards"
            raise HandError(msg)
    order = canonical_order(deal)
    natural = [card for card in deal if card < 52]
    counts = hold_counts(suit_key(natural), len(natural), table.deck, table.order)
    back = [
        sum((mask >> position & 1) << place for place, position in enumerate(order))
        for mask in range(32)
    ]
    return HandAnalysis(deal, table, counts[back])


def category_of(cards: Sequence[int], table: PayTable) -> str:
    """Return the category that pays five different cards of the table's deck, or `no_win`."""
    natural = [card for card in cards if card < 52]
    _, of_deal = _category_tables(table.deck, table.order)
    return table.categories[int(of_deal[_deal_class(suit_key(natural), len(natural))])]


@lru_cache(maxsize=CACHE_HANDS)
def hold_counts(key: int, natural: int, deck: Deck, order: tuple[str, ...]) -> NDArray[np.int64]:
    """Return the (32, categories) counts of a class of deals, in the order of its listed member.

    key, natural : suit key and number of the deal's natural cards; jokers make up the five.
    order : the categories, best line first (`PayTable.order`); payouts matter no further.
    """
    of_row, of_deal = _category_tables(deck, order)
    cards = [
        4 * rank + suit for rank in range(13) for suit in range(4) if key >> _bit(rank, suit) & 1
    ]
    part = _PROPER & (1 << natural) - 1
    ranks = (CHOOSE[_PLACE[part, :natural], cards] * _INSIDE[part, :natural]).sum(axis=1)
    ids = class_ids()[_RANK_OFFSETS[_SIZES[part]] + ranks]
    rows = ids + _JOKER_OFFSETS[_SIZES[_PROPER >> natural]]
    counts = np.zeros((32, of_row.shape[1]), np.int64)
    counts[:PROPER_SUBSETS] = of_row[rows]
    counts[ALL_CARDS, of_deal[_deal_class(key, natural)]] = 1
    keep_exactly(counts)
    counts.flags.writeable = False  # shared by the cache
    return counts


def _deal_class(key: int, natural: int) -> int:
    """Return the number of a class of deals: behind those with fewer jokers, by suit key."""
    before = sum(CLASS_COUNTS[5 - jokers] for jokers in range(5 - natural))
    return before + int(np.searchsorted(suit_classes(natural).keys, key))


def keep_exactly(counts: NDArray[np.int64]) -> None:
    """Turn (32, ...) counts of hands that hold a mask's cards into those that keep no others."""
    for axis in range(5):
        pairs = counts.reshape(1 << (4 - axis), 2, 1 << axis, -1)
        pairs[:, 0] -= pairs[:, 1]


@lru_cache(maxsize=64)
def _category_tables(
    deck: Deck, order: tuple[str, ...]
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    tables = subset_tables(deck)
    line_of_kind = resolve(order, tables.kinds)
    return tables.counts_by(line_of_kind, len(order) + 1), line_of_kind[tables.deal_kinds]


def _bit(rank: int, suit: int) -> int:
    return 39 - 13 * suit + rank
