"""The arrays that the kernels go through, by name.

*Places* number a player's hands on all boards of a street, board after board, each board's padded
to a multiple of 16. Blocks are 16 of the other player's slots by 16 own hands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gutshot.cfr.lane_table import Numbers

__all__ = ["BALANCE", "EVERYBODY", "STAGES", "Ends", "Hands", "Levels", "Scratch", "Side", "View"]

BALANCE, EVERYBODY = 1, 2
"""Sums over hands without a card of one's own: weaker less stronger ones, and all."""

STAGES = ("gather", "forward", "to lanes", "sweep", "ends", "backward", "output")
"""What a board's pass does, in this order."""


class Hands(NamedTuple):
    """A player's hands on all boards of a street.

    start : (boards + 1,) int64 where each board's places begin, multiples of 16.
    source : (places,) int16 the hand's row in what comes in from above and goes back there: its
        place on the board above, from that board's start; for padding a row that is no hand's.
    high, low : (places,) uint8 cards; 52 for padding.
    same : (places,) int16 the other player's place on this board, from its start, with the same two
        cards; behind his last place when he has none.
    image_start : (boards + 1,) int64 where each board's images begin.
    image : int16 of each symmetry of a board but the first, the place from the board's start that
        it takes each place to; padding stays where it is.
    """

    start: NDArray[np.int64]
    source: NDArray[np.int16]
    high: NDArray[np.uint8]
    low: NDArray[np.uint8]
    same: NDArray[np.int16]
    image_start: NDArray[np.int64]
    image: NDArray[np.int16]


class Levels(NamedTuple):
    """A player's strengths on all boards, ascending, seen from the other player's places.

    start : (boards + 1,) int64 where each board's levels begin.
    own : (levels,) int16 the place behind the last own hand of the level, from the board's start.
    weaker, up_to : (levels,) int16 how many of the other player's hands are weaker, and how many
        are not stronger.
    """

    start: NDArray[np.int64]
    own: NDArray[np.int16]
    weaker: NDArray[np.int16]
    up_to: NDArray[np.int16]


class Ends(NamedTuple):
    """A street's ends as one player sees them.

    A block is 16 of the other player's slots, by 16 own hands. First come the blocks' balances,
    then their sums over everybody, then what the next street's beginnings are worth, 16 in a block.

    lanes : (16 x blocks,) int64 the other player's slots whose sums are needed.
    wanted : (blocks,) int64 which sums, as bits.
    last : (slots,) int64 behind the last term of each own slot.
    coefficient : (terms,) float32
    place : (terms,) int64 where the sum stands in the blocks.
    leaves : (16 x blocks of beginnings,) int64 the other player's slot at each beginning of the
        next street.
    """

    lanes: NDArray[np.int64]
    wanted: NDArray[np.int64]
    last: NDArray[np.int64]
    coefficient: NDArray[np.float32]
    place: NDArray[np.int64]
    leaves: NDArray[np.int64]


class Side(NamedTuple):
    """A player's strategies and hands on a street.

    parent, first, actions : as in `cfr.forest.Seat`.
    regret, mean : as in `cfr.LaneTable.flat`; batches are 16 places each.
    held : empty without locks, else by batch a row for each node with 1 where a hand is locked.
    """

    parent: NDArray[np.int64]
    first: NDArray[np.int64]
    actions: NDArray[np.int64]
    regret: Numbers
    mean: Numbers
    held: NDArray[np.float32]
    hands: Hands


class View(NamedTuple):
    """A street as one player sees it.

    roots : how many beginnings it has.
    theirs, mine : both players' strategies and hands.
    levels, ends : what is shown down, and how it ends.
    below : (boards + 1,) int64 where the next street's boards under each board begin.
    share : (boards,) float32 what a board's worths are multiplied by for the board above: the cards
        that it stands for, of as many as that board has symmetries, and its unit in ours.
    """

    roots: int
    theirs: Side
    mine: Side
    levels: Levels
    ends: Ends
    below: NDArray[np.int64]
    share: NDArray[np.float32]


class Scratch(NamedTuple):
    """What a thread's pass over a board writes down between its steps, all float32 but the last.

    table : a row for each of the other player's places on a board and one of zeros behind them, a
        lane for each slot of `Ends.lanes`.
    sums : by pairs of blocks and card, 53 x 32; row 52 is all hands.
    balance : a row for each own place on a board.
    blocks : those of `Ends`.
    turned : two blocks by hand, before they are turned.
    reach, worth : by slot, for 16 hands.
    below_in, below_out : what goes down to the next street's beginnings and what comes back, a row
        for each place on a board and one for what is no hand's, a lane for each beginning.
    images : as large as `below_out`.
    rows : (16,) int64, 0 to 15.
    clock : int64 ticks spent in each of `STAGES`; empty when they are not counted.
    """

    table: NDArray[np.float32]
    sums: NDArray[np.float32]
    balance: NDArray[np.float32]
    blocks: NDArray[np.float32]
    turned: NDArray[np.float32]
    reach: NDArray[np.float32]
    worth: NDArray[np.float32]
    below_in: NDArray[np.float32]
    below_out: NDArray[np.float32]
    images: NDArray[np.float32]
    rows: NDArray[np.int64]
    clock: NDArray[np.int64]
