"""What users of other solvers reported as wrong, each as a law that holds here.

Others stand where they belong: leaves in bounds and position (`preflop/test_tree`), swapped seats,
rake and steady strategies (`preflop/test_solving`), boards solved once for others
(`test_postflop_flop`), targets in chips and percent
(`test_postflop_solving`), EVs since the start and from now on (`cli/test_preflop`), second starts
(`preflop/test_starts`), best-response gains by seat (`preflop/test_many_seats`).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from tests.holdem.postflop_spots import spot
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.cards.text import parse_cards
from gutshot.cfr import CFR_PLUS, certify, drive
from gutshot.holdem.betting import Rake
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.postflop.answers import solve_spot
from gutshot.holdem.preflop import PreflopChart, PreflopSolution, PreflopSpec, solve_preflop
from gutshot.holdem.preflop.closeness import INDIFFERENT_BB, gap_bb
from gutshot.holdem.preflop.flop_model import CHECKED_DOWN, FITTED
from gutshot.holdem.preflop.flop_model_files import BY_HAND, shipped_flop_model
from gutshot.holdem.preflop.game import build_game, by_the_table, schedule_of
from gutshot.render.preflop_payload import node_payload
from gutshot.render.preflop_text import node_text, solution_text

ACES = CLASS_NAMES.index("AA")


@cache
def solved(spec: PreflopSpec) -> PreflopSolution:
    return solve_preflop(spec)


def chart(spec: PreflopSpec) -> PreflopChart:
    return PreflopChart.of(solved(spec))


def seats(players: int, stack: int, **more: object) -> PreflopSpec:
    return PreflopSpec((Fraction(stack),) * players, **more)  # type: ignore[arg-type]


def shares(found: PreflopChart, node: str = "") -> dict[str, float]:
    one = found.node(node)
    return dict(zip(one.actions, one.frequency.tolist(), strict=True))


def test_with_the_flop_model_the_small_blind_does_not_only_limp() -> None:
    found = shares(chart(seats(2, 100)))
    assert found["R"] >= 0.30
    assert found["C"] < 0.70


def test_raw_equities_at_the_flop_are_called_checked_down() -> None:
    """They make another game: the button's edge is gone, and so the small blind folds and loses."""
    spec = seats(2, 100, flop_model=CHECKED_DOWN)
    found = shares(chart(spec))
    assert found["F"] > 3 * shares(chart(seats(2, 100)))["F"]
    assert solved(spec).solved.certificate.values[0] < 0
    assert solved(seats(2, 100)).solved.certificate.values[0] > 0
    text = solution_text(solved(spec))
    assert "flops checked down" in text
    assert "by equity alone, checked down, not solved" in text


def test_the_model_of_flops_is_continuous_down_to_an_all_in() -> None:
    """One form for every ratio of stack to pot: no jump between limped and re-raised pots."""
    ratios = np.linspace(0, 30, 3_001)
    for part in (FITTED.commitment, FITTED.edge):
        steps = np.abs(np.diff([part(float(ratio)) for ratio in ratios]))
        assert steps.max() < 0.02
    assert (FITTED.commitment(0), FITTED.edge(0)) == (1, 0)


@pytest.mark.parametrize(("stack", "model"), [(50, "fitted"), (100, "fitted"), (100, BY_HAND)])
def test_aces_raise_over_a_limp_and_against_a_raise_of_theirs(stack: int, model: str) -> None:
    found = chart(seats(2, stack, flop_model=shipped_flop_model(model)))
    against = found.node("CR")
    aces = dict(zip(against.actions, against.strategy[:, ACES].tolist(), strict=True))
    assert aces["R"] + aces["A"] > aces["C"]
    assert found.node("").strategy[found.node("").actions.index("R"), ACES] > 0.25


@pytest.mark.parametrize("schedule", [CFR_PLUS, schedule_of(seats(2, 100))])
def test_eight_times_the_iterations_leave_less_than_half_to_gain(schedule: object) -> None:
    """Exploitability may rise on the way; it does not stay up, however deep the stacks are."""
    with threadpool_limits(1, "blas"):
        game = build_game(seats(2, 100)).game
        done = drive(game, target=0, iterations=1_600, check_every=50, schedule=schedule)  # type: ignore[arg-type]
    left = {check.iteration: check.certificate.exploitability for check in done.checks}
    for n in (50, 100, 200):
        assert left[8 * n] < left[n] / 2


def test_the_first_iteration_counts() -> None:
    for schedule in (CFR_PLUS, schedule_of(seats(2, 100)), schedule_of(seats(2, 10, limit="jam"))):
        assert all(schedule.weights(iteration).average > 0 for iteration in range(2, 50))


def test_best_responses_are_taken_to_what_is_played_and_nothing_else() -> None:
    """No exploration is mixed in: nearly nothing is left to gain in the jam-or-fold game."""
    assert solved(seats(2, 10, limit="jam")).solved.certificate.exploitability < 1e-4


@pytest.mark.parametrize("stack", [20, 100])
def test_what_is_left_to_gain_moves_little_when_three_way_pots_are_measured_better(
    stack: int,
) -> None:
    """The form in few dimensions that learns, and the whole counted table."""
    with threadpool_limits(1, "blas"):
        found = solved(seats(3, stack)).spot
        few, whole = (certify(game) for game in (found.game, by_the_table(found).game))
    assert whole.exploitability == pytest.approx(few.exploitability, rel=0.2)


