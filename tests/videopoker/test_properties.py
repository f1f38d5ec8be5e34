"""Laws that hold for every deal and every pay table, tried on drawn ones."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.videopoker.random_tables import dealt, pay_tables

from gutshot.evaluate.categories import DECK_CATEGORIES
from gutshot.videopoker import PayTable, analyse_game, analyse_hand, from_mapping

SMALL = st.fractions(min_value=0, max_value=60, max_denominator=12)
LIKELY = st.one_of(st.sampled_from([Fraction(n) for n in (0, 1, 2, 5, 25, 800)]), SMALL)
TABLES = pay_tables(LIKELY)
FEW = settings(max_examples=25)  # a whole game takes 20 ms and more


def scaled(table: PayTable, factor: Fraction) -> PayTable:
    pays = {line.category: line.pays * factor for line in table.lines}
    return from_mapping("scaled", table.deck.name, pays)


@given(st.data(), TABLES)
def test_the_order_of_the_cards_and_the_names_of_the_suits_do_not_matter(
    data: st.DataObject, table: PayTable
) -> None:
    deal = data.draw(dealt(table.deck))
    order = data.draw(st.permutations(range(5)))
    suits = data.draw(st.permutations(range(4)))
    jokers = data.draw(st.permutations(range(52, table.deck.size)))
    renamed = [c // 4 * 4 + suits[c % 4] if c < 52 else jokers[c - 52] for c in deal]
    hand = analyse_hand(deal, table)
    other = analyse_hand([renamed[i] for i in order], table)
    # position j of the other deal shows position order[j] of the first
    there = [sum((mask >> i & 1) << j for j, i in enumerate(order)) for mask in range(32)]
    assert np.array_equal(other.count_matrix[there], hand.count_matrix)
    assert [other.hold(there[mask]).ev for mask in range(32)] == [
        hand.hold(mask).ev for mask in range(32)
    ]
    assert sorted(there[mask] for mask in hand.best) == list(other.best)


@given(st.data(), TABLES)
def test_the_best_holds_are_those_whose_exact_evs_are_equal_and_highest(
    data: st.DataObject, table: PayTable
) -> None:
    hand = analyse_hand(data.draw(dealt(table.deck)), table)
    evs = {hold.mask: hold.ev for hold in hand.holds}
    top = max(evs.values())
    assert hand.best == tuple(sorted(mask for mask, ev in evs.items() if ev == top))
    assert [evs[hold.mask] for hold in hand.holds] == sorted(evs.values(), reverse=True)


@FEW
@given(st.data(), TABLES, st.fractions(min_value=Fraction(1, 7), max_value=50, max_denominator=7))
def test_payouts_in_another_coin_scale_everything(
    data: st.DataObject, table: PayTable, factor: Fraction
) -> None:
    deal = data.draw(dealt(table.deck))
    hand, other = analyse_hand(deal, table), analyse_hand(deal, scaled(table, factor))
    assert other.best == hand.best
    assert [hold.ev for hold in other.holds] == [hold.ev * factor for hold in hand.holds]
    game, scaled_game = analyse_game(table), analyse_game(other.table)
    assert scaled_game.return_fraction == game.return_fraction * factor
    assert scaled_game.covariance == game.covariance * factor**2
    assert scaled_game.variance == tuple(bound * factor**2 for bound in game.variance)
    assert scaled_game.categories == game.categories
    assert np.array_equal(scaled_game.ties, game.ties)


@FEW
@given(st.data(), TABLES, SMALL)
def test_a_higher_payout_never_lowers_a_return(
    data: st.DataObject, table: PayTable, more: Fraction
) -> None:
    line = data.draw(st.sampled_from(table.lines))
    better = table.with_payouts({line.category: line.pays + more})
    deal = data.draw(dealt(table.deck))
    hand, better_hand = analyse_hand(deal, table), analyse_hand(deal, better)
    for mask in range(32):
        assert better_hand.hold(mask).ev >= hand.hold(mask).ev
    assert analyse_game(better).return_fraction >= analyse_game(table).return_fraction


@FEW
@given(st.data(), TABLES)
def test_no_other_strategy_beats_perfect_play(data: st.DataObject, table: PayTable) -> None:
    # the hands that perfect play on one table makes, paid by another one
    pays = {line.category: data.draw(LIKELY) for line in table.lines}
    other = from_mapping("other", table.deck.name, pays)
    made = analyse_game(table).categories
    paid = sum(made[category] * payout for category, payout in pays.items())
    assert Fraction(paid, sum(made.values())) <= analyse_game(other).return_fraction


@FEW
@given(st.data(), TABLES)
def test_the_return_is_convex_in_the_payouts(data: st.DataObject, table: PayTable) -> None:
    pays = {line.category: data.draw(LIKELY) for line in table.lines}
    other = from_mapping("other", table.deck.name, pays)
    mean = from_mapping(
        "mean",
        table.deck.name,
        {line.category: (line.pays + pays[line.category]) / 2 for line in table.lines},
    )
    ends = analyse_game(table).return_fraction + analyse_game(other).return_fraction
    assert analyse_game(mean).return_fraction <= ends / 2


@FEW
@given(st.data(), TABLES)
def test_perfect_play_is_no_worse_than_standing_pat_or_drawing_five(
    data: st.DataObject, table: PayTable
) -> None:
    hand = analyse_hand(data.draw(dealt(table.deck)), table)
    assert hand.holds[0].ev >= max(hand.hold(0).ev, hand.hold(31).ev)
    paid = {line.category: line.pays for line in table.lines} | {"no_win": Fraction(0)}
    assert hand.hold(31).ev == paid[hand.dealt_category]


@given(st.data(), TABLES)
def test_an_edited_table_is_the_table_written_afresh(data: st.DataObject, table: PayTable) -> None:
    pays: dict[str, object] = {line.category: line.pays for line in table.lines}
    categories = [name for name in DECK_CATEGORIES[table.deck.name] if name != "royal_flush"]
    edits = data.draw(
        st.dictionaries(st.sampled_from(categories), st.one_of(st.none(), LIKELY), max_size=4)
    )
    assume(all(payout is not None or name in pays for name, payout in edits.items()))
    fresh = from_mapping(
        "fresh",
        table.deck.name,
        {name: payout for name, payout in {**pays, **edits}.items() if payout is not None},
    )
    edited = table.with_payouts(edits)
    assert edited.lines == fresh.lines
    assert edited.version == fresh.version
    assert edited.deck == fresh.deck
    deal = data.draw(dealt(table.deck))
    assert np.array_equal(
        analyse_hand(deal, edited).count_matrix, analyse_hand(deal, fresh).count_matrix
    )


@FEW
@given(st.data(), TABLES)
def test_a_line_that_pays_nothing_changes_no_ev(data: st.DataObject, table: PayTable) -> None:
    name = data.draw(st.sampled_from(DECK_CATEGORIES[table.deck.name]))
    assume(name not in table.order)
    more = table.with_payouts({name: 0})
    deal = data.draw(dealt(table.deck))
    hand, other = analyse_hand(deal, table), analyse_hand(deal, more)
    assert [hold.ev for hold in hand.holds] == [hold.ev for hold in other.holds]
    assert analyse_game(more).return_fraction == analyse_game(table).return_fraction
