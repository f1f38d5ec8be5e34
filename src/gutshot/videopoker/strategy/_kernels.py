"""Compiled loops of the strategy search: who chooses what, and what a new line would gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "add_members",
    "best_insertions",
    "choose_groups",
    "first_holds",
    "insertion_gains",
    "move_gains",
    "moves",
    "offers",
]


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
    key_of_group: NDArray[np.int32],
    worth: NDArray[np.float64],
    chosen: NDArray[np.int32],
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
def moves(
    starts: NDArray[np.int64],
    groups: NDArray[np.int32],
    worth: NDArray[np.float64],
    offering_starts: NDArray[np.int64],
    offering: NDArray[np.int32],
    is_changed: NDArray[np.bool_],
    key_of_group: NDArray[np.int32],
    chosen: NDArray[np.int32],
    group_now: NDArray[np.int32],
    seen: NDArray[np.int32],
    moved: NDArray[np.int32],
    change: NDArray[np.float64],
) -> int:
    """Write the deals that choose anew under new keys, and to change[0] what that gains.

    Parameters
    ----------
    offering : deals that offer group g, at ``offering_starts[g] : offering_starts[g + 1]``
    is_changed : (groups,) whose key stands elsewhere among the others now
    chosen, group_now : (deals,) the entry that each deal chooses now, and its group
    seen : (deals + 1,) marks below seen[-1], which counts the calls
    moved : (2, deals) for deals and the entries that they choose then; a deal moves too if it
        chooses the same entry by another line

    Returns
    -------
    int
        How many deals move.
    """
    change[0] = 0.0
    count = 0
    asked = seen[-1] + 1
    seen[-1] = asked
    for group in range(len(is_changed)):
        if not is_changed[group]:
            continue
        key = key_of_group[group]
        for at in range(offering_starts[group], offering_starts[group + 1]):
            deal = offering[at]
            now = group_now[deal]
            if seen[deal] == asked or (not is_changed[now] and key > key_of_group[now]):
                continue
            seen[deal] = asked
            start = starts[deal]
            least = key_of_group[groups[start]]
            for place in range(1, starts[deal + 1] - start):
                least = min(least, key_of_group[groups[start + place]] | place)
            then = start + (least & 63)
            moved[0, count] = deal
            moved[1, count] = then
            count += 1
            change[0] += worth[then] - worth[chosen[deal]]
    return count


@kernel
def move_gains(
    starts: NDArray[np.int64],
    groups: NDArray[np.int32],
    worth: NDArray[np.float64],
    chosen: NDArray[np.int32],
    group_now: NDArray[np.int32],
    moved: NDArray[np.int32],
    count: int,
    row_before: NDArray[np.int64],
    row_after: NDArray[np.int64],
    gains: NDArray[np.float64],
) -> None:
    """Let `count` deals choose as `moves` found, and take their gains (rows, groups) along.

    row_before, row_after : (groups,) the row of each group's line; a negative row was given up.
    """
    for at in range(count):
        deal, then = moved[0, at], moved[1, at]
        now = chosen[deal]
        before, after = row_before[group_now[deal]], row_after[groups[then]]
        here, there = worth[now], worth[then]
        for entry in range(starts[deal], starts[deal + 1]):
            group = groups[entry]
            if before >= 0:
                gains[before, group] -= worth[entry] - here
            gains[after, group] += worth[entry] - there
        chosen[deal] = then
        group_now[deal] = groups[then]


@kernel
def insertion_gains(
    starts: NDArray[np.int64],
    groups: NDArray[np.int32],
    worth: NDArray[np.float64],
    row_of_group: NDArray[np.int64],
    chosen: NDArray[np.int32],
    gains: NDArray[np.float64],
) -> None:
    """Add to gains (rows, groups) what taking each group would gain where each line decides now.

    worth is EV x weight of an entry; the sum over lines t, t + 1, ... is what a new line of this
    group in front of line t gains. row_of_group : the row of the line of each group.
    """
    for deal in range(len(starts) - 1):
        now = chosen[deal]
        row = row_of_group[groups[now]]
        here = worth[now]
        for entry in range(starts[deal], starts[deal + 1]):
            gains[row, groups[entry]] += worth[entry] - here


@kernel
def offers(
    starts: NDArray[np.int64],
    groups: NDArray[np.int32],
    worth: NDArray[np.float64],
    chosen: NDArray[np.int32],
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


@kernel
def best_insertions(
    starts: NDArray[np.int64],
    members: NDArray[np.int64],
    rows: NDArray[np.float64],
    dues: NDArray[np.float64],
    sums: NDArray[np.float64],
    best: NDArray[np.float64],
    where: NDArray[np.int64],
) -> None:
    """Write the highest different sums of rows (members, n) over a set, less the set's dues.

    sums : (n,) room to add in. best : (k,) falling, -inf where there are fewer. where : (k, 2) set
    and column; of equal sums the first set and there the last column.
    """
    best[:] = -np.inf
    last = len(best) - 1
    for at in range(len(starts) - 1):
        sums[:] = 0.0
        for place in range(starts[at], starts[at + 1]):
            row = members[place]
            for column in range(len(sums)):
                sums[column] += rows[row, column]
        for column in range(len(sums) - 1, -1, -1):
            here = sums[column] - dues[at]
            if here <= best[last]:
                continue
            rank = last
            while rank > 0 and here > best[rank - 1]:
                rank -= 1
            if rank > 0 and here == best[rank - 1]:
                continue
            for lower in range(last, rank, -1):
                best[lower] = best[lower - 1]
                where[lower, 0], where[lower, 1] = where[lower - 1, 0], where[lower - 1, 1]
            best[rank] = here
            where[rank, 0], where[rank, 1] = at, column
