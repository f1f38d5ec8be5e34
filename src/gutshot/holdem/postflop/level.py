"""One street of a spot: all its trees, on all its boards, and both players' strategies there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.cfr import LANES, LaneTable
from gutshot.errors import InputError
from gutshot.holdem.postflop.boards import count_places, place_hands
from gutshot.holdem.postflop.ends import seen_by
from gutshot.holdem.postflop.layout import STAGES, Scratch, Side, View
from gutshot.holdem.postflop.locks import held_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.postflop.boards import Above
    from gutshot.holdem.postflop.isomorphism import Runout
    from gutshot.holdem.postflop.locks import SettledLock
    from gutshot.holdem.postflop.spec import Spot

__all__ = ["Level", "Storage"]

_AREA: Final = LANES * LANES
_SUMS: Final = 53 * 2 * LANES
_MOST_BYTES: Final = 4_000_000_000


class Storage(NamedTuple):
    """How a street's numbers are kept.

    half : regrets and averages in 16 bits instead of 32.
    unit, above : how many units there are to a chip, here and on the street above.
    most_bytes : more is refused; the usual limit when it is None.
    """

    half: bool = False
    unit: float = 1.0
    above: float = 1.0
    most_bytes: int | None = None


class Level:
    """One street: its forest, and both players' strategies on all its boards.

    Parameters
    ----------
    spot : Spot
    forest : Forest
        All trees of the street.
    runouts : sequence of Runout
        The street's boards.
    symmetries : sequence of int
        How many each board of the street above has.
    chance : float
        Of a board, given both hands and the board before.
    above : sequence of (Above, Above)
        Both players' hands on each board of the street above.
    locks : sequence of SettledLock
        Those of the street.
    storage : Storage
    """

    def __init__(
        self,
        spot: Spot,
        forest: Forest,
        runouts: Sequence[Runout],
        symmetries: Sequence[int],
        chance: float,
        above: Sequence[tuple[Above, Above]],
        locks: Sequence[SettledLock],
        storage: Storage,
    ) -> None:
        self.forest = forest
        self.runouts = runouts
        _refuse_too_large(forest, count_places(above, runouts), storage)
        self.hands, self.levels = place_hands(above, runouts)
        self.tables = [
            LaneTable(seat, int(side.start[-1]) // LANES, forest.roots, half=storage.half)
            for seat, side in zip(forest.seats, self.hands, strict=True)
        ]
        cards = [board[len(spot.board) :] for board in self.boards]
        self.held = [
            held_rows(
                [lock for lock in locks if lock.place.player == player],
                seat,
                side,
                cards,
                forest.roots,
            )
            for player, (seat, side) in enumerate(zip(forest.seats, self.hands, strict=True))
        ]
        for player in range(2):
            self.hold(player)
        self.ends = [seen_by(player, forest, spot, chance * storage.unit) for player in range(2)]
        self.width = -(-forest.roots // LANES) * LANES
        self.longest = max(int(np.diff(side.start).max()) for side in self.hands)
        sides = [
            Side(
                seat.parent,
                seat.first,
                seat.actions,
                *table.flat(),
                held.mask,
                side,
            )
            for seat, table, held, side in zip(
                forest.seats, self.tables, self.held, self.hands, strict=True
            )
        ]
        self.unit = storage.unit
        self.shares = np.array([one.cards / symmetries[one.above] for one in runouts])
        self.views = [
            View(
                forest.roots,
                sides[1 - player],
                sides[player],
                self.levels[player],
                self.ends[player],
                np.zeros(len(runouts) + 1, np.int64),
                (self.shares * (storage.above / storage.unit)).astype(np.float32),
            )
            for player in range(2)
        ]

    @property
    def boards(self) -> list[tuple[int, ...]]:
        """The boards that are solved, in order."""
        return [runout.board for runout in self.runouts]

    def hold(self, player: int) -> None:
        """Have a player do what he is made to, whatever he learnt."""
        self.held[player].put(self.tables[player])

    def stand_above(self, runouts: Sequence[Runout]) -> None:
        """Note which of the next street's boards come from each of this one's."""
        counts = np.bincount([one.above for one in runouts], minlength=len(self.runouts))
        for view in self.views:
            view.below[1:] = np.cumsum(counts)

    def scratch(self, *, timed: bool = False) -> Scratch:
        """Return room for what one thread writes down, for either player's pass.

        timed : whether the time of each of `STAGES` is counted.
        """
        row = max(len(ends.lanes) for ends in self.ends)
        blocks = row // LANES
        leaves = len(self.ends[0].leaves)
        slots = max(*(seat.slots for seat in self.forest.seats), self.width) * LANES
        between = (self.longest + 1) * leaves

        def room(size: int) -> NDArray[np.float32]:
            return np.zeros(size, np.float32)

        return Scratch(
            room((self.longest + 1) * row),
            room((blocks + 1) // 2 * _SUMS),
            room(self.longest * row),
            room((2 * blocks + leaves // LANES) * _AREA),
            room(2 * _AREA),
            room(slots),
            room(slots),
            room(between),
            room(between),
            room(between),
            np.arange(LANES, dtype=np.int64),
            np.zeros(len(STAGES) if timed else 0, np.int64),
        )


def _refuse_too_large(forest: Forest, places: Sequence[int], storage: Storage) -> None:
    """Refuse a street whose regrets and averages take more memory than there may be."""
    most = _MOST_BYTES if storage.most_bytes is None else storage.most_bytes
    size = (2 if storage.half else 4) * sum(
        (2 * (seat.slots - forest.roots) - len(seat.first)) * count
        for seat, count in zip(forest.seats, places, strict=True)
    )
    if size > most:
        raise InputError(
            f"the strategies take {size / 1e9:.1f} GB, and at most {most / 1e9:g} GB"
            " are used: give fewer sizes, or smaller ranges"
        )
