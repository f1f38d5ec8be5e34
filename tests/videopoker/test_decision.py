"""Decisions: ties are right at cost 0, and every cost is the sum of its parts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.cards.text import parse_hand
from gutshot.errors import HandError
from gutshot.render.decision_words import decision_words, hands_words, result_words, tally_words
from gutshot.videopoker import analyse_hand, game, games
from gutshot.videopoker.decision import judge
from gutshot.videopoker.round import deal_round, tally

TABLES = {table.id: table for table in games()}


@given(data=st.data(), table=st.sampled_from(sorted(TABLES)), mask=st.integers(0, 31))
def test_the_contributions_of_every_decision_sum_to_its_cost(
    data: st.DataObject, table: str, mask: int
) -> None:
    deck = TABLES[table].deck
    deal = data.draw(st.lists(st.integers(0, deck.size - 1), min_size=5, max_size=5, unique=True))
    hand = analyse_hand(deal, TABLES[table])
    decision = judge(hand, mask)
    assert sum(part.cost for part in decision.contributions) == decision.cost
    assert decision.cost == hand.holds[0].ev - hand.hold(mask).ev >= 0
    assert decision.right == (decision.cost == 0) == (mask in hand.best)
    if not decision.right:
        reason = decision.main_reason
        assert reason is not None
        assert reason.cost == max(part.cost for part in decision.contributions) > 0
    sizes = [abs(part.cost) for part in decision.contributions]
    assert sizes == sorted(sizes, reverse=True)


def test_every_tied_hold_is_right() -> None:
    table = game("deuces-wild-full-pay")
    hand = analyse_hand(parse_hand("Kh 5d 5c 4s 4h", table.deck), table)
    assert [judge(hand, mask).cost for mask in (0b00110, 0b11000)] == [0, 0]
    assert all(judge(hand, mask).right for mask in (0b00110, 0b11000))
    assert "exactly" in decision_words(hand, judge(hand, 0b00110), 5)


def test_a_tiny_mistake_is_shown_in_full() -> None:
    table = game("deuces-wild-nsud")
    hand = analyse_hand(parse_hand("Qc 9d 8d 4s 3h", table.deck), table)
    decision = judge(hand, 0)
    assert decision.cost == Fraction(129, 7_669_695)
    assert "0.0000168" in decision_words(hand, decision, 5)


def test_a_wrong_hold_is_compared_with_the_nearest_of_the_tied_best() -> None:
    table = game("jacks-or-better-9-6")
    hand = analyse_hand(parse_hand("Ks Qh Jd Th Tc", table.deck), table)
    assert judge(hand, 0b00111).compared_with == 0b01111
    assert judge(hand, 0b10011).compared_with == 0b10111


@pytest.mark.parametrize("mask", [-1, 32, 1000])
def test_there_are_32_masks(mask: int) -> None:
    table = game("jacks-or-better-9-6")
    hand = analyse_hand(parse_hand("Ks Qh Jd Th Tc", table.deck), table)
    with pytest.raises(HandError, match=r"0 .* to 31"):
        judge(hand, mask)


def test_result_and_decision_are_kept_apart() -> None:
    assert "wrong hold" in result_words(right=False, payout_credits=5)
    assert "right" in result_words(right=True, payout_credits=0)


def test_the_cost_on_several_hands_is_said_a_hand_and_together() -> None:
    table = game("jacks-or-better-9-6")
    hand = analyse_hand(parse_hand("Ah Kh Qc Th 5h", table.deck), table)
    decision = judge(hand, 0b01111)
    alone = decision_words(hand, decision, 5)
    together = decision_words(hand, decision, 50, plays=10)
    assert f"({decision.cost}) bets, " in alone
    assert f"({decision.cost}) bets a hand, " in together
    assert f"({5 * decision.cost}) credits." in alone
    assert f"({50 * decision.cost}) credits on 10 hands." in together


@pytest.mark.parametrize(
    ("paid", "right", "says"),
    [
        (15, True, "exactly that came."),
        (20, True, "5.00 more came, a lucky draw."),
        (20, False, "a lucky draw, not a good decision."),
        (0, True, "15.00 less came, nothing to regret"),
        (0, False, "an unlucky draw besides."),
    ],
)
def test_what_several_hands_brought_is_held_against_what_the_hold_is_worth(
    paid: int, right: bool, says: str
) -> None:
    words = hands_words(
        10, payout_credits=paid, stake_credits=50, expected_credits=Fraction(15), right=right
    )
    assert words.startswith(f"The 10 hands cost 50 and paid {paid}. Your hold brings 15.00 on")
    assert says in words
    silent = hands_words(10, payout_credits=paid, stake_credits=50)
    assert silent == f"The 10 hands cost 50 and paid {paid}."


def test_a_tally_counts_every_hand_and_stands_in_the_order_of_the_table() -> None:
    table = game("jacks-or-better-9-6")
    order = parse_hand("Ah Kh Qc Th 5h", table.deck)
    reserves = [parse_hand(f"{card} 2d 3d 4d 6d", table.deck) for card in ("9c", "Jc", "8c", "Ac")]
    drawn = deal_round(table, (*order, *(card for one in reserves for card in one))).draw(0b01111)
    found = tally(drawn.hands, table.categories)
    assert [(one.category, one.hands, one.payout_credits) for one in found] == [
        ("straight", 1, 20),
        ("jacks_or_better", 1, 5),
        ("no_win", 2, 0),
    ]
    assert tally_words(found) == "1 × straight, 1 × jacks or better, 2 × no win"
