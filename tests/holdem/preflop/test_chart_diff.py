"""Two charts beside each other: what differs is what was made to differ."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from tests.holdem.preflop.spots import heads_up, jam

from gutshot.errors import InputError
from gutshot.holdem.betting import Rake
from gutshot.holdem.hand_classes import class_index
from gutshot.holdem.preflop import PreflopChart, PreflopSpec, solve_preflop, spec_from
from gutshot.holdem.preflop.chart import chart_of
from gutshot.holdem.preflop.chart_diff import (
    compare_node,
    compare_trees,
    mismatches,
    node_in_other,
    seat_values,
)
from gutshot.holdem.preflop.deals import class_weights
from gutshot.holdem.preflop.game import build_game


def solved(spec: PreflopSpec) -> PreflopChart:
    return PreflopChart.of(solve_preflop(spec, exploitability_bb=0.005))


@pytest.fixture(scope="module")
def two() -> PreflopChart:
    return solved(heads_up(12))


@pytest.fixture(scope="module")
def three() -> PreflopChart:
    return solved(PreflopSpec((Fraction(6),) * 3))


def changed(chart: PreflopChart, node: str, hand: str, mix: list[float]) -> PreflopChart:
    """Return a chart in which one hand does something else at one node."""
    tables = {name: chart.strategy(name).copy() for name in chart.nodes}
    tables[node][:, class_index(hand)] = mix
    rows = (row for table in tables.values() for row in table)
    return chart_of(build_game(chart.spec), rows, chart.iterations, chart.bar_bb)


def test_a_chart_is_not_apart_from_itself(two: PreflopChart) -> None:
    tree = compare_trees(two, two)
    assert tree.mean_apart == 0
    assert (tree.common, tree.only_one, tree.only_other) == (len(two.nodes), 0, 0)
    assert {found.node for found in tree.nodes} == {
        name for name in two.nodes if two.node(name).reach >= 1e-3
    }
    node = compare_node(two, two, "")
    assert not node.apart.any()
    assert node.most_apart() == []
    assert mismatches(two.spec, two.spec) == []
    assert all(first == second for _, first, second in seat_values(two, two))


def test_a_hand_that_was_changed_is_found(two: PreflopChart) -> None:
    actions = two.node("").actions
    folds = [float(action == "F") for action in actions]
    other = changed(two, "", "AA", folds)
    node = compare_node(two, other, "")
    aces = class_index("AA")
    assert node.most_apart() == [aces]
    assert node.apart[aces] == pytest.approx(1)
    assert node.mean_apart == pytest.approx(6 / 1326)
    assert node.values_bb[1, aces] == pytest.approx(-0.5)
    row = node.rows()[aces]
    assert row["other_F"] == 1
    assert row["ev_difference_bb"] == pytest.approx(-0.5 - row["one_ev_bb"])
    first, second = node.frequencies
    assert second[0] - first[0] == pytest.approx(6 / 1326)
    # at the root the hands' mean is what the chart is worth to the seat
    (seat, ours, theirs), _ = seat_values(two, other)
    assert (seat, ours, theirs) == ("SB", *(pytest.approx(x) for x in node.means_bb))
    tree = compare_trees(two, other)
    assert tree.most_apart()[0].node == ""
    assert tree.nodes[0].ev_difference_bb == pytest.approx(theirs - ours)


def test_charts_of_different_depths(two: PreflopChart) -> None:
    other = solved(heads_up(9))
    (found,) = mismatches(two.spec, other.spec)
    assert found == ("stacks", "12", "9")
    tree = compare_trees(two, other)
    assert 0 < tree.mean_apart < 1
    assert tree.common + tree.only_one == len(two.nodes)
    assert tree.common + tree.only_other == len(other.nodes)


def test_actions_that_differ_are_compared_by_kind(two: PreflopChart) -> None:
    other = PreflopChart.of(solve_preflop(jam(12)))
    node = compare_node(two, other, "")
    assert node.other.actions == ("F", "A")
    assert node.actions == ("F", "C", "R", "A")
    assert node.shares[1, 1:3].sum() == 0
    assert node.shares.sum(axis=1) == pytest.approx(1)
    assert ("limit", "none", "jam") in mismatches(two.spec, other.spec)


def test_a_fold_of_three_is_the_game_of_two(three: PreflopChart) -> None:
    """Hands are dealt independently, and all-in or fold knows no position."""
    jams = {"stack": 6, "deals": "classes", "limit": "jam"}
    two = solved(spec_from({"players": 2, **jams}, "here"))
    of_three = solved(spec_from({"players": 3, **jams}, "here"))
    node = compare_node(of_three, two, "F")
    assert (node.one.seat, node.other.node) == ("SB", "")
    assert node.weights == pytest.approx(np.array([class_weights()] * 2))
    assert node.means_bb[0] == pytest.approx(node.means_bb[1], abs=0.006)
    assert [found.what for found in mismatches(of_three.spec, two.spec)] == ["position", "players"]
    assert node_in_other(two.spec, three.spec, "R") == "FR"
    assert node_in_other(three.spec, two.spec, "R") is None
    with pytest.raises(InputError, match="the second chart has no node for 'R' of the first"):
        compare_node(three, two, "R")
    tree = compare_trees(two, of_three)
    assert tree.common == len(two.nodes)
    assert all(found.in_other == f"F{found.node}" for found in tree.nodes)
    assert [seat for seat, *_ in seat_values(three, two)] == ["SB", "BB"]


def test_locks_do_not_match(two: PreflopChart) -> None:
    locked = {"": {"R": "AA", "rest": "F"}}
    spec = spec_from({"players": 2, "stack": 12, "locks": locked, "flop_model": "fitted"}, "here")
    found = mismatches(two.spec, spec)
    assert [name for name, *_ in found] == ["locks"]
    assert "AA" in found[0].other
    other = solved(spec)
    node = compare_node(two, other, "")
    assert node.frequencies[1, node.actions.index("F")] == pytest.approx(1 - 6 / 1326)
    assert node.one.locked.sum() == 0
    assert node.other.locked.all()


def test_all_that_does_not_match_is_named() -> None:
    plain = heads_up(50)
    other = replace(
        plain,
        stacks_bb=(Fraction(40), Fraction(60)),
        ante_bb=Fraction(1, 2),
        rake=Rake(Fraction(1, 20), Fraction(3)),
        flop_model=replace(plain.flop_model, exponent=2.0),
        sizes=replace(plain.sizes, name="Mine"),
    )
    found = {name: (ours, theirs) for name, ours, theirs in mismatches(plain, other)}
    assert found == {
        "stacks": ("50", '["40", "60"]'),
        "ante": ("0", "1/2"),
        "sizes.name": ("Standard", "Mine"),
        "rake.fraction": ("0", "1/20"),
        "rake.cap": ("nothing", "3"),
        "flop_model.exponent": ("1.375", "2.0"),
    }
