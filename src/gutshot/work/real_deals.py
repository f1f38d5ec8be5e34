"""Measure what independence costs two shipped charts: ``python -m gutshot.work.real_deals``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gutshot.errors import GutshotError
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.audit import Audit, audit_chart
from gutshot.holdem.preflop.audit.report import REPORT, audits_text
from gutshot.holdem.preflop.kept import kept_chart

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PLAYERS", "measure"]

PLAYERS: Final = (6, 9)
DEALS: Final = 4_000_000


def measure(
    players: int, deals: int = DEALS, progress: Callable[[float], None] | None = None
) -> Audit:
    """Audit the shipped chart of so many players, cash with 100 big blinds.

    Raises
    ------
    GutshotError
        When there is no such chart.
    """
    found = kept_chart(spec_from({"players": players, "stack": 100}, "shipped"))
    audit = (
        None if found is None else audit_chart(found.chart.whole(), deals=deals, progress=progress)
    )
    if audit is None:
        raise GutshotError(f"there is no chart for {players} seats to audit")
    return audit


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
    REPORT.write_text(audits_text(by_players), encoding="utf-8")
