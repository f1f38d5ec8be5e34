"""A table's round: who may do what when, and what becomes of the wagers."""

from __future__ import annotations

import json

import pytest
from tests.paigow.table.driver import Driven, cards_with, config

from gutshot.errors import InputError
from gutshot.paigow.table import State, deal, parse_command, refund_undealt, sit, with_config
from gutshot.paigow.table.round import apply

LOSING_DEALER = "2c 3c 4d 6d 7h 9h Ts"
PAIR_OF_ACES = "As Ah Kc Qc 8d 5d 2h"


def refused(table: Driven, number: int, line: str) -> str:
    """Return the one line with which a command is refused; the table is as it was."""
    before = table.state
    with pytest.raises(InputError) as caught:
        apply(table.state, number, parse_command(line))
    assert table.state is before
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_the_only_player_is_dealt_at_once() -> None:
    table = Driven(config(), "ann")
    table.say(1, "bet fortune 5")
    assert table.phase() == "betting"
    table.say(1, "bet main 10")
    assert table.phase() == "setting"
    assert "window" not in table.kinds
    assert len(table.state.held(1).cards) == 7


def test_two_players_have_a_window_and_the_last_one_to_bet_ends_it() -> None:
    table = Driven(config(betting_ticks=3), "ann", "bob")
    table.say(1, "bet main 10")
    assert (table.state.phase, table.state.ticks_left) == ("betting", 3)
    table.tick(2)
    assert table.state.ticks_left == 1
    table.say(2, "bet main 20")
    assert [number for number, _ in table.state.in_hand()] == [1, 2]


def test_the_window_deals_who_has_bet_and_gives_the_others_their_side_bets_back() -> None:
    table = Driven(config(betting_ticks=3), "ann", "bob")
    table.say(2, "bet fortune 7")
    table.say(1, "bet main 10")
    table.tick(3)
    assert [number for number, _ in table.state.in_hand()] == [1]
    assert table.state.held(2).stakes.total == 0
    assert table.state.staked == 10
    assert [event.credits for event in table.events if event.kind == "staked"] == [7, 10, -7]
    assert "wagers are closed" in refused(table, 2, "bet main 10")
    assert "no cards to arrange" in refused(table, 2, "house")


def test_taking_the_last_main_wager_back_closes_the_window() -> None:
    table = Driven(config(), "ann", "bob")
    table.say(1, "bet main 10", "unbet main")
    assert (table.state.phase, table.state.ticks_left) == ("betting", None)
    table.say(1, "bet fortune 5", "bet main 30", "unbet all")
    assert table.state.staked == 0
    assert "no wager to take back" in refused(table, 1, "unbet all")
    assert "no Fortune to take back" in refused(table, 1, "unbet fortune")


def test_who_leaves_before_the_deal_is_refunded_and_the_others_are_dealt() -> None:
    table = Driven(config(), "ann", "bob")
    table.say(2, "bet fortune 3")
    table.say(1, "bet main 10")
    table.say(2, "leave")
    assert table.state.seat(2) is None
    assert table.phase() == "setting"
    assert table.state.staked == 10


def test_who_disconnects_without_a_wager_keeps_nobody_waiting() -> None:
    table = Driven(config(), "ann", "bob")
    table.say(1, "bet main 10")
    table.disconnect(2)
    assert table.phase() == "setting"


def test_who_disconnects_with_a_wager_is_dealt_in_set_by_the_house_and_can_come_back() -> None:
    table = Driven(config(setting_ticks=4), "ann", "bob")
    table.say(1, "bet main 10")
    table.disconnect(1)
    table.say(2, "bet main 10", "house", "set")
    table.tick(3)
    assert not table.state.held(1).ready
    table.tick()
    seat = table.state.held(1)
    assert seat.ready
    assert seat.setting(table.state.config.rules) == table.state.config.way.set(seat.cards)
    table.connect(1)
    table.pay()
    assert table.state.held(1).connected
    assert table.phase() == "betting"


def test_a_lone_player_may_think_as_long_as_he_is_there() -> None:
    table = Driven(config(setting_ticks=2), "ann")
    table.say(1, "bet main 10")
    table.tick(50)
    assert table.phase() == "setting"
    table.disconnect(1)
    table.tick()
    assert table.phase() == "settling"


def test_what_is_arranged_when_the_time_is_over_stands() -> None:
    table = Driven(config(setting_ticks=2), "ann", "bob")
    table.deck = cards_with(LOSING_DEALER, PAIR_OF_ACES, "Ks Kh Jc Tc 8h 5h 3d")
    table.say(1, "bet main 10")
    table.say(2, "bet main 10")
    table.say(1, "47")
    table.tick(2)
    assert table.state.held(1).low == (4, 7)
    assert [e.body["by"] for e in table.events if e.kind == "set"] == ["time", "time"]


