"""Sets of natural cards up to a renaming of the suits.

A set is written as four 13-bit rank masks, one a suit. Renaming the suits permutes the masks, so
the masks sorted downwards name the class: packed highest first they are the *suit key*, an int
below 2**52. Two sets are the same up to suits exactly when their keys are equal.

The classes of sets of k = 0..5 cards are numbered together: class ids run through the empty set
(id 0), the 13 single cards, 169 pairs of cards, 1,755, 16,432 and 134,459, each size in rising key
order. Sizes that a joker shortens (a joker and four cards) use the ids of their natural part.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.catalogue import artefact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = [
    "CHOOSE",
    "CLASS_COUNTS",
    "CLASS_OFFSETS",
    "RANK_OFFSETS",
    "SuitClasses",
    "canonical_order",
    "class_ids",
    "class_of_rank",
    "colex_rank",
    "compute_class_ids",
    "compute_suit_classes",
    "suit_classes",
    "suit_key",
    "suit_keys",
]

CLASS_COUNTS: Final = (1, 13, 169, 1_755, 16_432, 134_459)
"""Classes of sets of k natural cards, k = 0..5; a test derives them by Burnside's lemma."""

CLASS_OFFSETS: Final = (0, 1, 14, 183, 1_938, 18_370, 152_829)
"""Id of the first class of each size, and behind the last the number of all ids."""


RANK_OFFSETS: Final = (0, 1, 53, 1_379, 23_479, 294_204)
"""Where the sets of k = 0..4 cards start in `class_ids`, and behind the last their number."""

CHOOSE: Final = np.array([[comb(n, k) for n in range(64)] for k in range(6)], np.int64)
"""CHOOSE[k, n] = C(n, k) for k = 0..5, n = 0..63."""


class SuitClasses(NamedTuple):
    """All classes of sets of one size.

    keys : (n,) rising suit keys.
    cards : (n, k) a member of each class, its card ids rising.
    weights : (n,) how many sets of natural cards the class holds; they sum to C(52, k).
    """

    keys: NDArray[np.int64]
    cards: NDArray[np.uint8]
    weights: NDArray[np.int64]


def suit_keys(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the suit keys of an (n, k) array of natural cards, k distinct cards a row, as (n,)."""
    hands = np.asarray(hands)
    bits = np.int64(1) << (hands >> 2).astype(np.int64)
    suits = hands & 3
    masks = [np.where(suits == s, bits, 0).sum(axis=1, dtype=np.int64) for s in range(4)]
    for i, j in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):  # a sorting network, highest first
        masks[i], masks[j] = np.maximum(masks[i], masks[j]), np.minimum(masks[i], masks[j])
    keys: NDArray[np.int64] = (masks[0] << 39) | (masks[1] << 26) | (masks[2] << 13) | masks[3]
    return keys


def suit_key(cards: Sequence[int]) -> int:
    """Return the suit key of distinct natural cards."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    masks.sort(reverse=True)
    return masks[0] << 39 | masks[1] << 26 | masks[2] << 13 | masks[3]


def canonical_order(cards: Sequence[int]) -> tuple[int, ...]:
    """Return the positions of `cards` in the order of the class's listed member, jokers behind.

    ``[cards[i] for i in canonical_order(cards)]`` differs from `SuitClasses.cards` of its class
    only by the names of the suits (and of the jokers).
    """
    masks = [0, 0, 0, 0]
    for card in cards:
        if card < 52:
            masks[card & 3] |= 1 << (card >> 2)
    place = {suit: at for at, suit in enumerate(sorted(range(4), key=lambda s: -masks[s]))}
    return tuple(
        sorted(
            range(len(cards)),
            key=lambda i: cards[i] & ~3 | place[cards[i] & 3] if cards[i] < 52 else cards[i],
        )
    )


def _members(keys: NDArray[np.int64], size: int) -> NDArray[np.uint8]:
    cards = np.zeros((len(keys), size), np.uint8)
    filled = np.zeros(len(keys), np.intp)
    rows = np.arange(len(keys))
    for rank in range(13):
        for suit in range(4):
            here = rows[keys >> (39 - 13 * suit + rank) & 1 == 1]
            cards[here, filled[here]] = 4 * rank + suit
            filled[here] += 1
    return cards


def _weights(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    # a class has as many members as its four masks have different orders
    masks = np.stack([(keys >> shift) & 0x1FFF for shift in (39, 26, 13, 0)])
    orders = np.stack(
        [(masks[list(p)] << [[39], [26], [13], [0]]).sum(0) for p in permutations(range(4))]
    )
    orders.sort(axis=0)
    weights: NDArray[np.int64] = 1 + (orders[1:] != orders[:-1]).sum(axis=0)
    return weights


@cache
def suit_classes(size: int) -> SuitClasses:
    """Return the classes of sets of `size` = 0..5 natural cards; those of five are shipped."""
    if size == len(CLASS_COUNTS) - 1:
        keys, cards, weights = (
            artefact(f"suit_classes/{name}_5.npy") for name in SuitClasses._fields
        )
        return SuitClasses(keys, cards, weights.astype(np.int64))
    return compute_suit_classes(size)


def compute_suit_classes(size: int) -> SuitClasses:
    """Return the classes of sets of `size` = 0..5 natural cards, computed from the smaller ones."""
    if size == 0:
        keys = np.zeros(1, np.int64)
    else:
        # every set of k cards is a set of k - 1 cards and one more
        parents = suit_classes(size - 1).cards
        more = np.arange(52, dtype=np.uint8)
        fresh = ~(parents[:, :, None] == more).any(axis=1)
        which, card = np.nonzero(fresh)
        hands = np.column_stack([parents[which], more[card]])
        keys = np.unique(suit_keys(hands))
    return SuitClasses(keys, _members(keys, size), _weights(keys))


def colex_rank(hands: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the colex rank of each row of an (n, k) array of rising card ids, as (n,).

    The hand c0 < c1 < ... stands at C(c0, 1) + C(c1, 2) + ...; k up to 5, ids below 64.
    """
    out = np.zeros(len(hands), np.int64)
    for i in range(hands.shape[1]):
        out += CHOOSE[i + 1][hands[:, i]]
    return out


def class_of_rank(size: int) -> NDArray[np.uint16]:
    """Return the class id of every set of `size` = 0..4 natural cards by its colex rank."""
    start, stop = RANK_OFFSETS[size : size + 2]
    part: NDArray[np.uint16] = class_ids()[start:stop]
    return part


def class_ids() -> NDArray[np.uint16]:
    """Return the shipped class ids of all sets of up to four cards: `class_of_rank` of 0..4."""
    return artefact("suit_classes/ids.npy")


def compute_class_ids() -> NDArray[np.uint16]:
    """Return `class_ids`, computed."""
    parts = [np.zeros(1, np.int64)]
    hands = np.arange(52, dtype=np.uint8)[:, None]
    for size in range(1, 5):
        if size > 1:  # every higher card behind every set below it
            below = [int(n) for n in CHOOSE[size - 1, :52]]
            hands = np.concatenate(
                [
                    np.column_stack([hands[:n], np.full(n, card, np.uint8)])
                    for card, n in enumerate(below)
                ]
            )
        at = np.searchsorted(suit_classes(size).keys, suit_keys(hands))
        parts.append(CLASS_OFFSETS[size] + at)
    return np.concatenate(parts).astype(np.uint16)
