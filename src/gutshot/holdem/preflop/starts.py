"""Another start of the same solve, and how far two charts of a spot are from each other.

Three and more players can have several equilibria, and no player's part of one need fit another.
What a solve ends at depends on where it starts. From a second start every hand's first strategy is
drawn from a seed, and players learn in the opposite order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gutshot.cfr import ForestGame
    from gutshot.cfr.schedule import Weights
    from gutshot.holdem.preflop.chart import PreflopChart

__all__ = ["OFTEN", "START_SEED", "Apart", "InReverse", "drawn_start", "how_far_apart"]

OFTEN: Final = 1e-3
"""Nodes that both tables come to more often are compared."""
OWN_OFTEN: Final = 1e-2
"""Hands that come to a node less often by their own choices are left out of the largest."""
START_SEED: Final = 1


def drawn_start(game: ForestGame, seed: int) -> None:
    """Make a game begin with strategies that are drawn: every mix as likely as any other."""
    draw = np.random.default_rng(seed)
    for name, array in game.state().items():
        if name.startswith(("regret", "expected")):
            array[...] = draw.exponential(size=array.shape)
    game.refresh()


class InReverse:
    """A game whose players learn in the opposite order; satisfies `cfr.drive.Game`.

    Its players are numbered from the last to the first: so are the gains of its certificates.
    """

    def __init__(self, game: ForestGame) -> None:
        self._game = game
        self.players = game.players

    @property
    def memory_bytes(self) -> int:
        """Bytes of the game."""
        return self._game.memory_bytes

    def update(self, player: int, weights: Weights) -> None:
        """Improve one player's strategy."""
        self._game.update(self.players - 1 - player, weights)

    def evaluate(self, player: int, against: Literal["average", "best"]) -> float:
        """Return a player's EV against the others' averages."""
        return self._game.evaluate(self.players - 1 - player, against)

    def state(self) -> Mapping[str, NDArray[np.floating[Any]]]:
        """Return the game's live arrays."""
        return self._game.state()

    def refresh(self) -> None:
        """Follow arrays of `state` that were written to from outside."""
        self._game.refresh()


@dataclass(frozen=True, slots=True)
class Apart:
    """How far two charts of a spot are from each other.

    Strategies of a hand differ by the share of cases, 0..1, in which they do different things: half
    the sum of their differences. Nodes are those that both tables come to in more than a
    thousandth of deals.

    Attributes
    ----------
    largest, node, hand : float, str, int
        The largest difference, where, and the class's number; of hands that come there in a
        hundredth of the cases in which they are held, in both charts.
    mean : float
        The mean by how often the first chart's table comes to a node with a hand.
    nodes : int
        How many were compared.
    values_bb : tuple of float
        By seat what the second chart brings it more.
    first_in_percent : tuple of float
        By seat, the last one left out, how many more percent of hands it enters with in the second
        chart when all before it have folded.
    gains_bb : (float, float)
        What a best response gains at most in each.
    """

    largest: float
    node: str
    hand: int
    mean: float
    nodes: int
    values_bb: tuple[float, ...]
    first_in_percent: tuple[float, ...]
    gains_bb: tuple[float, float]


def how_far_apart(one: PreflopChart, other: PreflopChart) -> Apart:
    """Compare two charts of the same tree."""
    largest, where, hand = 0.0, "", 0
    total = weight = 0.0
    nodes = 0
    for name in one.nodes:
        first, second = one.node(name), other.node(name)
        if min(first.reach, second.reach) <= OFTEN:
            continue
        nodes += 1
        apart = 0.5 * np.abs(first.strategy - second.strategy).sum(axis=0)
        player = one.spot.tree.spots[name].player
        held = first.own_reach * one.deals.dealt(player)
        total += first.reach * float(apart @ held / held.sum())
        weight += first.reach
        often = np.minimum(first.own_reach, second.own_reach) >= OWN_OFTEN
        apart = np.where(often, apart, 0.0)
        if apart.max() > largest:
            largest, where, hand = float(apart.max()), name, int(apart.argmax())
    ours, theirs = one.certificate, other.certificate
    return Apart(
        largest,
        where,
        hand,
        total / weight,
        nodes,
        tuple(b - a for a, b in zip(ours.values, theirs.values, strict=True)),
        tuple(b - a for a, b in zip(_first_in_percent(one), _first_in_percent(other), strict=True)),
        (ours.exploitability, theirs.exploitability),
    )


def _first_in_percent(chart: PreflopChart) -> list[float]:
    out = []
    name = ""
    while name in chart.spot.tree.spots:
        node = chart.node(name)
        if node.actions[0] != "F":
            break
        out.append(100 * (1 - float(node.frequency[0])))
        name += "F"
    return out
