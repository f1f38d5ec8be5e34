"""What the dealer's two hands are worth, over all seven cards that he can hold.

A house way is asked once what each of 292,253 classes of hands (`classes`) is set to; after that,
any deck's hands are counted in milliseconds, all C(46, 7) = 53,524,680 of them that seven known
cards leave. `enumerate_dealer_hands` deals them one by one instead, and `draw_dealer_hands` a
sample.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import numpy as np

from gutshot.errors import HandError, InputError
from gutshot.evaluate.joker import HIGH_STRENGTHS, LOW_STRENGTHS
from gutshot.paigow.dealer_hands.classes import hand_classes
from gutshot.paigow.hands import DECK, DEFAULT_RULES, SEVEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from gutshot.paigow.rules import Rules

__all__ = [
    "DealerHands",
    "SetsManyHands",
    "count_dealer_hands",
    "deck_without",
    "draw_dealer_hands",
    "enumerate_dealer_hands",
    "one_dealer_hand",
]

_AT_ONCE: Final = 1 << 15  # hands that a way sets between two looks at progress and Ctrl-C
_MOST_SEED: Final = (1 << 64) - 1
_KEYS: Final = HIGH_STRENGTHS * LOW_STRENGTHS
_KEPT: Final = 16  # tables of 1.2 MB


class SetsManyHands(Protocol):
    """What is asked of a house way here; it must be hashable, and blind to the names of suits."""

    def strengths(
        self, hands: NDArray[np.uint8], rules: Rules, /
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the high and the low strengths, (n,), to which it sets (n, 7) cards."""
        ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True, eq=False)
class DealerHands:
    """How many hands the dealer sets to each two strengths.

    high, low : (n,) int32, different pairs of strengths.
    counts : (n,) int64, hands that are set to them.
    seed : where hands were drawn, from which numbers; None where all were counted.
    """

    high: NDArray[np.int32]
    low: NDArray[np.int32]
    counts: NDArray[np.int64]
    seed: int | None = None

    @property
    def rows(self) -> NDArray[np.int64]:
        """`high`, `low` and `counts` side by side, (n, 3), in rising order of the strengths."""
        return np.column_stack([self.high, self.low, self.counts]).astype(np.int64)

    @property
    def total(self) -> int:
        """How many hands there are."""
        return int(self.counts.sum())

    def outcomes(self, high: int, low: int, *, copies_win: bool = False) -> tuple[int, int, int]:
        """Return against how many hands these strengths win, push and lose.

        copies_win : whether an equal hand is won, as by a player who banks.
        """
        from gutshot.paigow.dealer_hands._kernels import count_outcomes

        # an equal hand is beaten by the next better one
        mine = high + copies_win, low + copies_win
        win, lose = count_outcomes(self.high, self.low, self.counts, *mine)
        return win, self.total - win - lose, lose

    def won(self, high: int, low: int, *, copies_win: bool = False) -> NDArray[np.int8]:
        """Return how many of the two hands these strengths win, 0..2, against each pair."""
        better = np.greater_equal if copies_win else np.greater
        return better(high, self.high).astype(np.int8) + better(low, self.low).astype(np.int8)


def deck_without(cards: Iterable[int]) -> NDArray[np.uint8]:
    """Return the cards, ids 0..52 rising, that are left when these are known.

    Raises
    ------
    HandError
        When too few are left for a hand.
    """
    gone = set(cards)
    deck = np.array([card for card in range(DECK.size) if card not in gone], np.uint8)
    _check_deck(deck)
    return deck


def count_dealer_hands(
    deck: NDArray[np.uint8], way: SetsManyHands, rules: Rules = DEFAULT_RULES
) -> DealerHands:
    """Count all hands of seven of a deck's different cards, ids 0..52, as the way sets them.

    Raises
    ------
    HandError
        When there are fewer than seven cards.
    """
    from gutshot.paigow.dealer_hands._kernels import add_up, count_classes

    _check_deck(deck)
    table = _table(way, rules)
    counts = count_classes(deck, *hand_classes()[:-1])
    sums = np.zeros(len(table.keys), np.int64)
    add_up(counts, table.cells, sums)
    if sums.sum() != comb(len(deck), SEVEN):
        msg = f"{sums.sum()} hands counted of C({len(deck)}, 7)"
        raise AssertionError(msg)
    return _hands(table.keys, sums)