def test_a_seat_left_alone_is_freed_and_its_side_bets_come_back() -> None:
    table = Driven(config(away_ticks=3), "ann", "bob")
    table.say(2, "bet fortune 9")
    table.disconnect(2)
    table.tick(2)
    assert table.state.held(2).away == 2
    table.connect(2)
    table.disconnect(2)
    table.tick(3)
    assert table.state.seat(2) is None
    assert table.state.staked == 0


def test_push_ace_high_is_at_most_half_the_main_wager_whenever_either_changes() -> None:
    table = Driven(config("face-up", side_maximum=500), "ann", "bob")
    assert "half of the largest main wager, 500" in refused(table, 1, "bet pushace 251")
    table.say(1, "bet pushace 30")
    line = refused(table, 1, "bet main 50")
    assert "more than half of the main wager of 50" in line
    assert "bet pushace 25 at most, or main 60 or more" in line
    table.say(1, "bet main 60")
    assert "more than half" in refused(table, 1, "bet pushace 31")
    assert "more than half" in refused(table, 1, "bet main 59")
    table.say(1, "bet pushace 20", "bet main 40", "unbet main")
    assert "more than half" in refused(table, 1, "bet main 39")
    assert "Face Up tables only" in refused(Driven(config(), "ann"), 1, "bet pushace 5")


@pytest.mark.parametrize(
    "line", ["bet main 4", "bet main 501", "bet fortune 101", "bet fortune 0", "bet main 1e3"]
)
def test_wagers_outside_the_limits_are_refused(line: str) -> None:
    table = Driven(config(), "ann")
    with pytest.raises(InputError, match=r"limits: bet|no wager"):
        table.say(1, line)
    assert table.state.staked == 0


def test_a_repeated_bet_obeys_todays_limits() -> None:
    table = Driven(config("face-up"), "ann")
    table.deck = cards_with(LOSING_DEALER, PAIR_OF_ACES)
    assert "no earlier wagers" in refused(table, 1, "repeat")
    table.say(1, "bet fortune 5", "bet pushace 20", "bet main 40", "house", "set")
    table.pay()
    table.state = with_config(table.state, config("face-up", main_minimum=50))
    assert "outside this table's limits: bet 50 to 500" in refused(table, 1, "repeat")
    table.state = with_config(table.state, config("face-up", side_maximum=10))
    assert "Push Ace High of 20 is outside" in refused(table, 1, "repeat")
    table.state = with_config(table.state, config())
    table.say(1, "repeat")
    assert table.state.held(1).stakes.pushace == 0
    assert table.state.held(1).stakes.total == 45


def test_an_arrangement_waits_for_set_and_a_foul_is_refused_with_the_reason() -> None:
    table = Driven(config(), "ann")
    table.deck = cards_with(LOSING_DEALER, PAIR_OF_ACES)
    table.say(1, "bet main 20")
    assert "arrange your cards first" in refused(table, 1, "set")
    line = refused(table, 1, "12")
    assert "a foul: Pair of aces in front outranks King high behind" in line
    table.say(1, "34")
    assert table.phase() == "setting"
    table.say(1, "12567")
    assert table.state.held(1).low == (3, 4)
    table.say(1, "set")
    assert table.phase() == "settling"
    assert "it can't be changed" in refused(table, 1, "34")
    assert "it can't be changed" in refused(table, 1, "set")


def test_autoset_lets_a_legal_arrangement_stand_at_once() -> None:
    table = Driven(config(autoset=True), "ann")
    table.deck = cards_with(LOSING_DEALER, PAIR_OF_ACES)
    table.say(1, "bet main 20")
    assert "a foul" in refused(table, 1, "12")
    table.say(1, "34")
    assert table.phase() == "settling"
    other = Driven(config(), "ann")
    other.say(1, "bet main 20", "house", "autoset on")
    assert other.phase() == "settling"


def test_who_leaves_a_dealt_hand_is_set_by_the_house_paid_and_gone() -> None:
    table = Driven(config(), "ann", "bob")
    table.say(1, "bet main 10")
    table.say(2, "bet main 10")
    table.say(2, "leave")
    assert table.state.held(2).ready
    assert "you leave when" in refused(table, 2, "leave")
    table.say(1, "house", "set")
    table.pay()
    assert table.state.seat(2) is None
    assert table.events[-1].kind == "left"


