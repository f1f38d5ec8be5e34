"""Cards: ids, decks, text.

Randomness is imported by its own name: `gutshot.cards.dealing` where cards are dealt, and
`gutshot.cards.seeded`, which repeats itself, in tests and simulations only.
"""

from __future__ import annotations

from gutshot.cards.decks import (
    DECKS,
    FIRST_JOKER,
    RANKS,
    SECOND_JOKER,
    SUITS,
    Deck,
    card_id,
    deck,
    rank_of,
    suit_of,
)
from gutshot.cards.text import card_name, format_cards, parse_card, parse_cards, parse_hand

__all__ = [
    "DECKS",
    "FIRST_JOKER",
    "RANKS",
    "SECOND_JOKER",
    "SUITS",
    "Deck",
    "card_id",
    "card_name",
    "deck",
    "format_cards",
    "parse_card",
    "parse_cards",
    "parse_hand",
    "rank_of",
    "suit_of",
]
