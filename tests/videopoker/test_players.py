"""Computer players: legal, blind to suits' names, and as good as they say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.cards.text import parse_hand
from gutshot.errors import InputError
from gutshot.videopoker import analyse_game, game
from gutshot.videopoker.players import LEVELS, PARTS, choose, player, player_return

JACKS = game("jacks-or-better-9-6")


def holds(level: str, cards: str) -> dict[int, int]:
    deal = np.array([parse_hand(cards, JACKS.deck)], np.uint8)
    chances = player(level).chances(deal, JACKS)[0]
    return {mask: int(chances[mask]) for mask in range(32) if chances[mask]}


def test_hard_returns_what_the_game_returns() -> None:
    assert player_return("hard", JACKS).return_fraction == analyse_game(JACKS).return_fraction
    assert player_return("hard", JACKS).costly == ()


def test_normal_returns_at_least_99_3_percent_and_names_its_five_dearest_deals() -> None:
    normal = player_return("normal", JACKS)
    assert normal.return_fraction >= 0.993
    assert f"{float(100 * normal.return_fraction):.4f}" == "99.4592"
    assert len(normal.costly) == 5
    totals = [one.deals * one.cost for one in normal.costly]
    assert totals == sorted(totals, reverse=True)


def test_easy_is_worse_than_normal() -> None:
    assert 0.8 < player_return("easy", JACKS).return_fraction < 0.95


def test_easy_keeps_pairs_or_better_and_prints_its_chances() -> None:
    assert holds("easy", "9c 9d 2h 5s Kc") == {0b00011: PARTS}
    assert holds("easy", "9c 9d 2h 2s Kc") == {0b01111: PARTS}
    assert holds("easy", "9c 9d 9h 2s 2c") == {31: PARTS}
    assert holds("easy", "9c 4c 2c 5c Kc") == {31: PARTS}
    loose = holds("easy", "9c 4d 2c 5c Kc")
    assert loose[0b10000] == PARTS // 2 + 1
    assert loose[0] == PARTS // 4 + 1
    assert set(loose) == set(range(32))
    assert "1/2" in player("easy").rule
    assert "1/4" in player("easy").rule


@pytest.mark.parametrize(
    ("cards", "mask"),
    [
        ("Ks Qs Js Ts Ah", 0b01111),
        ("9c 9d 2h 5s Kc", 0b00011),
        ("Ac Kd Qh Js 2c", 0b01100),
        ("Ac Kc 9h 5s 2d", 0b00011),
        ("Td Jd 4h 5s 2c", 0b00011),
        ("Qs Jd Th 9c 2c", 0b01111),
        ("2c 4d 6h 8s 9c", 0),
    ],
)
def test_normal_follows_its_table(cards: str, mask: int) -> None:
    assert holds("normal", cards) == {mask: PARTS}


def test_normal_declines_wild_cards_in_one_line() -> None:
    wild = game("deuces-wild-full-pay")
    with pytest.raises(InputError, match="no wild cards"):
        player_return("normal", wild)
    assert player_return("easy", wild).return_fraction < 1 < player_return("hard", wild).best


@given(
    deal=st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True),
    suits=st.permutations(range(4)),
    level=st.sampled_from(sorted(LEVELS)),
)
def test_the_names_of_the_suits_make_no_difference(
    deal: list[int], suits: list[int], level: str
) -> None:
    renamed = [card & ~3 | suits[card & 3] for card in deal]
    chances = [player(level).chances(np.array([x], np.uint8), JACKS) for x in (deal, renamed)]
    assert (chances[0] == chances[1]).all()
    assert int(chances[0].sum()) == PARTS


def test_choices_are_sampled_by_their_chances() -> None:
    deal = parse_hand("9c 4d 2c 5c Kc", JACKS.deck)
    numbers = iter(range(PARTS))
    masks = [choose(player("easy"), deal, JACKS, lambda _: next(numbers)) for _ in range(PARTS)]
    counts = np.bincount(masks, minlength=32)
    assert counts.tolist() == [holds("easy", "9c 4d 2c 5c Kc")[mask] for mask in range(32)]


def test_an_unknown_level_is_answered_with_the_levels() -> None:
    with pytest.raises(InputError, match="easy, normal, hard"):
        player("grandmaster")
