"""Reading and writing cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gutshot.cards import (
    DECKS,
    FIRST_JOKER,
    RANKS,
    card_name,
    format_cards,
    parse_card,
    parse_cards,
    parse_hand,
)
from gutshot.errors import CardError, HandError

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.cards import Deck

STANDARD = DECKS["standard"]
ONE_JOKER = DECKS["joker"]
TWO_JOKERS = DECKS["double-joker"]
LONGEST_MESSAGE = 200

ids = st.integers(0, 53)
hands = st.lists(ids, max_size=60)


def write(card: int, spelling: tuple[str, str, str]) -> str:
    """Spell a card as people do: with these suits, this ten and this second joker."""
    suits, ten, second = spelling
    if card >= FIRST_JOKER:
        return "Jk" if card == FIRST_JOKER else second
    rank = RANKS[card // 4]
    return (ten if rank == "T" else rank) + suits.split()[card % 4]


@given(cards=hands, unicode=st.booleans())
def test_what_is_written_is_read_back(*, cards: list[int], unicode: bool) -> None:
    assert parse_cards(format_cards(cards, unicode=unicode)) == tuple(cards)


@given(
    cards=hands,
    spelling=st.tuples(
        st.sampled_from(
            [
                "c d h s",
                "C D H S",
                "♣ ♦ ♥ ♠",
                "♧ ♢ ♡ ♤",
                "♣\ufe0f ♦\ufe0f ♥\ufe0f ♠\ufe0f",
                "♧ ♢\ufe0e ♡ ♤\ufe0f",
            ]
        ),
        st.sampled_from(["T", "10"]),
        st.sampled_from(["Jk2", "joker2"]),
    ),
    between=st.sampled_from(["", " ", ",", ", ", " ,\t\n", "\u00a0"]),
    case=st.sampled_from([str, str.lower, str.upper]),
)
def test_every_style_is_read_back(
    cards: list[int],
    spelling: tuple[str, str, str],
    between: str,
    case: Callable[[str], str],
) -> None:
    text = between.join(case(write(card, spelling)) for card in cards)
    assert parse_cards(text) == tuple(cards)
    assert parse_cards(f" {text},") == tuple(cards)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("AsKsQsJs2d", "As Ks Qs Js 2d"),
        ("As Ks Qs Js 2d", "As Ks Qs Js 2d"),
        ("10h 9C", "Th 9c"),
        ("A♠K♠", "As Ks"),
        ("A♠\ufe0fK♤, q♥\ufe0e j♡ 10♦ 9♢ 8♣ 7♧", "As Ks Qh Jh Td 9d 8c 7c"),
        ("tc,TD", "Tc Td"),
        ("Jk JK jk joker JOKER", "Jk Jk Jk Jk Jk"),
        ("Jk2 jK2 joker2", "Jk2 Jk2 Jk2"),
        ("JkJc", "Jk Jc"),
        ("jckc", "Jc Kc"),
        ("JkKs", "Jk Ks"),
        ("Jk2d", "Jk 2d"),
        ("Jk22d", "Jk2 2d"),
        ("joker2♠", "Jk 2s"),
        ("Jk2As", "Jk2 As"),
        ("Jk10h", "Jk Th"),
        ("", ""),
        (" ,, \n", ""),
    ],
)
def test_reads(text: str, canonical: str) -> None:
    assert format_cards(parse_cards(text)) == canonical


def test_signs_for_suits() -> None:
    assert format_cards([51, 34, 0, 52, 53], unicode=True) == "A♠ T♥ 2♣ Jk Jk2"


def unreadable(shown: str, character: int, like: str = "As") -> str:
    return (
        f"can't read {shown} as a card (character {character}): write a rank 23456789TJQKA "
        f"and a suit c d h s, like {like}, or Jk for a joker"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ax", unreadable("'Ax'", 1)),
        ("As Kx Qs", unreadable("'Kx'", 4, "Ks")),
        ("AsKxQs", unreadable("'Kx'", 3, "Ks")),
        ("10x", unreadable("'10x'", 1, "Ts")),
        ("A s", unreadable("'A'", 1)),
        ("A", unreadable("'A'", 1)),
        ("A\nKs", unreadable("'A'", 1)),
        ("1s", unreadable("'1s'", 1)),
        ("11h", unreadable("'11h'", 1)),
        ("♠A", unreadable("'♠A'", 1)),
        ("AKs", unreadable("'AK'", 1)),
        ("A\u017f", unreadable("'A\u017f'", 1)),
        ("\u212as", unreadable("'\u212as'", 1)),
        ("As;Ks", unreadable("';Ks'", 3)),
        ("hello, world", unreadable("'hello'", 1)),
        ("As\x00", unreadable(r"'\x00'", 3)),
        ("\ud800", unreadable(r"'\ud800'", 1)),
        ("Jk Jk1", unreadable("'1'", 6)),
        ("Jk2 d", unreadable("'d'", 5)),
        ("x" * 100_000, unreadable("'xxxxxxxxxxxx…'", 1)),
        ("jks", "can't read 'jks' as a card (character 1): write Js for the jack, Jk for a joker"),
        (
            "2c JKD",
            "can't read 'JKD' as a card (character 4): write Jd for the jack, Jk for a joker",
        ),
        (
            "jokers",
            "can't read 'jokers' as a card (character 1): write Js for the jack, Jk for a joker",
        ),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_cards(text)
    assert str(caught.value) == message


cardlike = st.text(
    st.sampled_from("23456789TJQKAtjqka10cdhsCDHSkKoOeErR♠♥♦♣♤♡♢♧\ufe0f\ufe0e ,\n\u2028"),
    max_size=40,
)


@given(st.text() | cardlike)
@example("Jk2\ufe0f")
@example("A♠\ufe0f\ufe0f")
@example("\x85\x1c\u2029x")
def test_any_text_is_read_or_refused_in_one_short_line(text: str) -> None:
    try:
        cards = parse_cards(text)
    except CardError as error:
        message = str(error)
        assert len(message.splitlines()) == 1
        assert message.isprintable()
        assert len(message) < LONGEST_MESSAGE
    else:
        assert all(card in TWO_JOKERS.cards for card in cards)
        assert parse_cards(format_cards(cards)) == cards


@given(cardlike, st.integers(0, 7), st.sampled_from(list(DECKS.values())))
def test_any_text_makes_a_hand_of_the_deck_or_is_refused(text: str, count: int, deck: Deck) -> None:
    try:
        hand = parse_hand(text, deck, count)
    except (CardError, HandError) as error:
        message = str(error)
        assert len(message.splitlines()) == 1
        assert len(message) < LONGEST_MESSAGE
    else:
        assert len(hand) == len(set(hand)) == count
        assert all(card in deck.cards for card in hand)


@given(ids)
def test_one_card(card: int) -> None:
    assert parse_card(card_name(card)) == card
    assert parse_card(f" {card_name(card, unicode=True)} ") == card


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no card where one is wanted: write a rank and a suit, like As"),
        ("As Ks", "2 cards in 'As Ks' where one is wanted: write a rank and a suit, like As"),
        (
            "As" * 50_000,
            "50000 cards in 'AsAsAsAsAsAs…' where one is wanted: write a rank and a suit, like As",
        ),
        ("Ax", unreadable("'Ax'", 1)),
    ],
)
def test_not_one_card(text: str, message: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_card(text)
    assert str(caught.value) == message


@pytest.mark.parametrize("card", [-1, 54, 10**30])
def test_no_name_for_what_is_no_card(card: int) -> None:
    with pytest.raises(CardError, match=f"card id {card} is no card"):
        card_name(card)
    with pytest.raises(CardError, match=f"card id {card} is no card"):
        format_cards([0, card])


@given(st.lists(ids, unique=True, max_size=54))
def test_a_hand_keeps_its_order(cards: list[int]) -> None:
    assert parse_hand(format_cards(cards), TWO_JOKERS, len(cards)) == tuple(cards)


def test_five_cards_unless_told() -> None:
    assert parse_hand("AsKsQsJs2d", STANDARD) == (51, 47, 43, 39, 1)
    assert parse_hand("As Ah", STANDARD, count=2) == (51, 50)
    assert parse_hand("", STANDARD, count=0) == ()


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("Jk As Jk Ks Qs", (52, 51, 53, 47, 43)),
        ("Jk As Jk2 Ks Qs", (52, 51, 53, 47, 43)),
        ("Jk2 As Jk Ks Qs", (53, 51, 52, 47, 43)),
        ("Jk2 As 2c Ks Qs", (53, 51, 0, 47, 43)),
    ],
)
def test_two_jokers_written_alike_are_both_of_them(text: str, hand: tuple[int, ...]) -> None:
    assert parse_hand(text, TWO_JOKERS) == hand


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        (
            "As Ks Qs as 2d",
            "standard",
            "As is given twice, as cards 1 and 4: each card can be held only once",
        ),
        (
            "Jk2 As Jk2 Ks Qs",
            "double-joker",
            "Jk2 is given twice, as cards 1 and 3: each card can be held only once",
        ),
        ("", "standard", "0 cards given, 5 needed: add 5"),
        ("As", "standard", "1 card given, 5 needed: add 4"),
        ("As Ks Qs Js", "standard", "4 cards given, 5 needed: add 1"),
        ("As Ks Qs Js Ts 9s 8s", "standard", "7 cards given, 5 needed: leave out 2"),
        (
            "As Ks Jk Js Ts",
            "standard",
            "Jk is not in the deck 'standard', which has no joker: name a card with a suit",
        ),
        (
            "Jk2 Ks Qs Js Ts",
            "deuces-wild",
            "Jk2 is not in the deck 'deuces-wild', which has no joker: name a card with a suit",
        ),
        (
            "Jk Ks Jk Js Ts",
            "joker",
            "2 jokers given, but the deck 'joker' has only 1 joker",
        ),
        (
            "Jk Ks Jk2 Js Ts",
            "joker",
            "2 jokers given, but the deck 'joker' has only 1 joker",
        ),
        (
            "Jk2 Ks Qs Js Ts",
            "joker",
            "Jk2 is a second joker and the deck 'joker' has only one: write Jk",
        ),
        (
            "Jk Jk Jk Js Ts",
            "double-joker",
            "3 jokers given, but the deck 'double-joker' has only 2 jokers",
        ),
    ],
)
def test_what_makes_no_hand(text: str, name: str, message: str) -> None:
    with pytest.raises(HandError) as caught:
        parse_hand(text, DECKS[name])
    assert str(caught.value) == message


def test_one_joker_is_read_in_its_deck() -> None:
    assert parse_hand("As joker Qs Js Ts", ONE_JOKER) == (51, 52, 43, 39, 35)
