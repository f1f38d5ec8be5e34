"""Measure what first-in jams owe to independent deals: ``python -m gutshot.work.first_in_jams``."""

from __future__ import annotations

from typing import Final

from gutshot.errors import GutshotError
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.audit import audit_chart, play_by_own_hand
from gutshot.holdem.preflop.first_in_jams import REPORT, STACKS_BB, FirstInJam, jams_text

__all__ = ["measure"]

BEHIND: Final = (1, 2, 3, 4)
DEALS: Final = 200_000
_BAR_BB: Final = 1e-4


def measure(stack_bb: int, behind: int, deals: int = DEALS) -> FirstInJam:
    """Solve a jam-or-fold table both ways and audit both charts on real deals."""
    table = {"players": behind + 1, "stack": stack_bb, "limit": "jam", "deals": "classes"}
    before = PreflopChart.of(solve_preflop(spec_from(table, "table"), exploitability_bb=_BAR_BB))
    after = play_by_own_hand(before)
    audits = [audit_chart(chart, deals=deals, boards=0) for chart in (before, after)]
    first = [audit.seats[0] for audit in audits if audit is not None]
    if len(first) < len(audits):
        raise GutshotError("an audit was left off")
    independent, own_hand = first
    return FirstInJam(
        stack_bb,
        behind,
        _jammed(before),
        _jammed(after),
        independent.gain_bb,
        own_hand.gain_bb,
        max(independent.gain_error_bb, own_hand.gain_error_bb),
    )


def _jammed(chart: PreflopChart) -> float:
    node = chart.node("")
    return 100 * float(node.frequency[node.actions.index("A")])


if __name__ == "__main__":
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("tables", total=len(STACKS_BB) * len(BEHIND))
        found = []
        for stack in STACKS_BB:
            for left in BEHIND:
                found.append(measure(stack, left))
                bar.advance(task)
    REPORT.write_text(jams_text(found), encoding="utf-8")
