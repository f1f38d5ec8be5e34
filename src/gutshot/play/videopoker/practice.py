"""Deals to practise on: drawn from all deals of a game that fit a filter, each equally likely.

A class of deals is drawn with its weight, then the suits, the jokers and the order of the cards are
shuffled; with no filter this is a fair deal. Randomness is the operating system's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from gutshot.cards.dealing import SystemSource, deal_rest, draw_index, shuffle
from gutshot.errors import InputError
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.game_return import common_denominator
from gutshot.videopoker.hold_shapes import SHAPES, hold_features, hold_shapes
from gutshot.videopoker.strategy_return import all_evs

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from gutshot.cards.dealing import Source
    from gutshot.videopoker.pay_table import PayTable

__all__ = ["Practice", "practice_order"]


@dataclass(frozen=True, slots=True)
class Practice:
    """Which deals to practise.

    gap : only decisions whose best wrong hold loses at most this, in bets; None for any.
    shapes : only deals whose best hold looks like one of these; empty for any.
    """

    gap: Fraction | None = None
    shapes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a filter that can't be meant.

        Raises
        ------
        InputError
            For a gap that is not positive, or a hand type that doesn't exist.
        """
        if self.gap is not None and self.gap <= 0:
            raise InputError(f"a gap of {self.gap} bets fits no decision; give more than 0")
        for shape in self.shapes:
            if shape not in SHAPES:
                raise InputError(f"no hand type '{shape[:40]}'; known are {', '.join(SHAPES)}")


def practice_order(table: PayTable, practice: Practice) -> tuple[int, ...]:
    """Return ten cards, dealt five first, whose deal fits the filter.

    Raises
    ------
    InputError
        When no deal of the game fits.
    """
    source = SystemSource()
    classes, totals = _fitting(table, practice)
    if not len(classes):
        raise InputError("no deal of this game fits the filter; widen the gap or the hand types")
    at = int(np.searchsorted(totals, draw_index(source, int(totals[-1])), side="right"))
    cards = deal_classes(table.deck.jokers).cards[classes[at]].tolist()
    dealt = _disguised(cards, table, source)
    return (*dealt, *deal_rest(table.deck, dealt, 5))


def _disguised(cards: list[int], table: PayTable, source: Source) -> tuple[int, ...]:
    """Return a random member of a class of deals in random order."""
    suits = shuffle(source, 4)
    jokers = shuffle(source, table.deck.jokers) if table.deck.jokers else ()
    renamed = [
        card & ~3 | suits[card & 3] if card < 52 else 52 + jokers[card - 52] for card in cards
    ]
    return tuple(renamed[i] for i in shuffle(source, 5))


@lru_cache(maxsize=16)
def _fitting(table: PayTable, practice: Practice) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the classes that fit, and the running sums of their weights."""
    deals = deal_classes(table.deck.jokers)
    fits = np.ones(deals.count, bool)
    if practice.gap is not None or practice.shapes:
        evs = all_evs(table)
        best = evs.max(axis=1)
        if practice.gap is not None:
            wrong = np.where(evs == best[:, None], -1, evs).max(axis=1)
            # the gap in units of the common denominator, rounded down: exact for integers
            unit = common_denominator(table.deck) * table.scale
            fits &= (wrong >= 0) & (best - wrong <= int(practice.gap * unit))
        if practice.shapes:
            shapes = hold_shapes(hold_features(deals.cards, table.deck))
            wanted = np.isin(shapes, [SHAPES.index(shape) for shape in practice.shapes])
            fits &= (wanted & (evs == best[:, None])).any(axis=1)
    classes = np.flatnonzero(fits)
    return classes, deals.weights[classes].cumsum()
