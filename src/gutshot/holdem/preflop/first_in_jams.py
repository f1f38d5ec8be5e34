"""First-in jams by how hands are dealt: independently, and with a player's own two cards minded.

An often copied chart of first-in jams (SOURCES.md) is wider than charts of independent deals where
two or three players are left to act. The file says why: what each seat jams when it takes its own
cards out of what the others can hold.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from gutshot.catalogue import DATA
from gutshot.errors import CatalogueError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["REPORT", "STACKS_BB", "FirstInJam", "jams_text", "shipped_jams"]

REPORT: Final = DATA / "evidence" / "first-in-jams.json"
STACKS_BB: Final = (10, 12, 15, 20)
_SCHEMA: Final = "gutshot.preflop.first-in-jams/1"
_REBUILD: Final = "python -m gutshot.work.first_in_jams"


@dataclass(frozen=True, slots=True)
class FirstInJam:
    """What the first seat jams, in percent of hands, all having the same stack; no ante.

    Attributes
    ----------
    stack_bb, behind : int
        Big blinds, and how many players are left to act.
    independent_percent, own_hand_percent : float
        In the chart of independent deals, and in that of `audit.play_by_own_hand`.
    independent_gain_bb, own_hand_gain_bb : float
        What a response of the first seat still gains on real deals, big blinds a hand (`audit`).
    gain_error_bb : float
        The larger standard error of the two.
    """

    stack_bb: int
    behind: int
    independent_percent: float
    own_hand_percent: float
    independent_gain_bb: float
    own_hand_gain_bb: float
    gain_error_bb: float


def jams_text(found: Iterable[FirstInJam]) -> str:
    """Return the content of the file."""
    content = {"schema": _SCHEMA, "rebuild": _REBUILD, "jams": [asdict(one) for one in found]}
    return json.dumps(content, indent=1) + "\n"


@cache
def shipped_jams() -> dict[tuple[int, int], FirstInJam]:
    """Return what the file says, by stack and players left to act.

    Raises
    ------
    CatalogueError
        When it is missing or holds something else.
    """
    try:
        content = json.loads(REPORT.read_text(encoding="utf-8"))
        if content["schema"] != _SCHEMA:
            raise KeyError(content["schema"])
        rows = [FirstInJam(**one) for one in content["jams"]]
        return {(row.stack_bb, row.behind): row for row in rows}
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise CatalogueError(
            f"{REPORT} is not a report of {_REBUILD}, which writes it anew: {error}"
        ) from error
