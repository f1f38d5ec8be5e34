"""Names, the order on the table, and what is refused."""

from __future__ import annotations

from typing import cast

import pytest

from gutshot.cards.text import format_cards, parse_cards
from gutshot.errors import HandError, InputError
from gutshot.evaluate.joker import HIGH_STRENGTHS, LOW_STRENGTHS
from gutshot.paigow import Rules, high_name, high_strength, low_name, low_strength, parse_seven
from gutshot.paigow.hands import check_cards, high_category, high_order, low_order, played_rank

WHEEL_LOWEST = Rules(a2345_second_highest=False)


@pytest.mark.parametrize(
    ("cards", "name", "laid_out"),
    [
        ("As Jk Ad Ac Ah", "Five aces", "Jk As Ah Ad Ac"),
        ("Ts Js Qs Ks As", "Royal flush", "As Ks Qs Js Ts"),
        ("Ts Jk Qs Ks As", "Royal flush", "As Ks Qs Jk Ts"),
        ("5s 6s 7s 8s 9s", "Straight flush, nine high", "9s 8s 7s 6s 5s"),
        ("Ac 2c 3c 4c 5c", "Straight flush, five high", "5c 4c 3c 2c Ac"),
        ("Ks 3c Kd Kc Kh", "Four kings", "Ks Kh Kd Kc 3c"),
        ("6s 3c 6d 6c 6h", "Four sixes", "6s 6h 6d 6c 3c"),
        ("4c Qs 4d Qh Qd", "Full house, queens over fours", "Qs Qh Qd 4d 4c"),
        ("2c 2d Ah As Jk", "Full house, aces over deuces", "Jk As Ah 2d 2c"),
        ("2c 9c Kc Jc Jk", "Flush, ace high", "Jk Kc Jc 9c 2c"),
        ("2c 9c Ac Jc Jk", "Flush, ace high", "Ac Jk Jc 9c 2c"),
        ("Jk 5c 4d 3h 2s", "Straight, five high", "5c 4d 3h 2s Jk"),
        ("Ac 5c 4d Jk 2s", "Straight, five high", "5c 4d Jk 2s Ac"),
        ("9c 8d Jk 6s 5c", "Straight, nine high", "9c 8d Jk 6s 5c"),
        ("8s 3c 8d Kc 8h", "Three eights", "8s 8h 8d Kc 3c"),
        ("7s Kc 7d 3c Kh", "Two pair, kings and sevens", "Kh Kc 7s 7d 3c"),
        ("7s Ac 7d 3c Jk", "Two pair, aces and sevens", "Jk Ac 7s 7d 3c"),
        ("Kc 2s 9h Kd Jk", "Pair of kings", "Kd Kc Jk 9h 2s"),
        ("7s Kc 2d 3c Jk", "Ace high", "Jk Kc 7s 3c 2d"),
        ("7s 5c 2d 3c 4h", "Seven high", "7s 5c 4h 3c 2d"),
    ],
)
def test_five_cards_have_the_name_and_the_order_of_players(
    cards: str, name: str, laid_out: str
) -> None:
    five = parse_cards(cards)
    assert high_name(high_strength(five)) == name
    assert format_cards(high_order(five)) == laid_out


def test_the_other_place_of_a2345_names_and_lays_out_the_same_hands() -> None:
    wheel, joker = parse_cards("5c 4d 3h 2s Ac"), parse_cards("Jk 5c 4d 3h 2s")
    assert high_name(high_strength(wheel, WHEEL_LOWEST), WHEEL_LOWEST) == "Straight, five high"
    assert high_name(high_strength(joker, WHEEL_LOWEST), WHEEL_LOWEST) == "Straight, six high"
    assert format_cards(high_order(joker, WHEEL_LOWEST)) == "Jk 5c 4d 3h 2s"
    assert (played_rank(joker), played_rank(joker, WHEEL_LOWEST)) == (12, 4)


@pytest.mark.parametrize(
    ("cards", "name", "laid_out"),
    [
        ("9c 9d", "Pair of nines", "9d 9c"),
        ("6c 6d", "Pair of sixes", "6d 6c"),
        ("2c Jk", "Ace-deuce", "Jk 2c"),
        ("Ac Jk", "Pair of aces", "Jk Ac"),
        ("Kc As", "Ace-king", "As Kc"),
        ("Tc Qs", "Queen-ten", "Qs Tc"),
    ],
)
def test_two_cards_have_the_name_and_the_order_of_players(
    cards: str, name: str, laid_out: str
) -> None:
    two = parse_cards(cards)
    assert low_name(low_strength(two)) == name
    assert format_cards(low_order(two)) == laid_out


def test_every_strength_has_a_name_of_its_category() -> None:
    starts = {
        "high_card": "",
        "pair": "Pair of ",
        "two_pair": "Two pair, ",
        "three_of_a_kind": "Three ",
        "straight": "Straight, ",
        "flush": "Flush, ",
        "full_house": "Full house, ",
        "four_of_a_kind": "Four ",
        "straight_flush": "Straight flush, ",
        "royal_flush": "Royal flush",
        "five_aces": "Five aces",
    }
    for rules in (Rules(), WHEEL_LOWEST):
        names = [high_name(strength, rules) for strength in range(HIGH_STRENGTHS)]
        for strength, name in enumerate(names):
            assert name.startswith(starts[high_category(strength)])
        # 7 to A high, pairs, two pairs, threes, straights, flushes, full houses, fours, the top
        assert len(set(names)) == 8 + 13 + 78 + 13 + 10 + 8 + 156 + 13 + 9 + 2
    assert len({low_name(strength) for strength in range(LOW_STRENGTHS)}) == LOW_STRENGTHS


def test_dealt_cards_are_read_in_the_order_in_which_they_stand() -> None:
    assert parse_seven("Jk A♠ 10d 2c,2d 2h 2s") == (52, 51, 33, 0, 1, 2, 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("As Kd 9c 8c 7h 6d", "6 cards given, 7 needed: add 1"),
        ("As Kd 9c 8c 7h 6d 5c 4c", "8 cards given, 7 needed: leave out 1"),
        ("As Kd 9c 8c 7h 6d As", "As is given twice, as cards 1 and 7"),
        ("As Jk 9c 8c 7h 6d Jk", "2 jokers given, but the deck 'joker' has only 1 joker"),
        ("As Jk2 9c 8c 7h 6d 5c", "Jk2 is a second joker and the deck 'joker' has only one"),
        ("As 1c 9c 8c 7h 6d 5c", "can't read '1c' as a card"),
    ],
)
def test_what_is_no_dealt_hand_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as refused:
        parse_seven(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("card", [1.5, "As", None])
def test_what_is_no_id_is_refused(card: object) -> None:
    with pytest.raises(HandError, match="cards are ids, whole numbers: 0 is 2c and 52 is Jk"):
        check_cards((0, cast("int", card)), 2)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ((0, 1, 2), "3 cards given, 2 needed"),
        ((0, 0), "2c is given twice"),
        ((52, 53), "card id 53 is not in the deck"),
        ((-1, 5), "card id -1 is not in the deck"),
    ],
)
def test_ids_that_are_no_cards_are_refused(cards: tuple[int, ...], message: str) -> None:
    with pytest.raises(HandError, match=message):
        check_cards(cards, 2)
