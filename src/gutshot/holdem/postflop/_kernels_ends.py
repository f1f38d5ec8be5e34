"""What ends are worth just behind each own slot, from the sums over the other player's hands."""

from __future__ import annotations

from gutshot.compiled import kernel
from gutshot.compiled.lanes import LANES, load, splat, store, transpose
from gutshot.holdem.postflop._kernels_sweep import PAIR, ROWS, apart
from gutshot.holdem.postflop.layout import BALANCE, EVERYBODY, Ends, Hands, Scratch

__all__ = ["collect"]

AREA = LANES * LANES


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
    turned = scratch.turned
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
    for block in range(count):
        at_sums = block // 2 * ROWS * PAIR + block % 2 * LANES
        column = block * LANES
        own = (at - first) * width + column
        wants_balance = wanted[block] & BALANCE != 0
        wants_everybody = wanted[block] & EVERYBODY != 0
        total = load(sums, at_sums + 52 * PAIR)
        # rows of what is wanted by hand, before they are turned into rows by slot
        for i in range(LANES):
            high = at_sums + int(highs[i]) * PAIR
            low = at_sums + int(lows[i]) * PAIR
            free = apart(sums, total, high, low)
            if wants_balance:
                store(turned, i * LANES, load(balance, own + i * width) - free)
            if wants_everybody:
                same = int(sames[i]) * width + column
                store(turned, AREA + i * LANES, free + load(table, same))
        if wants_balance:
            transpose(turned, rows, 0, LANES, 0, blocks, block * AREA, LANES)
        if wants_everybody:
            transpose(turned, rows, 0, LANES, AREA, blocks, (count + block) * AREA, LANES)
    for column in range(0, leaf_width, LANES):
        target = 2 * count * AREA + column * LANES
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
