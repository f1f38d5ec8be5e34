"""Simulated bankrolls: the second, independent way to the chances that `trip` and `session` count.

Rounds are drawn as they are played: a deal, then for each hand a draw of that deal, by whole
numbers of combinations. The seed makes a simulation repeatable; its figures come with their
standard errors. No card is dealt here and nothing here is within reach of a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.errors import InputError
from gutshot.videopoker.draw_groups import draw_groups

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.videopoker.game_return import GameReturn

__all__ = ["Simulated", "simulate"]

_TOGETHER: Final = 1 << 20
"""Rounds drawn together."""

_MOST_STEPS: Final = 1 << 62
"""A bankroll in steps stays below this, so that 64 bits hold it."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """Trips of at most `rounds` rounds from a bankroll in bets, each ended by ruin.

    ruined, ahead, behind : trips that ended in ruin, with more and with less than they began.
    mean_net, deviation : of a trip's result in bets.
    ruined_by : trips ruined after each tenth of the rounds.
    """

    trips: int
    seed: int
    rounds: int
    bankroll: int
    ruined: int
    ahead: int
    behind: int
    mean_net: float
    deviation: float
    ruined_by: tuple[int, ...]

    @property
    def even(self) -> int:
        """Trips that ended with what they began with."""
        return self.trips - self.ahead - self.behind

    @property
    def unseen(self) -> float:
        """What something that no trip showed has a chance of at most, with 95 % confidence.

        By the rule of three: ``(1 - 3 / n)**n`` is below 0.05 for every number of trips n.
        """
        return min(1.0, 3 / self.trips)

    def share(self, count: int) -> tuple[float, float]:
        """Return a count's share of the trips, and the share's standard error.

        The error of none and of all trips is 0 by its formula and says nothing: see `unseen`.
        """
        share = count / self.trips
        return share, sqrt(share * (1 - share) / self.trips)

    @property
    def error_of_mean(self) -> float:
        """Standard error of `mean_net` in bets."""
        return self.deviation / sqrt(self.trips)


def simulate(
    game: GameReturn,
    rounds: int,
    bankroll: int,
    plays: int = 1,
    cash_back: Fraction = Fraction(0),
    *,
    trips: int = 10_000,
    seed: int = 1,
    progress: Callable[[float], None] = lambda _: None,
) -> Simulated:
    """Return what simulated trips come to; cash back is paid at once.

    Raises
    ------
    InputError
        For less than two trips, a negative seed, and money in too fine steps for 64 bits.
    """
    if trips < 2:
        raise InputError(f"{trips} trips have no standard error: simulate 2 or more")
    if seed < 0:
        raise InputError(f"seed {seed} is negative: a seed is 0 or more")
    draw = _rounds_of(game, plays, np.random.Generator(np.random.PCG64(seed)))
    scale = game.table.scale
    steps = lcm(scale, (plays * cash_back).denominator)
    cost, loss = plays * steps, int(plays * (1 - cash_back) * steps)
    largest = plays * int(game.table.scaled_pays.max())
    if (bankroll * scale + rounds * largest) * (steps // scale) > _MOST_STEPS:
        raise InputError("payouts and cash back are too fine to be simulated; use coarser ones")
    wealth = np.full(trips, bankroll * steps, np.int64)
    alive = np.flatnonzero(wealth >= cost)
    tenths = [rounds * tenth // 10 for tenth in range(1, 11)]
    ruined_by: list[int] = []
    done = 0
    for end in tenths:
        while done < end and len(alive):
            few = max(1, min(end - done, _TOGETHER // len(alive)))
            paths = np.cumsum(draw((few, len(alive))) * (steps // scale) - loss, axis=0)
            paths += wealth[alive]
            broke = paths < cost
            lost = broke.any(axis=0)
            stop = np.where(lost, broke.argmax(axis=0), few - 1)
            wealth[alive] = np.take_along_axis(paths, stop[None, :], axis=0)[0]
            alive = alive[~lost]
            done += few
            progress(done / rounds)
        done = end
        ruined_by.append(trips - len(alive))
    net = wealth - bankroll * steps
    return Simulated(
        trips=trips,
        seed=seed,
        rounds=rounds,
        bankroll=bankroll,
        ruined=trips - len(alive),
        ahead=int((net > 0).sum()),
        behind=int((net < 0).sum()),
        mean_net=float(net.mean()) / steps,
        deviation=float(net.std(ddof=1)) / steps,
        ruined_by=tuple(ruined_by),
    )


def _rounds_of(
    game: GameReturn, plays: int, numbers: np.random.Generator
) -> Callable[[tuple[int, int]], NDArray[np.int64]]:
    """Return a function that draws rounds' payouts in units of the table's scale."""
    if plays == 1:
        ends = np.cumsum(np.array(list(game.categories.values()), np.int64))
        pays = game.table.scaled_pays

        def hands(shape: tuple[int, int]) -> NDArray[np.int64]:
            return pays[np.searchsorted(ends, numbers.integers(0, ends[-1], shape), "right")]

        return hands
    groups = draw_groups(game)
    deals = np.cumsum(groups.deals)
    draws = np.cumsum(groups.counts, axis=1)

    def rounds(shape: tuple[int, int]) -> NDArray[np.int64]:
        of = np.searchsorted(deals, numbers.integers(0, deals[-1], shape), "right").ravel()
        total = np.zeros(len(of), np.int64)
        for _ in range(plays):
            drawn = numbers.integers(0, draws[of, -1])
            total += groups.pays[(draws[of] <= drawn[:, None]).sum(axis=1)]
        return total.reshape(shape)

    return rounds
