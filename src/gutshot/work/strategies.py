"""Strategies of every length for a pay table: a job, because the search takes seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gutshot.jobs import register
from gutshot.videopoker.strategy import generate
from gutshot.work.table_work import TableWork, table_of

if TYPE_CHECKING:
    from gutshot.jobs import Job

__all__ = ["STRATEGIES", "strategies"]

STRATEGIES: Final = TableWork("videopoker.strategies", "strategies", "Strategies for", version=1)
"""Its version goes up when `generate` finds other lists or their wording changes."""


def strategies(inputs: dict[str, Any], job: Job) -> dict[str, Any]:
    """Find the strategies of a table; each is a text that `read_strategy` reads.

    size : lines and exceptions. cost : return lost, a float of the search.
    """
    table = table_of(inputs)

    def tell(share: float) -> None:
        job.check()
        job.progress(share, "Trying lines and exceptions on every deal")

    tell(0.0)
    found = generate(table, tell)
    return {
        "schema": "gutshot.videopoker.strategies/1",
        "options": [
            {"size": one.size, "cost": one.cost, "text": one.strategy.text(table)}
            for one in found.options
        ],
    }


register(STRATEGIES.kind, "gutshot.work.strategies:strategies")
