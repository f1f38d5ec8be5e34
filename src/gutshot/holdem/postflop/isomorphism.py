"""Boards that differ only by the names of suits, of which one is solved for all.

A *symmetry* renames suits so that the spot's board stays the same set of cards and so do both
ranges with their weights. Next cards that symmetries turn into each other are one *runout*, the
lowest of them; below it only those symmetries are left that keep it.

What a hand is worth over all next cards is the sum over the runouts, each weighed by the cards it
stands for, then averaged over the symmetries: a hand on one of those cards is worth what the
renamed hand is on the runout.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from gutshot.holdem.hand_classes import combo_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Suits: TypeAlias = tuple[int, ...]

__all__ = ["SAME", "Runout", "find_runout", "next_runouts", "renamed", "symmetries"]

SAME: Final[Suits] = (0, 1, 2, 3)
"""The symmetry that renames nothing."""


@dataclass(frozen=True, slots=True)
class Runout:
    """A board that is solved, for itself and for those that are it but for the names of suits.

    Attributes
    ----------
    board : tuple of int
        Its cards in the order in which they came.
    above : int
        Number of the board, on the street before, that it came from; 0 for the spot's own.
    cards : int
        For how many next cards it stands.
    symmetries : tuple of suits by suit
        Those that keep it, `SAME` first: suit s becomes ``symmetry[s]``.
    """

    board: tuple[int, ...]
    above: int = 0
    cards: int = 1
    symmetries: tuple[Suits, ...] = (SAME,)


def renamed(card: int, suits: Suits) -> int:
    """Return a card of the suit that its own becomes."""
    return card // 4 * 4 + suits[card % 4]


def symmetries(board: Sequence[int], weights: Sequence[NDArray[np.int64]]) -> tuple[Suits, ...]:
    """Return the symmetries of a board and two ranges, `SAME` first.

    weights : by player, (1326,) by combo; those of combos with a card of the board don't matter.
    """
    combos = combo_cards().astype(np.int64)
    free = ~np.isin(combos, board).any(axis=1)
    ranges = [np.where(free, one, 0) for one in weights]
    found = []
    for suits in permutations(range(4)):
        if {renamed(card, suits) for card in board} != set(board):
            continue
        cards = np.sort(combos // 4 * 4 + np.array(suits)[combos % 4], axis=1)
        to = cards[:, 1] * (cards[:, 1] - 1) // 2 + cards[:, 0]
        if all(np.array_equal(one[to], one) for one in ranges):
            found.append(suits)
    return tuple(found)


def next_runouts(boards: Sequence[Runout]) -> list[Runout]:
    """Return the runouts of the next street, those of each board side by side."""
    out = []
    for number, runout in enumerate(boards):
        for card in range(52):
            if card in runout.board:
                continue
            images = {renamed(card, suits) for suits in runout.symmetries}
            if min(images) < card:
                continue
            kept = tuple(suits for suits in runout.symmetries if renamed(card, suits) == card)
            out.append(Runout((*runout.board, card), number, len(images), kept))
    return out


def find_runout(
    streets: Sequence[Sequence[Runout]], cards: Sequence[int]
) -> tuple[Runout, int, Suits]:
    """Return the runout that is solved for a board, its number on its street, and the renaming.

    Parameters
    ----------
    streets : sequence of the runouts of each street, from the spot's board on
    cards : sequence of int
        Those that come after the spot's board, in order; none is the board itself.

    Returns
    -------
    runout, number, suits
        What a hand does on the board is what it does on the runout with its suits renamed so.
    """
    number = 0
    suits: Suits = SAME
    runout = streets[0][0]
    for street, card in zip(streets[1:], cards, strict=False):
        known = renamed(card, suits)
        step = min(runout.symmetries, key=lambda one: renamed(known, one))
        suits = tuple(step[suit] for suit in suits)
        board = (*runout.board, renamed(known, step))
        number = next(n for n, one in enumerate(street) if one.board == board)
        runout = street[number]
    return runout, number, suits
