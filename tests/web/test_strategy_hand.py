"""A hand in any order and any suits is played like the class of deals that it belongs to."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest

from gutshot.cards.text import format_cards
from gutshot.videopoker import games
from gutshot.videopoker.strategy import judge_strategy, read_strategy
from gutshot.web.number_text import decimal_text
from gutshot.web.strategy_example import example_text
from gutshot.web.strategy_hand import class_of, try_hand
from gutshot.web.vp_choice import TableChoice

if TYPE_CHECKING:
    from gutshot.videopoker import PayTable

DECKS = {table.deck.name: table for table in games()}
HANDS = 120


@pytest.mark.parametrize("table", DECKS.values(), ids=DECKS.keys())
def test_a_hand_loses_what_its_class_loses(table: PayTable) -> None:
    strategy = read_strategy(example_text(table), table)
    judged = judge_strategy(strategy, table)
    choice = TableChoice(table.id)
    random = Random(f"hands of {table.deck.name}")  # noqa: S311 - the same hands each time
    for _ in range(HANDS):
        hand = random.sample(range(table.deck.size), 5)
        tried = try_hand(format_cards(hand), strategy, judged.followed, table, choice)
        at, order = class_of(hand)
        assert sorted(order) == [0, 1, 2, 3, 4]
        lost = Fraction(int(judged.lost[at]), judged.ev_denominator)
        assert tried.loss == decimal_text(lost)
        assert tried.right == (not lost)
        assert tried.line == int(judged.followed.lines[at]) + 1
        assert [card.id for card in tried.cards] == hand
        kept = sum(tried.rows[0])
        assert kept == int(judged.masks[at]).bit_count()
        if kept:
            assert tried.held[0].count(",") == kept - 1
        else:
            assert tried.held[0] == "draw five cards"


def test_a_hand_that_no_line_fits_draws_five_and_keeps_what_is_wild() -> None:
    for deck, hand, held in (
        ("standard", "2c4d6h8sTc", "draw five cards"),
        ("joker", "2c4d6h8sJk", "hold joker"),
    ):
        table = DECKS[deck]
        title = "joker:\n" if table.deck.jokers else ""
        strategy = read_strategy(f"{title}4 to a royal flush", table)
        judged = judge_strategy(strategy, table)
        tried = try_hand(hand, strategy, judged.followed, table, TableChoice(table.id))
        assert tried.line is None
        assert tried.held == (held,)
        assert tried.announcement.startswith("No line fits")
