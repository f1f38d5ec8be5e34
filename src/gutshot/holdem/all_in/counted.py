"""Every deal of two to nine ranges counted, on every board.

Deals are walked one by one, or, for two and three ranges, the hands of each board are put in order
once; the shorter way is taken. Ranges of whole classes before the flop need one board of each kind
up to the names of the suits. So do they with one range that is not of whole classes: renaming the
suits changes it alone, and all its names win alike, so that it counts as its average over them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, gcd, lcm, prod
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.suit_classes import suit_classes
from gutshot.errors import HandError
from gutshot.holdem.hand_classes import CLASSES, class_of_combos, combo_cards
from gutshot.holdem.ranges import HandRange

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["Counts", "Work", "work_of"]

_KINDS_OF_BOARDS: Final = 134_459
_SLICE_S: Final = 0.1
_MOST_SUM: Final = 2**62
_MOST_PAIRS: Final = 2**52  # doubles add pairs of hands; four decimals of a weight never get there
_MOST_ALIKE: Final = 24  # boards of one kind

# Nanoseconds of one core, measured: an estimate is for choosing a way, and may be wrong by half.
_DEAL_NS: Final = 1.5
_STRENGTH_NS: Final = 9.0
_ORDER_NS: Final = {2: 35.0, 3: 220.0}


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted.

    by_winners : (2 ** players,) weights of deals by the set of winners, bit i for player i.
    deals, shares : (169,) by the class of the first player's hand, the weight of its deals and its
    share of their pots, the latter in units of 1 / unit.
    """

    by_winners: tuple[int, ...]
    deals: tuple[int, ...]
    shares: tuple[int, ...]
    unit: int


