"""Hands that other programs got wrong, and the fine print of pay tables."""

from __future__ import annotations

import numpy as np
import pytest

from gutshot.cards.decks import DECKS, RANKS
from gutshot.cards.text import parse_hand
from gutshot.evaluate._kernels import satisfied
from gutshot.evaluate.categories import categories_in
from gutshot.videopoker import PayTable, analyse_hand, from_mapping, game

STANDARD = {
    "royal_flush": 800,
    "straight_flush": 50,
    "four_of_a_kind": 25,
    "full_house": 9,
    "flush": 6,
    "straight": 4,
    "three_of_a_kind": 3,
    "two_pair": 2,
    "jacks_or_better": 1,
}
# Triple Triple Bonus: an ace beside four twos, threes or fours pays more than a small kicker.
TRIPLE_TRIPLE = from_mapping(
    "Triple Triple Bonus 9/5",
    "standard",
    {
        "royal_flush": 800,
        "straight_flush": 50,
        "four_aces_kicker_2_4": 800,
        "four_2_4_kicker_a": 800,
        "four_2_4_kicker_a_4": 400,
        "four_aces": 160,
        "four_2_4": 80,
        "four_5_k": 50,
        "full_house": 9,
        "flush": 5,
        "straight": 4,
        "three_of_a_kind": 3,
        "two_pair": 1,
        "jacks_or_better": 1,
    },
)
NATURAL_QUADS = game("deuces-wild-full-pay").with_payouts({"natural_four_of_a_kind": 10})
SEVENS = from_mapping("Lucky sevens", "standard", {**STANDARD, "four_7s": 77})


def satisfies(cards: str, deck: str) -> set[str]:
    """Return the names of all that a hand satisfies."""
    wild_rank = DECKS[deck].wild_rank
    hand = np.array(parse_hand(cards, DECKS[deck]), np.uint8)
    return set(categories_in(satisfied(hand, -1 if wild_rank is None else wild_rank)))


def paid(cards: str, table: PayTable) -> tuple[str, float]:
    """Return the category that pays a dealt hand and what it pays, a whole number here."""
    hand = analyse_hand(parse_hand(cards, table.deck), table)
    return hand.dealt_category, float(hand.hold(31).ev)


@pytest.mark.parametrize(
    ("cards", "table", "category", "pays"),
    [
        # natural and wild royals
        ("2s Kc Jc 2d Qc", "deuces-wild-full-pay", "wild_royal", 25),
        ("Tc Jc Qc Kc Ac", "deuces-wild-full-pay", "natural_royal", 800),
        ("Ac Tc Kc Jc Qc", "jacks-or-better-9-6", "royal_flush", 800),
        ("Jk Kc Jc Ac Qc", "joker-poker-kings-20-7-5", "wild_royal", 100),
        ("Tc Kc Jc Ac Qc", "joker-poker-kings-20-7-5", "natural_royal", 800),
        ("Jk Kc Jc Jk2 Qc", "double-joker-8-5-4", "wild_royal", 100),
        ("9c Kc Jc Jk2 Qc", "double-joker-8-5-4", "straight_flush", 25),
        # the ace plays low and high, never in the middle
        ("Ac 5c 4s 3h 2d", "jacks-or-better-9-6", "straight", 4),
        ("Ad 2d 3d 4d 5d", "jacks-or-better-9-6", "straight_flush", 50),
        ("Ac 5c 4s 3h 2d", "deuces-wild-full-pay", "straight", 2),
        ("Ad Kd Qd 3d Jd", "jacks-or-better-9-6", "flush", 6),
        ("Qd Kd Ah 2d 3d", "jacks-or-better-9-6", "no_win", 0),
        ("Kd Ad 3h 4d Jk", "joker-poker-kings-20-7-5", "kings_or_better", 1),
        ("Jk Ad 3h 4d 5s", "joker-poker-kings-20-7-5", "straight", 3),
        ("Jk 9h 7c 8c Kc", "joker-poker-kings-20-7-5", "kings_or_better", 1),
        ("Jk 9h 7c 8c Jc", "joker-poker-kings-20-7-5", "straight", 3),
        ("Jk 9h 7c 8c Qc", "joker-poker-kings-20-7-5", "no_win", 0),
        ("5c 6h 7d 9c 2s", "deuces-wild-full-pay", "straight", 2),
        # the lowest pair that pays, with and without a joker
        ("Kc Kd 7h 5s 2c", "joker-poker-kings-20-7-5", "kings_or_better", 1),
        ("Jk Kc 7h 5s 2d", "joker-poker-kings-20-7-5", "kings_or_better", 1),
        ("Jk Qc 7h 5s 2d", "joker-poker-kings-20-7-5", "no_win", 0),
        ("Qd Qc 7h 5s 2d", "joker-poker-kings-20-7-5", "no_win", 0),
        ("Jk Kc 7h 5s 2d", "joker-poker-two-pair-20-8-7-5", "no_win", 0),
        ("Jc Jd 7h 5s 2c", "jacks-or-better-9-6", "jacks_or_better", 1),
        ("Tc Td 7h 5s 2c", "jacks-or-better-9-6", "no_win", 0),
        ("7c 7d Th 5s 2c", "jacks-or-better-9-6", "no_win", 0),
        # trips are no full house, quads no two pair
        ("Jc Jd Jh 8s 4c", "jacks-or-better-9-6", "three_of_a_kind", 3),
        ("Jk Kc Kh 8s 8c", "joker-poker-kings-20-7-5", "full_house", 7),
        ("2c 2d 2h 2s Kc", "deuces-wild-full-pay", "four_deuces", 200),
        ("2c 2d 2h Ks Kc", "deuces-wild-full-pay", "five_of_a_kind", 15),
        ("2c 2d 2h Ks Qc", "deuces-wild-full-pay", "four_of_a_kind", 5),
        ("2c 2d 2h Kc Qc", "deuces-wild-full-pay", "wild_royal", 25),
        ("2c 2d 2h 9c Qc", "deuces-wild-full-pay", "straight_flush", 9),
        ("2c 2d 2h 7c Qc", "deuces-wild-full-pay", "four_of_a_kind", 5),
        # kickers
        ("As Ah Ad Ac 4c", "double-double-bonus-9-6", "four_aces_kicker_2_4", 400),
        ("As Ah Ad Ac 5c", "double-double-bonus-9-6", "four_aces", 160),
        ("3s 3h 3d 3c Ac", "double-double-bonus-9-6", "four_2_4_kicker_a_4", 160),
        ("3s 3h 3d 3c 2c", "double-double-bonus-9-6", "four_2_4_kicker_a_4", 160),
        ("3s 3h 3d 3c 5c", "double-double-bonus-9-6", "four_2_4", 80),
        ("5s 5h 5d 5c Ac", "double-double-bonus-9-6", "four_5_k", 50),
        ("8s 8h 8d 8c Ac", "aces-and-eights-7-5", "four_8s", 80),
        ("7s 7h 7d 7c Ac", "aces-and-eights-7-5", "four_7s", 50),
        ("6s 6h 6d 6c Ac", "aces-and-eights-7-5", "four_of_a_kind", 25),
        ("Ks Kh Kd Kc Ac", "aces-and-faces-8-5", "four_j_k", 40),
        ("Ts Th Td Tc Ac", "aces-and-faces-8-5", "four_of_a_kind", 25),
    ],
)
def test_a_dealt_hand_is_paid_once_in_its_best_category(
    cards: str, table: str, category: str, pays: int
) -> None:
    assert paid(cards, game(table)) == (category, pays)


