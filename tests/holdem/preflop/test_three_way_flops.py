"""Flops of three, checked down: the price of a chart, three hands as counted, and real deals."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.holdem.preflop.spots import spot
from tests.holdem.preflop.test_audit import chance_of_three

from gutshot.errors import CatalogueError, GutshotError, InputError
from gutshot.holdem.preflop import PreflopChart, solve_preflop
from gutshot.holdem.preflop.audit import three_way_flops
from gutshot.holdem.preflop.audit.flat import flat_chart
from gutshot.holdem.preflop.audit.three_way_flops import (
    REPORT,
    audit_three_way_flops,
    checked_down,
    is_flop_of_three,
    report_text,
    shipped_report,
)
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.holdem.preflop.worth import Worth
from gutshot.holdem.three_way.table import shares_of_three
from gutshot.work import three_way_flops as work
from gutshot.work.three_way_flops import DEALS, PLAYERS

if TYPE_CHECKING:
    from pathlib import Path


@cache
def solved(players: int, stack: int) -> PreflopChart:
    return PreflopChart.of(solve_preflop(spot(players, stack), exploitability_bb=0.05))


def test_real_deals_are_those_of_every_three_hands() -> None:
    """Three seats, where all deals of three hands are known: within four standard errors."""
    found = solved(3, 20)
    told = audit_three_way_flops(found, deals=200_000, seed=5, boards=0)
    assert told is not None
    flat = flat_chart(checked_down(found))
    reaches = [flat.reaches[flat.rows(seat)] for seat in range(3)]
    chance, three = chance_of_three(), shares_of_three()
    # what each seat wins of a pot, times the chance of the deal
    won = [chance * np.moveaxis(three, 0, seat) for seat in range(3)]
    share, exact = 0.0, np.zeros(3)
    for end, kind in enumerate(flat.forest.kinds.tolist()):
        if is_flop_of_three(found.endings[kind]):
            slots = flat.forest.slots[:, end]
            own, second, third = (r[slot] for r, slot in zip(reaches, slots, strict=True))
            met = float(own @ (chance @ third @ second))
            pot = float(flat.pot_amounts[flat.pot_first[end]])
            share += met
            exact += met * flat.constants[end]
            exact += [pot * float(own @ (part @ third @ second)) for part in won]
    assert abs(told.real_share - share) < 4 * told.real_share_error
    # of all deals and of independent ones, which is more than the error with which it is told
    assert abs(told.share - share) > 4 * told.real_share_error > 0
    for seat, ev in zip(told.seats, exact.tolist(), strict=True):
        assert abs(seat.table_bb + seat.difference_bb - ev) < 4 * seat.error_bb < 0.001
        assert seat.boards_bb == seat.boards_error_bb == 0


def test_only_flops_of_three_count() -> None:
    """What they are worth is nothing but pots shared and chips put in: the seats have no more."""
    found = solved(3, 20)
    flops = checked_down(found)
    for worth, ending in zip(flops.spot.worths, found.endings, strict=True):
        assert isinstance(worth, Worth)
        assert bool(worth.constants[0] or worth.constants[1]) is is_flop_of_three(ending)
    assert sum(flops.certificate.values) == pytest.approx(0, abs=1e-6)
    assert flops.certificate.values == pytest.approx(
        [seat.table_bb for seat in audited().seats], abs=1e-9
    )


@cache
def audited() -> three_way_flops.ThreeWayFlops:
    found = audit_three_way_flops(solved(3, 20), deals=2_000, seed=5, boards=2)
    assert found is not None
    return found


def test_what_is_left_off_is_no_result() -> None:
    assert audit_three_way_flops(solved(3, 20), deals=2_000, cancel=lambda: True) is None


def test_charts_without_such_flops_are_refused() -> None:
    two = PreflopChart.of(solve_preflop(spot(2, 20), exploitability_bb=0.1))
    with pytest.raises(InputError, match="three seats and more, for chips"):
        audit_three_way_flops(two)


def test_the_evidence_is_drawn_again() -> None:
    """From another seed: within four standard errors of both."""
    stored = shipped_report()[6]
    found = kept_chart(spot(6, 100, flop_model="by-hand"))
    assert found is not None
    told = audit_three_way_flops(found.chart.whole(), deals=60_000, seed=stored.seed + 1, boards=8)
    assert told is not None
    assert told.endings == stored.endings
    assert told.share == pytest.approx(stored.share, abs=1e-9)
    room = math.hypot(told.real_share_error, stored.real_share_error)
    assert abs(told.real_share - stored.real_share) < 4 * room
    for then, now in zip(stored.seats, told.seats, strict=True):
        assert now.seat == then.seat
        for name in ("pairs_bb", "form_bb", "table_bb"):
            assert getattr(now, name) == pytest.approx(getattr(then, name), abs=1e-6)
        for name, error in (("difference_bb", "error_bb"), ("boards_bb", "boards_error_bb")):
            room = math.hypot(getattr(now, error), getattr(then, error))
            assert abs(getattr(now, name) - getattr(then, name)) < 4 * room


def test_the_evidence_rests_on_a_million_flops_of_three() -> None:
    assert tuple(shipped_report()) == PLAYERS
    for found in shipped_report().values():
        assert found.deals == DEALS
        assert found.reached > 1_000_000
        # no chips are made or lost, on whatever deals
        total = sum(seat.difference_bb for seat in found.seats)
        assert abs(total) < 4 * sum(seat.error_bb for seat in found.seats)
        # what is told is larger than its error, and small
        assert 4 * found.largest.error_bb < abs(found.largest.difference_bb) < 0.002
        assert found.form_off_bb < found.pairs_off_bb
    assert report_text(shipped_report()) == REPORT.read_text(encoding="utf-8")


@pytest.mark.parametrize("content", [None, "{}", '{"schema": "other"}'])
def test_a_broken_file_is_named_with_what_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    broken = tmp_path / "three-way-flops.json"
    if content is not None:
        broken.write_text(content, encoding="utf-8")
    monkeypatch.setattr(three_way_flops, "REPORT", broken)
    with pytest.raises(CatalogueError, match=r"gutshot\.work\.three_way_flops, which writes it"):
        three_way_flops.shipped_report.__wrapped__()


def test_no_chart_no_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "kept_chart", lambda _: None)
    with pytest.raises(GutshotError, match="no chart for 6 seats"):
        work.measure(6)
