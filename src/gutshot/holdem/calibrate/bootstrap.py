"""Intervals of fitted constants: whole spots are drawn again, and flops in each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.cards.seeded import SeededSource

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.calibrate.spot_means import SpotRows
    from gutshot.holdem.preflop.flop_model import FlopModel

__all__ = ["CONSTANTS", "DRAWS", "SEED", "Interval", "intervals", "redrawn"]

CONSTANTS: Final = ("exponent", "edge_offset", "edge_slope", "edge_cap")
DRAWS: Final = 200
SEED: Final = 20
_TAIL: Final = 2.5


@dataclass(frozen=True)
class Interval:
    """A fitted constant and the middle 95 % of what samples drawn again say of it."""

    fitted: float
    low: float
    high: float

    def holds(self, number: float) -> bool:
        """Whether a number lies in it."""
        return self.low <= number <= self.high


def redrawn(
    spots: Sequence[SpotRows], draws: int = DRAWS, seed: int = SEED
) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Return samples drawn again: SPRs and moments of as many spots, each with as many flops."""
    source = SeededSource(seed)
    out = []
    for _ in range(draws):
        chosen = _below(source, len(spots)).tolist()
        moments = []
        for at in chosen:
            flops = spots[at].flops
            counts = np.bincount(_below(source, flops), minlength=flops)
            moments.append(spots[at].moments(counts.astype(np.float64)))
        out.append((np.array([spots[at].ending.spr for at in chosen]), np.array(moments)))
    return out


def _below(source: SeededSource, count: int) -> NDArray[np.int64]:
    """Return as many whole numbers below a count, which is far less than 2^32."""
    bits = source.randbits(32 * count).to_bytes(4 * count, "little")
    return (np.frombuffer(bits, "<u4").astype(np.uint64) * count >> 32).astype(np.int64)


def intervals(
    samples: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]],
    fit: Callable[[NDArray[np.float64], NDArray[np.float64]], FlopModel],
    fitted: FlopModel,
) -> dict[str, Interval]:
    """Return by constant its interval, of a fit to samples that were drawn again."""
    models = [fit(*sample) for sample in samples]
    out = {}
    for name in CONSTANTS:
        low, high = np.percentile([getattr(one, name) for one in models], (_TAIL, 100 - _TAIL))
        out[name] = Interval(getattr(fitted, name), float(low), float(high))
    return out