@pytest.mark.parametrize(
    ("cards", "table", "category", "pays"),
    [
        ("4s 4h 4d 4c As", TRIPLE_TRIPLE, "four_2_4_kicker_a", 800),
        ("4s 4h 4d 4c 3s", TRIPLE_TRIPLE, "four_2_4_kicker_a_4", 400),
        ("4s 4h 4d 4c 5s", TRIPLE_TRIPLE, "four_2_4", 80),
        ("As Ah Ad Ac 2s", TRIPLE_TRIPLE, "four_aces_kicker_2_4", 800),
        ("7c 7d 7h 7s Kc", NATURAL_QUADS, "natural_four_of_a_kind", 10),
        ("7c 7d 7h 2s Kc", NATURAL_QUADS, "four_of_a_kind", 5),
        ("7c 7d 7h 7s 2c", NATURAL_QUADS, "five_of_a_kind", 15),
        ("7c 7d 7h 7s Kc", SEVENS, "four_7s", 77),
        ("8c 8d 8h 8s Kc", SEVENS, "four_of_a_kind", 25),
    ],
)
def test_pay_tables_of_ones_own_tell_quads_apart(
    cards: str, table: PayTable, category: str, pays: int
) -> None:
    assert paid(cards, table) == (category, pays)


@pytest.mark.parametrize("rank", RANKS)
def test_every_single_rank_of_quads_can_have_a_line(rank: str) -> None:
    category = f"four_{rank.lower()}s"
    table = from_mapping("one rank", "standard", {**STANDARD, category: 26})
    for quads in RANKS:
        kicker = "A" if quads != "A" else "K"
        cards = f"{quads}c {quads}d {quads}h {quads}s {kicker}c"
        expected = (category, 26) if quads == rank else ("four_of_a_kind", 25)
        assert paid(cards, table) == expected


def test_of_equal_payouts_the_more_specific_category_names_the_hand() -> None:
    deluxe = game("bonus-poker-deluxe-9-6")  # all quads pay 80
    assert paid("As Ah Ad Ac 4c", deluxe) == ("four_aces", 80)
    assert paid("3s 3h 3d 3c Ac", deluxe) == ("four_2_4", 80)
    flat = from_mapping("flat", "standard", {"jacks_or_better": 1, "two_pair": 1, "royal_flush": 1})
    assert paid("Js Jh 4d 4c Ac", flat) == ("two_pair", 1)
    assert paid("Ts Js Qs Ks As", flat) == ("royal_flush", 1)


def test_a_hand_is_paid_its_dearest_category_not_the_rarest() -> None:
    odd = from_mapping("odd", "standard", {"royal_flush": 2, "flush": 3, "straight": 5})
    assert paid("Ts Js Qs Ks As", odd) == ("straight", 5)
    assert paid("9s Js Qs Ks As", odd) == ("flush", 3)


@pytest.mark.parametrize("deck", ["joker", "deuces-wild"])
def test_a_wild_card_beside_two_pair_of_aces_satisfies_the_categories_it_can(deck: str) -> None:
    wild = "Jk" if deck == "joker" else "2c"
    assert satisfies(f"As Ah 9d 9c {wild}", deck) == {
        "full_house",
        "three_of_a_kind",
        "two_pair",
        "aces_or_better",
        "kings_or_better",
        "jacks_or_better",
        "tens_or_better",
    }


def test_four_natural_aces_and_a_joker_satisfy_all_quads_of_aces() -> None:
    assert satisfies("As Ah Ac Ad Jk", "joker") == {
        "five_of_a_kind",
        "four_aces_kicker_2_4",
        "four_as",
        "four_aces",
        "natural_four_of_a_kind",
        "four_of_a_kind",
        "three_of_a_kind",
        "aces_or_better",
        "kings_or_better",
        "jacks_or_better",
        "tens_or_better",
    }
