"""A node of a chart as one SVG picture: the 13 x 13 grid, with letters beside the colours.

The picture stands by itself, with its colours in it, and shows in a notebook or a document. A cell
is coloured by how often its hand does what, and says it in letters too: a capital for what is done
nearly always, small letters, the most frequent first, for a mix.
"""

from __future__ import annotations

from html import escape
from math import isnan
from typing import TYPE_CHECKING, Final

from gutshot.cards.decks import RANKS
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.chart_set import REACHED
from gutshot.holdem.preflop.node_ids import is_raise
from gutshot.render.preflop_text import action_word

if TYPE_CHECKING:
    from gutshot.holdem.preflop.chart import ChartNode

__all__ = ["cell_letters", "node_svg"]

_CELL: Final = 48
_LEFT: Final = 24
_TOP: Final = 56
_SURE: Final = 0.95
_SHOWN: Final = 0.05
_INK: Final = "#14181f"
_AWAY: Final = "#ffffff"
_COLOURS: Final = {"F": "#d3dae4", "X": "#b9d7f0", "C": "#9fd3a8", "A": "#d79bd0"}
_RAISES: Final = ("#f4bfa6", "#ee9f86", "#e58672", "#dd7565")
_FONT: Final = "font-family='DejaVu Sans, Arial, sans-serif'"


def node_svg(node: ChartNode, title: str = "") -> str:
    """Return the picture of a node.

    title : what stands above it; by default the seat and the node's id.
    """
    side = 13 * _CELL
    width, height = _LEFT + side + 8, _TOP + side + 36
    heading = title or f"{node.seat}, {f'after {node.node}' if node.node else 'first to act'}"
    # a bold letter is about 0.6 of its size wide
    font = max(8.0, min(15.0, side / (0.6 * len(heading))))
    large = f"font-size='{font:.1f}' font-weight='bold'"
    size = f"viewBox='0 0 {width} {height}' width='{width}' height='{height}'"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' {size} role='img' {_FONT} fill='{_INK}'>",
        f"<title>{escape(heading)}</title>",
        f"<rect width='{width}' height='{height}' fill='#ffffff'/>",
        f"<text x='{_LEFT}' y='22' {large}>{escape(heading)}</text>",
        *_ranks(),
        *(_cell(node, number) for number in range(len(CLASS_NAMES))),
        *_legend(node, height - 14),
        "</svg>",
    ]
    return "\n".join(parts)


def cell_letters(node: ChartNode, number: int) -> str:
    """Return what a hand does in letters: `R`, or `rf` for a mix; a dot where it hardly comes."""
    if node.own_reach[number] < REACHED:
        return "·"
    shares = dict(zip(node.actions, node.strategy[:, number].tolist(), strict=True))
    often = sorted(shares, key=lambda action: -shares[action])
    if shares[often[0]] >= _SURE:
        return often[0]
    return "".join(action.lower() for action in often if shares[action] >= _SHOWN)


def _ranks() -> list[str]:
    out = []
    for at, rank in enumerate(reversed(RANKS)):
        middle = at * _CELL + _CELL // 2
        text = f"font-size='12' text-anchor='middle'>{rank}</text>"
        out.append(f"<text x='{_LEFT + middle}' y='{_TOP - 8}' {text}")
        out.append(f"<text x='{_LEFT - 12}' y='{_TOP + middle + 4}' {text}")
    return out


def _cell(node: ChartNode, number: int) -> str:
    row, column = divmod(number, 13)
    x, y = _LEFT + column * _CELL, _TOP + row * _CELL
    name, letters = CLASS_NAMES[number], cell_letters(node, number)
    words = ", ".join(
        f"{action_word(node, action)} {100 * share:.1f} %"
        for action, share in zip(node.actions, node.strategy[:, number].tolist(), strict=True)
    )
    said = "not reached" if letters == "·" else words
    bars = [f"<rect x='{x}' y='{y}' width='{_CELL}' height='{_CELL}' fill='{_AWAY}'/>"]
    if letters != "·":
        bars += _bars(node, number, x, y)
    middle = x + _CELL // 2
    return (
        f"<g><title>{name}: {escape(said)}</title>{''.join(bars)}"
        f"<rect x='{x}' y='{y}' width='{_CELL}' height='{_CELL}' fill='none' stroke='#7a828f'/>"
        f"<text x='{middle}' y='{y + 20}' font-size='13' text-anchor='middle'>{name}</text>"
        f"<text x='{middle}' y='{y + 38}' font-size='12' text-anchor='middle'>{letters}</text></g>"
    )


def _bars(node: ChartNode, number: int, x: int, y: int) -> list[str]:
    """Return a cell's colours side by side, the boldest action first."""
    out, left = [], float(x)
    for action in reversed(node.actions):
        wide = float(node.strategy[node.actions.index(action), number]) * _CELL
        if wide:
            out.append(
                f"<rect x='{left:.2f}' y='{y}' width='{wide:.2f}' height='{_CELL}'"
                f" fill='{_colour(node, action)}'/>"
            )
        left += wide
    return out


def _colour(node: ChartNode, action: str) -> str:
    if not is_raise(action):
        return _COLOURS[action]
    raises = [other for other in node.actions if is_raise(other)]
    return _RAISES[min(raises.index(action), len(_RAISES) - 1)]


def _legend(node: ChartNode, y: int) -> list[str]:
    """Return a box of each action's colour with its letter, its words and how often it is taken."""
    out = []
    each = 13 * _CELL // len(node.actions)
    for at, action in enumerate(node.actions):
        x = _LEFT + at * each
        share = float(node.frequency[at])
        often = "" if isnan(share) else f": {100 * share:.1f} %"
        out.append(
            f"<rect x='{x}' y='{y - 12}' width='14' height='14' fill='{_colour(node, action)}'"
            f" stroke='#7a828f'/><text x='{x + 20}' y='{y}' font-size='13'>{action}"
            f" {escape(action_word(node, action))}{often}</text>"
        )
    return out
