"""Solved spots: known values, a linear programme, the slow twin, and facts of strategy."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from tests.holdem.preflop.linear_programme import optimum
from tests.holdem.preflop.spots import FEW, deals_of, heads_up, jam, plain_game

from gutshot.cards.text import card_name
from gutshot.cfr import CFR_PLUS, ForestGame, certify, drive, grow
from gutshot.cfr.forest import Decision, End, Node
from gutshot.errors import InputError
from gutshot.holdem.betting import Rake
from gutshot.holdem.equities import count_equities
from gutshot.holdem.hand_classes import CLASS_NAMES, hand_class
from gutshot.holdem.preflop.chart import PreflopChart
from gutshot.holdem.preflop.deals import TwoHands, by_classes, by_combos, class_weights
from gutshot.holdem.preflop.flop_model import CHECKED_DOWN
from gutshot.holdem.preflop.game import (
    PreflopGame,
    PreflopSolution,
    ahead_of,
    build_game,
    schedule_of,
    solve_preflop,
)
from gutshot.holdem.preflop.payoff import TwoSeatPayoff
from gutshot.holdem.preflop.spec import PreflopSpec

# stack, the small blind's value, shares of all combos jammed and called: solved elsewhere with
# CFR+ to a gap below 1e-6 big blinds
WITHOUT_ANTE = [
    (2, 0.009549, 89.443, 100.0),
    (3, 0.051592, 77.957, 92.274),
    (5, 0.056201, 71.484, 62.068),
    (6, 0.038159, 68.318, 54.449),
    (8, -0.004137, 61.863, 44.973),
    (10, -0.045371, 58.284, 37.376),
    (12, -0.082529, 53.243, 33.032),
    (15, -0.127227, 45.655, 28.547),
    (20, -0.183190, 40.236, 21.725),
]
# the big blind antes 1 for both, out of his stack and before his blind
WITH_ANTE = [
    (5, 0.532723, 85.822, 95.475),
    (8, 0.520993, 77.284, 66.939),
    (12, 0.420489, 70.012, 49.740),
    (20, 0.234740, 55.625, 33.889),
]


@cache
def solved(spec: PreflopSpec, bar: float | None = None) -> PreflopSolution:
    return solve_preflop(spec, exploitability_bb=bar)


@cache
def chart(spec: PreflopSpec, bar: float | None = None) -> PreflopChart:
    return PreflopChart.of(solved(spec, bar))


def action(spec: PreflopSpec, node: str, letter: str, hand: str, bar: float | None = None) -> float:
    one = chart(spec, bar).node(node)
    return float(one.strategy[one.actions.index(letter), CLASS_NAMES.index(hand)])


@pytest.mark.parametrize(
    ("stack", "value", "jams", "calls", "ante"),
    [(*row, False) for row in WITHOUT_ANTE] + [(*row, True) for row in WITH_ANTE],
)
def test_jam_or_fold_values_and_shares(
    stack: int, value: float, jams: float, calls: float, *, ante: bool
) -> None:
    spec = jam(stack, ante=ante)
    found = solved(spec).solved.certificate
    assert solved(spec).converged
    assert found.exploitability < 1e-5
    assert found.values[0] == pytest.approx(value, abs=1e-6)
    assert sum(found.values) == pytest.approx(0, abs=1e-12)
    first, second = chart(spec).node(""), chart(spec).node("A")
    assert 100 * first.frequency[1] == pytest.approx(jams, abs=0.05)
    assert 100 * second.frequency[1] == pytest.approx(calls, abs=0.05)


@pytest.mark.parametrize("stack", range(2, 26))
def test_jam_or_fold_is_the_optimum_of_a_linear_programme(stack: int) -> None:
    spec = jam(stack)
    found = solved(spec, 1e-7)
    best = optimum(found.spot)
    assert found.solved.certificate.exploitability <= 1e-7
    assert found.solved.certificate.values[0] == pytest.approx(best.value, abs=2e-7)
    names = found.spot.game.forest.seats[0].names
    ours = found.spot.game.average(0)[names.index("A")] @ class_weights()
    theirs = best.reach[names.index("A")] @ class_weights()
    assert 100 * ours == pytest.approx(100 * theirs, abs=0.1)


@pytest.mark.parametrize(
    "spec",
    [
        jam(7, ante=True),
        jam(4.5),
        PreflopSpec((Fraction(9), Fraction(6)), limit="jam", deals="classes"),
    ],
)
def test_antes_stacks_and_independent_deals_against_the_linear_programme(spec: PreflopSpec) -> None:
    found = solved(spec, 1e-7)
    assert found.solved.certificate.values[0] == pytest.approx(optimum(found.spot).value, abs=2e-7)


@pytest.mark.parametrize("stack", [12, 60])
def test_whole_trees_for_a_few_classes_against_the_linear_programme(stack: int) -> None:
    spot = build_game(heads_up(stack), deals_of(FEW))
    done = drive(spot.game, target=5e-5, iterations=20_000, schedule=schedule_of(spot.spec))
    assert done.converged
    assert done.certificate.values[0] == pytest.approx(optimum(spot).value, abs=5e-5)


@pytest.mark.parametrize(
    ("spec", "iterations"),
    [
        (heads_up(40), 4),
        (heads_up(9, format="ante", ante_bb=Fraction(1), ante_from_stack=True), 4),
        (jam(8), 30),
    ],
)
def test_the_slow_twin_agrees_to_rounding(spec: PreflopSpec, iterations: int) -> None:
    names = FEW[:4]
    spot = build_game(spec, deals_of(names))
    plain = plain_game(spec, names, ahead_of(spec))
    schedule = schedule_of(spec)
    for iteration in range(1, iterations + 1):
        for player in range(2):
            spot.game.update(player, schedule.weights(iteration))
            plain.update(player, schedule.weights(iteration))
    ours, theirs = certify(spot.game), certify(plain)
    assert ours.values == pytest.approx(theirs.values, abs=1e-9)
    assert ours.gains == pytest.approx(theirs.gains, abs=1e-9)
    for node, one in spot.tree.spots.items():
        seat_names = spot.game.forest.seats[one.player].names
        rows = [seat_names.index(node + letter) for letter in one.actions]
        average = spot.game.average(one.player)
        for hand in range(len(names)):
            assert average[rows, hand] == pytest.approx(plain.average(f"{hand}:{node}"), abs=1e-9)


def test_what_others_published_of_jam_or_fold() -> None:
    """The effective stack is the smaller one before posting: 9 against 6 is 6 (SOURCES.md)."""
    uneven, six = PreflopSpec((Fraction(9), Fraction(6)), limit="jam"), jam(6)
    for spec in (uneven, six):
        assert action(spec, "", "A", "T3s") > 0.99
        assert action(spec, "A", "C", "Q2o") < 0.01
    assert solved(uneven).solved.certificate.values == pytest.approx(
        solved(six).solved.certificate.values, abs=1e-12
    )
    # T3s is jammed up to 7.7, Q2o calls up to 5.6; 63s is jammed from 7.1 to 5.1 and below 2.3
    for hand, stack, played in (
        ("T3s", "7.7", 1),
        ("T3s", "7.75", 0),
        ("Q2o", "5.6", 1),
        ("Q2o", "5.65", 0),
        ("63s", "7.2", 0),
        ("63s", "7.1", 1),
        ("63s", "5.15", 1),
        ("63s", "5.05", 0),
        ("63s", "2.4", 0),
        ("63s", "2.3", 1),
    ):
        node, letter = ("A", "C") if hand == "Q2o" else ("", "A")
        assert round(action(jam(stack), node, letter, hand, 1e-7)) == played, (hand, stack)


def test_at_ten_big_blinds_two_hands_are_mixed() -> None:
    first, second = chart(jam(10)).node(""), chart(jam(10)).node("A")
    mixed = [
        {CLASS_NAMES[i] for i in range(169) if 0.01 < node.strategy[1, i] < 0.99}
        for node in (first, second)
    ]
    assert mixed == [{"43s"}, {"Q6s"}]
    assert action(jam(10), "", "A", "43s") == pytest.approx(0.71, abs=0.01)
    assert action(jam(10), "A", "C", "Q6s") == pytest.approx(0.40, abs=0.01)


def test_the_small_blind_wins_below_seven_and_a_bit() -> None:
    values = [solved(jam(stack)).solved.certificate.values[0] for stack in ("7.7", "7.9")]
    assert values[0] > 0 > values[1]


def test_jams_and_calls_shrink_with_the_stack() -> None:
    stacks = (5, 8, 10, 12, 15, 20)
    for node in ("", "A"):
        shares = [chart(jam(stack)).node(node).frequency[1] for stack in stacks]
        assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("stack", [5, 10, 25, 50, 100, 200])
def test_aces_never_fold_and_no_hand_gains_over_its_indifference(stack: int) -> None:
    spec = heads_up(stack)
    assert solved(spec).converged
    read = chart(spec)
    for name in read.nodes:
        node = read.node(name)
        if node.actions[0] == "F" and node.reach > 1e-4:
            assert node.strategy[0, CLASS_NAMES.index("AA")] < 0.01, name
        # what is played is as good as the best, up to what is left to gain at this node
        played = (node.strategy * np.nan_to_num(node.ev_bb)).sum(axis=0)
        lost = np.nan_to_num(node.ev_bb).max(axis=0) - played
        dealt = read.spot.deals.dealt(0) * node.own_reach
        gain = read.certificate.gains[read.spot.tree.spots[name].player]
        assert float(lost @ dealt) * min(1.0, node.reach) <= gain + 1e-3, name


@pytest.mark.parametrize("stack", [50, 100])
def test_aces_raise_and_do_not_all_limp_deep(stack: int) -> None:
    spec = heads_up(stack)
    first = chart(spec).node("")
    aces = CLASS_NAMES.index("AA")
    by_letter = dict(zip(first.actions, first.strategy[:, aces], strict=True))
    assert by_letter["R"] > 0.25
    worth = dict(zip(first.actions, first.ev_bb[:, aces], strict=True))
    assert worth["R"] == pytest.approx(worth["C"], abs=0.02)
    share = dict(zip(first.actions, first.frequency, strict=True))
    assert share["R"] >= 0.30
    assert share["C"] < 0.70
    # facing a raise over a limp, aces raise more than they call
    assert action(spec, "CR", "R", "AA") + action(spec, "CR", "A", "AA") > action(
        spec, "CR", "C", "AA"
    )


def test_independent_deals_reproduce_the_published_heads_up_chart() -> None:
    """Limps 58.8 %, raises 38.2 % of deals, 61 % of them in the model, at 100 big blinds."""
    spec = heads_up(100, deals="classes")
    first = chart(spec).node("")
    share = dict(zip(first.actions, 100 * first.frequency, strict=True))
    assert share["C"] == pytest.approx(58.8, abs=1.0)
    assert share["R"] == pytest.approx(38.2, abs=1.0)
    assert 100 * chart(spec).model_share == pytest.approx(61, abs=2.0)


def test_checked_down_flops_are_another_game() -> None:
    down = solved(heads_up(100, flop_model=CHECKED_DOWN), 0.002)
    fitted = solved(heads_up(100))
    gap = abs(down.solved.certificate.values[0] - fitted.solved.certificate.values[0])
    assert gap > 0.01


@pytest.mark.parametrize("schedule", [CFR_PLUS, schedule_of(heads_up(100))])
def test_twice_the_iterations_leave_less_to_gain(schedule: object) -> None:
    spot = build_game(heads_up(100))
    done = drive(spot.game, target=0, iterations=400, check_every=50, schedule=schedule)  # type: ignore[arg-type]
    left = {check.iteration: check.certificate.exploitability for check in done.checks}
    for n in (50, 100, 200):
        assert left[2 * n] <= left[n]


def test_a_hundred_big_blinds_take_few_iterations() -> None:
    """The count, not the seconds: 150 iterations are 0.04 s of one core."""
    done = solved(heads_up(100), 0.010).solved
    assert done.certificate.exploitability <= 0.010
    assert done.iterations <= 150


def test_strategies_stand_still_where_it_matters() -> None:
    """From 80 % of the iterations on, a hand that still moves is indifferent."""
    spot = build_game(jam(10))
    schedule = schedule_of(spot.spec)
    drive(spot.game, target=0, iterations=4_000, check_every=4_000, schedule=schedule)
    early = spot.game.average(0).copy()
    for iteration in range(4_001, 5_001):
        for player in range(2):
            spot.game.update(player, schedule.weights(iteration))
    late = spot.game.average(0)
    read = PreflopChart(spot, 5_000, 1e-5).node("")
    gap = np.abs(read.ev_bb[0] - read.ev_bb[1])
    moved = np.abs(late - early).max(axis=0)
    assert ((moved < 0.02) | (gap < 0.001)).all()


def test_swapped_seats_swap_values() -> None:
    spot = build_game(heads_up(30))

    def swapped(node: Node) -> Node:
        if isinstance(node, End):
            return End(node.kind, node.amounts[::-1])
        assert isinstance(node, Decision)
        return Decision(
            1 - node.player, {name: swapped(after) for name, after in node.actions.items()}
        )

    assert isinstance(spot.deals, TwoHands)
    chance, won, _ = spot.deals
    turned = TwoHands(chance.T.copy(), (chance - won).T.copy())
    forest = grow(swapped(spot.tree.root), 2)
    payoff = TwoSeatPayoff(forest, [(b, a) for a, b in spot.lines], turned)
    other = ForestGame(forest, chance.shape, payoff, ahead=ahead_of(spot.spec))
    # the same player first: updates go in turn
    for iteration in range(1, 60):
        weights = CFR_PLUS.weights(iteration)
        for player in range(2):
            spot.game.update(player, weights)
            other.update(1 - player, weights)
    ours, theirs = certify(spot.game), certify(other)
    assert ours.values == pytest.approx(theirs.values[::-1], abs=1e-12)
    assert ours.gains == pytest.approx(theirs.gains[::-1], abs=1e-12)


def test_the_order_of_the_classes_changes_nothing() -> None:
    order = np.random.default_rng(7).permutation(169)
    chance, won, _ = by_combos()
    mixed = TwoHands(chance[np.ix_(order, order)], won[np.ix_(order, order)])
    spots = [build_game(heads_up(25)), build_game(heads_up(25), mixed)]
    for spot in spots:
        drive(spot.game, target=0, iterations=60)
    for player in range(2):
        assert spots[0].game.average(player)[:, order] == pytest.approx(
            spots[1].game.average(player), abs=1e-7
        )


def test_deals_of_classes_are_those_of_their_combos() -> None:
    chance, won, _ = by_combos()
    assert chance.sum() == pytest.approx(1, abs=1e-12)
    assert chance.sum(axis=1) == pytest.approx(class_weights(), abs=1e-15)
    assert won + won.T == pytest.approx(chance, abs=1e-15)
    free = by_classes()
    assert free.chance.sum() == pytest.approx(1, abs=1e-12)
    assert free.won / free.chance == pytest.approx(won / chance, abs=1e-15)
    aces = CLASS_NAMES.index("AA")
    # one pair of aces in six leaves one for the other player, and 1,225 hands are left
    assert chance[aces, aces] == pytest.approx(6 / 1326 / 1225)


def test_classes_lose_nothing_against_combos() -> None:
    """All 28 hands of aces and sevens, each suit apart, are solved to the same value."""
    cards = [48, 49, 50, 51, 20, 21, 22, 23]
    hands = [(a, b) for a in cards for b in cards if a > b]
    known: dict[tuple[int, ...], float] = {}

    def equity(first: tuple[int, int], second: tuple[int, int]) -> float:
        alike = min(
            tuple(
                tuple(sorted(4 * (card // 4) + suits[card % 4] for card in hand))
                for hand in (first, second)
            )
            for suits in permutations(range(4))
        )
        flat = (*alike[0], *alike[1])
        if flat not in known:
            texts = ["".join(card_name(card) for card in hand) for hand in alike]
            known[flat] = float(count_equities(texts).equity[0])
        return known[flat]

    n = len(hands)
    chance, won = np.zeros((n, n)), np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if not set(hands[i]) & set(hands[j]):
                chance[i, j] = 1.0
                won[i, j] = equity(hands[i], hands[j])
    total = chance.sum()
    combos = TwoHands(chance / total, won / total)
    numbers = [hand_class(*hand) for hand in hands]
    kinds = sorted(set(numbers))
    member = np.array([[number == kind for kind in kinds] for number in numbers], float)
    classes = TwoHands(member.T @ combos.chance @ member, member.T @ combos.won @ member)
    exact = by_combos()
    at = np.ix_(kinds, kinds)
    assert classes.won / classes.chance == pytest.approx(exact.won[at] / exact.chance[at])
    spots = [build_game(heads_up(20), deals) for deals in (combos, classes)]
    certificates = []
    for spot in spots:
        drive(spot.game, target=0, iterations=150)
        certificates.append(certify(spot.game))
    assert certificates[0].values == pytest.approx(certificates[1].values, abs=1e-9)
    assert certificates[0].gains == pytest.approx(certificates[1].gains, abs=1e-9)


def test_rake_makes_calls_tighter() -> None:
    """Not jams: they are called less, and a walk costs nothing."""
    free = jam(12)
    specs = [replace(free, rake=Rake(Fraction(percent, 100))) for percent in (0, 2, 5)]
    calls = [chart(spec).node("A").frequency[1] for spec in specs]
    assert calls == sorted(calls, reverse=True)
    assert calls[0] - calls[2] > 0.02
    assert sum(solved(specs[0]).solved.certificate.values) == pytest.approx(0, abs=1e-12)
    assert sum(solved(specs[2]).solved.certificate.values) < -0.05


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: PreflopSpec((Fraction(9),) * 3, deals="combos"),
            "deals of 3 players are 'classes'; 'combos' is for two",
        ),
        (lambda: solve_preflop(heads_up(9), exploitability_bb=0), "exploitability is more than 0"),
        (lambda: heads_up(1), "a stack is more than 1 and at most 1000 big blinds"),
        (lambda: heads_up(9, limit="limp"), "limit is none or jam, not 'limp'"),
        (lambda: heads_up(9, ante_bb=Fraction(-1)), "ante is from 0 to 10"),
        (lambda: PreflopSpec((Fraction(9),)), "players is 2 to 9, not 1"),
    ],
)
def test_what_can_not_be_solved(make: object, said: str) -> None:
    assert callable(make)
    with pytest.raises(InputError, match=said):
        make()


def test_a_cancelled_solve_is_what_it_came_to() -> None:
    asked = iter([False] * 30 + [True])
    told: list[float] = []
    found = solve_preflop(heads_up(100), progress=told.append, cancel=lambda: next(asked))
    assert found.solved.cancelled
    assert found.solved.iterations == 30
    assert not found.converged
    assert isinstance(found.spot, PreflopGame)
    assert told == sorted(told)
