"""The table of two classes, checked from outside: random deals on random boards, and how far off.

Of every unordered pair of classes the same number of deals and boards is drawn. The mean share of
the pot differs from the counted one by its standard error and a *residual*, which is as good as
normal: over many pairs their root mean square is 1 within 1 / sqrt(2 x pairs), and of all 14,365
one above 5 would come once in 120 such tables.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASSES, class_combos, compatible_combos

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["DRAWS", "Samples", "class_pairs", "sample_classes"]

DRAWS: Final = 60_000
"""Deals and boards of a pair: a standard error of 0.2 percentage points."""

_BATCH: Final = 32  # pairs, about 0.3 s


class Samples(NamedTuple):
    """Outcomes of the first class of each of n pairs, and how they differ from the counted ones.

    pairs : (n, 2) classes. wins, ties : (n,) of `draws`. residuals : (n,) by which the mean share
    of the pot is above the counted one, in its standard errors.
    """

    pairs: NDArray[np.int64]
    draws: int
    wins: NDArray[np.int64]
    ties: NDArray[np.int64]
    residuals: NDArray[np.float64]

    @property
    def rms(self) -> float:
        """The root mean square of the residuals."""
        return float(np.sqrt(np.mean(self.residuals**2)))

    @property
    def largest(self) -> float:
        """The largest residual, without its sign."""
        return float(np.abs(self.residuals).max())


def class_pairs() -> NDArray[np.int64]:
    """Return the (14365, 2) unordered pairs of classes, each in rising order."""
    return np.column_stack(np.triu_indices(CLASSES))


def sample_classes(
    pairs: NDArray[np.int64],
    seed: int,
    draws: int = DRAWS,
    workers: int = 2,
    progress: Callable[[float], None] | None = None,
) -> Samples:
    """Return what random deals and boards of (n, 2) pairs of classes give.

    seed : below 2 ** 64. A pair's draws depend on the seed and the pair alone.
    workers : threads; at any number the result is the same.
    progress : told the share that is done, 0..1.
    """
    from gutshot.holdem.all_in._kernels import numbered
    from gutshot.holdem.class_samples._kernels import sample_pair

    def sample(pair: tuple[int, int]) -> tuple[int, int]:
        ours, theirs = (np.array(class_combos(hand), np.uint8) for hand in pair)
        own = numbered(np.uint64(seed), np.uint64(CLASSES * pair[0] + pair[1]))
        return sample_pair(ours, theirs, draws, np.uint64(own))

    listed = [(first, second) for first, second in pairs.tolist()]
    found: list[tuple[int, int]] = []
    with ThreadPoolExecutor(workers) as pool:
        for start in range(0, len(listed), _BATCH):
            found += pool.map(sample, listed[start : start + _BATCH])
            if progress is not None:
                progress(len(found) / len(listed))
    won, tied = np.array(found).T
    return Samples(pairs, draws, won, tied, _residuals(pairs, won, tied, draws))


def _residuals(
    pairs: NDArray[np.int64], won: NDArray[np.int64], tied: NDArray[np.int64], draws: int
) -> NDArray[np.float64]:
    at = pairs[:, 0], pairs[:, 1]
    wins, ties = class_equities()
    deals = BOARDS * compatible_combos()[at]
    win, tie = wins[at] / deals, ties[at] / deals
    share = win + tie / 2
    variance = win + tie / 4 - share**2
    drawn = (won + tied / 2) / draws
    out: NDArray[np.float64] = (drawn - share) / np.sqrt(variance / draws)
    return out
