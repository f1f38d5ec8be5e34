"""Ranges of hole cards as people write them: `QQ+,AKs:0.5,A5s-A2s,AsKh`.

Tokens stand between commas; each may end in a weight, `:0.25`, from 0 to 1. A token is

- a combo, `AsKh`, or a class, `77`, `AKs`, `AKo`, or `AK` for both of them;
- a class with a plus: `TT+` is all pairs from tens up, `ATs+` moves the lower card up, `ATs AJs AQs
  AKs`, and neighbours move together, `JTs+` is `JTs QJs KQs AKs`;
- two classes with a dash, the higher one first: `QQ-88`, `A9s-A6s`, and with the same gap,
  `98o-65o`.

A later token overwrites what an earlier one said of a combo.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.decks import RANKS
from gutshot.cards.text import parse_cards
from gutshot.errors import CardError, HandError
from gutshot.holdem.hand_classes import (
    CLASSES,
    COMBOS,
    class_combos,
    class_index,
    class_of_combos,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["HandRange", "parse_range", "quoted", "range_of", "token_combos"]

_CLASS: Final = re.compile(rf"([{RANKS}{RANKS.lower()}])([{RANKS}{RANKS.lower()}])([sSoO]?)(\+?)")
_WEIGHT: Final = re.compile(r"(?=\.?[0-9])[01]?(\.[0-9]{0,4})?")


@dataclass(frozen=True, eq=False)
class HandRange:
    """Hole cards that a player may have.

    text : as it was written.
    weights : (1326,) by combo, whole numbers from 0 to `denominator`.
    denominator : what a weight of 1 is.
    """

    text: str
    weights: NDArray[np.int64]
    denominator: int

    def class_weights(self) -> NDArray[np.int64] | None:
        """Return the weights by class, (169,); None when combos of one class differ."""
        of_class = np.zeros(CLASSES, np.int64)
        of_class[class_of_combos()] = self.weights
        return of_class if np.array_equal(of_class[class_of_combos()], self.weights) else None


def parse_range(text: str) -> HandRange:
    """Read a range, or two cards, or a class: all are ranges.

    Raises
    ------
    HandError
        At the first token that can't be read, and for a range without a hand.
    """
    weights: dict[tuple[int, int], Fraction] = {}
    for token in text.split(","):
        written, colon, weight = (part.strip() for part in token.partition(":"))
        share = _weight(weight, token) if colon else Fraction(1)
        for combo in token_combos(written):
            weights[combo] = share
    return range_of(text, weights)


def range_of(text: str, shares: Mapping[tuple[int, int], Fraction]) -> HandRange:
    """Return the range with these shares, 0..1, of combos: two card ids, the higher one first.

    Raises
    ------
    HandError
        When no hand is left.
    """
    denominator = lcm(*(share.denominator for share in shares.values()))
    out = np.zeros(COMBOS, np.int64)
    for (high, low), share in shares.items():
        out[high * (high - 1) // 2 + low] = int(share * denominator)
    if not out.any():
        raise HandError(f"{quoted(text)} has no hand of a weight above 0: give at least one")
    return HandRange(text.strip(), out, denominator)


def _weight(written: str, token: str) -> Fraction:
    share = Fraction(written) if _WEIGHT.fullmatch(written) and written != "." else Fraction(2)
    if share > 1:
        raise HandError(
            f"{quoted(token)} has no weight that can be used: write 0 to 1, at most 4 decimals,"
            " like AKs:0.5"
        )
    return share


def token_combos(token: str) -> list[tuple[int, int]]:
    """Return the combos of a token without its weight, cards as ids, the higher one first.

    Raises
    ------
    HandError
        When it can't be read.
    """
    first, dash, last = (part.strip() for part in token.partition("-"))
    if dash:
        return _of_classes(_between(first, last, token))
    found = _CLASS.fullmatch(token)
    if found is not None:
        names = _from_up(token[:-1]) if found[4] else _with_both_suits(token)
        return _of_classes(names)
    try:
        cards = parse_cards(token)
    except CardError:
        raise _unreadable(token) from None
    if len(cards) != 2 or max(cards) >= 52:
        raise _unreadable(token)
    if cards[0] == cards[1]:
        raise HandError(f"{quoted(token)} is the same card twice: write two different ones")
    return [(max(cards), min(cards))]


def _of_classes(names: list[str]) -> list[tuple[int, int]]:
    return [combo for name in names for combo in class_combos(class_index(name))]


def _read(written: str) -> tuple[int, int, str]:
    """Return the ranks of a class, higher first, and its suits: "s", "o" or "" for both."""
    found = _CLASS.fullmatch(written)
    if found is None or found[4]:
        raise _unreadable(written)
    high, low = (RANKS.index(found[i].upper()) for i in (1, 2))
    if high < low or (high == low and found[3]):
        raise _unreadable(written)
    return high, low, found[3].lower()


def _names(high: int, low: int, suits: str) -> list[str]:
    both = RANKS[high] + RANKS[low]
    return [both] if high == low else [both + suit for suit in suits or "so"]


def _with_both_suits(written: str) -> list[str]:
    return _names(*_read(written))


def _from_up(written: str) -> list[str]:
    high, low, suits = _read(written)
    if high - low <= 1:  # pairs and neighbours: both cards go up
        steps = [(high + up, low + up) for up in range(13 - high)]
    else:
        steps = [(high, other) for other in range(low, high)]
    return [name for step in steps for name in _names(*step, suits)]


def _between(first: str, last: str, token: str) -> list[str]:
    high, low, suits = _read(first)
    end_high, end_low, end_suits = _read(last)
    if suits == end_suits and low >= end_low:
        if high - low == end_high - end_low:  # the same gap; pairs have none
            steps = [(high - down, low - down) for down in range(low - end_low + 1)]
            return [name for step in steps for name in _names(*step, suits)]
        if high == end_high and high > low:
            lower = range(low, end_low - 1, -1)
            return [name for other in lower for name in _names(high, other, suits)]
    raise HandError(
        f"can't read {quoted(token)} as a run of hands: write QQ-88, A9s-A6s or 98o-65o, the"
        " higher one first"
    )


def _unreadable(token: str) -> HandError:
    return HandError(
        f"can't read {quoted(token)} as a hand: write two cards, AsKh, a class, AKs or 77, or a"
        " range, QQ+,AJs-A9s,AKo:0.5"
    )


def quoted(text: str) -> str:
    """Return a piece of what was typed in quotes, cut where it is long."""
    return repr(text if len(text) <= 24 else text[:24] + "…")
