"""Hands with the joker: the twin that substitutes, other evaluators, what players get wrong."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.cards.suit_classes import suit_classes, suit_keys
from gutshot.cards.text import card_name, parse_cards
from gutshot.evaluate.joker import (
    FIRST_STRENGTH,
    HIGH_CATEGORIES,
    HIGH_STRENGTHS,
    LOW_STRENGTHS,
    StrengthTables,
    category_of,
    high_classes,
    high_strength,
    low_classes,
    low_strength,
    strength_tables,
)
from gutshot.evaluate.joker._kernels import SPLITS, five_strengths, strengths_of_splits
from gutshot.evaluate.joker.plain import plain_high, plain_low

if TYPE_CHECKING:
    from numpy.typing import NDArray

JOKER = 52
DEFAULT = strength_tables()
WHEEL_LOWEST = strength_tables(a2345_second_highest=False)


def with_joker(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.column_stack([cards, np.full(len(cards), JOKER, np.uint8)])


def strength_of(text: str, *, second_highest: bool = True) -> int:
    tables = DEFAULT if second_highest else WHEEL_LOWEST
    cards = parse_cards(text)
    found = high_strength(cards, tables)
    assert five_strengths(np.array([cards], np.uint8), tables)[0] == found
    return found


def category(text: str) -> str:
    return HIGH_CATEGORIES[category_of(strength_of(text))]


def low_of(text: str) -> int:
    return low_strength(parse_cards(text), DEFAULT)


def is_foul(high: str, low: str) -> bool:
    return strength_of(high) < int(DEFAULT.least_high[low_of(low)])


def random_sevens(count: int, seed: int) -> NDArray[np.uint8]:
    random = Random(seed)  # noqa: S311 - a sample, repeatable
    return np.array([random.sample(range(53), 7) for _ in range(count)], np.uint8)


@pytest.fixture(scope="module")
def all_hands() -> NDArray[np.uint8]:
    """Return every five cards of the deck, (2869685, 5), the joker last."""
    return np.array([*combinations(range(53), 5)], np.uint8)


@pytest.mark.parametrize("second_highest", [True, False])
def test_strengths_number_the_twins_hands_from_the_weakest(*, second_highest: bool) -> None:
    tables = strength_tables(a2345_second_highest=second_highest)
    natural, four = suit_classes(5), suit_classes(4)
    hands = np.concatenate([natural.cards, with_joker(four.cards)])
    twins = [plain_high(hand, a2345_second_highest=second_highest) for hand in hands.tolist()]
    numbers = {hand: number for number, hand in enumerate(sorted(set(twins)))}
    assert len(numbers) == HIGH_STRENGTHS
    expected = [numbers[twin] for twin in twins]
    assert five_strengths(hands, tables).tolist() == expected
    assert [high_strength(hand, tables) for hand in hands.tolist()] == expected


@pytest.mark.parametrize("tables", [DEFAULT, WHEEL_LOWEST])
def test_all_hands_are_what_their_class_is(
    all_hands: NDArray[np.uint8], tables: StrengthTables
) -> None:
    """2,869,685 hands: the names of the suits change nothing."""
    found = five_strengths(all_hands, tables)
    naturals = all_hands[:, 4] != JOKER
    for size, hands, strengths in (
        (5, all_hands[naturals], found[naturals]),
        (4, all_hands[~naturals], found[~naturals]),
    ):
        classes = suit_classes(size)
        cards = classes.cards if size == 5 else with_joker(classes.cards)
        at = np.searchsorted(classes.keys, suit_keys(hands[:, :size]))
        assert (strengths == five_strengths(cards, tables)[at]).all()


def test_the_place_of_a2345_changes_only_hands_that_can_be_it(
    all_hands: NDArray[np.uint8],
) -> None:
    second, lowest = (five_strengths(all_hands, tables) for tables in (DEFAULT, WHEEL_LOWEST))
    ranks = 1 << np.minimum(all_hands >> 2, 12).astype(np.int64)
    ranks[all_hands == JOKER] = 0
    outside = np.bitwise_or.reduce(ranks, axis=1) & ~0b1_0000_0000_1111
    once = np.array([one.bit_count() for one in range(8192)])[np.bitwise_or.reduce(ranks, axis=1)]
    joker = (all_hands == JOKER).any(axis=1)
    can_be = (outside == 0) & (once + joker == 5)
    assert can_be.sum() == 4**5 + 5 * 4**4
    # the same strength, or among straights and straight flushes a place up or down, in order
    pairs = np.unique(np.column_stack([second, lowest])[~can_be], axis=0)
    assert (np.diff(pairs, axis=0) > 0).all()
    moved = pairs[pairs[:, 0] != pairs[:, 1]]
    assert (moved[:, 1] - moved[:, 0] == 1).all()
    assert [category_of(strength) for strength in moved[:, 0]] == [4] * 8 + [8] * 8
    assert (second[can_be] > lowest[can_be]).all()


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # eval7's parser of ranges is out of date
def test_other_evaluators_order_natural_hands_alike_where_a2345_is_the_lowest_straight() -> None:
    import eval7  # type: ignore[import-untyped]
    from phevaluator import evaluate_cards  # type: ignore[import-untyped]

    cards = suit_classes(5).cards
    ours = five_strengths(cards, WHEEL_LOWEST)
    theirs = [-evaluate_cards(*hand) for hand in cards.tolist()]  # 1 is the best of 7,462
    others = [eval7.evaluate([eval7.Card(card_name(card)) for card in hand]) for hand in cards]
    for ranks in (theirs, others):
        both = np.unique(np.column_stack([ours, ranks]), axis=0)
        assert len(both) == HIGH_STRENGTHS - 1
        assert (np.diff(both, axis=0) > 0).all()


def test_two_cards_are_what_the_twin_says() -> None:
    hands = list(combinations(range(53), 2))
    twins = [plain_low(hand) for hand in hands]
    numbers = {hand: number for number, hand in enumerate(sorted(set(twins)))}
    assert len(numbers) == LOW_STRENGTHS == len(low_classes())
    assert [low_strength(hand, DEFAULT) for hand in hands] == [numbers[twin] for twin in twins]
    assert [low_strength(hand[::-1], DEFAULT) for hand in hands] == [numbers[t] for t in twins]


def test_a_low_hand_is_outranked_where_its_missing_cards_are_below_a_deuce() -> None:
    """Every class of five cards against every class of two, by the twin's tuples."""
    for tables, second_highest in ((DEFAULT, True), (WHEEL_LOWEST, False)):
        classes = suit_classes(5)
        _, first = np.unique(five_strengths(classes.cards, tables), return_index=True)
        highs = [
            plain_high(hand, a2345_second_highest=second_highest)
            for hand in classes.cards[first].tolist()
        ]
        assert len(highs) == HIGH_STRENGTHS - 1
        lows = {low_strength(two, DEFAULT): plain_low(two) for two in combinations(range(52), 2)}
        for low, twin in lows.items():
            outranking = sum(high > (*twin, -1, -1, -1) for high in highs)
            assert HIGH_STRENGTHS - 1 - tables.least_high[low] == outranking


