"""A small spot solved for a picture: what is left to gain after every other iteration."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final

from gutshot.holdem.preflop.convergence import courses
from gutshot.holdem.preflop.spec_reading import spec_from
from gutshot.render.svg_plot import Plot, round_steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.preflop.convergence import Left

__all__ = ["Convergence", "convergence"]

_SPOT: Final = {"players": 2, "stack": 100}


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
    ours, plus = courses(spec)
    gains = [check.gain_bb for check in ours.checks]
    return Convergence(
        plot=_plot(ours.checks, plus.checks, spec.bar_bb),
        players=spec.players,
        stack=f"{float(spec.stacks_bb[0]):g}",
        iterations=ours.iterations,
        at_bar=ours.reached(spec.bar_bb),
        plus_at_bar=plus.iterations,
        checks=len(gains),
        rises=sum(after > before for before, after in pairwise(gains)),
        bar_bb=spec.bar_bb,
        left_bb=gains[-1],
    )


def _plot(ours: Sequence[Left], plus: Sequence[Left], bar_bb: float) -> str:
    """Return both curves, gains on a logarithmic scale."""
    both = [*ours, *plus]
    last = max(one.iteration for one in both)
    low = floor(log10(min(one.gain_bb for one in both)))
    high = ceil(log10(max(one.gain_bb for one in both)))
    words = (
        f"What is left to gain falls from {ours[0].gain_bb:.2g} big blinds a hand after"
        f" {ours[0].iteration} iterations to {ours[-1].gain_bb:.2g} after {ours[-1].iteration};"
        f" the bar is {bar_bb:g}"
    )
    plot = Plot((0.0, float(last)), (float(low), float(high)), words)
    plot.grid(range(low + 1, high + 1), lambda power: f"{10**power:g} bb")
    plot.level("foot", low).level("bar", log10(bar_bb))
    plot.foot(round_steps(0, last, 5), lambda x: f"{x:,.0f}")
    plot.label((0.85 * last, log10(bar_bb)), f"bar {bar_bb:g} bb", below=True)
    for name, checks in (("plus", plus), ("ours", ours)):
        plot.line(name, [(float(one.iteration), log10(one.gain_bb)) for one in checks])
    return plot.svg()
