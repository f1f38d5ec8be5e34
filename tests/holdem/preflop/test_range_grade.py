"""Ranges against a chart: what is lost is what the game itself says that they lose."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from tests.holdem.preflop.spots import heads_up

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASS_NAMES, class_index, class_of_combos
from gutshot.holdem.preflop import PreflopChart, PreflopSpec, solve_preflop
from gutshot.holdem.preflop.chart import chart_of
from gutshot.holdem.preflop.game import build_game
from gutshot.holdem.preflop.range_grade import RangeGrade, grade_ranges, only_action
from gutshot.holdem.ranges import HandRange, parse_range


def solved(spec: PreflopSpec) -> PreflopChart:
    return PreflopChart.of(solve_preflop(spec, exploitability_bb=0.005))


@pytest.fixture(scope="module")
def two() -> PreflopChart:
    return solved(heads_up(15))


@pytest.fixture(scope="module")
def three() -> PreflopChart:
    return solved(PreflopSpec((Fraction(6),) * 3))


def drawn_ranges(chart: PreflopChart, name: str, seed: int) -> dict[str, HandRange]:
    """Return ranges for all actions of a node but the first, drawn in tenths."""
    random = Random(seed)  # noqa: S311 - a sample, repeatable
    actions = chart.node(name).actions[1:]
    left = [10] * 169
    out = {}
    for action in actions:
        weights = [random.choice([0, 0, random.randint(0, most)]) for most in left]
        weights[0] = min(left[0], 1)
        left = [most - weight for most, weight in zip(left, weights, strict=True)]
        out[action] = HandRange("", np.array(weights, np.int64)[class_of_combos()], 10)
    return out


def played(chart: PreflopChart, grade: RangeGrade) -> PreflopChart:
    """Return the chart with other shares at one node."""
    name = grade.node.node
    rows = [grade.shares if node == name else chart.strategy(node) for node in chart.nodes]
    in_order = (row for table in rows for row in table)
    return chart_of(build_game(chart.spec), in_order, chart.iterations, chart.bar_bb)


@pytest.mark.parametrize("where", ["two:", "two:R", "two:C", "two:CR", "three:F", "three:R"])
def test_the_game_loses_what_the_grade_says(where: str, request: pytest.FixtureRequest) -> None:
    which, name = where.split(":")
    chart: PreflopChart = request.getfixturevalue(which)
    grade = grade_ranges(chart, name, drawn_ranges(chart, name, seed=len(name)))
    who = chart.spec.seats.index(grade.node.seat)
    before = chart.certificate.values[who]
    after = played(chart, grade).certificate.values[who]
    lost = grade.node.reach * (grade.per_hand_bb - grade.chart_per_hand_bb)
    assert lost > 0.01
    assert before - after == pytest.approx(lost, abs=1e-6)
    assert grade.per_100_dealt_bb == pytest.approx(100 * grade.node.reach * grade.per_hand_bb)


def test_the_charts_own_ranges_lose_what_a_best_response_may_gain(two: PreflopChart) -> None:
    node = two.node("")
    ranges = {}
    for action, row in list(zip(node.actions, node.strategy, strict=True))[1:]:
        shares = np.floor(row * 10_000).astype(np.int64)
        if shares.any():
            ranges[action] = HandRange("", shares[class_of_combos()], 10_000)
    grade = grade_ranges(two, "", ranges)
    assert grade.per_hand_bb == pytest.approx(grade.chart_per_hand_bb, abs=1e-3)
    assert grade.chart_per_hand_bb <= two.certificate.gains[0] + 1e-9
    assert grade.clear_per_hand_bb <= grade.per_hand_bb


def test_folding_aces_is_the_worst_of_all(two: PreflopChart) -> None:
    everything = ",".join(name for name in CLASS_NAMES if name != "AA")
    grade = grade_ranges(two, "", {"R": parse_range(everything)})
    node = grade.node
    aces = class_index("AA")
    assert grade.rest == "F"
    assert grade.shares[:, aces].tolist() == [float(action == "F") for action in node.actions]
    assert grade.loss_bb[aces] == pytest.approx(node.ev_bb[:, aces].max() + 0.5)
    assert grade.worst()[0] == aces
    assert grade.lost[aces] == pytest.approx(grade.loss_bb[aces] * 6 / 1326)
    assert grade.status(aces) == "mistake"
    row = grade.rows()[aces]
    assert (row["hand"], row["status"], row["played_F"]) == ("AA", "mistake", 1.0)


def test_small_losses_are_indifferent_and_worst_is_in_order(two: PreflopChart) -> None:
    grade = grade_ranges(two, "", {"R": parse_range("22+,A2+")})
    assert grade.within_bb >= 0.01
    for number, loss in enumerate(grade.loss_bb.tolist()):
        status = grade.status(number)
        assert (status == "mistake") == (loss >= grade.within_bb)
        assert (status == "best") == (loss == 0)
    lost = [grade.lost[number] for number in grade.worst()]
    assert lost == sorted(lost, reverse=True)
    assert sum(lost) == pytest.approx(grade.clear_per_hand_bb)


def test_a_single_combo_is_its_share_of_the_class(two: PreflopChart) -> None:
    grade = grade_ranges(two, "", {"R": parse_range("AsKs,AA")})
    row = grade.node.actions.index("R")
    assert grade.shares[row, class_index("AKs")] == 0.25


def test_what_is_left_checks_where_that_is_free(two: PreflopChart) -> None:
    grade = grade_ranges(two, "C", {"R": parse_range("AA")})
    assert grade.rest == "X"
    assert grade.shares[0, class_index("72o")] == 1


def test_hands_that_the_chart_does_not_have_are_left_out(two: PreflopChart) -> None:
    pairs_only = played(two, grade_ranges(two, "", {"R": parse_range("22+")}))
    grade = grade_ranges(pairs_only, "RR", {"C": parse_range("22+,AK")})
    away = grade.node.own_reach == 0
    assert away.sum() == 169 - 13
    assert np.isnan(grade.loss_bb[away]).all()
    assert grade.lost[away].sum() == 0
    assert grade.status(int(np.flatnonzero(away)[0])) == "not_reached"
    assert grade.weights.sum() == pytest.approx(1)


def test_which_action_one_range_means(two: PreflopChart) -> None:
    assert only_action(two.node("A")) == "C"
    assert only_action(two.node("C")) == "R"


@pytest.mark.parametrize(
    ("node", "ranges", "complaint"),
    [
        ("", {"B": "AA"}, "there is no action 'B' at '': SB has F, "),
        ("", {"R": "AA", "C": "AA:0.5"}, "AA is to act in 150 % of cases"),
        ("Z", {"R": "AA"}, "Z"),
    ],
)
def test_what_is_wrong_is_named(
    two: PreflopChart, node: str, ranges: dict[str, str], complaint: str
) -> None:
    with pytest.raises(InputError) as caught:
        grade_ranges(two, node, {action: parse_range(text) for action, text in ranges.items()})
    assert complaint in str(caught.value)
