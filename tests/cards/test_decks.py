"""Decks and the arithmetic of card ids."""

from __future__ import annotations

import dataclasses

import pytest

from gutshot.cards import (
    DECKS,
    RANKS,
    SUITS,
    Deck,
    card_id,
    card_name,
    deck,
    rank_of,
    suit_of,
)
from gutshot.errors import CardError, InputError, PayTableError

LONGEST_MESSAGE = 200


@pytest.mark.parametrize(
    ("name", "size", "wild"),
    [
        ("standard", 52, []),
        ("deuces-wild", 52, ["2c", "2d", "2h", "2s"]),
        ("joker", 53, ["Jk"]),
        ("double-joker", 54, ["Jk", "Jk2"]),
    ],
)
def test_known_decks(name: str, size: int, wild: list[str]) -> None:
    found = deck(name)
    assert found is DECKS[name]
    assert found.name == name
    assert found.size == size
    assert found.cards == tuple(range(size))
    assert [card_name(card) for card in found.cards if found.is_wild(card)] == wild


def test_no_other_deck_is_known() -> None:
    assert list(DECKS) == ["standard", "deuces-wild", "joker", "double-joker"]


def test_a_deck_may_have_a_wild_rank_and_jokers() -> None:
    odd = Deck("wild kings with a joker", jokers=1, wild_rank=RANKS.index("K"))
    assert [card_name(card) for card in odd.cards if odd.is_wild(card)] == [
        "Kc",
        "Kd",
        "Kh",
        "Ks",
        "Jk",
    ]


def test_a_deck_does_not_change_and_compares_by_what_it_is() -> None:
    assert Deck("joker", jokers=1) == DECKS["joker"]
    assert hash(Deck("joker", jokers=1)) == hash(DECKS["joker"])
    assert Deck("joker", jokers=2) != DECKS["joker"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        DECKS["joker"].jokers = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        DECKS["mine"] = Deck("mine")  # type: ignore[index]


@pytest.mark.parametrize("jokers", [-1, 3])
def test_a_deck_has_at_most_two_jokers(jokers: int) -> None:
    with pytest.raises(InputError, match=f"with {jokers} jokers"):
        Deck("odd", jokers=jokers)


@pytest.mark.parametrize("rank", [-1, 13])
def test_a_wild_rank_is_a_rank(rank: int) -> None:
    with pytest.raises(InputError, match=f"wild rank {rank}"):
        Deck("odd", wild_rank=rank)


@pytest.mark.parametrize(("name", "card"), [("standard", 52), ("joker", 53), ("standard", -1)])
def test_wildness_of_a_card_outside_the_deck_is_refused(name: str, card: int) -> None:
    with pytest.raises(CardError, match=f"card id {card} is not in the deck '{name}'"):
        deck(name).is_wild(card)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("deuces", "deuces-wild"),
        ("Joker", "joker"),
        ("Deuces_Wild", "deuces-wild"),
        ("double joker", "double-joker"),
        ("standart", "standard"),
    ],
)
def test_an_unknown_deck_names_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(InputError) as caught:
        deck(name)
    assert str(caught.value) == (
        f"there is no deck '{name}': did you mean '{nearest}'? "
        "the decks are standard, deuces-wild, joker, double-joker"
    )
    assert not isinstance(caught.value, PayTableError)


@pytest.mark.parametrize("name", ["", "x" * 100_000, "a\nb\u2028c", "\ud800"])
def test_an_unknown_deck_is_refused_in_one_short_line(name: str) -> None:
    with pytest.raises(InputError) as caught:
        deck(name)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert len(message) < LONGEST_MESSAGE
    assert message.endswith("the decks are standard, deuces-wild, joker, double-joker")


def test_ids_run_through_ranks_then_suits() -> None:
    cards = [card_id(rank, suit) for rank in range(13) for suit in range(4)]
    assert cards == list(range(52))
    assert [(rank_of(card), suit_of(card)) for card in cards] == [
        (rank, suit) for rank in range(13) for suit in range(4)
    ]
    assert [card_name(card) for card in cards] == [rank + suit for rank in RANKS for suit in SUITS]


@pytest.mark.parametrize(("rank", "suit"), [(-1, 0), (13, 0), (0, -1), (0, 4)])
def test_no_id_outside_ranks_and_suits(rank: int, suit: int) -> None:
    with pytest.raises(CardError, match=f"rank {rank} and suit {suit}"):
        card_id(rank, suit)


@pytest.mark.parametrize("card", [-1, 52, 53, 54])
def test_a_joker_has_neither_rank_nor_suit(card: int) -> None:
    with pytest.raises(CardError, match=f"card id {card} has no rank"):
        rank_of(card)
    with pytest.raises(CardError, match=f"card id {card} has no suit"):
        suit_of(card)
