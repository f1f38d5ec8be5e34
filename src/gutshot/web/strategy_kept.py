"""The strategies of a table as a finished job left them, and what one of them is found to cost."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from gutshot.videopoker.strategy import judge_strategy, line_worths, read_strategy
from gutshot.videopoker.strategy.following import follow

if TYPE_CHECKING:
    from gutshot.jobs import JobStatus
    from gutshot.videopoker import PayTable
    from gutshot.videopoker.strategy import Followed, Strategy, StrategyJudgement
    from gutshot.videopoker.strategy.line_worth import LineWorth

__all__ = ["COMMON_COST", "Judged", "Kept", "judged", "kept_of", "played"]

COMMON_COST: Final = 1e-4
"""What the list costs at most that is shown when no length is asked for: a hundredth of a percent
of the bet, about what a player loses to haste."""

_NOTHING: Final = 1e-15
"""No cost is smaller but for what a float's rounding leaves of 0."""

_LINE: Final = re.compile(r" *\d+\. ")
_STOPS: Final = 100
_APART: Final = 1.03
_KEPT: Final = 8
_JUDGED: Final = 6
_FOLLOWED: Final = 4


@dataclass(frozen=True, eq=False, slots=True)
class Kept:
    """Strategies of one table, longer and longer, each cheaper than those before.

    sizes : lines and exceptions. lines : lines alone. costs : return lost, floats of the search;
    the last one is 0. rows : rows of text; of_option : which of them make each list.
    """

    table: PayTable
    sizes: tuple[int, ...]
    lines: tuple[int, ...]
    costs: tuple[float, ...]
    rows: tuple[str, ...]
    of_option: tuple[tuple[int, ...], ...]

    def text(self, at: int) -> str:
        """Return one list as `read_strategy` takes it."""
        return "\n".join(self.rows[place] for place in self.of_option[at]) + "\n"

    def at_most(self, size: int | None) -> int:
        """Return the place of the longest list of at most `size` lines, the shortest if none is.

        None means the shortest list that costs at most `COMMON_COST`.
        """
        if size is None:
            return self.within(COMMON_COST)
        return max(bisect_right(self.sizes, size) - 1, 0)

    def within(self, cost: float) -> int:
        """Return the place of the shortest list that costs at most `cost`."""
        last = len(self.costs) - 1
        return next((at for at, one in enumerate(self.costs) if one <= cost), last)

    def stops(self, shown: int) -> list[int]:
        """Return the places that the knob and the curve offer, `shown` among them.

        All while they are few; the further out, the wider apart.
        """
        out = [0]
        for at, size in enumerate(self.sizes):
            if at == shown or size >= self.sizes[out[-1]] * _APART or len(self.sizes) <= _STOPS:
                out.append(at)
        return sorted({*out, len(self.sizes) - 1})

    def judged(self, at: int) -> Judged:
        """Return one list and what it is found to cost."""
        return judged(self.text(at), self.table)


def kept_of(table: PayTable, status: JobStatus) -> Kept:
    """Return what a finished job holds; see `gutshot.work.strategies`."""
    return _kept(table, status.result_json or "")


@lru_cache(maxsize=_KEPT)
def _kept(table: PayTable, result_json: str) -> Kept:
    result: dict[str, Any] = json.loads(result_json)
    rows, options = tuple(result["rows"]), result["options"]
    is_line = [bool(_LINE.match(row)) for row in rows]
    return Kept(
        table=table,
        sizes=tuple(one["size"] for one in options),
        lines=tuple(sum(is_line[place] for place in one["rows"]) for one in options),
        costs=tuple(one["cost"] if one["cost"] > _NOTHING else 0.0 for one in options),
        rows=rows,
        of_option=tuple(tuple(one["rows"]) for one in options),
    )


@dataclass(frozen=True, eq=False, slots=True)
class Judged:
    """A list read back, its exact figures, and what its lines and exceptions are for."""

    strategy: Strategy
    judgement: StrategyJudgement
    worths: tuple[LineWorth, ...]


@lru_cache(maxsize=_JUDGED)
def judged(text: str, table: PayTable) -> Judged:
    """Return what a list costs, counted over all deals.

    Raises
    ------
    StrategyError
        For a text that is no strategy of this table.
    """
    strategy = read_strategy(text, table)
    return Judged(strategy, judge_strategy(strategy, table), line_worths(strategy, table))


@lru_cache(maxsize=_FOLLOWED)
def played(text: str, table: PayTable) -> tuple[Strategy, Followed]:
    """Return a list and what it holds on every deal, without counting what that costs."""
    strategy = read_strategy(text, table)
    return strategy, follow(strategy, table)
