"""What charts leave out, as it was measured: a file.

It holds the share of deals that the flop model prices, by seats and stack, and spots that were
solved twice: by the usual rules, and with one of them changed. What the rules leave out is put back
(a second raise size, limps from every seat, a fourth entrant), or two hands, which are dealt
exactly, are dealt independently as those of larger tables are.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from gutshot.catalogue import DATA
from gutshot.errors import CatalogueError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

__all__ = [
    "CHANGES",
    "REPORT",
    "SEATS",
    "STACKS_BB",
    "Change",
    "Changed",
    "ModelShare",
    "read_report",
    "report_text",
    "shipped_changes",
    "shipped_shares",
]

REPORT: Final = DATA / "evidence" / "simplified-charts.json"
_SCHEMA: Final = "gutshot.preflop.simplified/1"
_REBUILD: Final = "python -m gutshot.work.simplified"

SEATS: Final = tuple(range(2, 10))
STACKS_BB: Final = (5, 10, 20, 30, 50, 100, 200)
"""Of the charts whose modelled share is measured, cash."""


@dataclass(frozen=True, slots=True)
class ModelShare:
    """How much of a chart is modelled.

    Attributes
    ----------
    players, stack_bb : int
        Cash, the usual rules.
    share : float
        Of deals that end in the flop model, 0..1.
    exploitability_bb, bar_bb : float
        How far it was solved, big blinds a hand.
    decisions : int
        Of its tree.
    """

    players: int
    stack_bb: int
    share: float
    exploitability_bb: float
    bar_bb: float
    decisions: int


@dataclass(frozen=True, slots=True)
class Change:
    """A spot and what is changed in it.

    Attributes
    ----------
    id : str
        Its key in the file.
    players : int
        Of the spot, cash with 100 big blinds.
    keys : dict
        Keys of a spot's file that change it.
    counted : str
        Which endings were not there before: `larger` sizes, `limps` before the blinds, `entrants`
        beyond three; "" where the change adds none.
    """

    id: str
    players: int
    keys: Mapping[str, object]
    counted: str


_LARGER: Final = {
    "all_in_below": "0.1",
    "open": {"heads_up": [3, 4], "small_blind": [3, 4], "other": ["2.2", 3]},
    "over_limp": {"heads_up": ["3.5", 5], "other": ["3.5", 5], "per_limper": 0},
    "reraise": {
        "in_position": [[3, 4], ["2.3", "2.8"], ["2.2", "2.7"]],
        "out_of_position": [[4, 5], ["2.3", "2.8"], ["2.2", "2.7"]],
        "per_caller": 1,
    },
}
"""The usual sizes, and beside each a larger one."""

CHANGES: Final = (
    Change("sizes_two", 2, {"sizes": _LARGER}, "larger"),
    Change("sizes_three", 3, {"sizes": _LARGER}, "larger"),
    Change("limps", 4, {"limps": "all"}, "limps"),
    Change("entrants", 4, {"entrants": 4}, "entrants"),
    Change("independent_two", 2, {"deals": "classes"}, ""),
)


@dataclass(frozen=True, slots=True)
class Changed:
    """A spot solved by the usual rules and with a change.

    Attributes
    ----------
    players : int
        Its seats.
    decisions : (int, int)
        Of both trees, the usual one first, as in all pairs here.
    values_bb : (tuple of float, tuple of float)
        What each seat earns.
    first_in_percent : (tuple of float, tuple of float)
        By seat, the last one left out: hands that it enters with when all before it have folded.
    used : float
        Share of deals in which what was put back is used, 0..1.
    exploitability_bb : (float, float)
        How far both were solved.
    """

    players: int
    decisions: tuple[int, int]
    values_bb: tuple[tuple[float, ...], tuple[float, ...]]
    first_in_percent: tuple[tuple[float, ...], tuple[float, ...]]
    used: float
    exploitability_bb: tuple[float, float]

    @property
    def moved_bb(self) -> float:
        """How much the EV of a seat changes at most."""
        before, after = self.values_bb
        return max(abs(new - old) for old, new in zip(before, after, strict=True))

    @property
    def moved_percent(self) -> float:
        """How much the share of hands with which a seat enters first changes at most, in points."""
        before, after = self.first_in_percent
        return max(abs(new - old) for old, new in zip(before, after, strict=True))


def report_text(shares: Iterable[ModelShare], changes: Mapping[str, Changed]) -> str:
    """Return the content of the file."""
    content = {
        "schema": _SCHEMA,
        "rebuild": _REBUILD,
        "shares": [asdict(one) for one in shares],
        "changes": {name: asdict(one) for name, one in changes.items()},
    }
    return json.dumps(content, indent=1) + "\n"


def shipped_shares() -> dict[tuple[int, int], ModelShare]:
    """Return by players and stack how much of a chart is modelled.

    Raises
    ------
    CatalogueError
        When the file is missing or holds something else.
    """
    return read_report(REPORT)[0]


def shipped_changes() -> dict[str, Changed]:
    """Return what the changes of `CHANGES` came to, by their ids.

    Raises
    ------
    CatalogueError
        When the file is missing or holds something else.
    """
    return read_report(REPORT)[1]


@cache
def read_report(path: Path) -> tuple[dict[tuple[int, int], ModelShare], dict[str, Changed]]:
    """Return what a file says: shares by players and stack, changes by their ids.

    Raises
    ------
    CatalogueError
        When it is missing or holds something else.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["schema"] != _SCHEMA:
            raise KeyError(content["schema"])
        shares = [
            ModelShare(
                int(one["players"]),
                int(one["stack_bb"]),
                float(one["share"]),
                float(one["exploitability_bb"]),
                float(one["bar_bb"]),
                int(one["decisions"]),
            )
            for one in content["shares"]
        ]
        changes = {change.id: _changed(content["changes"][change.id]) for change in CHANGES}
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise CatalogueError(
            f"{path} is not a report of {_REBUILD}, which writes it anew: {error}"
        ) from error
    return {(one.players, one.stack_bb): one for one in shares}, changes


def _changed(one: Mapping[str, Any]) -> Changed:
    def pair(key: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
        before, after = one[key]
        return tuple(map(float, before)), tuple(map(float, after))

    (least, most), (left, then) = one["decisions"], one["exploitability_bb"]
    return Changed(
        int(one["players"]),
        (int(least), int(most)),
        pair("values_bb"),
        pair("first_in_percent"),
        float(one["used"]),
        (float(left), float(then)),
    )
