"""A database in which the search of a game is done already, with lists that others published."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gutshot.storage import Database
from gutshot.videopoker.strategy import judge_strategy, read_strategy
from gutshot.work.strategies import STRATEGIES

if TYPE_CHECKING:
    from gutshot.videopoker import PayTable

LISTS = Path(__file__).parents[1] / "data" / "strategies"
JACKS = ("jacks-9-6-simple", "jacks-9-6-intermediate", "jacks-9-6-optimal")


def published(name: str) -> str:
    return (LISTS / f"{name}.txt").read_text(encoding="utf-8")


def searched(lists: dict[PayTable, list[str]]) -> Database:
    """Return a database that keeps these lists as what the search of each table found."""
    database = Database.open("sqlite://")
    now = datetime.now(UTC)
    for table, texts in lists.items():
        rows: list[str] = []
        options = []
        for text in texts:
            strategy = read_strategy(text, table)
            cost = float(judge_strategy(strategy, table).cost)
            said = strategy.text(table).splitlines()
            places = list(range(len(rows), len(rows) + len(said)))
            rows += said
            options.append({"size": strategy.size, "cost": cost, "rows": places})
        inputs = json.dumps(STRATEGIES.inputs(table), sort_keys=True, separators=(",", ":"))
        job_id = STRATEGIES.job_id(table)
        assert database.jobs.add(job_id, STRATEGIES.kind, inputs, now=now, queue_limit=9)
        claimed = database.jobs.claim("test", now=now)
        assert claimed
        result = json.dumps(
            {"schema": "gutshot.videopoker.strategies/1", "rows": rows, "options": options}
        )
        assert database.jobs.finish(
            job_id, claimed.attempt, "done", message="", result=result, now=now
        )
    return database
