"""Charts for prizes: how a bubble changes jams and calls, and files of such charts."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from tests.holdem.preflop.spots import spot

from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.icm import icm_equities
from gutshot.holdem.preflop import PreflopChart, read_chart, solve_preflop, write_chart
from gutshot.holdem.preflop.deals import by_combos
from gutshot.holdem.preflop.payouts import shipped_payouts

if TYPE_CHECKING:
    from pathlib import Path


@cache
def chart(format_: str, players: int, limit: str = "jam") -> PreflopChart:
    return PreflopChart.of(
        solve_preflop(spot(players, 10, format=format_, limit=limit), exploitability_bb=1e-3)
    )


@pytest.mark.parametrize("players", [2, 3])
def test_jams_are_called_tighter_for_prizes_than_for_chips(players: int) -> None:
    calls, jams = [], []
    for format_ in ("ante", "final-table", "bubble"):
        calls.append(float(chart(format_, players).node("A").frequency[1]))
        jams.append(float(chart(format_, players).node("").frequency[1]))
    # with a tenth place that gets nothing more is lost than with a ninth that is paid
    assert calls[0] > 1.5 * calls[1] > 3 * calls[2]
    # and so more is jammed
    assert jams[0] < jams[1] < jams[2]


def test_a_bubble_jam_into_one_is_called_with_what_stacks_say() -> None:
    """Everything is jammed; a call needs 67.37 %, which 88 has against any hand, and 77 has not."""
    found = chart("bubble", 2)
    assert found.node("").frequency[1] > 0.99
    call = found.node("A").strategy[1]
    fold, win = ([9, 12, *[10] * 8], [21, 0, *[10] * 8])
    payouts = shipped_payouts("bubble").prizes
    needed = float(icm_equities(fold, payouts).equities[0] / icm_equities(win, payouts).equities[0])
    assert needed == pytest.approx(0.6737, abs=1e-4)
    exact = by_combos()
    equity = exact.won.sum(axis=1) / exact.chance.sum(axis=1)
    for name, played in zip(CLASS_NAMES, call, strict=True):
        if abs(equity[CLASS_NAMES.index(name)] - needed) > 0.01:
            calls = float(equity[CLASS_NAMES.index(name)] > needed)
            assert played == pytest.approx(calls, abs=0.05), name
    assert equity[CLASS_NAMES.index("88")] > needed > equity[CLASS_NAMES.index("77")]


def test_of_six_with_five_tickets_only_aces_and_kings_call() -> None:
    """With the blinds in the middle a call needs 80.2 %: KK has 82.4 against any hand, QQ 79.9."""
    tickets = {"payouts": [1] * 5, "stacks_elsewhere": [10] * 4, "ante": 0, "limit": "jam"}
    found = PreflopChart.of(solve_preflop(spot(2, 10, format="bubble", **tickets)))
    assert found.node("").frequency[1] == pytest.approx(1, abs=1e-4)
    call = found.node("A").strategy[1]
    assert {name for name, p in zip(CLASS_NAMES, call, strict=True) if p > 0.5} == {"AA", "KK"}


def test_a_table_that_plays_for_tickets_alone() -> None:
    """Three of four get one, so that any three of them alone would have nothing to play for."""
    spec = spot(4, 6, format="bubble", payouts=[1] * 3, stacks_elsewhere=[], limit="jam")
    told: list[float] = []
    solution = solve_preflop(spec, exploitability_bb=0.01, progress=told.append)
    assert solution.converged
    assert sum(solution.solved.certificate.values) == pytest.approx(0, abs=1e-6)
    assert told == sorted(told)
    assert told[-1] == 1


def test_a_chart_for_prizes_is_read_as_it_was_written(tmp_path: Path) -> None:
    written = chart("bubble", 3)
    write_chart(written, tmp_path / "bubble.npz")
    read = read_chart(tmp_path / "bubble.npz")
    assert read.spot.spec == written.spot.spec
    for name in written.nodes:
        found, wanted = read.node(name), written.node(name)
        assert found.ev_bb == pytest.approx(wanted.ev_bb, abs=1e-9, nan_ok=True)


def test_the_last_certificate_is_taken_against_the_whole_table() -> None:
    solution = solve_preflop(spot(3, 10, format="bubble"), exploitability_bb=0.01)
    by_form, by_table = solution.solved.checks[-1].certificate, solution.solved.certificate
    assert by_table != by_form
    assert by_table.values == pytest.approx(by_form.values, abs=2e-4)
