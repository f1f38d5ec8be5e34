"""How far apart a second start ended, as it was measured for the shipped charts: a file."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from gutshot.catalogue import DATA
from gutshot.errors import CatalogueError
from gutshot.holdem.preflop.starts import Apart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = ["REPORT", "Measured", "measured_apart", "report_text", "shipped_report"]

REPORT: Final = DATA / "evidence" / "second-start.json"
_SCHEMA: Final = "gutshot.preflop.second-start/1"
_REBUILD: Final = "python -m gutshot.work.second_starts"
STACK_BB: Final = 100
"""Of the charts that were measured, cash."""


class Measured(NamedTuple):
    """What was measured of the chart of so many players that is nearest to a spot."""

    players: int
    apart: Apart
    same: bool


def report_text(found: Mapping[int, Apart], seed: int) -> str:
    """Return the content of the file."""
    content = {
        "schema": _SCHEMA,
        "rebuild": _REBUILD,
        "seed": seed,
        "stack_bb": STACK_BB,
        "charts": {str(players): asdict(apart) for players, apart in found.items()},
    }
    return json.dumps(content, indent=1) + "\n"


@cache
def shipped_report() -> dict[int, Apart]:
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
        return {
            int(players): Apart(
                float(one["largest"]),
                str(one["node"]),
                int(one["hand"]),
                float(one["mean"]),
                int(one["nodes"]),
                tuple(map(float, one["values_bb"])),
                tuple(map(float, one["first_in_percent"])),
                (float(one["gains_bb"][0]), float(one["gains_bb"][1])),
            )
            for players, one in content["charts"].items()
        }
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise CatalogueError(
            f"{REPORT} is not a report of {_REBUILD}, which writes it anew: {error}"
        ) from error


def measured_apart(spec: PreflopSpec) -> Measured | None:
    """Return what was measured of a spot, or of the nearest one; None for two players.

    Two players who play for chips without rake have one value, whatever they start with.
    """
    from gutshot.holdem.preflop.spec_reading import spec_from

    if spec.players == 2:
        return None
    found = shipped_report()
    players = min(found, key=lambda number: (abs(number - spec.players), number))
    same = spec == spec_from({"players": players, "stack": STACK_BB}, "shipped")
    return Measured(players, found[players], same)
