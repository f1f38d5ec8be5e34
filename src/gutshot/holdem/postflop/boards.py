"""Both players' hands on the boards of a street, in the order in which the kernels go through them.

On each board a player's hands that share no card with it stand side by side, padded to a multiple
of 16; on a river they ascend by strength. *Places* are places in that order, board after board.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.cfr import LANES
from gutshot.holdem.postflop.isomorphism import renamed
from gutshot.holdem.postflop.layout import Hands, Levels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.postflop.isomorphism import Runout, Suits

__all__ = ["Above", "above_of", "count_places", "no_levels", "place_hands", "rows_of"]

_NO_CARD: Final = 52
_RIVER: Final = 5


class Above(NamedTuple):
    """A player's hands on a board, as they come in to the boards below it.

    cards : (rows, 2) uint8, the higher one first; 52 for padding.
    same : (rows,) int64 the other player's row with the same two cards, his rows' number when there
        is none.
    nobody : int
        A row that is no hand's.
    """

    cards: NDArray[np.uint8]
    same: NDArray[np.int64]
    nobody: int


def rows_of(cards: Sequence[NDArray[np.uint8]]) -> tuple[Above, Above]:
    """Return both players' hands as they come in to the first board.

    cards : by player, (rows, 2), the higher one first, each hand once.
    """
    out = []
    for own, others in ((cards[0], cards[1]), (cards[1], cards[0])):
        place = np.full((_NO_CARD, _NO_CARD), len(others), np.int64)
        place[others[:, 0], others[:, 1]] = np.arange(len(others))
        out.append(Above(own, place[own[:, 0], own[:, 1]], len(own)))
    return out[0], out[1]


def above_of(hands: Sequence[Hands], nobody: int) -> list[tuple[Above, Above]]:
    """Return both players' hands on each board, as they come in to those below."""
    out = []
    for board in range(len(hands[0].start) - 1):
        parts = [slice(one.start[board], one.start[board + 1]) for one in hands]
        both = [
            Above(
                np.stack([one.high[part], one.low[part]], axis=1),
                one.same[part].astype(np.int64),
                nobody,
            )
            for one, part in zip(hands, parts, strict=True)
        ]
        out.append((both[0], both[1]))
    return out


