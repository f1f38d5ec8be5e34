"""What a session of some hands brings: its whole distribution, counted by convolution.

A round is one deal played by one hand or several; it costs a bet a hand. Rounds are independent
and played perfectly. Chances are floats with a stated bound on their rounding (`payout_sums`); the
mean and the variance are exact. Nobody runs out of money here: `trip` and `ruin` ask about that.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, erf, floor, sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.frames import Rows
from gutshot.videopoker.draw_groups import draw_groups
from gutshot.videopoker.multi_hand import n_play_variance
from gutshot.videopoker.payout_sums import PayoutSums, payout_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.game_return import GameReturn

__all__ = ["PERCENTILES", "RoundPayouts", "Session", "round_payouts", "session"]

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
"""Shares of sessions, in percent, at whose results one looks."""

_HARDLY_EVER: Final = 1e-9

BERRY_ESSEEN: Final = 0.4748
"""Shevtsova's constant (2011) for sums of equal terms."""


@dataclass(frozen=True, eq=False)
class RoundPayouts:
    """What the hands on one deal pay together.

    pays : (k,) sums of payouts, rising, in units of 1 / `scale` bets.
    chances : (k,) of each. error : bound on the error of any sum of chances.
    """

    plays: int
    scale: int
    pays: NDArray[np.int64]
    chances: NDArray[np.float64]
    error: float


def round_payouts(game: GameReturn, plays: int) -> RoundPayouts | None:
    """Return what `plays` hands on one deal pay together, None where that can't be counted."""
    scale = game.table.scale
    if plays == 1:
        total = sum(game.categories.values())
        pays, places = np.unique(game.table.scaled_pays, return_inverse=True)
        counts = [0] * len(pays)
        for place, count in zip(places.tolist(), game.categories.values(), strict=True):
            counts[place] += count
        return RoundPayouts(1, scale, pays, np.array([n / total for n in counts]), 2.0**-50)
    found = draw_groups(game).round_chances(plays)
    if found is None:
        return None
    return RoundPayouts(plays, scale, np.arange(len(found[0])), *found)


