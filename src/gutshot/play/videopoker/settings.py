"""What a session is played with: the table, the mode, the deals, a rival."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import InputError
from gutshot.play.videopoker.practice import Practice
from gutshot.videopoker import analyse_game, from_mapping, game
from gutshot.videopoker.game_return import return_denominator
from gutshot.videopoker.players import player
from gutshot.videopoker.round import coin_credits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.videopoker import PayTable

__all__ = ["MODES", "PLAYS", "Settings", "exact_return"]

_GAP: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,12})?|[0-9]{1,12}/[1-9][0-9]{0,11}")

COIN_CREDITS_MAX: Final = 1_000
"""A coin is one credit, or what makes the payouts of five coins whole; more can't be meant."""

MODES: Final = {
    "play": "no help; decisions are judged in the statistics",
    "coach": "a wrong hold is stopped before the draw, with both EVs",
    "test": "every decision is judged after the draw",
    "drill": "chosen deals, judged after the draw",
}
"""Mode to what it does."""

PLAYS: Final = (1, 3, 5, 10, 50, 100)
"""Hands that can be played on one deal."""


@dataclass(frozen=True)
class Settings:
    """A session's settings, as JSON can carry them.

    game : an id of the catalogue, or "" with `pays` and `deck` for a table of one's own.
    mode : one of `MODES`.
    gap, shapes : which deals are practised (`practice.Practice`); gap as exact text, "" for any.
    repeats : whether due mistakes are dealt again before anything else.
    rival : level of a computer player who plays the same cards, "" for none.
    plays : hands on each deal, one of `PLAYS`.
    """

    game: str = "jacks-or-better-9-6"
    mode: str = "play"
    name: str = ""
    deck: str = ""
    pays: tuple[tuple[str, str], ...] = ()
    gap: str = ""
    shapes: tuple[str, ...] = ()
    repeats: bool = False
    rival: str = ""
    plays: int = 1

    def __post_init__(self) -> None:
        """Refuse settings that can't be played.

        Raises
        ------
        InputError
            With what was wrong.
        """
        if self.mode not in MODES:
            raise InputError(f"no mode '{self.mode[:20]}'; the modes are {', '.join(MODES)}")
        if self.plays not in PLAYS:
            choices = ", ".join(map(str, PLAYS))
            raise InputError(f"no deal is played by {self.plays} hands; choose {choices}")
        if bool(self.game) == bool(self.pays):
            raise InputError("choose a game of the catalogue or give a pay table, one of the two")
        if self.mode != "drill" and (self.gap or self.shapes or self.repeats):
            raise InputError("a gap, hand types and repeats belong to the mode drill")
        if self.rival:
            rival, table = player(self.rival), self.table
            if rival.level == "normal" and (table.deck.jokers or table.deck.wild_rank is not None):
                raise InputError("the Normal player knows no wild cards; choose easy or hard")
        _ = self.practice  # raises what it raises
        if (coin := coin_credits(self.table)) > COIN_CREDITS_MAX:
            raise InputError(
                f"to pay {self.table.name} in whole credits a coin would be {coin:,} credits;"
                " use coarser payouts"
            )

    @cached_property
    def table(self) -> PayTable:
        """The pay table."""
        if self.game:
            return game(self.game)
        return from_mapping(self.name or "Your pay table", self.deck, dict(self.pays))

    @cached_property
    def practice(self) -> Practice:
        """Which deals are practised."""
        if not self.gap:
            return Practice(None, self.shapes)
        # no exponents: 1e99999999 would be written out, digit by digit
        if not _GAP.fullmatch(self.gap):
            raise InputError(f"'{self.gap[:20]}' is no gap; write bets, like 0.01 or 1/100")
        return Practice(Fraction(self.gap), self.shapes)

    def body(self) -> dict[str, Any]:
        """Return the settings as JSON."""
        return {
            "game": self.game,
            "mode": self.mode,
            "name": self.name,
            "deck": self.deck,
            "pays": [list(pair) for pair in self.pays],
            "gap": self.gap,
            "shapes": list(self.shapes),
            "repeats": self.repeats,
            "rival": self.rival,
            "plays": self.plays,
        }

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> Settings:
        """Return the settings that `body` wrote; before there was a choice, one hand a deal."""
        return cls(
            game=body["game"],
            mode=body["mode"],
            name=body["name"],
            deck=body["deck"],
            pays=tuple((category, payout) for category, payout in body["pays"]),
            gap=body["gap"],
            shapes=tuple(body["shapes"]),
            repeats=body["repeats"],
            rival=body["rival"],
            plays=body.get("plays", 1),
        )


def exact_return(table: PayTable) -> Fraction:
    """Return a table's exact return: proven with its file, else computed (needs kernels)."""
    if table.expected.numerator is not None:
        return Fraction(table.expected.numerator, return_denominator(table))
    return analyse_game(table).return_fraction
