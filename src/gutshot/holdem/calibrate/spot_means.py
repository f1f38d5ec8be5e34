"""What flops of an ending are worth on average, by class, and how sure a sample of flops is of it.

A flop counts by the deals that it leaves possible, and the flops of a sample count alike. All
averages are over classes by how often they are there, so that a seat's weights add up to 1.

Checked down, every row is solved as well: what a sample of flops does to equities is known, since
over all flops they are exact, and as far as EVs go with equities from flop to flop it is taken off
them. Without that a few flops would spread equities, and the slope of EV against equity would be
that of boards rather than that of hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.calibrate.exact_equities import exact
from gutshot.holdem.hand_classes import compatible_combos
from gutshot.holdem.preflop.deals import class_weights
from gutshot.holdem.preflop.hand_edges import hand_features

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.calibrate.rows import CalibrationRows, FlopEnding

__all__ = ["MOMENTS", "SpotMeans", "SpotRows", "spots_of"]

MOMENTS: Final = ("equity", "ev", "equity2", "equity_ev", "ev2")
"""Averages over a seat's classes, of which the fits of four constants need no more."""


@dataclass(frozen=True, eq=False)
class SpotMeans:
    """An ending averaged over flops.

    Attributes
    ----------
    ending : FlopEnding
        What was solved.
    flops : int
        How many of its flops.
    weight : (2, 169) float64
        By seat the share of deals with a class; a seat's add up to 1.
    equity, ev : (2, 169) float64
        Checked down, over all flops, and solved, in shares of the pot; 0 where the weight is 0.
    met : (2, 169, features) float64
        Mean features of the other's hand where a seat holds a class.
    noise : (2, 169) float64
        Variance of `ev` that is due to the sample of flops; nan where there is one flop.
    """

    ending: FlopEnding
    flops: int
    weight: NDArray[np.float64]
    equity: NDArray[np.float64]
    ev: NDArray[np.float64]
    met: NDArray[np.float64]
    noise: NDArray[np.float64]

    @property
    def name(self) -> str:
        """The ending's name."""
        return self.ending.name

    @property
    def spr(self) -> float:
        """Chips behind over the pot."""
        return self.ending.spr

    @property
    def fit_weight(self) -> NDArray[np.float64]:
        """What classes count in a fit, (2, 169): half by how often they are there, half by combos.

        Decisions hang on hands that hardly come: those that would, if it were worth more.
        """
        combos = np.where(self.weight > 0, class_weights(), 0.0)
        out: NDArray[np.float64]
        out = (self.weight + combos / combos.sum(axis=1, keepdims=True)) / 2
        return out


class SpotRows:
    """The rows of an ending, to be averaged with any counts of its flops.

    Parameters
    ----------
    found : CalibrationRows
        The file.
    name : str
        Of the ending.

    Attributes
    ----------
    ending : FlopEnding
        What was solved.
    flops : int
        How many rows there are.
    """

    def __init__(self, found: CalibrationRows, name: str) -> None:
        rows = found.of(name)
        self.ending = found.endings[name]
        self.flops = len(rows)
        self._mass = np.array([row.mass for row in rows])
        self._equity, self._ev = (
            np.array([np.where(row.share > 0, getattr(row, key), 0.0) for row in rows])
            for key in ("equity", "ev")
        )
        mass = self._mass
        parts = [mass, mass * self._equity, mass * self._ev]
        self._sums = np.stack([part.reshape(self.flops, -1) for part in parts])
        self._met: NDArray[np.float64] | None = None
        share, equity = exact(self.ending)
        there = mass.sum(axis=0) > 0
        self._weight = np.where(there, share, 0.0)
        self._weight /= self._weight.sum(axis=1, keepdims=True)
        self._exact = np.where(there, equity, 0.0)
        self._control = self._fitted_control()

    def _fitted_control(self) -> float:
        """Return by how much EVs go with equities from flop to flop; 1 of a single flop."""
        if self.flops == 1:
            return 1.0
        equity, ev = self._apart()
        return float((self._mass * ev * equity).sum() / (self._mass * equity**2).sum())

    def _apart(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return by flop how far equities and EVs are from their means, (flops, 2, 169)."""
        _, equity, ev = self._sampled(np.ones(self.flops))
        return self._equity - equity, self._ev - ev

    def _sampled(
        self, counts: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Return sums of mass, and means of equities and EVs over flops, (2, 169) each."""
        mass, equity, ev = (counts @ part for part in self._sums)
        there = mass > 0
        equity = np.divide(equity, mass, out=np.zeros_like(mass), where=there)
        ev = np.divide(ev, mass, out=np.zeros_like(mass), where=there)
        return mass.reshape(2, -1), equity.reshape(2, -1), ev.reshape(2, -1)

    def _mean(
        self, counts: NDArray[np.float64] | None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Return weights, exact equities and EVs, (2, 169) each."""
        mass, equity, ev = self._sampled(np.ones(self.flops) if counts is None else counts)
        weight = np.where(mass > 0, self._weight, 0.0)
        ev = ev - self._control * (equity - self._exact)
        return weight / weight.sum(axis=1, keepdims=True), self._exact, ev

    def moments(self, counts: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Return averages by seat, (2, len(MOMENTS)).

        counts : how often each flop counts; None is once.
        """
        weight, equity, ev = self._mean(counts)
        powers = np.stack([equity, ev, equity**2, equity * ev, ev**2], axis=2)
        found: NDArray[np.float64] = np.einsum("sh,shm->sm", weight, powers)
        return found

    def means(self) -> SpotMeans:
        """Return the averages over all flops."""
        weight, equity, ev = self._mean(None)
        apart_equity, apart_ev = self._apart()
        apart = apart_ev - self._control * apart_equity
        total = self._mass.sum(axis=0)
        noise = np.full(total.shape, np.nan)
        if self.flops > 1:
            squares = (self._mass**2 * apart**2).sum(axis=0) * self.flops / (self.flops - 1)
            noise = np.divide(squares, total**2, out=np.zeros_like(total), where=total > 0)
        if self._met is None:
            self._met = _met_features(self.ending)
        return SpotMeans(self.ending, self.flops, weight, equity, ev, self._met, noise)


def _met_features(ending: FlopEnding) -> NDArray[np.float64]:
    """Return mean features of the other's hand by seat and class, before the flop takes cards."""
    out = []
    for seat in range(2):
        chance = compatible_combos() * ending.ranges[1 - seat]
        total = chance.sum(axis=1, keepdims=True)
        mean = np.divide(chance, total, out=np.zeros_like(chance), where=total > 0)
        out.append(mean @ hand_features())
    return np.array(out)


def spots_of(found: CalibrationRows) -> list[SpotRows]:
    """Return the endings that have rows and no rake, in the order of the file.

    Raises
    ------
    InputError
        When there are fewer than four.
    """
    solved = {row.ending for row in found.rows}
    spots = [
        SpotRows(found, name)
        for name, ending in found.endings.items()
        if name in solved and not ending.rake and ending.spr > 0
    ]
    if len(spots) < 4:
        raise InputError(
            f"a fit takes rows of at least 4 endings without rake; there are {len(spots)}"
        )
    return spots
