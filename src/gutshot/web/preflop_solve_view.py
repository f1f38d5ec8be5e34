"""What the pages of own charts print: what a solve takes, how one goes, charts that are kept."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from gutshot.holdem.preflop.counting import MOST_BYTES, MOST_DECISIONS
from gutshot.render.preflop_text import spec_words
from gutshot.render.svg_plot import Plot, round_steps
from gutshot.work.solve_estimate import ITERATIONS

if TYPE_CHECKING:
    from gutshot.holdem.preflop.kept import ListedChart
    from gutshot.web.preflop_solve_jobs import Solve
    from gutshot.work.own_charts import OwnChart, SolvedWay
    from gutshot.work.solve_estimate import SolveEstimate

__all__ = [
    "EstimateView",
    "KeptView",
    "bb_text",
    "estimate_view",
    "kept_view",
    "way_plot",
    "way_rows",
]

_ROWS: Final = 12
_POINTS: Final = 60
_MINUTE_S: Final = 90
_HOUR_S: Final = 5_400


class EstimateView(NamedTuple):
    """What a solve will take, in words."""

    words: str
    seats: str
    decisions: str
    decisions_share: str
    memory: str
    memory_share: str
    seconds: str
    rate: str
    bar: str
    said: str


class KeptView(NamedTuple):
    """A chart of the user: its name, spot in words, what is left to gain, bar, address."""

    name: str
    words: str
    left: str
    bar: str
    url: str


def bb_text(amount: float) -> str:
    """Return a small amount of big blinds, two digits of it."""
    if amount == 0:
        return "0"
    if amount >= 1e-4:
        digits = max(0, 1 - floor(log10(amount)))
        return f"{amount:.{digits}f}"
    mantissa, _, exponent = f"{amount:.1e}".partition("e")
    return f"{mantissa}·10{str(int(exponent)).translate(_RAISED)}"


_RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def estimate_view(asked: OwnChart, found: SolveEstimate) -> EstimateView:
    """Return what a solve will take, in words."""
    size = found.size
    time = _duration(found.seconds)
    gigabytes = f"{size.memory_bytes / 1e9:.2g}"
    return EstimateView(
        spec_words(asked.spec),
        ", ".join(asked.spec.seats),
        f"{size.decisions:,}",
        f"{100 * size.decisions / MOST_DECISIONS:.2f}",
        f"{gigabytes} GB",
        f"{100 * size.memory_bytes / MOST_BYTES:.2f}",
        time,
        f"{ITERATIONS} iterations of {size.actions:,} actions at {found.rate_us:.2g} µs each,"
        " measured on this machine",
        bb_text(asked.spec.bar_bb),
        f"{size.decisions:,} decisions, about {gigabytes} gigabytes, {time}",
    )


def kept_view(one: ListedChart) -> KeptView:
    """Return a chart of a list."""
    url = f"/preflop/charts?{urlencode({'chart': one.name})}"
    words = spec_words(one.spec).removesuffix(", classes dealt independently")
    return KeptView(one.name, words, bb_text(one.exploitability_bb), bb_text(one.bar_bb), url)


def way_rows(way: tuple[SolvedWay, ...]) -> list[tuple[str, str]]:
    """Return iterations and what was left to gain, the latest first, a dozen of them at most."""
    step = max(1, ceil(len(way) / _ROWS))
    shown = list(reversed(way))[::step]
    return [(f"{one.iteration:,}", bb_text(one.exploitability_bb)) for one in shown]


def way_plot(solve: Solve) -> Markup:
    """Return what was left to gain by iterations, on a scale of digits, and the bar."""
    way = solve.way
    if not way:
        return Markup("")
    bar = solve.asked.spec.bar_bb
    levels = [one.exploitability_bb for one in way if one.exploitability_bb > 0]
    target = solve.target_bb
    known = [*levels, bar, *([] if target is None else [target])]
    low, high = floor(log10(min(known)) - 0.15), ceil(log10(max(known)) + 0.05)
    last = way[-1].iteration
    left = bb_text(way[-1].exploitability_bb)
    words = f"Left to gain after {last} iterations: {left} big blinds, bar {bb_text(bar)}"
    plot = Plot((0.0, float(last)), (float(low), float(max(high, low + 1))), words)
    plot.grid(range(low, high + 1), lambda at: f"{_power(round(at))} bb")
    plot.foot(round_steps(0, last, 4), lambda x: f"{x:,.0f}")
    plot.level("bar", log10(bar))
    if target is not None and target < bar:
        plot.level("target", log10(target))
    points = [(float(one.iteration), log10(max(one.exploitability_bb, 10.0**low))) for one in way]
    step = max(1, len(points) // _POINTS)
    thin = points[::-step][::-1]
    if len(thin) > 1:
        plot.line("net", thin)
    for at, (x, y) in zip(way[::-step][::-1], thin, strict=True):
        plot.point("net", (x, y), f"{at.iteration:,}: {bb_text(at.exploitability_bb)} bb")
    plot.label((float(last) / 2, log10(bar)), f"bar {bb_text(bar)} bb")
    # our own drawing: nothing that was typed is in it
    return Markup(plot.svg())  # noqa: S704


def _power(exponent: int) -> str:
    """Return a power of ten."""
    if -4 <= exponent <= 0:
        return f"{10.0**exponent:.{-exponent}f}" if exponent else "1"
    return f"10{str(exponent).translate(_RAISED)}"


def _duration(seconds: float) -> str:
    if seconds < _MINUTE_S:
        return f"about {max(1, round(seconds))} s"
    if seconds < _HOUR_S:
        return f"about {round(seconds / 60)} min"
    return f"about {seconds / 3600:.1f} h"
