"""Ids of nodes: the actions that lead to one, a token each, without anything between them.

F fold, X check, C call, A all-in, and - for a seat that may not enter any more. R is a raise where
the schedule has one size; where it has several they are R1, R2 and so on, the smallest first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "ALL_IN",
    "CALL",
    "CHECK",
    "FOLD",
    "RAISE",
    "SHUT_OUT",
    "acted",
    "in_order",
    "is_raise",
    "prefixes",
    "shut_out_at",
    "tokens",
]

LETTERS: Final = "FXCRA-"
FOLD, CHECK, CALL, RAISE, ALL_IN, SHUT_OUT = LETTERS
_TOKEN: Final = re.compile(r"R[0-9]*|.", re.DOTALL)


def tokens(node: str) -> list[str]:
    """Return the actions of an id; what is no action is a token of its own."""
    return _TOKEN.findall(node)


def prefixes(node: str) -> Iterator[tuple[str, str]]:
    """Yield each node on the way to one, root first, and the token that goes on from there."""
    at = 0
    for token in tokens(node):
        yield node[:at], token
        at += len(token)


def is_raise(token: str) -> bool:
    """Tell whether an action is a raise to a size of the schedule."""
    return token.startswith(RAISE)


def in_order(node: str) -> tuple[tuple[int, int], ...]:
    """Return what sorts nodes into the order of the tree: each before what follows it."""
    return tuple((LETTERS.find(token[0]), int(token[1:] or 0)) for token in tokens(node))


def acted(node: str) -> str:
    """Return a node's id without the seats that were shut out: they made no choice."""
    return node.replace(SHUT_OUT, "")


def shut_out_at(ids: Iterable[str]) -> tuple[str, ...]:
    """Return the nodes at which a seat is shut out, in the order of the tree.

    ids : of all decisions and endings.
    """
    found = {name[:at] for name in ids for at, letter in enumerate(name) if letter == SHUT_OUT}
    return tuple(sorted(found, key=in_order))
