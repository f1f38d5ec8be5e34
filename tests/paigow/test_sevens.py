"""What seven cards hold: by the plain rules, by their splits, and what is easily got wrong."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from random import Random

import numpy as np
import pytest

from gutshot.cards.text import parse_cards
from gutshot.errors import HandError
from gutshot.paigow import Rules, all_settings, parse_seven
from gutshot.paigow.hands import high_category
from gutshot.paigow.sevens import (
    NOTHING,
    SEVEN_KINDS,
    kind_counts,
    kinds_in,
    nothing_top,
    rank_kinds,
    satisfied_kinds,
)
from gutshot.paigow.sevens._kernels import ranked_table

BONUS = (
    "seven_card_straight_flush",
    "royal_match",
    "seven_card_straight_flush_joker",
    "five_aces",
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "three_of_a_kind",
    "straight",
    "three_pair",
)
"""The order in which a bonus is usually paid: three of a kind above a straight."""

POKER = (
    "five_aces",
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "three_pair",
    "two_pair",
    "pair",
)
"""The order of hands."""


def kinds(text: str) -> tuple[str, ...]:
    return kinds_in(satisfied_kinds(parse_seven(text)))


def paid(text: str) -> str | None:
    found = kinds(text)
    return next((line for line in BONUS if line in found), None)


@pytest.mark.parametrize("joker", [False, True])
def test_every_set_of_ranks_holds_what_the_plain_rules_say(*, joker: bool) -> None:
    table = ranked_table(int(joker)).tolist()
    size = 7 - joker
    rows = sorted(combinations_with_replacement(range(13), size), key=lambda row: row[::-1])
    assert len(rows) == len(table)
    possible = 0
    for ranks, found in zip(rows, table, strict=True):
        times = tuple(ranks.count(rank) for rank in range(13))
        if max(times) <= 4:
            possible += 1
            assert found == rank_kinds(times, joker=joker)
    assert possible == (18_395 if joker else 49_205)


def test_random_hands_hold_the_best_of_their_splits() -> None:
    random = Random(8)  # noqa: S311 - a sample, repeatable
    seen: Counter[str] = Counter()
    for number in range(1_500):
        seven = random.sample(range(53), 7)
        if number % 3 == 0:  # flushes are rare: cards of few suits
            seven = [*random.sample(range(0, 52, 4), 5), *random.sample([1, 5, 50, 51, 52], 2)]
        found = satisfied_kinds(seven)
        best = max(setting.high_strength for setting in all_settings(seven))
        first = next((line for line in POKER if line in kinds_in(found)), "high_card")
        expected = high_category(best)
        assert first == expected or (first, expected) == ("three_pair", "two_pair")
        fives = {high_category(setting.high_strength) for setting in all_settings(seven)}
        assert fives - {"high_card"} <= set(kinds_in(found))
        seen[expected] += 1
    assert len(seen) >= 9


def test_every_seven_card_straight_flush_is_found() -> None:
    natural, with_joker = set(), set()
    for start in range(-1, 7):
        for suit in range(4):
            run = [4 * (rank % 13) + suit for rank in range(start, start + 7)]
            assert kinds_in(satisfied_kinds(run))[0] == "seven_card_straight_flush"
            natural.add(frozenset(run))
            for gap in range(7):
                six = [*run[:gap], *run[gap + 1 :]]
                assert "seven_card_straight_flush_joker" in kinds_in(satisfied_kinds([*six, 52]))
                with_joker.add(frozenset(six))
    assert (len(natural), len(with_joker)) == (32, 196)


def test_every_hand_with_five_aces_is_found() -> None:
    pairs = list(combinations(range(48), 2))
    assert all("five_aces" in kinds_in(satisfied_kinds([48, 49, 50, 51, 52, *p])) for p in pairs)
    assert len(pairs) == 1_128


def test_every_royal_match_is_found() -> None:
    found = Counter[bool]()
    for suit in range(4):
        royal = [4 * rank + suit for rank in range(8, 13)]
        for joker in (None, *royal):
            five = [52 if card == joker else card for card in royal]
            rest = sorted({*range(53)} - {*five})
            for two in combinations(rest, 2):
                if "royal_match" in kinds_in(satisfied_kinds([*five, *two])):
                    assert {card >> 2 for card in two} == {10, 11}
                    assert two[1] & 3 == two[0] & 3 != suit
                    found[joker is not None] += 1
    assert (found[False], found[True]) == (12, 60)


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("5c 6d 7h 8s 9c 9d 9h", "three_of_a_kind"),
        ("5c 6d 7h 8s 9c 9d Kh", "straight"),
        ("Jk Ac Qc Jc Tc Kd Qd", "royal_match"),
        ("Ac Kc Qc Jc Tc Kd Qd", "royal_match"),
        ("Ac Kc Qc Jc Tc Kd Qh", "royal_flush"),
        ("Ac Kc Qc Jc Tc Kd Ad", "royal_flush"),
        ("Ac Kc Qc Jc Tc Jk Qd", "royal_flush"),
        ("Ac Kc Qc Jc Tc Kd Jk", "royal_flush"),
        ("Ac 2c 3c 4c 5c 6c 7c", "seven_card_straight_flush"),
        ("Ac Kc Qc Jc Tc 9c 8c", "seven_card_straight_flush"),
        ("2c 3c 4c 5c 6c 7c Jk", "seven_card_straight_flush_joker"),
        ("9c Kc Qc Jc Tc Ac Jk", "seven_card_straight_flush_joker"),
        ("9c Kc Qc Jc 8c 6c Jk", "straight_flush"),
        ("2c 3c 4c 5c 6c 7d Jk", "straight_flush"),
        ("Jk Ac Ad Ah As Kc Kd", "five_aces"),
        ("Jk Ac Ad Ah Kc Qc Jc", "royal_flush"),
        ("Jk Ac Ad Ah Kc Qd Jc", "four_of_a_kind"),
        ("9c 9d 9h 9s Kc Kd Kh", "four_of_a_kind"),
        ("9c 9d 9h Ks Kc Qd Jk", "full_house"),
        ("9c 9d 9h Ks Kc Kd Qd", "full_house"),
        ("9c 7c 5c 3c Jk Kd Qd", "flush"),
        ("9c 9d 7h 7s Kc Kd Ah", "three_pair"),
        ("9c 9d 7h 7s Kc Ad Jk", "three_pair"),
        ("9c 9d 7h 7s Kc Qd Jk", None),
        ("9c 9d 7h 5s Kc Qd Jk", None),
        ("Ac Kd Jh 9s 7c 5d 3h", None),
    ],
)
def test_a_bonus_pays_the_best_line(cards: str, line: str | None) -> None:
    assert paid(cards) == line


@pytest.mark.parametrize(
    ("cards", "top"),
    [
        ("Ac Kd Jh 9s 7c 5d 3h", "A"),
        ("Jk Kd Jh 8s 7c 5d 2h", "A"),
        ("9c 8d 7h 5s 4c 3d 2h", "9"),
        ("Jk Ad Jh 9s 7c 5d 3h", None),
        ("Ac Kd Qh Js Tc 5d 3h", None),
        ("Ac Kc Jc 9c 7c 5d 3h", None),
        ("Jk Kd Qh Js Tc 5d 2h", None),
    ],
)
def test_seven_cards_that_hold_nothing_have_a_top(cards: str, top: str | None) -> None:
    found = satisfied_kinds(parse_seven(cards))
    assert nothing_top(found) == (None if top is None else "23456789TJQKA".index(top))
    assert (kinds_in(found) == ()) == (top is not None)
    assert (found >= NOTHING) == (top is not None)


def test_the_place_of_a2345_is_none_of_the_seven_cards_business() -> None:
    seven = parse_seven("Jk 2c 3d 4h 5s Kc 9d")
    assert "straight" in kinds_in(satisfied_kinds(seven))
    for rules in (Rules(), Rules(a2345_second_highest=False)):
        best = max(setting.high_strength for setting in all_settings(seven, rules))
        assert high_category(best) == "straight"


def test_every_kind_occurs() -> None:
    found = np.bitwise_or.reduce(kind_counts().kinds)
    assert kinds_in(int(found)) == SEVEN_KINDS


def test_fewer_than_seven_cards_are_refused() -> None:
    with pytest.raises(HandError, match="6 cards given, 7 needed"):
        satisfied_kinds(parse_cards("As Kd Qc Jc Th 9d"))
