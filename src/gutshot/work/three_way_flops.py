"""Measure what classes cost flops of three: ``python -m gutshot.work.three_way_flops``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gutshot.errors import GutshotError
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.audit.three_way_flops import (
    REPORT,
    ThreeWayFlops,
    audit_three_way_flops,
    report_text,
)
from gutshot.holdem.preflop.kept import kept_chart

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["DEALS", "PLAYERS", "measure"]

PLAYERS: Final = (6,)
DEALS: Final = 44_000_000
"""Of the shipped chart's real deals one in 41 comes to a flop of three: a million of these."""


def measure(
    players: int, deals: int = DEALS, progress: Callable[[float], None] | None = None
) -> ThreeWayFlops:
    """Play the shipped chart of so many players, cash with 100 big blinds.

    Raises
    ------
    GutshotError
        When there is no such chart.
    """
    found = kept_chart(spec_from({"players": players, "stack": 100}, "shipped"))
    played = (
        None
        if found is None
        else audit_three_way_flops(found.chart.whole(), deals=deals, progress=progress)
    )
    if played is None:
        raise GutshotError(f"there is no chart for {players} seats to play")
    return played


if __name__ == "__main__":
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as bar:
        by_players = {}
        for players in PLAYERS:
            task = bar.add_task(f"{players} seats", total=1.0)
            by_players[players] = measure(
                players,
                progress=lambda share, task=task: bar.update(task, completed=share),  # type: ignore[misc]
            )
    REPORT.write_text(report_text(by_players), encoding="utf-8")
