"""Horizontal bars as SVG: parts of a whole, and one share with a mark for what it was before."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Segment", "share_bar", "stacked_bar"]

_WIDTH = 200
_HEIGHT = 12


class Segment(NamedTuple):
    """A part of a stacked bar.

    tone : its place on the colour scale, 0..15. share : of the bar's full width, 0..1.
    """

    tone: int
    share: float
    title: str


def stacked_bar(segments: Iterable[Segment]) -> str:
    """Return the segments side by side; what they leave of the width stays empty.

    The numbers stand beside the bar in text, so it is hidden from screen readers; a pointer finds
    each segment's title.
    """
    out, x = [], 0.0
    for segment in segments:
        width = segment.share * _WIDTH
        out.append(
            f'<rect class="tone{segment.tone}" x="{x:.2f}" y="0" width="{width:.2f}" '
            f'height="{_HEIGHT}"><title>{escape(segment.title)}</title></rect>'
        )
        x += width
        if width >= 3:
            out.append(
                f'<rect class="gap" x="{x - 0.8:.2f}" y="0" width="0.8" height="{_HEIGHT}"/>'
            )
    return _svg("".join(out))


def share_bar(tone: int, share: float, before: float | None = None) -> str:
    """Return a bar of one share 0..1; `before` puts a tick where it ended earlier."""
    tick = ""
    if before is not None:
        x = min(before, 1) * _WIDTH - 1
        tick = f'<rect class="tick" x="{x:.2f}" y="0" width="2" height="{_HEIGHT}"/>'
    width = min(share, 1) * _WIDTH
    return _svg(f'<rect class="tone{tone}" width="{width:.2f}" height="{_HEIGHT}"/>{tick}')


def _svg(inside: str) -> str:
    return (
        f'<svg class="bar" viewBox="0 0 {_WIDTH} {_HEIGHT}" preserveAspectRatio="none" '
        f'aria-hidden="true" focusable="false"><rect class="track" width="{_WIDTH}" '
        f'height="{_HEIGHT}"/>{inside}</svg>'
    )
