"""Hands of drawn cards in colours, for dark and for light terminals.

Suits have four colours as in many card rooms: clubs green, diamonds blue, hearts red, and spades
as the text; the joker is violet. Colours are chosen to be read on the terminal's own background, so
that none is painted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rich.text import Text

from gutshot.cards.decks import FIRST_JOKER
from gutshot.errors import InputError
from gutshot.render.card_art import SIZES, CardArt, card_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["STYLES", "CardLook", "card_style", "fitting_size", "hand_art"]

STYLES: Final[dict[str, dict[str, str]]] = {
    "dark": {
        "c": "#5fd787",
        "d": "#87afff",
        "h": "#ff8787",
        "s": "#e4e4e4",
        "joker": "#d7afff",
        "back": "#9e9e9e",
    },
    "light": {
        "c": "#00632b",
        "d": "#0b4fb3",
        "h": "#b3201a",
        "s": "#1c1c1c",
        "joker": "#6b3fa0",
        "back": "#5f5f5f",
    },
    "dark-16": {
        "c": "bright_green",
        "d": "bright_blue",
        "h": "bright_red",
        "s": "bright_white",
        "joker": "bright_magenta",
        "back": "white",
    },
    "light-16": {
        "c": "green",
        "d": "blue",
        "h": "red",
        "s": "black",
        "joker": "magenta",
        "back": "bright_black",
    },
}
"""Colours by the style of the terminal, then by suit; -16 where it has 16 colours only."""

_SUITS: Final = "cdhs"
_GAP: Final = " "


class CardLook(NamedTuple):
    """How cards are drawn.

    size : rows, one of `SIZES`. style : one of `STYLES`, or empty for no colour.
    """

    art: CardArt
    size: int = 5
    style: str = "dark"


def card_style(card: int | None, style: str) -> str:
    """Return the colour of a card, or of a back, in a style; empty where there is no style.

    Raises
    ------
    InputError
        When there is no such style.
    """
    if not style:
        return ""
    if style not in STYLES:
        raise InputError(f"no style '{style[:20]}'; choose {' or '.join(STYLES)}")
    if card is None:
        return STYLES[style]["back"]
    return STYLES[style]["joker" if card >= FIRST_JOKER else _SUITS[card & 3]]


def fitting_size(count: int, size: int, columns: int) -> int:
    """Return the largest size of `SIZES` up to `size` of which `count` cards fit side by side."""
    fitting = [
        one for one in SIZES if one <= size and count * (card_columns(one) + 1) - 1 <= columns
    ]
    return max(fitting, default=SIZES[0])


def hand_art(
    cards: Sequence[int | None], look: CardLook, *, numbers: Sequence[int] | None = None
) -> list[Text]:
    """Return the rows of cards side by side, a column between them.

    Parameters
    ----------
    cards
        Ids, 0..53, and None for a card whose back is shown.
    look
        How they are drawn.
    numbers
        What stands below each card in a last row, its position, say.
    """
    out = [Text() for _ in range(look.size)]
    for place, card in enumerate(cards):
        style = card_style(card, look.style)
        for line, row in zip(out, look.art.rows(card, look.size), strict=True):
            line.append(_GAP if place else "")
            line.append(row, style)
    if numbers is not None:
        columns = card_columns(look.size)
        out.append(Text(_GAP.join(str(number).center(columns) for number in numbers)))
    return out