@pytest.mark.parametrize("second_highest", [True, False])
def test_all_splits_of_random_sevens_are_what_the_twin_says(*, second_highest: bool) -> None:
    tables = strength_tables(a2345_second_highest=second_highest)
    hands = random_sevens(2_000, seed=21)
    high, low = strengths_of_splits(hands, tables)
    twins: dict[int, set[tuple[int, ...]]] = {}
    for seven, highs, lows in zip(hands.tolist(), high.tolist(), low.tolist(), strict=True):
        for (i, j), of_high, of_low in zip(SPLITS.tolist(), highs, lows, strict=True):
            behind = [card for at, card in enumerate(seven) if at not in {i, j}]
            twin = plain_high(behind, a2345_second_highest=second_highest)
            twins.setdefault(of_high, set()).add(twin)
            assert of_low == low_strength((seven[i], seven[j]), tables)
    in_order = [hands for _, hands in sorted(twins.items())]
    assert all(len(hands) == 1 for hands in in_order)
    flat = [min(hands) for hands in in_order]
    assert flat == sorted(flat)
    assert len(set(flat)) == len(flat)


def test_many_sevens_have_the_strengths_of_their_five_cards() -> None:
    random = np.random.default_rng(53)
    hands = np.argsort(random.random((300_000, 53)), axis=1)[:, :7].astype(np.uint8)
    high, low = strengths_of_splits(hands, DEFAULT)
    for split, (i, j) in enumerate(SPLITS.tolist()):
        behind = np.delete(hands, [i, j], axis=1)
        assert (high[:, split] == five_strengths(behind, DEFAULT)).all()
        first, second = (hands[:, at].astype(np.int64) >> 2 for at in (i, j))
        assert (low[:, split] == DEFAULT.low[14 * first + second]).all()


