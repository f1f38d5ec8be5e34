"""One player's regrets and averages in lanes: hands in batches of 16, float32."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.cfr.forest import Seat

    Means: TypeAlias = NDArray[np.float32] | NDArray[np.uint16]
    Numbers: TypeAlias = NDArray[np.float32] | NDArray[np.int16] | NDArray[np.uint16]

__all__ = ["LANES", "SHARES", "LaneTable", "mean_weight"]

LANES: Final = 16
"""How many hands are calculated with at once; `compiled.lanes` has the same number."""
SHARES: Final = 65_535
"""What 1 is in means of 16 bits; `compiled.lanes` has the same number."""


class LaneTable:
    """Regrets and averages of a player's slots.

    The average of a node is the mean of the strategies played, with the weights of the schedule,
    not weighted by the player's own reach as in the row form: what he would do after a mistake of
    his own is an average as well, and one row a node is saved. How good averages are says the
    certificate, which doesn't ask how they came to be.

    Parameters
    ----------
    seat : Seat
        The player's sequences.
    roots : int
        How many slots, the first ones, have no action.
    batches : int
        How many times 16 hands.
    half : bool
        Whether numbers are kept in 16 bits, in half the memory: regrets with 3 digits instead of 7,
        means in 1 / 65,535. Means with 3 digits would stop to move while they are far from where
        they go: a strategy's weight in them falls with the iterations.

    Attributes
    ----------
    regret : (batches, slots - roots, 16) float32, or float16
    mean : (batches, slots - roots - nodes, 16) float32, or uint16
        Chances of all actions of each node but its last.
    """

    def __init__(self, seat: Seat, batches: int, roots: int = 1, *, half: bool = False) -> None:
        self.seat = seat
        self.roots = roots
        self.batches = batches
        slots = seat.slots - roots
        kind = np.float16 if half else np.float32
        self.regret: NDArray[np.floating[Any]] = np.zeros((batches, slots, LANES), kind)
        equal = np.repeat(1 / seat.actions, seat.actions - 1)
        shape = batches, len(equal), LANES
        self.mean: Means = np.empty(shape, np.uint16) if half else np.empty(shape, np.float32)
        self.mean[:] = self.as_means(equal)[:, None]

    def flat(self) -> tuple[Numbers, Numbers]:
        """Return regrets and means as the kernels take them."""
        regret, mean = self.regret.reshape(-1), self.mean.reshape(-1)
        half = regret.dtype == np.float16
        return regret.view(np.int16) if half else regret.view(np.float32), mean

    def as_means(self, chances: NDArray[np.floating[Any]]) -> Means:
        """Return chances, 0 to 1, as numbers of `mean`."""
        if self.regret.dtype == np.float16:
            return np.asarray(np.rint(chances * SHARES), np.uint16)
        return chances.astype(np.float32)

    def means(self) -> NDArray[np.float32]:
        """Return `mean` as chances, 0 to 1."""
        if self.mean.dtype == np.uint16:
            return self.mean * np.float32(1 / SHARES)
        return self.mean.view(np.float32)

    @property
    def nbytes(self) -> int:
        """Bytes of both arrays."""
        return self.regret.nbytes + self.mean.nbytes

    def average(self) -> NDArray[np.float64]:
        """Return the average strategy, (slots, 16 x batches): 1 at the roots."""
        out = np.ones((self.seat.slots, self.batches * LANES))
        rows = self.means().transpose(1, 0, 2).reshape(-1, self.batches * LANES)
        at = 0
        for first, count in zip(self.seat.first, self.seat.actions, strict=True):
            chances = rows[at : at + count - 1].astype(np.float64)
            out[first : first + count - 1] = chances
            # the kernels take what is left likewise; rounding may leave a little less than nothing
            out[first + count - 1] = np.maximum(1 - chances.sum(axis=0), 0.0)
            at += count - 1
        return out


def mean_weight(total: NDArray[np.float64], player: int, keep: float) -> float:
    """Add a strategy to a player's sum of weights, and return its share of the sum.

    total : (players,) sums of the weights so far, of which `keep` is kept.
    """
    total[player] = total[player] * keep + 1
    return 1 / float(total[player])
