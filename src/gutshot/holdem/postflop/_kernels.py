"""One player's pass over boards of a street: the other's reaches down, sums over hands, worths up.

Arrays are float32 and flat. What comes in and goes out has a row for each hand above and one more
of zeros or of no account, with a lane for each root of the street, filled up to a multiple of 16.
`table` has a row for each of the other player's places on a board and one more of zeros, with a
lane for each of his slots that `Ends.lanes` names.

The first board and the first place are read from `View.below`, where they are 0: numba compiles a
kernel once more for an argument that is written as a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.cfr._kernels import PRESENT, lanes_down, lanes_up
from gutshot.compiled import kernel, register
from gutshot.compiled.clock import ticks
from gutshot.compiled.lanes import (
    LANES,
    add_turned,
    load,
    prefetch,
    splat,
    store,
    store_turned,
    transpose,
)
from gutshot.compiled.tickets import take
from gutshot.holdem.postflop.layout import (
    BALANCE,
    EVERYBODY,
    Ends,
    Hands,
    Levels,
    Scratch,
    Side,
    View,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.compiled.lanes import Numbers

PAIR = 2 * LANES
"""Lanes of two blocks side by side."""
ROWS = 53
"""Rows of a pair's sums: by card, and row 52 for all hands."""
AHEAD = 19
"""How many batches ahead the other player's numbers are fetched, about those of a board."""


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
    theirs: Hands,
    mine: Side,
    levels: Levels,
    width: int,
    regret_at: int,
    mean_at: int,
    scratch: Scratch,
) -> None:
    """Sum up the other player's reaches of a block's slots, by card and over all his hands.

    Going up by strength, `balance` gets for each own hand those that are weaker and those that are
    not stronger, less those that hold one of its cards: its own two cards are taken off once too
    often where they are in it, and so they are in the sum over everybody that is taken off later.

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
    at = block // 2 * ROWS * PAIR + block % 2 * LANES
    column = block * LANES
    total = splat(0.0)
    for card in range(ROWS):
        store(sums, at + card * PAIR, total)
    others = 0
    own = 0
    for level in range(count + 1):
        weaker = everybody if level == count else int(weakers[level])
        for row in range(others, weaker):
            reach = load(table, row * width + column)
            high = at + int(highs[row]) * PAIR
            low = at + int(lows[row]) * PAIR
            store(sums, high, load(sums, high) + reach)
            store(sums, low, load(sums, low) + reach)
            total = total + reach
            fetch_three(mine, regret_at, mean_at)
            regret_at += 2 * LANES
            mean_at += LANES
        if level == count:
            break
        others = weaker
        up_to = int(up_tos[level])
        below = int(owns[level])
        for place in range(own, below):
            high = at + int(own_highs[place]) * PAIR
            low = at + int(own_lows[place]) * PAIR
            apart = total - load(sums, high) - load(sums, low)
            # where nobody ties, those who are not stronger are the weaker ones
            apart = apart + apart if up_to == weaker else apart
            store(balance, place * width + column, apart)
        if up_to > weaker:
            for row in range(weaker, up_to):
                reach = load(table, row * width + column)
                high = at + int(highs[row]) * PAIR
                low = at + int(lows[row]) * PAIR
                store(sums, high, load(sums, high) + reach)
                store(sums, low, load(sums, low) + reach)
                total = total + reach
                fetch_three(mine, regret_at, mean_at)
                regret_at += 2 * LANES
                mean_at += LANES
            for place in range(own, below):
                high = at + int(own_highs[place]) * PAIR
                low = at + int(own_lows[place]) * PAIR
                apart = total - load(sums, high) - load(sums, low)
                row = place * width + column
                store(balance, row, load(balance, row) + apart)
            others = up_to
        own = below
    store(sums, at + 52 * PAIR, total)
    # nothing of other boards is left where no hand is
    for place in range(own, int(hands.start[board + 1]) - own_first):
        store(balance, place * width + column, splat(0.0))


@kernel(error_model="numpy", _nrt=False)
def sweep_pair(
    board: int,
    block: int,
    theirs: Hands,
    mine: Side,
    levels: Levels,
    width: int,
    regret_at: int,
    mean_at: int,
    scratch: Scratch,
) -> None:
    """Do what `sweep` does for a block of an even number and the one behind it at once.

    One block's sums wait for each other where hands that share a card follow each other; two
    blocks' don't.
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
            reach_2 = load(table, place + LANES)
            store(sums, high, load(sums, high) + reach)
            store(sums, high + LANES, load(sums, high + LANES) + reach_2)
            store(sums, low, load(sums, low) + reach)
            store(sums, low + LANES, load(sums, low + LANES) + reach_2)
            total = total + reach
            fetch_three(mine, regret_at, mean_at)
            regret_at += 2 * LANES
            mean_at += LANES
            total_2 = total_2 + reach_2
        if level == count:
            break
        others = weaker
        up_to = int(up_tos[level])
        below = int(owns[level])
        if up_to == weaker:
            # where nobody ties, those who are not stronger are the weaker ones
            for own_place in range(own, below):
                high = at + int(own_highs[own_place]) * PAIR
                low = at + int(own_lows[own_place]) * PAIR
                place = own_place * width + column
                apart = total - load(sums, high) - load(sums, low)
                apart_2 = total_2 - load(sums, high + LANES) - load(sums, low + LANES)
                store(balance, place, apart + apart)
                store(balance, place + LANES, apart_2 + apart_2)
        else:
            for own_place in range(own, below):
                high = at + int(own_highs[own_place]) * PAIR
                low = at + int(own_lows[own_place]) * PAIR
                place = own_place * width + column
                apart = total - load(sums, high) - load(sums, low)
                apart_2 = total_2 - load(sums, high + LANES) - load(sums, low + LANES)
                store(balance, place, apart)
                store(balance, place + LANES, apart_2)
            for row in range(weaker, up_to):
                place = row * width + column
                high = at + int(highs[row]) * PAIR
                low = at + int(lows[row]) * PAIR
                reach = load(table, place)
                reach_2 = load(table, place + LANES)
                store(sums, high, load(sums, high) + reach)
                store(sums, high + LANES, load(sums, high + LANES) + reach_2)
                store(sums, low, load(sums, low) + reach)
                store(sums, low + LANES, load(sums, low + LANES) + reach_2)
                total = total + reach
                fetch_three(mine, regret_at, mean_at)
                regret_at += 2 * LANES
                mean_at += LANES
                total_2 = total_2 + reach_2
            for own_place in range(own, below):
                high = at + int(own_highs[own_place]) * PAIR
                low = at + int(own_lows[own_place]) * PAIR
                place = own_place * width + column
                apart = total - load(sums, high) - load(sums, low)
                apart_2 = total_2 - load(sums, high + LANES) - load(sums, low + LANES)
                store(balance, place, load(balance, place) + apart)
                store(balance, place + LANES, load(balance, place + LANES) + apart_2)
            others = up_to
        own = below
    store(sums, at + 52 * PAIR, total)
    store(sums, at + 52 * PAIR + LANES, total_2)
    # nothing of other boards is left where no hand is
    for own_place in range(own, int(hands.start[board + 1]) - own_first):
        store(balance, own_place * width + column, splat(0.0))
        store(balance, own_place * width + column + LANES, splat(0.0))


