"""What hands of an ending are worth checked down over all flops, where no sample is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASSES, compatible_combos

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.calibrate.rows import FlopEnding

__all__ = ["exact"]


def exact(measured: FlopEnding) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return by seat and class, (2, 169), shares of deals and of the pot, over all flops.

    Counted from the table of all-in equities; nan for classes that can't be there.
    """
    wins, ties = class_equities()
    pairs = compatible_combos().astype(np.float64)
    won = (wins + ties.astype(np.float64) / 2) / BOARDS
    shares, equities = np.zeros((2, CLASSES)), np.full((2, CLASSES), np.nan)
    for seat in range(2):
        mine, theirs = measured.ranges[seat], measured.ranges[1 - seat]
        met = pairs @ theirs
        shares[seat] = mine * met / (mine @ met)
        there = (mine > 0) & (met > 0)
        equities[seat, there] = (won @ theirs)[there] / met[there]
    return shares, equities
