"""What each line of a strategy does: deals, costs, and why a line is never reached."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.game_return import common_denominator
from gutshot.videopoker.strategy.conditions import Holdings
from gutshot.videopoker.strategy.held_sets import dealt_wild, held_sets
from gutshot.videopoker.strategy.holders import fitting_holds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.following import Followed
    from gutshot.videopoker.strategy.phrases import Phrase
    from gutshot.videopoker.strategy.priority_list import Line, Strategy

__all__ = ["LineReport", "Repeat", "Shadow", "repeats", "report_lines"]


@dataclass(frozen=True, slots=True)
class Shadow:
    """Why a line is never reached.

    deals : how many its words fit, all taken by lines above; 0 when they fit none at all.
    above : places of the lines that take them and how many each takes, most first.
    other_hold : how many of them are played otherwise than the line says.
    """

    deals: int
    above: tuple[tuple[int, int], ...]
    other_hold: int

    @property
    def contradicted(self) -> bool:
        """Whether a single line above takes all of the line's deals and holds something else."""
        return len(self.above) == 1 and self.deals == self.other_hold > 0


@dataclass(frozen=True, slots=True)
class LineReport:
    """What a line does.

    deals : how many it decides, those of its exceptions included.
    wrong_deals, cost : deals on which that loses something, and the return lost in all.
    undecided_deals, undecided_cost : deals on which its words fit holds of different EV, so that
        the preference decides, and the return lost against the best hold that they fit.
    exceptions : deals that each exception takes; 0 for one that is never taken.
    shadow : why it is never reached; None for a line that decides a deal.
    """

    deals: int
    wrong_deals: int
    cost: Fraction
    undecided_deals: int
    undecided_cost: Fraction
    exceptions: tuple[int, ...]
    shadow: Shadow | None


@dataclass(frozen=True, slots=True)
class Repeat:
    """A hold that two lines say; places of the lines, counted from 0."""

    phrase: Phrase
    first: int
    second: int


def report_lines(
    strategy: Strategy,
    table: PayTable,
    followed: Followed,
    evs: NDArray[np.int64],
    lost: NDArray[np.int64],
) -> tuple[LineReport, ...]:
    """Return a report of each line.

    evs : (classes, 32) EVs of all holds over one denominator, as of `all_evs`.
    lost : (classes,) what the strategy loses on each class, over the same.
    """
    weights = deal_classes(table.deck.jokers).weights
    count = len(strategy.lines)
    unit = comb(table.deck.size, 5) * common_denominator(table.deck) * table.scale
    deals = _counted(followed.lines, weights, count)
    wrong = _counted(followed.lines, weights * (lost > 0), count)
    cost = _summed(followed.lines, weights, lost, count)
    open_, given = _left_to_preference(followed, evs)
    undecided = _counted(followed.lines[open_], weights[open_], count)
    undecided_cost = _summed(followed.lines[open_], weights[open_], given, count)
    return tuple(
        LineReport(
            deals=deals[place],
            wrong_deals=wrong[place],
            cost=Fraction(cost[place], unit),
            undecided_deals=undecided[place],
            undecided_cost=Fraction(undecided_cost[place], unit),
            exceptions=_exceptions(place, line, followed, weights),
            shadow=None if deals[place] else _shadow(line, table, followed, weights),
        )
        for place, line in enumerate(strategy.lines)
    )


def repeats(strategy: Strategy) -> tuple[Repeat, ...]:
    """Return the holds that two lines say alike, the later one without need.

    A hold is said in vain when a line above says it of the same deals: without conditions, or with
    conditions that the later line has as well.
    """
    out = []
    for second, line in enumerate(strategy.lines):
        for phrase in line.phrases:
            first = next(
                (
                    place
                    for place, other in enumerate(strategy.lines[:second])
                    if other.dealt == line.dealt
                    and phrase in other.phrases
                    and set(other.conditions) <= set(line.conditions)
                ),
                None,
            )
            if first is not None:
                out.append(Repeat(phrase, first, second))
    return tuple(out)


def _counted(lines: NDArray[np.int16], weights: NDArray[np.int64], count: int) -> list[int]:
    """Return the sum of weights (deals, below 2**53) of each line."""
    some = lines >= 0
    sums: list[int] = np.bincount(lines[some], weights[some], count).astype(np.int64).tolist()
    return sums


def _summed(
    lines: NDArray[np.int16], weights: NDArray[np.int64], amounts: NDArray[np.int64], count: int
) -> list[int]:
    """Return the exact sum of weight x amount of each line."""
    out = [0] * count
    at = np.flatnonzero((amounts > 0) & (lines >= 0))
    parts = (each[at].tolist() for each in (lines, weights, amounts))
    for line, weight, amount in zip(*parts, strict=True):
        out[line] += weight * amount
    return out


def _left_to_preference(
    followed: Followed, evs: NDArray[np.int64]
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the classes on which holds of different EV fitted, and what the chosen one loses."""
    at = np.flatnonzero(followed.choices & (followed.choices - 1))
    fitted = followed.choices[at, None] >> np.arange(32) & 1 == 1
    here = evs[at]
    most = np.where(fitted, here, -1).max(axis=1)
    least = np.where(fitted, here, np.iinfo(np.int64).max).min(axis=1)
    differ = most > least
    at = at[differ]
    return at, most[differ] - evs[at, followed.masks[at]]


def _exceptions(
    place: int, line: Line, followed: Followed, weights: NDArray[np.int64]
) -> tuple[int, ...]:
    if not line.exceptions:
        return ()
    here = followed.lines == place
    return tuple(_counted(followed.exceptions[here], weights[here], len(line.exceptions)))


def _shadow(line: Line, table: PayTable, followed: Followed, weights: NDArray[np.int64]) -> Shadow:
    """Return what takes the deals of a line that decides none."""
    classes, masks = _fitted(line, table)
    # classes come in their order, so that each one's holds stand together
    first = np.flatnonzero(np.diff(classes, prepend=-1))
    at = classes[first]
    alike = np.add.reduceat(masks == followed.masks[classes], first) > 0 if len(at) else at > 0
    takers = followed.lines[at]
    by_line = np.bincount(takers, weights[at]).astype(np.int64).tolist() if len(at) else []
    above = sorted(
        ((place, deals) for place, deals in enumerate(by_line) if deals), key=lambda one: -one[1]
    )
    return Shadow(
        deals=int(weights[at].sum()),
        above=tuple(above),
        other_hold=int(weights[at[~alike]].sum()),
    )


def _fitted(line: Line, table: PayTable) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return class and mask of every hold that a line's words and conditions fit."""
    sets = held_sets(table)
    fits = np.zeros(len(sets), np.bool_)
    for phrase in line.phrases:
        fits |= phrase.fits(sets, line.dealt)
    classes, masks = fitting_holds(table, fits)
    # a hand that is held whole may have any number of wild cards
    here = dealt_wild(table.deck)[classes] == line.dealt
    classes, masks = classes[here], masks[here]
    held = Holdings(deal_classes(table.deck.jokers).cards[classes], masks, table.deck)
    met = np.ones(len(classes), np.bool_)
    for condition in line.conditions:
        met &= held.meet(condition)
    return classes[met], masks[met]
