"""Which hold a strategy plays, for every class of deals at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.strategy.conditions import Holdings
from gutshot.videopoker.strategy.held_sets import dealt_wild, held_ids, held_sets
from gutshot.videopoker.strategy.holders import fitting_holds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.held_sets import HeldSets
    from gutshot.videopoker.strategy.phrases import Phrase
    from gutshot.videopoker.strategy.priority_list import Instead, Line, Strategy

__all__ = ["UNCOVERED", "Followed", "follow", "order_of_phrase"]

UNCOVERED: Final = -1
"""The mask and line of a deal that no line fits."""

_NEVER: Final = np.int64(1) << 40
_STEP_BITS: Final = 24
_STEP: Final = 1 << _STEP_BITS
"""No place in a preference is so large."""


@dataclass(frozen=True, eq=False)
class Followed:
    """What a strategy does with each class of deals; positions are those of `deal_classes`.

    masks : (classes,) the hold, `UNCOVERED` where no line fits.
    lines : (classes,) place of the line that decides.
    exceptions : (classes,) place of the line's exception that was taken, -1 for none.
    choices : (classes,) holds that fitted the deciding line or exception, as a set of masks.
    """

    masks: NDArray[np.int8]
    lines: NDArray[np.int16]
    exceptions: NDArray[np.int16]
    choices: NDArray[np.int64]


def order_of_phrase(phrases: Sequence[Phrase], sets: HeldSets, dealt: int) -> NDArray[np.int64]:
    """Return (ids,) the place of all that can be held in a line's preference, or `_NEVER`."""
    out = np.full(len(sets), _NEVER)
    for phrase in phrases:
        fitting, places = _fitting(phrase, sets, dealt)
        out[fitting] = np.minimum(out[fitting], places)
    return out