@kernel(error_model="numpy", _nrt=False, forceinline=True)
def collect(at: int, first: int, mine: Hands, ends: Ends, scratch: Scratch) -> None:
    """Fill `worth` with what ends are worth just behind each own slot, for 16 hands from `at` on.

    first : the board's first place.
    """
    table = scratch.table
    sums = scratch.sums
    balance = scratch.balance
    blocks = scratch.blocks
    worth = scratch.worth
    rows = scratch.rows
    highs = mine.high[at:]
    lows = mine.low[at:]
    sames = mine.same[at:]
    wanted = ends.wanted
    last = ends.last
    coefficient = ends.coefficient
    place = ends.place
    width = len(ends.lanes)
    leaf_width = len(ends.leaves)
    count = len(wanted)
    area = LANES * LANES
    for block in range(count):
        at_sums = block // 2 * ROWS * PAIR + block % 2 * LANES
        column = block * LANES
        own = (at - first) * width + column
        total = load(sums, at_sums + 52 * PAIR)
        # all hands less those with either of one's own cards
        free = (
            total
            - load(sums, at_sums + int(highs[0]) * PAIR)
            - load(sums, at_sums + int(lows[0]) * PAIR),
            total
            - load(sums, at_sums + int(highs[1]) * PAIR)
            - load(sums, at_sums + int(lows[1]) * PAIR),
            total
            - load(sums, at_sums + int(highs[2]) * PAIR)
            - load(sums, at_sums + int(lows[2]) * PAIR),
            total
            - load(sums, at_sums + int(highs[3]) * PAIR)
            - load(sums, at_sums + int(lows[3]) * PAIR),
            total
            - load(sums, at_sums + int(highs[4]) * PAIR)
            - load(sums, at_sums + int(lows[4]) * PAIR),
            total
            - load(sums, at_sums + int(highs[5]) * PAIR)
            - load(sums, at_sums + int(lows[5]) * PAIR),
            total
            - load(sums, at_sums + int(highs[6]) * PAIR)
            - load(sums, at_sums + int(lows[6]) * PAIR),
            total
            - load(sums, at_sums + int(highs[7]) * PAIR)
            - load(sums, at_sums + int(lows[7]) * PAIR),
            total
            - load(sums, at_sums + int(highs[8]) * PAIR)
            - load(sums, at_sums + int(lows[8]) * PAIR),
            total
            - load(sums, at_sums + int(highs[9]) * PAIR)
            - load(sums, at_sums + int(lows[9]) * PAIR),
            total
            - load(sums, at_sums + int(highs[10]) * PAIR)
            - load(sums, at_sums + int(lows[10]) * PAIR),
            total
            - load(sums, at_sums + int(highs[11]) * PAIR)
            - load(sums, at_sums + int(lows[11]) * PAIR),
            total
            - load(sums, at_sums + int(highs[12]) * PAIR)
            - load(sums, at_sums + int(lows[12]) * PAIR),
            total
            - load(sums, at_sums + int(highs[13]) * PAIR)
            - load(sums, at_sums + int(lows[13]) * PAIR),
            total
            - load(sums, at_sums + int(highs[14]) * PAIR)
            - load(sums, at_sums + int(lows[14]) * PAIR),
            total
            - load(sums, at_sums + int(highs[15]) * PAIR)
            - load(sums, at_sums + int(lows[15]) * PAIR),
        )
        if wanted[block] & BALANCE:
            store_turned(
                blocks,
                block * area,
                (
                    load(balance, own + 0 * width) - free[0],
                    load(balance, own + 1 * width) - free[1],
                    load(balance, own + 2 * width) - free[2],
                    load(balance, own + 3 * width) - free[3],
                    load(balance, own + 4 * width) - free[4],
                    load(balance, own + 5 * width) - free[5],
                    load(balance, own + 6 * width) - free[6],
                    load(balance, own + 7 * width) - free[7],
                    load(balance, own + 8 * width) - free[8],
                    load(balance, own + 9 * width) - free[9],
                    load(balance, own + 10 * width) - free[10],
                    load(balance, own + 11 * width) - free[11],
                    load(balance, own + 12 * width) - free[12],
                    load(balance, own + 13 * width) - free[13],
                    load(balance, own + 14 * width) - free[14],
                    load(balance, own + 15 * width) - free[15],
                ),
            )
        if wanted[block] & EVERYBODY:
            store_turned(
                blocks,
                (count + block) * area,
                (
                    free[0] + load(table, int(sames[0]) * width + column),
                    free[1] + load(table, int(sames[1]) * width + column),
                    free[2] + load(table, int(sames[2]) * width + column),
                    free[3] + load(table, int(sames[3]) * width + column),
                    free[4] + load(table, int(sames[4]) * width + column),
                    free[5] + load(table, int(sames[5]) * width + column),
                    free[6] + load(table, int(sames[6]) * width + column),
                    free[7] + load(table, int(sames[7]) * width + column),
                    free[8] + load(table, int(sames[8]) * width + column),
                    free[9] + load(table, int(sames[9]) * width + column),
                    free[10] + load(table, int(sames[10]) * width + column),
                    free[11] + load(table, int(sames[11]) * width + column),
                    free[12] + load(table, int(sames[12]) * width + column),
                    free[13] + load(table, int(sames[13]) * width + column),
                    free[14] + load(table, int(sames[14]) * width + column),
                    free[15] + load(table, int(sames[15]) * width + column),
                ),
            )
    for column in range(0, leaf_width, LANES):
        target = 2 * count * area + column * LANES
        offset = (at - first) * leaf_width + column
        transpose(scratch.below_out, rows, 0, leaf_width, offset, blocks, target, LANES)
    term = 0
    for slot in range(len(last)):
        found = splat(0.0)
        behind = int(last[slot])
        while term < behind:
            found = found + splat(coefficient[term]) * load(blocks, int(place[term]))
            term += 1
        store(worth, slot * LANES, found)


