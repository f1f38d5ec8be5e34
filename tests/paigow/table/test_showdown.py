"""Bets decided: every main result with every side bet, envy, commission, the table's maximum."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest
from tests.paigow.table.driver import Driven, cards_with, config

from gutshot.cards import format_cards, parse_cards
from gutshot.cards.dealing import shuffled_with
from gutshot.cards.seeded import SeededSource
from gutshot.paigow.hands import DECK
from gutshot.paigow.main_game import shipped_main_games
from gutshot.paigow.setting import Outcome, Setting
from gutshot.paigow.sevens import satisfied_kinds
from gutshot.paigow.side_bets import FortuneTable, PushAceHighTable, push_ace_high_odds, side_bet
from gutshot.paigow.table.edges import commission_share, main_edge, push_ace_high_edge
from gutshot.paigow.table.showdown import (
    ace_high,
    best_against,
    commission_on,
    fortune_line,
    push_ace_high_line,
)

if TYPE_CHECKING:
    from gutshot.paigow.table.results import SeatResult

NINE_HIGH = "9c 8d 7h 5s 4c 3d 2h"
KING_HIGH = "Kc Qd Jh 9s 7c 4d 3h"
ACE_HIGH = "Ac Kd Qh Js 9c 8d 7h"
JOKER_HIGH = "Jk Kd Qh 9c 8d 5h 3c"
PAIR = "Tc Td As Kh 8c 5d 4s"
QUADS = "6c 6d 6h 6s Ks Qs 3c"
FLUSH = "As Js 9s 5s 2s 2d 4h"
ACES_KINGS = "As Ah Ks Kh Td 6d 2s"


def played(
    name: str, dealer: str, *hands: str, bets: str = "", **changes: object
) -> list[SeatResult]:
    """Return the results of a round in which every hand is set by the house."""
    names = ["ann", "bob", "cid", "dan", "eve", "fay"][: len(hands)]
    table = Driven(config(name, **changes), *names)
    table.deck = cards_with(dealer, *hands)
    for number in range(1, len(hands) + 1):
        table.say(number, *(line for line in bets.split("; ") if line), "bet main 20")
    for number in range(1, len(hands) + 1):
        if table.phase() == "setting":
            table.say(number, "house", "set")
    assert table.state.showdown is not None
    return list(table.state.showdown.seats)


def side_outcomes(result: SeatResult) -> tuple[str, str]:
    sides = result.fortune, result.pushace
    return tuple("none" if side is None else side.result for side in sides)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("dealer", "player", "main"),
    [
        (NINE_HIGH, ACES_KINGS, "win"),
        ("5c 5d Ac Kd 9h 7s 3c", "Tc Td 8s 6s 4h 3h 2c", "push"),
        (ACES_KINGS, NINE_HIGH.replace("9c", "Tc").replace("4c", "6c"), "lose"),
        (ACE_HIGH, PAIR, "ace_high_push"),
        (JOKER_HIGH, FLUSH, "ace_high_push"),
        (ACE_HIGH, "Ks Qs Jd 9h 6h 5c 3s", "ace_high_push"),
    ],
)
@pytest.mark.parametrize("fortune", [0, 10])
@pytest.mark.parametrize("pushace", [0, 5])
def test_every_main_result_settles_every_side_bet(
    dealer: str, player: str, main: str, fortune: int, pushace: int
) -> None:
    bets = "; ".join(
        f"bet {bet} {stake}" for bet, stake in (("fortune", fortune), ("pushace", pushace)) if stake
    )
    (result,) = played("face-up", dealer, player, bets=bets)
    assert result.result == main
    assert result.stake == 20 + fortune + pushace
    back = {"win": 40, "push": 20, "lose": 0, "ace_high_push": 20}[main]
    fortune_table, push_table = side_bet("fortune-8"), side_bet("push-ace-high")
    assert isinstance(fortune_table, FortuneTable)
    assert isinstance(push_table, PushAceHighTable)
    line = fortune_line(satisfied_kinds(parse_cards(player)), fortune_table)
    expected = ["none", "none"]
    if fortune:
        expected[0] = "win" if line else "lose"
        back += fortune * (1 + int(fortune_table.pays[line])) if line else 0
    if pushace:
        rate = {ACE_HIGH: 5, JOKER_HIGH: 15}.get(dealer)
        expected[1] = "win" if rate else "lose"
        back += pushace * (1 + rate) if rate else 0
    assert side_outcomes(result) == tuple(expected)
    assert result.payout == back
    assert result.commission == 0
    assert result.envy is None


def test_the_four_hands_come_in_order_and_say_who_won() -> None:
    (result,) = played("fortune", KING_HIGH, "As Ad 8s 6s 4h 3d 2c")
    assert [(hand.label, hand.name, hand.wins) for hand in result.hands] == [
        ("player_high", "Pair of aces", True),
        ("dealer_high", "King high", False),
        ("player_low", "Eight-six", False),
        ("dealer_low", "Queen-jack", True),
    ]
    assert format_cards(result.hands[0].cards) == "As Ad 4h 3d 2c"


def test_copies_are_the_dealers() -> None:
    (result,) = played("fortune", "Ac Ad Kd Qd 8d 6c 4h", "As Ah Kc Qh 8c 6d 4s")
    assert result.result == "lose"
    assert [hand.wins for hand in result.hands] == [False, True, False, True]


def test_push_ace_high_rates() -> None:
    both_first = side_bet("push-ace-high-both-first")
    joker_first = side_bet("push-ace-high")
    assert isinstance(both_first, PushAceHighTable)
    assert isinstance(joker_first, PushAceHighTable)
    other = "As Ks Td 9h 6h 5c 3s"
    for dealer, player, plain, first in (
        (ACE_HIGH, other, "both_ace_high", "both_ace_high"),
        (ACE_HIGH, PAIR, "dealer_ace_high", "dealer_ace_high"),
        (JOKER_HIGH, PAIR, "dealer_joker", "dealer_joker"),
        (JOKER_HIGH, other, "dealer_joker", "both_ace_high"),
        (ACE_HIGH, "Jk Ks Td 9h 6h 5c 3s", "both_ace_high", "both_ace_high"),
        (KING_HIGH, other, "", ""),
        ("Jk Ac Kd Qh 9s 7c 5d", other, "", ""),
        (FLUSH, other, "", ""),
    ):
        cards = parse_cards(dealer), parse_cards(player)
        assert push_ace_high_line(*cards, joker_first) == plain
        assert push_ace_high_line(*cards, both_first) == first


def test_ace_high_is_the_best_five_of_the_seven() -> None:
    for hand, wanted in (
        (ACE_HIGH, True),
        (JOKER_HIGH, True),
        ("Jk Ac Kd Qh 9s 7c 5d", False),
        (KING_HIGH, False),
        (FLUSH, False),
        (PAIR, False),
        ("Ac 2d 3h 4s 5c 8d 9h", False),
        ("Ac 2d 3h 4s 6c 8d 9h", True),
    ):
        assert ace_high(parse_cards(hand)) == wanted


def test_an_ace_high_dealer_ends_the_round_before_anybody_sets() -> None:
    table = Driven(config("face-up"), "ann", "bob")
    table.deck = cards_with(ACE_HIGH, PAIR, QUADS)
    table.say(1, "bet pushace 5", "bet main 20")
    table.say(2, "bet fortune 5", "bet main 20")
    assert table.phase() == "settling"
    assert [event.body["by"] for event in table.events if event.kind == "set"] == ["push", "push"]
    shown = table.state.showdown
    assert shown is not None
    assert shown.ace_high_push
    assert [one.payout for one in shown.seats] == [20 + 30, 20 + 5 * 26]


def test_envy_pays_for_other_players_hands_alone() -> None:
    other_quads = "2c 2d 2h 2s Ad Qc 9h"
    seats = played(
        "fortune",
        KING_HIGH,
        QUADS,
        other_quads,
        PAIR,
        bets="bet fortune 5",
    )
    assert [one.envy for one in seats] == [5, 5, 10]
    assert seats[2].envy_hands == ((1, "four_of_a_kind"), (2, "four_of_a_kind"))
    assert (seats[2].result, seats[2].payout) == ("win", 10 + 20 + 20 - 1)
    small = played("fortune", KING_HIGH, QUADS, PAIR, bets="bet fortune 4")
    assert [one.envy for one in small] == [0, 0], "too small a bet for envy"
    none = played("fortune", KING_HIGH, QUADS, PAIR)
    assert [(one.envy, one.fortune) for one in none] == [(0, None), (0, None)]
    off = played(
        "fortune",
        KING_HIGH,
        QUADS,
        PAIR,
        bets="bet fortune 5",
        envy=False,
        fortune="fortune-8-no-envy",
    )
    assert [one.envy for one in off] == [None, None]
    (alone,) = played("fortune", QUADS, FLUSH, bets="bet fortune 5")
    assert alone.envy is None, "the dealer's hand pays no envy, and nobody else is there"


def test_the_fortune_pays_to_one_and_pushes_three_pair_where_the_table_says_so() -> None:
    (quads,) = played("fortune", KING_HIGH, QUADS, bets="bet fortune 10")
    assert quads.fortune is not None
    assert (quads.fortune.line, quads.fortune.win) == ("four_of_a_kind", 250)
    three_pair = "8c 8d 4h 4s 3c 3d As"
    (pushed,) = played(
        "fortune", KING_HIGH, three_pair, bets="bet fortune 10", envy=False, fortune="fortune-1"
    )
    assert pushed.fortune is not None
    assert (pushed.fortune.result, pushed.fortune.win) == ("push", 0)
    assert pushed.payout == 10 + 20 + 20 - 1


@pytest.mark.parametrize(
    ("win", "commission"),
    [(0, 0), (5, 0), (9, 0), (10, 1), (15, 1), (20, 1), (29, 1), (30, 2), (100, 5)],
)
def test_the_commission_is_the_nearest_credit_halves_up(win: int, commission: int) -> None:
    assert commission_on(win, Fraction(1, 20)) == commission


def test_the_commission_is_never_more_than_the_win() -> None:
    for win, percent in product(range(60), range(101)):
        kept = commission_on(win, Fraction(percent, 100))
        assert 0 <= kept <= win
        assert abs(kept - Fraction(win * percent, 100)) <= Fraction(1, 2)
    assert commission_on(1, Fraction(99, 100)) == 1


def test_a_win_on_the_main_wager_pays_the_commission_and_nothing_else_does() -> None:
    (won,) = played("fortune", NINE_HIGH, ACES_KINGS, bets="bet fortune 5")
    assert (won.main_win, won.commission) == (20, 1)
    assert won.payout == 39
    (pushed,) = played("fortune", KING_HIGH, "As Ad 8s 6s 4h 3d 2c")
    assert (pushed.commission, pushed.payout) == (0, 20)


def test_the_edge_at_each_minimum_is_counted_with_the_commission_in_whole_credits() -> None:
    game = next(one for one in shipped_main_games() if one.way == "local")
    won, _, lost = (share.exact for share in game.shares)
    assert won is not None
    assert lost is not None
    for stake in (1, 5, 9, 10, 20, 25, 100):
        table = config(main_minimum=stake)
        kept = Fraction(commission_on(stake, Fraction(1, 20)), stake)
        edge = main_edge(table, stake)
        assert edge is not None
        assert edge.exact == lost - won * (1 - kept)
    five, ten, twenty = (main_edge(config(), stake) for stake in (5, 10, 20))
    assert five is not None
    assert ten is not None
    assert twenty is not None
    assert five.exact == lost - won, "5 % of 5 credits is nothing"
    assert ten.exact is not None
    assert twenty.exact is not None
    assert ten.exact > twenty.exact, "5 % of 10 credits is one whole credit"
    assert commission_share(config("high-limit"), 100) == Fraction(1, 20)
    face_up = main_edge(config("face-up"), 10)
    assert face_up is not None
    assert 0 < face_up.mean < 0.03
    assert main_edge(config(a2345_second_highest=False), 10) is None


def test_push_ace_high_costs_the_same_share_at_every_stake() -> None:
    table = config("face-up")
    counted = push_ace_high_odds(table.push_ace_high_table).edge
    assert [push_ace_high_edge(table, stake) for stake in (1, 7, 250)] == [counted] * 3
    assert round(float(counted), 4) == 0.0734


def test_the_table_maximum_is_shared_by_side_bets_after_main() -> None:
    # Quads at 25 to 1 on 100 win 2,500, twice, beside envy; main wins 40 less 2.
    hands = ("6c 6d 6h 6s As Kh Qs", "3c 3d 3h 3s Kd Qd 9h")
    dealer = "Tc 8d 7h 5s 4c 2d 2h"
    free = played("fortune", dealer, *hands, bets="bet fortune 100", table_maximum=100_000)
    assert [one.capped for one in free] == [False, False]
    wins = [(one.fortune.win if one.fortune else 0) + (one.envy or 0) for one in free]
    assert wins == [2505, 2505]
    capped = played(
        "fortune", dealer, *hands, bets="bet fortune 100", table_maximum=3_000, main_maximum=500
    )
    total = sum(one.payout - one.main_stake - 100 for one in capped)
    assert 2_990 < total <= 3_000
    assert all(one.capped for one in capped)
    assert [one.main_win for one in capped] == [20, 20]
    assert [one.commission for one in capped] == [1, 1]


@pytest.mark.parametrize("seed", range(3))
def test_the_house_plays_face_up_as_well_as_can_be_against_the_shown_hand(seed: int) -> None:
    order = shuffled_with(SeededSource(seed), DECK)
    worth = {Outcome.LOSE: 0, Outcome.PUSH: 1, Outcome.WIN: 2}
    table = config("face-up")
    for start in range(0, 35, 7):
        seven, shown = order[start : start + 7], table.way.set(order[-7:], table.rules)
        best = best_against(seven, shown)
        by_hand = []
        for low in combinations(seven, 2):
            one = Setting(tuple(card for card in seven if card not in low), low, table.rules)
            if not one.foul:
                by_hand.append(worth[one.against(shown)])
        assert worth[best.against(shown)] == max(by_hand)


def test_a2345_is_the_second_highest_straight_or_the_lowest_as_the_table_says() -> None:
    dealer = "Ks Qd Jc Tc 9h 3d 2c"
    player = "As 2d 3h 4s 5c Qh Jh"
    (second,) = played("fortune", dealer, player)
    (lowest,) = played("fortune", dealer, player, a2345_second_highest=False)
    assert (second.hands[0].wins, lowest.hands[0].wins) == (True, False)
