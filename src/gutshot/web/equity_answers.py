"""All-in equities for request threads: quick ones at once, long ones drawn, the last ones kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Final

from gutshot.holdem.equities import all_in_equities, counting_seconds, next_card_equities

if TYPE_CHECKING:
    from gutshot.holdem.equities import Equities

__all__ = ["LONGEST_S", "Answer", "answer", "is_quick"]

LONGEST_S: Final = 2.5
"""Seconds of one core that counting may take here; what is longer is drawn."""

_QUICK_S: Final = 0.15
_KEPT: Final = 64

_counting = Lock()  # more threads than cores would only make everybody wait

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Equities, and those by the next card, {} where there is none or counting takes long.

    board : the cards that lie. seconds : about what counting takes.
    """

    found: Equities
    board: Cards
    next_cards: dict[int, Equities]
    seconds: float


def is_quick(hands: tuple[str, ...], board: Cards, dead: Cards) -> bool:
    """Tell whether an answer takes no longer than a person notices.

    Raises
    ------
    HandError
        As `all_in_equities` does.
    """
    return counting_seconds(hands, board, dead) < _QUICK_S / 2


def answer(
    hands: tuple[str, ...], board: Cards, dead: Cards, seed: int = 1, *, simulate: bool = False
) -> Answer:
    """Return the outcomes; some seconds at most.

    Raises
    ------
    HandError
        As `all_in_equities` does.
    """
    with _counting:
        return _answer(hands, board, dead, seed, simulate)


@lru_cache(maxsize=_KEPT)
def _answer(hands: tuple[str, ...], board: Cards, dead: Cards, seed: int, simulate: bool) -> Answer:
    found = all_in_equities(hands, board, dead, seed=seed, longest_s=LONGEST_S, simulate=simulate)
    following: dict[int, Equities] = {}
    if len(board) in {3, 4}:
        following = next_card_equities(hands, board, dead, longest_s=LONGEST_S)
    return Answer(found, board, following, counting_seconds(hands, board, dead))
