"""Which flops an ending is solved on: a sample that can be made longer, alike for every flop.

The 1,755 flops up to the names of suits stand in a line, each as long as the flops that it stands
for (4, 12 or 24 of 22,100): by suits (one, two, three of them), then pairs and trips, then ranks
from high to low. Points are put on the line by steps of the golden section from a place that the
ending's name gives, and a point takes the flop that it falls on. Any number of first points lies
evenly over the line, and so over the kinds of flops in their order (a Kronecker sequence), and a
flop is taken as often as its share of all flops says: those of a sample count alike.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.cards.suit_classes import suit_classes
from gutshot.cards.text import card_name
from gutshot.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FLOPS", "MOST_FLOPS", "Flop", "all_flops", "sampled_flops"]

FLOPS: Final = 22_100
"""Flops of three cards out of 52."""
MOST_FLOPS: Final = 400
"""Points so many lie further apart than the longest flop is, so that none is taken twice."""
_GOLDEN: Final = (5**0.5 - 1) / 2


class Flop(NamedTuple):
    """A flop and for how many it stands: board as card ids, highest first."""

    board: tuple[int, int, int]
    flops: int

    @property
    def text(self) -> str:
        """As it is written: `Qs Jh 2h`."""
        return " ".join(map(card_name, self.board))


@cache
def all_flops() -> tuple[Flop, ...]:
    """Return the 1,755 flops in the order of the line."""
    found = suit_classes(3)
    flops = []
    for cards, weight in zip(found.cards.tolist(), found.weights.tolist(), strict=True):
        first, second, third = sorted(cards, reverse=True)
        flops.append(Flop((first, second, third), weight))
    return tuple(sorted(flops, key=_place))


def sampled_flops(name: str, count: int) -> tuple[Flop, ...]:
    """Return the first flops of an ending's sample.

    Parameters
    ----------
    name : str
        The ending's.
    count : int
        1 to `MOST_FLOPS`. A smaller sample is the beginning of a larger one.

    Raises
    ------
    InputError
        For a number out of range.
    """
    if not 1 <= count <= MOST_FLOPS:
        raise InputError(f"an ending is solved on 1 to {MOST_FLOPS} flops, not {count}")
    start = int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big") / 2**48
    points = (start + _GOLDEN * np.arange(count)) % 1.0 * FLOPS
    places = np.searchsorted(_ends(), points, side="right")
    return tuple(all_flops()[place] for place in places.tolist())


@cache
def _ends() -> NDArray[np.int64]:
    """Return where each flop ends on the line."""
    return np.cumsum([flop.flops for flop in all_flops()])


def _place(flop: Flop) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    ranks = tuple(-(card // 4) for card in flop.board)
    suits = len({card % 4 for card in flop.board})
    return suits, -len(set(ranks)), ranks, flop.board