def test_strategies_of_three_stand_still_but_where_hands_are_indifferent() -> None:
    """From 80 % of the iterations on, what moves is worth no more than is left to gain."""
    with threadpool_limits(1, "blas"):
        spec = seats(3, 20)
        found = build_game(spec)
        schedule = schedule_of(spec)
        drive(found.game, target=0, iterations=800, check_every=800, schedule=schedule)
        early = [found.game.average(player).copy() for player in range(3)]
        for iteration in range(801, 1_001):
            for player in range(3):
                found.game.update(player, schedule.weights(iteration))
        found.game.refresh()
        late = PreflopChart(found, 1_000, 1.0)
        still = restless = 0
        for name in late.nodes:
            node = late.node(name)
            if node.reach < 1e-3:
                continue
            player = found.tree.spots[name].player
            rows = late._rows(name)
            moved = np.abs(node.strategy - early[player][rows]).max(axis=0)
            # EVs of a hand count by how often the table comes there with it
            reaches = late.reaches(name)
            held = reaches[player] * late.deals.met(player, reaches)
            moving = moved >= 0.02
            worth = (held * moved * np.nan_to_num(gap_bb(node)))[moving].sum()
            assert worth < late.certificate.gains[player] + 1e-6, name
            still += int((~moving & (held > 1e-6)).sum())
            restless += int((moving & (held > 1e-6)).sum())
        assert still > 10 * restless


def test_a_walk_is_not_raked_and_rake_makes_calls_tighter() -> None:
    """And jams wider, since fewer hands call: only against the same calls would they shrink too."""
    calls, jams, values = [], [], []
    for percent in (0, 5, 10):
        spec = seats(2, 10, limit="jam", rake=Rake(Fraction(percent, 100)))
        found = chart(spec)
        calls.append(shares(found, "A")["C"])
        jams.append(shares(found)["A"])
        values.append(sum(found.certificate.values))
        # the big blind gets the small blind's half, whole, when it folds
        assert found.node("").ev_bb[0] == pytest.approx(np.full(len(CLASS_NAMES), -0.5), abs=1e-12)
        ends = {ending.node: at for at, ending in enumerate(found.spot.tree.endings)}
        worth = found.spot.worths[ends["F"]]
        assert tuple(worth.constants) == pytest.approx((-0.5, 0.5), abs=1e-12)
    # where no flop is a drop all the same, a walk is raked as any pot
    always = Rake(Fraction(1, 20), no_flop_no_drop=False)
    walk = build_game(seats(2, 10, limit="jam", rake=always))
    folded = next(at for at, ending in enumerate(walk.tree.endings) if ending.node == "F")
    assert tuple(walk.worths[folded].constants) == pytest.approx((-0.5, 0.5 - 1 / 20), abs=1e-12)
    assert calls == sorted(calls, reverse=True)
    assert len(set(calls)) == 3
    assert values == sorted(values, reverse=True)
    # what each hand earns by a jam against the same calls is less with rake
    free, raked = (
        build_game(seats(2, 10, limit="jam", rake=Rake(Fraction(percent, 100))))
        for percent in (0, 5)
    )
    plays = chart(seats(2, 10, limit="jam")).spot.game
    for game in (free.game, raked.game):
        for name, array in game.state().items():
            array[...] = plays.state()[name]
        game.refresh()
    evs = [PreflopChart(one, 1, 1.0).node("").ev_bb[1] for one in (free, raked)]
    assert (evs[1] < evs[0]).all()


@pytest.mark.parametrize("board", ["Ts 8s 3s 2d", "9h 9c 5d Kh", "Td 9d 6h 2c"])
def test_suits_by_any_name_are_worth_the_same_on_flops_of_every_texture(board: str) -> None:
    """Boards of one, two and three suits: a solve that mixed up names would tell them apart.

    That boards which stand for others are worth the same as each solved for itself is held by
    `test_postflop_flop`.
    """
    more = 'target = "0.3%pot"'
    first = solve_spot(spot(board, more=more))
    for order in ("hdsc", "shcd"):
        names = dict(zip("cdhs", order, strict=True))
        other = " ".join(card[0] + names[card[1]] for card in board.split())
        assert len(parse_cards(other)) == 4
        again = solve_spot(spot(other, more=more))
        assert again.iterations == first.iterations
        assert again.evs == pytest.approx(first.evs, abs=2e-4)
        assert again.equities == first.equities


def test_gaps_are_told_and_near_ties_are_called_indifferent() -> None:
    found = chart(seats(2, 100))
    node = found.node("")
    hands = node_payload(node)["hands"]
    gaps = gap_bb(node)
    told = [hands[name]["indifferent"] for name in CLASS_NAMES]
    assert told == (gaps < INDIFFERENT_BB).tolist()
    assert any(told)
    assert not all(told)
    # what is mixed is among them: a frequency that differs elsewhere is no mistake there
    mixed = node.strategy.max(axis=0) < 0.9
    assert gaps[mixed].max() < 0.05
    assert f"{sum(told)} hands have a second action within" in node_text(found, node)


def test_more_than_two_seats_have_a_gain_each_and_a_second_solution() -> None:
    first = solved(seats(3, 20))
    second = solve_preflop(seats(3, 20), second_start=1)
    assert len(first.solved.certificate.gains) == 3
    assert min(first.solved.certificate.gains) > 0
    apart = np.abs(
        PreflopChart.of(second).node("").strategy - PreflopChart.of(first).node("").strategy
    ).max()
    assert apart > 0
    assert replace(first.solved.certificate) != second.solved.certificate
