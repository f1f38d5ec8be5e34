"""All-in equities of two or three hands, classes or ranges, counted: no deal is sampled.

Every deal of hole cards that share no card, weighted by the product of its weights, meets every
board that its cards and the dead cards leave. Two ranges of whole classes without a board are sums
over the shipped table of classes; anything else goes through all boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.text import card_name
from gutshot.errors import HandError
from gutshot.holdem.class_equities import class_equities
from gutshot.holdem.hand_classes import combo_cards
from gutshot.holdem.ranges import parse_range

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.ranges import HandRange

__all__ = ["Equities", "count_equities"]

_BOARD_SIZES: Final = (0, 3, 4, 5)
_MOST_STEPS: Final = 20_000_000_000  # about half a minute of one core
_STEPS_OF_A_STRENGTH: Final = 20  # what ranking a hand takes, in comparisons of two
_MOST_COUNT: Final = 2**62


@dataclass(frozen=True)
class Equities:
    """Counts of deals, with their boards, by who wins.

    hands : as they were written.
    by_winners : (2 ** players,) weighted deals by the set of winners, bit i set for player i; the
        empty set has none. Weights are whole, `weight` times the product of the hands' shares.
    weight : what a deal counts whose hands all have the weight 1; 1 without weights.
    """

    hands: tuple[str, ...]
    by_winners: tuple[int, ...]
    weight: int

    @property
    def total(self) -> int:
        """All deals."""
        return sum(self.by_winners)

    @property
    def wins(self) -> tuple[int, ...]:
        """Deals that a player wins alone."""
        return tuple(self.by_winners[1 << i] for i in range(len(self.hands)))

    @property
    def ties(self) -> tuple[int, ...]:
        """Deals in which a player shares the pot."""
        return tuple(
            sum(n for winners, n in enumerate(self.by_winners) if winners >> i & 1)
            - self.by_winners[1 << i]
            for i in range(len(self.hands))
        )

    @property
    def equity(self) -> tuple[Fraction, ...]:
        """Share of the pot that each player wins on average, 0..1; they add up to 1."""
        return tuple(
            sum(
                (
                    Fraction(n, winners.bit_count())
                    for winners, n in enumerate(self.by_winners)
                    if winners >> i & 1
                ),
                Fraction(0),
            )
            / self.total
            for i in range(len(self.hands))
        )


def count_equities(
    hands: Sequence[str],
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    progress: Callable[[float], None] | None = None,
) -> Equities:
    """Return the exact outcomes of two or three hands that are all in.

    Parameters
    ----------
    hands
        Two cards, a class or a range each, as `ranges.parse_range` reads them.
    board
        The cards that lie: none, 3, 4 or 5.
    dead
        Cards that nobody holds and that can't come.
    progress
        Told the share of the work that is done, 0..1.

    Raises
    ------
    HandError
        For a hand that can't be read, a card that is given twice, hands that can't be dealt
        together, and ranges too wide to be counted.
    """
    if len(hands) not in {2, 3}:
        raise HandError(f"hands given: {len(hands)}; equities are counted for 2 or 3")
    if len(board) not in _BOARD_SIZES:
        raise HandError(f"cards on the board: {len(board)}; give 3, 4 or 5, or none")
    ranges = [parse_range(hand) for hand in hands]
    _refuse_a_card_twice(ranges, board, dead)
    names = tuple(one.text for one in ranges)
    weight = prod(one.denominator for one in ranges)
    if not board and not dead and len(hands) == 2:
        by_winners = _from_classes(*ranges)
        if by_winners is not None:
            return Equities(names, by_winners, weight)
    gone = {*board, *dead}
    by_winners = _count(ranges, board, [card for card in range(52) if card not in gone], progress)
    if not sum(by_winners):
        raise HandError(
            f"{' and '.join(names)} can't be dealt together: they need the same cards, or cards"
            " that are out of play"
        )
    return Equities(names, by_winners, weight)


def _refuse_a_card_twice(
    ranges: Sequence[HandRange], board: Sequence[int], dead: Sequence[int]
) -> None:
    """Refuse a card that stands twice among board, dead cards and hands of exact cards."""
    seen: dict[int, str] = {}
    places = [("the board", list(board)), ("the dead cards", list(dead))]
    for one in ranges:
        combos = np.flatnonzero(one.weights)
        if len(combos) == 1:
            places.append((one.text, combo_cards()[combos[0]].tolist()))
    for place, cards in places:
        for card in cards:
            if card >= 52:
                raise HandError(f"{card_name(card)} in {place}: hold'em is played without jokers")
            if card in seen:
                both = "twice in" if seen[card] == place else f"in {seen[card]} and in"
                raise HandError(
                    f"{card_name(card)} is {both} {place}: each card can be dealt only once"
                )
            seen[card] = place


def _from_classes(first: HandRange, second: HandRange) -> tuple[int, ...] | None:
    """Return the outcomes of two ranges of whole classes from the table; None for others."""
    ours, theirs = first.class_weights(), second.class_weights()
    if ours is None or theirs is None:
        return None
    wins, ties = class_equities()
    held = [np.flatnonzero(weights).tolist() for weights in (ours, theirs)]
    out = [0, 0, 0, 0]
    for i, j in product(*held):
        weight = int(ours[i]) * int(theirs[j])
        out[1] += weight * int(wins[i, j])
        out[2] += weight * int(wins[j, i])
        out[3] += weight * int(ties[i, j])
    return tuple(out)


def _count(
    ranges: Sequence[HandRange],
    board: Sequence[int],
    deck: list[int],
    progress: Callable[[float], None] | None,
) -> tuple[int, ...]:
    """Count on every board; see `count_equities`."""
    from gutshot.holdem._kernels import count_showdowns

    in_deck = np.isin(combo_cards(), deck).all(axis=1)
    held = [np.flatnonzero((one.weights > 0) & in_deck) for one in ranges]
    missing = 5 - len(board)
    boards = comb(len(deck), missing)
    _refuse_too_much(ranges, held, boards)
    combos = np.concatenate([combo_cards()[part] for part in held])
    weights = np.concatenate([one.weights[part] for one, part in zip(ranges, held, strict=True)])
    starts = np.cumsum([0, *map(len, held)])
    lying, coming = np.array(board, np.uint8), np.array(deck, np.uint8)
    totals = [0] * 8
    done = 0
    for first in range(len(deck) - missing + 1 if missing else 1):
        counts: NDArray[np.int64] = count_showdowns(lying, coming, first, combos, weights, starts)
        totals = [total + more for total, more in zip(totals, counts.tolist(), strict=True)]
        done += comb(len(deck) - first - 1, missing - 1) if missing else 1
        if progress is not None:
            progress(done / boards)
    return tuple(totals[: 2 ** len(ranges)])


def _refuse_too_much(
    ranges: Sequence[HandRange], held: Sequence[NDArray[np.intp]], boards: int
) -> None:
    """Refuse work of more than half a minute, and sums that 64 bits can't hold."""
    sizes = [len(part) for part in held]
    steps = boards * (prod(sizes) + _STEPS_OF_A_STRENGTH * sum(sizes))
    if steps > _MOST_STEPS:
        raise HandError(
            f"ranges of {', '.join(map(str, sizes))} combos on {boards:,} boards take too long to"
            " be counted: give a board, fewer hands or, without a board, two ranges of whole"
            " classes"
        )
    if boards * prod(sizes) * prod(one.denominator for one in ranges) > _MOST_COUNT:
        raise HandError("the weights have too many decimals to be counted together: round them")
