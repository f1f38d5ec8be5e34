"""How far strategies are from an equilibrium: what each player would gain by his best response.

With two players and a zero sum, a largest gain of e means that nobody can be given less than his
EV here minus e. With more players it is what it says and no more: several equilibria may exist.
Where a player is locked his best response keeps to it, so that gains are of what he could change.
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
    # one player after the other: a game may use for his best what it found for his average
    found = [
        (game.evaluate(player, "average"), game.evaluate(player, "best"))
        for player in range(game.players)
    ]
    return Certificate(tuple(v for v, _ in found), tuple(b - v for v, b in found))
