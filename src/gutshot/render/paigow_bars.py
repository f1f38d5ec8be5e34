"""How bets fare as SVG: shares that win, push and lose, and gains and losses about a middle.

Lengths are percentages of the width that a bar is given, so that letters keep their shape. The
same numbers stand beside the bars as text.
"""

from __future__ import annotations

from html import escape
from typing import Final

__all__ = ["edge_bar", "gain_bar", "outcome_bar"]

_HEIGHT: Final = 20
_OUTCOMES: Final = (("win", "W"), ("push", "P"), ("lose", "L"))
_LETTER_SHARE: Final = 0.06
_FIGURE_SHARE: Final = 0.2


def outcome_bar(win: float, push: float, lose: float) -> str:
    """Return the three shares, 0..1, side by side, each with its letter where that has room."""
    out, at = [], 0.0
    for (kind, letter), share in zip(_OUTCOMES, (win, push, lose), strict=True):
        if not share:
            continue
        words = escape(f"{kind}: {100 * share:.2f} %")
        out.append(
            f'<rect class="{kind}" x="{100 * at:.3f}%" width="{100 * share:.3f}%" '
            f'height="{_HEIGHT}"><title>{words}</title></rect>'
        )
        if at:
            out.append(f'<rect class="gap" x="{100 * at:.3f}%" width="1.5" height="{_HEIGHT}"/>')
        if share >= _LETTER_SHARE:
            figure = f" {100 * share:.0f}" if share >= _FIGURE_SHARE else ""
            out.append(
                f'<text class="{kind}-letter" x="{100 * (at + share / 2):.3f}%" y="14.500">'
                f"{letter}{figure}</text>"
            )
        at += share
    return _svg("outcome-bar", "".join(out))


def gain_bar(gain: float, most: float) -> str:
    """Return a bar to the right of the middle for a gain, to the left for a loss; `most` fills it.

    gain : -most..most.
    """
    half = 50 * min(1.0, abs(gain) / most) if most else 0.0
    kind, start = ("gain", 50.0) if gain >= 0 else ("loss", 50.0 - half)
    return _svg(
        "gain-bar",
        f'<rect class="{kind}" x="{start:.3f}%" width="{half:.3f}%" y="3" '
        f'height="{_HEIGHT - 6}"/><rect class="middle" x="50%" width="1" height="{_HEIGHT}"/>',
    )


def _svg(name: str, inside: str) -> str:
    return (
        f'<svg class="{name}" width="100%" height="{_HEIGHT}" aria-hidden="true" '
        f'focusable="false">{inside}</svg>'
    )


def edge_bar(edge: float, before: float | None, low: float, high: float) -> str:
    """Return what a bet costs as a bar from nothing to the right; what it gains goes left.

    Parameters
    ----------
    edge, before
        Shares of the bet; a tick marks `before`, None for none.
    low, high
        What the ends of the bar stand for; `low` is 0 or less.
    """
    span = high - low or 1.0
    zero, end = 100 * -low / span, 100 * (edge - low) / span
    kind = "loss" if edge >= 0 else "gain"
    tick = ""
    if before is not None:
        tick = (
            f'<rect class="tick" x="{100 * (before - low) / span:.3f}%" width="2" y="1" '
            f'height="{_HEIGHT - 2}"/>'
        )
    return _svg(
        "edge-bar",
        f'<rect class="{kind}" x="{min(zero, end):.3f}%" width="{abs(end - zero):.3f}%" y="4" '
        f'height="{_HEIGHT - 8}"/><rect class="middle" x="{zero:.3f}%" width="1" '
        f'height="{_HEIGHT}"/>{tick}',
    )
