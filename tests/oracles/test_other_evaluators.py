"""Other people's evaluators on natural five-card hands: the same category, hand by hand.

Only the boundaries between categories are compared, not the order within one. eval7 and
phevaluator see all 2,598,960 hands; pokerkit, at 25 µs a hand, 60,000 random ones and one in 97
of those from a straight up.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations, starmap
from math import comb
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.cards.decks import RANKS
from gutshot.cards.text import card_name
from gutshot.evaluate._kernels import satisfied_all
from gutshot.videopoker.pay_table import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

ORDER = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "aces_or_better",
    "kings_or_better",
    "jacks_or_better",
    "tens_or_better",
)
REST = len(ORDER)
HANDS = comb(52, 5)
SEED = 20_240_607
SAMPLE = 60_000


@cache
def ours() -> NDArray[np.uint8]:
    """Return the place in `ORDER` of every hand, in colex order; `REST` for a low or no pair."""
    return resolve(ORDER, satisfied_all(52, -1, 4, 52))


def hands() -> Iterator[tuple[int, ...]]:
    """Return all hands from the last one in colex order to the first."""
    return combinations(range(51, -1, -1), 5)


def hand_at(place: int) -> tuple[int, ...]:
    """Return the hand at a place in colex order, highest card first."""
    cards = []
    for length in range(5, 0, -1):
        card = length - 1
        while comb(card + 1, length) <= place:
            card += 1
        cards.append(card)
        place -= comb(card, length)
    return tuple(cards)


def test_the_hands_come_backwards_in_colex_order() -> None:
    few = list(combinations(range(11, -1, -1), 5))
    assert few[::-1] == [hand_at(place) for place in range(comb(12, 5))]
    assert next(hands()) == hand_at(HANDS - 1)


@pytest.mark.exhaustive
@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # its parser of ranges is out of date
def test_eval7_puts_every_hand_into_the_same_category() -> None:
    import eval7  # type: ignore[import-untyped]

    cards = [eval7.Card(card_name(card)) for card in range(51, -1, -1)]
    ranked = np.fromiter(map(eval7.evaluate, combinations(cards, 5)), np.int64, HANDS)
    # the type stands in the high bits, below it the rank of the quads, trips or pair; 5 is a
    # flush and 4 a straight, as in poker without wild cards
    types, top = ranked >> 24, ranked >> 16 & 15
    theirs = np.full(HANDS, REST, np.uint8)
    for category, line in ((8, 1), (7, 2), (6, 3), (5, 4), (4, 5), (3, 6), (2, 7)):
        theirs[types == category] = line
    theirs[(types == 8) & (top == RANKS.index("A"))] = 0
    for rank, line in (("A", 8), ("K", 9), ("Q", 10), ("J", 10), ("T", 11)):
        theirs[(types == 1) & (top == RANKS.index(rank))] = line
    assert np.array_equal(theirs[::-1], ours())


@pytest.mark.exhaustive
@pytest.mark.oracle
def test_phevaluator_puts_every_hand_into_the_same_category() -> None:
    from phevaluator import evaluate_cards  # type: ignore[import-untyped]

    ranked = np.fromiter(starmap(evaluate_cards, hands()), np.int64, HANDS)
    # the last of the 7,462 ranks of each line of `ORDER`, 220 kickers beside each pair
    last = [1, 10, 166, 322, 1599, 1609, 2467, 3325, 3545, 3765, 4205, 4425]
    theirs = np.searchsorted(np.array(last), ranked)
    assert np.array_equal(theirs[::-1], ours())


@pytest.mark.oracle
def test_pokerkit_puts_random_hands_into_the_same_category() -> None:
    from pokerkit import Label, StandardHighHand

    lines = {
        Label.STRAIGHT_FLUSH: 1,
        Label.FOUR_OF_A_KIND: 2,
        Label.FULL_HOUSE: 3,
        Label.FLUSH: 4,
        Label.STRAIGHT: 5,
        Label.THREE_OF_A_KIND: 6,
        Label.TWO_PAIR: 7,
    }
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    known = ours()
    from_straights_up = np.flatnonzero(known <= ORDER.index("straight"))[::97].tolist()
    for at in chain(from_straights_up, random.sample(range(HANDS), SAMPLE)):
        cards = hand_at(at)
        line = int(known[at])
        label = StandardHighHand("".join(card_name(card) for card in cards)).entry.label
        theirs = lines.get(label, REST)
        royal = theirs == 1 and {card >> 2 for card in cards} == {8, 9, 10, 11, 12}
        assert (0 if royal else theirs) == (line if line <= 7 else REST), cards
