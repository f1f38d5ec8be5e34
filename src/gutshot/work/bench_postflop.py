"""Measure the postflop solver: regrets a second, against the row form and the slow twin.

An *edge* is an action of one hand whose regret and average an iteration brings up to date; what
ends are worth is counted in. The spots are those with published values, with a bet of half the pot.
A flop is measured on one thread and on two, and against a stream of memory. Last comes a first
start, with kernels to be compiled, and the next one.
"""

from __future__ import annotations

import hashlib
from functools import partial
from time import process_time
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from gutshot.compiled import KERNELS
from gutshot.holdem.postflop.answers import FAST, solve_spot
from gutshot.holdem.postflop.game import PostflopGame
from gutshot.holdem.postflop.plain import plain_game
from gutshot.work.bench import Row, timed
from gutshot.work.bench_flop import flop_rows
from gutshot.work.bench_start import start_rows
from gutshot.work.published_spots import FLOP, RIVER, TURN, published_spot

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.work.verify import Progress

    _Tree: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
    _Lanes: TypeAlias = NDArray[np.float32]
    _Tables: TypeAlias = tuple[NDArray[np.number[Any]], NDArray[np.number[Any]]]

__all__ = ["bench_postflop"]


def bench_postflop(progress: Progress) -> tuple[list[Row], str]:
    """Return the rows and the signature over the answers."""
    rows = _many_sizes()
    digest = hashlib.sha256()
    for number, (name, board) in enumerate((("river", RIVER), ("turn", TURN)), start=1):
        progress(number / 5)
        spot = published_spot(board, "50%", "")
        game = PostflopGame(spot)
        edges = _edges(game)
        seconds = timed(partial(_iterate, game.update), 20)
        speed = f"{edges / seconds / 1e6:,.0f} M edges/s"
        rows.append(Row(f"{name}, an iteration", seconds, f"{edges:,} edges", speed))
        began = process_time()
        found = solve_spot(spot)
        took = process_time() - began
        far = f"{found.exploitability_percent:.4f} % of the pot, {found.memory_bytes:,} B"
        work = f"{found.iterations} iterations with checks, exact equities"
        rows.append(Row(f"{name}, solved (CPU)", took, work, far))
        digest.update(f"{board} {found.equities} {found.iterations}".encode())
        digest.update(" ".join(f"{ev:.4f}" for ev in found.evs).encode())
    progress(3 / 5)
    found_rows, evs = flop_rows(published_spot(FLOP, "50%", ""), _edges)
    digest.update(f"{FLOP} {evs[0]:.4f} {evs[1]:.4f}".encode())
    rows += found_rows
    progress(4 / 5)
    rows += start_rows(FLOP)
    progress(1.0)
    return rows, digest.hexdigest()[:16]


def _many_sizes() -> list[Row]:
    """Return what an iteration takes with a tree of many sizes, in both forms."""
    spot = published_spot(RIVER, "33%, 75%, a", "60%, a")
    game = PostflopGame(spot)
    plain = plain_game(spot, game.combos)
    edges = _edges(game)
    work = f"{edges:,} edges, {game.levels[0].forest.ends} ends"
    ours = timed(partial(_iterate, game.update), 40)
    slow = timed(partial(_iterate, plain.update), 3)
    table = game.levels[0].tables[0]
    rows = np.ones((5, table.seat.slots, len(game.combos[0])))
    lanes = np.ones(2 * table.batches * table.seat.slots * table.regret.shape[-1], np.float32)
    own = (table.seat.slots - 1) * len(game.combos[0])
    tree = table.seat.parent, table.seat.first, table.seat.actions
    in_rows = timed(partial(_row_form, tree, rows), 40)
    tables = table.flat()
    in_lanes = timed(partial(_lane_form, tree, tables, lanes), 40)
    return [
        Row(
            "river of many sizes, an iteration", ours, work, f"{edges / ours / 1e6:,.0f} M edges/s"
        ),
        Row("the slow twin's", slow, work, f"{slow / ours:,.0f} x as long"),
        Row(
            "one player's regrets, row form",
            in_rows,
            f"{own:,} edges, no ends",
            f"{own / in_rows / 1e6:,.0f} M edges/s",
        ),
        Row(
            "the same in lanes",
            in_lanes,
            f"{own:,} edges, no ends",
            f"{in_rows / in_lanes:.1f} x as fast",
        ),
    ]


def _iterate(update: Callable[[int, Any], None]) -> None:
    weights = FAST.weights(50)
    for player in range(2):
        update(player, weights)


def _edges(game: PostflopGame) -> int:
    """Return how many regrets there are, padding left out."""
    return sum(
        (seat.slots - level.forest.roots) * int((hands.high < 52).sum())
        for level in game.levels
        for seat, hands in zip(level.forest.seats, level.hands, strict=True)
    )


def _row_form(tree: _Tree, arrays: NDArray[np.float64]) -> None:
    """Do an iteration's work on a player's regrets and averages, whatever ends are worth."""
    regret, total, strategy, reach, gradient = arrays
    free = np.full(len(tree[1]), -1), np.zeros((0, regret.shape[1]))
    _call("normalise", regret, *tree[1:], *free, strategy)
    _call("spread_reach", strategy, tree[0], reach)
    _call("add_average", reach, 0.9, total)
    _call("add_regrets", gradient, strategy, *tree, *free, 0.9, 0.5, regret, 0.0, gradient[:0])


def _lane_form(tree: _Tree, tables: _Tables, rows: _Lanes) -> None:
    """Do the same in lanes: down, and up again."""
    down, up = rows.reshape(2, -1)
    for rising, numbers in ((False, down), (True, up)):
        _call("lanes_pass", *tree, 1, *tables, 0, rising, 0.9, 0.5, 0.1, numbers)


def _call(name: str, *arguments: object) -> None:
    KERNELS[f"cfr.{name}"].function(*arguments)
