"""The numbers of a game that the texts of a guide can name."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from gutshot.videopoker import game
from gutshot.videopoker.game_return import return_denominator
from gutshot.videopoker.round import BET_COINS
from gutshot.web.number_text import decimal_text, payout_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.videopoker import PayTable
    from gutshot.web.content_figures import Figures
    from gutshot.web.content_text import Figure

__all__ = ["exact_return", "game_words"]

NOT_YET = "\u2026"
"""What stands for a figure that is still being counted."""


def exact_return(table: PayTable, figures: Figures) -> Fraction | None:
    """Return what a table's file proves or what was counted, None while that takes its time."""
    if table.expected.numerator is not None:
        return Fraction(table.expected.numerator, return_denominator(table))
    counted = figures.game(table)
    return counted.return_fraction if counted else None


def game_words(table: PayTable, figures: Figures) -> dict[str, Figure]:
    """Return what a text about a game can name: ``{pays flush}``, ``{return}``, ``{deck}``.

    ``{pays flush deuces-wild-full-pay}`` is of another game.
    """

    def pays(words: Sequence[str]) -> str:
        of = game(words[1]) if len(words) > 1 else table
        return next(
            payout_text(line.pays)
            for line in of.lines
            if words[0] in {line.category, line.canonical}
        )

    def returned(words: Sequence[str]) -> str:
        share = exact_return(game(words[0]) if words else table, figures)
        return NOT_YET if share is None else f"{decimal_text(share * 100)}\u202f%"

    return {
        "pays": pays,
        "return": returned,
        "game": lambda _: table.name,
        "deck": lambda _: str(table.deck.size),
        "unseen": lambda _: str(table.deck.size - 5),
        "holds": lambda _: str(2**5),
        "bet": lambda _: str(BET_COINS),
    }
