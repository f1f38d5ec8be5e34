"""Generated strategies: complete, exact at their end, and as short as is claimed."""

from __future__ import annotations

import os
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.cards.suit_classes import canonical_order, suit_keys
from gutshot.cards.text import format_cards, parse_hand
from gutshot.videopoker import analyse_hand, game, games
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.game_return import common_denominator
from gutshot.videopoker.pay_table import from_mapping
from gutshot.videopoker.strategy import (
    Strategy,
    follow,
    generate,
    judge_strategy,
    line_worths,
    read_strategy,
)
from gutshot.videopoker.strategy.generating import _Rules
from gutshot.videopoker.strategy_return import all_evs

if TYPE_CHECKING:
    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.generating import Generated

# One process has the strategies of all these tests.
pytestmark = pytest.mark.xdist_group("generated strategies")

SOME_GAMES = (
    "jacks-or-better-9-6",
    "bonus-poker-deluxe-9-6",
    "triple-double-bonus-9-6",
    "deuces-wild-nsud",
)
"""One of each kind; ``make soak`` sets GUTSHOT_GAMES=all and runs the whole catalogue."""

EVERY_GAME = os.environ.get("GUTSHOT_GAMES") == "all"
GAMES = tuple(table.id for table in games()) if EVERY_GAME else SOME_GAMES


@cache
def generated(name: str) -> Generated:
    return generate(game(name))


def lost(strategy: Strategy, table: PayTable) -> int:
    """Return what a strategy loses over all deals, in whole units."""
    evs = all_evs(table)
    masks = follow(strategy, table).masks.astype(np.int64)
    assert (masks >= 0).all()
    each = evs.max(axis=1) - evs[np.arange(len(evs)), masks]
    weights = deal_classes(table.deck.jokers).weights
    return sum(w * x for w, x in zip(weights.tolist(), each.tolist(), strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_the_longest_is_exact_on_every_deal(name: str) -> None:
    table = game(name)
    assert lost(generated(name).exact.strategy, table) == 0


@pytest.mark.parametrize("name", GAMES)
def test_longer_is_cheaper_and_the_costs_are_those_of_the_lists(name: str) -> None:
    options = generated(name).options
    assert all(a.size < b.size and a.cost > b.cost for a, b in pairwise(options))
    assert all(option.size == option.strategy.size for option in options)
    for option in options[:: max(1, len(options) // 5)]:
        judged = judge_strategy(option.strategy, game(name))
        assert judged.uncovered_deals == 0
        assert float(judged.cost) == pytest.approx(option.cost, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("name", GAMES)
def test_a_strategy_survives_its_own_text(name: str) -> None:
    table = game(name)
    for option in generated(name).options[::7]:
        assert read_strategy(option.strategy.text(table), table) == option.strategy


def test_jacks_or_better_needs_no_more_than_thirty_lines() -> None:
    found = generated("jacks-or-better-9-6")
    option = found.at_most(30)
    cost = judge_strategy(option.strategy, found.table).cost
    assert cost <= Fraction(5, 1_000_000)
    assert found.exact.size <= 30
    assert found.within(5e-6).size < 30


def test_the_jack_goes_before_ace_jack_by_rule() -> None:
    table = game("bonus-poker-deluxe-9-6")
    strategy = generated("bonus-poker-deluxe-9-6").exact.strategy
    assert held(strategy, table, "Ad Jh 4d 3c 2c") == "Jh"
    assert held(strategy, table, "Ac Js 8h 7d 2c") == "Ac Js"
    # and in a handful of rules, not in hundreds of hands
    assert strategy.size <= 40


def test_four_four_four_three_ace_names_both_holds() -> None:
    table = game("triple-double-bonus-9-6")
    strategy = generated("triple-double-bonus-9-6").exact.strategy
    hand = analyse_hand(parse_hand("Ac 4h 4d 4c 3s", table.deck), table)
    assert len(hand.best) == 2
    worths = line_worths(strategy, table)
    kicked = [
        w for w, line in zip(worths, strategy.lines, strict=True) if "kicker" in line.words(table)
    ]
    assert sum(worth.either for worth in kicked) > 0


def test_exceptions_are_worth_what_leaving_them_out_costs() -> None:
    table = game("bonus-poker-deluxe-9-6")
    strategy = generated("bonus-poker-deluxe-9-6").exact.strategy
    bare = Strategy(tuple(type(line)(line.phrases, line.dealt) for line in strategy.lines))
    worth = sum(
        (one.gain for line in line_worths(strategy, table) for one in line.exceptions), Fraction(0)
    )
    assert worth == judge_strategy(bare, table).cost
    assert all(
        one.deals and one.gain > 0 for w in line_worths(strategy, table) for one in w.exceptions
    )


def test_a_table_without_any_pair_line_is_resolved_too() -> None:
    pays = {"royal_flush": 4000, "straight_flush": 40, "flush": "7.5", "straight": 5}
    table = from_mapping("flushes and straights", "standard", pays)
    found = generate(table)
    assert lost(found.exact.strategy, table) == 0


def test_the_same_table_gives_the_same_strategies() -> None:
    again = generate(game("jacks-or-better-9-6"))
    assert again.options == generated("jacks-or-better-9-6").options


def test_progress_is_told_and_ends() -> None:
    told: list[float] = []
    generate(from_mapping("royals", "standard", {"royal_flush": 800, "flush": 6}), told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1)


def held(strategy: Strategy, table: PayTable, text: str) -> str:
    """Return what a strategy holds of a hand, as the cards' names."""
    deal = parse_hand(text, table.deck)
    cards = deal_classes(0).cards
    order = canonical_order(deal)
    keys = suit_keys(cards)
    at = int(np.flatnonzero(keys == suit_keys(np.array([sorted(deal)], np.uint8))[0])[0])
    mask = int(follow(strategy, table).masks[at])
    kept = {order[i] for i in range(5) if mask >> i & 1}
    return format_cards([card for i, card in enumerate(deal) if i in kept])


ROYALS = """4 to a royal flush
3 to a royal flush
2 to a royal flush
T only
J only
Q only
K only
A only
nothing
"""


def test_single_cards_that_follow_each_other_are_one_line() -> None:
    table = from_mapping("Royal only", "standard", {"royal_flush": 1})
    rules = _Rules(table, all_evs(table), common_denominator(table.deck) * table.scale)
    strategy = read_strategy(ROYALS, table)
    part = rules.counted(strategy.lines, 0)
    assert [line.words(table) for line in part.lines][-2:] == [
        "A/K/Q/J/T only",
        "nothing: draw five",
    ]
    assert part.size == len(part.lines) == 5
    assert lost(Strategy(part.lines), table) == lost(strategy, table)
    # of an ace and a five that are one line the five would be held
    apart = read_strategy("A only\n5 only\nnothing", table)
    assert rules.counted(apart.lines, 0).lines == apart.lines
    jacks = game("jacks-or-better-9-6")
    rules = _Rules(jacks, all_evs(jacks), common_denominator(jacks.deck) * jacks.scale)
    # and of a jack and an ace the jack, which is better
    part = rules.counted(read_strategy("A only\nJ only\nnothing", jacks).lines, 0)
    assert part.size == 2
    assert part.cost == rules.cost(part.lines, 0)
