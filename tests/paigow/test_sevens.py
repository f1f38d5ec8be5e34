"""What seven cards hold: counted in two ways, and what is easily got wrong."""

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
    HANDS,
    NOTHING,
    SEVEN_KINDS,
    count_lines,
    kind_counts,
    kinds_in,
    nothing_top,
    rank_kinds,
    satisfied_kinds,
)
from gutshot.paigow.sevens._kernels import count_hands, count_kinds, ranked_table

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

BONUS_HANDS = {
    "seven_card_straight_flush": (32, 0),
    "royal_match": (12, 60),
    "seven_card_straight_flush_joker": (0, 196),
    "five_aces": (0, 1_128),
    "royal_flush": (4_308, 21_712),
    "straight_flush": (37_232, 147_412),
    "four_of_a_kind": (224_848, 82_624),
    "full_house": (3_473_184, 715_344),
    "flush": (4_047_644, 2_124_444),
    "three_of_a_kind": (6_512_220, 1_160_280),
    "straight": (6_129_420, 4_904_784),
    "three_pair": (2_471_040, 390_960),
    "": (110_884_620, 10_809_576),
}
POKER_HANDS = {
    "five_aces": 1_128,
    "royal_flush": 26_132,
    "straight_flush": 184_832,
    "four_of_a_kind": 307_472,
    "full_house": 4_188_528,
    "flush": 6_172_088,
    "straight": 11_236_028,
    "three_of_a_kind": 7_470_676,
    "three_pair": 2_862_000,
    "two_pair": 32_691_816,
    "pair": 64_221_960,
    "": 24_780_420,
}
NOTHING_BY_TOP = {
    "9": (31_080, 0),
    "T": (248_640, 0),
    "J": (963_480, 0),
    "Q": (2_719_500, 0),
    "K": (6_386_940, 0),
    "A": (12_944_820, 1_485_960),
}


def kinds(text: str) -> tuple[str, ...]:
    return kinds_in(satisfied_kinds(parse_seven(text)))


def paid(text: str) -> str | None:
    found = kinds(text)
    return next((line for line in BONUS if line in found), None)


def test_every_bonus_line_has_its_known_hands() -> None:
    assert count_lines(BONUS) == BONUS_HANDS
    assert sum(map(sum, BONUS_HANDS.values())) == HANDS


def test_every_poker_hand_has_its_known_number() -> None:
    found = {name: sum(both) for name, both in count_lines(tuple(POKER_HANDS)[:-1]).items()}
    assert found == POKER_HANDS


def test_hands_that_hold_nothing_are_counted_by_their_highest_card() -> None:
    found = {
        "23456789TJQKA"[nothing_top(kinds) or 0]: tuple(both)
        for kinds, both in zip(*(array.tolist() for array in kind_counts()), strict=True)
        if nothing_top(kinds) is not None
    }
    assert found == NOTHING_BY_TOP


def test_all_hands_one_by_one_are_what_their_ranks_and_suits_count() -> None:
    tables = ranked_table(0), ranked_table(1)
    walked = count_hands(0, 53, *tables)
    assert walked.sum() == HANDS
    for joker in (0, 1):
        assert (walked[joker] == count_kinds(joker)).all()


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
    order = tuple(POKER_HANDS)[:-1]
    seen: Counter[str] = Counter()
    for number in range(1_500):
        seven = random.sample(range(53), 7)
        if number % 3 == 0:  # flushes are rare: cards of few suits
            seven = [*random.sample(range(0, 52, 4), 5), *random.sample([1, 5, 50, 51, 52], 2)]
        found = satisfied_kinds(seven)
        best = max(setting.high_strength for setting in all_settings(seven))
        first = next((line for line in order if line in kinds_in(found)), "high_card")
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
    assert len(pairs) == BONUS_HANDS["five_aces"][1]


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
    assert (found[False], found[True]) == BONUS_HANDS["royal_match"]


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
