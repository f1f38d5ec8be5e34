"""One player's pass over boards of a street: the other's reaches down, sums over hands, worths up.

Arrays are float32 and flat. What comes in and goes out has a row for each hand above and one more
of zeros or of no account, with a lane for each root of the street, filled up to `width`, a multiple
of 16. `table` has a row for each of the other player's places on a board and one more of zeros,
with a lane for each of his slots that `Ends.lanes` names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.cfr._kernels import PRESENT, lanes_down, lanes_up
from gutshot.compiled import kernel, register
from gutshot.compiled.lanes import LANES, load, splat, store, transpose
from gutshot.holdem.postflop.layout import BALANCE, EVERYBODY, Ends, Hands, Levels, Scratch, Side

if TYPE_CHECKING:
    from numpy.typing import NDArray


DOWN, UP = 1, 2
"""The halves of a pass, as bits: both, or one after the other with the next street between them."""

ROW = 53 * LANES
"""Floats of a block's sums: by card, and row 52 for all hands."""


@kernel(error_model="numpy")
def sweep(
    board: int,
    block: int,
    theirs: Hands,
    mine: Hands,
    levels: Levels,
    table: NDArray[np.float32],
    width: int,
    sums: NDArray[np.float32],
    balance: NDArray[np.float32],
) -> None:
    """Sum up the other player's reaches of a block's slots, by card and over all his hands.

    Going up by strength, `balance` gets for each own hand those that are weaker and those that are
    not stronger, less those that hold one of its cards: its own two cards are taken off once too
    often where they are in it, and so they are in the sum over everybody that is taken off later.
    """
    first = int(theirs.start[board])
    end = int(theirs.start[board + 1])
    highs = theirs.high[first:end]
    lows = theirs.low[first:end]
    own_first = int(mine.start[board])
    own_end = int(mine.start[board + 1])
    own_highs = mine.high[own_first:own_end]
    own_lows = mine.low[own_first:own_end]
    level_first = int(levels.start[board])
    level_end = int(levels.start[board + 1])
    owns = levels.own[level_first:level_end]
    weakers = levels.weaker[level_first:level_end]
    up_tos = levels.up_to[level_first:level_end]
    at = block * ROW
    column = block * LANES
    total = splat(0.0)
    for card in range(53):
        store(sums, at + card * LANES, total)
    others = 0
    own = 0
    for level in range(level_end - level_first + 1):
        last = level == level_end - level_first
        weaker = end - first if last else int(weakers[level])
        for row in range(others, weaker):
            reach = load(table, row * width + column)
            high = at + int(highs[row]) * LANES
            low = at + int(lows[row]) * LANES
            store(sums, high, load(sums, high) + reach)
            store(sums, low, load(sums, low) + reach)
            total = total + reach
        if last:
            break
        others = weaker
        up_to = int(up_tos[level])
        below = int(owns[level])
        for place in range(own, below):
            high = at + int(own_highs[place]) * LANES
            low = at + int(own_lows[place]) * LANES
            apart = total - load(sums, high) - load(sums, low)
            # where nobody ties, those who are not stronger are the weaker ones
            apart = apart + apart if up_to == weaker else apart
            store(balance, place * width + column, apart)
        if up_to > weaker:
            for row in range(weaker, up_to):
                reach = load(table, row * width + column)
                high = at + int(highs[row]) * LANES
                low = at + int(lows[row]) * LANES
                store(sums, high, load(sums, high) + reach)
                store(sums, low, load(sums, low) + reach)
                total = total + reach
            for place in range(own, below):
                high = at + int(own_highs[place]) * LANES
                low = at + int(own_lows[place]) * LANES
                apart = total - load(sums, high) - load(sums, low)
                row = place * width + column
                store(balance, row, load(balance, row) + apart)
            others = up_to
        own = below
    store(sums, at + 52 * LANES, total)


