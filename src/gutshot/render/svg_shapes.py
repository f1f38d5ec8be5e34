"""The shapes that cards are made of: four suits, thirteen ranks, the court and the joker.

Everything is a path of our own, so a card looks the same on every machine and needs no font.
Ranks are strokes in a box 40 wide and 60 high, suits and emblems fills in a box 100 by 100; both
take their colour from ``currentColor``.
"""

from __future__ import annotations

from typing import Final

__all__ = ["EMBLEMS", "JOKER", "RANK_STROKES", "SUIT_SHAPES", "symbols"]

SUIT_SHAPES: Final[dict[str, str]] = {
    "c": (
        '<circle cx="50" cy="26" r="22"/><circle cx="25" cy="58" r="22"/>'
        '<circle cx="75" cy="58" r="22"/>'
        '<path d="M42 38h16l10 22-16-2c0 16 5 30 14 39H34c9-9 14-23 14-39l-16 2z"/>'
    ),
    "d": '<path d="M50 1c8 19 22 37 39 49-17 12-31 30-39 49-8-19-22-37-39-49C28 38 42 20 50 1z"/>',
    "h": (
        '<path d="M50 94C17 67 3 49 3 30 3 14 14 5 27 5c10 0 19 6 23 16C54 11 63 5 73 5'
        'c13 0 24 9 24 25 0 19-14 37-47 64z"/>'
    ),
    "s": (
        '<path d="M50 2c7 18 45 38 45 62 0 14-10 22-21 22-8 0-15-4-19-11 1 9 4 16 11 22H34'
        'c7-6 10-13 11-22-4 7-11 11-19 11C15 86 5 78 5 64 5 40 43 20 50 2z"/>'
    ),
}
"""Suit letter to its shape, in a box of 100 by 100."""

RANK_STROKES: Final[dict[str, str]] = {
    "2": '<path d="M6 17C6 1 34 1 34 17c0 14-28 22-29 38h31"/>',
    "3": '<path d="M6 5h27L18 24c11 0 17 6 17 16 0 20-27 20-30 5"/>',
    "4": '<path d="M28 60V5L4 42h34"/>',
    "5": '<path d="M34 5H10L7 28c10-6 28-4 28 12 0 20-27 20-30 6"/>',
    "6": '<path d="M31 3C16 10 6 24 6 40"/><ellipse cx="20.500" cy="40" rx="14.500" ry="15"/>',
    "7": '<path d="M4 5h32C26 20 18 38 17 60"/>',
    "8": (
        '<ellipse cx="20" cy="17" rx="12.500" ry="12"/><ellipse cx="20" cy="42" rx="15" ry="13"/>'
    ),
    "9": '<path d="M9 57c15-7 25-21 25-37"/><ellipse cx="19.500" cy="20" rx="14.500" ry="15"/>',
    "T": '<path d="M1 13l9-6v53"/><rect x="20" y="5" width="19" height="50" rx="9.500"/>',
    "J": '<path d="M17 5h18M30 5v34c0 20-24 21-26 4"/>',
    "Q": '<ellipse cx="20" cy="29" rx="15.500" ry="24"/><path d="M22 40l15 19"/>',
    "K": '<path d="M7 0v60M36 1L8 36M17 26l20 34"/>',
    "A": '<path d="M2 60L20 4l18 56M9 41h22"/>',
}
"""Rank letter to its strokes, in a box 40 wide and 60 high."""

EMBLEMS: Final[dict[str, str]] = {
    "J": (
        '<path d="M8 74c0-30 24-46 46-42 24 4 36 22 34 42z"/>'
        '<path d="M52 36C58 10 80 0 99 3c-8 4-10 12-19 20-6 6-14 10-22 12z"/>'
        '<rect x="4" y="80" width="88" height="12" rx="3"/>'
    ),
    "Q": (
        '<path d="M14 74L3 32l23 19 9-31 15 29 15-29 9 31 23-19-11 42z"/>'
        '<circle cx="3" cy="27" r="5"/><circle cx="35" cy="14" r="5"/>'
        '<circle cx="65" cy="14" r="5"/><circle cx="97" cy="27" r="5"/>'
        '<rect x="14" y="80" width="72" height="12" rx="3"/>'
    ),
    "K": (
        '<path d="M12 74L2 28l26 20L47 22V14h-7V7h7V0h6v7h7v7h-7v8l19 26 26-20-10 46z"/>'
        '<rect x="12" y="80" width="76" height="12" rx="3"/>'
    ),
}
"""Rank letter of a court card to its headgear, in a box of 100 by 100."""

JOKER: Final = (
    '<path d="M50 40C44 14 22 6 6 20c14 0 20 12 18 28C14 42 6 48 4 58c10-2 16 4 18 16h56'
    'c2-12 8-18 18-16-2-10-10-16-20-10-2-16 4-28 18-28C78 6 56 14 50 40z"/>'
    '<circle cx="6" cy="20" r="6"/><circle cx="94" cy="20" r="6"/><circle cx="50" cy="24" r="6"/>'
    '<rect x="18" y="80" width="64" height="12" rx="3"/>'
)
"""The joker's cap, in a box of 100 by 100."""

_STROKE: Final = (
    'fill="none" stroke="currentColor" stroke-width="8.500" '
    'stroke-linejoin="round" stroke-linecap="round"'
)


def symbols() -> str:
    """Return every shape once as SVG symbols: ``#suit-s``, ``#rank-A``, ``#emblem-K``, ``#joker``.

    A page puts them at its top; `gutshot.render.svg_cards` refers to them.
    """
    parts = [
        f'<symbol id="suit-{suit}" viewBox="0 0 100 100" fill="currentColor">{shape}</symbol>'
        for suit, shape in SUIT_SHAPES.items()
    ]
    parts += [
        f'<symbol id="rank-{rank}" viewBox="-5 -5 50 70" {_STROKE}>{strokes}</symbol>'
        for rank, strokes in RANK_STROKES.items()
    ]
    parts += [
        f'<symbol id="emblem-{rank}" viewBox="-4 -2 108 100" fill="currentColor">{shape}</symbol>'
        for rank, shape in EMBLEMS.items()
    ]
    parts.append(f'<symbol id="joker" viewBox="-2 0 104 100" fill="currentColor">{JOKER}</symbol>')
    return "".join(parts)
