"""Measure what charts leave out: ``python -m gutshot.work.simplified``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gutshot.errors import GutshotError
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.chart_set import read_set
from gutshot.holdem.preflop.kept import keep_chart, kept_chart
from gutshot.holdem.preflop.simplified import (
    CHANGES,
    REPORT,
    SEATS,
    STACKS_BB,
    Changed,
    ModelShare,
    report_text,
)
from gutshot.work.charts import solve_chart

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.holdem.preflop.simplified import Change
    from gutshot.holdem.preflop.tree import Ending

__all__ = ["measure_change", "measure_share"]

_STACK_BB: Final = 100
_BLINDS: Final = 2


def measure_share(players: int, stack_bb: int) -> ModelShare:
    """Return how much of a chart is modelled: of a shipped or kept one, or else of a new one.

    A new one is kept; `gutshot preflop build --only format=cash` solves all of them at once.
    """
    spec = spec_from({"players": players, "stack": stack_bb}, "catalogue")
    found = kept_chart(spec)
    if found is None:
        solved = solve_chart(spec)
        if solved is None or not solved.converged:
            raise GutshotError(f"the chart of {players} seats with {stack_bb} misses its bar")
        chart = read_set(keep_chart(spec, solved.file))
    else:
        chart = found.chart
    return ModelShare(
        players,
        stack_bb,
        chart.model_share,
        chart.certificate.exploitability,
        chart.bar_bb,
        len(chart.decisions),
    )


def measure_change(change: Change) -> Changed:
    """Solve a spot by the usual rules and with something put back, and compare the two."""
    usual = {"players": change.players, "stack": _STACK_BB}
    before, after = (
        PreflopChart.of(solve_preflop(spec_from({**usual, **keys}, change.id)))
        for keys in ({}, change.keys)
    )
    used = _COUNTED[change.counted](after.spec.players)
    return Changed(
        change.players,
        (len(before.nodes), len(after.nodes)),
        (before.certificate.values, after.certificate.values),
        (_first_in(before), _first_in(after)),
        after.share_of(used),
        (before.certificate.exploitability, after.certificate.exploitability),
    )


def _first_in(chart: PreflopChart) -> tuple[float, ...]:
    """Return by seat but the last what percentage of hands enters when all before it folded."""
    found = []
    for player in range(chart.spec.players - 1):
        node = chart.node("F" * player)
        folded = float(node.frequency[node.actions.index("F")])
        found.append(100 * (1 - folded))
    return tuple(found)


def _larger(players: int) -> Callable[[Ending], bool]:
    del players
    return lambda ending: "R2" in ending.node


def _limped(players: int) -> Callable[[Ending], bool]:
    """Tell whether the first to enter called, and was none of the blinds."""

    def limped(ending: Ending) -> bool:
        entered = ending.node.lstrip("F")
        before = len(ending.node) - len(entered)
        return entered.startswith("C") and before < players - _BLINDS

    return limped


def _many(players: int) -> Callable[[Ending], bool]:
    del players
    return lambda ending: ending.hand.entered.bit_count() > 3


def _none(players: int) -> Callable[[Ending], bool]:
    del players
    return lambda _: False


_COUNTED: Final = {"larger": _larger, "limps": _limped, "entrants": _many, "": _none}


if __name__ == "__main__":
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("changes", total=len(CHANGES))
        changes = {}
        for one in CHANGES:
            changes[one.id] = measure_change(one)
            bar.advance(task)
        shares = []
        task = bar.add_task("shares", total=len(SEATS) * len(STACKS_BB))
        for seats in SEATS:
            for depth in STACKS_BB:
                shares.append(measure_share(seats, depth))
                bar.advance(task)
    REPORT.write_text(report_text(shares, changes), encoding="utf-8")
