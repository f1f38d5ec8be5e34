"""Compiled loops of the strategy search: who chooses what, and what a new line would gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.compiled import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["add_members", "choose_groups", "first_holds", "insertion_gains", "offers"]


@kernel
def first_holds(
    ids: NDArray[np.int32],
    deals: NDArray[np.int64],
    key_of_id: NDArray[np.int64],
    bits: int,
    keys: NDArray[np.int64],
    masks: NDArray[np.int64],
    fitting: NDArray[np.int64],
) -> None:
    """Write each deal's smallest key, the first mask that has it, and all masks of its line.

    ids (classes, 32) name what is held; above its lowest `bits` bits a key is the number of a line.
    """
    for at in range(len(deals)):
        row = ids[deals[at]]
        least = key_of_id[row[0]]
        for mask in range(1, 32):
            least = min(least, key_of_id[row[mask]])
        keys[at] = least
        line = least >> bits
        found = -1
        all_fitting = 0
        for mask in range(31, -1, -1):
            key = key_of_id[row[mask]]
            if key == least:
                found = mask
            if key >> bits == line:
                all_fitting |= 1 << mask
        masks[at] = found
        fitting[at] = all_fitting


@kernel
def choose_groups(
    starts: NDArray[np.int64],
    groups: NDArray[np.int32],
    key_of_group: NDArray[np.int64],
    worth: NDArray[np.float64],
    chosen: NDArray[np.int64],
    total: NDArray[np.float64],
) -> None:
    """Write the entry with the smallest key of each deal, and to total[0] what all are worth.

    A deal's entries are ``starts[i] : starts[i + 1]``, at most 64 and each of another group. Keys
    are multiples of 64 and all different.
    """
    total[0] = 0.0
    for deal in range(len(starts) - 1):
        start = starts[deal]
        least = key_of_group[groups[start]]
        for place in range(1, starts[deal + 1] - start):
            # the place rides in the low bits, so that the smallest key brings it along
            least = min(least, key_of_group[groups[start + place]] | place)
        at = start + (least & 63)
        chosen[deal] = at
        total[0] += worth[at]


@kernel
def insertion_gains(
    starts: NDArray[np.int64],
    groups: NDArray[np.int32],
    worth: NDArray[np.float64],
    line_of_group: NDArray[np.int64],
    chosen: NDArray[np.int64],
    gains: NDArray[np.float64],
) -> None:
    """Add to gains (groups, lines) what taking each group would gain where each line decides now.

    worth is EV x weight of an entry; the sum over lines t, t + 1, ... is what a new line of this
    group in front of line t gains.
    """
    for deal in range(len(starts) - 1):
        now = chosen[deal]
        line = line_of_group[groups[now]]
        here = worth[now]
        for entry in range(starts[deal], starts[deal + 1]):
            gains[groups[entry], line] += worth[entry] - here


@kernel
def offers(
    starts: NDArray[np.int64],
    groups: NDArray[np.int32],
    worth: NDArray[np.float64],
    chosen: NDArray[np.int64],
    gains: NDArray[np.float64],
) -> None:
    """Add to gains (groups, groups) what the second would gain where the first is chosen now."""
    for deal in range(len(starts) - 1):
        now = chosen[deal]
        group = groups[now]
        here = worth[now]
        for entry in range(starts[deal], starts[deal + 1]):
            gains[group, groups[entry]] += worth[entry] - here


@kernel
def add_members(
    starts: NDArray[np.int64],
    members: NDArray[np.int64],
    rows: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Write to sums (sets, n) the sum of the rows (members, n) of each set's members."""
    for at in range(len(starts) - 1):
        for column in range(sums.shape[1]):
            sums[at, column] = 0.0
        for place in range(starts[at], starts[at + 1]):
            row = members[place]
            for column in range(sums.shape[1]):
                sums[at, column] += rows[row, column]
