"""A game on a forest: every player's regrets and averages, and a payoff that the game supplies."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from gutshot.cfr.locks import locked_rows
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr.forest import Forest, Seat
    from gutshot.cfr.locks import Lock
    from gutshot.cfr.schedule import Weights

__all__ = ["ForestGame", "Lessons", "Payoff"]


class Payoff(Protocol):
    """What the ends of a forest are worth, chance included."""

    def gradient(self, player: int, reaches: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return what a unit of reach of each slot and hand earns at the ends just behind it.

        reaches : of all players, slots by hands; the player's own is not looked at.

        Returns
        -------
        (slots, hands) float64
            A fresh array, in the game's unit. Summed over slots and hands, times the player's own
            reaches, it is his EV.
        """
        ...


class Lessons(Payoff, Protocol):
    """A payoff that is learnt from in place of the right one, and may remember what it saw."""

    def state(self) -> dict[str, NDArray[np.floating[Any]]]:
        """Return the live arrays that its next gradients depend on, by name."""
        ...


class ForestGame:
    """Strategies of n players on a forest; satisfies `drive.Game`.

    Parameters
    ----------
    forest : Forest
        The public tree.
    hands : sequence of int
        How many hands each player can hold.
    payoff : Payoff
        What ends are worth.
    locks : sequence of Lock
        What players are made to do. They learn nothing there, and their best responses keep to it:
        gains are of what a player could change.
    lessons : Lessons, optional
        What updates learn from instead, asked once an update: nearer to `payoff` the less
        strategies move. Evaluation never looks at it.
    ahead : float
        Share, 0..1, of the last iteration's regrets that strategies expect to come again: regrets
        and that share of the last ones are matched (predictive regret matching, Farina, Kroer and
        Sandholm, 2021, which has 1). It takes one more array of the size of the regrets; 0 takes
        none.

    Raises
    ------
    InputError
        For a lock that does not fit its node, and a share that is none.
    """

    def __init__(
        self,
        forest: Forest,
        hands: Sequence[int],
        payoff: Payoff,
        locks: Sequence[Lock] = (),
        lessons: Lessons | None = None,
        *,
        ahead: float = 0.0,
    ) -> None:
        if not 0 <= ahead <= 1:
            raise InputError(f"the share that is expected again is from 0 to 1, not {ahead}")
        self.players = forest.players
        self.forest = forest
        self.payoff = payoff
        self.lessons = lessons
        shapes = [(seat.slots, n) for seat, n in zip(forest.seats, hands, strict=True)]
        self._locked = [
            locked_rows(seat, n, [lock for lock in locks if lock.player == player])
            for player, (seat, n) in enumerate(zip(forest.seats, hands, strict=True))
        ]
        self._regrets = [np.zeros(shape) for shape in shapes]
        self._totals = [np.zeros(shape) for shape in shapes]
        self._ahead = ahead
        self._expected = [np.zeros(shape if ahead else (0, shape[1])) for shape in shapes]
        self._reaches = [np.ones(shape) for shape in shapes]
        self._averages: list[NDArray[np.float64]] | None = None
        self._against: tuple[int, NDArray[np.float64]] | None = None
        for player in range(self.players):
            self._play(player)

    @property
    def memory_bytes(self) -> int:
        """Bytes of regrets, expected ones as well, averages and reaches, and of lessons."""
        return sum(x.nbytes for x in (*self.state().values(), *self._reaches))

    def update(self, player: int, weights: Weights) -> None:
        """Improve one player's strategy against the present ones of the others."""
        from gutshot.cfr._kernels import add_average, add_regrets

        seat = self.forest.seats[player]
        strategy = self._matched(player)
        gradient = (self.lessons or self.payoff).gradient(player, self._reaches)
        add_average(self._reaches[player], weights.average, self._totals[player])
        add_regrets(
            gradient,
            strategy,
            seat.parent,
            seat.first,
            seat.actions,
            *self._locked[player],
            weights.positive,
            weights.negative,
            self._regrets[player],
            self._ahead,
            self._expected[player],
        )
        self._averages = self._against = None
        self._play(player)

    def evaluate(self, player: int, against: Literal["average", "best"]) -> float:
        """Return a player's EV against the others' averages, playing his own or his best."""
        from gutshot.cfr._kernels import best_response

        averages = self.average_reaches()
        if self._against is None or self._against[0] != player:
            self._against = player, self.payoff.gradient(player, averages)
        gradient = self._against[1]
        if against == "average":
            return float((gradient * averages[player]).sum())
        gradient = gradient.copy()
        seat = self.forest.seats[player]
        best_response(gradient, seat.parent, seat.first, seat.actions, *self._locked[player])
        return float(gradient[0].sum())

    def average(self, player: int) -> NDArray[np.float64]:
        """Return a player's average strategy: (slots, hands), the chance of each slot's action."""
        return self._shares(player, self._totals[player])

    def average_reaches(self) -> list[NDArray[np.float64]]:
        """Return by player how often he comes to each slot by his average: (slots, hands)."""
        if self._averages is None:
            self._averages = [
                _reach(seat, self.average(p)) for p, seat in enumerate(self.forest.seats)
            ]
        return self._averages

    def with_payoff(self, payoff: Payoff) -> ForestGame:
        """Return the game with the same strategies, in the same arrays, but other worths."""
        other = copy(self)
        other.payoff, other.lessons = payoff, None
        other._against = None  # noqa: SLF001 - one of ours
        return other

    def forget_regrets(self) -> None:
        """Give back the memory of all that only updates need: the game can still be evaluated."""
        self._regrets, self._expected, self._reaches = [], [], []
        self.lessons = None

    def state(self) -> dict[str, NDArray[np.floating[Any]]]:
        """Return the live arrays that the next iteration depends on, by name."""
        kinds = [("regret", self._regrets), ("total", self._totals)]
        if self._ahead:
            kinds.append(("expected", self._expected))
        own: dict[str, NDArray[np.floating[Any]]] = {
            f"{name}{player}": array
            for name, arrays in kinds
            for player, array in enumerate(arrays)
        }
        return own if self.lessons is None else own | self.lessons.state()

    def refresh(self) -> None:
        """Follow arrays of `state` that were written to from outside."""
        self._averages = self._against = None
        for player in range(len(self._regrets)):
            self._play(player)

    def _matched(self, player: int) -> NDArray[np.float64]:
        return self._shares(player, (self._expected if self._ahead else self._regrets)[player])

    def _play(self, player: int) -> None:
        self._reaches[player] = _reach(self.forest.seats[player], self._matched(player))

    def _shares(self, player: int, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        from gutshot.cfr._kernels import normalise

        seat = self.forest.seats[player]
        strategy = np.ones_like(weights)
        normalise(weights, seat.first, seat.actions, *self._locked[player], strategy)
        return strategy


def _reach(seat: Seat, strategy: NDArray[np.float64]) -> NDArray[np.float64]:
    from gutshot.cfr._kernels import spread_reach

    reach = np.empty_like(strategy)
    spread_reach(strategy, seat.parent, reach)
    return reach
