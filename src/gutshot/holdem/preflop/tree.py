"""Every sequence of actions before the flop, and how each of them ends.

A node's id is the string of the actions that lead to it, one letter each: F fold, X check, C call,
R raise to the size of the schedule, A all-in, and - for a seat that may not enter any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from gutshot.cfr import Decision, End
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from gutshot.cfr.forest import Node
    from gutshot.holdem.betting import Betting
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = [
    "FOLD",
    "SHUT_OUT",
    "Ending",
    "EndingKind",
    "Place",
    "Spot",
    "Tree",
    "acted",
    "cap_words",
    "follow",
    "grow_tree",
    "in_order",
    "shut_out_at",
]

LETTERS: Final = "FXCRA-"
FOLD, CHECK, CALL, RAISE, ALL_IN, SHUT_OUT = LETTERS


class EndingKind(IntEnum):
    """How betting ends: what its worth rests on."""

    FOLDS = 0
    """Everybody else has folded: arithmetic."""
    ALL_IN = 1
    """A showdown without more betting: exact equities."""
    FLOP = 2
    """There are chips behind: the model of `flop_model`."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A decision.

    Attributes
    ----------
    player : int
        Who acts.
    betting : Betting
        The hand as it stands.
    actions : dict of str to Betting
        What follows each action, by letter, cheapest first.
    """

    player: int
    betting: Betting
    actions: Mapping[str, Betting]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of the betting: its id, its kind, and what lies where."""

    node: str
    kind: EndingKind
    betting: Betting


@dataclass(frozen=True, slots=True)
class Tree:
    """All decisions by id, all endings, and the same as a tree of `cfr`.

    A `cfr.End` has the ending's number as its kind, and what every player has put in as amounts.
    """

    spots: dict[str, Spot]
    endings: tuple[Ending, ...]
    root: Node


@dataclass(frozen=True, slots=True)
class _Story:
    """What the letters of a node's id say about sizes and entries."""

    raises: int = 0
    raiser: int = -1
    callers: int = 0  # of the last raise, or limpers
    entered: frozenset[int] = frozenset()

    def shuts_out(self, spec: PreflopSpec, who: int) -> bool:
        """Whether a player may not enter any more."""
        return len(self.entered) >= spec.entrants and who not in self.entered


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


def grow_tree(spec: PreflopSpec) -> Tree:
    """Return the tree of a spot; its root must be a decision.

    Equal stacks or not, every raise is one of the schedule or all-in.
    """
    spots: dict[str, Spot] = {}
    endings: list[Ending] = []

    def walk(node: str, betting: Betting, story: _Story) -> Node:
        if betting.over:
            ending = Ending(node, _kind(betting), betting)
            endings.append(ending)
            return End(len(endings) - 1, tuple(map(float, betting.paid)))
        who = betting.to_act
        if story.shuts_out(spec, who):
            return walk(node + SHUT_OUT, betting.fold(), story)
        after = _actions(spec, betting, story)
        spots[node] = Spot(who, betting, after)
        return Decision(
            who,
            {
                letter: walk(node + letter, found, _told(story, who, letter, betting))
                for letter, found in after.items()
            },
        )

    root = walk("", spec.betting(), _Story())
    return Tree(spots, tuple(endings), root)


def follow(spec: PreflopSpec, line: str) -> Place:
    """Return where a line of actions leads, without growing the tree.

    line : a node's id; the dashes of seats that were shut out may be left out.

    Raises
    ------
    InputError
        When there is no such line: the first letter that doesn't fit is named.
    """
    node, rest = "", line
    betting, story = spec.betting(), _Story()
    while not betting.over:
        who = betting.to_act
        if story.shuts_out(spec, who):
            if not rest:
                return Place(node, who, None)
            node, rest = node + SHUT_OUT, rest.removeprefix(SHUT_OUT)
            betting = betting.fold()
            continue
        after = _actions(spec, betting, story)
        if not rest:
            return Place(node, who, Spot(who, betting, after))
        letter, rest = rest[0], rest[1:]
        if letter not in after:
            raise InputError(
                f"there is no node '{line[:40]}': after '{node[:40]}' the actions are"
                f" {', '.join(after)}"
            )
        story = _told(story, who, letter, betting)
        betting = after[letter]
        node += letter
    silent = f"; seats that {cap_words(spec)} shuts out write no letter, or '-'"
    raise InputError(
        f"there is no node '{line[:40]}': the betting is over there"
        f"{silent if SHUT_OUT in node else ''}"
    )


