"""Measure a flop: an iteration and a whole solve on one thread and on two, and what limits it."""

from __future__ import annotations

from time import perf_counter, process_time
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from gutshot.holdem.postflop.answers import FAST
from gutshot.holdem.postflop.game import PostflopGame
from gutshot.work.bench import Row, timed

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.holdem.postflop.spec import Spot

__all__ = ["flop_rows"]

_TARGET_PERCENT: Final = 0.3
_STREAM_FLOATS: Final = 25_000_000
_RUNS: Final = 5
_AGAINST: Final[tuple[Literal["average", "best"], ...]] = ("average", "best")


def flop_rows(
    spot: Spot, edges_of: Callable[[PostflopGame], int]
) -> tuple[list[Row], tuple[float, float]]:
    """Return the rows of a flop, and the EVs that were found."""
    rows: list[Row] = []
    solved: list[Row] = []
    last: list[Row] = []
    evs = (0.0, 0.0)
    for threads in (1, 2):
        game = PostflopGame(spot, threads=threads)
        game.evaluate(0, "average")  # compiles the kernels where that is still to be done
        row, evs = _solved(game, threads)
        solved.append(row)
        wall, cpu = _iteration(game)
        edges = edges_of(game)
        speed = f"{edges / wall / 1e6:,.0f} M edges/s, CPU {cpu * 1e3:.1f} ms"
        name = "flop, an iteration" if threads == 1 else "the same on two threads"
        rows.append(Row(name, wall, f"{edges:,} edges", speed))
        if threads == 1:
            shares = game.stage_shares(FAST.weights(100))
            split = ", ".join(f"{stage} {100 * share:.1f} %" for stage, share in shares.items())
            last = [Row("flop, by stage", cpu, "an iteration", split), _stream(game, cpu)]
    return [*rows, *solved, *last], evs


def _solved(game: PostflopGame, threads: int) -> tuple[Row, tuple[float, float]]:
    """Solve to the target, measuring after every ten iterations."""
    pot = float(game.spot.pot)
    wall, cpu = perf_counter(), process_time()
    iterations = 0
    while True:
        for _ in range(10):
            iterations += 1
            for player in range(2):
                game.update(player, FAST.weights(iterations))
        evs, best = (
            [game.evaluate(player, against) for player in range(2)] for against in _AGAINST
        )
        percent = 100 * (sum(best) - sum(evs)) / 2 / pot
        if percent <= _TARGET_PERCENT:
            break
    wall, cpu = perf_counter() - wall, process_time() - cpu
    one = "one thread" if threads == 1 else "two threads"
    row = Row(
        f"flop to {_TARGET_PERCENT} % of the pot, {one}",
        wall,
        f"{iterations} iterations with checks, CPU {cpu:.2f} s",
        f"{percent:.4f} % of the pot, OOP EV {evs[0]:.4f}",
    )
    return row, (evs[0], evs[1])


def _iteration(game: PostflopGame) -> tuple[float, float]:
    """Return the quickest wall and processor seconds of some iterations."""
    walls, cpus = [], []
    for _ in range(_RUNS):
        wall, cpu = perf_counter(), process_time()
        for player in range(2):
            game.update(player, FAST.weights(100))
        walls.append(perf_counter() - wall)
        cpus.append(process_time() - cpu)
    return min(walls), min(cpus)


def _stream(game: PostflopGame, seconds: float) -> Row:
    """Compare the bytes that an iteration reads and writes with a copy of as many."""
    tables = [table for level in game.levels for table in level.tables]
    # regrets are read twice and written once, averages read and written
    moved = sum(3 * table.regret.nbytes + 2 * table.mean.nbytes for table in tables)
    source = np.ones(_STREAM_FLOATS, np.float32)
    target = np.empty_like(source)
    took = timed(lambda: np.copyto(target, source), _RUNS)
    stream = (source.nbytes + target.nbytes) / took
    return Row(
        "a stream of memory",
        moved / stream,
        f"the {moved / 1e6:,.0f} MB that an iteration reads and writes",
        f"{stream / 1e9:.1f} GB/s; an iteration moves {moved / seconds / 1e9:.1f} GB/s",
    )