@kernel(error_model="numpy", _nrt=False, forceinline=True)
def spent(clock: NDArray[np.int64], stage: int, since: int) -> int:
    """Note the ticks of a stage, where they are counted, and return the clock."""
    if len(clock) == 0:
        return since
    now = ticks()
    clock[stage] += now - since
    return now


@kernel(error_model="numpy", _nrt=False, forceinline=True)
def fetch(tables: Numbers, batch: int, rows: int) -> None:
    """Have the rows of a batch `AHEAD` of this one fetched to the caches."""
    at = (batch + AHEAD) * rows * LANES
    for row in range(rows):
        prefetch(tables, at + row * LANES)


@kernel(error_model="numpy", _nrt=False)
def go_down(
    board: int, mode: int, view: View, incoming: NDArray[np.float32], scratch: Scratch
) -> None:
    """Fill the table with the other player's reaches on a board, and `below_in`."""
    side = view.theirs
    table = scratch.table
    reach = scratch.reach
    below_in = scratch.below_in
    roots = view.roots
    width = (roots + LANES - 1) // LANES * LANES
    source = side.hands.source
    lanes = view.ends.lanes
    leaves = view.ends.leaves
    row = len(lanes)
    leaf_row = len(leaves)
    first = int(side.hands.start[board])
    end = int(side.hands.start[board + 1])
    slots = len(side.parent) - roots
    kept = slots - len(side.first)
    clock = scratch.clock
    now = ticks() if len(clock) else 0
    for at in range(first, end, LANES):
        for root in range(0, width, LANES):
            transpose(incoming, source, at, width, root, reach, root * LANES, LANES)
        now = spent(clock, 0, now)
        batch = at // LANES
        if mode == PRESENT:
            fetch(side.regret, batch, slots)
        else:
            fetch(side.mean, batch, kept)
        lanes_down(
            side.parent,
            side.first,
            side.actions,
            roots,
            side.regret,
            batch * slots * LANES,
            side.mean,
            batch * kept * LANES,
            mode,
            reach,
            0,
        )
        now = spent(clock, 1, now)
        for column in range(0, row, LANES):
            target = (at - first) * row + column
            transpose(reach, lanes, column, LANES, 0, table, target, row)
        for column in range(0, leaf_row, LANES):
            target = (at - first) * leaf_row + column
            transpose(reach, leaves, column, LANES, 0, below_in, target, leaf_row)
        now = spent(clock, 2, now)
    for column in range(0, row, LANES):
        store(table, (end - first) * row + column, splat(0.0))


