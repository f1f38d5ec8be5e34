"""A game on a forest as in `forest_game`, its strategies kept and improved in lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from gutshot.cfr.lane_table import LANES, LaneTable, mean_weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr.forest import Forest
    from gutshot.cfr.forest_game import Payoff
    from gutshot.cfr.schedule import Weights

__all__ = ["LaneGame"]


class LaneGame:
    """Strategies of n players on a forest, float32 and 16 hands at once; satisfies `drive.Game`.

    Takes half the memory of `ForestGame` and knows regrets and averages to 7 digits. Payoffs are
    those of the row form.

    Parameters
    ----------
    forest : Forest
        The public tree.
    hands : sequence of int
        How many hands each player can hold.
    payoff : Payoff
        What ends are worth.
    """

    def __init__(self, forest: Forest, hands: Sequence[int], payoff: Payoff) -> None:
        self.players = forest.players
        self.forest = forest
        self.payoff = payoff
        self._hands = tuple(hands)
        self.tables = [
            LaneTable(seat, -(-n // LANES)) for seat, n in zip(forest.seats, hands, strict=True)
        ]
        self._weights = np.zeros(self.players)
        self._reaches: list[NDArray[np.float64]] = []
        self._averages: list[NDArray[np.float64]] | None = None
        self.refresh()

    @property
    def memory_bytes(self) -> int:
        """Bytes of regrets, averages and reaches."""
        return sum(table.nbytes for table in self.tables) + sum(x.nbytes for x in self._reaches)

    def update(self, player: int, weights: Weights) -> None:
        """Improve one player's strategy against the present ones of the others."""
        from gutshot.cfr._kernels import PRESENT

        share = mean_weight(self._weights, player, weights.average)
        kept = weights.positive, weights.negative, share
        self._up(player, PRESENT, self._reaches, kept)
        self._reaches[player] = self._reach(player, PRESENT)
        self._averages = None

    def evaluate(self, player: int, against: Literal["average", "best"]) -> float:
        """Return a player's EV against the others' averages, playing his own or his best."""
        from gutshot.cfr._kernels import AVERAGE, BEST

        if self._averages is None:
            self._averages = [self._reach(p, AVERAGE) for p in range(self.players)]
        mode = BEST if against == "best" else AVERAGE
        return float(self._up(player, mode, self._averages).sum())

    def average(self, player: int) -> NDArray[np.float64]:
        """Return a player's average strategy: (slots, hands), the chance of each slot's action."""
        return self.tables[player].average()[:, : self._hands[player]]

    def state(self) -> dict[str, NDArray[np.number[Any]]]:
        """Return the live arrays that the next iteration depends on, by name."""
        state: dict[str, NDArray[np.number[Any]]] = {"weights": self._weights}
        for player, table in enumerate(self.tables):
            state |= {f"regret{player}": table.regret, f"mean{player}": table.mean}
        return state

    def refresh(self) -> None:
        """Follow arrays of `state` that were written to from outside."""
        from gutshot.cfr._kernels import PRESENT

        self._reaches = [self._reach(player, PRESENT) for player in range(self.players)]
        self._averages = None

    def _reach(self, player: int, mode: int) -> NDArray[np.float64]:
        """Return the product of a player's own chances on the way to each slot, (slots, hands)."""
        table = self.tables[player]
        rows = np.zeros((table.batches, table.seat.slots, LANES), np.float32)
        rows[:, 0] = 1
        _pass(table, mode, rows, up=False)
        return _to_rows(rows)[:, : self._hands[player]]

    def _up(
        self,
        player: int,
        mode: int,
        reaches: Sequence[NDArray[np.float64]],
        kept: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> NDArray[np.float64]:
        """Add a player's worths up, and return his EV by hand."""
        table = self.tables[player]
        rows = _to_lanes(self.payoff.gradient(player, reaches), table.batches)
        _pass(table, mode, rows, up=True, kept=kept)
        return _to_rows(rows)[0, : self._hands[player]]


def _pass(
    table: LaneTable,
    mode: int,
    rows: NDArray[np.float32],
    *,
    up: bool,
    kept: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> None:
    from gutshot.cfr._kernels import lanes_pass

    seat = table.seat
    tree = seat.parent, seat.first, seat.actions, table.roots
    lanes_pass(*tree, *table.flat(), mode, up, *kept, rows.reshape(-1))


def _to_lanes(rows: NDArray[np.float64], batches: int) -> NDArray[np.float32]:
    slots, hands = rows.shape
    padded = np.zeros((slots, batches * LANES), np.float32)
    padded[:, :hands] = rows
    return np.ascontiguousarray(padded.reshape(slots, batches, LANES).transpose(1, 0, 2))


def _to_rows(lanes: NDArray[np.float32]) -> NDArray[np.float64]:
    slots = lanes.shape[1]
    return lanes.transpose(1, 0, 2).reshape(slots, -1).astype(np.float64)
