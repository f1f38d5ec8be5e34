"""Every sequence of actions before the flop, and how each of them ends; ids are `node_ids`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from gutshot.cfr import Decision, End
from gutshot.errors import InputError
from gutshot.holdem.preflop.moves import Moves
from gutshot.holdem.preflop.node_ids import SHUT_OUT, tokens
from gutshot.holdem.preflop.uncollected import uncollected

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.cfr.forest import Node
    from gutshot.holdem.betting import Betting
    from gutshot.holdem.preflop.moves import Hand
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = [
    "Ending",
    "EndingKind",
    "Place",
    "Spot",
    "Tree",
    "cap_words",
    "ending_at",
    "follow",
    "grow_tree",
]


class EndingKind(IntEnum):
    """How betting ends: what its worth rests on."""

    FOLDS = 0
    """Everybody else has folded: arithmetic."""
    ALL_IN = 1
    """A showdown without more betting: exact equities."""
    FLOP = 2
    """There are chips behind: the model of `flop_model`."""


class _After(Mapping[str, "Betting"]):
    """What follows each action, said in big blinds when it is asked for."""

    __slots__ = ("_hands", "_moves")

    def __init__(self, moves: Moves, hands: dict[str, Hand]) -> None:
        self._moves = moves
        self._hands = hands

    def __getitem__(self, token: str) -> Betting:
        return self._moves.betting(self._hands[token])

    def __iter__(self) -> Iterator[str]:
        return iter(self._hands)

    def __len__(self) -> int:
        return len(self._hands)


@dataclass(frozen=True, slots=True)
class Spot:
    """A decision.

    Attributes
    ----------
    player : int
        Who acts.
    hand : Hand
        The hand as it stands, in the units of `moves`.
    after : dict of str to Hand
        What follows each action, by its token, cheapest first.
    moves : Moves
        The rules.
    """

    player: int
    hand: Hand
    after: dict[str, Hand]
    moves: Moves = field(compare=False, repr=False)

    @property
    def betting(self) -> Betting:
        """The hand as it stands, in big blinds."""
        return self.moves.betting(self.hand)

    @property
    def actions(self) -> Mapping[str, Betting]:
        """What follows each action, by its token, cheapest first, in big blinds."""
        return _After(self.moves, self.after)


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of the betting.

    Attributes
    ----------
    node : str
        Its id.
    kind : EndingKind
        How it ends.
    moves, hand : Moves, Hand
        What lies where, counted in units.
    """

    node: str
    kind: EndingKind
    moves: Moves
    hand: Hand

    @property
    def betting(self) -> Betting:
        """What lies where, in big blinds."""
        return self.moves.betting(self.hand)


@dataclass(frozen=True, slots=True)
class Tree:
    """All decisions by id, all endings, and the same as a tree of `cfr`.

    A `cfr.End` has the ending's number as its kind, and what every player has put in as amounts.
    """

    spots: dict[str, Spot]
    endings: tuple[Ending, ...]
    root: Node


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line of actions leads.

    Attributes
    ----------
    node : str
        Its id, with the seats before it that were shut out.
    player : int
        Who would act.
    spot : Spot or None
        His decision; None for a seat that is shut out here.
    """

    node: str
    player: int
    spot: Spot | None


@uncollected()
def grow_tree(spec: PreflopSpec) -> Tree:
    """Return the tree of a spot.

    Equal stacks or not, every raise is one of the schedule or all-in.
    """
    moves = Moves(spec)
    spots: dict[str, Spot] = {}
    endings: list[Ending] = []
    antes, per_bb = moves.antes, moves.per_bb

    def walk(node: str, hand: Hand) -> Node:
        if not hand.waiting:
            endings.append(Ending(node, _kind(moves, hand), moves, hand))
            put_in = zip(antes, hand.bets, strict=True)
            return End(len(endings) - 1, tuple([(ante + bet) / per_bb for ante, bet in put_in]))
        if moves.shut_out(hand):
            return walk(node + SHUT_OUT, moves.folded(hand))
        after = dict(moves.after(hand))
        spots[node] = Spot(hand.waiting[0], hand, after, moves)
        return Decision(
            hand.waiting[0], {token: walk(node + token, found) for token, found in after.items()}
        )

    root = walk("", moves.start)
    return Tree(spots, tuple(endings), root)


def follow(spec: PreflopSpec, line: str) -> Place:
    """Return where a line of actions leads, without growing the tree.

    line : a node's id; the dashes of seats that were shut out may be left out.

    Raises
    ------
    InputError
        When there is no such line: the first action that doesn't fit is named.
    """
    moves = Moves(spec)
    node, rest, hand = "", tokens(line), moves.start
    while hand.waiting:
        who = hand.waiting[0]
        if moves.shut_out(hand):
            if not rest:
                return Place(node, who, None)
            node, hand = node + SHUT_OUT, moves.folded(hand)
            if rest[0] == SHUT_OUT:
                del rest[0]
            continue
        after = dict(moves.after(hand))
        if not rest:
            return Place(node, who, Spot(hand.waiting[0], hand, after, moves))
        token = rest.pop(0)
        if token not in after:
            raise InputError(
                f"there is no node '{line[:40]}': after '{node[:40]}' the actions are"
                f" {', '.join(after)}"
            )
        hand = after[token]
        node += token
    silent = f"; seats that {cap_words(spec)} shuts out write no letter, or '-'"
    raise InputError(
        f"there is no node '{line[:40]}': the betting is over there"
        f"{silent if SHUT_OUT in node else ''}"
    )


def ending_at(spec: PreflopSpec, line: str) -> Ending:
    """Return the end that a line of actions leads to, without growing the tree.

    line : an ending's id; the dashes of seats that were shut out may be left out.

    Raises
    ------
    InputError
        When there is no such line, or the betting goes on there.
    """
    moves = Moves(spec)
    node, rest, hand = "", tokens(line.replace(SHUT_OUT, "")), moves.start
    while hand.waiting:
        if moves.shut_out(hand):
            node, hand = node + SHUT_OUT, moves.folded(hand)
            continue
        after = dict(moves.after(hand))
        if not rest or rest[0] not in after:
            raise InputError(
                f"no betting ends at '{line[:40]}': after '{node[:40]}' the actions are"
                f" {', '.join(after)}"
            )
        token = rest.pop(0)
        node, hand = node + token, after[token]
    if rest:
        raise InputError(f"there is no line '{line[:40]}': the betting is over at '{node[:40]}'")
    return Ending(node, _kind(moves, hand), moves, hand)


def cap_words(spec: PreflopSpec) -> str:
    """Return what shuts seats out, in words."""
    return f"the cap of {spec.entrants} entrants"


def _kind(moves: Moves, hand: Hand) -> EndingKind:
    live = hand.live
    if not live & (live - 1):
        return EndingKind.FOLDS
    behind = 0
    for player, bet in enumerate(hand.bets):
        behind += live >> player & 1 and bet < moves.stacks[player]
    return EndingKind.FLOP if behind > 1 else EndingKind.ALL_IN
