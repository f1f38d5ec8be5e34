"""Classes of deals, counted in ways that share nothing with `gutshot.cards.suit_classes`."""

from __future__ import annotations

from itertools import permutations
from math import comb, factorial
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.cards.suit_classes import (
    CLASS_COUNTS,
    CLASS_OFFSETS,
    RANK_OFFSETS,
    canonical_order,
    class_ids,
    class_of_rank,
    colex_rank,
    suit_classes,
    suit_key,
    suit_keys,
)
from gutshot.videopoker.deal_classes import deal_classes

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Cycle lengths of the permutations of four suits and how many permutations have them.
CYCLE_TYPES = {(1, 1, 1, 1): 1, (1, 1, 2): 6, (2, 2): 3, (1, 3): 8, (4,): 6}


def times(a: list[int], b: list[int]) -> list[int]:
    """Return the product of two polynomials up to the fifth power."""
    out = [0] * 6
    for i, x in enumerate(a):
        for j, y in enumerate(b[: 6 - i]):
            out[i + j] += x * y
    return out


def orbits(size: int, jokers: int = 0) -> int:
    """Return the classes of sets of `size` cards by Burnside's lemma.

    A permutation of the suits leaves a set alone when the set is a union of its cycles: of each
    rank and each cycle all cards or none, of each joker, which it never moves, one or none.
    """
    fixed = 0
    for cycles, permutations_of_type in CYCLE_TYPES.items():
        unions = [1, 0, 0, 0, 0, 0]
        for length in cycles * 13 + (1,) * jokers:
            unions = times(unions, [1 if power in {0, length} else 0 for power in range(6)])
        fixed += permutations_of_type * unions[size]
    assert fixed % factorial(4) == 0
    return fixed // factorial(4)


def all_sets(size: int) -> NDArray[np.uint8]:
    """Return all sets of `size` of the 52 cards, rising, in colex order; shape (C(52, size), size).

    The sets with highest card h are the sets of one card less below h, with h behind.
    """
    sets = np.zeros((1, 0), np.uint8)
    for length in range(1, size + 1):
        parts = []
        for card in range(length - 1, 52):
            below = sets[: comb(card, length - 1)]
            parts.append(np.column_stack([below, np.full(len(below), card, np.uint8)]))
        sets = np.concatenate(parts)
    return sets


def smallest_renaming(sets: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the smallest of a set's 24 images under renamings of the suits, as a bit set."""
    of_suit = np.zeros((4, len(sets)), np.int64)
    for column in sets.T:
        of_suit[column & 3, np.arange(len(sets))] |= np.int64(1) << (column >> 2).astype(np.int64)
    out = np.full(len(sets), 2**62)
    for first, second, third, fourth in permutations(of_suit):
        image = ((first << 13 | second) << 13 | third) << 13 | fourth
        np.minimum(out, image, out=out)
    return out


def test_burnsides_lemma_gives_the_class_counts() -> None:
    assert [orbits(size) for size in range(6)] == list(CLASS_COUNTS)
    assert [sum(CLASS_COUNTS[:size]) for size in range(7)] == list(CLASS_OFFSETS)
    assert [sum(comb(52, k) for k in range(size)) for size in range(6)] == list(RANK_OFFSETS)


def test_burnsides_lemma_gives_the_classes_with_jokers() -> None:
    assert [orbits(5, jokers) for jokers in range(3)] == [134_459, 150_891, 169_078]
    # interchangeable jokers: only their number matters
    for jokers in range(3):
        classes = sum(orbits(5 - dealt) for dealt in range(jokers + 1))
        assert deal_classes(jokers).count == classes


@pytest.mark.parametrize("jokers", range(3))
def test_the_weights_of_a_decks_deals_add_up_to_all_deals(jokers: int) -> None:
    assert deal_classes(jokers).weights.sum() == comb(52 + jokers, 5)


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", range(1, 6))
def test_sets_share_a_key_exactly_when_renaming_suits_turns_one_into_the_other(size: int) -> None:
    sets = all_sets(size)
    assert (colex_rank(sets) == np.arange(comb(52, size))).all()
    mine, at, weights = np.unique(smallest_renaming(sets), return_index=True, return_counts=True)
    keys = suit_keys(sets)
    classes = suit_classes(size)
    assert (classes.keys[1:] > classes.keys[:-1]).all()
    assert len(mine) == len(classes.keys)
    place = np.searchsorted(classes.keys, keys)
    assert (classes.keys[place] == keys).all()
    # as many pairs (class, key) as classes: neither tells apart what the other does not
    order = np.argsort(place[at])
    assert (place[at][order] == np.arange(len(mine))).all()
    assert (classes.weights == weights[order]).all()
    assert (suit_keys(classes.cards) == classes.keys).all()
    if size < 5:
        assert (class_of_rank(size) == CLASS_OFFSETS[size] + place).all()


def test_the_empty_set_is_a_class_of_its_own() -> None:
    assert class_of_rank(0).tolist() == [0]
    assert suit_classes(0).weights.tolist() == [1]
    assert len(class_ids()) == RANK_OFFSETS[-1]


def test_one_set_has_the_key_of_many() -> None:
    hands = suit_classes(5).cards[::997]
    assert [suit_key(hand) for hand in hands.tolist()] == suit_keys(hands).tolist()


def test_the_canonical_order_leads_to_the_listed_member_up_to_suits() -> None:
    classes = suit_classes(5)
    for member, key in zip(
        classes.cards[::997].tolist(), classes.keys[::997].tolist(), strict=True
    ):
        for suits in permutations(range(4)):
            deal = [4 * (card >> 2) + suits[card & 3] for card in reversed(member)]
            ordered = [deal[i] for i in canonical_order(deal)]
            assert suit_key(ordered) == key
            back = dict(zip(ordered, member, strict=True))
            assert [card >> 2 for card in back] == [card >> 2 for card in back.values()]
            # each suit of the deal stands for one suit of the member: a renaming
            pairs = {(card & 3, listed & 3) for card, listed in back.items()}
            assert len(pairs) == len({suit for suit, _ in pairs}) == len({s for _, s in pairs})
