"""Pictures of what flops are worth: the edge of position and the slope, spot by spot, by SPR."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from gutshot.render.svg_plot import Plot

if TYPE_CHECKING:
    from gutshot.holdem.calibrate.fit_report import FitReport
    from gutshot.holdem.preflop.flop_model import FlopModel

__all__ = ["edge_plot", "slope_plot"]

_STYLE: Final = (
    "svg{font:12px sans-serif}.plot{background:#fff}text{fill:#333}"
    ".grid{stroke:#ddd}.line{fill:none;stroke-width:2}"
    ".line-published{stroke:#777;stroke-dasharray:6 4}.line-refitted{stroke:#0b57a4}"
    ".point{stroke:#fff}.point-ip{fill:#0b57a4}.point-oop{fill:#c2410c}.point-none{fill:#666}"
    ".mark-text{fill:#333}"
)
_STEPS: Final = 90


def _x(spr: float) -> float:
    return math.log2(1 + spr)


def _foot(plot: Plot, most: float) -> None:
    places = {_x(spr): spr for spr in (0, 1, 2, 4, 8, 16, 32, 64) if _x(spr) <= most}
    plot.foot(places, lambda x: f"SPR {places[x]}" if x == 0 else str(places[x]))


def _most(report: FitReport) -> float:
    return 1.03 * max(_x(spot.means.spr) for spot in report.spots)


def _dots(plot: Plot, report: FitReport, heights: list[float], unit: str) -> None:
    for spot, height in zip(report.spots, heights, strict=True):
        raiser = spot.means.ending.aggressor or "none"
        title = f"{spot.means.name}: SPR {spot.means.spr:.1f}, {height:.3f}{unit}"
        plot.point(raiser, (_x(spot.means.spr), height), title)


def _range(heights: list[float]) -> tuple[float, float]:
    low, high = min(heights), max(heights)
    room = 0.08 * (high - low)
    return low - room, high + room


def edge_plot(report: FitReport, published: FlopModel) -> str:
    """Return the edge of position by SPR as an SVG file: spots, the fitted line, the published."""
    most = _most(report)
    edges = [spot.fit.edge for spot in report.spots]
    low, high = _range([0.0, *edges, published.edge_cap])
    words = "Edge of position by SPR: a dot a spot, the fitted line, and the published one dashed"
    plot = Plot((0, most), (low, high), words)
    plot.grid(range(math.ceil(100 * low), math.floor(100 * high) + 1, 2), lambda y: f"{y:g} %", 100)
    sprs = [2 ** (most * at / _STEPS) - 1 for at in range(_STEPS + 1)]
    for name, model in (("published", published), ("refitted", report.staged)):
        plot.line(name, [(_x(spr), model.edge(spr)) for spr in sprs])
    _dots(plot, report, edges, " of the pot")
    _foot(plot, most)
    return plot.file(_STYLE)


def slope_plot(report: FitReport, published: FlopModel) -> str:
    """Return the slope of EV against equity by SPR as an SVG file."""
    most = _most(report)
    slopes = [spot.fit.slope for spot in report.spots]
    sprs = [2 ** (most * at / _STEPS) - 1 for at in range(_STEPS + 1)]
    lines = {
        name: [(_x(spr), 1 + 2 * spr * model.commitment(spr)) for spr in sprs]
        for name, model in (("published", published), ("refitted", report.staged))
    }
    low, high = _range([*slopes, *(y for line in lines.values() for _, y in line)])
    words = (
        "Slope of EV against equity by SPR: a dot a spot, the fitted curve, the published dashed"
    )
    plot = Plot((0, most), (low, high), words)
    plot.grid(
        [0.5 * at for at in range(math.ceil(2 * low), math.floor(2 * high) + 1)], lambda y: f"{y:g}"
    )
    for name, line in lines.items():
        plot.line(name, line)
    _dots(plot, report, slopes, " pots a unit of equity")
    _foot(plot, most)
    return plot.file(_STYLE)
