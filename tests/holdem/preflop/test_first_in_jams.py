"""Who jams what when all before have folded, at tables of 2 to 9: against a published chart."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from

PUBLISHED = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "first_in_jams.toml").read_text(encoding="utf-8")
)
PERCENT: dict[int, list[float]] = {int(s): row for s, row in PUBLISHED["percent"].items()}
APART = {tuple(cell) for cell in PUBLISHED["apart"]["cells"]}
OTHERS = 10
WITHIN = 3.0
AT_MOST = 4.5


@cache
def jammed(stacks: tuple[int, ...]) -> tuple[float, ...]:
    """Return the percent of hands that each seat but the last jams when all before have folded."""
    table = {"players": len(stacks), "stacks": list(stacks), "limit": "jam"}
    found = PreflopChart.of(solve_preflop(spec_from(table, "test"), exploitability_bb=1e-3))
    shares = []
    for seat in range(len(stacks) - 1):
        node = found.node("F" * seat)
        shares.append(100 * float(node.frequency[node.actions.index("A")]))
    return tuple(shares)


def check(stack: int, behind: int, found: float) -> None:
    said = PERCENT[stack][behind - 1]
    if (stack, behind) in APART:
        assert WITHIN < said - found < AT_MOST
    else:
        assert abs(said - found) <= WITHIN, (stack, behind, found)


@pytest.mark.parametrize("players", range(2, 10))
def test_ten_big_blinds_at_every_table(players: int) -> None:
    for seat, found in enumerate(jammed((10,) * players)):
        check(10, players - 1 - seat, found)


@pytest.mark.parametrize("stack", [12, 15, 20])
def test_deeper_stacks_at_nine_seats(stack: int) -> None:
    for seat, found in enumerate(jammed((stack,) * 9)):
        check(stack, 8 - seat, found)


@pytest.mark.parametrize("behind", range(1, 9))
@pytest.mark.parametrize("stack", [5, 8])
def test_a_short_stack_into_ten_big_blinds(stack: int, behind: int) -> None:
    check(stack, behind, jammed((stack, *[OTHERS] * behind))[0])


def test_seats_before_that_have_folded_change_nothing() -> None:
    """With the same players behind, a seat jams alike at every table."""
    largest = jammed((10,) * 9)
    for players in range(2, 9):
        # two players are dealt combos, more classes: a third of a point lies between
        assert jammed((10,) * players) == pytest.approx(largest[9 - players :], abs=0.5)


def test_later_seats_and_shorter_stacks_jam_more() -> None:
    for stack in (10, 12, 15, 20):
        assert all(early < late for early, late in pairwise(jammed((stack,) * 9)))
    for seat in range(8):
        shares = [jammed((stack,) * 9)[seat] for stack in (10, 12, 15, 20)]
        assert shares == sorted(shares, reverse=True)
