"""One player's pass over boards of a street: the other's reaches down, sums over hands, worths up.

Arrays are float32 and flat. What comes in and goes out has a row for each hand above and one more
of zeros or of no account, with a lane for each root of the street, filled up to a multiple of 16.
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
    transpose,
)
from gutshot.compiled.tickets import take
from gutshot.holdem.postflop._kernels_ends import collect
from gutshot.holdem.postflop._kernels_sweep import sweep
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

TURNS, FLOP_DOWN, FLOP_UP = range(3)
"""What `streets_pass` passes over."""
AHEAD = 19
"""How many batches ahead the other player's numbers are fetched, about those of a board."""


@kernel(error_model="numpy", _nrt=False, forceinline=True)
def spent(clock: NDArray[np.int64], stage: np.int64, since: int) -> int:
    """Note the ticks of a stage, where they are counted, and return the clock.

    stage : no number as it is written, for each of which numba would compile this once more.
    """
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
        now = spent(clock, np.int64(0), now)
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
        now = spent(clock, np.int64(1), now)
        for column in range(0, row, LANES):
            target = (at - first) * row + column
            transpose(reach, lanes, column, LANES, 0, table, target, row)
        for column in range(0, leaf_row, LANES):
            target = (at - first) * leaf_row + column
            transpose(reach, leaves, column, LANES, 0, below_in, target, leaf_row)
        now = spent(clock, np.int64(2), now)
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
    for block in range(0, count, 2):
        step = LANES if block + 1 < count else 0
        sweep(board, block, step, theirs, side, view.levels, row, regret_at, mean_at, scratch)
        regret_at += rows * 2 * LANES
        mean_at += rows * LANES
    now = spent(clock, np.int64(3), now)
    for at in range(first, hands.start[board + 1], LANES):
        batch = at // LANES
        collect(at, first, hands, ends, scratch)
        now = spent(clock, np.int64(4), now)
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
        now = spent(clock, np.int64(5), now)
        for root in range(0, width, LANES):
            add_turned(outgoing, source, at, width, out_at + root, worth, root * LANES, share)
        now = spent(clock, np.int64(6), now)


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
def streets_pass(
    part: int,
    order: NDArray[np.int64],
    ticket: NDArray[np.int64],
    mode: int,
    kept: tuple[float, float, float],
    view: View,
    river: View,
    incoming: NDArray[np.float32],
    outgoing: NDArray[np.float32],
    scratch: Scratch,
    river_scratch: Scratch,
) -> None:
    """Pass over a street above the river: turn boards with the rivers under each, or half a flop.

    They are one kernel because each would have its own copy of all that it calls, which takes
    seconds to compile.

    Parameters
    ----------
    part
        `TURNS`, or a spot's own flop: `FLOP_DOWN` to `below_in`, `FLOP_UP` from what turns are
        worth.
    order, ticket
        The turn boards, and how many of them are taken: those are passed that no other thread
        takes.
    mode, kept
        As in `lanes_down` and `lanes_up`.
    view, scratch
        Of the turn, or of the flop.
    incoming
        With `FLOP_UP` by turn board, rows as in `below_out`; they are added in the boards' order.
    outgoing
        As many rows for each board, which are filled with what hands are worth there.
    """
    first = int(view.below[0])
    below = scratch.below_out
    leaf_width = len(view.ends.leaves)
    if part == FLOP_DOWN:
        go_down(first, mode, view, incoming, scratch)
        return
    if part == FLOP_UP:
        rows = len(below)
        for at in range(0, rows, LANES):
            total = splat(0.0)
            for turn in range(len(incoming) // rows):
                total = total + load(incoming, turn * rows + at)
            store(below, at, total)
    size = len(outgoing) // len(view.share)
    number = first if part == FLOP_UP else take(ticket)
    while number < len(order):
        board = int(order[number])
        clear(outgoing, board * size, (board + 1) * size)
        if part == TURNS:
            clear(below, first, len(below))
            go_down(board, mode, view, incoming, scratch)
            for runout in range(view.below[board], view.below[board + 1]):
                go_down(runout, mode, river, scratch.below_in, river_scratch)
                go_up(runout, mode, kept, river, below, first, river_scratch)
        average_images(board, view.mine.hands, leaf_width, scratch)
        go_up(board, mode, kept, view, outgoing, board * size, scratch)
        number = len(order) if part == FLOP_UP else take(ticket)


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
    table, sums, balance, blocks, turned, reach, worth = np.zeros((7, 8 * LANES**2), np.float32)
    down, up, images = np.zeros((3, 17 * LANES), np.float32)
    rows = np.arange(LANES)
    return Scratch(
        table, sums, balance, blocks, turned, reach, worth, down, up, images, rows, rows[:0]
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
    "holdem.streets_pass",
    streets_pass,
    lambda: (
        TURNS, *np.zeros((2, 1), np.int64), PRESENT, _KEPT, _view(), _view(), _room(), _room(),
        _scratch(), _scratch(),
    ),
)  # fmt: skip
