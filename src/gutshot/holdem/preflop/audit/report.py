"""What independence costs the shipped charts for six and nine seats, as it was measured: a file."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from gutshot.catalogue import DATA
from gutshot.errors import CatalogueError
from gutshot.holdem.preflop.audit.real_deals import Audit, SeatAudit

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["REPORT", "audits_text", "shipped_audits"]

REPORT: Final = DATA / "evidence" / "real-deals.json"
_SCHEMA: Final = "gutshot.preflop.real-deals/1"
_REBUILD: Final = "python -m gutshot.work.real_deals"


def audits_text(found: Mapping[int, Audit]) -> str:
    """Return the content of the file; charts by their players, cash with 100 big blinds."""
    charts = {str(players): asdict(audit) for players, audit in found.items()}
    return json.dumps({"schema": _SCHEMA, "rebuild": _REBUILD, "charts": charts}, indent=1) + "\n"


@cache
def shipped_audits() -> dict[int, Audit]:
    """Return what the file says, by players.

    Raises
    ------
    CatalogueError
        When it is missing or holds something else.
    """
    try:
        content = json.loads(REPORT.read_text(encoding="utf-8"))
        if content["schema"] != _SCHEMA:
            raise KeyError(content["schema"])
        return {int(players): _read(one) for players, one in content["charts"].items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise CatalogueError(
            f"{REPORT} is not a report of {_REBUILD}, which writes it anew: {error}"
        ) from error


def _read(one: Mapping[str, Any]) -> Audit:
    seats = tuple(
        SeatAudit(str(seat.pop("seat")), **{key: float(told) for key, told in seat.items()})
        for seat in one["seats"]
    )
    return Audit(seats, int(one["deals"]), int(one["boards"]), int(one["seed"]), stopped=False)
