"""What can happen on a street: who may do what, and how it ends.

A street begins at a `Start` and ends in a fold, in a showdown, or where the next street starts.
What follows there is the caller's: the solver grows all beginnings of a street side by side, the
slow twin hangs one street below another.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.cfr import Decision, End
from gutshot.errors import InputError
from gutshot.holdem.betting import Betting, uncalled
from gutshot.holdem.postflop.sizes import legal_amounts
from gutshot.holdem.postflop.spec import STREETS, StreetSizes

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.cfr.forest import Node
    from gutshot.holdem.postflop.spec import Spot

__all__ = [
    "FOLDS",
    "LEAVES",
    "MOST_DECISIONS",
    "SHOWDOWN",
    "Start",
    "Street",
    "StreetTrees",
    "first_start",
    "grow_streets",
]

OOP, IP = 0, 1
FOLDS: Final = (0, 1)
"""Kinds of ends: player 0 folded, player 1 folded."""
SHOWDOWN: Final = 2
LEAVES: Final = 3
"""The kind of the end at which the first beginning of the next street starts; others follow."""

MOST_DECISIONS: Final = 20_000
"""On one street, of all its beginnings."""

_MOST_ACTIONS: Final = 60


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of a street.

    led : whether the player in position bet last on the street before, so that a first bet by the
        other one is a donk bet.
    """

    state: Betting
    led: bool = False


def first_start(spot: Spot) -> Start:
    """Return the beginning of a spot."""
    nothing = (Fraction(0),) * 2
    stacks = (spot.stack,) * 2
    waiting = (OOP, IP) if spot.stack else ()
    begun = Betting(
        stacks,
        nothing,
        nothing,
        spot.pot,
        (True, True),
        waiting,
        frozenset(),
        spot.min_bet,
        spot.min_bet,
    )
    return Start(begun)


@dataclass(frozen=True, slots=True)
class StreetTrees:
    """All trees of a street, side by side.

    name : `flop`, `turn` or `river`.
    starts, roots : the beginnings of the street, and the tree from each of them on.
    """

    name: str
    starts: tuple[Start, ...]
    roots: tuple[Node, ...]


def grow_streets(spot: Spot) -> tuple[StreetTrees, ...]:
    """Return the trees of all streets from the board's on.

    An end of the kind ``LEAVES + i`` is where the next street's beginning i follows.

    Raises
    ------
    InputError
        When the sizes make more of a tree than can be solved.
    """
    starts = [first_start(spot)]
    streets: list[StreetTrees] = []
    for name in STREETS[STREETS.index(spot.street) :]:
        after: list[Start] = []

        def follow(start: Start, after: list[Start] = after) -> Node:
            after.append(start)
            return End(LEAVES + len(after) - 1, (0.0, 0.0))

        street = Street(spot, name, follow)
        roots = tuple(street.node(start) for start in starts)
        streets.append(StreetTrees(name, tuple(starts), roots))
        starts = after
    return tuple(streets)


class Street:
    """The trees of one street of a spot.

    Parameters
    ----------
    spot : Spot
        Whose sizes are used.
    name : str
        `flop`, `turn` or `river`.
    follow : callable
        What follows when the street is over and another comes.

    Raises
    ------
    InputError
        From `node`, when the sizes make more of a tree than can be solved.
    """

    def __init__(self, spot: Spot, name: str, follow: Callable[[Start], Node]) -> None:
        self.name = name
        self._spot = spot
        self._follow = follow
        self._left = len(STREETS) - STREETS.index(name)
        self._sizes = [sizes.get(name, StreetSizes()) for sizes in spot.sizes]
        self._most_raises = spot.raise_limits.get(name, _MOST_ACTIONS)
        self._decisions = 0

    def node(self, start: Start) -> Node:
        """Return the tree from a beginning on; an action that is the only one is no decision."""
        return self._after(start.state, start.led, last=None, depth=0, raises=-1)

    def _after(
        self,
        state: Betting,
        led: bool,  # noqa: FBT001 - one of many
        last: int | None,
        depth: int,
        raises: int,
    ) -> Node:
        """Return what follows; last: who bet last on this street; raises: -1 before a bet."""
        if state.over:
            return self._end(state, last)
        who = state.to_act
        sizes = self._sizes[who]
        if last is not None:
            wanted = sizes.raises
        else:
            wanted = sizes.donk if led and who == OOP else sizes.bet
        limited = raises >= self._most_raises
        amounts = () if limited else legal_amounts(wanted, state, self._left, self._spot.thresholds)
        if not amounts and last is None:
            return self._after(state.call(), led, last, depth + 1, raises)
        self._count(depth)
        actions: dict[str, Node] = {}
        if last is not None:
            actions["fold"] = self._end(state.fold(), last)
        actions["check" if last is None else "call"] = self._after(
            state.call(), led, last, depth + 1, raises
        )
        for amount in amounts:
            name = _name(amount, state, raising=last is not None)
            actions[name] = self._after(state.raise_to(amount), led, who, depth + 1, raises + 1)
        return Decision(who, actions)

    def _end(self, state: Betting, last: int | None) -> Node:
        back = uncalled(state.paid)
        paid = tuple(float(p - b) for p, b in zip(state.paid, back, strict=True))
        if len(state.left) == 1:
            return End(FOLDS[1 - state.left[0]], paid)
        if self._left == 1:
            return End(SHOWDOWN, paid)
        return self._follow(Start(state.next_street(OOP), last == IP))

    def _count(self, depth: int) -> None:
        self._decisions += 1
        if depth > _MOST_ACTIONS:
            raise InputError(
                f"the sizes make more than {_MOST_ACTIONS} actions in a row on the {self.name}:"
                " give larger raises"
            )
        if self._decisions > MOST_DECISIONS:
            raise InputError(
                f"the sizes make more than {MOST_DECISIONS:,} decisions on the {self.name}: give"
                " fewer"
            )


def _name(amount: Fraction, state: Betting, *, raising: bool) -> str:
    if amount == state.max_raise_to:
        return "all_in"
    # ten digits without an exponent, whose minus would part a node's id
    digits = Decimal(f"{float(amount):.10g}")
    return f"{'raise' if raising else 'bet'} {digits:f}"
