"""Strategies of every length for a pay table: a job, because the search takes seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gutshot.jobs import register
from gutshot.videopoker.strategy import generate
from gutshot.work.table_work import TableWork, table_of

if TYPE_CHECKING:
    from gutshot.jobs import Job

__all__ = ["STRATEGIES", "strategies"]

STRATEGIES: Final = TableWork("videopoker.strategies", "strategies", "Strategies for", version=3)
"""Its version goes up when `generate` finds other lists or their wording changes."""


def strategies(inputs: dict[str, Any], job: Job) -> dict[str, Any]:
    """Find the strategies of a table; each is a text that `read_strategy` reads.

    rows : lines of text, each once: a game with two jokers has a thousand lists of a thousand rows.
    options : size (lines and exceptions), cost (return lost, a float of the search), and which rows
    make the list, in their order.
    """
    table = table_of(inputs)

    def tell(share: float) -> None:
        job.check()
        job.progress(share, "Trying lines and exceptions on every deal")

    tell(0.0)
    found = generate(table, tell)
    rows: dict[str, int] = {}
    options = []
    for one in found.options:
        places = [rows.setdefault(row, len(rows)) for row in one.strategy.text(table).splitlines()]
        options.append({"size": one.size, "cost": one.cost, "rows": places})
    return {
        "schema": "gutshot.videopoker.strategies/1",
        "rows": list(rows),
        "options": options,
    }


register(STRATEGIES.kind, "gutshot.work.strategies:strategies")
