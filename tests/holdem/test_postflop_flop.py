"""Flops: against the slow twin, with suits alike and not, on any number of threads, and by laws."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from tests.holdem.postflop_spots import FLOP, IP, OOP, spot
from tests.holdem.test_postflop_solving import Published
from tests.holdem.test_postflop_twin import compare_certificates, follow

from gutshot.cards.text import parse_cards
from gutshot.cfr import DISCOUNTED, Checkpoint, certify, drive
from gutshot.holdem.equities import count_equities
from gutshot.holdem.postflop.answers import FAST, solve_spot
from gutshot.holdem.postflop.game import PostflopGame
from gutshot.holdem.postflop.isomorphism import SAME, find_runout, renamed
from gutshot.holdem.postflop.plain import plain_game

FEW_OOP, FEW_IP = "AA,T9s,66,KQs:0.5,75s", "KK,QJs,A5s:0.5,99,87s"


@pytest.mark.parametrize(
    ("board", "oop", "ip", "stack", "bet"),
    [
        ("Ts 8s 3c", "AsAh,Js9s,KdQd:0.5", "9s9d,AcKc,7s6s:0.25", "25", "a"),
        ("Qd Qh 4c", "QsJs,AhKh", "AsAd,Qc9c:0.5,5c5h", "0", ""),
    ],
)
def test_the_slow_twin(board: str, oop: str, ip: str, stack: str, bet: str) -> None:
    given = spot(board, oop=oop, ip=ip, stack=stack, bet=bet, more="rake = 0.05\nrake_cap = 2")
    game = PostflopGame(given, threads=2, isomorphic=False)
    plain = plain_game(given, game.combos)
    follow(game, plain, 2)
    drive(game, target=0, iterations=3, schedule=DISCOUNTED)
    compare_certificates(game, plain)


@pytest.mark.parametrize(
    ("board", "runouts"),
    [
        ("Ts 8d 3h", (49, 49 * 48)),
        ("Td 9d 6h", (36, 1_429)),
        ("Ts 8s 3s", (23, 0)),
        ("9h 9c 5d", (37, 0)),
        ("9h 9c 9d", (25, 0)),
    ],
)
def test_boards_that_differ_by_the_names_of_suits(board: str, runouts: tuple[int, int]) -> None:
    """Solved once or each for itself, values and chances are the same."""
    given = spot(board, oop=FEW_OOP, ip=FEW_IP, bet="73%", stack="100")
    once, each = PostflopGame(given), PostflopGame(given, isomorphic=False)
    assert [len(level.runouts) for level in each.levels] == [1, 49, 49 * 48]
    found = [len(level.runouts) for level in once.levels]
    assert found[1] == runouts[0]
    assert found[2] == runouts[1] or not runouts[1]
    for player in range(2):
        for against in ("average", "best"):
            evs = [game.evs(player, against) for game in (once, each)]
            np.testing.assert_allclose(evs[0], evs[1], atol=1e-5 * 50)
    # later on, rounding decides between equal actions, and the two ways part
    for game in (once, each):
        drive(game, target=0, iterations=3, schedule=FAST)
    ours, theirs = certify(once), certify(each)
    assert ours.values == pytest.approx(theirs.values, abs=1e-5 * 50)
    assert ours.gains == pytest.approx(theirs.gains, abs=1e-5 * 50)
    assert once.root_frequency() == pytest.approx(each.root_frequency(), abs=1e-4)


def test_ranges_that_tell_suits_apart() -> None:
    """Clubs and diamonds are alike on the board, but not to one of the players."""
    game = PostflopGame(spot("Qs Jh 2h", oop="AcAd,KcQc", ip="KK,TT", bet="", stack="0"))
    assert [len(level.runouts) for level in game.levels] == [1, 49, 49 * 48]
    # combos that the board blocks tell nothing apart
    game = PostflopGame(spot("Qs Jh 2h", oop="AA,Qs7c", ip="KK,TT", bet="", stack="0"))
    assert [len(level.runouts) for level in game.levels] == [1, 36, 1_429]


def test_every_board_has_a_runout_that_stands_for_it() -> None:
    game = PostflopGame(spot("Ts 8s 3s", oop="AA", ip="KK", bet="", stack="0"))
    streets = [level.runouts for level in game.levels]
    flop = game.spot.board
    counts = np.zeros(len(streets[2]), int)
    for turn in range(52):
        for river in range(52):
            if len({*flop, turn, river}) < 5:
                continue
            runout, number, suits = find_runout(streets, (turn, river))
            assert streets[2][number] == runout
            cards = [renamed(card, suits) for card in (*flop, turn, river)]
            assert set(cards[:3]) == set(flop)
            assert tuple(cards[3:]) == runout.board[3:]
            counts[number] += 1
    assert counts.tolist() == [one.cards * streets[1][one.above].cards for one in streets[2]]
    assert find_runout(streets, ()) == (streets[0][0], 0, SAME)
    two_turn, _, _ = find_runout(streets, parse_cards("2d"))
    assert two_turn.board[3:] == tuple(parse_cards("2c"))


def test_any_number_of_threads_ends_in_the_same_bytes() -> None:
    given = spot(FLOP, oop=FEW_OOP, ip=FEW_IP, bet="50%, a", raises="a")
    games = [PostflopGame(given, threads=threads) for threads in (1, 2, 3)]
    for game in games:
        drive(game, target=0, iterations=4, schedule=FAST)
    first = games[0].state()
    for other in games[1:]:
        for name, array in first.items():
            assert array.tobytes() == other.state()[name].tobytes(), name
        assert certify(other) == certify(games[0])


@pytest.mark.parametrize("rake", ["", "rake = 0.05\nrake_cap = 2"])
def test_checked_down_the_ev_is_equity_times_the_pot(rake: str) -> None:
    game = PostflopGame(spot(FLOP, bet="", more=rake))
    left = 48 if rake else 50
    equity = count_equities([OOP, IP], game.spot.board).equity
    assert round(100 * float(equity[0]), 5) == 46.03538
    for player in range(2):
        wanted = float(equity[player] * left)
        for against in ("average", "best"):
            assert game.evaluate(player, against) == pytest.approx(wanted, abs=2e-5)


def test_one_who_always_wins_and_one_who_always_ties() -> None:
    won = solve_spot(spot("As Ah Ad", oop="AcKc,AcQc", ip="7c6d,5c4c", bet="50%, a"))
    assert won.equities[0] == 1
    assert won.evs == pytest.approx((50, 0), abs=0.15)
    # kickers play, no straight and no flush is to be had
    tied = solve_spot(spot("Ah As Kd", oop="Ad7c", ip="Ac7h", bet="50%"))
    assert tied.equities == (Fraction(1, 2), Fraction(1, 2))
    assert tied.evs == pytest.approx((25, 25), abs=0.15)


def test_the_published_flop_again() -> None:
    """The same iterations end in the same digits, but for the last; see SOURCES.md."""
    game = PostflopGame(spot(FLOP))
    assert [len(combos) for combos in game.combos] == [310, 225]
    schedule = Published()
    for iteration in range(1, 91):
        for player in range(2):
            game.update(player, schedule.weights(iteration))
    found = certify(game)
    assert found.values[0] == pytest.approx(17.64047, abs=6e-5)
    assert sum(found.values) == pytest.approx(50, abs=1e-4)
    assert 100 * found.mean_gain / 50 == pytest.approx(0.0785, abs=5e-4)
    # the value of a run to 0.0198 % of the pot
    assert found.values[0] == pytest.approx(17.64402, abs=(0.000785 + 0.000198) * 50)


def test_a_published_flop_with_all_ins_and_raises() -> None:
    """The value of a run to 0.264 % of the pot lies in the bracket of ours, which is said."""
    game = PostflopGame(spot(FLOP, bet="50%, a", raises="60%, a"))
    drive(game, target=0, iterations=36, schedule=FAST, check_every=36)
    found = certify(game)
    ev = found.values[0]
    assert sum(found.values) == pytest.approx(50, abs=1e-4)
    assert found.mean_gain < 0.15 * 50
    # the value is at least what one's strategy gets against the best response, and at most what the
    # other's lets the best response get; the published run's gains are known by their mean alone
    error = 2 * 0.00264 * 50
    assert ev - found.gains[1] - error <= 18.55468 <= ev + found.gains[0] + error


@pytest.mark.parametrize(
    ("rake", "low", "high"),
    [
        # two chips of every pot, since none is below 50
        ("rake = 0.05\nrake_cap = 2", 48, 48),
        ("rake = 0.05", 50 - 0.05 * 250, 50 - 0.05 * 50),
    ],
)
def test_what_both_get_is_the_pot_less_the_rake(rake: str, low: float, high: float) -> None:
    given = spot(FLOP, oop=FEW_OOP, ip=FEW_IP, bet="50%, a", raises="a", stack="100", more=rake)
    game = PostflopGame(given)
    drive(game, target=0, iterations=12, schedule=FAST, check_every=12)
    found = certify(game)
    assert low - 1e-4 < sum(found.values) < high + 1e-4
    assert min(found.gains) > 0
    # of the same strategies, twice the rake takes twice as much
    if low < high:
        twice = PostflopGame(replace(given, rake=replace(given.rake, fraction=Fraction(1, 10))))
        Checkpoint.of(game, 12).restore(twice)
        taken = [50 - sum(one.evaluate(p, "average") for p in range(2)) for one in (game, twice)]
        assert taken[1] == pytest.approx(2 * taken[0], abs=2e-4)
        assert 2.5 < taken[0] < 12.5
