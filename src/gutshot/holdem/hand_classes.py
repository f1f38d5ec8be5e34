"""The 169 classes of two hole cards up to the names of the suits, and the 1,326 combos in them.

Classes stand in the order of the usual chart, row by row from aces down: `AA` is 0, `AKs` 1, `A2s`
12, `AKo` 13, `22` 168. Suited classes lie above the diagonal of pairs, offsuit ones below it. A
combo is two card ids, the higher one first; combos are numbered in colex order, C(high, 2) + low.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.decks import RANKS
from gutshot.errors import HandError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "CLASSES",
    "CLASS_NAMES",
    "COMBOS",
    "class_combos",
    "class_index",
    "class_of_combos",
    "combo_cards",
    "compatible_combos",
    "hand_class",
]

CLASSES: Final = 169
COMBOS: Final = 1_326


def _class_name(row: int, column: int) -> str:
    if row == column:
        return RANKS[12 - row] * 2
    high, low = sorted((12 - row, 12 - column), reverse=True)
    return RANKS[high] + RANKS[low] + ("s" if row < column else "o")


CLASS_NAMES: Final = tuple(_class_name(*divmod(at, 13)) for at in range(CLASSES))
"""The names of the classes, `AA` to `22`, by their numbers."""

_NUMBERS: Final = {name: number for number, name in enumerate(CLASS_NAMES)}


def class_index(name: str) -> int:
    """Return the number, 0..168, of a class as it is written: `AKs`, `t9o`, `77`.

    Raises
    ------
    HandError
        When it names none.
    """
    written = name[:2].upper() + name[2:].lower()
    if len(name) >= 2 and name.isascii() and written in _NUMBERS:
        return _NUMBERS[written]
    raise HandError(f"{name[:12]!r} is no class of hands: write a pair like 77, or AKs, or AKo")


def hand_class(first: int, second: int) -> int:
    """Return the number of the class of two different natural cards."""
    high, low = max(first, second), min(first, second)
    suited = high % 4 == low % 4
    row, column = 12 - high // 4, 12 - low // 4
    return 13 * row + column if suited else 13 * column + row


@cache
def combo_cards() -> NDArray[np.uint8]:
    """Return the cards of every combo, higher first, as (1326, 2)."""
    pairs = [(high, low) for high in range(52) for low in range(high)]
    return np.array(pairs, np.uint8)


@cache
def class_of_combos() -> NDArray[np.int64]:
    """Return the class number of every combo, as (1326,)."""
    return np.array([hand_class(high, low) for high, low in combo_cards().tolist()], np.int64)


@cache
def class_combos(number: int) -> tuple[tuple[int, int], ...]:
    """Return the 4, 6 or 12 combos of a class, cards as ids, the higher one first."""
    return tuple(
        (second, first)
        for first, second in combinations(range(52), 2)
        if hand_class(first, second) == number
    )


@cache
def compatible_combos() -> NDArray[np.int64]:
    """Return for each two classes how many pairs of their combos share no card, as (169, 169)."""
    cards = combo_cards()
    apart = (cards[:, None, :, None] != cards[None, :, None, :]).all(axis=(2, 3))
    member = (class_of_combos()[:, None] == np.arange(CLASSES)).astype(np.float64)
    out: NDArray[np.int64] = np.rint(member.T @ apart.astype(np.float64) @ member).astype(np.int64)
    return out
