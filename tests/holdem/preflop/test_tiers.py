"""What an action's worth rests on, against a sum over all endings, one hand at a time."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.holdem.hand_classes import CLASSES
from gutshot.holdem.preflop import PreflopChart, PreflopSpec, solve_preflop
from gutshot.holdem.preflop.chart_set import TIERS, ChartSet, pack_chart, read_set
from gutshot.holdem.preflop.tiers import tier_shares

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

KINDS = list(TIERS)


def written(spec: PreflopSpec, path: Path) -> ChartSet:
    path.write_bytes(pack_chart(PreflopChart.of(solve_preflop(spec, exploitability_bb=0.1)))[0])
    return read_set(path)


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> ChartSet:
    folder = tmp_path_factory.mktemp("tiers")
    return written(PreflopSpec((Fraction(15),) * 3), folder / "three.chart")


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> ChartSet:
    folder = tmp_path_factory.mktemp("tiers")
    return written(PreflopSpec((Fraction(12),) * 2), folder / "two.chart")


def told(chart: ChartSet, node: str, hand: int) -> NDArray[np.float64]:
    """Return (actions, kinds): for every ending its chance, by all hands that others may hold."""
    who, actions, _ = chart.decisions[node]
    out = np.zeros((len(actions), len(KINDS)))
    for path, kind in chart.endings.items():
        if not path.startswith(node) or path == node:
            continue
        reaches = [np.ones(CLASSES) for _ in range(chart.spec.players)]
        mine, folded = 1.0, False
        for end, letter in enumerate(path):
            if path[:end] not in chart.decisions:
                continue  # shut out
            player, letters, _ = chart.decisions[path[:end]]
            share = chart.strategy(path[:end])[letters.index(letter)]
            if player != who:
                reaches[player] = reaches[player] * share
            elif end >= len(node):
                # the action that is asked about is taken
                mine *= 1.0 if end == len(node) else share[hand]
                folded = folded or letter == "F"
        here = mine * float(chart.deals.met(who, reaches)[hand])
        out[actions.index(path[len(node)]), KINDS.index("f" if folded else kind)] += here
    total: NDArray[np.float64] = out / out.sum(axis=1, keepdims=True)
    return total


@pytest.mark.parametrize("node", ["", "R", "RC", "RR", "FC"])
def test_shares_of_endings_with_three_seats(three: ChartSet, node: str) -> None:
    found = tier_shares(three, node)
    assert np.abs(found.sum(axis=2) - 1).max() < 1e-12
    for hand in (0, 5, 100, 168):
        assert found[:, hand] == pytest.approx(told(three, node, hand), abs=1e-12)


@pytest.mark.parametrize("node", ["", "R", "C", "CR"])
def test_shares_of_endings_with_two_know_each_others_cards(two: ChartSet, node: str) -> None:
    found = tier_shares(two, node)
    for hand in (0, 14, 90, 168):
        assert found[:, hand] == pytest.approx(told(two, node, hand), abs=1e-12)
    assert np.abs(found[:, 0] - found[:, 168]).max() > 1e-3


def test_an_own_fold_is_arithmetic_and_a_three_way_pot_is_none_of_two(three: ChartSet) -> None:
    fold, call, *_ = tier_shares(three, "AC")
    assert (fold == [1, 0, 0, 0, 0]).all()
    # the big blind calls two who are all-in
    assert (call == [0, 0, 1, 0, 0]).all()


def test_the_first_seats_shares_make_up_the_share_of_the_model(two: ChartSet) -> None:
    """Nobody but him can fold before a flop of two, so that all flops are his."""
    found, node = tier_shares(two, ""), two.node("")
    modelled = found[:, :, KINDS.index("m")]
    mean = float(np.einsum("ah,ah,h->", node.strategy, modelled, two.deals.dealt(0)))
    assert mean == pytest.approx(two.model_share, abs=1e-12)
