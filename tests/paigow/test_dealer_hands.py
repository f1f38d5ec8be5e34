"""The dealer's hands, counted by classes: against hands dealt one by one and set one by one."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb, sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.cards.text import parse_cards
from gutshot.compiled import KERNELS
from gutshot.errors import HandError, InputError
from gutshot.evaluate.joker._kernels import JOKER
from gutshot.paigow import Rules, parse_seven
from gutshot.paigow.dealer_hands import (
    count_dealer_hands,
    deck_without,
    draw_dealer_hands,
    enumerate_dealer_hands,
)
from gutshot.paigow.dealer_hands._kernels import count_classes, draw_hands, next_hands
from gutshot.paigow.dealer_hands.classes import FLUSH_CLASSES, RANK_CLASSES, hand_classes
from gutshot.paigow.house_ways import house_way, house_ways

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from gutshot.paigow.dealer_hands import DealerHands
    from gutshot.paigow.house_ways import HouseWay

WAY = house_way("local")
RULES = (Rules(), Rules(a2345_second_highest=False))
WHOLE = np.arange(53, dtype=np.uint8)


def as_dict(found: DealerHands) -> dict[tuple[int, int], int]:
    keys = zip(found.high.tolist(), found.low.tolist(), strict=True)
    return dict(zip(keys, found.counts.tolist(), strict=True))


def longest_suit(cards: Iterable[int]) -> int:
    """Return how many cards are of one suit, the joker being of every suit."""
    held = list(cards)
    suits = Counter(card & 3 for card in held if card != JOKER)
    return max(suits.values()) + (JOKER in held)


def class_counts(deck: NDArray[np.uint8]) -> NDArray[np.int64]:
    return count_classes(deck, *hand_classes()[:-1])


def test_each_class_has_a_hand_of_its_own_kind() -> None:
    hands = hand_classes().hands
    assert len(hands) == RANK_CLASSES + FLUSH_CLASSES
    rising = np.sort(hands, axis=1)
    assert (np.diff(rising.astype(int), axis=1) > 0).all()
    assert rising.max() == JOKER
    suits = np.stack([((hands & 3 == suit) | (hands == JOKER)).sum(axis=1) for suit in range(4)])
    flush = suits.max(axis=0) >= 5
    assert not flush[:RANK_CLASSES].any()
    assert flush[RANK_CLASSES:].all()
    of_ranks = np.sort(hands >> 2, axis=1)
    assert len(np.unique(of_ranks[:RANK_CLASSES], axis=0)) == RANK_CLASSES
    alike = of_ranks[hand_classes().without_flush]
    assert np.array_equal(alike, of_ranks[RANK_CLASSES:])


def test_the_whole_deck_falls_into_the_classes() -> None:
    counts = class_counts(WHOLE)
    assert counts.min() > 0
    assert counts.sum() == comb(53, 7)
    natural = sum(comb(13, n) * comb(39, 7 - n) for n in (5, 6, 7))
    with_joker = sum(comb(13, n) * comb(39, 6 - n) for n in (4, 5, 6))
    assert counts[RANK_CLASSES:].sum() == 4 * (natural + with_joker)


def test_classes_of_a_small_deck_are_counted_as_they_are_dealt() -> None:
    deck = [*range(0, 24, 2), 1, 9, JOKER]  # clubs and hearts of six ranks, and more
    places = {tuple(row): at for at, row in enumerate(hand_classes().ranks.tolist())}
    of_ranks: Counter[int] = Counter()
    flushes = 0
    for hand in combinations(deck, 7):
        if longest_suit(hand) >= 5:
            flushes += 1
        else:
            of_ranks[places[tuple(card >> 2 for card in sorted(hand))]] += 1
    counts = class_counts(np.array(deck, np.uint8))
    assert {at: n for at, n in enumerate(counts[:RANK_CLASSES].tolist()) if n} == of_ranks
    assert counts[RANK_CLASSES:].sum() == flushes > 0


def some_decks() -> list[list[int]]:
    source = random.Random(11)  # noqa: S311 - a sample, repeatable
    mixed = [sorted(source.sample(range(53), 17)) for _ in range(4)]
    two_suits = [*range(0, 40, 4), *range(1, 28, 4), JOKER]
    pairs = [*range(16, 32), 51, JOKER]
    low_straights = [*range(20), 48, 49]
    royals = [*range(32, 52, 4), *range(33, 53, 4), 0, 1, 2, 3, JOKER]
    return [*mixed, two_suits, pairs, low_straights, royals]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("way", house_ways(), ids=lambda way: way.id)
@pytest.mark.parametrize("cards", some_decks(), ids=len)
def test_counting_finds_what_dealing_one_by_one_finds(
    cards: Sequence[int], way: HouseWay, rules: Rules
) -> None:
    deck = np.array(cards, np.uint8)
    counted, dealt = (ask(deck, way, rules) for ask in (count_dealer_hands, enumerate_dealer_hands))
    assert as_dict(counted) == as_dict(dealt)
    assert counted.total == comb(len(cards), 7)


@pytest.mark.parametrize("rules", RULES)
def test_dealing_one_by_one_finds_what_setting_by_hand_finds(rules: Rules) -> None:
    deck = [0, 4, 8, 12, 48, 50, 51, 17, 20, JOKER]
    settings = [WAY.set(hand, rules) for hand in combinations(deck, 7)]
    by_hand = Counter((one.high_strength, one.low_strength) for one in settings)
    assert as_dict(enumerate_dealer_hands(np.array(deck, np.uint8), WAY, rules)) == by_hand


@pytest.mark.parametrize("at_once", [1, 50, 120, 1000])
def test_hands_are_dealt_each_once(at_once: int) -> None:
    deck = np.array([3, 5, 8, 11, 20, 30, 31, 40, 51, 52], np.uint8)
    places = np.arange(7)
    hands = np.empty((at_once, 7), np.uint8)
    dealt = []
    while found := next_hands(deck, places, hands):
        dealt += [tuple(row) for row in hands[:found].tolist()]
    assert dealt == list(combinations(deck.tolist(), 7))


def test_drawn_hands_are_seven_different_cards_and_come_evenly() -> None:
    deck = deck_without(parse_seven("Jk Qs Qh Qd As 7s 2s"))
    hands = np.empty((60_000, 7), np.uint8)
    draw_hands(np.uint64(5), deck, hands)
    assert (np.diff(np.sort(hands, axis=1).astype(int), axis=1) > 0).all()
    times = np.bincount(hands.ravel(), minlength=53)
    assert (times[[card for card in range(53) if card not in deck]] == 0).all()
    expected = len(hands) * 7 / 46
    error = sqrt(expected * (1 - 7 / 46))
    assert (abs(times[deck] - expected) < 4.5 * error).all()
    first = np.bincount(hands[:, 0], minlength=53)[deck]
    assert (abs(first - len(hands) / 46) < 4.5 * sqrt(len(hands) / 46)).all()


def test_drawn_hands_agree_with_counted_ones_within_their_error() -> None:
    deck = deck_without(parse_seven("9c 9d 5c 5d Ah Ts 3d"))
    counted = count_dealer_hands(deck, WAY)
    drawn = draw_dealer_hands(deck, WAY, hands=50_000, seed=3)
    assert (drawn.total, drawn.seed) == (50_000, 3)
    for high, low in ((2000, 40), (3000, 70), (4500, 80), (900, 60)):
        for one, other in zip(counted.outcomes(high, low), drawn.outcomes(high, low), strict=True):
            share = one / counted.total
            assert abs(other / drawn.total - share) < 4.5 * sqrt(share * (1 - share) / drawn.total)


def test_a_seed_draws_the_same_hands_again() -> None:
    deck = deck_without(range(7))
    first, again, other = (
        as_dict(draw_dealer_hands(deck, WAY, hands=500, seed=seed)) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_outcomes_are_those_of_two_settings() -> None:
    deck = np.array(parse_cards("As Ks Qs Js Ts 9s 8s 2h 2d 3c 3d"), np.uint8)
    found = count_dealer_hands(deck, WAY)
    mine = WAY.set(parse_seven("Ah Ad Kc Kd 7h 6d 2c"), Rules())
    outcomes = Counter(
        mine.against(WAY.set(hand, Rules())).value for hand in combinations(deck.tolist(), 7)
    )
    assert found.outcomes(mine.high_strength, mine.low_strength) == (
        outcomes["win"],
        outcomes["push"],
        outcomes["lose"],
    )


def test_a_copy_is_won_by_who_banks_only() -> None:
    deck = np.array(parse_cards("As Ks Qs 9d 7c 4h 2h"), np.uint8)
    found = count_dealer_hands(deck, WAY)
    high, low = int(found.high[0]), int(found.low[0])
    assert found.outcomes(high, low) == (0, 0, 1)
    assert found.outcomes(high + 1, low) == (0, 1, 0)
    assert found.outcomes(high, low, copies_win=True) == (1, 0, 0)
    assert found.outcomes(high, low - 1, copies_win=True) == (0, 1, 0)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(HandError, match="6 cards are left for the dealer: he needs 7"):
        deck_without(range(47))
    with pytest.raises(HandError, match="6 cards"):
        count_dealer_hands(WHOLE[:6], WAY)
    with pytest.raises(InputError, match="0 hands"):
        draw_dealer_hands(WHOLE, WAY, hands=0, seed=1)
    for seed in (-1, 1 << 64):
        with pytest.raises(InputError, match="a seed is 0 to"):
            draw_dealer_hands(WHOLE, WAY, hands=1, seed=seed)


def test_what_is_warmed_is_what_is_used() -> None:
    """A kernel is compiled anew for other types: the answer would wait for it."""
    mine = {name: one for name, one in KERNELS.items() if name.startswith("paigow.dealer_hands.")}
    assert len(mine) == 5
    for one in mine.values():
        one.function(*one.example())
    deck = deck_without(range(41))
    for ask in (count_dealer_hands, enumerate_dealer_hands, draw_one):
        ask(deck, WAY, Rules()).outcomes(1, 1)
    signatures = {name: one.function.signatures for name, one in mine.items()}  # type: ignore[attr-defined]
    assert {name: len(found) for name, found in signatures.items()} == dict.fromkeys(mine, 1)


def draw_one(deck: NDArray[np.uint8], way: HouseWay, rules: Rules) -> DealerHands:
    return draw_dealer_hands(deck, way, rules, hands=1, seed=0)
