"""The independent chip model: a race, and sets of finishers at many tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BLOCK = 64
# less than this, from 5,000 players, adds nothing to a double
_NOTHING = 1e-25


@kernel
def prize_next(
    home: NDArray[np.float64], out: NDArray[np.float64], prizes: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return for each player the mean prize of finishing next.

    home, out : (players,) chance that he has finished, and that he has not; they add up to 1.
    prizes : (places,) of each place; further places have none. Memory: places x (128 + players/64).
    """
    players, places = len(home), len(prizes)
    blocks = (players + _BLOCK - 1) // _BLOCK
    # ahead[i, k]: the chance that k of the players before i have finished, 0 outside of
    # low[i] <= k < high[i]; kept for the first player of each block, found again for the others
    starts = np.zeros((blocks + 1, places))
    start_low = np.zeros(blocks + 1, np.int64)
    start_high = np.ones(blocks + 1, np.int64)
    starts[0, 0] = 1.0
    ahead = np.zeros((_BLOCK + 1, places))
    low = np.zeros(_BLOCK + 1, np.int64)
    high = np.zeros(_BLOCK + 1, np.int64)
    # behind[k]: the mean prize if k of the players up to i have finished, over those after i
    behind = prizes.copy()
    mean = np.empty(players)
    for step in range(2 * blocks):
        forward = step < blocks
        block = step if forward else 2 * blocks - 1 - step
        begin = block * _BLOCK
        count = min(_BLOCK, players - begin)
        ahead[0] = starts[block]
        low[0], high[0] = start_low[block], start_high[block]
        for i in range(count):
            low[i + 1], high[i + 1] = _meet(
                ahead[i], low[i], high[i], home[begin + i], out[begin + i], ahead[i + 1]
            )
        if forward:
            starts[block + 1] = ahead[count]
            start_low[block + 1], start_high[block + 1] = low[count], high[count]
            continue
        for i in range(count - 1, -1, -1):
            total = 0.0
            for k in range(low[i], high[i]):
                total += ahead[i, k] * behind[k]
            mean[begin + i] = total
            yes, no = home[begin + i], out[begin + i]
            for k in range(low[i], min(high[i], places - 1)):
                behind[k] = no * behind[k] + yes * behind[k + 1]
            if high[i] == places:
                last = no * behind[places - 1]
                behind[places - 1] = last if last > _NOTHING else 0.0
    return mean


@kernel
def _meet(
    before: NDArray[np.float64],
    low: int,
    high: int,
    yes: float,
    no: float,
    after: NDArray[np.float64],
) -> tuple[int, int]:
    """Add one more player to the chances that k have finished; return the range above nothing."""
    after[:] = 0.0
    if low == high:
        return low, high
    end = min(high + 1, len(before))
    after[low] = before[low] * no
    for k in range(low + 1, high):
        after[k] = before[k] * no + before[k - 1] * yes
    if end > high:
        after[high] = before[high - 1] * yes
    while low < end and after[low] < _NOTHING:
        after[low] = 0.0
        low += 1
    while end > low and after[end - 1] < _NOTHING:
        end -= 1
        after[end] = 0.0
    return low, end


@kernel
def finish_in_sets(
    stacks: NDArray[np.float64], prizes: NDArray[np.float64], equities: NDArray[np.float64]
) -> None:
    """Write what each of many tables' stacks are worth, by recursion over sets of finishers.

    stacks : (tables, players) above 0, at most 16 players. prizes : (places,) best first, no more
    places than players. equities : (tables, players), written to.
    """
    players, places = stacks.shape[1], len(prizes)
    size = 1 << players
    chips = np.empty(size)  # of a set's players
    chance = np.empty(size)
    place = np.empty(size, np.int64)
    chips[0], place[0] = 0.0, 0
    for i in range(players):
        for finished in range(1 << i):
            place[1 << i | finished] = place[finished] + 1
    for table in range(stacks.shape[0]):
        for i in range(players):
            equities[table, i] = 0.0
            for finished in range(1 << i):
                chips[1 << i | finished] = chips[finished] + stacks[table, i]
        chance[:] = 0.0
        chance[0] = 1.0
        for finished in range(size - 1):
            here = place[finished]
            if here >= places:
                continue
            # the chips of the others are added up, not subtracted, so that nothing cancels
            odds = chance[finished] / chips[size - 1 - finished]
            prize = prizes[here]
            for i in range(players):
                if not finished >> i & 1:
                    share = odds * stacks[table, i]
                    equities[table, i] += share * prize
                    chance[finished | 1 << i] += share


register(
    "holdem.icm.finish_in_sets",
    finish_in_sets,
    lambda: (np.ones((2, 3)), np.ones(2), np.empty((2, 3))),
)
register(
    "holdem.icm.prize_next", prize_next, lambda: (np.full(3, 0.5), np.full(3, 0.5), np.ones(2))
)
