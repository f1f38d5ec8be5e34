"""Compiled loops of the strategy search: who chooses what, and what a new line would gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gutshot.compiled import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "add_members",
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
def moves(
    starts: NDArray[np.int64],
    groups: NDArray[np.int32],
    worth: NDArray[np.float64],
    offering_starts: NDArray[np.int64],
    offering: NDArray[np.int32],
    changed: NDArray[np.int64],
    is_changed: NDArray[np.bool_],
    key_of_group: NDArray[np.int64],
    chosen: NDArray[np.int64],
    seen: NDArray[np.int64],
    asked: int,
    moved: NDArray[np.int64],
    change: NDArray[np.float64],
    count: NDArray[np.int64],
) -> None:
    """Write the deals that choose anew under new keys, and what that changes.

    offering : deals that offer group g at ``offering_starts[g] : offering_starts[g + 1]``. changed :
    the groups whose key stands elsewhere among the others now. seen : numbers below `asked`.
    moved : (2, deals), deals and the entries that they choose then; also deals that choose the same
    entry by another line. change[0], count[0] : worth gained, deals moved.
    """
    change[0] = 0.0
    count[0] = 0
    for group in changed:
        key = key_of_group[group]
        for at in range(offering_starts[group], offering_starts[group + 1]):
            deal = offering[at]
            if seen[deal] == asked:
                continue
            now = groups[chosen[deal]]
            if not is_changed[now] and key > key_of_group[now]:
                continue
            seen[deal] = asked
            start = starts[deal]
            least = key_of_group[groups[start]]
            for place in range(1, starts[deal + 1] - start):
                least = min(least, key_of_group[groups[start + place]] | place)
            then = start + (least & 63)
            moved[0, count[0]] = deal
            moved[1, count[0]] = then
            count[0] += 1
            change[0] += worth[then] - worth[chosen[deal]]


@kernel
def move_gains(
    starts: NDArray[np.int64],
    groups: NDArray[np.int32],
    worth: NDArray[np.float64],
    chosen: NDArray[np.int64],
    moved: NDArray[np.int64],
    row_before: NDArray[np.int64],
    row_after: NDArray[np.int64],
    gains: NDArray[np.float64],
) -> None:
    """Let deals choose as `moves` found, and take their gains (rows, groups) along.

    row_before, row_after : (groups,) the row of the line of each group; a negative row was given up.
    """
    for at in range(moved.shape[1]):
        deal, then = moved[0, at], moved[1, at]
        now = chosen[deal]
        before, after = row_before[groups[now]], row_after[groups[then]]
        for entry in range(starts[deal], starts[deal + 1]):
            if before >= 0:
                gains[before, groups[entry]] -= worth[entry] - worth[now]
            gains[after, groups[entry]] += worth[entry] - worth[then]
        chosen[deal] = then


@kernel
def insertion_gains(
    starts: NDArray[np.int64],
    groups: NDArray[np.int32],
    worth: NDArray[np.float64],
    row_of_group: NDArray[np.int64],
    chosen: NDArray[np.int64],
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