def test_who_sits_down_again_before_he_is_gone_stays() -> None:
    table = Driven(config(), "ann", "bob")
    table.say(1, "bet main 10")
    table.say(2, "bet main 10", "leave")
    table.take(sit(table.state, "bob", "Bob"))
    table.say(1, "house", "set")
    table.pay()
    assert table.state.seat_of("bob") == 2


def test_seats_are_taken_once() -> None:
    table = Driven(config(seats=2), "ann", "bob")
    for player, number, said in (
        ("ann", None, "you sit at seat 1 already"),
        ("cid", 1, "seat 1 is taken"),
        ("cid", 3, "there is no seat 3"),
        ("cid", None, "all 2 seats are taken"),
    ):
        with pytest.raises(InputError, match=said):
            sit(table.state, player, player, number)
    assert "nobody sits at seat 3" in refused(table, 3, "bet main 10")
    assert "already" in refused(table, 1, "sit")


def test_nothing_is_bet_until_everybody_is_paid() -> None:
    table = Driven(config(), "ann", "bob")
    table.say(1, "bet main 10")
    assert "nothing is waiting" in refused(table, 1, "settle")
    table.say(2, "bet main 10", "house", "set")
    table.say(1, "house", "set")
    frozen = table.state.showdown
    assert table.state.unpaid == (1, 2)
    assert "not paid yet" in refused(table, 1, "bet main 10")
    table.say(1, "settle")
    table.tick(10)
    assert table.state.showdown == frozen
    table.pay()
    assert (table.state.phase, table.state.round) == ("betting", 2)
    table.pay()
    assert table.kinds.count("paid") == 2
    table.say(1, "bet main 10")


def test_cards_are_dealt_only_when_they_are_wanted_and_never_twice() -> None:
    table = Driven(config(), "ann")
    with pytest.raises(InputError, match="no cards are wanted"):
        deal(table.state, range(53))
    wanting = apply(table.state, 1, parse_command("bet main 10")).state
    with pytest.raises(InputError, match="given twice"):
        deal(wanting, [1] * 53)
    with pytest.raises(InputError, match="14 needed"):
        deal(wanting, range(13))


def test_a_stopped_table_gives_undealt_wagers_back_and_plays_dealt_hands_on() -> None:
    table = Driven(config(), "ann", "bob")
    table.say(1, "bet fortune 5", "bet main 10")
    table.take(refund_undealt(table.state, [1, 2], "stopped"))
    assert table.state.staked == 0
    assert not any(seat.connected for _, seat in table.state.taken())
    for number in (1, 2):
        table.connect(number)
    for number in (1, 2):
        table.say(number, "bet main 10")
    table.take(refund_undealt(table.state, [1, 2], "stopped"))
    assert table.state.staked == 20
    table.tick(60)
    assert table.phase() == "settling"


def test_only_one_of_two_servers_stops_and_the_other_players_are_dealt() -> None:
    table = Driven(config(), "ann", "bob")
    table.say(1, "bet main 10")
    table.say(2, "bet fortune 5")
    table.take(refund_undealt(table.state, [2], "stopped"))
    assert table.state.wants_deal
    assert table.state.staked == 10


def test_a_state_is_kept_as_json_and_read_back_at_every_step() -> None:
    table = Driven(config("face-up"), "ann", "bob", seed=3)
    for number, line in (
        (1, "bet fortune 5"),
        (1, "bet main 10"),
        (2, "bet pushace 5"),
        (2, "bet main 20"),
        (1, "house"),
        (1, "set"),
        (2, "house"),
        (2, "set"),
    ):
        if table.state.phase != "settling":
            table.say(number, line)
        assert State.from_body(json.loads(json.dumps(table.state.body()))) == table.state
    table.pay()
    assert State.from_body(json.loads(json.dumps(table.state.body()))) == table.state
    assert table.state.round == 2


def test_the_version_rises_with_every_change() -> None:
    table = Driven(config(), "ann", "bob")
    seen = [table.state.version]
    for number, line in ((1, "bet main 10"), (2, "bet main 10"), (1, "house"), (1, "set")):
        table.say(number, line)
        seen.append(table.state.version)
    table.tick()
    seen.append(table.state.version)
    assert seen == sorted(set(seen))


def test_a_config_changes_between_rounds_only() -> None:
    table = Driven(config(), "ann", "bob")
    other = config(main_minimum=50)
    table.say(1, "bet main 10")
    assert with_config(table.state, other) == table.state
    table.say(1, "unbet all")
    assert with_config(table.state, other).config == other
    assert with_config(table.state, config(seats=1)).config == table.state.config
    assert len(with_config(table.state, config(seats=2)).seats) == 2