def cap_words(spec: PreflopSpec) -> str:
    """Return what shuts seats out, in words."""
    return f"the cap of {spec.entrants} entrants"


def shut_out_at(ids: Iterable[str]) -> tuple[str, ...]:
    """Return the nodes at which a seat is shut out, in the order of the tree.

    ids : of all decisions and endings.
    """
    found = {name[:at] for name in ids for at, letter in enumerate(name) if letter == SHUT_OUT}
    return tuple(sorted(found, key=in_order))


def in_order(node: str) -> tuple[int, ...]:
    """Return what sorts nodes into the order of the tree: each before what follows it."""
    return tuple(LETTERS.find(letter) for letter in node)


def acted(node: str) -> str:
    """Return a node's id without the seats that were shut out: they made no choice."""
    return node.replace(SHUT_OUT, "")


def _kind(betting: Betting) -> EndingKind:
    if len(betting.left) == 1:
        return EndingKind.FOLDS
    behind = sum(betting.stacks[player] > 0 for player in betting.left)
    return EndingKind.FLOP if behind > 1 else EndingKind.ALL_IN


def _told(story: _Story, who: int, letter: str, betting: Betting) -> _Story:
    if letter in {RAISE, ALL_IN}:
        return _Story(story.raises + 1, who, 0, story.entered | {who})
    if letter == CALL and betting.to_call > 0:
        return _Story(story.raises, story.raiser, story.callers + 1, story.entered | {who})
    return story


def _actions(spec: PreflopSpec, betting: Betting, story: _Story) -> dict[str, Betting]:
    """Return what a player can do, cheapest first."""
    out: dict[str, Betting] = {}
    who = betting.to_act
    price = betting.to_call
    if price == 0:
        out[CHECK] = betting.call()
    else:
        out[FOLD] = betting.fold()
        limps = who == spec.small_blind and spec.limit != "jam"
        if story.raises or limps or price == betting.stacks[who]:
            out[CALL] = betting.call()
    if betting.can_raise:
        target = None if spec.limit == "jam" else _raise_to(spec, betting, story)
        if target is not None:
            out[RAISE] = betting.raise_to(target)
        out[ALL_IN] = betting.raise_to(betting.max_raise_to)
    return out


def _raise_to(spec: PreflopSpec, betting: Betting, story: _Story) -> Fraction | None:
    """Return the amount of the priced raise; None where it would be all-in."""
    who = betting.to_act
    sizes = spec.sizes
    level = betting.level
    if story.raises:
        order = spec.after_the_flop
        behind = order.index(who) > order.index(story.raiser)
        multiples = sizes.in_position if behind else sizes.out_of_position
        multiple = multiples[min(story.raises, len(multiples)) - 1]
        target = level * (multiple + sizes.per_caller * story.callers)
    elif story.callers:
        target = sizes.over_limp_bb[0 if spec.players == 2 else 1]
    elif spec.players == 2:
        target = sizes.open_bb[0]
    else:
        target = sizes.open_bb[1 if who == spec.small_blind else 2]
    target = max(target, betting.min_raise_to)
    # the stack that can be lost here: nobody loses more than the deepest other player has
    reach = [betting.bets[p] + betting.stacks[p] for p in range(spec.players)]
    others = max(reach[p] for p in betting.left if p != who)
    stack = min(reach[who], others)
    if stack - target < sizes.all_in_below * stack:
        return None
    return target
