"""The chart of a session: the net result and its four parts, hand by hand, as lines.

Text stands in percentages of the picture and the lines in a box of their own that is stretched, so
that a phone gets the same chart with letters of the same size.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from gutshot.web.number_text import decimal_text, grouped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from gutshot.videopoker.decomposition import Decomposition

__all__ = ["LINES", "Chart", "chart"]

LINES: Final[tuple[tuple[str, str, Callable[[Decomposition], Fraction]], ...]] = (
    ("net", "Net result", lambda parts: parts.net),
    ("game", "The game itself", lambda parts: parts.game),
    ("deal", "Luck of the deal", lambda parts: parts.deal_luck),
    ("mistakes", "Mistakes", lambda parts: parts.mistakes),
    ("draw", "Luck of the draw", lambda parts: parts.draw_luck),
)
"""Name of a line, what it is called, and where it is found."""

_MOST_POINTS: Final = 400
_HEIGHT: Final = 1000


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across: `y` in percent from the top."""

    y: str
    text: str
    zero: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing ready for its template.

    paths : line name and SVG path in a box 1000 x 1000, net last so that it lies on top.
    readings : JSON, one list a point: number of the hand or deal, then the text of each of `LINES`.
    """

    paths: tuple[tuple[str, str], ...]
    ticks: tuple[Tick, ...]
    readings: str
    points: int
    hands: str
    summary: str


def chart(totals: Sequence[Decomposition], unit: str = "hand") -> Chart | None:
    """Return the chart of running totals after each `unit`; None for less than two of them."""
    if len(totals) < 2:
        return None
    step = -(-len(totals) // _MOST_POINTS)
    kept = sorted({*range(0, len(totals), step), len(totals) - 1})
    values = {name: [float(of(totals[at])) for at in kept] for name, _, of in LINES}
    low = min(0.0, *(min(line) for line in values.values()))
    high = max(0.0, *(max(line) for line in values.values()))
    spacing = _spacing(high - low)
    bottom = spacing * (low // spacing)
    top = spacing * -(-high // spacing)
    if bottom == top:
        top = bottom + spacing

    def down(credits_: float) -> float:
        return _HEIGHT * (top - credits_) / (top - bottom)

    places = [_HEIGHT * (at + 1) / len(totals) for at in kept]
    paths = [
        (name, _path([(0.0, down(0)), *zip(places, map(down, line), strict=True)]))
        for name, line in values.items()
    ]
    last = totals[-1]
    return Chart(
        paths=tuple(reversed(paths)),
        ticks=tuple(_ticks(bottom, top, spacing)),
        readings=json.dumps(
            [[at + 1, *(decimal_text(of(totals[at]), 2) for _, _, of in LINES)] for at in kept]
        ),
        points=len(kept),
        hands=grouped(len(totals)),
        summary=f"After {grouped(len(totals))} {unit}s: "
        + ", ".join(f"{label.lower()} {decimal_text(of(last), 2)}" for _, label, of in LINES)
        + " credits.",
    )


def _spacing(span: float) -> float:
    """Return a round distance between lines across: some four of them."""
    step = 1.0
    while step * 5 < span:
        step *= 10
    for part in (0.1, 0.2, 0.25, 0.5):
        if step * part * 5 >= span and step * part >= 1:
            return step * part
    return step


def _path(points: Sequence[tuple[float, float]]) -> str:
    (x, y), *rest = points
    out = [f"M{x:.1f} {y:.1f}"]
    # A result jumps from hand to hand: nothing lies in between.
    out += [f"L{x:.1f} {y:.1f}" for (_, _), (x, y) in pairwise([(x, y), *rest])]
    return "".join(out)


def _ticks(bottom: float, top: float, spacing: float) -> list[Tick]:
    count = round((top - bottom) / spacing)
    return [
        Tick(
            y=f"{100 * (count - at) / count:.2f}%",
            text=grouped(round(bottom + at * spacing)),
            zero=abs(bottom + at * spacing) < spacing / 2,
        )
        for at in range(count + 1)
    ]
