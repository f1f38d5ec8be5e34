"""Playing cards as SVG: a whole face, a small one for tables, and the words for both.

Faces refer to the symbols of `gutshot.render.svg_shapes`, so that fifty of them stay small. On a
page the symbols stand there once and style sheets give the colours; `card_svg` returns a picture
that carries everything with it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from gutshot.cards.decks import FIRST_JOKER, RANKS, SUITS
from gutshot.cards.text import card_name
from gutshot.render.svg_shapes import symbols

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["card_face", "card_svg", "card_words", "hand_strip", "mini_card", "suit_class"]

_RANK_WORDS: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip
_SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")

_COLOURS: Final = {
    "c": "#14231d",
    "d": "#b3261e",
    "h": "#b3261e",
    "s": "#14231d",
    "joker": "#6b3fa0",
}

_LEFT, _MIDDLE, _RIGHT = 91, 125, 159
_TOP, _BOTTOM = 66, 284
_CENTRE: Final = (_TOP + _BOTTOM) / 2
_THIRD: Final = (_BOTTOM - _TOP) / 3

_COLUMN_PIPS: Final[dict[int, tuple[float, ...]]] = {
    2: (_TOP, _CENTRE, _BOTTOM),
    3: (_TOP, _TOP + _THIRD, _BOTTOM - _THIRD, _BOTTOM),
}


def _pips(number: int) -> tuple[tuple[float, float], ...]:
    """Return the centres of a number card's pips, 2..10, on a face 250 by 350."""
    if number in {2, 3}:
        ends = ((_MIDDLE, _TOP), (_MIDDLE, _BOTTOM))
        return ends if number == len(ends) else (*ends, (_MIDDLE, _CENTRE))
    rows: tuple[float, ...] = (_TOP, _BOTTOM)
    if number in {6, 7, 8}:
        rows = _COLUMN_PIPS[2]
    elif number in {9, 10}:
        rows = _COLUMN_PIPS[3]
    sides = tuple((x, y) for y in rows for x in (_LEFT, _RIGHT))
    between = {
        5: (_CENTRE,),
        7: ((_TOP + _CENTRE) / 2,),
        8: ((_TOP + _CENTRE) / 2, (_BOTTOM + _CENTRE) / 2),
        9: (_CENTRE,),
        10: (_TOP + _THIRD / 2, _BOTTOM - _THIRD / 2),
    }.get(number, ())
    return sides + tuple((_MIDDLE, y) for y in between)


def _use(symbol: str, x: float, y: float, width: float, height: float, more: str = "") -> str:
    return (
        f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{more}/>'
    )


def _pip(suit: str, x: float, y: float, size: float) -> str:
    turned = f' transform="rotate(180 {x:g} {y:g})"' if y > _CENTRE else ""
    return _use(f"suit-{suit}", x - size / 2, y - size / 2, size, size, turned)


def _twice(half: str) -> str:
    return f'{half}<g transform="rotate(180 125 175)">{half}</g>'


def suit_class(card: int) -> str:
    """Return the style class that colours a card: ``suit-s``, or ``suit-joker``."""
    return "suit-joker" if card >= FIRST_JOKER else f"suit-{SUITS[card % 4]}"


def card_words(card: int) -> str:
    """Return a card as it is said: ``ace of spades``, ``joker``, ``second joker``."""
    if card >= FIRST_JOKER:
        return "joker" if card == FIRST_JOKER else "second joker"
    return f"{_RANK_WORDS[card // 4]} of {_SUIT_WORDS[card % 4]}"


