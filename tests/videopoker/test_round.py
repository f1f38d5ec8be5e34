"""A round: one draw, kept cards stay, discards don't come back, each reserve comes in order."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.errors import HandError
from gutshot.videopoker import analyse_hand, from_mapping, game, games
from gutshot.videopoker.decision import judge
from gutshot.videopoker.decomposition import Decomposition, decompose
from gutshot.videopoker.round import Round, coin_credits, deal_round

TABLES = {table.id: table for table in games()}


@st.composite
def rounds(draw: st.DrawFn) -> tuple[str, list[int], int]:
    name = draw(st.sampled_from(sorted(TABLES)))
    cards = list(range(TABLES[name].deck.size))
    deal = draw(st.lists(st.sampled_from(cards), min_size=5, max_size=5, unique=True))
    rest = st.sampled_from([card for card in cards if card not in deal])
    reserves = st.lists(rest, min_size=5, max_size=5, unique=True)
    hands = draw(st.lists(reserves, min_size=1, max_size=10))
    return name, [*deal, *(card for one in hands for card in one)], draw(st.integers(0, 31))


@given(rounds())
def test_the_draw_keeps_what_is_held_and_takes_the_reserve_in_order(
    case: tuple[str, list[int], int],
) -> None:
    name, order, mask = case
    drawn = deal_round(TABLES[name], order).draw(mask)
    stake = 5 * coin_credits(TABLES[name])
    assert len(drawn.hands) == drawn.plays == len(order) // 5 - 1
    assert drawn.stake_credits == drawn.plays * stake
    for number, hand in enumerate(drawn.hands):
        reserve = order[5 * number + 5 : 5 * number + 10]
        for i in range(5):
            if mask >> i & 1:
                assert hand.cards[i] == order[i]
            else:
                assert hand.cards[i] == reserve.pop(0)
        assert not set(hand.cards) & {order[i] for i in range(5) if not mask >> i & 1}
        assert hand.category == analyse_hand(hand.cards, TABLES[name]).dealt_category
        paid = {line.category: line.pays for line in TABLES[name].lines}.get(hand.category, 0)
        assert hand.payout_credits == stake * paid
    assert drawn.payout_credits == sum(hand.payout_credits for hand in drawn.hands)


@given(rounds())
def test_each_hand_of_a_deal_is_the_hand_that_it_would_be_alone(
    case: tuple[str, list[int], int],
) -> None:
    name, order, mask = case
    together = deal_round(TABLES[name], order).draw(mask)
    alone = [
        deal_round(TABLES[name], (*together.deal, *reserve)).draw(mask)
        for reserve in together.reserves
    ]
    assert together.hands == tuple(one.hands[0] for one in alone)
    decision = judge(analyse_hand(together.deal, TABLES[name]), mask)

    def parts(one: Round) -> Decomposition:
        return decompose(
            stake_credits=one.stake_credits,
            payout_credits=one.payout_credits,
            game_return=Fraction(99, 100),
            best_ev=decision.best_ev,
            ev=decision.ev,
        )

    whole = parts(together)
    assert whole.net == together.payout_credits - together.stake_credits
    assert whole == Decomposition.total(parts(one) for one in alone)
    assert whole.mistakes == together.plays * parts(alone[0]).mistakes <= 0
    assert whole.mistakes == -decision.cost * together.stake_credits
    assert Decomposition.total([whole, whole]).net == 2 * whole.net


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
        _ = fresh.hands
    with pytest.raises(HandError, match="one draw"):
        fresh.draw(3).draw(3)
    with pytest.raises(HandError, match="mask 32"):
        fresh.draw(32)


def test_luck_of_the_draw_averages_to_zero_over_all_pairs_of_reserves() -> None:
    """Two hands draw one card each, from decks of their own: 47 x 47 ends, equally likely."""
    table = game("jacks-or-better-9-6")
    deal, mask = (0, 4, 8, 12, 51), 0b01111
    ev = analyse_hand(deal, table).hold(mask).ev
    unseen = [card for card in range(52) if card not in deal]
    alone = {
        card: deal_round(table, (*deal, card, *[c for c in unseen if c != card][:4]))
        for card in unseen
    }
    paid = sum(
        deal_round(table, (*alone[a].order, *alone[b].order[5:])).draw(mask).payout_credits
        for a in unseen
        for b in unseen
    )
    assert Fraction(paid, 47**2) == 2 * 5 * ev


@pytest.mark.parametrize(
    "order",
    [
        range(9),
        range(5),
        [],
        [0] * 10,
        [*range(9), 52],
        [*range(9), -1],
        range(11),
        range(14),
        [*range(10), *range(10, 14), 0],
        [*range(10), 10, 10, 11, 12, 13],
    ],
)
def test_a_round_takes_ten_different_cards_of_its_deck(order: list[int]) -> None:
    with pytest.raises(HandError, match="ten different cards"):
        deal_round(game("jacks-or-better-9-6"), order)


def test_reserves_of_different_hands_may_share_cards() -> None:
    table = game("jacks-or-better-9-6")
    drawn = deal_round(table, [*range(10), *range(5, 10)]).draw(0)
    assert drawn.hands[0] == drawn.hands[1]


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
