"""All-in equities of two to nine hands, classes or ranges: counted, or drawn where that takes long.

Every deal of hole cards that share no card, weighted by the product of its weights, meets every
board that its cards and the dead cards leave. Two ranges of whole classes without a board are sums
over the shipped table of classes; anything else goes through all boards, or through random ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from gutshot.cards.text import card_name
from gutshot.errors import HandError
from gutshot.frames import Rows
from gutshot.holdem.all_in.counted import work_of
from gutshot.holdem.all_in.drawn import draw
from gutshot.holdem.class_equities import class_equities
from gutshot.holdem.hand_classes import CLASSES, class_of_combos, combo_cards
from gutshot.holdem.ranges import parse_range

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gutshot.holdem.all_in.counted import Counts, Work
    from gutshot.holdem.ranges import HandRange

__all__ = [
    "MOST_PLAYERS",
    "Equities",
    "all_in_equities",
    "count_equities",
    "counting_seconds",
    "next_card_equities",
]

MOST_PLAYERS: Final = 9

_BOARD_SIZES: Final = (0, 3, 4, 5)
_ALWAYS_COUNTED: Final = 3  # players
_LONGEST_S: Final = 10.0
_SEEDS: Final = 2**63


@dataclass(frozen=True)
class Equities(Rows):
    """Counts of deals, with their boards, by who wins.

    hands : as they were written.
    by_winners : (2 ** players,) weighted deals by the set of winners, bit i set for player i; the
        empty set has none. Weights are whole, `weight` times the product of the hands' shares.
        Drawn ones are numbers of deals that were drawn; where these count unequally, a set has its
        share of them.
    weight : what a deal counts whose hands all have the weight 1; 1 without weights.
    method : "exact" when all deals were counted, "simulated" when they were drawn; then `seed` says
        from which numbers, and `standard_errors` how far off each equity may be, 0..1.
    class_deals, class_shares : (169,) by the class of the first player's hand, the weight of its
        deals, and its share of their pots in units of 1 / `unit`; of drawn deals in a weight of
        their own.
    """

    hands: tuple[str, ...]
    by_winners: tuple[int, ...]
    weight: int
    method: Literal["exact", "simulated"] = "exact"
    standard_errors: tuple[float, ...] = ()
    seed: int | None = None
    class_deals: tuple[int, ...] = field(default=(), compare=False, repr=False)
    class_shares: tuple[int, ...] = field(default=(), compare=False, repr=False)
    unit: int = field(default=1, compare=False, repr=False)

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

    def rows(self) -> list[dict[str, Any]]:
        """Return one row a hand; shares are fractions 0..1 of all deals."""
        total = self.total
        errors = self.standard_errors or (0.0,) * len(self.hands)
        return [
            {
                "hand": hand,
                "equity": float(share),
                "win": wins / total,
                "tie": ties / total,
                "wins": wins,
                "ties": ties,
                "standard_error": error,
            }
            for hand, share, wins, ties, error in zip(
                self.hands, self.equity, self.wins, self.ties, errors, strict=True
            )
        ]

    @property
    def standard_error(self) -> float:
        """The largest standard error of an equity, 0..1; 0 when it was counted."""
        return max(self.standard_errors, default=0.0)

    @property
    def class_equities(self) -> tuple[Fraction | None, ...]:
        """The first player's equity by the class of his hand, (169,); None where he has none."""
        return tuple(
            Fraction(share, self.unit * deals) if deals else None
            for deals, share in zip(self.class_deals, self.class_shares, strict=True)
        )


def all_in_equities(
    hands: Sequence[str],
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    progress: Callable[[float], None] | None = None,
    *,
    seed: int = 1,
    longest_s: float | None = None,
    simulate: bool = False,
) -> Equities:
    """Return the outcomes of two to nine hands that are all in.

    Two and three hands are always counted, more when that takes less than ten seconds. Otherwise
    deals are drawn, 3,276,800 as a rule, to a standard error of at most 0.03 percentage points; an
    interrupt (Ctrl-C) while they are drawn ends it with those there are.

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
    seed
        0 or more; the same seed draws the same deals.
    longest_s
        Seconds of one core, estimated, beyond which any number of hands is drawn.
    simulate
        Draw what could be counted, too.

    Raises
    ------
    HandError
        For a hand that can't be read, a card that is given twice, hands that can't be dealt
        together, and weights that can't be counted.
    """
    if not 0 <= seed < _SEEDS:
        raise HandError("a seed is a whole number from 0, below 2^63")
    ranges = _checked(hands, board, dead)
    if not simulate:
        found = _from_classes(ranges, board, dead)
        if found is not None:
            return found
    work = work_of(ranges, board, dead)
    longest = longest_s
    if longest is None:
        longest = float("inf") if len(hands) <= _ALWAYS_COUNTED else _LONGEST_S
    if work.seconds <= longest and not simulate:
        return _counted(work, progress)
    drawn = draw(work, seed, progress, longest_s=longest_s)
    return Equities(
        tuple(one.text for one in ranges),
        drawn.by_winners,
        1,
        "simulated",
        drawn.errors,
        seed,
        drawn.deals,
        drawn.shares,
        drawn.unit,
    )


def count_equities(
    hands: Sequence[str],
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    progress: Callable[[float], None] | None = None,
) -> Equities:
    """Return the exact outcomes of hands that are all in, however long that takes.

    Parameters
    ----------
    hands, board, dead, progress
        As `all_in_equities` takes them.

    Raises
    ------
    HandError
        As `all_in_equities` does.
    """
    ranges = _checked(hands, board, dead)
    found = _from_classes(ranges, board, dead)
    return _counted(work_of(ranges, board, dead), progress) if found is None else found


