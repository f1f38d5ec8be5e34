"""How large a spot's tree is, found without growing it, and what a solve of it takes.

What follows a hand depends on little: who is left, what they have in and behind, who still acts.
Hands that are alike in that are counted once, so that a tree of millions takes a second.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import InputError
from gutshot.holdem.preflop.moves import Moves
from gutshot.holdem.preflop.spec import LIMPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.holdem.preflop.moves import Hand
    from gutshot.holdem.preflop.sizes import Opening, Sizes
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = ["MOST_BYTES", "MOST_DECISIONS", "TreeSize", "check_size", "tree_size"]

MOST_DECISIONS: Final = 400_000
MOST_BYTES: Final = 4 * 10**9
_MOST_KINDS: Final = 50_000
"""Hands that are not alike: so many take two seconds."""
# peaks that were measured, and what is left of them by action, which also has 1.5 nodes to it
_TABLES_OF_TWO: Final = 134_000_000
_TABLES: Final = 333_000_000
_TABLES_OF_PRIZES: Final = 579_000_000
_OF_AN_ACTION: Final = 10_200
_OF_AN_ACTION_FOR_PRIZES: Final = 15_300

Numbers = tuple[int, int, int, int]
"""Decisions, endings, actions, seats that are shut out."""


@dataclass(frozen=True, slots=True)
class TreeSize:
    """How large a tree is.

    Attributes
    ----------
    decisions, endings, actions, shut_out : int
        How many there are; actions are those of all decisions together.
    whole : bool
        False when counting stopped before the end: there are more.
    memory_bytes : int
        What a solve takes at its peak, above what the program has before; measured, within 20 %.
    """

    decisions: int
    endings: int
    actions: int
    shut_out: int
    whole: bool
    memory_bytes: int


class _EnoughError(Exception):
    """The tree is larger than anybody wants to know."""


class _Counter:
    """Counts what follows hands."""

    def __init__(self, spec: PreflopSpec, most: int) -> None:
        self.moves = Moves(spec)
        self.most = most
        self.seen: Numbers = (0, 0, 0, 0)
        self._known: dict[object, Numbers] = {}
        sizes = spec.sizes
        self._last = max(len(sizes.in_position), len(sizes.out_of_position), len(sizes.all_in))
        self._by_seat = spec.cold_calls is not None
        self._rank = {p: rank for rank, p in enumerate(spec.after_the_flop)}

    def count(self, hand: Hand) -> Numbers:
        """Return the numbers of a hand and of all that follows."""
        if not hand.waiting:
            return self._met((0, 1, 0, 0))
        key = self._key(hand)
        known = self._known.get(key)
        if known is not None:
            return self._met(known)
        if self.moves.shut_out(hand):
            total = _plus(self._met((0, 0, 0, 1)), self.count(self.moves.folded(hand)))
        else:
            after = self.moves.after(hand)
            total = self._met((1, 0, len(after), 0))
            for _, found in after:
                total = _plus(total, self.count(found))
        self._known[key] = total
        return total

    def _met(self, numbers: Numbers) -> Numbers:
        self.seen = _plus(self.seen, numbers)
        if self.seen[0] > self.most or len(self._known) > _MOST_KINDS:
            raise _EnoughError
        return numbers

    def _key(self, hand: Hand) -> object:
        """Return all of a hand that matters to what follows: nobody's name who is in already."""
        stacks, who = self.moves.stacks, hand.waiting[0]
        players = len(stacks)
        waiting = set(hand.waiting)
        named = self._by_seat or not hand.raises
        left, all_in = [], 0
        for step in range(players):
            p = (who + step) % players
            if not hand.live >> p & 1:
                continue
            if hand.bets[p] == stacks[p] and p != hand.raiser:
                all_in += 1
                continue
            entered = hand.entered >> p & 1
            name = p if named and p in waiting and not entered else -1
            left.append(
                (
                    self._rank[p],
                    hand.bets[p],
                    stacks[p],
                    p in waiting,
                    hand.acted >> p & 1,
                    entered,
                    p == hand.raiser,
                    name,
                )
            )
        # who is before whom after the flop, whatever seats are empty between them
        order = tuple(sorted(range(len(left)), key=lambda at: left[at][0]))
        return (
            tuple(one[1:] for one in left),
            order,
            all_in,
            hand.entered.bit_count(),
            hand.step,
            min(hand.raises, self._last),
            hand.callers,
        )


