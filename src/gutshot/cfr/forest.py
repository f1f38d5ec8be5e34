"""A game's public tree in sequence form, for n players.

A player's *slot* is an action together with all his actions before it; slot 0 is that he has not
acted yet. Trees can stand side by side, like all beginnings of a street: then the first slots are
the roots. What a player knows privately (a hand) is no part of the tree: arrays of the solver are
slots by hands. The chance to reach an end is the product of the players' reaches of its slots and
of what chance does, which belongs to the payoff.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["Deal", "Decision", "End", "Forest", "Seat", "grow", "grow_all"]


@dataclass(frozen=True, slots=True)
class End:
    """A terminal: what kind it is, and an amount for each player, in the game's unit."""

    kind: int
    amounts: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """A public event of chance, such as a board card: what follows each of its outcomes.

    Outcomes are numbered by the game, from 0; the payoff knows how likely each is.
    """

    outcomes: Mapping[int, Node]


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's turn: what follows each of his actions, by name."""

    player: int
    actions: Mapping[str, Node]


Node = Decision | Deal | End


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's sequences.

    Attributes
    ----------
    parent : (slots,) int64
        The slot before each slot, always of a lower number; a root's is its own.
    first, actions : (nodes,) int64
        The slots of a node's actions are ``first .. first + actions - 1``; nodes stand in the order
        of the tree, so that a node comes after all nodes above it.
    names : tuple of str
        Each slot's path: the actions of all players and the outcomes from the root on.
    """

    parent: NDArray[np.int64]
    first: NDArray[np.int64]
    actions: NDArray[np.int64]
    names: tuple[str, ...]

    @property
    def slots(self) -> int:
        """How many slots he has, those of the roots included."""
        return len(self.parent)


@dataclass(frozen=True, slots=True)
class Forest:
    """The sequence form of a public tree.

    Attributes
    ----------
    seats : tuple of Seat
        By player.
    kinds, outcomes : (ends,) int64
        Kind of each end, and the outcome of the last public event above it (-1 when none is).
    slots : (players, ends) int64
        The last slot of each player above each end.
    amounts : (players, ends) float64
        As the ends state them.
    roots : int
        How many trees there are.
    """

    seats: tuple[Seat, ...]
    kinds: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    slots: NDArray[np.int64]
    amounts: NDArray[np.float64]
    roots: int = 1

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.seats)

    @property
    def ends(self) -> int:
        """How many terminals there are."""
        return len(self.kinds)


class _Growing:
    """The sequence form while the tree is walked."""

    def __init__(self, players: int, roots: int) -> None:
        self.parent: list[list[int]] = [list(range(roots)) for _ in range(players)]
        self.names: list[list[str]] = [[""] * roots for _ in range(players)]
        self.first: list[list[int]] = [[] for _ in range(players)]
        self.actions: list[list[int]] = [[] for _ in range(players)]
        self.ends: list[tuple[End, int, tuple[int, ...]]] = []

    def walk(self, node: Node, at: tuple[int, ...], outcome: int, path: str) -> None:
        match node:
            case End():
                if len(node.amounts) != len(at):
                    raise InputError(f"the end after '{path}' has not one amount for each player")
                self.ends.append((node, outcome, at))
            case Deal():
                for number, after in node.outcomes.items():
                    self.walk(after, at, number, f"{path}[{number}]")
            case Decision():
                self.decide(node, at, outcome, path)

    def decide(self, node: Decision, at: tuple[int, ...], outcome: int, path: str) -> None:
        who = node.player
        if not 0 <= who < len(at):
            raise InputError(f"after '{path}' player {who} acts; players are 0 to {len(at) - 1}")
        if not node.actions:
            raise InputError(f"after '{path}' player {who} has no action; he needs at least one")
        first = len(self.parent[who])
        self.first[who].append(first)
        self.actions[who].append(len(node.actions))
        for action in node.actions:
            self.parent[who].append(at[who])
            self.names[who].append(path + action)
        for number, (action, after) in enumerate(node.actions.items()):
            reached = (*at[:who], first + number, *at[who + 1 :])
            self.walk(after, reached, outcome, path + action)


def grow(root: Node, players: int) -> Forest:
    """Return the sequence form of the tree under a root.

    Raises
    ------
    InputError
        As `grow_all`.
    """
    return grow_all([root], players)


def grow_all(roots: Sequence[Node], players: int) -> Forest:
    """Return the sequence form of trees side by side; slot i of every player is root i.

    Raises
    ------
    InputError
        When a node names a player that there is not, has no action, or an end has not one amount
        for each player.
    """
    growing = _Growing(players, len(roots))
    for number, root in enumerate(roots):
        growing.walk(root, (number,) * players, -1, "")
    seats = tuple(
        Seat(
            np.array(growing.parent[who], np.int64),
            np.array(growing.first[who], np.int64),
            np.array(growing.actions[who], np.int64),
            tuple(growing.names[who]),
        )
        for who in range(players)
    )
    return Forest(
        seats,
        np.array([end.kind for end, _, _ in growing.ends], np.int64),
        np.array([outcome for _, outcome, _ in growing.ends], np.int64),
        np.array([at for _, _, at in growing.ends], np.int64).reshape(-1, players).T.copy(),
        np.array([end.amounts for end, _, _ in growing.ends]).reshape(-1, players).T.copy(),
        len(roots),
    )