def counting_seconds(
    hands: Sequence[str], board: Sequence[int] = (), dead: Sequence[int] = ()
) -> float:
    """Return about how long one core takes to count hands; 0 for what stands in a table.

    Raises
    ------
    HandError
        As `all_in_equities` does.
    """
    ranges = _checked(hands, board, dead)
    found = _from_classes(ranges, board, dead)
    return work_of(ranges, board, dead).seconds if found is None else 0.0


def next_card_equities(
    hands: Sequence[str],
    board: Sequence[int],
    dead: Sequence[int] = (),
    progress: Callable[[float], None] | None = None,
    *,
    longest_s: float | None = None,
) -> dict[int, Equities]:
    """Return the equities by the next card, for a board of 3 or 4 cards.

    Cards that leave no deal are left out. Nothing is drawn: where all of it would take longer than
    `longest_s`, there is none. Progress is told the share that is done.

    Raises
    ------
    HandError
        As `all_in_equities` does, and for a board that has no next card.
    """
    if len(board) not in {3, 4}:
        raise HandError(f"cards on the board: {len(board)}; a next card comes after 3 or 4")
    ranges = _checked(hands, board, dead)
    gone = {*board, *dead}
    works = {card: work_of(ranges, (*board, card), dead) for card in range(52) if card not in gone}
    if longest_s is not None and sum(work.seconds for work in works.values()) > longest_s:
        return {}
    counted: dict[int, Equities] = {}
    for card, work in works.items():
        counted[card] = _outcomes(work, work.count())
        if progress is not None:
            progress(len(counted) / len(works))
    return {card: found for card, found in counted.items() if found.total}


def _checked(hands: Sequence[str], board: Sequence[int], dead: Sequence[int]) -> list[HandRange]:
    """Return the ranges of hands that may be asked about."""
    if not 2 <= len(hands) <= MOST_PLAYERS:
        raise HandError(f"hands given: {len(hands)}; equities are of 2 to {MOST_PLAYERS} hands")
    if len(board) not in _BOARD_SIZES:
        raise HandError(f"cards on the board: {len(board)}; give 3, 4 or 5, or none")
    ranges = [parse_range(hand) for hand in hands]
    _refuse_a_card_twice(ranges, board, dead)
    needed = 2 * len(hands) + 5 - len(board)
    left = 52 - len(board) - len(dead)
    if needed > left:
        raise HandError(f"{left} cards are left, but {needed} are needed: name fewer dead cards")
    return ranges


def _refuse_a_card_twice(
    ranges: Sequence[HandRange], board: Sequence[int], dead: Sequence[int]
) -> None:
    """Refuse a card that stands twice among board, dead cards and hands of exact cards."""
    seen: dict[int, tuple[int, str]] = {}
    places = [("the board", list(board)), ("the dead cards", list(dead))]
    for one in ranges:
        combos = np.flatnonzero(one.weights)
        if len(combos) == 1:
            places.append((one.text, combo_cards()[combos[0]].tolist()))
    for number, (place, cards) in enumerate(places):
        for card in cards:
            if card >= 52:
                raise HandError(f"{card_name(card)} in {place}: hold'em is played without jokers")
            if card in seen:
                before, there = seen[card]
                both = f"in {there} and in {place}"
                if there == place:
                    both = (
                        f"twice in {place}" if before == number else f"in two hands, both {place}"
                    )
                raise HandError(f"{card_name(card)} is {both}: each card can be dealt only once")
            seen[card] = number, place


def _from_classes(
    ranges: Sequence[HandRange], board: Sequence[int], dead: Sequence[int]
) -> Equities | None:
    """Return the outcomes of two ranges from the table; None where it doesn't hold them.

    One of them must be of whole classes: against it, all combos of a class do alike.
    """
    if board or dead or len(ranges) != 2:
        return None
    if all(one.class_weights() is None for one in ranges):
        return None
    wins, ties = class_equities()
    combos = np.bincount(class_of_combos(), minlength=CLASSES).tolist()
    sums = np.zeros((2, CLASSES), np.int64)
    for player, one in enumerate(ranges):
        np.add.at(sums[player], class_of_combos(), one.weights)
    ours, theirs = sums.tolist()
    held = [[at for at, weight in enumerate(weights) if weight] for weights in (ours, theirs)]
    out = [0, 0, 0, 0]
    deals, shares = [0] * CLASSES, [0] * CLASSES
    for i, j in product(*held):
        # of one of the two classes all combos have the same weight, so that this is whole
        weight, pairs = ours[i] * theirs[j], combos[i] * combos[j]
        cells = wins[i, j], wins[j, i], ties[i, j]
        won, lost, tied = (weight * int(cell) // pairs for cell in cells)
        out[1] += won
        out[2] += lost
        out[3] += tied
        deals[i] += won + lost + tied
        shares[i] += 2 * won + tied
    return Equities(
        tuple(one.text for one in ranges),
        tuple(out),
        prod(one.denominator for one in ranges),
        class_deals=tuple(deals),
        class_shares=tuple(shares),
        unit=2,
    )


def _counted(work: Work, progress: Callable[[float], None] | None = None) -> Equities:
    """Return the outcomes on every board."""
    found = _outcomes(work, work.count(progress))
    if not found.total:
        raise HandError(
            f"{' and '.join(found.hands)} can't be dealt together: they need the same cards, or"
            " cards that are out of play"
        )
    return found


def _outcomes(work: Work, counts: Counts) -> Equities:
    return Equities(
        tuple(one.text for one in work.ranges),
        counts.by_winners,
        prod(one.denominator for one in work.ranges),
        class_deals=counts.deals,
        class_shares=counts.shares,
        unit=counts.unit,
    )
