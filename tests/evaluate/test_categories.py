"""The list of categories, the bits that kernels give them, and what implies what."""

from __future__ import annotations

import numpy as np
import pytest

from gutshot.cards.decks import DECKS, RANKS
from gutshot.evaluate import _kernels
from gutshot.evaluate.categories import (
    ALIASES,
    BIT,
    CATEGORIES,
    DECK_CATEGORIES,
    LABELS,
    canonical_category,
    categories_in,
)
from gutshot.videopoker.subset_tables import subset_tables

KERNEL_BITS = {
    name.lower(): bit
    for name, bit in vars(_kernels).items()
    if name.isupper() and isinstance(bit, int) and name.lower() in BIT
} | {f"four_{rank.lower()}s": _kernels.FOUR_2S + i for i, rank in enumerate(RANKS)}

# What satisfies the left side satisfies all of the right side, whatever is wild.
IMPLIES = {
    "royal_flush": ["straight_flush"],
    "wild_royal": ["straight_flush"],
    "straight_flush": ["flush", "straight"],
    "five_of_a_kind": ["four_of_a_kind"],
    "four_deuces": ["five_of_a_kind", "straight_flush"],
    "four_aces_kicker_2_4": ["four_aces"],
    "four_2_4_kicker_a": ["four_2_4_kicker_a_4"],
    "four_2_4_kicker_a_4": ["four_2_4"],
    "four_aces": ["four_of_a_kind", "aces_or_better"],
    "four_2_4": ["four_of_a_kind"],
    "four_j_k": ["four_5_k", "jacks_or_better"],
    "four_5_k": ["four_of_a_kind"],
    "natural_four_of_a_kind": ["four_of_a_kind"],
    "four_of_a_kind": ["three_of_a_kind"],
    "full_house": ["three_of_a_kind", "two_pair"],
    "aces_or_better": ["kings_or_better"],
    "kings_or_better": ["jacks_or_better"],
    "jacks_or_better": ["tens_or_better"],
}

# What satisfies the left side satisfies one of the right side, and the other way round.
IS_ONE_OF = {
    "four_of_a_kind": [f"four_{rank.lower()}s" for rank in RANKS],
    "four_2_4": ["four_2s", "four_3s", "four_4s"],
    "four_5_k": [f"four_{rank}s" for rank in "56789tjqk"],
    "four_j_k": ["four_js", "four_qs", "four_ks"],
    "four_aces": ["four_as"],
}


def kinds_with(deck: str, category: str) -> set[int]:
    """Return the sets of satisfied categories of a deck's hands that have this one."""
    return {kind for kind in subset_tables(DECKS[deck]).kinds.tolist() if kind >> BIT[category] & 1}


def test_the_kernels_bits_are_the_places_in_the_list() -> None:
    assert KERNEL_BITS == BIT
    assert list(BIT) == list(CATEGORIES) == list(LABELS)
    assert list(BIT.values()) == list(range(36))


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_has_the_categories_that_its_hands_satisfy_and_no_others(deck: str) -> None:
    found = int(np.bitwise_or.reduce(subset_tables(DECKS[deck]).kinds))
    assert categories_in(found) == DECK_CATEGORIES[deck]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize(("category", "implied"), IMPLIES.items())
def test_a_category_contains_the_lesser_ones(deck: str, category: str, implied: list[str]) -> None:
    for lesser in implied:
        assert kinds_with(deck, category) <= kinds_with(deck, lesser)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize(("category", "parts"), IS_ONE_OF.items())
def test_quads_of_a_group_of_ranks_are_quads_of_one_of_them(
    deck: str, category: str, parts: list[str]
) -> None:
    assert kinds_with(deck, category) == set().union(*(kinds_with(deck, part) for part in parts))


@pytest.mark.parametrize("deck", DECKS)
def test_a_natural_royal_is_not_a_wild_one(deck: str) -> None:
    assert kinds_with(deck, "royal_flush")
    assert not kinds_with(deck, "royal_flush") & kinds_with(deck, "wild_royal")


def test_without_wild_cards_a_straight_flush_is_a_straight_that_is_a_flush() -> None:
    both = kinds_with("standard", "flush") & kinds_with("standard", "straight")
    assert both == kinds_with("standard", "straight_flush")


def test_printed_names_tell_categories_apart() -> None:
    names = [label for category, label in LABELS.items() if category != "four_as"]
    assert len(set(names)) == len(names)
    assert LABELS["four_as"] == LABELS["four_aces"]  # two spellings of one thing


def test_other_spellings_lead_to_a_category() -> None:
    assert {written: canonical_category(written) for written in ALIASES} == {
        "natural_royal": "royal_flush",
        "four_10s": "four_ts",
    }
    assert all(canonical_category(name) == name for name in CATEGORIES)
    assert canonical_category("Royal Flush") is None
    assert canonical_category("") is None


def test_a_set_reads_as_names_most_specific_first() -> None:
    assert categories_in(0) == ()
    assert categories_in(1 << BIT["flush"] | 1 << BIT["straight_flush"]) == (
        "straight_flush",
        "flush",
    )