def enumerate_dealer_hands(
    deck: NDArray[np.uint8],
    way: SetsManyHands,
    rules: Rules = DEFAULT_RULES,
    progress: Callable[[float], None] | None = None,
) -> DealerHands:
    """Deal and set every hand of a deck by itself: the slow twin, a minute for 46 cards.

    Raises
    ------
    HandError
        When there are fewer than seven cards.
    """
    from gutshot.paigow.dealer_hands._kernels import next_hands

    _check_deck(deck)
    places = np.arange(SEVEN)
    hands = np.empty((_AT_ONCE, SEVEN), np.uint8)
    sums = np.zeros(_KEYS, np.int64)
    done = 0
    while found := next_hands(deck, places, hands):
        sums += np.bincount(_keys(way, hands[:found], rules), minlength=_KEYS)
        done += found
        if progress is not None:
            progress(done / comb(len(deck), SEVEN))
    return _hands(np.arange(_KEYS, dtype=np.int32), sums)


def draw_dealer_hands(
    deck: NDArray[np.uint8],
    way: SetsManyHands,
    rules: Rules = DEFAULT_RULES,
    *,
    hands: int,
    seed: int,
) -> DealerHands:
    """Draw so many hands of seven of a deck's cards, and set each.

    seed : 0..2**64 - 1; the same seed draws the same hands.

    Raises
    ------
    HandError
        When there are fewer than seven cards.
    InputError
        When no hands are asked for, or the seed is out of range.
    """
    from gutshot.paigow.dealer_hands._kernels import draw_hands

    _check_deck(deck)
    if hands < 1:
        raise InputError(f"{hands} hands can't be drawn: ask for 1 or more")
    if not 0 <= seed <= _MOST_SEED:
        raise InputError(f"seed {seed} is out of range: a seed is 0 to 2**64 - 1")
    drawn = np.empty((hands, SEVEN), np.uint8)
    draw_hands(np.uint64(seed), deck, drawn)
    keys, counts = np.unique(_keys(way, drawn, rules), return_counts=True)
    return _hands(keys, counts, seed)


def one_dealer_hand(high: int, low: int) -> DealerHands:
    """Return a dealer's hand that is known, by its strengths."""
    return DealerHands(np.array([high], np.int32), np.array([low], np.int32), np.ones(1, np.int64))


class _Table(NamedTuple):
    """To what a way sets each class: a place in `keys`, (292253,) int32.

    keys : different pairs of strengths, 91 x high + low.
    """

    keys: NDArray[np.int32]
    cells: NDArray[np.int32]


@lru_cache(maxsize=_KEPT)
def _table(way: SetsManyHands, rules: Rules) -> _Table:
    hands = hand_classes().hands.copy()  # a kernel is compiled anew for what can't be written to
    keys, cells = np.unique(_keys(way, hands, rules), return_inverse=True)
    return _Table(keys, cells.astype(np.int32))


def _keys(way: SetsManyHands, hands: NDArray[np.uint8], rules: Rules) -> NDArray[np.int32]:
    high, low = way.strengths(hands, rules)
    return high.astype(np.int32) * np.int32(LOW_STRENGTHS) + low


def _hands(
    keys: NDArray[np.int32], counts: NDArray[np.int64], seed: int | None = None
) -> DealerHands:
    held = counts > 0
    high, low = np.divmod(keys[held], np.int32(LOW_STRENGTHS))
    return DealerHands(high, low, counts[held], seed)


def _check_deck(deck: NDArray[np.uint8]) -> None:
    if len(deck) < SEVEN:
        raise HandError(f"{len(deck)} cards are left for the dealer: he needs {SEVEN}")