def test_names_of_suits_and_the_order_of_cards_change_nothing() -> None:
    hands = random_sevens(500, seed=4)
    high, low = strengths_of_splits(hands, DEFAULT)
    random = Random(5)  # noqa: S311 - a sample, repeatable
    for names in permutations(range(4)):
        other_suits = hands - (hands & 3) + np.array(names, np.uint8)[hands & 3]
        renamed = np.where(hands == JOKER, hands, other_suits)
        place = random.sample(range(7), 7)
        shuffled = np.ascontiguousarray(renamed[:, place])
        other_high, other_low = strengths_of_splits(shuffled, DEFAULT)
        for split, (i, j) in enumerate(SPLITS.tolist()):
            front = sorted((place.index(i), place.index(j)))
            at = SPLITS.tolist().index(front)
            assert (other_high[:, at] == high[:, split]).all()
            assert (other_low[:, at] == low[:, split]).all()


# What has gone wrong elsewhere


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Kc Kd Jk 7h 2s", "pair"),
        ("9c 9d Jk 7h 2s", "pair"),
        ("9c 9d 9h Jk 2s", "three_of_a_kind"),
        ("9c 9d 9h 9s Jk", "four_of_a_kind"),
        ("9c 9d 5h 5s Jk", "two_pair"),
        ("9c 9d Ah Jk 2s", "two_pair"),
        ("9c 9d 9h As Jk", "full_house"),
        ("Ac Ad Ah Jk 2s", "four_of_a_kind"),
        ("Ac Ad Ah As Jk", "five_aces"),
        ("Kc Jk 9h 7h 2s", "high_card"),
        ("Kc 9c 7c 2c Jk", "flush"),
        ("Kc 9c 7c 2d Jk", "high_card"),
        ("9c 8d 7h 6s Jk", "straight"),
        ("9c 8d 6h 5s Jk", "straight"),
        ("9c 8d 6h 4s Jk", "high_card"),
        ("9c 8c 7c 5c Jk", "straight_flush"),
        ("Kc Qc Jc Tc Jk", "royal_flush"),
        ("Ac Kc Qc Tc Jk", "royal_flush"),
        ("Ac Kc Qc Jd Jk", "straight"),
        ("As 2d 3c 4h Jk", "straight"),
    ],
)
def test_the_joker_is_an_ace_or_completes_a_straight_or_a_flush(cards: str, expected: str) -> None:
    assert category(cards) == expected


def test_one_hand_a_class_stands_in_the_order_of_the_classes() -> None:
    chain = [
        "Ac Ad Ah As Jk",
        "Ac Kc Qc Jc Tc",
        "5c 4c 3c 2c Ac",
        "Kc Qc Jc Tc 9c",
        "6c 5c 4c 3c 2c",
        "Ac Ad Ah As Kc",
        "2c 2d 2h 2s 3c",
        "Ac Ad Ah Ks Kc",
        "2c 2d 2h 3s 3c",
        "Ac Kc Qc Jc 9c",
        "7c 5c 4c 3c 2c",
        "Ac Kd Qc Jc Tc",
        "5c 4d 3c 2c Ac",
        "Kc Qd Jc Tc 9c",
        "6c 5d 4c 3c 2c",
        "Ac Ad Ah Ks Qc",
        "2c 2d 2h 4s 3c",
        "Ac Ad Kh Ks Qc",
        "3c 3d 2h 2s 4c",
        "Ac Ad Kh Qs Jc",
        "2c 2d 5h 4s 3c",
        "Ac Kd Qh Js 9c",
        "7c 5d 4h 3s 2c",
    ]
    strengths = [strength_of(cards) for cards in chain]
    assert strengths == sorted(set(strengths), reverse=True)
    assert (strengths[0], strengths[-1]) == (HIGH_STRENGTHS - 1, 0)
    lowest = [strength_of(cards, second_highest=False) for cards in chain]
    moved = [chain[i] for i in (2, 12)]
    kept = [s for s, cards in zip(lowest, chain, strict=True) if cards not in moved]
    assert kept == sorted(set(kept), reverse=True)
    assert lowest[4] == lowest[2] + 1
    assert lowest[14] == lowest[12] + 1


