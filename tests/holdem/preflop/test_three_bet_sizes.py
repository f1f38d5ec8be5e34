"""Two 3-bet sizes: shares counted another way, the evidence of the shipped chart, the page."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.holdem.preflop.spots import spot

from gutshot.errors import CatalogueError, InputError
from gutshot.holdem.hand_classes import class_index
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.counting import tree_size
from gutshot.holdem.preflop.deals import class_weights
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.holdem.preflop.node_ids import is_raise, prefixes, tokens
from gutshot.holdem.preflop.three_bet_sizes import (
    PLAYERS,
    REPORT,
    SCHEDULES,
    FacingARaise,
    facing_a_raise,
    first_all_in,
    read_report,
    report_text,
    shipped_report,
)
from gutshot.holdem.preflop.tree import follow
from gutshot.render.three_bet_sizes_page import page_text
from gutshot.work.two_three_bets import measure

if TYPE_CHECKING:
    from gutshot.holdem.preflop.three_bet_sizes import SolvedWith

PAGE = Path(__file__).parents[3] / "docs" / "two-3-bet-sizes.md"
ACES = class_index("AA")


@cache
def solved() -> PreflopChart:
    return PreflopChart.of(
        solve_preflop(spot(3, 60, sizes="two-three-bets"), exploitability_bb=0.05)
    )


def chance(chart: PreflopChart, node: str, seat: str, *, aces: bool) -> float:
    """Return how often deals come to a node or an ending, of all or of those with a seat's aces."""
    out = 1.0
    for name, reach in zip(chart.spec.seats, chart.reaches(node), strict=True):
        out *= float(reach[ACES]) if aces and name == seat else float(reach @ class_weights())
    return out


@pytest.mark.parametrize("seat", ["BTN", "SB", "BB"])
def test_first_all_ins_are_those_of_all_endings(seat: str) -> None:
    """Every ending by who made its first all-in, added up."""
    chart = solved()
    found = 0.0
    for ending in chart.endings:
        first = [node for node, token in prefixes(ending.node) if token == "A"][:1]  # noqa: S105
        if first and chart.spec.seats[follow(chart.spec, first[0]).player] == seat:
            found += chance(chart, ending.node, seat, aces=True)
    told = dict(zip(chart.spec.seats, first_all_in(chart, "AA"), strict=True))
    assert told[seat] == pytest.approx(found, abs=1e-12)
    assert found > 0


@pytest.mark.parametrize("aces", [True, False])
def test_what_is_done_against_a_raise_is_told_by_where_it_leads(*, aces: bool) -> None:
    """A seat's share of an action is the chance of what follows it, over that of the decision."""
    chart = solved()
    faced, led = 0.0, {"F": 0.0, "C": 0.0, "R1": 0.0, "R2": 0.0, "A": 0.0}
    for name in chart.nodes:
        line = tokens(name)
        if "A" in line or [is_raise(token) for token in line].count(True) != 1:
            continue
        node = chart.node(name)
        here = chance(chart, name, node.seat, aces=aces)
        faced += here
        for at, action in enumerate(node.actions):
            share = node.strategy[at, ACES] if aces else float(node.frequency[at])
            led[action] += here * float(share)
    told = facing_a_raise(chart, "AA" if aces else "")
    assert told.faced == pytest.approx(faced / 3, abs=1e-12)
    shares = [told.folds, told.calls, told.small, told.large, told.all_in]
    assert shares == pytest.approx([one / faced for one in led.values()], abs=1e-9)
    assert sum(shares) == pytest.approx(1)
    assert told.large > 0


def test_seats_add_up_to_the_table() -> None:
    chart = solved()
    seats = [facing_a_raise(chart, "AA", [seat]) for seat in chart.spec.seats]
    whole = facing_a_raise(chart, "AA")
    assert sum(one.faced for one in seats) == pytest.approx(3 * whole.faced)
    weighed = sum(one.faced * one.all_in for one in seats) / (3 * whole.faced)
    assert weighed == pytest.approx(whole.all_in)
    # nobody has raised before the first seat
    assert seats[0].faced == 0


