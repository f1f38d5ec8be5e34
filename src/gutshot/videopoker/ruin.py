"""The chance of losing a bankroll to a game that is played without end.

With t > 0 such that ``E[exp(-t net of a round)] = 1`` the process ``exp(-t bankroll)`` is a fair
game (Wald's identity), so that the chance of ruin is ``exp(-t bankroll)`` divided by the mean of
``exp(-t rest)`` over what is left of the bankroll at ruin. The rest is less than a round's cost and
bounded below by the cash back of the last round, which brackets the chance. A single hand that
pays whole bets never loses more than the one bet that is left: the rest is zero, and the chance is
exactly ``exp(-t bankroll)``. Without an advantage there is no such t, and ruin is certain.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, lcm, log
from typing import TYPE_CHECKING

import numpy as np

from gutshot.videopoker.draw_groups import draw_groups

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.videopoker.game_return import GameReturn

__all__ = ["UnlimitedPlay", "unlimited_play"]


@dataclass(frozen=True, slots=True)
class UnlimitedPlay:
    """A game played until the bankroll can't pay a round, or for ever.

    plays : hands of a round, each costs a bet.
    edge : mean net of a round in bets, cash back included.
    rate : t per bet; 0 when ruin is certain.
    least_rest, most_rest : bounds in bets on what is left at ruin; equal when it is known.
    """

    plays: int
    edge: Fraction
    rate: float
    least_rest: Fraction
    most_rest: Fraction

    @property
    def certain(self) -> bool:
        """Whether every bankroll is lost in the end: the game has no advantage."""
        return self.rate == 0

    @property
    def exact(self) -> bool:
        """Whether the chances are no brackets: what is left at ruin is known."""
        return self.certain or self.least_rest == self.most_rest

    def ruin(self, bankroll: int) -> tuple[float, float]:
        """Return the chance of losing a bankroll of `bankroll` bets, least and most."""
        if self.certain or bankroll < self.plays:
            return 1.0, 1.0
        least, most = (
            exp(-self.rate * (bankroll - float(rest))) for rest in (self.least_rest, self.most_rest)
        )
        return least, min(1.0, most)

    def bankroll(self, risk: float) -> int | None:
        """Return the fewest whole bets that are lost with a chance of at most `risk`.

        By the upper end of the bracket. None when ruin is certain. `risk` lies between 0 and 1.
        """
        if self.certain:
            return None
        return max(self.plays, ceil(-log(risk) / self.rate + float(self.most_rest)))


def unlimited_play(
    game: GameReturn, plays: int = 1, cash_back: Fraction = Fraction(0)
) -> UnlimitedPlay:
    """Return what unlimited play does to a bankroll of whole bets.

    cash_back : the share of every bet that is paid back at once, 0 to below 1.
    """
    edge = plays * (game.return_fraction - 1 + cash_back)
    back = plays * cash_back
    step = Fraction(1, lcm(game.table.scale, back.denominator))
    return UnlimitedPlay(
        plays=plays,
        edge=edge,
        rate=_root(_excess(game, plays, cash_back)) if edge > 0 else 0.0,
        least_rest=back,
        most_rest=max(back, plays - step),
    )


def _excess(game: GameReturn, plays: int, cash_back: Fraction) -> Callable[[float], float]:
    """Return ``t -> E[exp(-t net of a round)] - 1``, without the cancellation near zero."""
    if plays == 1:
        total = sum(game.categories.values())
        chances = np.array([[count / total for count in game.categories.values()]])
        weights, pays = np.ones(1), game.table.scaled_pays
    else:
        groups = draw_groups(game)
        chances, weights, pays = groups.chances, groups.weights, groups.pays
    net = pays / game.table.scale - float(1 - cash_back)

    def excess(t: float) -> float:
        of_hand = (chances * np.expm1(-t * net)).sum(axis=1)
        with np.errstate(divide="ignore"):  # a draw that can't lose: log 0, whose exponential is 0
            return float((weights * np.expm1(plays * np.log1p(of_hand))).sum())

    return excess


def _root(excess: Callable[[float], float]) -> float:
    """Return the positive root of a convex function that is 0 at 0 and falls there."""
    high = 0.25
    while excess(high) <= 0:
        high *= 2
    low = high / 2
    while excess(low) > 0:
        low, high = low / 2, low
    while low < (middle := (low + high) / 2) < high:
        low, high = (low, middle) if excess(middle) > 0 else (middle, high)
    return high