def _plus(one: Numbers, two: Numbers) -> Numbers:
    return (one[0] + two[0], one[1] + two[1], one[2] + two[2], one[3] + two[3])


def tree_size(spec: PreflopSpec, most: int = 10**12) -> TreeSize:
    """Return how large a spot's tree is.

    most : decisions after which counting stops.
    """
    counter = _Counter(spec, most)
    whole = True
    try:
        decisions, endings, actions, shut_out = counter.count(counter.moves.start)
    except _EnoughError:
        decisions, endings, actions, shut_out = counter.seen
        whole = False
    return TreeSize(decisions, endings, actions, shut_out, whole, _memory(spec, actions))


def _memory(spec: PreflopSpec, actions: int) -> int:
    """Return what a solve takes: tables, the tree, and arrays of 169 hands for each action."""
    if spec.players == 2:
        # matrices of both players' actions, a product of their numbers
        matrices = (12 if spec.for_prizes else 8) * actions**2
        return _TABLES_OF_TWO + _OF_AN_ACTION * actions + matrices
    if spec.for_prizes:
        return _TABLES_OF_PRIZES + _OF_AN_ACTION_FOR_PRIZES * actions
    tables = _TABLES if spec.three_way == "table" else _TABLES_OF_TWO
    return tables + _OF_AN_ACTION * actions


def check_size(spec: PreflopSpec) -> TreeSize:
    """Return how large a spot's tree is, if it can be solved here.

    Raises
    ------
    InputError
        When it has more than `MOST_DECISIONS` or takes more than `MOST_BYTES`; the message says
        what is left of it without sizes, limps or entrants.
    """
    size = tree_size(spec)
    if size.whole and size.decisions <= MOST_DECISIONS and size.memory_bytes <= MOST_BYTES:
        return size
    smaller = ", ".join(
        f"{what} leaves {_number(left)} ({_gigabytes(left)})"
        for what, left in ((what, tree_size(variant)) for what, variant in _smaller(spec))
    )
    raise InputError(
        f"the tree has {_number(size)} decisions and takes {_gigabytes(size)}; up to"
        f" {MOST_DECISIONS:,} and {MOST_BYTES / 1e9:g} GB are solved"
        f"{f': {smaller}' if smaller else ''}"
    )


def _gigabytes(size: TreeSize) -> str:
    return f"{size.memory_bytes / 1e9:.1f} GB"


def _number(size: TreeSize) -> str:
    return f"{'' if size.whole else 'over '}{size.decisions:,}"


def _smaller(spec: PreflopSpec) -> Iterator[tuple[str, PreflopSpec]]:
    """Yield what can be dropped from a spot, and the spot without it; last all of that."""
    changes: dict[str, dict[str, Any]] = {}
    if _one_size(spec.sizes) != spec.sizes:
        changes["one size a node"] = {"sizes": _one_size(spec.sizes)}
    if spec.limps != LIMPS or spec.over_limps is not None:
        changes['limps = ["SB"]'] = {"limps": LIMPS, "over_limps": None}
    if spec.entrants > 2:
        changes[f"entrants = {spec.entrants - 1}"] = {"entrants": spec.entrants - 1}
    plain = replace(spec, locks=())  # whose nodes may not be there any more
    for what, change in changes.items():
        yield what, replace(plain, **change)
    if len(changes) > 1:
        every = {key: value for change in changes.values() for key, value in change.items()}
        yield "all of these", replace(plain, **every)


def _one_size(sizes: Sizes) -> Sizes:
    """Return a schedule with the first of the sizes that it lists in each place."""

    def opened(opening: Opening) -> Opening:
        return replace(opening, by=tuple((who, found[:1]) for who, found in opening.by))

    return replace(
        sizes,
        opening=opened(sizes.opening),
        over_limp=opened(sizes.over_limp),
        in_position=tuple(level[:1] for level in sizes.in_position),
        out_of_position=tuple(level[:1] for level in sizes.out_of_position),
    )
