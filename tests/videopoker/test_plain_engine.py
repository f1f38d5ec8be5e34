"""The plain engine, which walks every completion, against the fast one."""

from __future__ import annotations

from math import comb
from random import Random

import numpy as np
import pytest
from tests.videopoker.random_tables import any_order, random_table, scrambled

from gutshot.cards.decks import DECKS
from gutshot.videopoker import analyse_game, analyse_hand, game
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.game_return import HOLD_SIZE, common_denominator, completions
from gutshot.videopoker.plain import counts_by_completion, counts_by_hand

SEED = 20_240_607
TABLES = 30
DEALS = 20  # of each table

pytestmark = pytest.mark.oracle


@pytest.mark.parametrize("deck", DECKS)
def test_random_deals_on_random_tables_are_counted_alike(deck: str) -> None:
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    deals = deal_classes(DECKS[deck].jokers)
    for _ in range(TABLES):
        table = random_table(random, deck)
        result = analyse_game(table)
        for number in random.sample(range(deals.count), DEALS):
            deal, order = scrambled(random, deals, number)
            plain = counts_by_hand(deal, table)
            hand = analyse_hand(deal, table)
            assert np.array_equal(hand.count_matrix, plain), (deal, table.lines)
            assert plain.sum() == comb(table.deck.size, 5)
            # the whole-game engine: the best EV and every hold that reaches it
            pays = table.scaled_pays.tolist()
            evs = [
                sum(n * p for n, p in zip(counts, pays, strict=True))
                * (common_denominator(table.deck) // sum(counts))
                for counts in plain.tolist()
            ]
            assert result.best[number] == max(evs), (deal, table.lines)
            best = [mask for mask in range(32) if evs[mask] == max(evs)]
            assert list(hand.best) == best, (deal, table.lines)
            ties = int(result.ties[number])
            tied = [any_order(mask, order) for mask in range(32) if ties >> mask & 1]
            assert sorted(tied) == best, (deal, table.lines)


@pytest.mark.parametrize("deck", DECKS)
def test_a_deal_is_counted_alike_completion_by_completion(deck: str) -> None:
    random = Random(SEED + 1)  # noqa: S311 - a sample, repeatable
    deals = deal_classes(DECKS[deck].jokers)
    for i in range(6):
        table = random_table(random, deck)
        deal, _ = scrambled(random, deals, random.randrange(deals.count))
        hand = analyse_hand(deal, table)
        for mask in range(32):
            if HOLD_SIZE[mask] < 2 and i > 0:  # a million and more draws for the first deal only
                continue
            counts = counts_by_completion(deal, mask, table)
            assert hand.hold(mask).counts == counts, (deal, mask, table.lines)
            assert sum(counts.values()) == completions(table.deck, HOLD_SIZE[mask])


@pytest.mark.parametrize(
    ("name", "deal"),
    [
        ("jacks-or-better-9-6", (48, 49, 50, 51, 0)),
        ("double-double-bonus-9-6", (48, 0, 1, 2, 3)),
        ("deuces-wild-full-pay", (0, 1, 2, 3, 51)),
        ("deuces-wild-full-pay", (51, 2, 1, 0, 44)),
        ("joker-poker-kings-20-7-5", (52, 51, 50, 49, 48)),
        ("double-joker-8-5-4", (53, 51, 50, 52, 48)),
        ("double-joker-8-5-4", (0, 4, 8, 12, 53)),
    ],
)
def test_deals_that_chance_would_miss_are_counted_alike(name: str, deal: tuple[int, ...]) -> None:
    table = game(name)
    assert np.array_equal(analyse_hand(deal, table).count_matrix, counts_by_hand(deal, table))
