"""Rows: shares of deals, checked down and solved, against counts and against a second way."""

from fractions import Fraction

import numpy as np
import pytest
from tests.holdem.calibrate.toys import toy_ending, toy_tree

from gutshot.cards.text import card_name
from gutshot.cfr import drive
from gutshot.holdem.calibrate.exact_equities import exact
from gutshot.holdem.calibrate.flops import sampled_flops
from gutshot.holdem.calibrate.rows import CalibrationRow, CalibrationRows
from gutshot.holdem.calibrate.solving import (
    CalibrationTree,
    check_down,
    flop_spot,
    shipped_tree,
    solve_row,
)
from gutshot.holdem.calibrate.spot_means import SpotRows
from gutshot.holdem.equities import count_equities
from gutshot.holdem.hand_classes import CLASS_NAMES, CLASSES, class_of_combos, combo_cards
from gutshot.holdem.postflop.answers import FAST, solve_spot
from gutshot.holdem.postflop.game import PostflopGame

BOARD = "Qs Jh 2h"


def _row(behind_bb: float, tree: CalibrationTree, rake: float = 0.0) -> CalibrationRow:
    ending = toy_ending(behind_bb=behind_bb, rake=rake)
    found = solve_row(ending, 0, sampled_flops(ending.name, 1)[0], tree)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def row() -> CalibrationRow:
    return _row(6.0, toy_tree())


def test_checked_down_a_class_is_worth_what_is_counted() -> None:
    """Each class against the other's range, on every turn and river."""
    ending = toy_ending()
    spot = flop_spot(ending, BOARD, toy_tree())
    found = check_down(spot)
    texts = [one.text for one in spot.ranges]
    assert abs(sum(found.total) - 1) < 1e-6
    counted = count_equities(texts, spot.board).equity
    assert np.abs(np.array(found.total) - np.array(counted, float)).max() < 1e-6
    for seat in range(2):
        for number in np.flatnonzero(found.share[seat]).tolist():
            both = [CLASS_NAMES[number], texts[1 - seat]]
            share = float(count_equities(both, spot.board).equity[0])
            assert abs(found.worth[seat, number] - share) < 1e-6


def test_shares_are_those_of_deals_that_the_flop_leaves(row: CalibrationRow) -> None:
    """Counted combo by combo: 6 of AA, 4 of a suited class, less what board and opponent hold."""
    assert np.allclose(row.share.sum(axis=1), 1)
    assert np.array_equal(row.share > 0, ~np.isnan(row.ev))
    assert np.allclose(row.mass.sum(axis=1), row.deals)
    ending = toy_ending()
    spot = flop_spot(ending, "9s 4h 2d", toy_tree())
    found = check_down(spot)
    # QQ 6 of weight 1 meet AA 6 and 99 3 of 0.75; of KQs each one shares a suit with half of QQ
    queens = 6 * (6 + 3 * 0.75 + 4 * 0.5 / 2)
    assert found.deals * found.share[0, CLASS_NAMES.index("QQ")] == pytest.approx(queens)


def test_solved_worths_are_those_of_the_solver(row: CalibrationRow) -> None:
    """The door that shows solved spots finds the same, in chips; both seats share the pot."""
    tree = toy_tree()
    solved = solve_spot(flop_spot(toy_ending(), row.board, tree), half=True)
    assert solved.converged
    assert row.total_ev == pytest.approx([ev / 6.0 for ev in solved.evs], abs=1e-6)
    assert row.exploitability == pytest.approx(solved.exploitability / 6.0, abs=1e-6)
    assert row.exploitability <= 0.005
    assert sum(row.total_ev) == pytest.approx(1, abs=1e-5)
    assert np.nansum(row.share * row.ev, axis=1) == pytest.approx(row.total_ev, abs=1e-9)
    assert row.cpu_s > 0 < row.iterations


def test_without_stacks_a_class_is_worth_its_equity() -> None:
    """Nobody can bet: what the solve says is the control."""
    found = _row(0.0, toy_tree())
    assert np.allclose(found.ev, found.equity, atol=1e-5, equal_nan=True)
    assert found.exploitability < 1e-6


def test_with_no_money_behind_a_hand_is_worth_its_equity_of_the_pot() -> None:
    """Combo by combo on every flop of a sample: solved, as the control, and as boards are counted.

    A fit reads those of all flops in their place, and solved worths go with them.
    """
    ending, tree = toy_ending(behind_bb=0.0), toy_tree()
    sample = sampled_flops(ending.name, 2)
    rows = [solve_row(ending, n, flop, tree) for n, flop in enumerate(sample)]
    mass, won = np.zeros((2, CLASSES)), np.zeros((2, CLASSES))
    for flop, row in zip(sample, rows, strict=True):
        assert row is not None
        spot = flop_spot(ending, flop.text, tree)
        game = PostflopGame(spot, threads=1)
        drive(game, target=0, iterations=20, schedule=FAST)
        here = np.zeros((2, CLASSES)), np.zeros((2, CLASSES))
        for seat in range(2):
            evs = game.evs(seat, "average") / float(spot.pot)
            for at, combo in enumerate(game.combos[seat].tolist()):
                two = [spot.ranges[1].text] if seat == 0 else [spot.ranges[0].text]
                cards = "".join(map(card_name, combo_cards()[combo].tolist()))
                counted = float(count_equities([cards, *two], spot.board).equity[0])
                assert abs(evs[at] - counted) < 1e-6, (flop.text, cards)
                number = class_of_combos()[combo]
                dealt = game.weights[seat][at] * game.pair_weights[seat][at]
                here[0][seat, number] += dealt
                here[1][seat, number] += dealt * counted
        there = here[0] > 0
        assert np.array_equal(there, row.share > 0)
        # the solve and the control of the row, class by class
        for told in (row.ev, row.equity):
            assert np.abs(told[there] - here[1][there] / here[0][there]).max() < 1e-5
        mass += here[0]
        won += here[1]
    found = CalibrationRows({ending.name: ending}, tuple(row for row in rows if row is not None))
    means = SpotRows(found, ending.name).means()
    there = mass > 0
    shares, equities = exact(ending)
    assert np.abs(means.weight - shares)[there].max() < 1e-9
    for told in (means.equity, means.ev):
        assert np.abs(told - equities)[there].max() < 1e-5
    # the sample's own are others
    assert np.abs(won[there] / mass[there] - equities[there]).max() > 0.01


def test_rake_comes_off_the_solved_worth_and_not_off_the_equity() -> None:
    """5 % of a pot that is checked down; equities are before rake."""
    found = _row(0.0, toy_tree(), rake=0.05)
    assert sum(found.total_ev) == pytest.approx(0.95, abs=1e-5)
    assert sum(found.total_equity) == pytest.approx(1, abs=1e-5)


def test_a_solve_that_is_cancelled_is_no_row() -> None:
    """At its first iteration."""
    ending = toy_ending()
    flop = sampled_flops(ending.name, 1)[0]
    assert solve_row(ending, 0, flop, toy_tree(), cancel=lambda: True) is None


def test_the_shipped_tree_has_one_size_a_street_and_one_raise() -> None:
    """To half a percent of the pot, the same for both players; one raise, on the flop."""
    spot = flop_spot(toy_ending(), BOARD, shipped_tree())
    assert spot.target == Fraction(3, 100)
    assert spot.raise_limits == {"flop": 1, "turn": 0, "river": 0}
    assert spot.sizes[0] == spot.sizes[1]
    for street in ("flop", "turn", "river"):
        assert len(spot.sizes[0][street].bet) == 1
        assert len(spot.sizes[0][street].raises) == (street == "flop")