def card_face(card: int) -> str:
    """Return what is printed on a card, for a box 250 wide and 350 high.

    Parameters
    ----------
    card
        An id, 0..53.

    Returns
    -------
    :
        SVG elements: the index in two corners, and pips, a court emblem or the joker's cap.
        ``pips`` (drawn in full) and ``bold`` (one large suit) are alternatives: a style sheet
        shows the second where the card is small.
    """
    if card >= FIRST_JOKER:
        star = "" if card == FIRST_JOKER else '<circle cx="40" cy="112" r="8" fill="currentColor"/>'
        corner = _use("joker", 14, 18, 56, 56) + star
        return _twice(corner) + _use("joker", 55, 100, 140, 140)
    rank, suit = RANKS[card // 4], SUITS[card % 4]
    index = _use(f"rank-{rank}", 11, 14, 52, 73) + _use(f"suit-{suit}", 18, 93, 38, 38)
    bold = f'<g class="bold">{_use(f"suit-{suit}", 74, 168, 150, 150)}</g>'
    small_index = f'<g class="bold">{_use(f"rank-{rank}", 14, 16, 96, 134)}</g>'
    if rank in "JQK":
        half = _use(f"emblem-{rank}", 88, 66, 74, 72)
        frame = (
            '<rect class="court" x="72" y="46" width="106" height="258" rx="10" fill="none" '
            'stroke="currentColor" stroke-width="2.500"/>'
            '<path class="court" d="M72 206L178 144" stroke="currentColor" stroke-width="2.500"/>'
        )
        boss = (
            '<circle class="boss" cx="125" cy="175" r="33" fill="#fffdf6" '
            'stroke="currentColor" stroke-width="2.500"/>'
        ) + _use(f"suit-{suit}", 104, 154, 42, 42)
        pips = frame + _twice(half) + boss
    elif rank == "A":
        pips = _use(f"suit-{suit}", 73, 123, 104, 104)
    else:
        pips = "".join(_pip(suit, x, y, 40) for x, y in _pips(card // 4 + 2))
    return f'<g class="pips">{_twice(index)}{pips}</g>{small_index}{bold}'


@cache
def _small(card: int) -> str:
    """Return what is printed on a small card, in a box 46 wide and 28 high."""
    if card >= FIRST_JOKER:
        second = (
            "" if card == FIRST_JOKER else '<circle cx="38" cy="7" r="3.500" fill="currentColor"/>'
        )
        inside = _use("joker", 11, 2, 24, 24) + second
    else:
        inside = _use(f"rank-{RANKS[card // 4]}", 4, 2, 17, 24) + _use(
            f"suit-{SUITS[card % 4]}", 23, 5, 18, 18
        )
    return (
        '<rect class="paper" x="0.500" y="0.500" width="45" height="27" rx="4" fill="#fffdf6"/>'
        + inside
    )


def mini_card(card: int) -> str:
    """Return a card for a table: rank and suit in a box 46 wide and 28 high, without words."""
    return (
        f'<svg class="mini {suit_class(card)}" viewBox="0 0 46 28" aria-hidden="true" '
        f'focusable="false">{_small(card)}</svg>'
    )


def hand_strip(cards: Sequence[int], hold_mask: int) -> str:
    """Return a small drawn hand in one picture 246 wide and 34 high, without words.

    Parameters
    ----------
    cards
        Five ids by position.
    hold_mask
        Bit i set: the card at place i was held; a bar below marks it.
    """
    out = []
    for at, card in enumerate(cards):
        bar = '<rect class="kept-bar" y="30" width="46" height="4"/>' if hold_mask >> at & 1 else ""
        moved = f' transform="translate({50 * at})"' if at else ""
        out.append(f'<g class="{suit_class(card)}"{moved}>{_small(card)}{bar}</g>')
    return (
        '<svg class="strip" viewBox="0 0 246 34" aria-hidden="true" focusable="false">'
        f"{''.join(out)}</svg>"
    )


def card_svg(card: int) -> str:
    """Return one card as a picture of its own, 250 by 350, for notebooks and files."""
    colour = _COLOURS[suit_class(card).removeprefix("suit-")]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 350" width="125" height="175" '
        f'color="{colour}" role="img" aria-label="{card_words(card)}">'
        f"<title>{card_name(card)}</title><style>.bold{{display:none}}</style>"
        f"<defs>{symbols()}</defs>"
        '<rect x="1" y="1" width="248" height="348" rx="18" fill="#fffdf6" stroke="#c9c2b0"/>'
        f"{card_face(card)}</svg>"
    )