def test_the_category_decides_before_the_ranks() -> None:
    for wheel_second in (True, False):
        categories = [one.category for one in high_classes(a2345_second_highest=wheel_second)]
        assert categories == sorted(categories)
        assert [categories.index(number) for number in range(11)] == list(FIRST_STRENGTH[:-1])


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac Qd Jh Ts 8c", "Ac Qd Jh 9s 8c"),
        ("Ac Kd 9h 7s 4c", "Ac Qd Jh Ts 8c"),
        ("Ac Kd 9h 7s 4c", "Ac Kd 9h 7s 3c"),
        ("Kc Kd 2h 2s Ac", "Kc Kd 2h 2s Qc"),
        ("9c 9d Ah 3s 2c", "9c 9d Kh Qs Jc"),
        ("9c 9d Ah Ks 4c", "9c 9d Ah Ks 3c"),
        ("9c 9d 9h 5s 3c", "9c 9d 9h 5s 2c"),
        ("9c 9d 9h 9s 3c", "9c 9d 9h 9s 2c"),
        ("Ac 9c 7c 5c 3c", "Ac 9c 7c 5c 2c"),
        ("Kc Kd Jk 7h 2s", "Kc Kd Qs 7h 2s"),
        ("Kc Qc 9c 4c Jk", "Kc Qc Jc 9c 4c"),
        ("Ac Qc 9c 4c Jk", "Ac Qc Jc 9c 4c"),
    ],
)
def test_every_kicker_counts(higher: str, lower: str) -> None:
    assert strength_of(higher) > strength_of(lower)


@pytest.mark.parametrize(
    ("joker", "natural"),
    [
        ("Kc Qc 9c 4c Jk", "Ad Kd Qd 9d 4d"),
        ("Ac Qc 9c 4c Jk", "Ad Kd Qd 9d 4d"),
        ("Ac Kc 9c 4c Jk", "Ad Kd Qd 9d 4d"),
        ("Kc Kd Jk 7h 2s", "Ks Kh Ad 7c 2d"),
        ("Ac Jk Kh 7h 2s", "As Ah Kd 7c 2d"),
        ("Ac Kc Qd Jh Jk", "As Ks Qs Jh Td"),
        ("Kc Qd Jh Ts Jk", "As Kd Qs Jh Td"),
        ("Qc Jd Th 9s Jk", "Ks Qd Js Th 9d"),
        ("9c 8d 7h 5s Jk", "9d 8s 7s 6h 5d"),
    ],
)
def test_the_joker_makes_the_hand_that_its_card_makes(joker: str, natural: str) -> None:
    assert strength_of(joker) == strength_of(natural)


@pytest.mark.parametrize("suits", ["cdhs", "cccc"])
def test_a_joker_beside_2345_is_the_higher_straight_of_the_two(suits: str) -> None:
    cards = " ".join(rank + suit for rank, suit in zip("2345", suits, strict=True))
    wheel, six_high = f"{cards} A{suits[0]}", f"{cards} 6{suits[0]}"
    assert strength_of(f"{cards} Jk") == strength_of(wheel) > strength_of(six_high)
    lowest = [strength_of(text, second_highest=False) for text in (f"{cards} Jk", six_high, wheel)]
    assert lowest[0] == lowest[1] == lowest[2] + 1


@pytest.mark.parametrize("suits", ["cdhs", "cccc"])
@pytest.mark.parametrize("ranks", ["A234", "A235", "A245", "A345"])
def test_a_joker_fills_any_gap_of_a2345(ranks: str, suits: str) -> None:
    cards = " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))
    natural = "5c 4c 3c 2c Ac" if suits == "cccc" else "5c 4c 3c 2c Ad"
    for second_highest in (True, False):
        assert strength_of(f"{cards} Jk", second_highest=second_highest) == strength_of(
            natural, second_highest=second_highest
        )


@pytest.mark.parametrize(
    ("high", "low", "foul"),
    [
        ("Kc Kd Ah 5s 3c", "Ks Kh", False),
        ("7c 7d Ah 5s 3c", "7h 7s", False),
        ("7c 7d 3h 4s 2c", "7h 7s", False),
        ("Ac Jk 4h 3s 2c", "Ad Ah", False),
        ("Qc Qd Ah 5s 3c", "Ks Kh", True),
        ("Ac Kd Qh Js 9c", "2c 2d", True),
        ("Ac Qd Jh 9s 8c", "Ah Kh", True),
        ("Ac Kd 4h 3s 2c", "Ah Kh", False),
        ("Ac Kd 4h 3s 2c", "Ah Qh", False),
        ("Kc Qd Jh 9s 8c", "Jk 2h", True),
        ("7c 5d 4h 3s 2c", "7d 6d", True),
        ("2c 2d 5h 4s 3c", "Ah Kh", False),
        ("5c 4d 3h 2s Ac", "Ad Ah", False),
        ("6c 5d 4h 3s 2c", "Ad Ah", False),
    ],
)
def test_a_high_hand_must_outrank_the_low_hand(high: str, low: str, *, foul: bool) -> None:
    assert is_foul(high, low) == foul
