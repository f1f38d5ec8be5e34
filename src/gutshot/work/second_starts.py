"""Measure how far apart a second start ends: ``python -m gutshot.work.second_starts``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.holdem.preflop.starts import START_SEED, Apart, how_far_apart
from gutshot.holdem.preflop.starts_report import REPORT, STACK_BB, report_text
from gutshot.work.build import PAST_THE_BAR

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["measure"]


def measure(
    players: int, progress: Callable[[float], None] | None = None, seed: int = START_SEED
) -> Apart:
    """Solve the spot of a shipped chart from a second start and compare the two."""
    spec = spec_from({"players": players, "stack": STACK_BB}, "shipped")
    found = kept_chart(spec)
    if found is None:
        first = PreflopChart.of(solve_preflop(spec, past_the_bar=PAST_THE_BAR))
    else:
        first = found.chart.whole()
    second = solve_preflop(spec, second_start=seed, past_the_bar=PAST_THE_BAR, progress=progress)
    return how_far_apart(first, PreflopChart.of(second))


if __name__ == "__main__":
    from rich.console import Console
    from rich.progress import Progress
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    with Progress(console=Console(stderr=True)) as bar, threadpool_limits(1, "blas"):
        by_players = {}
        for players in range(3, 10):
            task = bar.add_task(f"{players} seats", total=1.0)
            by_players[players] = measure(
                players,
                lambda share, task=task: bar.update(task, completed=share),  # type: ignore[misc]
            )
    REPORT.write_text(report_text(by_players, START_SEED), encoding="utf-8")