@kernel(error_model="numpy", _nrt=False)
def go_up(
    board: int,
    mode: int,
    kept: tuple[float, float, float],
    view: View,
    outgoing: NDArray[np.float32],
    out_at: int,
    scratch: Scratch,
) -> None:
    """Add to `outgoing`, from `out_at` on, the share of what hands are worth on a board."""
    roots = view.roots
    side = view.mine
    hands = side.hands
    source = hands.source
    worth = scratch.worth
    ends = view.ends
    width = (roots + LANES - 1) // LANES * LANES
    row = len(ends.lanes)
    count = len(ends.wanted)
    share = splat(view.share[board])
    first = int(hands.start[board])
    slots = len(side.parent) - roots
    means = slots - len(side.first)
    clock = scratch.clock
    now = ticks() if len(clock) else 0
    theirs = view.theirs.hands
    rows = int(theirs.start[board + 1] - theirs.start[board])
    regret_at = first * slots
    mean_at = first * means
    for block in range(0, count - 1, 2):
        sweep_pair(board, block, theirs, side, view.levels, row, regret_at, mean_at, scratch)
        regret_at += rows * 2 * LANES
        mean_at += rows * LANES
    if count % 2:
        sweep(board, count - 1, theirs, side, view.levels, row, regret_at, mean_at, scratch)
    now = spent(clock, 3, now)
    for at in range(first, hands.start[board + 1], LANES):
        batch = at // LANES
        collect(at, first, hands, ends, scratch)
        now = spent(clock, 4, now)
        lanes_up(
            side.parent,
            side.first,
            side.actions,
            roots,
            side.regret,
            batch * slots * LANES,
            side.mean,
            batch * means * LANES,
            mode,
            kept[0],
            kept[1],
            kept[2],
            side.held,
            batch * len(side.first) * LANES,
            worth,
            0,
        )
        now = spent(clock, 5, now)
        for root in range(0, width, LANES):
            from_root = root * LANES
            shares = (
                share * load(worth, from_root + 0 * LANES),
                share * load(worth, from_root + 1 * LANES),
                share * load(worth, from_root + 2 * LANES),
                share * load(worth, from_root + 3 * LANES),
                share * load(worth, from_root + 4 * LANES),
                share * load(worth, from_root + 5 * LANES),
                share * load(worth, from_root + 6 * LANES),
                share * load(worth, from_root + 7 * LANES),
                share * load(worth, from_root + 8 * LANES),
                share * load(worth, from_root + 9 * LANES),
                share * load(worth, from_root + 10 * LANES),
                share * load(worth, from_root + 11 * LANES),
                share * load(worth, from_root + 12 * LANES),
                share * load(worth, from_root + 13 * LANES),
                share * load(worth, from_root + 14 * LANES),
                share * load(worth, from_root + 15 * LANES),
            )
            add_turned(outgoing, source, at, width, out_at + root, shares)
        now = spent(clock, 6, now)