def count_places(above: Sequence[tuple[Above, Above]], runouts: Sequence[Runout]) -> list[int]:
    """Return how many places each player has on all boards, padding included."""
    totals = [0, 0]
    for number, group in groupby(runouts, key=lambda runout: runout.above):
        last = np.array([runout.board for runout in group])
        for player, rows in enumerate(above[number]):
            apart = _apart(rows.cards, last)
            totals[player] += int((-(-apart.sum(axis=1) // LANES) * LANES).sum())
    return totals


def place_hands(
    above: Sequence[tuple[Above, Above]], runouts: Sequence[Runout]
) -> tuple[tuple[Hands, Hands], tuple[Levels, Levels]]:
    """Place hands on boards, by strength where there are five cards and in the order of their rows.

    above : both players' hands on each board above.
    """
    river = len(runouts[0].board) == _RIVER
    made = _Places(), _Places()
    levels: tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]] = ([], [])
    for number, group in groupby(runouts, key=lambda runout: runout.above):
        beside = list(group)
        orders = [_ordered(rows.cards, beside) for rows in above[number]]
        for runout, *both in zip(beside, *orders, strict=True):
            kept = [rows for rows, _ in both]
            for player in range(2):
                rows = above[number][player]
                made[player].add(rows, kept[player], kept[1 - player], runout.symmetries)
                if river:
                    levels[player].append(_levels(both[player][1], both[1 - player][1]))
    hands = made[0].hands(), made[1].hands()
    if river:
        return hands, (_joined(levels[0]), _joined(levels[1]))
    return hands, (no_levels(len(runouts)), no_levels(len(runouts)))


def no_levels(boards: int) -> Levels:
    """Return the levels of boards on which nothing is shown down."""
    nothing = np.zeros(0, np.int16)
    return Levels(np.zeros(boards + 1, np.int64), nothing, nothing, nothing)


class _Places:
    """A player's places while boards are added to them."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.source: list[NDArray[np.int16]] = []
        self.cards: list[NDArray[np.uint8]] = []
        self.same: list[NDArray[np.int16]] = []
        self.image_sizes: list[int] = []
        self.image: list[NDArray[np.int16]] = []

    def add(
        self,
        above: Above,
        kept: NDArray[np.int64],
        others: NDArray[np.int64],
        symmetries: Sequence[Suits],
    ) -> None:
        """Add a board: his rows that stand on it, and those of the other player."""
        size = _padded(len(kept))
        source = np.full(size, above.nobody, np.int16)
        source[: len(kept)] = kept
        cards = np.full((size, 2), _NO_CARD, np.uint8)
        cards[: len(kept)] = above.cards[kept]
        none = _padded(len(others))
        place = np.full(1 + max(above.same.max(initial=0), others.max(initial=0)), none)
        place[others] = np.arange(len(others))
        same = np.full(size, none, np.int16)
        same[: len(kept)] = place[above.same[kept]]
        images = list(_images(cards, symmetries[1:]))
        self.sizes.append(size)
        self.source.append(source)
        self.cards.append(cards)
        self.same.append(same)
        self.image_sizes.append(size * len(images))
        self.image += images

    def hands(self) -> Hands:
        """Return all that was added."""
        cards = np.concatenate(self.cards)
        return Hands(
            np.cumsum([0, *self.sizes]).astype(np.int64),
            np.concatenate(self.source),
            cards[:, 0].copy(),
            cards[:, 1].copy(),
            np.concatenate(self.same),
            np.cumsum([0, *self.image_sizes]).astype(np.int64),
            np.concatenate([np.zeros(0, np.int16), *self.image]),
        )


def _images(cards: NDArray[np.uint8], symmetries: Sequence[Suits]) -> Iterator[NDArray[np.int16]]:
    """Yield by symmetry the place that it takes each place to."""
    size = len(cards)
    place = np.full((_NO_CARD + 1, _NO_CARD + 1), -1, np.int16)
    place[cards[:, 0], cards[:, 1]] = np.arange(size)
    for suits in symmetries:
        to = np.array([*(renamed(card, suits) for card in range(_NO_CARD)), _NO_CARD], np.uint8)
        high, low = to[cards[:, 0]], to[cards[:, 1]]
        found = place[np.maximum(high, low), np.minimum(high, low)]
        yield np.where(cards[:, 0] == _NO_CARD, np.arange(size), found).astype(np.int16)


def _apart(rows: NDArray[np.uint8], boards: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return by board and row whether the row's cards are none of the board's, nor padding."""
    apart: NDArray[np.bool_] = np.ones((len(boards), len(rows)), np.bool_)
    for cards in (*boards.T, np.full(len(boards), _NO_CARD)):
        apart &= (rows[None, :, :] != cards[:, None, None]).all(axis=2)
    return apart


def _ordered(
    rows: NDArray[np.uint8], runouts: Sequence[Runout]
) -> list[tuple[NDArray[np.int64], NDArray[np.int32]]]:
    """Return for each board the rows that stand on it, in order, and their strengths."""
    from gutshot.evaluate.strength._kernels import strengths

    boards = np.array([runout.board for runout in runouts])
    apart = _apart(rows, boards)
    if boards.shape[1] < _RIVER:
        nothing = np.zeros(0, np.int32)
        return [(np.flatnonzero(one), nothing) for one in apart]
    at, row = np.nonzero(apart)
    seven = np.empty((len(at), 7), np.uint8)
    seven[:, :_RIVER] = boards[at]
    seven[:, _RIVER:] = rows[row]
    found = strengths(seven)
    # equal hands keep the order of their rows
    order = np.lexsort((row, found, at))
    ends = np.cumsum(apart.sum(axis=1))[:-1]
    return list(zip(np.split(row[order], ends), np.split(found[order], ends), strict=True))


def _padded(count: int) -> int:
    return -(-count // LANES) * LANES


def _levels(mine: NDArray[np.int32], theirs: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the levels' ends, the weaker hands and those that are not stronger, (3, levels)."""
    own_end = np.flatnonzero(np.append(mine[1:] != mine[:-1], len(mine) > 0)) + 1
    different = mine[own_end - 1]
    weaker = np.searchsorted(theirs, different, "left")
    up_to = np.searchsorted(theirs, different, "right")
    return np.array([own_end, weaker, up_to])


def _joined(parts: Sequence[NDArray[np.int64]]) -> Levels:
    start = np.cumsum([0, *(part.shape[1] for part in parts)]).astype(np.int64)
    joined = np.concatenate(parts, axis=1).astype(np.int16)
    return Levels(start, joined[0].copy(), joined[1].copy(), joined[2].copy())
