"""All-in equities for request threads: quick ones at once, long ones drawn, the last ones kept."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Final

from gutshot.holdem.equities import all_in_equities, counting_seconds, next_card_equities

if TYPE_CHECKING:
    from gutshot.holdem.equities import Equities

__all__ = ["LONGEST_S", "Answer", "Cards", "answer", "counted_answer", "is_at_hand"]

LONGEST_S: Final = 2.5
"""Seconds of one core that counting may take here; what is longer is drawn."""

_QUICK_S: Final = 0.07
_KEPT: Final = 64

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


_Key = tuple[tuple[str, ...], Cards, Cards, int, bool]

_counting = Lock()  # more threads than cores would only make everybody wait
_kept: OrderedDict[_Key, Answer] = OrderedDict()


def is_at_hand(hands: tuple[str, ...], board: Cards, dead: Cards) -> bool:
    """Tell whether an answer takes no longer than a person notices.

    Raises
    ------
    HandError
        As `all_in_equities` does.
    """
    kept = (hands, board, dead, 1, False) in _kept
    return kept or counting_seconds(hands, board, dead) < _QUICK_S


def answer(
    hands: tuple[str, ...], board: Cards, dead: Cards, seed: int = 1, *, simulate: bool = False
) -> Answer:
    """Return the outcomes; some seconds at most.

    Raises
    ------
    HandError
        As `all_in_equities` does.
    """
    key = hands, board, dead, seed, simulate
    with _counting:
        found = _kept.pop(key, None)
        if found is None:
            equities = all_in_equities(
                hands, board, dead, seed=seed, longest_s=LONGEST_S, simulate=simulate
            )
            found = _with_next_cards(equities, hands, board, dead)
        _kept[key] = found
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
        return found


def counted_answer(equities: Equities, hands: tuple[str, ...], board: Cards, dead: Cards) -> Answer:
    """Return the answer for equities that were counted elsewhere, and keep it."""
    key = hands, board, dead, 1, False
    with _counting:
        found = _kept.get(key)
        if found is None or found.found.method != "exact":
            _kept[key] = found = _with_next_cards(equities, hands, board, dead)
        return found


def _with_next_cards(
    equities: Equities, hands: tuple[str, ...], board: Cards, dead: Cards
) -> Answer:
    following: dict[int, Equities] = {}
    if len(board) in {3, 4}:
        following = next_card_equities(hands, board, dead, longest_s=LONGEST_S)
    return Answer(equities, board, following, counting_seconds(hands, board, dead))
