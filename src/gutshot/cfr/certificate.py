"""How far strategies are from an equilibrium: what each player would gain by his best response.

With two players and a zero sum, a largest gain of e means that nobody can be given less than his
EV here minus e. With more players it is what it says and no more: several equilibria may exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gutshot.cfr.drive import Game

__all__ = ["Certificate", "certify"]


@dataclass(frozen=True, slots=True)
class Certificate:
    """EVs of the average strategies and best-response gains, by player, in the game's unit."""

    values: tuple[float, ...]
    gains: tuple[float, ...]

    @property
    def exploitability(self) -> float:
        """The largest gain of any player."""
        return max(self.gains)

    @property
    def mean_gain(self) -> float:
        """The mean of the players' gains: what most programs for two players print."""
        return sum(self.gains) / len(self.gains)


def certify(game: Game) -> Certificate:
    """Measure the average strategies of a game as they stand now."""
    players = range(game.players)
    values = tuple(game.evaluate(player, "average") for player in players)
    best = tuple(game.evaluate(player, "best") for player in players)
    return Certificate(values, tuple(b - v for b, v in zip(best, values, strict=True)))
