"""The chance of losing a bankroll within a number of rounds, counted for every bankroll at once.

A round is affordable while the bankroll stands on or above its cost. Payouts are whole steps, and
cash back is the same every round, so what is left before round k is a whole number of steps above
a floor that sinks with k: the cost less the cash back so far. Backward induction over that number
gives the chance for every bankroll: below the floor it is 1, after the last round 0, before it the
mean over what the round brings. A forward pass from one bankroll gives the chance over time. Above
a safe height the chance is below `NEGLIGIBLE` and taken for zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, inf, log
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
    scale, cost = payouts.scale, payouts.plays * payouts.scale
    used = payouts.chances > 0
    pays, chances = payouts.pays[used], payouts.chances[used]
    back = [_back(cost, cash_back, k) for k in range(rounds + 1)]
    losses = [cost - (after - before) for before, after in pairwise(back)]
    net = pays.astype(np.float64) - float(cost * (1 - cash_back))
    size = min(_safe(net, chances, rounds) + 1, sum(losses)) + 1
    few = len(pays) <= _FEW_PAYOUTS
    passes = 1 if bankroll is None else 2
    if passes * rounds * size * (len(pays) if few else 8 * size.bit_length()) > most_work:
        return None
    sums = (_Few if few else _Many)(pays, chances, size, cost)
    ruin = np.zeros(size)
    for left, loss in enumerate(reversed(losses)):
        ruin = sums.before(ruin, loss)
        if left % 256 == 0:
            progress(left / rounds / passes)
    by_bankroll = np.concatenate([np.ones(payouts.plays), ruin[::scale]])
    over_time = None
    if bankroll is not None:
        over_time = np.full(rounds + 1, 1.0 if bankroll < payouts.plays else 0.0)
        start = bankroll * scale - cost
        if 0 <= start < size:
            height = np.zeros(size)
            height[start] = 1.0
            for done, loss in enumerate(losses):
                height, ruined = sums.after(height, loss)
                over_time[done + 1] = over_time[done] + ruined
                if done % 256 == 0:
                    progress(0.5 + done / rounds / 2)
    progress(1.0)
    return Trip(
        rounds=rounds,
        plays=payouts.plays,
        bankroll=bankroll,
        by_bankroll=by_bankroll,
        over_time=over_time,
        error=NEGLIGIBLE + rounds * (payouts.error + 2.0**-48),
    )


def _back(cost: int, cash_back: Fraction, rounds: int) -> int:
    """Return the whole steps of cash back after some rounds."""
    return rounds * cost * cash_back.numerator // cash_back.denominator


def _safe(net: NDArray[np.float64], chances: NDArray[np.float64], rounds: int) -> int:
    """Return a height whose chance of being lost within `rounds` rounds is negligible.

    Doob's inequality: for t > 0 the chance that the sums of net results fall to -w is at most
    ``max(1, E[exp(-t net)])**rounds exp(-t w)``.
    """
    best = inf
    for tilt in np.geomspace(1e-6, 10, 120):
        slope = tilt / -float(net.min())
        growth = max(0.0, log(float((chances * np.exp(-slope * net)).sum())))
        best = min(best, (rounds * growth - log(NEGLIGIBLE)) / slope)
    return ceil(best)


class _Few:
    """Sums over a few payouts, one after the other; those that leave the sight are left out."""

    def __init__(
        self, pays: NDArray[np.int64], chances: NDArray[np.float64], size: int, cost: int
    ) -> None:
        pairs = zip(pays.tolist(), chances.tolist(), strict=True)
        self._seen = [(pay, chance) for pay, chance in pairs if pay < size + cost]
        self._size, self._cost = size, cost
        self._line = np.ones(cost + size)  # ruin below the floor is certain

    def before(self, ruin: NDArray[np.float64], loss: int) -> NDArray[np.float64]:
        """Return the chances of ruin before a round of those after it."""
        self._line[self._cost :] = ruin
        out = np.zeros(self._size)
        for pay, chance in self._seen:
            part = self._line[self._cost - loss + pay :][: self._size]
            out[: len(part)] += chance * part
        return out

    def after(self, height: NDArray[np.float64], loss: int) -> tuple[NDArray[np.float64], float]:
        """Return the chances of heights after a round of those before it, and of ruin in it."""
        out, ruined = np.zeros(self._size), 0.0
        for pay, chance in self._seen:
            if pay < loss:
                part = height[loss - pay :]
                out[: len(part)] += chance * part
                ruined += chance * float(height[: loss - pay].sum())
            elif pay - loss < self._size:
                out[pay - loss :] += chance * height[: self._size - (pay - loss)]
        return out, ruined


class _Many:
    """The same sums by transforms, for many different payouts."""

    def __init__(
        self, pays: NDArray[np.int64], chances: NDArray[np.float64], size: int, cost: int
    ) -> None:
        self._circle = 1 << (2 * (size + cost)).bit_length()
        self._size, self._cost = size, cost
        one = np.zeros(self._circle)
        seen = pays < size + cost
        one[pays[seen]] = chances[seen]
        self._transform = np.fft.rfft(one)
        self._line = np.ones(cost + size)

    def _times(
        self, other: NDArray[np.complex128], line: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        found = np.fft.irfft(np.fft.rfft(line, self._circle) * other, self._circle)
        out: NDArray[np.float64] = np.clip(found, 0, None)
        return out

    def before(self, ruin: NDArray[np.float64], loss: int) -> NDArray[np.float64]:
        """Return the chances of ruin before a round of those after it."""
        self._line[self._cost :] = ruin
        found = self._times(np.conj(self._transform), self._line)[self._cost - loss :]
        out: NDArray[np.float64] = np.minimum(found[: self._size], 1.0)
        return out

    def after(self, height: NDArray[np.float64], loss: int) -> tuple[NDArray[np.float64], float]:
        """Return the chances of heights after a round of those before it, and of ruin in it."""
        found = self._times(self._transform, height)
        return found[loss : loss + self._size], float(found[:loss].sum())
