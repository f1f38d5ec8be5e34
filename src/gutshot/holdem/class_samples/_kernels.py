"""Two classes all in on random boards, from numbers that depend on a seed alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.evaluate.strength._kernels import strength
from gutshot.holdem.all_in._kernels import numbered

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEED, NUMBER, BITS, LEFT = range(4)


@kernel
def _below(source: NDArray[np.uint64], count: int, width: int) -> int:
    """Return a random number below `count`, all alike: `width` bits, anew until it is below.

    source : (4,) the seed, the number of the next 64 bits, bits in stock and how many they are.
    """
    wide = np.uint64(width)
    while True:
        if source[LEFT] < wide:
            source[BITS] = numbered(source[SEED], source[NUMBER])
            source[NUMBER] += np.uint64(1)
            source[LEFT] = np.uint64(64)
        found = np.int64(source[BITS] & ((np.uint64(1) << wide) - np.uint64(1)))
        source[BITS] >>= wide
        source[LEFT] -= wide
        if found < count:
            return int(found)


@kernel
def sample_pair(
    ours: NDArray[np.uint8], theirs: NDArray[np.uint8], draws: int, seed: np.uint64
) -> tuple[int, int]:
    """Return how many of `draws` random deals and boards the first class wins, and how many tie.

    ours, theirs : (n, 2) combos of a class, 16 at most. Every two of them that share no card, with
    every board, are as likely as any other: two that share one are both drawn anew.
    """
    source = np.zeros(4, np.uint64)
    source[SEED] = seed
    first = np.empty(7, np.uint8)
    second = np.empty(7, np.uint8)
    wins = 0
    ties = 0
    for _ in range(draws):
        dead = 0
        while dead == 0:
            i = _below(source, len(ours), 4)
            j = _below(source, len(theirs), 4)
            mine = 1 << int(ours[i, 0]) | 1 << int(ours[i, 1])
            yours = 1 << int(theirs[j, 0]) | 1 << int(theirs[j, 1])
            if mine & yours == 0:
                dead = mine | yours
                first[5:] = ours[i]
                second[5:] = theirs[j]
        at = 0
        while at < 5:
            card = _below(source, 52, 6)
            if not dead >> card & 1:
                dead |= 1 << card
                first[at] = card
                second[at] = card
                at += 1
        mine = strength(first)
        yours = strength(second)
        wins += int(mine > yours)
        ties += int(mine == yours)
    return wins, ties


register(
    "holdem.sample_pair",
    sample_pair,
    lambda: (
        np.array([[51, 50]], np.uint8),
        np.array([[49, 48]], np.uint8),
        2,
        np.uint64(1),
    ),
)