@kernel(error_model="numpy", _nrt=False)
def clear(array: NDArray[np.float32], first: int, end: int) -> None:
    """Fill a part of an array, a multiple of 16 long, with zeros."""
    zero = splat(0.0)
    for at in range(first, end, LANES):
        store(array, at, zero)


@kernel(error_model="numpy", _nrt=False)
def average_images(board: int, hands: Hands, width: int, scratch: Scratch) -> None:
    """Sum up what each of a board's hands is worth below under each of the board's symmetries."""
    images = scratch.images
    below = scratch.below_out
    first = int(hands.image_start[board])
    end = int(hands.image_start[board + 1])
    count = int(hands.start[board + 1] - hands.start[board])
    if end == first:
        return
    for at in range(0, count * width, LANES):
        store(images, at, load(below, at))
    for symmetry in range(first, end, count):
        for row in range(count):
            image = int(hands.image[symmetry + row])
            for column in range(0, width, LANES):
                at = row * width + column
                more = load(images, image * width + column)
                store(below, at, load(below, at) + more)


@kernel(error_model="numpy", _nrt=False)
def river_pass(
    mode: int,
    kept: tuple[float, float, float],
    view: View,
    incoming: NDArray[np.float32],
    outgoing: NDArray[np.float32],
    scratch: Scratch,
) -> None:
    """Pass over a spot's own river, and fill `outgoing` with what hands are worth.

    mode, kept : as in `lanes_down` and `lanes_up`.
    """
    first = int(view.below[0])
    clear(outgoing, first, len(outgoing))
    go_down(first, mode, view, incoming, scratch)
    go_up(first, mode, kept, view, outgoing, first, scratch)


