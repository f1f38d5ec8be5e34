"""Figures that are printed elsewhere and wrong, each beside ours: how ours comes about is code."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Final

from gutshot.videopoker import game
from gutshot.web.number_text import decimal_text, grouped, one_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.web.content_figures import Figures, GameFigures

__all__ = ["CLAIMS", "Claim", "Met", "met_elsewhere"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A figure as others print it. `ours` works it out from the figures of `game`."""

    about: str
    theirs: str
    game: str
    ours: Callable[[GameFigures], str]


@dataclass(frozen=True, slots=True)
class Met:
    """A claim as the page prints it; `ours` is "" while it is being counted."""

    about: str
    theirs: str
    ours: str
    game: str
    game_name: str


def _variance(one: GameFigures) -> str:
    return decimal_text(one.variance[0], 4)


def _percent(one: GameFigures) -> str:
    return f"{decimal_text(one.return_fraction * 100, 4)}\u2009%"


def _odds(category: str) -> Callable[[GameFigures], str]:
    def odds(one: GameFigures) -> str:
        return one_in(Fraction(one.categories[category], sum(one.categories.values())))

    return odds


CLAIMS: Final = (
    Claim("Variance", "19.22", "jacks-or-better-8-5", _variance),
    Claim("Variance", "25.58", "deuces-wild-nsud", _variance),
    Claim("Variance", "28.26", "double-bonus-9-7", _variance),
    Claim("Variance", "26.21", "joker-poker-kings-20-7-5", _variance),
    Claim(
        "Covariance, from a simulation", "2.05", "jacks-or-better-9-6",
        lambda one: decimal_text(one.covariance, 4),
    ),
    Claim(
        "Covariance, from a simulation", "2.23", "bonus-poker-8-5",
        lambda one: decimal_text(one.covariance, 4),
    ),
    Claim("A flush comes", "1 in 23", "jacks-or-better-9-6", _odds("flush")),
    Claim("A straight comes", "1 in 20", "jacks-or-better-9-6", _odds("straight")),
    Claim("Return", "100.15\u2009%", "double-bonus-10-7", _percent),
    Claim("Return", "97.5\u2009%", "double-bonus-9-6", _percent),
    Claim("Return", "99.7278\u2009%", "deuces-wild-nsud", _percent),
    Claim(
        "Return", "100.765031\u2009%", "deuces-wild-full-pay",
        lambda one: f"{decimal_text(one.return_fraction * 100)}\u2009%",
    ),
    Claim(
        "A deuce is held alone", "never", "deuces-wild-full-pay",
        lambda one: f"on {grouped(one.held[1])} deals",
    ),
    Claim(
        "A royal flush is dealt with two jokers in the deck", "1 in 790,527.5",
        "double-joker-8-5-4", lambda _: one_in(Fraction(4, comb(54, 5))),
    ),
)  # fmt: skip
"""Each was found in print; all of them can be counted, and a test counts ours again."""


def met_elsewhere(figures: Figures) -> tuple[Met, ...]:
    """Return every claim beside our figure."""
    out = []
    for claim in CLAIMS:
        table = game(claim.game)
        counted = figures.game(table)
        ours = claim.ours(counted) if counted else ""
        out.append(Met(claim.about, claim.theirs, ours, table.id, table.name))
    return tuple(out)
