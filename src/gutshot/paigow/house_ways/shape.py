"""What a house way looks at in seven cards before it sets them: sets of a rank, and singles."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from gutshot.cards import FIRST_JOKER

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MOST_SETS", "SHAPES", "Shape", "shape_of"]

SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "no_pair": (),
    "pair": (2,),
    "two_pair": (2, 2),
    "three_pair": (2, 2, 2),
    "three_of_a_kind": (3,),
    "two_threes": (3, 3),
    "full_house": (3, 2),
    "full_house_and_pair": (3, 2, 2),
    "four_of_a_kind": (4,),
    "four_and_pair": (4, 2),
    "four_and_three": (4, 3),
    "five_aces": (5,),
    "five_aces_and_pair": (5, 2),
}
"""Every way in which ranks can come together in seven cards, larger sets first."""

MOST_SETS: Final = 3
"""Three pairs are three sets."""

_NAMES: Final = {sizes: name for name, sizes in SHAPES.items()}
_ACE: Final = 12


class Shape(NamedTuple):
    """Seven cards by their ranks alone, the joker being an ace.

    name : one of `SHAPES`.
    sets : the ranks, 0..12, that come more than once, larger sets first, then higher ranks.
    single : the highest rank that comes once, -1 when there is none.
    """

    name: str
    sets: tuple[int, ...]
    single: int


def shape_of(cards: Iterable[int]) -> Shape:
    """Return the shape of seven different cards, ids 0..52."""
    times = Counter(_ACE if card == FIRST_JOKER else card >> 2 for card in cards)
    sets = sorted((rank for rank in times if times[rank] > 1), key=lambda r: (-times[r], -r))
    single = max((rank for rank in times if times[rank] == 1), default=-1)
    return Shape(_NAMES[tuple(times[rank] for rank in sets)], tuple(sets), single)
