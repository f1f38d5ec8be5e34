"""The shipped subset tables and classes of deals, from which every number is made."""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest
from tests.videopoker.played import played

from gutshot.cards.decks import DECKS
from gutshot.cards.suit_classes import class_of_rank, colex_rank
from gutshot.evaluate._kernels import satisfied_many
from gutshot.videopoker import _kernels
from gutshot.videopoker.deal_classes import (
    LANES,
    PROPER_SUBSETS,
    deal_classes,
    joker_row_offset,
    row_count,
)
from gutshot.videopoker.game_return import draw_factors
from gutshot.videopoker.pay_table import resolve
from gutshot.videopoker.subset_tables import row_weights, subset_tables

SEED = 20_240_607


def row_of(cards: tuple[int, ...]) -> int:
    """Return the row of a set of up to four cards."""
    natural = sorted(card for card in cards if card < 52)
    rank = colex_rank(np.array([natural], np.uint8).reshape(1, len(natural)))[0]
    return joker_row_offset(len(cards) - len(natural)) + int(class_of_rank(len(natural))[rank])


@pytest.mark.parametrize("deck", DECKS)
def test_a_row_counts_the_hands_that_hold_its_cards(deck: str) -> None:
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    tables = subset_tables(DECKS[deck])
    wild_rank = DECKS[deck].wild_rank
    for size, sets in ((2, 2), (3, 25), (4, 200)):
        for _ in range(sets):
            # a wild card in about every other set
            pool = [*DECKS[deck].cards, *(4 * [52, 53, 0, 1])]
            held: set[int] = set()
            while len(held) < size:
                held.add(random.choice([card for card in pool if card < DECKS[deck].size]))
            rest = [card for card in DECKS[deck].cards if card not in held]
            hands = np.array([[*held, *drawn] for drawn in combinations(rest, 5 - size)], np.uint8)
            satisfied = satisfied_many(hands, -1 if wild_rank is None else wild_rank)
            row = row_of(tuple(held))
            entries = slice(tables.starts[row], tables.starts[row + 1])
            found = dict(
                zip(
                    tables.kinds[tables.entry_kinds[entries]].tolist(),
                    tables.entry_counts[entries].tolist(),
                    strict=True,
                )
            )
            kinds, counts = np.unique(satisfied, return_counts=True)
            assert found == dict(zip(kinds.tolist(), counts.tolist(), strict=True)), held


@pytest.mark.parametrize("deck", DECKS)
def test_every_row_has_as_many_hands_as_hold_so_many_cards(deck: str) -> None:
    jokers, size = DECKS[deck].jokers, DECKS[deck].size
    tables = subset_tables(DECKS[deck])
    assert len(tables.starts) == row_count(jokers) + 1
    assert (np.diff(tables.starts) > 0).all()
    hands = np.add.reduceat(tables.entry_counts, tables.starts[:-1])
    # each set of k cards once for every concrete set: C(n, k) sets with C(n - k, 5 - k) hands
    sets = dict.fromkeys((comb(size - k, 5 - k) for k in range(5)), 0)
    for count, weight in zip(hands.tolist(), row_weights(jokers).tolist(), strict=True):
        sets[count] += weight
    assert list(sets.values()) == [comb(size, k) for k in range(5)]


@pytest.mark.parametrize("deck", DECKS)
def test_the_kinds_of_the_deals_are_what_they_satisfy(deck: str) -> None:
    tables = subset_tables(DECKS[deck])
    deals = deal_classes(DECKS[deck].jokers)
    wild_rank = DECKS[deck].wild_rank
    satisfied = satisfied_many(deals.cards, -1 if wild_rank is None else wild_rank)
    assert np.array_equal(tables.kinds[tables.deal_kinds], satisfied)
    assert (tables.kinds[1:] > tables.kinds[:-1]).all()


@pytest.mark.parametrize("jokers", range(3))
def test_the_rows_of_a_deal_are_those_of_its_subsets(jokers: int) -> None:
    random = Random(SEED)  # noqa: S311 - a sample, repeatable
    deals = deal_classes(jokers)
    last = [deals.count - 1 - i for i in range(200)]  # where the jokers are
    for number in (*random.sample(range(deals.count), 300), *last, 0):
        cards = deals.cards[number].tolist()
        for mask in range(PROPER_SUBSETS):
            kept = tuple(card for i, card in enumerate(cards) if mask >> i & 1)
            assert deals.rows[number // LANES, mask, number % LANES] == row_of(kept)


@pytest.mark.parametrize("deck", DECKS)
def test_sums_by_row_and_sums_by_kind_are_transposed(deck: str) -> None:
    generator = np.random.default_rng(SEED)
    tables = subset_tables(DECKS[deck])
    per_kind = generator.integers(0, 1_000, len(tables.kinds))
    per_row = generator.integers(-1_000, 1_000, len(tables.starts) - 1)
    assert per_row @ tables.sums(per_kind) == per_kind @ tables.kind_sums(per_row)
    labels = (np.arange(len(tables.kinds)) % 7).astype(np.uint8)
    by_label = tables.counts_by(labels, 7)
    weights = generator.integers(0, 1_000, 7)
    assert np.array_equal(by_label @ weights, tables.sums(weights[labels]))


@pytest.mark.parametrize(
    "name",
    [
        "jacks-or-better-9-6",
        "deuces-wild-full-pay",
        "joker-poker-two-pair-20-8-7-5",
        "double-joker-8-5-4",
    ],
)
def test_the_combinations_of_a_game_are_those_of_its_chosen_holds(name: str) -> None:
    result = played(name)
    table, deals = result.table, result.deals
    tables = subset_tables(table.deck)
    line_of_kind = resolve(table.order, tables.kinds)
    everyone = np.arange(deals.count)
    factors = draw_factors(table.deck)
    for line, category in enumerate(table.categories):
        one = (line_of_kind == line).astype(np.int64)
        of_deal = np.zeros(len(deals.rows) * LANES, np.int64)
        of_deal[: deals.count] = one[tables.deal_kinds]
        sums = _kernels.all_sums(deals.rows, tables.sums(one), of_deal, everyone) * factors
        combinations_made = (sums[everyone, result.chosen] * deals.weights).sum()
        assert result.categories[category] == combinations_made