def test_the_schedule_has_a_second_3_bet_and_nothing_else() -> None:
    one, two = (spot(6, 100, sizes=name).payload()["sizes"] for name in SCHEDULES)
    assert [two["reraise"][key][0] for key in ("in_position", "out_of_position")] == [
        ["3", "4"],
        ["4", "5"],
    ]
    for key in ("in_position", "out_of_position"):
        assert two["reraise"][key][0][0] == one["reraise"][key][0]
        two["reraise"][key][0] = one["reraise"][key][0]
    for key in ("name", "source"):
        one.pop(key)
        two.pop(key)
    assert one == two


def test_the_evidence_is_that_of_the_shipped_chart() -> None:
    """Solved as it ships: the same but for the rounding of a chart's shares."""
    found = shipped_report()
    assert tuple(found) == PLAYERS
    told = found[6]
    spec = spec_from({"players": 6, "stack": 100, "flop_model": told.flops}, "test")
    kept = kept_chart(spec)
    assert kept is not None
    chart = kept.chart
    assert told.seats == spec.seats
    assert told.one.values_bb == pytest.approx(chart.certificate.values, abs=0.001)
    again = facing_a_raise(chart, "AA")
    for name in FacingARaise.__dataclass_fields__:
        assert getattr(told.one.aces, name) == pytest.approx(getattr(again, name), abs=0.01)
    assert told.one.aces_first_all_in == pytest.approx(first_all_in(chart, "AA"), abs=0.01)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_evidence_is_of_whole_solves(players: int) -> None:
    found = shipped_report()[players]
    solves: list[SolvedWith] = [found.one, found.two]
    for one, sizes in zip(solves, SCHEDULES, strict=True):
        keys = {"players": players, "stack": 100, "sizes": sizes, "flop_model": found.flops}
        spec = spec_from(keys, "test")
        size = tree_size(spec)
        assert (one.decisions, one.endings) == (size.decisions, size.endings)
        assert one.memory_bytes == size.memory_bytes
        assert one.bar_bb == pytest.approx(spec.bar_bb)
        assert one.exploitability_bb < one.bar_bb / 10
        assert 0 < one.bar_seconds < one.seconds
        assert one.bar_iterations < one.iterations
        # no chips are made or lost
        assert sum(one.values_bb) == pytest.approx(0, abs=1e-5)
    assert found.one.aces.large == 0 < found.two.aces.large


def test_the_file_and_the_page_say_the_same() -> None:
    found = shipped_report().values()
    assert report_text(found) == REPORT.read_text(encoding="utf-8")
    assert page_text(found) == PAGE.read_text(encoding="utf-8")


def test_a_spot_is_measured_to_its_bar() -> None:
    shares: list[float] = []
    found = measure(3, "fitted", shares.append, past_the_bar=1)
    assert shares == sorted(shares)
    assert (found.flops, found.seats) == ("fitted", ("BTN", "SB", "BB"))
    for one in (found.one, found.two):
        assert one.exploitability_bb <= one.bar_bb
        assert one.bar_iterations == one.iterations
    assert found.moved_bb == pytest.approx((0, 0, 0), abs=0.1)
    assert "## 3 seats" in page_text([found])
    with pytest.raises(InputError, match="flop_model is"):
        measure(3, "huge")


@pytest.mark.parametrize("content", [None, "{}", '{"schema": "other"}'])
def test_a_broken_file_is_named_with_what_writes_it(tmp_path: Path, content: str | None) -> None:
    broken = tmp_path / "two-three-bets.json"
    if content is not None:
        broken.write_text(content, encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"gutshot\.work\.two_three_bets, which writes it"):
        read_report(broken)
