"""Computer players at a table: what they see, what they bet, how they set."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from gutshot.cards.text import parse_cards
from gutshot.errors import InputError
from gutshot.paigow.advisor import advise
from gutshot.paigow.players import LEVELS, computer_player, fillers, next_command
from gutshot.paigow.setting import Outcome, legal_settings
from gutshot.paigow.table import (
    State,
    apply,
    deal,
    open_table,
    paid,
    parse_command,
    sit,
    snapshot,
    table,
    table_facts,
)
from gutshot.paigow.table.commands import Arrange, House, PlaceBet, SetHand
from gutshot.paigow.table.showdown import dealer_setting

if TYPE_CHECKING:
    from gutshot.paigow.table import Command


def seated(name: str, *levels: str) -> State:
    """Return a table with a person at seat 1 and computer players beside her."""
    state = sit(open_table(table(name)), "ann", "Ann").state
    for filler in fillers(levels, name):
        state = sit(state, filler.player, filler.name, level=filler.level).state
    return state


def person_bets(state: State) -> State:
    return apply(state, 1, PlaceBet("main", 50)).state


def asked(state: State, number: int, wallet: int | None = 1_000) -> Command | None:
    """Return what the computer player at a seat does, from what JSON says of the table."""
    seat = state.held(number)
    view = json.loads(json.dumps(snapshot(state, seat.player, wallet)))
    return next_command(seat.level, table_facts(state.config), view)


def let_them_act(state: State, wallet: int | None = 1_000) -> State:
    """Let every computer player go on until it waits."""
    for number, seat in state.taken():
        while seat.level and (command := asked(state, number, wallet)) is not None:
            state = apply(state, number, command).state
    return state


def dealt(name: str, hands: dict[int, str]) -> State:
    """Return a table with three computer players and these hands by seat, 0 for the dealer."""
    known = {seat: parse_cards(hand) for seat, hand in hands.items()}
    rest = iter(sorted(set(range(53)) - {card for hand in known.values() for card in hand}))
    cards = [card for seat in range(5) for card in known.get(seat) or islice(rest, 7)]
    state = let_them_act(person_bets(seated(name, "easy", "house", "advisor")))
    return deal(state, cards).state


def test_they_bet_when_a_person_has_and_side_bets_come_first() -> None:
    state = seated("face-up", "easy", "house", "advisor")
    assert [asked(state, number) for number in (2, 3, 4)] == [None, None, None]
    state = person_bets(state)
    bets = []
    for number in (2, 3, 4):
        while isinstance(command := asked(state, number), PlaceBet):
            bets.append((number, command.bet, command.credits))
            state = apply(state, number, command).state
    assert bets == [
        (2, "fortune", 1),
        (2, "pushace", 1),
        (2, "main", 10),
        (3, "main", 20),
        (4, "main", 10),
    ]
    assert state.phase == "dealing"


def test_easy_raises_after_wins_only() -> None:
    facts = table_facts(table("fortune"))
    main: list[int] = []
    result = {"seat": 2, "result": "win", "main": {"stake": 5}}
    for outcome in ("win", "win", "win", "win", "push", "win", "lose"):
        result = {"seat": 2, "result": outcome, "main": {"stake": main[-1] if main else 5}}
        view = {"showdown": {"seats": [result]}, "you": {"seat": 2}}
        main.append(computer_player("easy").stakes(facts, view)["main"])
    assert main == [10, 15, 20, 20, 5, 10, 5]
    other = {"showdown": {"seats": [{**result, "seat": 3}]}, "you": {"seat": 2}}
    assert computer_player("easy").stakes(facts, other)["main"] == 5


@pytest.mark.parametrize(
    ("wallet", "expected"),
    [
        (4, []),
        (5, [("main", 5)]),
        (6, [("fortune", 1), ("main", 5)]),
        (None, [("fortune", 1), ("main", 5)]),
    ],
)
def test_they_bet_what_they_can_pay(wallet: int | None, expected: list[tuple[str, int]]) -> None:
    state = person_bets(seated("fortune", "easy"))
    bets = []
    while isinstance(command := asked(state, 2, wallet), PlaceBet):
        bets.append((command.bet, command.credits))
        state = apply(state, 2, command).state
        wallet = None if wallet is None else wallet - command.credits
    assert bets == expected


def test_push_ace_high_is_left_out_where_half_the_main_wager_is_less() -> None:
    facts = table_facts(replace(table("face-up"), side_minimum=6))
    view = {"showdown": None, "you": {"seat": 2}}
    assert computer_player("easy").stakes(facts, view) == {"main": 10, "fortune": 6, "pushace": 0}


@pytest.mark.parametrize(
    ("hand", "low"),
    [
        ("9c 9d 5c 5d Ah Ts 3d", ["Ten-three", "Pair of fives", "Ace-ten"]),
        ("Ac Ad Ah As 9c 8d 2h", ["Eight-deuce", "Nine-eight", "Pair of aces"]),
    ],
)
def test_each_sets_a_hand_in_its_own_manner(hand: str, low: list[str]) -> None:
    for at, name in enumerate(low, start=2):
        state = dealt("fortune", {at: hand})
        command = asked(state, at)
        assert isinstance(command, House if at == 3 else Arrange)
        state = apply(state, at, command).state
        assert asked(state, at) == SetHand()
        state = apply(state, at, SetHand()).state
        assert asked(state, at) is None
        assert state.held(at).setting(state.config.rules).low_name == name


@pytest.mark.parametrize("name", ["fortune", "face-up"])
def test_whole_rounds_are_legal_and_settings_are_as_their_rule_says(name: str) -> None:
    generator = Random(7)  # noqa: S311 - a sample, repeatable
    pushes = Counter[bool]()
    for _ in range(12):
        deck = generator.sample(range(53), 53)
        state = let_them_act(person_bets(seated(name, "easy", "house", "advisor")))
        state = deal(state, deck).state
        pushes[state.phase == "settling"] += 1
        if state.phase == "settling":
            continue
        state = let_them_act(state)
        config = state.config
        seats = {seat.level: seat for _, seat in state.in_hand()}
        assert all(seats[level].ready for level in LEVELS)
        chosen = {level: seats[level].setting(config.rules) for level in LEVELS}
        easy = legal_settings(seats["easy"].cards, config.rules)
        assert chosen["easy"].high_strength == max(one.high_strength for one in easy)
        shown = dealer_setting(config, state.dealer)
        if config.face_up:
            best = {Outcome.WIN: 2, Outcome.PUSH: 1, Outcome.LOSE: 0}
            for level in ("house", "advisor"):
                legal = legal_settings(seats[level].cards, config.rules)
                most = max(best[one.against(shown)] for one in legal)
                assert best[chosen[level].against(shown)] == most
        else:
            way = config.way.set(seats["house"].cards, config.rules)
            assert chosen["house"].low_strength == way.low_strength
            advice = advise(seats["advisor"].cards, config.way)
            assert advice.value_of(chosen["advisor"]).best
    assert pushes[False]


def test_what_others_hold_changes_nothing() -> None:
    """All that a player is told is its own seat's snapshot: others' cards are not in there."""
    own = "Ah Kh 9h 6h 2h As Kd"
    one = dealt("fortune", {0: "2c 2d 3c 4d 5h 7d 8c", 2: "Qc Qd 8s 7c 5d 4c 3s", 3: own})
    two = dealt("fortune", {0: "Tc Td Jk 4d 5h 7d 8c", 2: "Js Jd 8s 7c 5d 4c 3s", 3: own})
    views = [snapshot(state, state.held(3).player, 100) for state in (one, two)]
    assert views[0] == views[1]


def test_nothing_is_done_without_a_seat_a_hand_or_a_level() -> None:
    state = seated("fortune", "easy")
    facts = table_facts(state.config)
    assert next_command("easy", facts, snapshot(state, "nobody")) is None
    state = let_them_act(deal(let_them_act(person_bets(state)), range(21)).state)
    state = apply(state, 1, parse_command("house")).state
    state = apply(state, 1, parse_command("set")).state
    assert state.phase == "settling"
    assert asked(state, 2) is None
    for number in (1, 2):
        state = paid(state, number).state
    assert state.phase == "betting"
    assert asked(state, 2) is None
    with pytest.raises(InputError, match="the levels are easy, house, advisor"):
        next_command("hard", facts, snapshot(state, "ann"))


def test_players_of_one_level_have_names_and_ids_of_their_own() -> None:
    found = fillers(["easy", "advisor", "easy"], "fortune")
    assert [one.name for one in found] == ["Easy", "Advisor", "Easy 2"]
    assert len({one.player for one in found}) == 3
    assert all(one.rule for one in LEVELS.values())
