"""Where a result came from: the game, the deal, the mistakes, the draw.

With bet b credits, R the game's return, E* and E the EV of the best and of the chosen hold (all per
coin), and payout p credits::

    p - b  =  (b R - b)  +  b (E* - R)  +  b (E - E*)  +  (p - b E)
    net       game          deal luck      mistakes       draw luck

The four parts are rationals and sum to the net result exactly, on every deal and over any set of
deals. With n hands on a deal b and p are those of all of them: the game, the luck of the deal and a
mistake count n times, and only the draws differ from hand to hand. Luck averages to zero; mistakes
are never positive.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Decomposition", "decompose"]


@dataclass(frozen=True, slots=True)
class Decomposition:
    """Four parts of a net result, in credits."""

    game: Fraction = Fraction(0)
    deal_luck: Fraction = Fraction(0)
    mistakes: Fraction = Fraction(0)
    draw_luck: Fraction = Fraction(0)

    @property
    def net(self) -> Fraction:
        """Payout less stake."""
        return self.game + self.deal_luck + self.mistakes + self.draw_luck

    def __add__(self, other: Decomposition) -> Decomposition:
        return Decomposition(
            self.game + other.game,
            self.deal_luck + other.deal_luck,
            self.mistakes + other.mistakes,
            self.draw_luck + other.draw_luck,
        )

    @classmethod
    def total(cls, parts: Iterable[Decomposition]) -> Decomposition:
        """Return the sum over hands."""
        out = cls()
        for part in parts:
            out += part
        return out


def decompose(
    *,
    stake_credits: int,
    payout_credits: int,
    game_return: Fraction,
    best_ev: Fraction,
    ev: Fraction,
) -> Decomposition:
    """Return the parts of one deal; returns and EVs per coin bet.

    stake_credits, payout_credits : of all hands played on it.
    """
    return Decomposition(
        game=stake_credits * (game_return - 1),
        deal_luck=stake_credits * (best_ev - game_return),
        mistakes=stake_credits * (ev - best_ev),
        draw_luck=payout_credits - stake_credits * ev,
    )
