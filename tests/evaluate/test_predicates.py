"""The fast predicates against two slow ones: by substitution over every hand, and by the book."""

from __future__ import annotations

from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evaluate.by_the_book import categories_by_the_book

from gutshot.cards.decks import DECKS, Deck
from gutshot.evaluate._kernels import satisfied, satisfied_all, satisfied_many
from gutshot.evaluate.categories import categories_in
from gutshot.evaluate.oracle import satisfied_all_by_substitution, satisfied_by_substitution

SEED = 20_240_607
# Hands with each number of wild cards: trying every card for three of them takes 22,100 hands.
SAMPLE = {0: 3_000, 1: 300, 2: 40, 3: 3}


def wild_rank(deck: Deck) -> int:
    return -1 if deck.wild_rank is None else deck.wild_rank


def sampled_hands(deck: Deck) -> list[tuple[int, ...]]:
    """Return random hands of a deck, `SAMPLE` many with each possible number of wild cards."""
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    wild = [card for card in deck.cards if deck.is_wild(card)]
    natural = [card for card in deck.cards if not deck.is_wild(card)]
    return [
        (*random.sample(wild, held), *random.sample(natural, 5 - held))
        for held, hands in SAMPLE.items()
        if held <= len(wild)
        for _ in range(hands)
    ]


@pytest.mark.exhaustive
@pytest.mark.oracle
@pytest.mark.parametrize("name", DECKS)
def test_every_hand_satisfies_the_same_by_substitution(name: str) -> None:
    deck = DECKS[name]
    fast = satisfied_all(deck.size, wild_rank(deck), 4, deck.size)
    assert len(fast) == comb(deck.size, 5)
    slow = satisfied_all_by_substitution(deck.size, wild_rank(deck), 4, deck.size)
    assert np.array_equal(fast, slow)


@pytest.mark.oracle
@pytest.mark.parametrize("name", DECKS)
def test_random_hands_satisfy_what_the_book_says(name: str) -> None:
    deck = DECKS[name]
    for hand in sampled_hands(deck):
        fast = satisfied(np.array(hand, np.uint8), wild_rank(deck))
        assert set(categories_in(fast)) == categories_by_the_book(hand, deck.wild_rank), hand


@pytest.mark.parametrize("name", DECKS)
def test_hands_of_all_forms_come_in_the_same_order(name: str) -> None:
    deck = DECKS[name]
    whole = satisfied_all(deck.size, wild_rank(deck), 4, 20)
    hands = [
        (a, b, c, d, e)
        for e in range(4, 20)
        for d in range(3, e)
        for c in range(2, d)
        for b in range(1, c)
        for a in range(b)
    ]
    assert np.array_equal(satisfied_many(np.array(hands, np.uint8), wild_rank(deck)), whole)
    parts = [satisfied_all(deck.size, wild_rank(deck), top, top + 1) for top in range(4, 20)]
    assert np.array_equal(np.concatenate(parts), whole)


def test_hands_above_the_deck_are_none() -> None:
    assert len(satisfied_all(52, -1, 52, 54)) == 0
    assert len(satisfied_all(52, -1, 4, 99)) == comb(52, 5)


@given(
    st.sampled_from(list(DECKS.values())).flatmap(
        lambda deck: st.tuples(
            st.just(deck),
            st.lists(st.sampled_from(deck.cards), min_size=5, max_size=5, unique=True),
        )
    ),
    st.permutations(range(5)),
    st.permutations(range(4)),
)
def test_neither_order_nor_names_of_suits_matter(
    dealt: tuple[Deck, list[int]], order: list[int], suits: list[int]
) -> None:
    deck, hand = dealt
    other = [hand[i] if hand[i] >= 52 else hand[i] // 4 * 4 + suits[hand[i] % 4] for i in order]
    both = satisfied_many(np.array([hand, other], np.uint8), wild_rank(deck))
    assert both[0] == both[1]
    assert satisfied_by_substitution(np.array(other, np.uint8), wild_rank(deck)) == both[0]
