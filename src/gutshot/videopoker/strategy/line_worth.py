"""What each exception of a strategy is worth, with a hand that shows it, and which lines tie."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.game_return import common_denominator
from gutshot.videopoker.strategy.following import UNCOVERED, follow
from gutshot.videopoker.strategy.priority_list import Strategy
from gutshot.videopoker.strategy_return import all_evs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.pay_table import PayTable

__all__ = ["ExceptionWorth", "LineWorth", "Shown", "line_worths"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A deal that shows a line at work. deal : rising card ids; held : the mask that is played."""

    deal: tuple[int, ...]
    held: int


@dataclass(frozen=True, slots=True)
class ExceptionWorth:
    """What an exception does.

    deals : how many it takes. gain : what it adds to the return, per coin bet; negative for one
    that does harm. example : None for one that is never taken.
    """

    deals: int
    gain: Fraction
    example: Shown | None


@dataclass(frozen=True, slots=True)
class LineWorth:
    """What a line does.

    deals : how many it decides without its exceptions. either : deals of these on which several
    holds fit the line and are exactly as good as the one played. example : as of an exception.
    """

    deals: int
    either: int
    example: Shown | None
    exceptions: tuple[ExceptionWorth, ...]


def line_worths(strategy: Strategy, table: PayTable) -> tuple[LineWorth, ...]:
    """Return what each line of a strategy and each of its exceptions does, counted exactly."""
    plain = follow(Strategy(tuple(replace(x, exceptions=()) for x in strategy.lines)), table)
    full = follow(strategy, table)
    deals = deal_classes(table.deck.jokers)
    evs = all_evs(table)
    every = np.arange(len(evs))
    played = np.where(full.masks == UNCOVERED, 0, full.masks).astype(np.int64)
    own = np.where(plain.masks == UNCOVERED, 0, plain.masks).astype(np.int64)
    change = evs[every, played] - evs[every, own]
    equal = np.zeros(len(evs), np.int64)
    for mask in range(32):
        equal |= (evs[:, mask] == evs[every, played]).astype(np.int64) << mask
    ties = np.bitwise_count(full.choices & equal) > 1
    unit = comb(table.deck.size, 5) * common_denominator(table.deck) * table.scale

    def shown(at: NDArray[np.intp]) -> Shown | None:
        if not len(at):
            return None
        # the middle one: the first classes of every kind are full of deuces
        one = at[len(at) // 2]
        return Shown(tuple(deals.cards[one].tolist()), int(played[one]))

    def gain(at: NDArray[np.intp]) -> Fraction:
        pairs = zip(deals.weights[at].tolist(), change[at].tolist(), strict=True)
        return Fraction(sum(weight * more for weight, more in pairs), unit)

    out = []
    for number, line in enumerate(strategy.lines):
        here = full.lines == number
        at = np.flatnonzero(here & (full.exceptions == UNCOVERED))
        worths = []
        for place in range(len(line.exceptions)):
            taken = np.flatnonzero(here & (full.exceptions == place))
            count = int(deals.weights[taken].sum())
            worths.append(ExceptionWorth(count, gain(taken), shown(taken)))
        either = int(deals.weights[at[ties[at]]].sum())
        out.append(LineWorth(int(deals.weights[at].sum()), either, shown(at), tuple(worths)))
    return tuple(out)
