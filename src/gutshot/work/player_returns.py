"""What each computer player returns on a pay table: a job, because it walks all deals.

The job's inputs name the table by its deck and lines, so that a table of anybody's own is as good
as one of the catalogue; equal tables are one job, whose result is kept with it.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.text import card_name
from gutshot.jobs import register
from gutshot.videopoker import ENGINE_VERSION, from_mapping
from gutshot.videopoker.players import LEVELS, player_return

if TYPE_CHECKING:
    from gutshot.jobs import Job
    from gutshot.videopoker import PayTable

__all__ = ["KIND", "inputs_for", "job_id_for", "levels_for", "player_returns"]

KIND: Final = "videopoker.player-returns"


def levels_for(table: PayTable) -> tuple[str, ...]:
    """Return the levels that can play a table: Normal knows no wild cards."""
    wild = bool(table.deck.jokers) or table.deck.wild_rank is not None
    return tuple(level for level in LEVELS if not (wild and level == "normal"))


def inputs_for(table: PayTable) -> dict[str, Any]:
    """Return the inputs of the job for a table; its name is not among them."""
    return {
        "engine": ENGINE_VERSION,
        "deck": table.deck.name,
        "pays": [[line.category, str(line.pays)] for line in table.lines],
    }


def job_id_for(table: PayTable) -> str:
    """Return the id of the job for a table."""
    text = json.dumps(inputs_for(table), sort_keys=True)
    return f"players-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def player_returns(inputs: dict[str, Any], job: Job) -> dict[str, Any]:
    """Work out every player's exact return and dearest deals; exact numbers are text."""
    table = from_mapping("pay table", inputs["deck"], dict(inputs["pays"]))
    levels = levels_for(table)
    out: dict[str, Any] = {}
    for done, level in enumerate(levels):
        job.check()
        job.progress(done / len(levels), f"{level.capitalize()} plays every deal")
        found = player_return(level, table)
        out[level] = {
            "return": str(found.return_fraction),
            "best": str(found.best),
            "cost": str(found.cost),
            "wrong_deals": found.wrong_deals,
            "dearest": [
                {
                    "deal": [card_name(card) for card in one.deal],
                    "deals": one.deals,
                    "cost": str(one.cost),
                }
                for one in found.costly
            ],
        }
    return {"schema": "gutshot.videopoker.players/1", "levels": out}


register(KIND, "gutshot.work.player_returns:player_returns")
