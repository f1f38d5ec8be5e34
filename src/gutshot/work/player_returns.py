"""What each computer player returns on a pay table: a job, because it walks all deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gutshot.cards.text import card_name
from gutshot.jobs import register
from gutshot.videopoker.players import LEVELS, player_return
from gutshot.work.table_work import TableWork, table_of

if TYPE_CHECKING:
    from gutshot.jobs import Job
    from gutshot.videopoker import PayTable

__all__ = ["RETURNS", "levels_for", "player_returns"]

RETURNS: Final = TableWork(
    "videopoker.player-returns", "players", "Returns of the computer players on"
)


def levels_for(table: PayTable) -> tuple[str, ...]:
    """Return the levels that can play a table: Normal knows no wild cards."""
    wild = bool(table.deck.jokers) or table.deck.wild_rank is not None
    return tuple(level for level in LEVELS if not (wild and level == "normal"))


def player_returns(inputs: dict[str, Any], job: Job) -> dict[str, Any]:
    """Work out every player's exact return and dearest deals; exact numbers are text."""
    table = table_of(inputs)
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


register(RETURNS.kind, "gutshot.work.player_returns:player_returns")
