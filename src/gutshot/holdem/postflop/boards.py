"""Both players' hands on the boards of a street, in the order in which the kernels go through them.

On each board a player's hands that share no card with it stand side by side, padded to a multiple
of 16; on a river they ascend by strength. *Places* are places in that order, board after board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cfr import LANES
from gutshot.holdem.postflop.layout import Hands, Levels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["no_levels", "place_hands", "rank_hands"]

_NO_CARD: Final = 52


def place_hands(
    cards: Sequence[NDArray[np.uint8]], boards: Sequence[Sequence[int]]
) -> tuple[tuple[Hands, Hands], list[list[NDArray[np.int64]]]]:
    """Place hands in the order of their rows.

    cards : both players' (rows, 2) cards, the higher one first; rows with cards of 52 are padding.

    Returns
    -------
    (hands, hands), kept
        kept : by player and board, the rows whose hands share no card with it.
    """
    kept = [[_apart(rows, board) for board in boards] for rows in cards]
    return (_placed(cards, kept, 0), _placed(cards, kept, 1)), kept


def rank_hands(
    cards: Sequence[NDArray[np.uint8]], boards: Sequence[Sequence[int]]
) -> tuple[tuple[Hands, Hands], tuple[Levels, Levels]]:
    """Place hands on boards of five cards by strength; see `place_hands`."""
    from gutshot.evaluate.strength._kernels import strengths

    kept: list[list[NDArray[np.int64]]] = [[], []]
    ranked: list[list[NDArray[np.int32]]] = [[], []]
    for board in boards:
        for player, rows in enumerate(cards):
            apart = _apart(rows, board)
            seven = np.empty((len(apart), 7), np.uint8)
            seven[:, :5] = board
            seven[:, 5:] = rows[apart]
            found = strengths(seven)
            order = np.argsort(found, kind="stable")
            kept[player].append(apart[order])
            ranked[player].append(found[order])
    hands = _placed(cards, kept, 0), _placed(cards, kept, 1)
    return hands, (_levels(ranked[0], ranked[1]), _levels(ranked[1], ranked[0]))


def no_levels(boards: int) -> Levels:
    """Return the levels of boards on which nothing is shown down."""
    nothing = np.zeros(0, np.int32)
    return Levels(np.zeros(boards + 1, np.int64), nothing, nothing, nothing)


def _apart(rows: NDArray[np.uint8], board: Sequence[int]) -> NDArray[np.int64]:
    """Return the rows whose cards are none of the board's, padding left out."""
    return np.flatnonzero(~np.isin(rows, [*board, _NO_CARD]).any(axis=1)).astype(np.int64)


def _padded(count: int) -> int:
    return -(-count // LANES) * LANES


def _placed(
    cards: Sequence[NDArray[np.uint8]], kept: Sequence[Sequence[NDArray[np.int64]]], player: int
) -> Hands:
    own, others = cards[player], cards[1 - player]
    sizes = [_padded(len(rows)) for rows in kept[player]]
    start = np.cumsum([0, *sizes]).astype(np.int64)
    source = np.full(start[-1], len(own), np.int32)
    both = np.full((start[-1], 2), _NO_CARD, np.uint8)
    same = np.empty(start[-1], np.int32)
    for board, (mine, theirs) in enumerate(zip(kept[player], kept[1 - player], strict=True)):
        here = slice(start[board], start[board] + len(mine))
        source[here] = mine
        both[here] = own[mine]
        # a table of all pairs of cards, 52 of padding included
        place = np.full((53, 53), _padded(len(theirs)), np.int32)
        place[others[theirs, 0], others[theirs, 1]] = np.arange(len(theirs))
        all_here = slice(start[board], start[board + 1])
        same[all_here] = place[both[all_here, 0], both[all_here, 1]]
    return Hands(start, source, both[:, 0].copy(), both[:, 1].copy(), same)


def _levels(own: Sequence[NDArray[np.int32]], others: Sequence[NDArray[np.int32]]) -> Levels:
    parts: list[NDArray[np.int64]] = []
    for mine, theirs in zip(own, others, strict=True):
        different = np.unique(mine)
        own_end = np.searchsorted(mine, different, "right")
        weaker = np.searchsorted(theirs, different, "left")
        up_to = np.searchsorted(theirs, different, "right")
        parts.append(np.array([own_end, weaker, up_to]))
    start = np.cumsum([0, *(part.shape[1] for part in parts)]).astype(np.int64)
    joined = np.concatenate(parts, axis=1).astype(np.int32)
    return Levels(start, joined[0].copy(), joined[1].copy(), joined[2].copy())
