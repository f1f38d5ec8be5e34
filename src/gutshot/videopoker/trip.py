"""The chance of losing a bankroll within a number of rounds, counted for every bankroll at once.

Backward induction: with no round left nobody is ruined who can pay one more; with k + 1 rounds left
the chance is the mean of the chances with k left, over what the round brings. Bankrolls are whole
numbers of steps, the largest step of which payouts and cash back are multiples. Above `_safe` the
chance is below `NEGLIGIBLE` and taken for zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, inf, lcm, log
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.frames import Rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.videopoker.session import RoundPayouts

__all__ = ["NEGLIGIBLE", "Trip", "trip"]

NEGLIGIBLE: Final = 1e-15
"""Chance of ruin that is taken for zero."""

MOST_WORK: Final = 6 * 10**9
"""Products that a trip may take; a second is good for about 10**9."""

_LARGEST_STEP: Final = 1 << 53
"""Payouts in steps are at most this; floats hold them exactly."""

_FEW_PAYOUTS: Final = 64
"""Up to so many payouts a sum over them is faster than a convolution."""


@dataclass(frozen=True, eq=False)
class Trip(Rows):
    """The chance of ruin within `rounds` rounds.

    by_bankroll : (n,) by bankroll in whole bets from 0; beyond it the chance is negligible.
    over_time : (rounds + 1,) for `bankroll` bets, after each number of rounds; None without one.
    error : bound on the error of every chance.
    """

    rounds: int
    plays: int
    bankroll: int | None
    by_bankroll: NDArray[np.float64]
    over_time: NDArray[np.float64] | None
    error: float

    def ruin(self, bankroll: int) -> float:
        """Return the chance of losing a bankroll of `bankroll` bets; 0.0 where it is negligible."""
        return float(self.by_bankroll[bankroll]) if bankroll < len(self.by_bankroll) else 0.0

    def needed(self, risk: float) -> int:
        """Return the fewest whole bets that are lost with a chance of at most `risk`."""
        return int(np.argmax(np.append(self.by_bankroll, 0.0) <= risk))

    def rows(self) -> list[dict[str, Any]]:
        """Return the chance of ruin by bankroll in bets."""
        return [
            {"bankroll_bets": at, "ruin": float(chance)}
            for at, chance in enumerate(self.by_bankroll)
        ]


def trip(
    payouts: RoundPayouts,
    rounds: int,
    bankroll: int | None = None,
    cash_back: Fraction = Fraction(0),
    *,
    most_work: int = MOST_WORK,
    progress: Callable[[float], None] = lambda _: None,
) -> Trip | None:
    """Return the chance of ruin within `rounds` rounds, None when counting takes too long.

    Parameters
    ----------
    payouts
        Of one round; it costs a bet a hand.
    rounds
        How many are played at most, 1 or more.
    bankroll
        In whole bets, for the chance over time.
    cash_back
        The share of every bet that is paid back at once, 0 to below 1.
    most_work
        Products that may be taken.
    progress
        Is told the share that is done, 0..1.
    """
    steps = lcm(payouts.scale, (payouts.plays * cash_back).denominator)
    cost = payouts.plays * steps
    loss = int(payouts.plays * (1 - cash_back) * steps)
    if int(payouts.pays[-1]) * steps > _LARGEST_STEP:
        return None
    pays = payouts.pays * (steps // payouts.scale)
    used = payouts.chances > 0
    pays, chances = pays[used], payouts.chances[used]
    safe = min(_safe(pays - loss, chances, rounds) + cost, rounds * loss + cost)
    size = -(-safe // steps) * steps + 1
    few = len(pays) <= _FEW_PAYOUTS
    work = rounds * size * (len(pays) if few else 8 * int(size).bit_length())
    if work > most_work:
        return None
    advance = _by_sum(pays, chances, size) if few else _by_convolution(pays, chances, size)
    ruin = np.zeros(size)
    ruin[:cost] = 1.0
    start = None if bankroll is None else bankroll * steps
    over_time = np.zeros(rounds + 1)
    if start is not None and start < cost:
        over_time[0] = 1.0
    for done in range(1, rounds + 1):
        # of a bankroll w that can pay, the round leaves w - loss and what it pays
        ruin[cost:] = advance(ruin)[cost - loss : size - loss]
        if start is not None and start < size:
            over_time[done] = ruin[start]
        if done % 256 == 0:
            progress(done / rounds)
    return Trip(
        rounds=rounds,
        plays=payouts.plays,
        bankroll=bankroll,
        by_bankroll=ruin[::steps].copy(),
        over_time=None if start is None else over_time,
        error=NEGLIGIBLE + rounds * (payouts.error + 2.0**-48),
    )


def _safe(net: NDArray[np.int64], chances: NDArray[np.float64], rounds: int) -> int:
    """Return a bankroll whose chance of being lost within `rounds` rounds is negligible.

    Doob's inequality: for t > 0 the chance that the sums of net results fall to -w is at most
    ``max(1, E[exp(-t net)])**rounds exp(-t w)``.
    """
    best = inf
    for tilt in np.geomspace(1e-6, 10, 120):
        slope = tilt / -float(net.min())
        growth = max(0.0, log(float((chances * np.exp(-slope * net)).sum())))
        best = min(best, (rounds * growth - log(NEGLIGIBLE)) / slope)
    return ceil(best)


def _by_sum(
    pays: NDArray[np.int64], chances: NDArray[np.float64], size: int
) -> Callable[[NDArray[np.float64]], NDArray[np.float64]]:
    """Return ``ruin -> E[ruin(w + payout)]`` as a sum over the payouts that stay in sight."""
    seen = [(p, c) for p, c in zip(pays.tolist(), chances.tolist(), strict=True) if p < size]
    mean, part = np.empty(size), np.empty(size)

    def advance(ruin: NDArray[np.float64]) -> NDArray[np.float64]:
        mean.fill(0)
        for pay, chance in seen:
            np.multiply(ruin[pay:], chance, out=part[: size - pay])
            mean[: size - pay] += part[: size - pay]
        return mean

    return advance


def _by_convolution(
    pays: NDArray[np.int64], chances: NDArray[np.float64], size: int
) -> Callable[[NDArray[np.float64]], NDArray[np.float64]]:
    """Return ``ruin -> E[ruin(w + payout)]`` by transforms, for many different payouts."""
    circle = 1 << (2 * size).bit_length()
    one = np.zeros(circle)
    one[pays[pays < size]] = chances[pays < size]
    transform = np.conj(np.fft.rfft(one))

    def advance(ruin: NDArray[np.float64]) -> NDArray[np.float64]:
        mean = np.fft.irfft(np.fft.rfft(ruin, circle) * transform, circle)[:size]
        return np.clip(mean, 0, 1)

    return advance