@dataclass(frozen=True, slots=True)
class Work:
    """What there is to count, and about how long it takes.

    held : by player, the combos that the cards out of play leave him.
    in_order : hands are put in order instead of walking deals. alike : one board of each kind.
    times : how often everything is counted; weights were made so many times as large.
    """

    ranges: tuple[HandRange, ...]
    board: tuple[int, ...]
    deck: tuple[int, ...]
    held: tuple[NDArray[np.intp], ...]
    boards: int
    in_order: bool
    alike: bool
    times: int
    seconds: float

    def count(self, progress: Callable[[float], None] | None = None) -> Counts:
        """Count it, in slices of a tenth of a second; progress is told the share that is done.

        Raises
        ------
        HandError
            For weights with so many decimals that 64 bits can't hold their products.
        """
        unit = lcm(*range(1, len(self.ranges) + 1))
        step = self._boards_at_once(unit)
        boards, weights = self._boards()
        by_winners = [0] * (1 << len(self.ranges))
        numbers = self._numbers()
        first = numbers[: len(self.held[0])] if not self.in_order else numbers
        of_first = np.zeros((len(first), 2), object)
        for start in range(0, len(boards), step):
            part = slice(start, start + step)
            winners = np.zeros(len(by_winners), np.int64)
            sums = np.zeros((len(first), 2), np.int64)
            self._count(boards[part], weights[part], numbers, unit, winners, sums)
            by_winners = [
                total + more for total, more in zip(by_winners, winners.tolist(), strict=True)
            ]
            of_first += sums
            if progress is not None:
                progress(min(1.0, (start + step) / len(boards)))
        classes = class_of_combos()[first]
        deals, shares = ([0] * CLASSES for _ in range(2))
        for number, (whole, share) in zip(classes.tolist(), of_first.tolist(), strict=True):
            deals[number] += whole
            shares[number] += share
        return Counts(self._once(by_winners), self._once(deals), self._once(shares), unit)

    def _once(self, sums: list[int]) -> tuple[int, ...]:
        """Return sums as if everything had been counted once."""
        if any(one % self.times for one in sums):
            msg = f"sums that are no multiples of {self.times}"
            raise AssertionError(msg)
        return tuple(one // self.times for one in sums)

    def _count(
        self,
        boards: NDArray[np.uint8],
        weights: NDArray[np.int64],
        numbers: NDArray[np.intp],
        unit: int,
        winners: NDArray[np.int64],
        sums: NDArray[np.int64],
    ) -> None:
        from gutshot.holdem.all_in._kernels_counted import compare_three, compare_two, walk_deals

        combos = combo_cards()[numbers]
        if self.in_order:
            of_player = np.array([one.weights[numbers] for one in self.ranges])
            compare = compare_two if len(self.ranges) == 2 else compare_three
            compare(boards, weights, combos, of_player, winners, sums)
            return
        pairs = zip(self.ranges, self.held, strict=True)
        of_hands = np.concatenate([one.weights[part] for one, part in pairs])
        starts = np.cumsum([0, *map(len, self.held)])
        walk_deals(boards, weights, combos, of_hands, starts, unit, winners, sums)

    def _numbers(self) -> NDArray[np.intp]:
        """Return the combos that a kernel is given: one player after the other, or each once."""
        together = np.concatenate(self.held)
        return np.unique(together) if self.in_order else together

    def _boards(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        if self.alike:
            kinds = suit_classes(5)
            return kinds.cards, kinds.weights
        from gutshot.holdem.all_in._kernels import complete_boards

        cards = complete_boards(np.array(self.board, np.uint8), np.array(self.deck, np.uint8))
        return cards, np.ones(len(cards), np.int64)

    def _boards_at_once(self, unit: int) -> int:
        """Return how many boards a call may take: no longer than a slice, and no larger sums."""
        on_a_board = unit * (_MOST_ALIKE if self.alike else 1)
        on_a_board *= prod(int(one.weights.sum()) for one in self.ranges)
        most = _MOST_SUM // on_a_board
        if not most:
            raise HandError("the weights have too many decimals to be counted together: round them")
        return max(1, min(most, int(self.boards * _SLICE_S / max(self.seconds, _SLICE_S))))


def work_of(ranges: Sequence[HandRange], board: Sequence[int], dead: Sequence[int]) -> Work:
    """Return what has to be counted for ranges on a board, none of whose cards is given twice."""
    plain = _work(ranges, board, dead, times=1)
    uneven = [at for at, one in enumerate(ranges) if one.class_weights() is None]
    if board or dead or len(uneven) != 1:
        return plain
    (at,) = uneven
    even, times = _averaged(ranges[at])
    others = _work([*ranges[:at], even, *ranges[at + 1 :]], (), (), times=times)
    return min(plain, others, key=lambda work: work.seconds)


def _averaged(hands: HandRange) -> tuple[HandRange, int]:
    """Return a range with the mean weight of each class, and by what it was multiplied for that."""
    counts = np.bincount(class_of_combos(), minlength=CLASSES)
    sums = np.zeros(CLASSES, np.int64)
    np.add.at(sums, class_of_combos(), hands.weights)
    pairs = zip(counts.tolist(), sums.tolist(), strict=True)
    times = lcm(*(count // gcd(count, total) for count, total in pairs))
    weights = (sums * times // counts)[class_of_combos()]
    return HandRange(hands.text, weights, hands.denominator), times


def _work(
    ranges: Sequence[HandRange], board: Sequence[int], dead: Sequence[int], *, times: int
) -> Work:
    gone = {*board, *dead}
    deck = tuple(card for card in range(52) if card not in gone)
    in_deck = np.isin(combo_cards(), deck).all(axis=1)
    held = tuple(np.flatnonzero((one.weights > 0) & in_deck) for one in ranges)
    # no board has the cards of who can hold nothing else
    certain = combo_cards()[[part[0] for part in held if len(part) == 1]].ravel().tolist()
    deck = tuple(card for card in deck if card not in certain)
    alike = not gone and all(one.class_weights() is not None for one in ranges)
    boards = _KINDS_OF_BOARDS if alike else comb(len(deck), 5 - len(board))
    sizes = [len(part) for part in held]
    # deals whose first hands share a card are left early
    walking = prod(sizes) * _DEAL_NS + sum(sizes) * _STRENGTH_NS
    different = len(np.unique(np.concatenate(held)))
    ordering = different * _ORDER_NS.get(len(ranges), float("inf"))
    largest = sorted(int(one.weights.sum()) for one in ranges)[-2:]
    if prod(largest) >= _MOST_PAIRS:
        ordering = float("inf")
    return Work(
        ranges=tuple(ranges),
        board=tuple(board),
        deck=deck,
        held=held,
        boards=boards,
        in_order=ordering < walking,
        alike=alike,
        times=times,
        seconds=boards * min(walking, ordering) * 1e-9,
    )
