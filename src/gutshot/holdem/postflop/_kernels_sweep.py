"""Sums over the other player's hands on a board, going up by strength.

`table` has a row for each of his places on the board and one more of zeros, with a lane for each
of his slots that `Ends.lanes` names. Two blocks of 16 lanes stand side by side in `sums`, so that
they can be summed at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.compiled import kernel
from gutshot.compiled.lanes import LANES, load, prefetch, splat, store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gutshot.compiled.lanes import Lanes
    from gutshot.holdem.postflop.layout import Hands, Levels, Scratch, Side

__all__ = ["PAIR", "ROWS", "apart", "sweep"]

PAIR = 2 * LANES
"""Lanes of two blocks side by side."""
ROWS = 53
"""Rows of a pair's sums: by card, and row 52 for all hands."""


@kernel(error_model="numpy", _nrt=False, forceinline=True)
def apart(sums: NDArray[np.float32], total: Lanes, high: int, low: int) -> Lanes:
    """Return the sum over hands without either of two cards, but for the hand that has both."""
    return total - load(sums, high) - load(sums, low)


@kernel(error_model="numpy", _nrt=False, forceinline=True)
def add_hand(sums: NDArray[np.float32], reach: Lanes, high: int, low: int) -> None:
    """Add a hand's reaches to the sums of its cards."""
    store(sums, high, load(sums, high) + reach)
    store(sums, low, load(sums, low) + reach)


@kernel(error_model="numpy", _nrt=False, forceinline=True)
def fetch_three(side: Side, regret_at: int, mean_at: int) -> None:
    """Have two rows of regrets and one of means fetched to the caches."""
    prefetch(side.regret, regret_at)
    prefetch(side.regret, regret_at + LANES)
    prefetch(side.mean, mean_at)


@kernel(error_model="numpy", _nrt=False)
def sweep(
    board: int,
    block: int,
    step: int,
    theirs: Hands,
    mine: Side,
    levels: Levels,
    width: int,
    regret_at: int,
    mean_at: int,
    scratch: Scratch,
) -> None:
    """Sum up the other player's reaches of two blocks' slots, by card and over all his hands.

    Going up by strength, `balance` gets for each own hand those that are weaker and those that are
    not stronger, less those that hold one of its cards: its own two cards are taken off once too
    often where they are in it, and so they are in the sum over everybody that is taken off later.

    Where hands that share a card follow each other, one block's sums wait for each other; those of
    two blocks, one after the other, don't.

    block : an even number. step : lanes from it to the second block, 16; 0 does the last one twice
    where there is no other, for less than two blocks take.
    regret_at, mean_at : where one's own numbers are fetched from on the way, for the way up: sums
    wait for each other, and memory does not.
    """
    table = scratch.table
    sums = scratch.sums
    balance = scratch.balance
    first = int(theirs.start[board])
    hands = mine.hands
    own_first = int(hands.start[board])
    level_first = int(levels.start[board])
    count = int(levels.start[board + 1]) - level_first
    highs = theirs.high[first:]
    lows = theirs.low[first:]
    own_highs = hands.high[own_first:]
    own_lows = hands.low[own_first:]
    owns = levels.own[level_first:]
    weakers = levels.weaker[level_first:]
    up_tos = levels.up_to[level_first:]
    everybody = int(theirs.start[board + 1]) - first
    at = block // 2 * ROWS * PAIR
    column = block * LANES
    total = splat(0.0)
    total_2 = total
    for card in range(ROWS):
        store(sums, at + card * PAIR, total)
        store(sums, at + card * PAIR + LANES, total)
    others = 0
    own = 0
    for level in range(count + 1):
        weaker = everybody if level == count else int(weakers[level])
        for row in range(others, weaker):
            place = row * width + column
            high = at + int(highs[row]) * PAIR
            low = at + int(lows[row]) * PAIR
            reach = load(table, place)
            reach_2 = load(table, place + step)
            add_hand(sums, reach, high, low)
            add_hand(sums, reach_2, high + LANES, low + LANES)
            total = total + reach
            total_2 = total_2 + reach_2
            fetch_three(mine, regret_at, mean_at)
            regret_at += 2 * LANES
            mean_at += LANES
        if level == count:
            break
        others = weaker
        up_to = int(up_tos[level])
        below = int(owns[level])
        if up_to == weaker:
            # where nobody ties, those who are not stronger are the weaker ones
            for row in range(own, below):
                high = at + int(own_highs[row]) * PAIR
                low = at + int(own_lows[row]) * PAIR
                place = row * width + column
                free = apart(sums, total, high, low)
                free_2 = apart(sums, total_2, high + LANES, low + LANES)
                store(balance, place, free + free)
                store(balance, place + step, free_2 + free_2)
        else:
            for row in range(own, below):
                high = at + int(own_highs[row]) * PAIR
                low = at + int(own_lows[row]) * PAIR
                place = row * width + column
                store(balance, place, apart(sums, total, high, low))
                free_2 = apart(sums, total_2, high + LANES, low + LANES)
                store(balance, place + step, free_2)
            for row in range(weaker, up_to):
                place = row * width + column
                high = at + int(highs[row]) * PAIR
                low = at + int(lows[row]) * PAIR
                reach = load(table, place)
                reach_2 = load(table, place + step)
                add_hand(sums, reach, high, low)
                add_hand(sums, reach_2, high + LANES, low + LANES)
                total = total + reach
                total_2 = total_2 + reach_2
                fetch_three(mine, regret_at, mean_at)
                regret_at += 2 * LANES
                mean_at += LANES
            for row in range(own, below):
                high = at + int(own_highs[row]) * PAIR
                low = at + int(own_lows[row]) * PAIR
                place = row * width + column
                free = apart(sums, total, high, low)
                free_2 = apart(sums, total_2, high + LANES, low + LANES)
                # both are read before either is written: they may be one
                whole = load(balance, place) + free
                whole_2 = load(balance, place + step) + free_2
                store(balance, place, whole)
                store(balance, place + step, whole_2)
            others = up_to
        own = below
    store(sums, at + 52 * PAIR, total)
    store(sums, at + 52 * PAIR + LANES, total_2)
    # nothing of other boards is left where no hand is
    for row in range(own, int(hands.start[board + 1]) - own_first):
        store(balance, row * width + column, splat(0.0))
        store(balance, row * width + column + step, splat(0.0))
