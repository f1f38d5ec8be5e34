"""A spot as a game for `cfr.drive`: the same for a river, and for a turn with all its rivers.

All betting trees of a street stand side by side in one forest; a board of the street is a copy of
its slots for each hand. A pass goes down a street, over all boards of the next, and back up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np

from gutshot.cfr import LANES, LaneTable, grow_all
from gutshot.cfr.forest import Decision
from gutshot.cfr.lane_table import mean_weight
from gutshot.errors import InputError
from gutshot.holdem.hand_classes import combo_cards
from gutshot.holdem.postflop.boards import no_levels, place_hands, rank_hands
from gutshot.holdem.postflop.ends import seen_by
from gutshot.holdem.postflop.layout import Scratch, Side
from gutshot.holdem.postflop.locks import held_rows, settled_locks
from gutshot.holdem.postflop.spec import PLAYERS, STREETS
from gutshot.holdem.postflop.tree import grow_streets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.cfr.schedule import Weights
    from gutshot.holdem.postflop.layout import Hands
    from gutshot.holdem.postflop.locks import SettledLock
    from gutshot.holdem.postflop.spec import Spot

    _Row: TypeAlias = NDArray[np.float32]
    _Rooms: TypeAlias = tuple[_Row, _Row, _Row, _Row]

__all__ = ["PostflopGame"]

_BLOCK: Final = LANES * LANES
_CARDS: Final = 53
_MOST_BYTES: Final = 4_000_000_000


class _Level:
    """One street: its forest, and both players' strategies on all its boards.

    Parameters
    ----------
    spot : Spot
    forest : Forest
        All trees of the street.
    boards : sequence of boards
    chance : float
        Of each board, given both hands and the board before.
    cards : (rows, 2) uint8 by player
        The hands that come in from above, in their order.
    locks : sequence of SettledLock
        Those of the street.
    """

    def __init__(
        self,
        spot: Spot,
        forest: Forest,
        boards: Sequence[tuple[int, ...]],
        chance: float,
        cards: Sequence[NDArray[np.uint8]],
        locks: Sequence[SettledLock],
    ) -> None:
        self.forest = forest
        self.boards = boards
        if len(boards[0]) == 5:
            hands, self.levels = rank_hands(cards, boards)
        else:
            hands, _ = place_hands(cards, boards)
            self.levels = no_levels(len(boards)), no_levels(len(boards))
        self.hands = hands
        _refuse_too_large(forest, hands)
        self.tables = [
            LaneTable(seat, int(side.start[-1]) // LANES, forest.roots)
            for seat, side in zip(forest.seats, hands, strict=True)
        ]
        self.held = [
            held_rows(
                [lock for lock in locks if lock.place.player == player],
                seat,
                side,
                [board[len(spot.board) :] for board in boards],
                forest.roots,
            )
            for player, (seat, side) in enumerate(zip(forest.seats, hands, strict=True))
        ]
        for player in range(2):
            self.hold(player)
        self.ends = [seen_by(player, forest, spot, chance) for player in range(2)]
        self.sides = [
            Side(
                seat.parent,
                seat.first,
                seat.actions,
                table.regret.reshape(-1),
                table.mean.reshape(-1),
                held,
                side,
            )
            for seat, table, held, side in zip(
                forest.seats, self.tables, [rows.mask for rows in self.held], hands, strict=True
            )
        ]
        self.width = -(-forest.roots // LANES) * LANES
        self.scratch = [self._scratch(player) for player in range(2)]

    def hold(self, player: int) -> None:
        """Have a player do what he is made to, whatever he learnt."""
        self.held[player].put(self.tables[player])

    def _scratch(self, player: int) -> Scratch:
        """Return what a player's pass writes down."""
        ends = self.ends[player]
        longest = [int(np.diff(side.start).max()) for side in self.hands]
        row, blocks = len(ends.lanes), len(ends.wanted)
        slots = [max(seat.slots, self.width) for seat in self.forest.seats]
        sizes = (
            (longest[1 - player] + 1) * row,
            blocks * _CARDS * LANES,
            longest[player] * row,
            (2 * blocks + len(ends.leaves) // LANES + 2) * _BLOCK,
            slots[1 - player] * LANES,
            slots[player] * LANES,
        )
        table, sums, balance, rooms, reach, worth = (np.zeros(size, np.float32) for size in sizes)
        rows = np.arange(LANES, dtype=np.int64)
        return Scratch(table, sums, balance, rooms, reach, worth, rows)

    def cards_below(self, player: int) -> NDArray[np.uint8]:
        """Return the cards of the rows that go down to the next street: those of the places."""
        hands = self.hands[player]
        return np.stack([hands.high, hands.low], axis=1)


class PostflopGame:
    """Strategies of two players in a spot; satisfies `drive.Game`, in chips.

    Parameters
    ----------
    spot : Spot
        With a board of four or five cards.

    Attributes
    ----------
    combos : by player, (hands,) int64
        Numbers of the combos that he may hold, those with a card of the board left out.
    weights : by player, (hands,) float64
        How likely his range makes each of them, 0..1.

    Raises
    ------
    InputError
        When the board is a flop, the ranges can't be dealt together, or the tree is too large.
    """

    players = 2

    def __init__(self, spot: Spot) -> None:
        if spot.street == "flop":
            raise InputError("boards of 4 and 5 cards are solved; a flop can't be yet")
        self.spot = spot
        self.combos = [_combos(spot, player) for player in range(2)]
        self.weights = [
            one.weights[combos] / one.denominator
            for one, combos in zip(spot.ranges, self.combos, strict=True)
        ]
        self.pair_weights = _pair_weights(self.combos, self.weights)
        self.deals = float(self.pair_weights[0] @ self.weights[0])
        if not self.deals:
            raise InputError("the two ranges can't be dealt together on this board")
        self.root, forests = _grow(spot)
        cards: Sequence[NDArray[np.uint8]] = [combo_cards()[combos] for combos in self.combos]
        self.levels: list[_Level] = []
        boards, chance = [spot.board], 1.0
        locks = settled_locks(spot)
        for street, forest in enumerate(forests):
            here = [lock for lock in locks if lock.place.street == street]
            level = _Level(spot, forest, boards, chance, cards, here)
            self.levels.append(level)
            cards = [level.cards_below(player) for player in range(2)]
            boards = [(*board, card) for board in boards for card in range(52) if card not in board]
            # both hands and the board are gone
            chance /= 52 - 4 - len(spot.board)
        self._totals = np.zeros(2)
        self._incoming = [self._from_range(player) for player in range(2)]
        self._outgoing = [np.zeros_like(incoming) for incoming in self._incoming]
        self._below = [self._between(player) for player in range(2)]

    @property
    def memory_bytes(self) -> int:
        """Bytes of regrets and averages, and of what a pass writes down."""
        tables = sum(table.nbytes for level in self.levels for table in level.tables)
        rooms = [room for level in self.levels for room in level.scratch]
        written = sum(array.nbytes for room in rooms for array in room)
        return tables + written + sum(x.nbytes for pair in self._below for x in pair)

    def update(self, player: int, weights: Weights) -> None:
        """Improve one player's strategy against the present one of the other."""
        from gutshot.cfr._kernels import PRESENT

        share = mean_weight(self._totals, player, weights.average)
        self._pass(player, PRESENT, (weights.positive, weights.negative, share))
        for level in self.levels:
            level.hold(player)

    def evaluate(self, player: int, against: Literal["average", "best"]) -> float:
        """Return a player's EV against the other's average, playing his own or his best."""
        worth = self._worth(player, against)
        return float(worth @ self.weights[player]) / self.deals + float(self.spot.pot) / 2

    def evs(self, player: int, against: Literal["average", "best"]) -> NDArray[np.float64]:
        """Return a player's EV by hand in chips, (hands,); nan for a hand that meets no other."""
        met = self.pair_weights[player]
        evs = np.full(len(met), np.nan)
        np.divide(self._worth(player, against), met, out=evs, where=met > 0)
        return evs + float(self.spot.pot) / 2

    def root_strategy(self) -> tuple[int, dict[str, NDArray[np.float64]]]:
        """Return who acts first, and his average chance of each action by hand, (hands,).

        Where nobody can bet on the board's street, the first to act checks.
        """
        player, actions = self.root
        if not actions:
            return player, {"check": np.ones(len(self.combos[player]))}
        level = self.levels[0]
        average = level.tables[player].average()
        places = level.hands[player]
        first = int(level.forest.seats[player].first[0])
        out = {}
        for number, action in enumerate(actions):
            chances = np.empty(len(self.combos[player]) + 1)
            chances[places.source] = average[first + number]
            out[action] = chances[:-1]
        return player, out

    def root_frequency(self) -> dict[str, float]:
        """Return the share of deals with which each first action is taken."""
        player, chances = self.root_strategy()
        if len(chances) == 1:
            return dict.fromkeys(chances, 1.0)
        shares = self._shares(player)
        return {action: float(chance @ shares) for action, chance in chances.items()}

    def state(self) -> dict[str, NDArray[np.floating[Any]]]:
        """Return the live arrays that the next iteration depends on, by name."""
        state: dict[str, NDArray[np.floating[Any]]] = {"weights": self._totals}
        for level, street in zip(self.levels, STREETS[-len(self.levels) :], strict=True):
            for name, table in zip(PLAYERS, level.tables, strict=True):
                state |= {f"{street}_{name}_regret": table.regret}
                state |= {f"{street}_{name}_mean": table.mean}
        return state

    def refresh(self) -> None:
        """Follow arrays that were written to; nothing is kept beside them."""

    def _worth(self, player: int, against: Literal["average", "best"]) -> NDArray[np.float64]:
        from gutshot.cfr._kernels import AVERAGE, BEST

        return self._pass(player, BEST if against == "best" else AVERAGE)

    def _shares(self, player: int) -> NDArray[np.float64]:
        """Return each hand's share of all deals."""
        return self.weights[player] * self.pair_weights[player] / self.deals

    def _from_range(self, player: int) -> NDArray[np.float32]:
        incoming = np.zeros((len(self.combos[player]) + 1, self.levels[0].width), np.float32)
        incoming[:-1, 0] = self.weights[player]
        return incoming.reshape(-1)

    def _between(self, player: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return rooms for a player's pass between two streets: the other's reaches, own worths."""
        top = self.levels[0]
        width = len(top.ends[player].leaves)
        rows = [int(top.hands[p].start[-1]) + 1 for p in (1 - player, player)]
        return np.zeros(rows[0] * width, np.float32), np.zeros(rows[1] * width, np.float32)

    def _pass(
        self, player: int, mode: int, kept: tuple[float, float, float] = (0.0, 0.0, 0.0)
    ) -> NDArray[np.float64]:
        """Go down and up for a player, and return by hand what it is worth, (hands,).

        Counted from half the pot, and summed over the weights of the other's hands.
        """
        from gutshot.holdem.postflop._kernels import DOWN, UP, street_pass

        incoming, outgoing = self._incoming[1 - player], self._outgoing[player]
        below_in, below_out = self._below[player]
        outgoing[:] = 0

        def go(number: int, halves: int, rooms: _Rooms) -> None:
            level = self.levels[number]
            street_pass(
                0,
                len(level.boards),
                halves,
                mode,
                level.forest.roots,
                kept,
                level.sides[1 - player],
                level.sides[player],
                level.levels[player],
                level.ends[player],
                rooms[0],
                rooms[1],
                rooms[2],
                rooms[3],
                level.scratch[player],
            )

        own = incoming, outgoing, below_in, below_out
        if len(self.levels) == 1:
            go(0, DOWN | UP, own)
        else:
            below_out[:] = 0
            go(0, DOWN, own)
            go(1, DOWN | UP, (below_in, below_out, below_in[:0], below_out[:0]))
            go(0, UP, own)
        return outgoing.reshape(-1, self.levels[0].width)[:-1, 0].astype(np.float64)


def _refuse_too_large(forest: Forest, hands: Sequence[Hands]) -> None:
    """Refuse a street whose regrets and averages take more memory than there may be."""
    numbers = sum(
        (2 * (seat.slots - forest.roots) - len(seat.first)) * int(side.start[-1])
        for seat, side in zip(forest.seats, hands, strict=True)
    )
    if 4 * numbers > _MOST_BYTES:
        raise InputError(
            f"the strategies take {4 * numbers / 1e9:.1f} GB, and at most {_MOST_BYTES / 1e9:g} GB"
            " are used: give fewer sizes, or smaller ranges"
        )


def _grow(spot: Spot) -> tuple[tuple[int, tuple[str, ...]], list[Forest]]:
    """Return who acts first and how he can, and the forests of all streets from the board's on."""
    streets = grow_streets(spot)
    forests = [grow_all(street.roots, 2) for street in streets]
    root = streets[0].roots[0]
    first = (root.player, tuple(root.actions)) if isinstance(root, Decision) else (0, ())
    return first, forests


def _combos(spot: Spot, player: int) -> NDArray[np.int64]:
    """Return the numbers of a player's combos that share no card with the board."""
    held = spot.ranges[player].weights > 0
    apart = ~np.isin(combo_cards(), spot.board).any(axis=1)
    combos = np.flatnonzero(held & apart).astype(np.int64)
    if not len(combos):
        raise InputError(f"{PLAYERS[player]}_range has no hand that the board leaves possible")
    return combos


def _pair_weights(
    combos: Sequence[NDArray[np.int64]], weights: Sequence[NDArray[np.float64]]
) -> list[NDArray[np.float64]]:
    """Return for each hand the summed weights of the other player's hands without its cards."""
    first, second = (combo_cards()[numbers].astype(np.int64) for numbers in combos)
    apart = (first[:, None, :, None] != second[None, :, None, :]).all(axis=(2, 3))
    return [apart @ weights[1], apart.T @ weights[0]]
