"""Endings of charts as spots: pots, stacks, seats and ranges as the chart has them."""

import numpy as np
import pytest

from gutshot.errors import InputError
from gutshot.holdem.calibrate.endings import (
    LEAST_REACH,
    LEAST_WEIGHT,
    MOST_SPR,
    flop_endings,
    in_rounds,
)
from gutshot.holdem.calibrate.rows import FlopEnding
from gutshot.holdem.hand_classes import class_index
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from


@pytest.fixture(scope="module")
def chart() -> PreflopChart:
    """Return two seats' 40 big blinds."""
    keys = {"format": "cash", "players": 2, "stack": 40, "rake": {"fraction": "0.05", "cap": 3}}
    return PreflopChart.of(solve_preflop(spec_from(keys, "test")))


@pytest.fixture(scope="module")
def endings(chart: PreflopChart) -> dict[str, FlopEnding]:
    """Return its endings by their ids."""
    return {one.node: one for one in flop_endings(chart, "cash_2_40")}


def test_pots_and_seats_are_those_of_the_line(endings: dict[str, FlopEnding]) -> None:
    """Heads-up the big blind acts first after the flop; amounts are counted by hand."""
    limped, raised, over_limp = (endings[node] for node in ("CX", "RC", "CRC"))
    assert (limped.pot_bb, limped.behind_bb, limped.raises, limped.aggressor) == (2, 39, 0, "")
    assert limped.seats == ("BB", "SB")
    assert (raised.pot_bb + 2 * raised.behind_bb, raised.raises) == (80, 1)
    assert (raised.aggressor, over_limp.aggressor) == ("ip", "oop")
    assert raised.spr == raised.behind_bb / raised.pot_bb
    assert (raised.rake, raised.rake_cap_bb) == (0.05, 3)


def test_ranges_are_the_strategies_on_the_way(
    chart: PreflopChart, endings: dict[str, FlopEnding]
) -> None:
    """Of the seat that acts first after the flop first, over the likeliest class's."""
    raised = endings["RC"]
    opened, called = chart.strategy("")[2], chart.strategy("R")[1]
    assert (chart.node("").actions[2], chart.node("R").actions[1]) == ("R", "C")
    for own, range_ in zip((called, opened), raised.ranges, strict=True):
        wanted = own / own.max()
        wanted[wanted < LEAST_WEIGHT] = 0
        assert np.abs(range_ - wanted).max() <= 0.5e-4 + 1e-12 + LEAST_WEIGHT * (range_ == 0).max()
        assert np.abs(range_ - wanted)[range_ > 0].max() <= 0.5e-4 + 1e-12
    assert raised.ranges[0][class_index("72o")] == 0
    assert min(raised.kept) > 0.98


def test_endings_are_within_the_bounds_and_their_reaches_add_up(
    chart: PreflopChart, endings: dict[str, FlopEnding]
) -> None:
    """With two seats all flop endings are heads-up: the chart says how many deals end there."""
    reaches = [one.reach for one in endings.values()]
    assert reaches == sorted(reaches, reverse=True)
    assert min(reaches) >= LEAST_REACH
    assert max(one.spr for one in endings.values()) <= MOST_SPR
    assert sum(reaches) <= chart.model_share < sum(reaches) + 5 * LEAST_REACH


def test_rounds_have_every_kind_first(endings: dict[str, FlopEnding]) -> None:
    """Limped, raised by either, three-bet: whatever is cut off behind."""
    placed = in_rounds([*endings.values()])
    assert {one.name for one in placed} == {one.name for one in endings.values()}
    kinds = [(one.raises, one.aggressor) for one in placed]
    assert len(set(kinds[: len(set(kinds))])) == len(set(kinds))


def test_charts_of_prizes_are_refused() -> None:
    """Their flops are not counted in chips."""
    spec = spec_from({"format": "bubble", "players": 2, "stack": 6}, "test")
    with pytest.raises(InputError, match="prizes"):
        flop_endings(PreflopChart.of(solve_preflop(spec)), "bubble_2_6")