@dataclass(frozen=True, eq=False)
class Session(Rows):
    """The result of `rounds` rounds, in bets; a round costs `plays` bets.

    net, variance : mean result and its variance, exact, cash back included.
    chances : (n,) by payouts' sum in units of 1 / `scale` bets, None where it is too large to be
        counted. rounding : bound on the error of every chance here, sums of them included.
    cost : what all rounds cost, less their cash back, in bets.
    third : bound on a round's third absolute central moment, in bets cubed.
    beyond : chance of a payout so large that a single one puts ahead; results with one are not
        among `chances`, which sum to the rest. 0 where all are.
    """

    rounds: int
    plays: int
    net: Fraction
    variance: Fraction
    cost: Fraction
    scale: int
    chances: NDArray[np.float64] | None
    rounding: float | None
    third: Fraction
    beyond: float = 0.0

    @property
    def behind(self) -> float | None:
        """Chance that less comes back than was bet."""
        whole = ceil(self.cost * self.scale)
        return None if self.chances is None else min(1.0, float(self.chances[:whole].sum()))

    @property
    def ahead(self) -> float | None:
        """Chance that more comes back than was bet."""
        above = floor(self.cost * self.scale) + 1
        if self.chances is None:
            return None
        return min(1.0, float(self.chances[above:].sum()) + self.beyond)

    @property
    def modelled_behind(self) -> float:
        """The normal model's chance of being behind, read half a step below break-even."""
        below = Fraction(2 * ceil(self.cost * self.scale) - 1, 2 * self.scale)
        edge = below - self.cost - self.net
        if not self.variance:
            return float(edge > 0)
        return (1 + erf(edge / sqrt(2 * self.variance))) / 2

    @property
    def modelled_error(self) -> float:
        """Bound on what `modelled_behind` is off by: what it is off where chances are counted.

        Elsewhere by Berry and Esseen: ``0.4748 third / (deviation**3 sqrt(rounds))``, at most 1.
        """
        if self.behind is not None and self.rounding is not None:
            return abs(self.behind - self.modelled_behind) + self.rounding
        if not self.variance:
            return 0.0
        of_round = self.variance / self.rounds
        # squared, since floats hold no cube of the largest payouts
        ratio = self.third**2 / (of_round**3 * self.rounds)
        return min(1.0, BERRY_ESSEEN * sqrt(ratio))

    def percentile(self, percent: int) -> Fraction | None:
        """Return the least result, in bets, that at least `percent` of sessions stay within.

        None where no result is counted, and where it lies beyond those that are.
        """
        if self.chances is None or (self.beyond and percent / 100 > self._below[-1]):
            return None
        at = int(np.searchsorted(self._below, percent / 100))
        return Fraction(min(at, len(self._below) - 1), self.scale) - self.cost

    @property
    def _below(self) -> NDArray[np.float64]:
        if self.chances is None:
            return np.empty(0)
        below: NDArray[np.float64] = np.cumsum(self.chances)
        return below

    def bars(self, count: int) -> list[tuple[Fraction, Fraction, float]]:
        """Return the distribution in `count` bars of equal width at most: from, to, chance.

        Bars reach from the 0.1 to the 99.5 percentile at least, and none lies on both sides of
        break-even; results from `from` to below `to` in bets. The last chance also holds what lies
        above, the first what lies below.
        """
        if self.chances is None:
            return []
        counted = float(self._below[-1])
        low, high = (int(np.searchsorted(self._below, x * counted)) for x in (0.001, 0.995))
        width = max(1, -(-(high - low + 1) // max(1, count - 1)))
        low = max(0, low - (low - ceil(self.cost * self.scale)) % width)
        edges = list(range(low, high + 1, width))
        chances = np.add.reduceat(self.chances, edges)
        chances[0] += self.chances[:low].sum()
        chances[-1] += self.beyond
        return [
            (Fraction(at, self.scale) - self.cost, Fraction(at + width, self.scale) - self.cost, x)
            for at, x in zip(edges, chances.tolist(), strict=True)
        ]

    def rows(self) -> list[dict[str, Any]]:
        """Return the percentiles, results in bets."""
        found = ((percent, self.percentile(percent)) for percent in PERCENTILES)
        return [{"percent": at, "net_bets": float(net)} for at, net in found if net is not None]


def session(
    game: GameReturn,
    rounds: int,
    plays: int = 1,
    cash_back: Fraction = Fraction(0),
    payouts: RoundPayouts | None = None,
) -> Session:
    """Return what `rounds` rounds of `plays` hands bring.

    cash_back : the share of every bet that is paid back, 0 or more.
    payouts : of one round (`round_payouts`), None when they can't be counted.
    """
    cost = rounds * plays * (1 - cash_back)
    sums, beyond = None, 0.0
    if payouts is not None:
        sums = payout_sums(payouts.pays, payouts.chances, rounds, error=payouts.error)
        if sums is None:
            sums, beyond = _without_the_largest(payouts, rounds, cost)
    return Session(
        rounds=rounds,
        plays=plays,
        net=rounds * plays * game.return_fraction - cost,
        variance=rounds * plays**2 * n_play_variance(game, plays)[0],
        cost=cost,
        scale=game.table.scale,
        chances=None if sums is None else sums.chances,
        rounding=None if sums is None else sums.rounding,
        third=plays**3 * _third_moment(game),  # Minkowski: hands of a round are alike
        beyond=beyond,
    )


def _without_the_largest(
    payouts: RoundPayouts, rounds: int, cost: Fraction
) -> tuple[PayoutSums | None, float]:
    """Return the sums of rounds without a payout above all costs, and the chance of the others.

    What is left out is ahead whatever else comes, so that the chances of being behind and even are
    whole. None where the rest is too large as well, or hardly ever happens.
    """
    small = payouts.pays <= floor(cost * payouts.scale)
    chances = payouts.chances[small]
    none = float(chances.sum()) ** rounds
    if small.all() or none < _HARDLY_EVER:
        return None, 0.0
    sums = payout_sums(payouts.pays[small], chances, rounds, error=payouts.error)
    return sums, 0.0 if sums is None else 1 - float(sums.chances.sum())


def _third_moment(game: GameReturn) -> Fraction:
    """Return a single hand's third absolute central moment, exactly."""
    pays = {line.category: line.pays for line in game.table.lines}
    mean, total = game.return_fraction, sum(game.categories.values())
    parts = (abs(pays.get(x, 0) - mean) ** 3 * n for x, n in game.categories.items())
    return sum(parts, Fraction(0)) / total
