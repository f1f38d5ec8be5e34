"""Payouts up to the bound: the kernels' 64 bits hold, and beyond them Python's integers do."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.videopoker.played import jacks, played
from tests.videopoker.random_tables import any_order, scrambled

from gutshot.cards.decks import DECKS
from gutshot.evaluate.categories import DECK_CATEGORIES
from gutshot.videopoker import (
    GameReturn,
    PayTable,
    analyse_game,
    analyse_hand,
    compare_games,
    from_mapping,
    game,
)
from gutshot.videopoker.game_return import common_denominator
from gutshot.videopoker.pay_table import MAX_SCALED_PAYOUT
from gutshot.videopoker.plain import counts_by_hand

if TYPE_CHECKING:
    from collections.abc import Sequence

SEED = 20_240_607
MORE = 10**9  # 800 of it stay below the bound, their squares do not stay below 2**62


def huge_table(random: Random, deck: str) -> PayTable:
    """Return a table whose lines all pay nearly as much as can be, some of them alike."""
    names = random.sample(DECK_CATEGORIES[deck], 8)
    pays: dict[str, object] = {
        name: MAX_SCALED_PAYOUT - random.choice((0, 0, 1, 2, 10**5, 10**11)) for name in names
    }
    return from_mapping("huge", deck, {"royal_flush": MAX_SCALED_PAYOUT, **pays})


def in_python(counts: Sequence[Sequence[int]], pays: Sequence[int], common: int) -> list[int]:
    """Return the EV numerators of 32 holds in Python's integers."""
    return [
        sum(n * p for n, p in zip(of_mask, pays, strict=True)) * (common // sum(of_mask))
        for of_mask in counts
    ]


def scaled(table: PayTable, factor: int) -> PayTable:
    pays = {line.category: line.pays * factor for line in table.lines}
    return from_mapping(table.name, table.deck.name, pays)


def same_play(small: GameReturn, large: GameReturn, factor: int) -> None:
    """Assert that two games are one but for the coin that they are paid in."""
    assert np.array_equal(small.ties, large.ties)
    assert np.array_equal(small.chosen, large.chosen)
    assert np.array_equal(small.best * factor, large.best)
    assert small.categories == large.categories
    assert small.numerator * factor == large.numerator
    assert tuple(bound * factor**2 for bound in small.variance) == large.variance
    assert small.covariance * factor**2 == large.covariance


@pytest.mark.parametrize("deck", DECKS)
def test_payouts_near_the_bound_are_counted_exactly(deck: str) -> None:
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    for _ in range(3):
        table = huge_table(random, deck)
        result = analyse_game(table)
        common = common_denominator(table.deck)
        pays = [int(line.pays) for line in table.lines] + [0]
        assert result.best.max() <= MAX_SCALED_PAYOUT * common < 2**63
        for number in random.sample(range(result.deals.count), 20):
            deal, order = scrambled(random, result.deals, number)
            evs = in_python(counts_by_hand(deal, table).tolist(), pays, common)
            hand = analyse_hand(deal, table)
            assert list(hand.ev_numerators) == evs
            assert int(result.best[number]) == max(evs)
            best = [mask for mask in range(32) if evs[mask] == max(evs)]
            ties = int(result.ties[number])
            assert sorted(any_order(m, order) for m in range(32) if ties >> m & 1) == best
            assert [hand.hold(mask).ev for mask in range(32)] == [
                Fraction(ev, common) for ev in evs
            ]
        weights, best_evs = result.deals.weights.tolist(), result.best.tolist()
        assert result.numerator == sum(w * e for w, e in zip(weights, best_evs, strict=True))


@pytest.mark.parametrize(
    "table",
    [
        jacks(9, 6),
        jacks(9, 7),
        game("deuces-wild-full-pay"),
        game("deuces-wild-illinois"),
        game("joker-poker-kings-20-7-5"),
        game("double-joker-8-5-4"),
    ],
    ids=lambda table: table.name,
)
def test_squares_beyond_64_bits_choose_as_small_ones_do(table: PayTable) -> None:
    large = scaled(table, MORE)
    squares = int(large.lines[0].pays) ** 2 * common_denominator(table.deck)
    assert squares > 2**64 > int(table.lines[0].pays) ** 2 * common_denominator(table.deck)
    same_play(played(table), analyse_game(large), MORE)


@pytest.mark.parametrize("factor", [1_900, 2_000, 2_100, 4_100, 100_000])
def test_nothing_changes_where_64_bits_end(factor: int) -> None:
    # 800 x 970 squared times 7,669,695 is 2**62; the kernels' path ends there
    table = jacks(9, 7, royal_flush=400)
    same_play(played(table), analyse_game(scaled(table, factor)), factor)


def test_the_dearest_differences_come_first_at_any_size() -> None:
    table = jacks(6, 5, straight=50, royal_flush=50)
    small = compare_games(jacks(9, 6), table)
    large = compare_games(jacks(9, 6), scaled(table, MAX_SCALED_PAYOUT // 50))
    assert np.array_equal(small.classes, large.classes)
    assert small.cost * MAX_SCALED_PAYOUT / 50 == large.cost


def test_a_bet_larger_than_32_bits_pays_exactly() -> None:
    # 2,684,355 coins on a royal at 800 for 1
    table = jacks(9, 6, royal_flush=800 * 2_684_355)
    hand = analyse_hand((51, 47, 43, 39, 35), table)
    assert hand.best == (31,)
    assert hand.holds[0].ev == 2_147_484_000