@kernel(error_model="numpy", _nrt=False)
def turns_pass(
    order: NDArray[np.int64],
    ticket: NDArray[np.int64],
    mode: int,
    kept: tuple[float, float, float],
    turn: View,
    river: View,
    incoming: NDArray[np.float32],
    outgoing: NDArray[np.float32],
    turn_scratch: Scratch,
    river_scratch: Scratch,
) -> None:
    """Pass over the turn boards that no other thread takes, and the rivers under each.

    Parameters
    ----------
    order, ticket
        The boards, and how many of them are taken.
    mode, kept
        As in `lanes_down` and `lanes_up`.
    outgoing
        As many rows for each board, which are filled with what hands are worth there.
    """
    first = int(turn.below[0])
    size = len(outgoing) // len(turn.share)
    leaf_width = len(turn.ends.leaves)
    number = take(ticket)
    while number < len(order):
        board = int(order[number])
        clear(outgoing, board * size, (board + 1) * size)
        clear(turn_scratch.below_out, first, len(turn_scratch.below_out))
        go_down(board, mode, turn, incoming, turn_scratch)
        for runout in range(turn.below[board], turn.below[board + 1]):
            go_down(runout, mode, river, turn_scratch.below_in, river_scratch)
            go_up(runout, mode, kept, river, turn_scratch.below_out, first, river_scratch)
        average_images(board, turn.mine.hands, leaf_width, turn_scratch)
        go_up(board, mode, kept, turn, outgoing, board * size, turn_scratch)
        number = take(ticket)


@kernel(error_model="numpy", _nrt=False)
def flop_down(mode: int, flop: View, incoming: NDArray[np.float32], scratch: Scratch) -> None:
    """Go down a spot's own flop, to `below_in`."""
    go_down(int(flop.below[0]), mode, flop, incoming, scratch)


@kernel(error_model="numpy", _nrt=False)
def flop_up(
    mode: int,
    kept: tuple[float, float, float],
    flop: View,
    turns: NDArray[np.float32],
    outgoing: NDArray[np.float32],
    scratch: Scratch,
) -> None:
    """Go up a spot's own flop, and fill `outgoing` with what hands are worth.

    turns : by turn board, rows as in `below_out`; they are added in the order of the boards.
    """
    below = scratch.below_out
    size = len(below)
    for at in range(0, size, LANES):
        total = splat(0.0)
        for board in range(len(turns) // size):
            total = total + load(turns, board * size + at)
        store(below, at, total)
    first = int(flop.below[0])
    average_images(first, flop.mine.hands, len(flop.ends.leaves), scratch)
    clear(outgoing, first, len(outgoing))
    go_up(first, mode, kept, flop, outgoing, first, scratch)


def _view() -> View:
    """Return one hand each on one board, and one bet: check or bet, then fold or call."""
    row = np.zeros(LANES, np.int16)
    cards = np.full(LANES, 52, np.uint8)
    one = np.array([0, 1])
    hands = Hands(np.array([0, LANES]), row, cards, cards, row, np.zeros(2, np.int64), row[:0])
    whole = np.zeros(3, np.int64)
    tables = np.zeros(2 * LANES, np.float32), np.zeros(LANES, np.float32)
    side = Side(whole, np.ones(1, np.int64), np.full(1, 2), *tables, tables[1][:0], hands)
    levels = Levels(one, row[:1], row[:1], row[:1])
    lanes = np.zeros(LANES, np.int64)
    both = np.full(1, BALANCE | EVERYBODY)
    ends = Ends(lanes, both, whole, np.zeros(0, np.float32), lanes[:0], lanes)
    return View(1, side, side, levels, ends, one, np.ones(1, np.float32))


def _scratch() -> Scratch:
    table, sums, balance, blocks, reach, worth = np.zeros((6, 8 * LANES * LANES), np.float32)
    below = np.zeros((3, 17 * LANES), np.float32)
    rows = np.arange(LANES)
    return Scratch(
        table, sums, balance, blocks, reach, worth, below[0], below[1], below[2], rows, rows[:0]
    )


def _room() -> NDArray[np.float32]:
    return np.zeros(17 * LANES, np.float32)


_KEPT = 1.0, 0.5, 1.0

register(
    "holdem.river_pass",
    river_pass,
    lambda: (PRESENT, _KEPT, _view(), _room(), _room(), _scratch()),
)
register(
    "holdem.turns_pass",
    turns_pass,
    lambda: (
        *np.zeros((2, 1), np.int64), PRESENT, _KEPT, _view(), _view(), _room(), _room(),
        _scratch(), _scratch(),
    ),
)  # fmt: skip
register("holdem.flop_down", flop_down, lambda: (PRESENT, _view(), _room(), _scratch()))
register(
    "holdem.flop_up",
    flop_up,
    lambda: (PRESENT, _KEPT, _view(), _room(), _room(), _scratch()),
)
