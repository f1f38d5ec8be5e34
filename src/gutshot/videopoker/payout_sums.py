"""Sums of many independent payouts: their chances by convolution, with a bound on the rounding.

The sum's distribution is convolved on a circle of payouts that is wide enough for everything but
chances below the rounding: the transform of one payout's chances, raised to a power, transformed
back. Everything is counted but nothing is exact: floats round, and `PayoutSums.rounding` bounds by
how much any sum of chances may be off.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, log2, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "BEYOND",
    "LARGEST_CIRCLE",
    "PayoutSums",
    "circles",
    "payout_sums",
    "powered",
    "transform_error",
]

LARGEST_CIRCLE: Final = 1 << 22
"""Cells that a distribution may take."""

BEYOND: Final = 1e-18
"""Chance that a sum leaves its circle, at most; far below any rounding."""

_TILTS: Final = tuple(np.geomspace(1e-4, 60, 48).tolist())
"""Exponents, times the largest payout, among which Chernoff's bound is least."""

_ULPS: Final = 8
"""Units of 2**-52 by which each of a transform's log2(size) steps may be off, generously."""


@dataclass(frozen=True, eq=False)
class PayoutSums:
    """The distribution of a sum of payouts.

    chances : (size,) of each sum, in units of the payouts' scale, from 0.
    rounding : bound on the error of any sum of `chances`.
    """

    chances: NDArray[np.float64]
    rounding: float


def circles(pays: NDArray[np.int64], chances: NDArray[np.float64], times: int) -> NDArray[np.int64]:
    """Return (g,) powers of two that sums of `times` payouts pass with less than `BEYOND`.

    pays : (k,), not negative; chances : (g, k) of each, row by row. By Chernoff's bound: a sum
    reaches s with at most ``E[exp(t pay)]**times exp(-t s)``, whatever t > 0.
    """
    largest = np.where(chances > 0, pays, 0).max(axis=1).astype(float)
    unit = np.maximum(largest, 1)
    reach = times * largest
    for tilt in _TILTS:
        slope = tilt / unit
        weighed = chances * np.exp(np.minimum(slope[:, None] * pays, tilt))
        reach = np.minimum(reach, (times * np.log(weighed.sum(axis=1)) - log(BEYOND)) / slope)
    bits = np.frexp(np.floor(reach))[1]  # 2**bits is above the reach
    sizes: NDArray[np.int64] = np.int64(1) << np.maximum(bits, 1).astype(np.int64)
    return sizes


def powered(transform: NDArray[np.complex128], times: int) -> NDArray[np.complex128]:
    """Return a transform's power, by squaring: several times as fast as numpy's own."""
    out = None
    while True:
        if times & 1:
            out = transform if out is None else out * transform
        times >>= 1
        if not times:
            return transform if out is None else out
        transform = transform * transform


def transform_error(size: int) -> float:
    """Return by how much a coefficient of a transform of chances that sum to 1 may be off."""
    return _ULPS * 2.0**-52 * log2(size)


def payout_sums(
    pays: NDArray[np.int64],
    chances: NDArray[np.float64],
    times: int,
    *,
    error: float = 0.0,
) -> PayoutSums | None:
    """Return the distribution of the sum of `times` payouts.

    Parameters
    ----------
    pays
        (k,) payouts, not negative, in whole units.
    chances
        (k,) of each.
    times
        How many are summed, 1 or more.
    error
        Bound on the error of all `chances` together.

    Returns
    -------
    :
        None when the circle would be larger than memory should hold.
    """
    size = int(circles(pays, chances[None, :], times)[0])
    if size > LARGEST_CIRCLE:
        return None
    one = np.zeros(size)
    np.add.at(one, pays, chances)
    transform = np.fft.rfft(one)
    many = np.clip(np.fft.irfft(powered(transform, times), size), 0, None)
    # each coefficient's error grows by its own size with every factor; Parseval's equation turns
    # the coefficients' errors into the chances', Cauchy's inequality those into their sum's
    of_one = transform_error(size) + error
    powers = np.abs(transform) ** (2 * times - 2)
    mean_square = float(2 * powers.sum() - powers[0]) / size
    rounding = times * of_one * sqrt(mean_square) * sqrt(size) + BEYOND
    return PayoutSums(many, rounding)
