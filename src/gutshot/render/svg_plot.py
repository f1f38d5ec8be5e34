"""Plots as SVG: lines, bars and marks over two axes, in one picture that fits any width.

Text stands in percentages of the picture and the lines in a box of their own that is stretched, so
that a phone gets the same plot with letters of the same size. Style sheets give the colours.
"""

from __future__ import annotations

from html import escape
from math import floor, log10
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["Plot", "round_steps"]

_BOX: Final = 1000
_TOP, _BOTTOM = 13.0, 90.0
"""Where the box begins and ends, in percent of the picture from its top."""

_MARK_ROWS: Final = (3.5, 9.5)


def round_steps(low: float, high: float, count: int) -> list[float]:
    """Return round numbers from `low` to `high`, some `count` of them."""
    raw = (high - low) / count
    power = 10.0 ** floor(log10(raw))
    step = next(x * power for x in (1, 2, 2.5, 5, 10) if x * power >= raw * 0.999)
    first = -floor(-low / step)
    return [at * step for at in range(first, floor(high / step + 1e-9) + 1)]


class Plot:
    """A plot that is put together layer by layer; later layers lie on top.

    x, y : the ends of the axes, each lower than its other end.
    words : what the plot shows, for who can't see it.
    """

    def __init__(self, x: tuple[float, float], y: tuple[float, float], words: str) -> None:
        self._x, self._y, self._words = x, y, words
        self._under: list[str] = []
        self._inside: list[str] = []
        self._over: list[str] = []

    def _across(self, x: float) -> float:
        return (x - self._x[0]) / (self._x[1] - self._x[0])

    def _down(self, y: float) -> float:
        return (self._y[1] - y) / (self._y[1] - self._y[0])

    def _percent_down(self, y: float) -> float:
        return _TOP + self._down(y) * (_BOTTOM - _TOP)

    def grid(
        self, steps: Iterable[float], text: Callable[[float], str], per_unit: float = 1
    ) -> Plot:
        """Draw lines across at some heights, each with its text at the left.

        per_unit : how many of the steps' units are one of the axis: 100 for steps in percent.
        """
        for step in steps:
            y = self._percent_down(step / per_unit)
            self._under.append(f'<line class="grid" x1="0" x2="100%" y1="{y:.2f}%" y2="{y:.2f}%"/>')
            self._over.append(
                f'<text class="tick" x="2" y="{y:.2f}%" dy="-0.3em">{escape(text(step))}</text>'
            )
        return self

    def foot(self, steps: Iterable[float], text: Callable[[float], str]) -> Plot:
        """Write numbers below the plot, each with a tick."""
        for step in steps:
            share = self._across(step)
            anchor = "start" if share < 0.04 else "end" if share > 0.96 else "middle"
            x = f"{100 * share:.2f}%"
            self._under.append(
                f'<line class="grid" x1="{x}" x2="{x}" y1="{_BOTTOM}%" y2="{_BOTTOM + 2}%"/>'
            )
            self._over.append(
                f'<text class="tick" x="{x}" y="98.5%" text-anchor="{anchor}">'
                f"{escape(text(step))}</text>"
            )
        return self

    def line(self, name: str, points: Sequence[tuple[float, float]]) -> Plot:
        """Draw a line through some points."""
        places = [(_BOX * self._across(x), _BOX * self._down(y)) for x, y in points]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        self._inside.append(
            f'<path class="line line-{name}" d="M{path}" vector-effect="non-scaling-stroke"/>'
        )
        return self

    def bar(
        self, name: str, x: tuple[float, float], top: float, title: str, foot: float | None = None
    ) -> Plot:
        """Draw a bar from the bottom, or from `foot`, up or down to a height.

        title : a text for who points at it.
        """
        left, right = (_BOX * self._across(end) for end in x)
        ends = sorted((_BOX * self._down(top), _BOX if foot is None else _BOX * self._down(foot)))
        self._inside.append(
            f'<rect class="plot-bar bar-{name}" x="{left:.1f}" y="{ends[0]:.1f}" '
            f'width="{max(0.5, right - left - 1):.1f}" height="{ends[1] - ends[0]:.1f}">'
            f"<title>{escape(title)}</title></rect>"
        )
        return self

    def label(self, place: tuple[float, float], text: str, *, below: bool = False) -> Plot:
        """Write a text right above a place, or right below it."""
        x, y = f"{100 * self._across(place[0]):.2f}%", f"{self._percent_down(place[1]):.2f}%"
        shift = "1.1em" if below else "-0.4em"
        self._over.append(
            f'<text class="mark-text" x="{x}" y="{y}" dy="{shift}" text-anchor="middle">'
            f"{escape(text)}</text>"
        )
        return self

    def point(self, name: str, place: tuple[float, float], title: str) -> Plot:
        """Draw a dot that stays round, with a text for who points at it."""
        x, y = f"{100 * self._across(place[0]):.2f}%", f"{self._percent_down(place[1]):.2f}%"
        self._over.append(
            f'<circle class="point point-{name}" cx="{x}" cy="{y}" r="4">'
            f"<title>{escape(title)}</title></circle>"
        )
        return self

    def level(self, name: str, y: float) -> Plot:
        """Draw a line across that stands out from the grid."""
        at = f"{self._percent_down(y):.2f}%"
        self._under.append(f'<line class="level {name}" x1="0" x2="100%" y1="{at}" y2="{at}"/>')
        return self

    def mark(self, name: str, x: float, text: str, row: int = 0) -> Plot:
        """Draw a line down with a text at its top; two rows of texts keep apart."""
        share = self._across(x)
        at, top = f"{100 * share:.2f}%", _MARK_ROWS[row]
        anchor, shift = "middle", 0
        if not 0.25 <= share <= 0.75:
            anchor, shift = ("start", 5) if share < 0.25 else ("end", -5)
        self._under.append(
            f'<line class="mark {name}" x1="{at}" x2="{at}" y1="{top + 1.5}%" y2="{_BOTTOM}%"/>'
        )
        self._over.append(
            f'<text class="mark-text {name}" x="{at}" y="{top}%" dx="{shift}" dy="0.2em" '
            f'text-anchor="{anchor}">{escape(text)}</text>'
        )
        return self

    def rug(self, places: Iterable[tuple[float, float, str]]) -> Plot:
        """Draw short strokes at the bottom: where, how high (0..1), and a text for who points."""
        for x, share, title in places:
            at = _BOX * self._across(x)
            height = 30 + 110 * share
            self._inside.append(
                f'<path class="rug" d="M{at:.1f} {_BOX}V{_BOX - height:.1f}" '
                f'vector-effect="non-scaling-stroke"><title>{escape(title)}</title></path>'
            )
        return self

    def svg(self) -> str:
        """Return the picture."""
        inside = (
            f'<svg x="0" y="{_TOP}%" width="100%" height="{_BOTTOM - _TOP}%" '
            f'viewBox="0 0 {_BOX} {_BOX}" preserveAspectRatio="none">{"".join(self._inside)}</svg>'
        )
        return (
            f'<svg class="plot" role="img" aria-label="{escape(self._words)}" width="100%" '
            f'height="300">{"".join(self._under)}{inside}{"".join(self._over)}</svg>'
        )

    def file(self, style: str, size: tuple[int, int] = (720, 320)) -> str:
        """Return the picture as a file of its own, with its style sheet in it.

        size : width and height in pixels.
        """
        width, height = size
        begun = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        sized = self.svg().replace(
            'width="100%" height="300">',
            f'width="{width}" height="{height}"><style>{style}</style>',
            1,
        )
        return sized.replace("<svg", begun, 1) + "\n"
