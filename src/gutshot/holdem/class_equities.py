"""The 169 x 169 table: wins and ties of every two classes all in before the flop, counted.

Every pair of combos that share no card meets on all C(48, 5) = 1,712,304 boards; a cell sums over
the pairs of its two classes. 134,459 boards stand for all 2,598,960 up to the names of the suits.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.cards.suit_classes import suit_classes
from gutshot.catalogue import artefact
from gutshot.evaluate.strength import STRENGTHS
from gutshot.holdem.hand_classes import CLASSES, class_of_combos, combo_cards, hand_class

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["BOARDS", "ClassEquities", "build_class_equities", "class_equities"]

BOARDS: Final = 1_712_304
"""Boards of five cards from the 48 that two hands leave."""

_BOARDS_OF_A_HAND: Final = 2_118_760  # C(50, 5)
_SLICE: Final = 1_000  # boards, about 0.05 s


class ClassEquities(NamedTuple):
    """Outcomes of the first class (row) against the second (column), in combos times boards.

    wins, ties : (169, 169), in the order of `hand_classes.CLASS_NAMES`. Losses are `wins.T`, and
    wins, ties and losses add up to 1,712,304 times the compatible pairs of combos.
    """

    wins: NDArray[np.int32]
    ties: NDArray[np.int32]


@cache
def class_equities() -> ClassEquities:
    """Return the shipped table, memory-mapped."""
    return ClassEquities(*(artefact(f"holdem/{name}.npy") for name in ClassEquities._fields))


def build_class_equities(
    workers: int = 2, progress: Callable[[float], None] | None = None
) -> ClassEquities:
    """Return the table, counted on every board; the same at any number of worker threads.

    progress : told the share of the boards that is done, 0..1.
    """
    # the shipped table needs no kernel
    from gutshot.evaluate.strength._kernels import strengths
    from gutshot.holdem._kernels import compare_all_hands

    boards = suit_classes(5)
    order = np.unique(strengths(boards.cards))
    if len(order) != STRENGTHS:
        msg = f"{len(order)} strengths of five cards instead of {STRENGTHS}"
        raise AssertionError(msg)
    starts = range(0, len(boards.cards), _SLICE)

    def count(worker: int) -> list[NDArray[np.int32]]:
        sums = [np.zeros((2, CLASSES, 176), np.int32), np.zeros((2, 13, 32, 32), np.int32)]
        for start in starts[worker::workers]:
            part = slice(start, start + _SLICE)
            compare_all_hands(
                boards.cards[part],
                boards.weights[part],
                combo_cards(),
                class_of_combos(),
                order,
                *sums,
            )
            if progress is not None and worker == 0:
                progress(min(1.0, (start + workers * _SLICE) / len(boards.cards)))
        return sums

    with ThreadPoolExecutor(workers) as pool:
        counted = list(pool.map(count, range(workers)))
    pairs, shared = (np.sum(parts, axis=0) for parts in zip(*counted, strict=True))
    wins, won_or_tied = (pairs[i, :, :CLASSES] - _by_class(shared[i]) for i in range(2))
    # a hand is as high as itself: once among all pairs, but twice among those that share a card
    hands = np.bincount(class_of_combos(), minlength=CLASSES) * _BOARDS_OF_A_HAND
    won_or_tied[np.diag_indices(CLASSES)] += hands
    return ClassEquities(wins.astype(np.int32), (won_or_tied - wins).astype(np.int32))


def _by_class(shared: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return sums over pairs that share a card, (13, 32, 32) by ranks, as (169, 169) by classes."""
    out = np.zeros((CLASSES, CLASSES), np.int64)
    for rank in range(13):
        # the other card: of another rank and the same suit, or of another suit
        others = [other for other in range(26) if other != rank]
        numbers = [hand_class(4 * rank, 4 * (other % 13) + other // 13) for other in others]
        np.add.at(out, np.ix_(numbers, numbers), shared[rank][np.ix_(others, others)])
    return out
