"""What the masthead offers: the games, and the pages of the game that is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["GAMES", "Entry", "Game", "game_of"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A page of a game.

    section : what a page calls itself in its context; it marks the entry as the current one.
    """

    section: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game, the address of its first page, and its pages in the order of the masthead.

    A game with one page has no second row.
    """

    label: str
    url: str
    pages: tuple[Entry, ...]

    @property
    def sections(self) -> frozenset[str]:
        """The sections that belong to the game."""
        return frozenset(entry.section for entry in self.pages)

    def page(self, section: str) -> Entry:
        """Return the page of one of the game's sections."""
        return next(entry for entry in self.pages if entry.section == section)


GAMES: Final = (
    Game(
        "Video poker",
        "/videopoker",
        (
            Entry("videopoker", "Analyser", "/videopoker"),
            Entry("play", "Play", "/videopoker/play"),
            Entry("games", "Pay tables", "/videopoker/games"),
            Entry("strategy", "Strategy", "/videopoker/strategy"),
            Entry("compare", "Compare", "/videopoker/compare"),
            Entry("progressive", "Progressives", "/videopoker/progressive"),
            Entry("bankroll", "Bankroll", "/videopoker/bankroll"),
            Entry("guide", "Guide", "/videopoker/guide"),
            Entry("method", "Method", "/videopoker/method"),
        ),
    ),
    Game(
        "Preflop hold\u2019em",
        "/preflop/charts",
        (
            Entry("charts", "Charts", "/preflop/charts"),
            Entry("solve", "Solve", "/preflop/solve"),
            Entry("compare-charts", "Side by side", "/preflop/compare"),
            Entry("quiz", "Quiz", "/preflop/quiz"),
            Entry("ranges", "Your range", "/preflop/ranges"),
            Entry("review", "Your hands", "/preflop/review"),
            Entry("percentile", "Top hands", "/preflop/percentile"),
            Entry("push-fold", "Jam or fold", "/preflop/push-fold"),
            Entry("equity", "Equity", "/equity"),
            Entry("icm", "ICM", "/icm"),
            Entry("preflop-guide", "Guide", "/preflop/guide"),
            Entry("preflop-method", "Method", "/preflop/method"),
            Entry("preflop", "About", "/preflop"),
        ),
    ),
    Game("After the flop", "/postflop", (Entry("postflop", "Solve", "/postflop"),)),
    Game(
        "Pai Gow poker",
        "/paigow",
        (
            Entry("paigow", "Set a hand", "/paigow"),
            Entry("paigow-tables", "Tables", "/paigow/tables"),
            Entry("paigow-odds", "Odds", "/paigow/odds"),
            Entry("paigow-guide", "Guide", "/paigow/guide"),
        ),
    ),
)


def game_of(section: str) -> Game | None:
    """Return the game that a section belongs to; None for a page about all of them."""
    return next((game for game in GAMES if section in game.sections), None)
