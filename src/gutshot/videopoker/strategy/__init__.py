"""Strategies: priority lists that resolve every deal to one hold.

`generate` finds them for any pay table, from short to exact; `read_strategy` reads one's own,
`judge_strategy` counts what it returns, `follow` says what it holds, `line_worths` what its
exceptions are for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.videopoker.strategy.following import Followed, follow
from gutshot.videopoker.strategy.judgement import StrategyJudgement, judge_strategy
from gutshot.videopoker.strategy.line_worth import line_worths
from gutshot.videopoker.strategy.priority_list import Instead, Line, Strategy
from gutshot.videopoker.strategy.reading import load_strategy, read_strategy

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.generating import Generated

__all__ = [
    "Followed",
    "Instead",
    "Line",
    "Strategy",
    "StrategyJudgement",
    "follow",
    "generate",
    "judge_strategy",
    "line_worths",
    "load_strategy",
    "read_strategy",
]


def generate(table: PayTable, progress: Callable[[float], None] | None = None) -> Generated:
    """Return strategies for a pay table, from the shortest to an exact one.

    progress : told the share that is done, 0 to 1.
    """
    from gutshot.videopoker.strategy.generating import generate as found  # loads numba

    return found(table, progress)
