"""Measure preflop solves: seconds to the bar, counted work, the limits of this machine, the twin.

Seconds are the processor's, of one thread. What an iteration has to do is counted from the tree,
not from the code that does it: multiply-adds and bytes that can't be spared. The limits are what
this machine needs for as much of either in the same run, as a product of matrices of the same
shapes in float64 and as a plain copy; the larger of the two is the one to be compared with.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.holdem.preflop import solve_preflop, spec_from
from gutshot.holdem.preflop.deals import ManyHands
from gutshot.holdem.preflop.game import schedule_of
from gutshot.holdem.preflop.lagging import EVERY
from gutshot.holdem.preflop.plain_seats import PlainSeatPayoff
from gutshot.holdem.preflop.worth import Worth
from gutshot.work.bench import Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.holdem.preflop.game import PreflopGame
    from gutshot.work.verify import Progress

__all__ = ["Counts", "bench_preflop", "counts_of"]

SPOTS: Final = ((6, 100), (9, 200))
QUICK: Final = ((3, 20), (4, 15))
_TWIN_ENDINGS: Final = 10_000
"""Trees with more endings have no row of the twin, which would take minutes."""
_COPIED: Final = 1 << 24  # numbers, far more than any cache holds


@dataclass(frozen=True, slots=True)
class Counts:
    """What one iteration over all seats of a chips game has to do.

    Attributes
    ----------
    decisions, endings : int
        Of the tree.
    hands : int
        Of each seat.
    edges : int
        Actions by hands: regrets and averages to bring up to date.
    rows : tuple of int
        By seat, how many of his slots another seat meets in a pot.
    pairs : int
        Pots of a seat with another one at an ending.
    threes : int
        Pots of a seat with two others at an ending.
    three_slots : int
        Slots at which there are any of those.
    dimensions : int
        Of the form by which three share a pot.
    """

    decisions: int
    endings: int
    hands: int
    edges: int
    rows: tuple[int, ...]
    pairs: int
    threes: int
    three_slots: int
    dimensions: int

    @property
    def equity_products(self) -> int:
        """Multiply-adds of hands with hands, once for each row."""
        return sum(self.rows) * self.hands**2

    @property
    def pair_sums(self) -> int:
        """Multiply-adds that add what a pot with one other brings."""
        return self.pairs * self.hands

    @property
    def three_way_products(self) -> int:
        """Multiply-adds of pots between three, of which each eighth iteration takes all."""
        folded = self.dimensions * (self.dimensions + 1) // 2
        places = sum(self.rows) * self.hands * self.dimensions
        products = 2 * self.threes * folded
        form = self.three_slots * self.dimensions * (folded + self.hands)
        return (places + products + form) // EVERY

    @property
    def multiply_adds(self) -> int:
        """All of them; an edge takes one each for its regret, its mean, its average, its reach."""
        return self.equity_products + self.pair_sums + self.three_way_products + 4 * self.edges

    @property
    def bytes_moved(self) -> int:
        """What is read once and written once at least.

        Regrets, averages, reaches and gains of all edges in float64, rows of equities in float32.
        """
        return 2 * 8 * 4 * self.edges + 2 * 4 * sum(self.rows) * self.hands


def counts_of(spot: PreflopGame) -> Counts:
    """Return what an iteration of a spot for chips with three seats or more has to do."""
    forest, deals = spot.game.forest, spot.deals
    form = deals.three_way if isinstance(deals, ManyHands) else None
    hands = len(deals.dealt(0))
    met: list[set[int]] = [set() for _ in forest.seats]
    three_slots: set[tuple[int, int]] = set()
    pairs: set[tuple[int, int, int]] = set()
    threes: set[tuple[int, int, int, int]] = set()
    for end, kind in enumerate(forest.kinds.tolist()):
        worth = spot.worths[kind]
        for pot in worth.pots if isinstance(worth, Worth) else ():
            for player in pot.eligible:
                others = tuple(seat for seat in pot.eligible if seat != player)
                for other in others:
                    met[other].add(int(forest.slots[other, end]))
                    pairs.add((end, player, other))
                if form is not None and len(others) == 2:
                    threes.add((end, player, *others))
                    three_slots.add((player, int(forest.slots[player, end])))
    return Counts(
        decisions=len(spot.tree.spots),
        endings=forest.ends,
        hands=hands,
        edges=sum(seat.slots - forest.roots for seat in forest.seats) * hands,
        rows=tuple(map(len, met)),
        pairs=len(pairs),
        threes=len(threes),
        three_slots=len(three_slots),
        dimensions=0 if form is None else form.core.shape[0],
    )


def bench_preflop(progress: Progress, *, quick: bool = False) -> tuple[list[Row], str]:
    """Return the rows and the signature over the answers.

    quick : small tables, in seconds: to see that it works.
    """
    rows: list[Row] = []
    digest = hashlib.sha256()
    spots = QUICK if quick else SPOTS
    for number, (players, stack) in enumerate(spots):

        def told(share: float, number: int = number) -> None:
            progress((number + 0.8 * share) / len(spots))

        spec = spec_from({"players": players, "stack": stack}, "bench")
        name = f"{players} seats, {stack} bb"
        began = perf_counter()
        solution = solve_preflop(spec, progress=told)
        wall = perf_counter() - began
        solved = solution.solved
        counts = counts_of(solution.spot)
        rows.append(
            Row(
                f"{name}: from cold to the bar",
                solution.seconds,
                f"{counts.decisions:,} decisions, {counts.endings:,} endings,"
                f" {solved.iterations} iterations",
                f"{solved.certificate.exploitability:.5f} bb left, bar {solution.bar_bb:.5f};"
                f" {wall:.1f} s on the clock",
            )
        )
        with threadpool_limits(1, "blas"):
            rows += _iteration_rows(name, solution.spot, counts)
        values = " ".join(f"{value:.3f}" for value in solved.certificate.values)
        digest.update(f"{name} {solved.iterations} {values}\n".encode())
        progress((number + 1) / len(spots))
    return rows, digest.hexdigest()[:16]


def _iteration_rows(name: str, spot: PreflopGame, counts: Counts) -> list[Row]:
    once = _seconds(lambda: _iterate(spot, EVERY), 2) / EVERY
    product, multiply_adds = _product_seconds(counts)
    arithmetic = counts.multiply_adds * product / multiply_adds
    copied = _copy_seconds() * counts.bytes_moved
    limit = max(arithmetic, copied)
    work = (
        f"{counts.edges:,} edges; M multiply-adds: {counts.equity_products / 1e6:.1f} equities,"
        f" {counts.pair_sums / 1e6:.1f} pots of two, {counts.three_way_products / 1e6:.1f} of three"
    )
    rows = [
        Row(f"{name}: an iteration", once, work, f"{once / limit:.1f} x the limit"),
        Row(
            "limit of arithmetic (float64 products)",
            arithmetic,
            f"{counts.multiply_adds / 1e6:.1f} M multiply-adds",
            f"{multiply_adds / product / 1e9:.1f} G a second",
        ),
        Row(
            "limit of memory (a copy)",
            copied,
            f"{counts.bytes_moved / 1e6:.1f} MB",
            f"{counts.bytes_moved / copied / 1e9:.1f} GB a second",
        ),
    ]
    deals = spot.deals
    chips = [worth for worth in spot.worths if isinstance(worth, Worth)]
    if counts.endings <= _TWIN_ENDINGS and isinstance(deals, ManyHands):
        twin = spot.game.with_payoff(PlainSeatPayoff(spot.game.forest, chips, deals))
        plain = replace(spot, game=twin)
        slow = _seconds(lambda: _iterate(plain, 1), 1)
        told = f"{slow / once:,.0f} x as long"
        rows.append(Row("an iteration ending by ending (numpy)", slow, "the same", told))
    return rows


def _iterate(spot: PreflopGame, times: int) -> None:
    weights = schedule_of(spot.spec).weights(100)
    for _ in range(times):
        for player in range(spot.game.players):
            spot.game.update(player, weights)


def _product_seconds(counts: Counts) -> tuple[float, int]:
    """Return what products of the shapes of an iteration take, and their multiply-adds."""
    folded = counts.dimensions * (counts.dimensions + 1) // 2
    equity = np.ones((counts.hands, counts.hands))
    reaches = [np.ones((many, counts.hands)) for many in counts.rows]
    batch = min(128, counts.three_slots)
    products, core = np.ones((batch, folded)), np.ones((folded, counts.dimensions))
    batches = -(-counts.three_slots // (max(batch, 1) * EVERY))

    def run() -> None:
        for reach in reaches:
            _ = reach @ equity
        for _ in range(batches):
            _ = products @ core

    many = counts.equity_products + batches * batch * folded * counts.dimensions
    return _seconds(run, 3), many


def _copy_seconds() -> float:
    """Return the seconds of a byte that is read or written by a copy."""
    source = np.ones(_COPIED)
    target = np.empty_like(source)
    return _seconds(lambda: np.copyto(target, source), 3) / (2 * source.nbytes)


def _seconds(function: Callable[[], Any], runs: int) -> float:
    """Return the least processor seconds of a call, after one that is not counted if it is short.

    The least, since other work on the machine only adds.
    """
    if runs > 1:
        function()
    found = []
    for _ in range(runs):
        began = process_time()
        function()
        found.append(process_time() - began)
    return max(min(found), 1e-9)
