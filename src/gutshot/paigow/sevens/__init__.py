"""What all seven cards of a hand hold, however they are set: for bonuses, pushes and counts.

A hand *satisfies* a set of `SEVEN_KINDS`: four of a kind is three of a kind and a pair as well, and
5-6-7-8-9-9-9 is three of a kind and a straight. Which of them is paid is the pay table's business:
`count_lines` takes its order. The joker counts as in five cards: an ace, or the missing card of a
straight or a flush.

A set is one int, a bit for each of `SEVEN_KINDS`; a hand that satisfies none has its highest rank
above them, from `NOTHING` on.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.cards.decks import FIRST_JOKER
from gutshot.paigow.hands import SEVEN, check_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

__all__ = [
    "HANDS",
    "KIND_BIT",
    "NOTHING",
    "SEVEN_KINDS",
    "KindCounts",
    "count_lines",
    "kind_counts",
    "kinds_in",
    "nothing_top",
    "satisfied_kinds",
]

SEVEN_KINDS: Final = (
    "seven_card_straight_flush",
    "royal_match",
    "seven_card_straight_flush_joker",
    "five_aces",
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "three_of_a_kind",
    "straight",
    "three_pair",
    "two_pair",
    "pair",
)
"""What seven cards can hold, the first seven-card straight flush without the joker.

A royal match is a royal flush beside the king and the queen of another suit.
"""

KIND_BIT: Final = {name: 1 << bit for bit, name in enumerate(SEVEN_KINDS)}
"""The bit of each kind in a set."""

NOTHING: Final = 1 << len(SEVEN_KINDS)
"""A hand that satisfies no kind is this times its highest rank, 7..12: seven ranks, no straight."""

HANDS: Final = 154_143_080
"""How many hands of seven cards the deck of 53 has."""

ACE: Final = 12
STRAIGHT_MASKS: Final = (0b1_0000_0000_1111, *(0b1_1111 << low for low in range(9)))
SEVEN_MASKS: Final = (0b1_0000_0011_1111, *(0b111_1111 << low for low in range(7)))
ROYAL_MASK: Final = 0b1_1111 << 8
KING_QUEEN: Final = 0b11 << 10


class KindCounts(NamedTuple):
    """How many hands satisfy exactly each set of kinds.

    kinds : (k,) int64, the sets that occur, rising.
    hands : (k, 2) int64, how many without the joker and how many with it, 154,143,080 together.
    """

    kinds: NDArray[np.int64]
    hands: NDArray[np.int64]


@cache
def kind_counts() -> KindCounts:
    """Count all hands of seven cards: every set of ranks times its ways to be suited."""
    from gutshot.paigow.sevens._kernels import count_kinds

    return _found([count_kinds(joker) for joker in (0, 1)])


def count_lines(order: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Count the hands by the first line that they satisfy.

    Parameters
    ----------
    order
        Names of `SEVEN_KINDS`, the one that is paid first in front.

    Returns
    -------
    dict
        For each name the hands without the joker and with it, and under "" those with none.
    """
    kinds, hands = kind_counts()
    out = {}
    left = np.ones(len(kinds), bool)
    for name in order:
        here = left & (kinds & KIND_BIT[name] != 0)
        left &= ~here
        out[name] = _both(hands[here])
    out[""] = _both(hands[left])
    return out


def nothing_top(kinds: int) -> int | None:
    """Return the highest rank, 0..12, of a hand that satisfies no kind; None for any other hand."""
    return kinds // NOTHING if kinds >= NOTHING else None


def kinds_in(kinds: int) -> tuple[str, ...]:
    """Return the names in a set, in the order of `SEVEN_KINDS`."""
    return tuple(name for name, bit in KIND_BIT.items() if kinds & bit)


def satisfied_kinds(cards: Iterable[int]) -> int:
    """Return what seven different cards, ids 0..52, satisfy, as a set.

    Raises
    ------
    HandError
        When they aren't seven different cards of the deck.
    """
    seven = check_cards(cards, SEVEN)
    natural = [card for card in seven if card != FIRST_JOKER]
    joker = len(natural) < SEVEN
    times = Counter(card >> 2 for card in natural)
    found = rank_kinds(tuple(times[rank] for rank in range(ACE + 1)), joker=joker)
    masks = [sum(1 << (card >> 2) for card in natural if card & 3 == suit) for suit in range(4)]
    for suit, mask in enumerate(masks):
        suited = suited_kinds(mask, joker=joker)
        if suited & KIND_BIT["royal_flush"] and KING_QUEEN in masks[:suit] + masks[suit + 1 :]:
            suited |= KIND_BIT["royal_match"]
        found = join(found, suited)
    return found


def join(ranked: int, suited: int) -> int:
    """Return a set of kinds by ranks together with one of kinds by suit."""
    return (ranked & NOTHING - 1 if suited else ranked) | suited


def rank_kinds(times: tuple[int, ...], *, joker: bool) -> int:
    """Return what seven cards satisfy whatever their suits.

    Parameters
    ----------
    times
        How often each of the 13 ranks occurs, without the joker.
    joker
        Whether there is one.
    """
    held = (*times[:ACE], times[ACE] + joker)
    most = sorted(held, reverse=True)
    ranks = sum(1 << rank for rank, count in enumerate(times) if count)
    straight = any((ranks & mask).bit_count() + joker >= 5 for mask in STRAIGHT_MASKS)
    satisfied = {
        "five_aces": most[0] == 5,
        "four_of_a_kind": most[0] >= 4,
        "full_house": most[0] >= 3 and most[1] >= 2,
        "three_of_a_kind": most[0] >= 3,
        "straight": straight,
        "three_pair": most[2] >= 2,
        "two_pair": most[1] >= 2,
        "pair": most[0] >= 2,
    }
    found = sum(KIND_BIT[name] for name, yes in satisfied.items() if yes)
    return found or NOTHING * max(rank for rank, count in enumerate(held) if count)


def suited_kinds(mask: int, *, joker: bool) -> int:
    """Return what cards of one suit, a set of ranks as bits, satisfy, with the joker or without."""

    def within(masks: Sequence[int], count: int) -> bool:
        return any((mask & one).bit_count() + joker >= count for one in masks)

    seven = "seven_card_straight_flush_joker" if joker else "seven_card_straight_flush"
    satisfied = {
        "flush": mask.bit_count() + joker >= 5,
        "straight_flush": within(STRAIGHT_MASKS, 5),
        "royal_flush": within([ROYAL_MASK], 5),
        seven: within(SEVEN_MASKS, 7),
    }
    return sum(KIND_BIT[name] for name, yes in satisfied.items() if yes)


def _found(both: list[NDArray[np.int64]]) -> KindCounts:
    hands = np.stack(both, axis=1)
    kinds = np.flatnonzero(hands.any(axis=1))
    counts = KindCounts(kinds, hands[kinds])
    for array in counts:
        array.flags.writeable = False
    return counts


def _both(hands: NDArray[np.int64]) -> tuple[int, int]:
    natural, joker = hands.sum(axis=0).tolist()
    return natural, joker
