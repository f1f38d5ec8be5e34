"""Long work on one pay table, done once and kept.

A job's inputs name the table by its deck and lines, so that a table of anybody's own is as good as
one of the catalogue; equal tables are one job, whose result is kept with it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gutshot.videopoker import ENGINE_VERSION, from_mapping

if TYPE_CHECKING:
    from gutshot.videopoker import PayTable

__all__ = ["TableWork", "table_of"]


@dataclass(frozen=True, slots=True)
class TableWork:
    """What is worked out for a table.

    kind : of its jobs. prefix : of their ids. title : what a list calls one, in front of the
    table's name. version : raised when the work itself changes, so that it is done again; 0 for one
    that never did.
    """

    kind: str
    prefix: str
    title: str
    version: int = 0

    def inputs(self, table: PayTable) -> dict[str, Any]:
        """Return the inputs of the job for a table; its name is not among them."""
        inputs: dict[str, Any] = {
            "engine": ENGINE_VERSION,
            "deck": table.deck.name,
            "pays": [[line.category, str(line.pays)] for line in table.lines],
        }
        return inputs | ({"version": self.version} if self.version else {})

    def job_id(self, table: PayTable) -> str:
        """Return the id of the job for a table."""
        text = json.dumps(self.inputs(table), sort_keys=True)
        return f"{self.prefix}-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def table_of(inputs: dict[str, Any]) -> PayTable:
    """Return the table that a job's inputs name."""
    return from_mapping("pay table", inputs["deck"], dict(inputs["pays"]))
