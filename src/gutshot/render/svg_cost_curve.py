"""What strategies cost by their length, as a picture: costs on a logarithmic scale, 0 at its foot.

Places are percentages of the picture, so that letters and points keep their size at any width.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["CurvePoint", "cost_curve"]

_LEFT, _RIGHT = 12.0, 97.0
_TOP, _LEAST, _EXACT, _FOOT = 9.0, 76.0, 86.0, 96.0
"""Heights in percent from the top: the highest cost, the lowest above 0, cost 0, the lengths."""

_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MOST_TICKS: Final = 7


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A strategy. cost : share of the bet, 0 for an exact one. words : what it costs, in words."""

    size: int
    cost: float
    url: str
    words: str


def cost_curve(points: Sequence[CurvePoint], chosen: int) -> str:
    """Return the picture; each point is a link, that of the chosen one is marked.

    points : by rising size; the last one is exact. chosen : place of the one that is shown.
    """
    scale = _Scale(points)
    grid = "".join(scale.grid())
    line = "".join(scale.strokes())
    here = points[chosen]
    x, y = scale.x(here.size), scale.y(here.cost)
    guide = (
        f'<line class="guide" x1="{x:.2f}%" x2="{x:.2f}%" y1="{y:.2f}%" y2="{_EXACT + 3}%"/>'
        f'<line class="guide" x1="{_LEFT}%" x2="{x:.2f}%" y1="{y:.2f}%" y2="{y:.2f}%"/>'
    )
    dots = "".join(scale.dot(at, point, current=at == chosen) for at, point in enumerate(points))
    return (
        '<svg class="cost-curve" role="group" aria-label="Cost by length" width="100%" '
        f'height="280">{grid}{line}{guide}{dots}</svg>'
    )


class _Scale:
    """Where lengths and costs lie."""

    def __init__(self, points: Sequence[CurvePoint]) -> None:
        self._points = points
        costs = [point.cost for point in points if point.cost > 0] or [1.0]
        self._high = ceil(log10(max(costs)) - 1e-9)
        self._low = min(floor(log10(min(costs))), self._high - 1)
        self._sizes = (points[0].size, max(points[-1].size, points[0].size + 1))

    def x(self, size: int) -> float:
        first, last = self._sizes
        return _LEFT + (size - first) / (last - first) * (_RIGHT - _LEFT)

    def y(self, cost: float) -> float:
        if cost <= 0:
            return _EXACT
        share = (self._high - log10(cost)) / (self._high - self._low)
        return _TOP + share * (_LEAST - _TOP)

    def grid(self) -> Iterator[str]:
        """Yield the powers of ten, the foot and the lengths."""
        labels = (self._high - self._low) // _MOST_TICKS + 1
        for power in range(self._high, self._low - 1, -1):
            y = self.y(10.0**power)
            yield f'<line class="grid" x1="{_LEFT}%" x2="100%" y1="{y:.2f}%" y2="{y:.2f}%"/>'
            if (self._high - power) % labels == 0:
                yield _text(_LEFT - 1.5, y, _percent(power), "end", "0.35em")
        yield f'<line class="floor" x1="{_LEFT}%" x2="100%" y1="{_EXACT}%" y2="{_EXACT}%"/>'
        yield _text(_LEFT - 1.5, _EXACT, "0", "end", "0.35em")
        yield _text(0, 3, "cost, % of the bet", "start", "0.3em")
        first, last = self._sizes
        step = next((one for one in _STEPS if (last - first) / one <= _MOST_TICKS), _STEPS[-1])
        for size in range(-(-first // step) * step, last + 1, step):
            yield _text(self.x(size), _FOOT, str(size), "middle", "0")
        yield _text(_LEFT - 1.5, _FOOT, "lines", "end", "0")

    def strokes(self) -> Iterator[str]:
        """Yield the curve, its last stroke to the exact end dashed: a logarithm has no 0."""
        for one, other in zip(self._points, self._points[1:], strict=False):
            ends = [f"{v:.2f}%" for p in (one, other) for v in (self.x(p.size), self.y(p.cost))]
            name = "stroke" if other.cost > 0 else "stroke to-exact"
            yield (
                f'<line class="{name}" x1="{ends[0]}" y1="{ends[1]}" '
                f'x2="{ends[2]}" y2="{ends[3]}"/>'
            )

    def dot(self, at: int, point: CurvePoint, *, current: bool) -> str:
        """Return a point that can be clicked, or reached from the one that is shown."""
        place = f'cx="{self.x(point.size):.2f}%" cy="{self.y(point.cost):.2f}%"'
        name = "dot exact-dot" if point.cost <= 0 else "dot"
        mark = ' aria-current="true" tabindex="0"' if current else ' tabindex="-1"'
        return (
            f'<a id="point-{at}" href="{escape(point.url)}" data-size="{point.size}"{mark} '
            f'aria-label="{escape(point.words)}"><title>{escape(point.words)}</title>'
            f'<circle class="reach" {place} r="9"/><circle class="{name}" {place} r="4"/></a>'
        )


def _percent(power: int) -> str:
    """Return a power of ten as a percentage: -3 is ``0.1``."""
    return str(10 ** (power + 2)) if power >= -2 else f"0.{'0' * (-power - 3)}1"


def _text(x: float, y: float, text: str, anchor: str, down: str) -> str:
    return (
        f'<text class="tick" x="{x:.2f}%" y="{y:.2f}%" dy="{down}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )
