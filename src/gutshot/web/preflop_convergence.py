"""A small spot solved for a picture: what is left to gain after every other iteration."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.cfr import CFR_PLUS, drive
from gutshot.holdem.preflop.game import build_game, schedule_of
from gutshot.holdem.preflop.spec import spec_from
from gutshot.render.svg_plot import Plot, round_steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.cfr import Check, Schedule, Solved
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = ["Convergence", "convergence"]

_SPOT: Final = {"players": 2, "stack": 100}
_CHECK_EVERY: Final = 2
_PAST_THE_BAR: Final = 10
_MOST_ITERATIONS: Final = 400


@dataclass(frozen=True, slots=True)
class Convergence:
    """A spot that was solved with the usual weights of iterations, and with those of CFR+.

    plot : as SVG. iterations : to a tenth of the bar. at_bar, plus_at_bar : to the bar.
    bar_bb, left_bb : what may be left to gain, and what is. rises : checks at which it was more
        than at the one before.
    """

    plot: str
    players: int
    stack: str
    iterations: int
    at_bar: int
    plus_at_bar: int
    checks: int
    rises: int
    bar_bb: float
    left_bb: float


def convergence() -> Convergence:
    """Solve two seats with 100 big blinds twice, and draw what is left to gain."""
    spec = spec_from(dict(_SPOT), "convergence")
    with threadpool_limits(1, "blas"):
        ours = _solved(spec, schedule_of(spec), spec.bar_bb / _PAST_THE_BAR)
        plus = _solved(spec, CFR_PLUS, spec.bar_bb)
    gains = [check.certificate.exploitability for check in ours.checks]
    return Convergence(
        plot=_plot(ours.checks, plus.checks, spec.bar_bb),
        players=spec.players,
        stack=f"{float(spec.stacks_bb[0]):g}",
        iterations=ours.iterations,
        at_bar=next(one.iteration for one in ours.checks if _left(one) <= spec.bar_bb),
        plus_at_bar=plus.iterations,
        checks=len(gains),
        rises=sum(after > before for before, after in pairwise(gains)),
        bar_bb=spec.bar_bb,
        left_bb=gains[-1],
    )


def _solved(spec: PreflopSpec, schedule: Schedule, target_bb: float) -> Solved:
    return drive(
        build_game(spec).game,
        target=target_bb,
        iterations=_MOST_ITERATIONS,
        schedule=schedule,
        check_every=_CHECK_EVERY,
    )


def _left(check: Check) -> float:
    return check.certificate.exploitability


def _plot(ours: Sequence[Check], plus: Sequence[Check], bar_bb: float) -> str:
    """Return both curves, gains on a logarithmic scale."""
    both = [*ours, *plus]
    last = max(one.iteration for one in both)
    low = floor(log10(min(map(_left, both))))
    high = ceil(log10(max(map(_left, both))))
    words = (
        f"What is left to gain falls from {_left(ours[0]):.2g} big blinds a hand after"
        f" {ours[0].iteration} iterations to {_left(ours[-1]):.2g} after {ours[-1].iteration};"
        f" the bar is {bar_bb:g}"
    )
    plot = Plot((0.0, float(last)), (float(low), float(high)), words)
    plot.grid(range(low + 1, high + 1), lambda power: f"{10**power:g} bb")
    plot.level("foot", low).level("bar", log10(bar_bb))
    plot.foot(round_steps(0, last, 5), lambda x: f"{x:,.0f}")
    plot.label((0.85 * last, log10(bar_bb)), f"bar {bar_bb:g} bb", below=True)
    for name, checks in (("plus", plus), ("ours", ours)):
        plot.line(name, [(float(one.iteration), log10(_left(one))) for one in checks])
    return plot.svg()
