"""A chart of seats whose own hand tells them how each of the others is dealt.

Charts for three seats and more deal classes independently: who holds an ace thinks that others have
aces as often as ever. Here each player takes his two cards out of what the others can hold, one by
one; left out is only that two of the others can't hold the same card. With two seats that is exact.
With more the seats' beliefs are of no one deal, so that the chart's certificate, which is of
independent deals, says nothing of it: an audit on real deals does.

It is CFR+ (Tammelin, https://arxiv.org/abs/1407.5042): regrets floored at zero, seats one after the
other, the average weighing iteration t by t.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.preflop.audit.flat import flat_chart, reaches_of
from gutshot.holdem.preflop.audit.own_hand import gradient_by_own_hand
from gutshot.holdem.preflop.chart import chart_of
from gutshot.holdem.preflop.game import build_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.cfr.forest import Seat
    from gutshot.holdem.preflop.chart import PreflopChart

__all__ = ["ITERATIONS", "play_by_own_hand"]

ITERATIONS: Final = 400


def play_by_own_hand(
    chart: PreflopChart,
    iterations: int = ITERATIONS,
    progress: Callable[[float], None] | None = None,
) -> PreflopChart:
    """Return a chart of the same spot in which every seat minds its own two cards.

    Pots of three are shared by pairwise equities; locks are not kept.

    chart : of independent deals that counts chips; iterations begin with its strategies.
    iterations : 1 or more.

    Raises
    ------
    InputError
        For a chart whose deals are exact already, and for one that counts prizes.
    """
    if chart.spec.for_prizes:
        raise InputError(
            f"hands by which seats mind their own are of chips, cash and ante; this chart is"
            f" {chart.spec.format}"
        )
    flat = flat_chart(chart)
    strategy = flat.strategy.copy()
    reaches = flat.reaches.copy()
    regrets, total = np.zeros_like(strategy), np.zeros_like(strategy)
    for iteration in range(1, iterations + 1):
        for player, seat in enumerate(flat.forest.seats):
            rows = flat.rows(player)
            gradient = gradient_by_own_hand(flat, player, reaches)
            _learn(seat, gradient, strategy[rows], regrets[rows])
            reaches = reaches_of(flat.forest, strategy)
            total[rows] += iteration * reaches[rows]
        if progress is not None:
            progress(iteration / iterations)
    nodes = zip(flat.row_of.tolist(), flat.actions_of.tolist(), strict=True)
    averages = [_shares(total[row : row + count]) for row, count in nodes]
    return chart_of(build_game(chart.spec), np.vstack(averages), iterations, chart.bar_bb)


def _learn(
    seat: Seat,
    gradient: NDArray[np.float64],
    strategy: NDArray[np.float64],
    regrets: NDArray[np.float64],
) -> None:
    """Add what each action would have gained, (slots, 169), and play by the regrets."""
    for first, count in zip(seat.first[::-1].tolist(), seat.actions[::-1].tolist(), strict=True):
        rows = slice(first, first + count)
        worth = (strategy[rows] * gradient[rows]).sum(axis=0)
        regrets[rows] = np.maximum(0.0, regrets[rows] + gradient[rows] - worth)
        gradient[seat.parent[first]] += worth
        strategy[rows] = _shares(regrets[rows])


def _shares(amounts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (actions, hands) amounts as shares of their sums; alike where there are none."""
    sums = amounts.sum(axis=0)
    alike = np.full_like(amounts, 1 / len(amounts))
    out: NDArray[np.float64] = np.divide(amounts, sums, out=alike, where=sums > 0)
    return out