@kernel(error_model="numpy")
def collect(
    board: int,
    at: int,
    mine: Hands,
    ends: Ends,
    table: NDArray[np.float32],
    sums: NDArray[np.float32],
    balance: NDArray[np.float32],
    below: NDArray[np.float32],
    rows: NDArray[np.int64],
    blocks: NDArray[np.float32],
    worth: NDArray[np.float32],
) -> None:
    """Fill `worth` with what ends are worth just behind each own slot, for 16 hands from `at` on.

    below : what beginnings of the next street are worth. rows : 0 to 15.
    """
    highs = mine.high[at : at + LANES]
    lows = mine.low[at : at + LANES]
    sames = mine.same[at : at + LANES]
    wanted = ends.wanted
    last = ends.last
    coefficient = ends.coefficient
    place = ends.place
    width = len(ends.lanes)
    leaf_width = len(ends.leaves)
    count = len(wanted)
    area = LANES * LANES
    spare = (2 * count + leaf_width // LANES) * area
    first = at - int(mine.start[board])
    for block in range(count):
        sums_at = block * ROW
        column = block * LANES
        balances = wanted[block] & BALANCE
        everybody = wanted[block] & EVERYBODY
        total = load(sums, sums_at + 52 * LANES)
        for hand in range(LANES):
            high = sums_at + int(highs[hand]) * LANES
            low = sums_at + int(lows[hand]) * LANES
            apart = total - load(sums, high) - load(sums, low)
            if balances:
                both = load(balance, (first + hand) * width + column)
                store(blocks, spare + hand * LANES, both - apart)
            if everybody:
                same = load(table, int(sames[hand]) * width + column)
                store(blocks, spare + area + hand * LANES, apart + same)
        if balances:
            transpose(blocks, rows, 0, LANES, spare, blocks, block * area, LANES)
        if everybody:
            target = (count + block) * area
            transpose(blocks, rows, 0, LANES, spare + area, blocks, target, LANES)
    for column in range(0, leaf_width, LANES):
        target = 2 * count * area + column * LANES
        offset = first * leaf_width + column
        transpose(below, rows, 0, leaf_width, offset, blocks, target, LANES)
    term = 0
    for slot in range(len(last)):
        found = splat(0.0)
        while term < last[slot]:
            of_end = load(blocks, int(place[term]))
            found = found + splat(coefficient[term]) * of_end
            term += 1
        store(worth, slot * LANES, found)


@kernel(error_model="numpy")
def step_down(at: int, roots: int, mode: int, side: Side, reach: NDArray[np.float32]) -> None:
    """Fill the reaches of the 16 hands from a place on; those of the roots are given."""
    slots = len(side.parent) - roots
    batch = at // LANES * LANES
    lanes_down(
        side.parent,
        side.first,
        side.actions,
        roots,
        side.regret,
        batch * slots,
        side.mean,
        batch * (slots - len(side.first)),
        mode,
        reach,
        0,
    )


@kernel(error_model="numpy")
def step_up(
    at: int,
    roots: int,
    mode: int,
    kept: tuple[float, float, float],
    side: Side,
    worth: NDArray[np.float32],
) -> None:
    """Add the worths of the 16 hands from a place on up to the roots."""
    slots = len(side.parent) - roots
    batch = at // LANES * LANES
    lanes_up(
        side.parent,
        side.first,
        side.actions,
        roots,
        side.regret,
        batch * slots,
        side.mean,
        batch * (slots - len(side.first)),
        mode,
        kept[0],
        kept[1],
        kept[2],
        side.held,
        batch * len(side.first),
        worth,
        0,
    )


@kernel(error_model="numpy")
def go_down(
    board: int,
    mode: int,
    roots: int,
    theirs: Side,
    ends: Ends,
    incoming: NDArray[np.float32],
    below: NDArray[np.float32],
    table: NDArray[np.float32],
    reach: NDArray[np.float32],
) -> None:
    """Fill the table with the other player's reaches on a board, and `below` at new beginnings."""
    width = (roots + LANES - 1) // LANES * LANES
    source = theirs.hands.source
    lanes = ends.lanes
    leaves = ends.leaves
    row = len(lanes)
    leaf_row = len(leaves)
    first = int(theirs.hands.start[board])
    end = int(theirs.hands.start[board + 1])
    for at in range(first, end, LANES):
        for root in range(0, width, LANES):
            transpose(incoming, source, at, width, root, reach, root * LANES, LANES)
        step_down(at, roots, mode, theirs, reach)
        for column in range(0, row, LANES):
            target = (at - first) * row + column
            transpose(reach, lanes, column, LANES, 0, table, target, row)
        for column in range(0, leaf_row, LANES):
            target = (at - first) * leaf_row + column
            transpose(reach, leaves, column, LANES, 0, below, target, leaf_row)
    for column in range(0, row, LANES):
        store(table, (end - first) * row + column, splat(0.0))


@kernel(error_model="numpy")
def go_up(
    board: int,
    mode: int,
    roots: int,
    kept: tuple[float, float, float],
    theirs: Hands,
    mine: Side,
    levels: Levels,
    ends: Ends,
    below: NDArray[np.float32],
    outgoing: NDArray[np.float32],
    scratch: Scratch,
) -> None:
    """Add to `outgoing` what hands are worth on a board."""
    width = (roots + LANES - 1) // LANES * LANES
    hands = mine.hands
    source = hands.source
    table = scratch.table
    sums = scratch.sums
    balance = scratch.balance
    blocks = scratch.blocks
    worth = scratch.worth
    rows = scratch.rows
    for block in range(len(ends.wanted)):
        sweep(board, block, theirs, hands, levels, table, len(ends.lanes), sums, balance)
    for at in range(hands.start[board], hands.start[board + 1], LANES):
        collect(board, at, hands, ends, table, sums, balance, below, rows, blocks, worth)
        step_up(at, roots, mode, kept, mine, worth)
        for root in range(0, width, LANES):
            transpose(worth, rows, 0, LANES, root * LANES, blocks, 0, LANES)
            for hand in range(LANES):
                place = int(source[at + hand]) * width + root
                more = load(blocks, hand * LANES)
                store(outgoing, place, load(outgoing, place) + more)


@kernel(error_model="numpy")
def street_pass(
    first_board: int,
    end_board: int,
    halves: int,
    mode: int,
    roots: int,
    kept: tuple[float, float, float],
    theirs: Side,
    mine: Side,
    levels: Levels,
    ends: Ends,
    incoming: NDArray[np.float32],
    outgoing: NDArray[np.float32],
    below_in: NDArray[np.float32],
    below_out: NDArray[np.float32],
    scratch: Scratch,
) -> None:
    """Pass over boards from the first to before the end, and add hands' worths to `outgoing`.

    Parameters
    ----------
    halves
        `DOWN` reads `incoming`, fills the table and writes the reaches of the next street's
        beginnings to `below_in`; `UP` reads `below_out` and writes to `outgoing`.
    mode, kept
        As in `lanes_down` and `lanes_up`.
    """
    for board in range(first_board, end_board):
        if halves & DOWN:
            table, reach = scratch.table, scratch.reach
            go_down(board, mode, roots, theirs, ends, incoming, below_in, table, reach)
        if halves & UP:
            go_up(
                board,
                mode,
                roots,
                kept,
                theirs.hands,
                mine,
                levels,
                ends,
                below_out,
                outgoing,
                scratch,
            )


def _pass_example() -> tuple[object, ...]:
    """Return one hand each on one board, and one bet: check or bet, then fold or call."""
    one = np.zeros(LANES, np.int32)
    cards = np.full(LANES, 52, np.uint8)
    hands = Hands(np.array([0, LANES]), one, cards, cards, one)
    whole = np.zeros(3, np.int64)
    tables = np.zeros(2 * LANES, np.float32), np.zeros(LANES, np.float32)
    side = Side(whole, np.ones(1, np.int64), np.full(1, 2), *tables, tables[1][:0], hands)
    levels = Levels(np.array([0, 1]), one[:1], one[:1], one[:1])
    lanes = np.zeros(LANES, np.int64)
    both = np.full(1, BALANCE | EVERYBODY)
    ends = Ends(lanes, both, whole, np.zeros(0, np.float32), lanes[:0], lanes)
    room = [np.zeros(17 * LANES, np.float32) for _ in range(4)]
    table, sums, balance, blocks, reach, worth = np.zeros((6, 6 * LANES * LANES), np.float32)
    scratch = Scratch(table, sums, balance, blocks, reach, worth, np.arange(LANES))
    kept = 1.0, 0.5, 1.0
    return (0, 1, DOWN | UP, PRESENT, 1, kept, side, side, levels, ends, *room, scratch)


register("holdem.street_pass", street_pass, _pass_example)
