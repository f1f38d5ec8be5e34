"""Malmuth-Harville for any number of players, as an integral over a race.

Let each player finish after an exponential time whose rate is his share of the chips: the next to
finish is always one of those still running, with the chance of his share, which is the model. So

    equity of i = integral over t of  s_i exp(-s_i t) * E[prize of finishing next at t],

and how many others have finished by t is a sum of independent events. The substitution
``t = exp(x - exp(-x))`` makes both ends fall off fast, and equal steps in x converge exponentially.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["by_integral"]

_START: Final = -3.7  # t is 3e-19 there: nobody has finished
_ACCURACY: Final = 1e-10
_HALVINGS: Final = 4


def by_integral(
    stacks: Sequence[float],
    prizes: Sequence[float],
    progress: Callable[[float], None] | None = None,
) -> tuple[NDArray[np.float64], float]:
    """Return each player's equity and its estimated error, as a share of the first prize.

    Steps of width h are compared with those of width 2h, which cost nothing more. The error of
    equal steps falls at least like ``exp(-c / h)``: that of h is taken as the square of that of 2h,
    and as 1e-12 at least, for roundings.

    Parameters
    ----------
    stacks : sequence of float
        Above 0, in any unit.
    prizes : sequence of float
        One a player, best first, not rising.
    progress : callable
        Told the share of the present pass that is done.

    Raises
    ------
    InputError
        When stacks differ too much for the accuracy.
    """
    rates = np.array(stacks) / math.fsum(stacks)
    last = prizes[-1] if len(prizes) == len(stacks) else 0.0
    above = np.array([p - last for p in prizes if p > last])
    if not len(above):
        return np.full(len(rates), last), 0.0
    # The count of finishers passes a place within 1.24 / sqrt(players) in x, and no faster.
    step = min(0.1, 1 / math.sqrt(len(rates)))
    for _ in range(_HALVINGS):
        fine, coarse = _sums(rates, above / above[0], step, progress)
        gap = float(np.abs(fine - coarse).max())
        error = max(gap * gap, 1e-12)
        if error <= _ACCURACY:
            return last + above[0] * fine, error
        step /= 2
    raise InputError("these stacks differ too much to be computed to 1e-9; leave the smallest out")


def _sums(
    rates: NDArray[np.float64],
    prizes: NDArray[np.float64],
    step: float,
    progress: Callable[[float], None] | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the sums with this step and with twice the step."""
    from gutshot.holdem.icm._kernels import prize_next

    fine = np.zeros(len(rates))
    coarse = np.zeros(len(rates))
    end = math.log(45 / float(rates.min()))
    count = math.ceil((end - _START) / step)
    for k in range(count):
        x = _START + k * step
        t = math.exp(x - math.exp(-x))
        out = np.exp(-rates * t)
        mean = prize_next(-np.expm1(-rates * t), out, prizes)
        term = mean * out * rates * (t * (1 + math.exp(-x)))
        fine += step * term
        if k % 2 == 0:
            coarse += 2 * step * term
        if progress is not None:
            progress(k / count)
        if mean.max() < 1e-18:  # it only falls from here: every paid place is taken
            break
    return fine, coarse
