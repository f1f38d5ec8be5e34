"""Second starts: what they begin with, how far apart they end, and what charts say of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from gutshot.errors import CatalogueError
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop import PreflopChart, PreflopSpec, solve_preflop, spec_from
from gutshot.holdem.preflop import starts_report as report
from gutshot.holdem.preflop.chart import chart_of
from gutshot.holdem.preflop.game import build_game, schedule_of
from gutshot.holdem.preflop.starts import InReverse, drawn_start, how_far_apart
from gutshot.holdem.preflop.starts_report import measured_apart, report_text, shipped_report
from gutshot.render.preflop_payload import node_payload, solution_payload
from gutshot.render.preflop_text import node_text, solution_text
from gutshot.render.preflop_unique import unique_lines, unique_payload
from gutshot.work.second_starts import measure

SPEC = PreflopSpec((Fraction(15),) * 3, deals="classes")


@cache
def chart(seed: int | None = None) -> PreflopChart:
    return PreflopChart.of(solve_preflop(SPEC, second_start=seed))


def test_what_is_stored_is_measured_again() -> None:
    """A solve takes the same steps elsewhere but for roundings, which near ties magnify."""
    stored, found = shipped_report()[3], measure(3)
    assert found.nodes == stored.nodes
    assert found.mean == pytest.approx(stored.mean, abs=0.005)
    assert found.largest == pytest.approx(stored.largest, abs=0.1)
    assert found.values_bb == pytest.approx(stored.values_bb, abs=5e-4)
    assert found.first_in_percent == pytest.approx(stored.first_in_percent, abs=0.5)


def test_what_is_stored_is_of_charts_that_meet_their_bars() -> None:
    for players, apart in shipped_report().items():
        bar = spec_from({"players": players, "stack": 100}, "shipped").bar_bb
        assert 0 < max(apart.gains_bb) <= bar
        assert len(apart.values_bb) == players
        assert len(apart.first_in_percent) == players - 1
        assert 0 < apart.mean < apart.largest <= 1
        # nobody's EV differs by more than what both leave to gain and a little of others' doing
        assert max(map(abs, apart.values_bb)) < 2 * bar
    assert set(shipped_report()) == set(range(3, 10))


def test_both_starts_meet_the_bar_and_end_apart() -> None:
    one, other = chart(), chart(1)
    apart = how_far_apart(one, other)
    assert max(one.certificate.exploitability, other.certificate.exploitability) <= SPEC.bar_bb
    assert apart.gains_bb == (one.certificate.exploitability, other.certificate.exploitability)
    assert 0 < apart.mean < apart.largest <= 1
    assert sum(apart.values_bb) == pytest.approx(0, abs=1e-6)
    again = PreflopChart.of(solve_preflop(SPEC, second_start=1))
    assert how_far_apart(other, again).largest == 0
    assert how_far_apart(chart(2), other).largest > 0


def test_a_chart_is_not_apart_from_itself_and_is_from_one_changed_hand() -> None:
    one = chart()
    same = how_far_apart(one, one)
    assert (same.largest, same.mean, set(same.values_bb)) == (0, 0, {0.0})
    rows = np.vstack([one.strategy(name) for name in one.nodes])
    hand = CLASS_NAMES.index("AA")
    taken = rows[: len(one.node("").actions), hand].copy()
    rows[: len(taken), hand] = np.eye(len(taken))[0]  # folds
    other = chart_of(build_game(SPEC), rows, 1, 1.0)
    found = how_far_apart(one, other)
    assert (found.node, found.hand) == ("", hand)
    assert found.largest == pytest.approx(1 - taken[0])
    # of all nodes only the first differs, and there one class of 6 combos in 1,326
    reaches = [one.node(name).reach for name in one.nodes]
    often = sum(reach for reach in reaches if reach > 1e-3)
    assert found.mean == pytest.approx(6 / 1326 * (1 - taken[0]) / often, rel=0.02)
    assert found.first_in_percent[0] == pytest.approx(-100 * 6 / 1326 * (1 - taken[0]))
    assert found.first_in_percent[1:] == pytest.approx([0] * (SPEC.players - 2), abs=1e-12)


def test_a_second_start_draws_its_first_strategies_and_learns_in_the_opposite_order() -> None:
    spots = [build_game(SPEC) for _ in range(2)]
    for spot in spots:
        drawn_start(spot.game, 5)
    first, second = (spot.game.state() for spot in spots)
    regrets = [name for name in first if name.startswith("regret")]
    assert len(regrets) == SPEC.players
    for name in regrets:
        assert (first[name] == second[name]).all()
        assert (first[name] > 0).all()
    turned = InReverse(spots[0].game)
    weights = schedule_of(SPEC).weights(1)
    for player in range(SPEC.players):
        turned.update(player, weights)
    for player in reversed(range(SPEC.players)):
        spots[1].game.update(player, weights)
    for player in range(SPEC.players):
        theirs = spots[1].game.average(player)
        assert (spots[0].game.average(player) == theirs).all()
        mirrored = turned.evaluate(SPEC.players - 1 - player, "best")
        assert mirrored == spots[1].game.evaluate(player, "best")


def test_every_chart_of_three_and_more_says_that_it_is_not_the_only_one() -> None:
    solution = solve_preflop(SPEC)
    told = solution_payload(solution)["equilibria"]
    assert told["unique"] is False
    assert told["measured_for"] == {
        "format": "cash",
        "players": 3,
        "stack_bb": 100,
        "same_spot": False,
    }
    assert told["second_start"]["mean_difference"] == shipped_report()[3].mean
    for text in (solution_text(solution), node_text(chart(), chart().node(""))):
        assert "not unique" in text
        assert "No figure of this spot ships; of the nearest" in " ".join(text.split())
    second = how_far_apart(chart(), chart(1))
    assert solution_payload(solution, second)["second_start"]["largest_difference"] > 0
    assert "A second start ended" in solution_text(solution, second)


def test_which_chart_is_nearest() -> None:
    shipped = spec_from({"players": 6, "stack": 100}, "shipped")
    found = measured_apart(shipped)
    assert found is not None
    assert (found.players, found.same) == (6, True)
    assert "A second solve of the shipped chart for 6 seats" in " ".join(unique_lines(shipped))
    other = measured_apart(replace(shipped, stacks_bb=(Fraction(20),) * 6))
    assert other is not None
    assert (other.players, other.same) == (6, False)
    two = spec_from({"players": 2, "stack": 100}, "shipped")
    assert measured_apart(two) is None
    assert (unique_lines(two), unique_payload(two)) == ([], {})


def test_what_is_stored_can_be_read_back_and_what_is_broken_is_named(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = report_text(shipped_report(), 1)
    assert report.REPORT.read_text(encoding="utf-8") == text

    class Broken:
        @staticmethod
        def read_text(encoding: str) -> str:
            del encoding
            return text.replace("second-start/1", "second-start/0")

    del tmp_path
    monkeypatch.setattr(report, "REPORT", Broken)
    shipped_report.cache_clear()
    with pytest.raises(CatalogueError, match="writes it anew"):
        shipped_report()
    monkeypatch.undo()
    shipped_report.cache_clear()
    assert shipped_report()


def test_near_ties_and_hands_that_do_not_come_are_marked() -> None:
    found = chart()
    seen = set()
    for name in found.nodes:
        node = found.node(name)
        payload = node_payload(node, within_bb=0.02)
        for number, hand in enumerate(CLASS_NAMES):
            told = payload["hands"][hand]
            away = min(node.reach, node.own_reach[number]) < 1e-6
            assert told["status"] == ("not_reached" if away else "reached")
            if told["gap_bb"] is not None:
                assert told["indifferent"] == (told["gap_bb"] < 0.02)
            seen.add(told["status"])
    assert seen == {"reached", "not_reached"}
