"""Who jams what when all before have folded, at tables of 2 to 9: against a published chart."""

from __future__ import annotations

import json
import tomllib
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from gutshot.holdem.preflop import PreflopChart, PreflopSpec, solve_preflop, spec_from
from gutshot.holdem.preflop.audit import play_by_own_hand
from gutshot.holdem.preflop.first_in_jams import REPORT, STACKS_BB, jams_text, shipped_jams
from gutshot.work.first_in_jams import BEHIND, measure

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


def test_independent_deals_are_why_two_cells_are_apart() -> None:
    """With own cards minded all cells are within two points, and nothing is left to gain."""
    found = shipped_jams()
    assert set(found) == {(stack, behind) for stack in STACKS_BB for behind in BEHIND}
    for (stack, behind), row in found.items():
        said = PERCENT[stack][behind - 1]
        assert abs(said - row.own_hand_percent) < 2, (stack, behind)
        assert ((stack, behind) in APART) == (said - row.independent_percent > WITHIN)
        assert abs(row.own_hand_gain_bb) <= 2 * row.gain_error_bb + 1e-4
        assert row.independent_gain_bb > 2 * row.gain_error_bb
    assert json.loads(jams_text(found.values())) == json.loads(REPORT.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("stack", "behind"), [(15, 2), (10, 3)])
def test_what_is_stored_of_jams_is_measured_again(stack: int, behind: int) -> None:
    stated, again = shipped_jams()[stack, behind], measure(stack, behind, deals=5_000)
    # a hand that is indifferent is mixed otherwise where another processor rounds otherwise
    assert again.independent_percent == pytest.approx(stated.independent_percent, abs=1e-3)
    assert again.own_hand_percent == pytest.approx(stated.own_hand_percent, abs=1e-3)
    assert abs(again.own_hand_gain_bb) < 4 * again.gain_error_bb


def test_of_two_seats_minding_ones_own_cards_is_exact() -> None:
    table = {"players": 2, "stack": 10, "limit": "jam"}
    exact = PreflopChart.of(
        solve_preflop(PreflopSpec((Fraction(10),) * 2, limit="jam"), exploitability_bb=1e-5)
    )
    dealt = PreflopChart.of(solve_preflop(spec_from({**table, "deals": "classes"}, "test")))
    minded = play_by_own_hand(dealt, 1_600)
    for node, action in (("", "A"), ("A", "C")):
        shares = [
            float(chart.node(node).frequency[chart.node(node).actions.index(action)])
            for chart in (exact, minded)
        ]
        assert shares[0] == pytest.approx(shares[1], abs=1e-3)


def test_the_page_on_charts_has_the_jams_of_the_file() -> None:
    docs = Path(__file__).parents[3] / "docs" / "reading-a-preflop-chart.md"
    text = docs.read_text(encoding="utf-8")
    for (stack, behind), row in shipped_jams().items():
        gains = f"{row.independent_gain_bb:.4f} | {max(0.0, row.own_hand_gain_bb):.4f}"
        assert (
            f"| {stack} | {behind} | {PERCENT[stack][behind - 1]:.1f} |"
            f" {row.independent_percent:.1f} | {row.own_hand_percent:.1f} | {gains} |"
        ) in text
