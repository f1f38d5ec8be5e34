"""Strengths: the twin, other people's evaluators, and the number of different ones."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from gutshot.cards.suit_classes import suit_classes
from gutshot.cards.text import card_name, parse_cards
from gutshot.evaluate.strength import STRENGTH_CATEGORIES, STRENGTHS
from gutshot.evaluate.strength._kernels import strengths
from gutshot.evaluate.strength.plain import plain_strength

SEED = 7_462
SAMPLE = 20_000


def sample(size: int, hands: int = SAMPLE) -> list[list[int]]:
    random = Random(SEED + size)  # noqa: S311 - a sample, repeatable
    return [random.sample(range(52), size) for _ in range(hands)]


def test_every_class_of_five_cards_has_the_strength_of_the_twin() -> None:
    classes = suit_classes(5)
    found = strengths(classes.cards)
    assert found.tolist() == [plain_strength(cards) for cards in classes.cards.tolist()]
    assert len(np.unique(found)) == STRENGTHS
    by_category = np.bincount(found >> 20, classes.weights)
    assert dict(zip(STRENGTH_CATEGORIES, by_category.astype(int).tolist(), strict=True)) == {
        "high_card": 1_302_540,
        "pair": 1_098_240,
        "two_pair": 123_552,
        "three_of_a_kind": 54_912,
        "straight": 10_200,
        "flush": 5_108,
        "full_house": 3_744,
        "four_of_a_kind": 624,
        "straight_flush": 40,
    }


@pytest.mark.parametrize("size", [6, 7])
def test_random_hands_have_the_strength_of_the_twin(size: int) -> None:
    hands = sample(size)
    found = strengths(np.array(hands, np.uint8))
    assert found.tolist() == [plain_strength(hand) for hand in hands]


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # eval7's parser of ranges is out of date
def test_other_evaluators_order_random_seven_card_hands_alike() -> None:
    import eval7  # type: ignore[import-untyped]
    from phevaluator import evaluate_cards  # type: ignore[import-untyped]

    hands = sample(7)
    ours = strengths(np.array(hands, np.uint8))
    theirs = [evaluate_cards(*hand) for hand in hands]  # 1 is the best of 7,462
    others = [eval7.evaluate([eval7.Card(card_name(card)) for card in hand]) for hand in hands]
    for ranks in (-np.array(theirs), np.array(others)):
        both = np.unique(np.column_stack([ours, ranks]), axis=0)
        assert len(both) == len(np.unique(ours)) == len(np.unique(ranks))
        assert (np.diff(both[:, 1]) > 0).all()


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("As Ks Qs Js Ts 2c 2d", "Ks Qs Js Ts 9s 2c 2d"),
        ("6s 5s 4s 3s 2s Kd Kc", "5s 4s 3s 2s As Kd Kc"),
        ("Ac Ad Kc Kd Qs Qh Jc", "Ac Ad Kc Kd Js Jh Tc"),
        ("Kc Kd Kh 3s 3d 2c 2h", "Kc Kd Kh 2s 2d Ac Qh"),
    ],
)
def test_known_pairs_of_hands_compare_as_the_rules_say(higher: str, lower: str) -> None:
    first, second = strengths(np.array([parse_cards(higher), parse_cards(lower)], np.uint8))
    assert first > second
    assert (first, second) == (
        plain_strength(parse_cards(higher)),
        plain_strength(parse_cards(lower)),
    )
