"""What counting and drawing share: boards, the strengths of hands on them, and random bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.evaluate.strength._kernels import flush_strength, rank_strength

if TYPE_CHECKING:
    from numpy.typing import NDArray

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


@kernel
def complete_boards(board: NDArray[np.uint8], deck: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return every board, as (n, 5), that (k,) cards become with cards of the deck."""
    known, size = len(board), len(deck)
    missing = 5 - known
    count = 1
    for i in range(missing):
        count = count * (size - i) // (i + 1)
    out = np.empty((count, 5), np.uint8)
    chosen = np.arange(5)
    for at in range(count):
        out[at, :known] = board
        for i in range(missing):
            out[at, known + i] = deck[chosen[i]]
        last = missing - 1
        while last > 0 and chosen[last] == size - missing + last:
            last -= 1
        if last < 0:
            break
        chosen[last] += 1
        for i in range(last + 1, missing):
            chosen[i] = chosen[i - 1] + 1
    return out


@kernel
def board_sets(board: NDArray[np.uint8]) -> tuple[int, int, int, int, int, int]:
    """Return the sets of ranks on a board, its suits, and the suit that may flush or -1."""
    once = 0
    twice = 0
    thrice = 0
    quads = 0
    suits = 0
    for i in range(5):
        card = int(board[i])
        bit = 1 << (card >> 2)
        quads |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
        suits |= bit << (16 * (card & 3))
    flush_suit = -1
    for suit in range(4):
        rest = suits >> (16 * suit) & 0x1FFF
        rest &= rest - 1
        if rest & (rest - 1):
            flush_suit = suit
    return once, twice, thrice, quads, suits, flush_suit


@kernel
def with_hand(sets: tuple[int, int, int, int, int, int], high: int, low: int) -> int:
    """Return the strength of two cards with the board of these sets."""
    once, twice, thrice, quads, suits, flush_suit = sets
    if flush_suit >= 0:
        ranks = suits >> (16 * flush_suit) & 0x1FFF
        if high & 3 == flush_suit:
            ranks |= 1 << (high >> 2)
        if low & 3 == flush_suit:
            ranks |= 1 << (low >> 2)
        found = flush_strength(ranks)
        if found >= 0:
            return int(found)
    for card in (high, low):
        bit = 1 << (card >> 2)
        quads |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
    return int(rank_strength(once, twice, thrice, quads))


@kernel
def rank_all(
    board: NDArray[np.uint8],
    combos: NDArray[np.uint8],
    masks: NDArray[np.int64],
    values: NDArray[np.int64],
) -> int:
    """Write the strengths of (n, 2) hands on a board, -1 where they need its cards; return it."""
    dead = 0
    for i in range(5):
        dead |= 1 << int(board[i])
    sets = board_sets(board)
    for i in range(len(combos)):
        if masks[i] & dead:
            values[i] = -1
        else:
            values[i] = with_hand(sets, int(combos[i, 0]), int(combos[i, 1]))
    return dead


@kernel
def masks_of(combos: NDArray[np.uint8]) -> NDArray[np.int64]:
    out = np.empty(len(combos), np.int64)
    for i in range(len(combos)):
        out[i] = (1 << int(combos[i, 0])) | (1 << int(combos[i, 1]))
    return out


@kernel
def numbered(seed: np.uint64, number: np.uint64) -> np.uint64:
    """Return the random 64 bits of this seed and number: SplitMix64, which counts."""
    bits = seed + (number + np.uint64(1)) * GOLDEN
    bits = (bits ^ (bits >> np.uint64(30))) * MIX_1
    bits = (bits ^ (bits >> np.uint64(27))) * MIX_2
    return bits ^ (bits >> np.uint64(31))


register(
    "holdem.complete_boards",
    complete_boards,
    lambda: (np.arange(3, dtype=np.uint8), np.arange(3, 9, dtype=np.uint8)),
)
