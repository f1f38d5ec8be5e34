"""Locked nodes of a spot: what a seat is made to do there with some hands or with all.

A spot's file has a table for each node, `[locks.FFR]`, with a range for each action and `rest`:
what hands do with the chance that is left, an action, or `free` for hands that are named nowhere,
which are solved like all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cfr import Lock
from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASS_NAMES, CLASSES
from gutshot.holdem.preflop.exact_numbers import shown
from gutshot.holdem.preflop.node_ids import CHECK, FOLD, acted, in_order
from gutshot.holdem.preflop.tree import cap_words, follow
from gutshot.holdem.range_text import range_text
from gutshot.holdem.ranges import parse_range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.tree import Spot

__all__ = [
    "FREE",
    "NodeLock",
    "forest_locks",
    "locked_chances",
    "locked_hands",
    "locks_from",
    "locks_payload",
    "settled_locks",
]

FREE: Final = "free"
_REST: Final = "rest"


@dataclass(frozen=True, slots=True)
class NodeLock:
    """What a seat does at a node.

    Attributes
    ----------
    node : str
        The node's id.
    ranges : tuple of (str, str)
        Actions, and the hands that take them as range text; a weight is the chance.
    rest : str
        The action that takes what is left of all hands; `free` leaves hands that are not named to
        the solver; empty is to fold, or to check where folding is not there.
    """

    node: str
    ranges: tuple[tuple[str, str], ...] = ()
    rest: str = ""


def locks_from(found: object, where: str) -> tuple[NodeLock, ...]:
    """Read the tables of locks of a TOML file or a chart; a spot says whether they fit its tree.

    Raises
    ------
    InputError
        For what is no table of tables of texts.
    """
    if not isinstance(found, dict):
        raise InputError(f"{where}: locks are tables, one a node: [locks.FFR]")
    out = []
    for node, table in found.items():
        if not isinstance(table, dict):
            raise InputError(f"{where}: {_name(node)} is a table of ranges by action, and rest")
        for key, text in table.items():
            if not isinstance(text, str):
                raise InputError(
                    f"{where}: {_name(node)}: {key[:20]} is a text in quotes, not {shown(text)}"
                )
        ranges = tuple((key.upper(), text) for key, text in table.items() if key != _REST)
        out.append(NodeLock(node, ranges, table.get(_REST, "")))
    return tuple(out)


def locks_payload(locks: Sequence[NodeLock]) -> dict[str, dict[str, str]]:
    """Return locks as `locks_from` reads them."""
    return {lock.node: {**dict(lock.ranges), _REST: lock.rest} for lock in locks}


def settled_locks(spec: PreflopSpec) -> tuple[NodeLock, ...]:
    """Return the locks of a spot in one form: whole ids, in the order of the tree, short ranges.

    Raises
    ------
    InputError
        For a node or an action that is not there, and for ranges that are no chances.
    """
    out: dict[str, NodeLock] = {}
    for lock in spec.locks:
        name = _name(lock.node)
        try:
            place = follow(spec, lock.node.upper())
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        if place.spot is None:
            seat = spec.seats[place.player]
            raise InputError(
                f"{name}: {seat} is shut out there by {cap_words(spec)}, it has to fold"
            )
        if place.node in out:
            raise InputError(f"{name}: the node is locked twice")
        out[place.node] = _settled(lock, place.node, place.spot)
    return tuple(sorted(out.values(), key=lambda lock: in_order(lock.node)))


def _settled(lock: NodeLock, node: str, spot: Spot) -> NodeLock:
    name = _name(node)
    actions = list(spot.actions)
    rest = lock.rest if lock.rest.lower() == FREE else lock.rest.upper()
    if not rest:
        rest = FOLD if FOLD in actions else CHECK
    for letter in (*(letter for letter, _ in lock.ranges), *((rest,) if rest != FREE else ())):
        if letter not in actions:
            raise InputError(
                f"{name}: {shown(letter)} is no action there; there are {', '.join(actions)}"
            )
    named = dict(lock.ranges)
    if len(named) < len(lock.ranges):
        raise InputError(f"{name}: an action is there twice")
    texts = [
        (letter, _text(named[letter], f"{name}: {letter}")) for letter in actions if letter in named
    ]
    settled = NodeLock(node, tuple(texts), rest)
    _check_sums(settled, name)
    return settled


def _text(text: str, where: str) -> str:
    """Return a range of whole classes in the form of `range_text`."""
    try:
        found = parse_range(text)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if found.class_weights() is None:
        raise InputError(f"{where}: combos of a class differ; charts have whole classes, like AKs")
    return range_text(found)


def _check_sums(lock: NodeLock, name: str) -> None:
    total = [sum(column, Fraction(0)) for column in zip(*_weights(lock).values(), strict=True)]
    for hand, taken in zip(CLASS_NAMES, total, strict=False):
        if taken > 1:
            raise InputError(
                f"{name}: the chances of {hand} add up to {float(taken):g}; 1 at most, over all"
                " actions"
            )
        if lock.rest == FREE and 0 < taken < 1:
            raise InputError(
                f"{name}: the chances of {hand} add up to {float(taken):g}; with rest = 'free'"
                " those of a named hand add up to 1"
            )
    if lock.rest == FREE and not any(total):
        raise InputError(f"{name}: with rest = 'free' name a hand at least; all are free")


def _weights(lock: NodeLock) -> dict[str, list[Fraction]]:
    """Return by action the chances of all classes that a lock names."""
    out = {}
    for letter, text in lock.ranges:
        found = parse_range(text)
        weights = found.class_weights()
        if weights is None:
            msg = "a lock that was not settled"
            raise AssertionError(msg)
        out[letter] = [Fraction(weight, found.denominator) for weight in weights.tolist()]
    return out


def locked_chances(lock: NodeLock, actions: Sequence[str]) -> NDArray[np.float64]:
    """Return (actions, 169) chances, not a number for a hand that is free.

    actions : of the node, in its order.
    """
    weights = _weights(lock)
    out = np.full((len(actions), CLASSES), np.nan)
    for hand in range(CLASSES):
        taken = {letter: of_class[hand] for letter, of_class in weights.items()}
        left = 1 - sum(taken.values(), Fraction(0))
        if lock.rest != FREE:
            taken[lock.rest] = taken.get(lock.rest, Fraction(0)) + left
        elif left:
            continue
        out[:, hand] = [float(taken.get(letter, 0)) for letter in actions]
    return out


def locked_hands(spec: PreflopSpec, node: str) -> NDArray[np.bool_]:
    """Return which of the 169 classes are locked at a node, (169,)."""
    found = [lock for lock in spec.locks if lock.node == node]
    if not found:
        return np.zeros(CLASSES, np.bool_)
    actions = [*(letter for letter, _ in found[0].ranges), found[0].rest]
    free: NDArray[np.bool_] = np.isnan(locked_chances(found[0], actions)[0])
    return ~free


def forest_locks(spec: PreflopSpec, forest: Forest) -> list[Lock]:
    """Return the locks of a spot for its tree in sequence form."""
    out = []
    for lock in spec.locks:
        spot = follow(spec, lock.node).spot
        if spot is None:
            msg = "a lock that was not settled"
            raise AssertionError(msg)
        actions = list(spot.actions)
        first = forest.seats[spot.player].names.index(acted(lock.node) + actions[0])
        out.append(Lock(spot.player, first, locked_chances(lock, actions)))
    return out


def _name(node: object) -> str:
    """Return how a file writes the head of a node's table."""
    written = str(node)[:40]
    return f"[locks.{written}]" if written.isalnum() else f'[locks."{written}"]'
