"""How this terminal is written to: its colours, its width, and how cards are drawn on it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from gutshot.render.card_art_styles import CardLook

__all__ = ["Size", "Style", "Unicode", "card_look", "console"]

Size = Annotated[
    int | None, typer.Option("--size", help="Rows of a drawn card: 1, 5, 7 or 9; fewer if narrow.")
]
Style = Annotated[
    str,
    typer.Option("--style", help="Colours for a dark or a light terminal; else guessed."),
]
Unicode = Annotated[
    bool | None,
    typer.Option(
        "--unicode/--ascii",
        help="Draw with signs or with ASCII; signs where there is Unicode and colour.",
    ),
]

_WHITE = {"7", "15"}
"""What COLORFGBG ends in on a light terminal."""


def console() -> Console:
    """Return the console of standard output; it breaks no lines and marks nothing up by itself."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def card_look(
    target: Console,
    size: int,
    style: str,
    *,
    unicode: bool | None,
    cards: int,
    beside: int = 0,
) -> CardLook:
    """Return how cards are drawn on a console.

    Parameters
    ----------
    target
        Where they are drawn.
    size
        Rows of a card that are asked for; fewer are taken where `cards` of them are too wide.
    style
        dark, light, or empty to guess. Without colour there is none.
    unicode
        Whether signs are drawn; None for signs where the terminal has both Unicode and colour.
    cards
        How many lie side by side.
    beside
        Columns that they need beyond one between each two.

    Raises
    ------
    InputError
        For a size or a style that there isn't.
    """
    from gutshot.render.card_art import ascii_art, card_art, check_size
    from gutshot.render.card_art_styles import CardLook, fitting_size

    check_size(size)
    if style not in {"", "dark", "light"}:
        raise InputError(f"no style '{style[:20]}'; choose dark or light")
    colours = None if target.no_color else target.color_system
    if unicode is None:
        unicode = colours is not None and _speaks_unicode()
    if colours is None:
        style = ""
    else:
        guessed = os.environ.get("COLORFGBG", "").rpartition(";")[2] in _WHITE
        style = style or ("light" if guessed else "dark")
        style += "-16" if colours in {"standard", "windows"} else ""
    fits = fitting_size(cards, size, target.width - beside) if target.is_terminal else size
    return CardLook(card_art() if unicode else ascii_art(), fits, style)


def _speaks_unicode() -> bool:
    from gutshot.cli.video_poker import speaks_unicode

    return speaks_unicode()
