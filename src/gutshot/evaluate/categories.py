"""The categories that a pay table can pay, and which of them a hand satisfies.

A hand *satisfies* a category when its cards, wild cards standing for whatever helps, contain it: a
straight flush is also a flush and a straight, quads of kings are also three of a kind and a pair of
kings or better. What satisfies several categories is paid once, in the one with the highest payout
(`gutshot.videopoker.pay_table`); `SPECIFICITY` breaks ties of payout.

The set of satisfied categories is an int with one bit for each of `CATEGORIES`.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "ALIASES",
    "BIT",
    "CATEGORIES",
    "DECK_CATEGORIES",
    "LABELS",
    "canonical_category",
    "categories_in",
]

_RANK_NAMES: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "t", "j", "q", "k", "a")
_RANK_WORDS: Final = (
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines",
    "tens", "jacks", "queens", "kings", "aces",
)  # fmt: skip

LABELS: Final[dict[str, str]] = {
    "royal_flush": "Royal flush",
    "four_deuces": "Four deuces",
    "wild_royal": "Wild royal",
    "five_of_a_kind": "Five of a kind",
    "straight_flush": "Straight flush",
    "four_aces_kicker_2_4": "Four aces with 2-4",
    "four_2_4_kicker_a": "Four 2-4 with ace",
    "four_2_4_kicker_a_4": "Four 2-4 with A-4",
    **{
        f"four_{name}s": f"Four {word}" for name, word in zip(_RANK_NAMES, _RANK_WORDS, strict=True)
    },
    "four_aces": "Four aces",
    "four_2_4": "Four 2-4",
    "four_j_k": "Four J-K",
    "four_5_k": "Four 5-K",
    "natural_four_of_a_kind": "Natural four of a kind",
    "four_of_a_kind": "Four of a kind",
    "full_house": "Full house",
    "flush": "Flush",
    "straight": "Straight",
    "three_of_a_kind": "Three of a kind",
    "two_pair": "Two pair",
    "aces_or_better": "Pair of aces",
    "kings_or_better": "Kings or better",
    "jacks_or_better": "Jacks or better",
    "tens_or_better": "Tens or better",
}
"""Category to its printed name, most specific first."""

CATEGORIES: Final[tuple[str, ...]] = tuple(LABELS)
"""Every category, most specific first: between equal payouts the earlier one names the hand."""

BIT: Final[dict[str, int]] = {name: bit for bit, name in enumerate(CATEGORIES)}
"""Category to its bit in a set of satisfied categories."""

ALIASES: Final[dict[str, str]] = {"natural_royal": "royal_flush", "four_10s": "four_ts"}
"""Other spellings; a pay table keeps the one it was written with."""

_WILD_ONLY: Final = frozenset({"wild_royal", "five_of_a_kind"})
_DEUCES_ONLY: Final = frozenset({"four_deuces"})

DECK_CATEGORIES: Final[dict[str, tuple[str, ...]]] = {
    "standard": tuple(c for c in CATEGORIES if c not in _WILD_ONLY | _DEUCES_ONLY),
    "deuces-wild": CATEGORIES,
    "joker": tuple(c for c in CATEGORIES if c not in _DEUCES_ONLY),
    "double-joker": tuple(c for c in CATEGORIES if c not in _DEUCES_ONLY),
}
"""Deck name to the categories that can occur with it."""


def canonical_category(written: str) -> str | None:
    """Return the category that a spelling names, or None: ``natural_royal`` is ``royal_flush``."""
    name = ALIASES.get(written, written)
    return name if name in BIT else None


def categories_in(satisfied: int) -> tuple[str, ...]:
    """Return the names of a set of satisfied categories, most specific first."""
    return tuple(name for name, bit in BIT.items() if satisfied >> bit & 1)
