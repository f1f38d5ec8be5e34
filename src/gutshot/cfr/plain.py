"""The slow twin: the same schedules on an explicit tree with chance nodes, in plain Python.

It has no public tree, no slots and no payoff of reaches: every deal is a branch of its own, and
what a player knows is the name of his information set.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from gutshot.cfr.schedule import Weights

__all__ = ["Chance", "Leaf", "PlainGame", "Turn"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """An end: what each player has won, in the game's unit."""

    payoffs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """A random event: each outcome with its probability."""

    outcomes: tuple[tuple[float, PlainNode], ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's decision; all turns of one information set have the same player and actions."""

    player: int
    known: str
    after: tuple[PlainNode, ...]


PlainNode = Leaf | Chance | Turn


class PlainGame:
    """Regret minimisation by walking the whole tree; satisfies `drive.Game`.

    Parameters
    ----------
    root : PlainNode
        The tree.
    players : int
        How many play.
    locks : mapping of str to sequence of float
        By information set, the chances of its actions that are played there whatever they cost.
    ahead : float
        Share of the last regrets that strategies expect to come again.
    """

    def __init__(
        self,
        root: PlainNode,
        players: int,
        locks: Mapping[str, Sequence[float]] | None = None,
        *,
        ahead: float = 0.0,
    ) -> None:
        self.players = players
        self._ahead = ahead
        self._locks = {known: list(chances) for known, chances in (locks or {}).items()}
        self._root = root
        # by information set: row 0 holds regrets, row 1 summed reaches, row 2 the last regrets
        rows = 3 if ahead else 2
        self._sets: dict[str, NDArray[np.float64]] = {}
        self._players: dict[str, int] = {}
        for turn in _turns(root):
            self._sets.setdefault(turn.known, np.zeros((rows, len(turn.after))))
            self._players[turn.known] = turn.player

    @property
    def memory_bytes(self) -> int:
        """Bytes of the information sets' arrays."""
        return sum(array.nbytes for array in self._sets.values())

    def state(self) -> dict[str, NDArray[np.float64]]:
        """Return the live arrays, by information set."""
        return dict(self._sets)

    def refresh(self) -> None:
        """Follow arrays that were written to; nothing is kept beside them."""

    def average(self, known: str) -> list[float]:
        """Return the average strategy at an information set."""
        return self._locks.get(known) or _shares(self._sets[known][1])

    def _matched(self, rows: NDArray[np.float64]) -> list[float]:
        return _shares(rows[0] + self._ahead * rows[2] if self._ahead else rows[0])

    def update(self, player: int, weights: Weights) -> None:
        """Improve one player's strategy against the present ones of the others."""
        present = {known: self._matched(rows) for known, rows in self._sets.items()} | self._locks
        regrets: dict[str, list[float]] = {}
        reaches: dict[str, list[float]] = {}

        def walk(node: PlainNode, own: float, others: float) -> float:
            match node:
                case Leaf():
                    return node.payoffs[player]
                case Chance():
                    return sum(p * walk(after, own, others * p) for p, after in node.outcomes)
                case Turn():
                    chances = present[node.known]
                    if node.player != player:
                        pairs = zip(chances, node.after, strict=True)
                        return sum(c * walk(after, own, others * c) for c, after in pairs)
                    pairs = zip(chances, node.after, strict=True)
                    worth = [walk(after, own * c, others) for c, after in pairs]
                    mean = sum(c * w for c, w in zip(chances, worth, strict=True))
                    gained = regrets.setdefault(node.known, [0.0] * len(worth))
                    for action, w in enumerate(worth):
                        gained[action] += others * (w - mean)
                    reaches[node.known] = [own * c for c in chances]
                    return mean

        walk(self._root, 1.0, 1.0)
        for known, gained in regrets.items():
            if known not in self._locks:
                self._learn(self._sets[known], gained, reaches[known], weights)

    def _learn(
        self,
        rows: NDArray[np.float64],
        gained: Sequence[float],
        reaches: Sequence[float],
        weights: Weights,
    ) -> None:
        for action, gain in enumerate(gained):
            before = rows[0, action]
            kept = before * (weights.positive if before > 0 else weights.negative)
            rows[0, action] = kept + gain
            rows[1, action] = rows[1, action] * weights.average + reaches[action]
            if self._ahead:
                rows[2, action] = gain

    def evaluate(self, player: int, against: Literal["average", "best"]) -> float:
        """Return a player's EV against the others' averages, playing his own or his best."""
        best: dict[str, int] = {}

        def choose(turn: Turn) -> list[float]:
            if turn.player != player or against == "average" or turn.known in self._locks:
                return averages[turn.known]
            return [float(action == best[turn.known]) for action in range(len(turn.after))]

        averages = {known: self.average(known) for known in self._sets}
        if against == "best":
            for members in self._from_the_last(player, averages):
                if members[0][0].known in self._locks:
                    continue
                worth = [0.0] * len(members[0][0].after)
                for turn, others in members:
                    for action, after in enumerate(turn.after):
                        worth[action] += others * _expected(after, player, choose)
                best[members[0][0].known] = worth.index(max(worth))
        return _expected(self._root, player, choose)

    def _from_the_last(
        self, player: int, averages: dict[str, list[float]]
    ) -> list[list[tuple[Turn, float]]]:
        """Return a player's information sets, deepest first: turns, others' reaches."""
        members: dict[str, list[tuple[Turn, float]]] = defaultdict(list)
        depth: dict[str, int] = {}

        def gather(node: PlainNode, others: float, level: int) -> None:
            match node:
                case Leaf():
                    return
                case Chance():
                    for p, after in node.outcomes:
                        gather(after, others * p, level + 1)
                case Turn():
                    own = node.player == player
                    if own:
                        members[node.known].append((node, others))
                        depth[node.known] = level
                    for c, after in zip(averages[node.known], node.after, strict=True):
                        gather(after, others if own else others * c, level + 1)

        gather(self._root, 1.0, 0)
        return [members[known] for known in sorted(members, key=depth.__getitem__, reverse=True)]


def _turns(node: PlainNode) -> Iterator[Turn]:
    match node:
        case Leaf():
            return
        case Chance():
            for _, after in node.outcomes:
                yield from _turns(after)
        case Turn():
            yield node
            for after in node.after:
                yield from _turns(after)


def _expected(node: PlainNode, player: int, choose: Callable[[Turn], list[float]]) -> float:
    """Return a player's EV from a node on when every turn is played by `choose`."""
    match node:
        case Leaf():
            return node.payoffs[player]
        case Chance():
            return sum(p * _expected(after, player, choose) for p, after in node.outcomes)
        case Turn():
            return sum(
                chance * _expected(after, player, choose)
                for chance, after in zip(choose(node), node.after, strict=True)
                if chance
            )


def _shares(weights: NDArray[np.float64]) -> list[float]:
    positive = [max(float(w), 0.0) for w in weights]
    total = sum(positive)
    return [w / total if total > 0 else 1 / len(positive) for w in positive]
