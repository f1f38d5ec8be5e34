"""A round: one draw, kept cards stay, discards don't come back, the reserve comes in order."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.errors import HandError
from gutshot.videopoker import analyse_hand, from_mapping, game, games
from gutshot.videopoker.decision import judge
from gutshot.videopoker.decomposition import Decomposition, decompose
from gutshot.videopoker.round import coin_credits, deal_round

TABLES = {table.id: table for table in games()}


@st.composite
def rounds(draw: st.DrawFn) -> tuple[str, list[int], int]:
    name = draw(st.sampled_from(sorted(TABLES)))
    cards = st.integers(0, TABLES[name].deck.size - 1)
    order = draw(st.lists(cards, min_size=10, max_size=10, unique=True))
    return name, order, draw(st.integers(0, 31))


@given(rounds())
def test_the_draw_keeps_what_is_held_and_takes_the_reserve_in_order(
    case: tuple[str, list[int], int],
) -> None:
    name, order, mask = case
    drawn = deal_round(TABLES[name], order).draw(mask)
    reserve = order[5:]
    for i in range(5):
        if mask >> i & 1:
            assert drawn.final[i] == order[i]
        else:
            assert drawn.final[i] == reserve.pop(0)
    assert not set(drawn.final) & {order[i] for i in range(5) if not mask >> i & 1}
    assert drawn.category == analyse_hand(drawn.final, TABLES[name]).dealt_category
    paid = {line.category: line.pays for line in TABLES[name].lines}.get(drawn.category, 0)
    assert drawn.payout_credits == 5 * paid


@given(rounds())
def test_the_four_parts_sum_to_the_net_result_exactly(case: tuple[str, list[int], int]) -> None:
    name, order, mask = case
    drawn = deal_round(TABLES[name], order).draw(mask)
    decision = judge(analyse_hand(drawn.deal, TABLES[name]), mask)
    parts = decompose(
        stake_credits=drawn.stake_credits,
        payout_credits=drawn.payout_credits,
        game_return=Fraction(99, 100),
        best_ev=decision.best_ev,
        ev=decision.ev,
    )
    assert parts.net == drawn.payout_credits - drawn.stake_credits
    assert parts.mistakes <= 0
    assert Decomposition.total([parts, parts]).net == 2 * parts.net


def test_luck_of_the_draw_averages_to_zero_over_all_reserves() -> None:
    table = game("jacks-or-better-9-6")
    deal, mask = [0, 5, 10, 15, 20], 0b01111
    ev = analyse_hand(deal, table).hold(mask).ev
    unseen = [card for card in range(52) if card not in deal]
    luck = Fraction(0)
    for first in unseen:
        rest = [card for card in unseen if card != first]
        drawn = deal_round(table, [*deal, first, *rest[:4]]).draw(mask)
        luck += drawn.payout_credits - drawn.stake_credits * ev
    assert luck == 0


def test_nothing_is_shown_before_the_draw_and_nothing_drawn_twice() -> None:
    fresh = deal_round(game("jacks-or-better-9-6"), range(10))
    with pytest.raises(HandError, match="not drawn"):
        _ = fresh.final
    with pytest.raises(HandError, match="one draw"):
        fresh.draw(3).draw(3)
    with pytest.raises(HandError, match="mask 32"):
        fresh.draw(32)


@pytest.mark.parametrize("order", [range(9), [0] * 10, [*range(9), 52], [*range(9), -1]])
def test_a_round_takes_ten_different_cards_of_its_deck(order: list[int]) -> None:
    with pytest.raises(HandError, match="ten different cards"):
        deal_round(game("jacks-or-better-9-6"), order)


def test_a_coin_is_as_many_credits_as_whole_payouts_need() -> None:
    assert coin_credits(game("jacks-or-better-9-6")) == 1
    halves = from_mapping("x", "standard", {"royal_flush": 800, "flush": "4.5"})
    assert coin_credits(halves) == 2
    fifths = from_mapping("x", "standard", {"royal_flush": 800, "flush": "1199/5"})
    assert coin_credits(fifths) == 1


def test_a_line_that_pays_nothing_is_no_win() -> None:
    table = from_mapping("x", "standard", {"royal_flush": 800, "flush": 0})
    hand = analyse_hand((0, 4, 8, 12, 20), table)
    assert hand.dealt_category == "no_win"
    assert sum(hold.counts["flush"] for hold in hand.holds) == 0
