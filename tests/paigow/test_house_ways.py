"""House ways: settings that are known, charts told otherwise, one hand and many alike."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest
from tests.paigow.plain_local import PlainLocal
from tests.paigow.plain_ways import front_ranks

from gutshot.cards.text import format_cards
from gutshot.errors import HandError, HouseWayError
from gutshot.evaluate.joker import (
    FIRST_STRENGTH,
    HIGH_CATEGORIES,
    HandClass,
    high_classes,
    low_classes,
)
from gutshot.paigow import Outcome, Rules, house_way, parse_seven
from gutshot.paigow.dealer_hands._kernels import draw_hands
from gutshot.paigow.dealer_hands.classes import RANK_CLASSES, hand_classes
from gutshot.paigow.hands import high_category
from gutshot.paigow.house_ways import house_ways
from gutshot.paigow.house_ways._kernels import set_by_rules
from gutshot.paigow.house_ways.shape import SHAPES
from gutshot.paigow.house_ways.way import Dealt
from gutshot.paigow.setting import split_strengths

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gutshot.paigow.house_ways import HouseWay

WAYS: Final = house_ways()
CHARTS: Final = ("trump-plaza", "golden-nugget", "foxwoods", "flamingo")
WHEEL_LOWEST: Final = Rules(a2345_second_highest=False)
MADE: Final = {"straight", "flush", "straight_flush", "royal_flush"}
BOTH_RULES: Final = pytest.mark.parametrize("rules", [Rules(), WHEEL_LOWEST])
EACH_WAY: Final = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.id)


@cache
def drawn(count: int, seed: int, cards: int = 7) -> NDArray[np.uint8]:
    hands = np.empty((count, cards), np.uint8)
    draw_hands(np.uint64(seed << 32), np.arange(53, dtype=np.uint8), hands)
    return hands


def suited(count: int, seed: int) -> NDArray[np.uint8]:
    """Return hands with five or more cards of a suit, the joker among them or not."""
    random = Random(seed)  # noqa: S311 - a sample, repeatable
    out = []
    for _ in range(count):
        five = random.sample([*range(random.randrange(4), 52, 4), 52], 5)
        out.append([*five, *random.sample([card for card in range(53) if card not in five], 2)])
    return np.array(out, np.uint8)


def test_the_ways_that_ship() -> None:
    assert {way.id for way in WAYS} == {"local", *CHARTS}
    for way in WAYS:
        assert way.source
        assert len(way.golden) >= 10
        assert all(rule.why for rule in way.rules)


@EACH_WAY
def test_known_settings(way: HouseWay) -> None:
    for cards, (least, most), high in way.golden:
        found = way.set(cards)
        assert least <= found.low_strength <= most, found
        assert high_category(found.high_strength) == high, found


@BOTH_RULES
def test_the_local_way_is_its_definition(rules: Rules) -> None:
    for hands in (drawn(50_000, seed=11), suited(20_000, seed=12)):
        for found, told in zip(
            house_way("local").strengths(hands, rules),
            PlainLocal().strengths(hands, rules),
            strict=True,
        ):
            assert np.array_equal(found, told)


@pytest.mark.parametrize("name", CHARTS)
def test_charts_are_set_as_a_dealer_learns_them(name: str) -> None:
    lows = {(ranks[0], ranks[-1]): at for at, (_, ranks) in enumerate(low_classes())}
    hands = hand_classes().hands[:RANK_CLASSES].copy()
    best = split_strengths(hands)[0].max(axis=1)
    _, found = house_way(name).strengths(hands)
    shapes = set()
    for cards, low, strongest in zip(hands.tolist(), found.tolist(), best.tolist(), strict=True):
        if high_category(strongest) in MADE:
            continue
        shape, (one, two) = front_ranks(name, cards)
        shapes.add(shape)
        assert low == lows[max(one, two), min(one, two)], format_cards(cards)
    assert shapes == set(SHAPES.values())


MADE_HANDS: Final[dict[str, dict[str, str]]] = {
    # a straight, and the pair of kings in it
    "Ac Kc Kd Qh Js Tc 2d": {"local trump golden flamingo": "K2 straight", "foxwoods": "AQ pair"},
    # a straight flush, and a lower straight that leaves jack-ten
    "Jc Tc 9c 8c 7c 6d 5d": {
        "trump golden foxwoods": "JT straight",
        "flamingo local": "65 straight_flush",
    },
    # a royal flush, and a straight that leaves ace-king
    "Ac Kc Qc Jc Tc 9d 8d": {
        "trump golden foxwoods flamingo": "AK straight",
        "local": "98 royal_flush",
    },
    "Ac Kc Qc Jc Tc 3d 2d": {"trump golden foxwoods flamingo local": "32 royal_flush"},
    # a flush, and a straight that leaves king-deuce or queen-deuce
    "Kc 9c 7c 5c 2c 8d 6d": {
        "trump golden foxwoods flamingo": "K2 straight",
        "local": "86 flush",
    },
    "Qc 9c 7c 5c 2c 8d 6d": {"trump golden foxwoods": "Q2 straight", "flamingo local": "86 flush"},
    # two pair and a straight
    "7c 7d 6h 6s 5c 4d 3h": {
        "trump foxwoods": "66 pair",
        "golden flamingo local": "76 straight",
    },
    "Ac 5c 5d 4h 4s 3c 2d": {
        "trump golden foxwoods flamingo": "A3 two_pair",
        "local": "54 straight",
    },
    "Kc Kd Qh Qs Jc Td 9h": {
        "trump golden foxwoods flamingo": "QQ pair",
        "local": "KQ straight",
    },
    # three aces, alone and in a flush
    "Ac Ad Ah Kc Qd 9h 4s": {
        "trump golden foxwoods flamingo": "AK pair",
        "local": "KQ three_of_a_kind",
    },
    "Ac Kc 9c 5c 2c Ad Ah": {"trump golden foxwoods flamingo local": "AA flush"},
    "Kc Kd Kh Ks Ac 5d 3h": {
        "trump local": "A5 four_of_a_kind",
        "golden foxwoods flamingo": "KK pair",
    },
    "Kc Kd 9h 9s 4c 4d 2h": {"trump golden foxwoods flamingo local": "KK two_pair"},
    "9c 9d 9h 4c 4d 4h Ks": {"trump golden foxwoods flamingo local": "99 three_of_a_kind"},
    "Kc Kd Kh 9s 9c 4d 4h": {
        "trump golden foxwoods flamingo": "99 full_house",
        "local": "KK two_pair",
    },
}


@pytest.mark.parametrize("cards", MADE_HANDS)
def test_what_is_done_with_straights_flushes_and_more(cards: str) -> None:
    told = {way: setting for ways, setting in MADE_HANDS[cards].items() for way in ways.split()}
    assert len(told) == len(WAYS)
    for way in WAYS:
        low, high = told[way.id.split("-")[0]].split()
        found = way.set(parse_seven(cards))
        assert "".join(format_cards([card])[0] for card in found.low) == low, way.id
        assert high_category(found.high_strength) == high, way.id


@BOTH_RULES
def test_one_hand_and_many_are_set_alike(rules: Rules) -> None:
    classes = hand_classes().hands
    best = split_strengths(classes.copy(), rules)[0].max(axis=1)
    rare = classes[best >= FIRST_STRENGTH[HIGH_CATEGORIES.index("four_of_a_kind")]]
    assert len(rare) == 16_657
    hands = np.concatenate(
        [rare[:: 1 if rules == Rules() else 9], drawn(9_000, seed=4), suited(3_000, seed=5)]
    )
    many = [way.strengths(hands, rules) for way in WAYS]
    for at, cards in enumerate(hands.tolist()):
        dealt = Dealt.of(cards, rules)
        for way, (highs, lows) in zip(WAYS, many, strict=True):
            split, _ = way.choose(dealt)
            assert (split.high, split.low) == (highs[at], lows[at]), (way.id, format_cards(cards))


@EACH_WAY
def test_no_foul_and_the_same_rule_by_rule(way: HouseWay) -> None:
    hands = np.concatenate([drawn(200_000, seed=13), hand_classes().hands])
    for rules in (Rules(), WHEEL_LOWEST):
        high, low = way.strengths(hands, rules)
        assert (high >= rules.tables.least_high[low]).all()
        for one, other in zip(
            (high, low), set_by_rules(hands, rules.tables, way.tables(rules)), strict=True
        ):
            assert np.array_equal(one, other)


@EACH_WAY
def test_neither_order_nor_suits_matter(way: HouseWay) -> None:
    random = Random(8)  # noqa: S311 - a sample, repeatable
    for cards in [*drawn(150, seed=9).tolist(), *suited(150, seed=10).tolist()]:
        found = way.set(cards)
        assert way.set(random.sample(cards, 7)) == found
        suits = random.sample(range(4), 4)
        other = way.set([c if c == 52 else c & ~3 | suits[c & 3] for c in cards])
        assert other.high_strength == found.high_strength
        assert other.low_strength == found.low_strength


@EACH_WAY
def test_the_place_of_a2345_matters_to_hands_with_one_alone(way: HouseWay) -> None:
    hands = hand_classes().hands
    ranks = hands >> 2
    held = np.stack([(ranks == rank).any(axis=1) for rank in (12, 0, 1, 2, 3, 13)])
    wheel = held.sum(axis=0) >= 5
    numbers: dict[HandClass, int] = {}
    set_to = []
    for rules in (Rules(), WHEEL_LOWEST):
        classes = high_classes(a2345_second_highest=rules.a2345_second_highest)
        number = np.array([numbers.setdefault(one, len(numbers)) for one in classes])
        high, low = way.strengths(hands, rules)
        set_to.append(number[high] * 100 + low)
    differ = set_to[0] != set_to[1]
    assert differ.any()
    assert not differ[~wheel].any()


def test_a_joker_that_can_make_either_straight() -> None:
    cards = parse_seven("Jk 5c 4d 3h 2s Kc Qd")
    for rules, name in ((Rules(), "Straight, five high"), (WHEEL_LOWEST, "Straight, six high")):
        for way in WAYS:
            found = way.set(cards, rules)
            assert (found.low_name, found.high_name) == ("King-queen", name)


@pytest.mark.parametrize("way", [way for way in WAYS if way.published], ids=lambda way: way.id)
def test_bets_fare_as_others_print(way: HouseWay) -> None:
    deals = drawn(200_000, seed=14, cards=14)
    hands = [np.ascontiguousarray(deals[:, part]) for part in (slice(7), slice(7, 14))]
    (high, low), (dealer_high, dealer_low) = (way.strengths(seven) for seven in hands)
    won = (high > dealer_high).astype(int) + (low > dealer_low)
    published = way.published
    assert published is not None
    assert sum(published[:3]) == pytest.approx(100)
    for hands_won, percent in zip((2, 1, 0), published[:3], strict=True):
        share = (won == hands_won).mean()
        error = np.sqrt(share * (1 - share) / len(won))
        assert abs(share - percent / 100) < 4 * error + 0.00005
    first = [way.set(seven[0].tolist()) for seven in hands]
    outcomes = {2: Outcome.WIN, 1: Outcome.PUSH, 0: Outcome.LOSE}
    assert first[0].against(first[1]) is outcomes[int(won[0])]


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (range(6), "6 cards given, 7 needed"),
        ((0, 0, 1, 2, 3, 4, 5), "2c is given twice"),
        ((0, 1, 2, 3, 4, 52, 53), "card id 53 is not in the deck"),
    ],
)
def test_what_is_no_hand_is_refused(cards: Iterable[int], message: str) -> None:
    for way in WAYS:
        with pytest.raises(HandError, match=message):
            way.set(cards)


def test_rules_without_a_last_one_are_told() -> None:
    way = house_way("local")
    with pytest.raises(HouseWayError, match="no last rule"):
        replace(way, rules=way.rules[:1]).set(range(0, 28, 4))