# enough for all lines of the lists that a search compares
@lru_cache(maxsize=1024)
def _fitting(
    phrase: Phrase, sets: HeldSets, dealt: int
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the ids that a phrase fits, and their places in its preference."""
    by = sets.preference_high if phrase.highest_first else sets.preference
    fitting = np.flatnonzero(phrase.fits(sets, dealt))
    return fitting, by[fitting]


def follow(strategy: Strategy, table: PayTable, *, only: int | None = None) -> Followed:
    """Return the hold that a strategy plays on every class of deals.

    only : a number of wild cards dealt; all other deals stay uncovered.
    """
    run = _Run(table)
    for dealt in np.unique(run.dealt) if only is None else (only,):
        run.section(strategy, int(dealt))
    return Followed(run.masks, run.lines, run.exceptions, run.choices)


class _Run:
    """The work on one strategy."""

    def __init__(self, table: PayTable) -> None:
        self.table = table
        self.sets = held_sets(table)
        self.cards = deal_classes(table.deck.jokers).cards
        self.ids = held_ids(table)
        self.dealt = dealt_wild(table.deck)
        count = len(self.cards)
        self.masks = np.full(count, UNCOVERED, np.int8)
        self.lines = np.full(count, UNCOVERED, np.int16)
        self.exceptions = np.full(count, UNCOVERED, np.int16)
        self.choices = np.zeros(count, np.int64)

    def section(self, strategy: Strategy, dealt: int) -> None:
        """Play all deals with a number of wild cards."""
        open_ = np.flatnonzero(self.dealt == dealt)
        lines = [(at, line) for at, line in enumerate(strategy.lines) if line.dealt == dealt]
        while lines and len(open_):
            plain = next((i for i, (_, line) in enumerate(lines) if line.conditions), len(lines))
            if plain:
                open_ = self._plain(lines[:plain], open_)
            else:
                open_ = self._conditional(*lines[0], open_)
            lines = lines[plain or 1 :]
        for at, line in enumerate(strategy.lines):
            if line.dealt == dealt and line.exceptions:
                self._exceptions(at, line)

    def _plain(self, lines: list[tuple[int, Line]], open_: NDArray[np.intp]) -> NDArray[np.intp]:
        """Decide deals by a run of lines without conditions; return those left."""
        from gutshot.videopoker.strategy import _kernels  # numba is loaded on first need

        keys = np.full(len(self.sets), len(lines) * _STEP)
        for place, (_, line) in reversed(list(enumerate(lines))):
            if len(line.phrases) == 1:
                fitting, places = _fitting(line.phrases[0], self.sets, line.dealt)
            else:
                order = order_of_phrase(line.phrases, self.sets, line.dealt)
                fitting = np.flatnonzero(order < _NEVER)
                places = order[fitting]
            keys[fitting] = place * _STEP + places
        least, masks, fitting = (np.empty(len(open_), np.int64) for _ in range(3))
        _kernels.first_holds(self.ids, open_, keys, _STEP_BITS, least, masks, fitting)
        decided = least < len(lines) * _STEP
        at = open_[decided]
        numbers = np.array([number for number, _ in lines], np.int16)
        self.masks[at] = masks[decided]
        self.lines[at] = numbers[least[decided] // _STEP]
        self.choices[at] = fitting[decided]
        left: NDArray[np.intp] = open_[~decided]
        return left

    def _decide(
        self, at: NDArray[np.intp], order: NDArray[np.integer], fit: NDArray[np.bool_]
    ) -> None:
        preferred = np.where(fit, order, np.iinfo(order.dtype).max)
        self.masks[at] = preferred.argmin(axis=1)
        self.choices[at] = (fit * (np.int64(1) << np.arange(32))).sum(axis=1)

    def _conditional(self, number: int, line: Line, open_: NDArray[np.intp]) -> NDArray[np.intp]:
        """Decide deals by one line with conditions; return those left."""
        order = order_of_phrase(line.phrases, self.sets, line.dealt)
        is_open = np.zeros(len(self.cards), np.bool_)
        is_open[open_] = True
        classes, masks = fitting_holds(self.table, order < _NEVER)
        classes, masks = (each[is_open[classes]] for each in (classes, masks))
        held = Holdings(self.cards[classes], masks, self.table.deck)
        met = np.ones(len(classes), np.bool_)
        for condition in line.conditions:
            met &= held.meet(condition)
        classes, masks = classes[met], masks[met]
        preferred = np.lexsort((masks, order[self.ids[classes, masks]], classes))
        first = preferred[np.diff(classes[preferred], prepend=-1) > 0]
        at = classes[first]
        self.masks[at] = masks[first]
        np.bitwise_or.at(self.choices, classes, np.int64(1) << masks)
        self.lines[at] = number
        is_open[at] = False
        left: NDArray[np.intp] = open_[is_open[open_]]
        return left

    def _exceptions(self, number: int, line: Line) -> None:
        left = np.flatnonzero(self.lines == number)
        above = Holdings(self.cards[left], self.masks[left], self.table.deck)
        for place, instead in enumerate(line.exceptions):
            if not len(left):
                return
            taken = self._except(left, above, place, instead, line.dealt)
            left, above = left[~taken], above.take(~taken)

    def _except(
        self,
        left: NDArray[np.intp],
        above: Holdings,
        place: int,
        instead: Instead,
        dealt: int,
    ) -> NDArray[np.bool_]:
        """Return which of the deals take an exception, after playing it there."""
        possible = np.ones(len(left), np.bool_)
        for condition in instead.conditions:
            if condition.above:
                possible &= above.meet(condition)
        where = np.flatnonzero(possible)
        order = order_of_phrase((instead.phrase,), self.sets, dealt)[self.ids[left[where]]]
        fit = order < _NEVER
        fit[np.arange(len(where)), self.masks[left[where]]] = False
        deal, mask = np.nonzero(fit)
        held = Holdings(self.cards[left[where[deal]]], mask, self.table.deck)
        for condition in instead.conditions:
            if not condition.above:
                fit[deal, mask] &= held.meet(condition)
        some = fit.any(axis=1)
        at = left[where[some]]
        self._decide(at, order[some], fit[some])
        self.exceptions[at] = place
        taken = np.zeros(len(left), np.bool_)
        taken[where[some]] = True
        return taken
