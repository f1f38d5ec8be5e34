"""Edges by hand fitted to solved flops, on top of the four constants: ridge, held out by spots.

What the commitment leaves of an EV is a sum of unknowns: each edge adds its feature of the class
where it is the seat's own, and takes the mean feature of the other's hands where it is the other
seat's; the slope adds the equity less a half. Least squares over classes, weighed half by how often
they are there and half by their combos, spots alike, with a penalty on the squares of the unknowns,
each in units of how much of the EV it moves: where rows say nothing of a hand, it is as others are.
How large the penalty is, is what does best on spots left out; and what the model is worth is
measured on spots that neither the unknowns, nor the penalty, nor the commitment have seen, in
whatever chart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.holdem.preflop.hand_edges import (
    FEATURES,
    SEATS_AFTER,
    HandEdges,
    growth,
    hand_features,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.calibrate.spot_means import SpotMeans
    from gutshot.holdem.preflop.flop_model import FlopModel

__all__ = [
    "FORM",
    "OTHER_FORMS",
    "PENALTIES",
    "Fitting",
    "Form",
    "fit_by_hand",
    "form_of",
    "predicted",
    "squared_error",
]

PENALTIES: Final = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
_COMMON: Final = 0.03
"""The part of the penalty for what all hands have in common: the slope, and a seat's whole edge."""


@dataclass(frozen=True)
class Form:
    """Which unknowns there are.

    Attributes
    ----------
    halves : tuple of float
        As of `HandEdges`.
    edges : tuple of (str, str, str)
        When an edge counts, of which seat it is, and its feature.
    """

    halves: tuple[float, ...]
    edges: tuple[tuple[str, str, str], ...]

    @property
    def unknowns(self) -> int:
        """How many numbers are fitted."""
        return len(self.halves) * (1 + len(self.edges))


def form_of(halves: tuple[float, ...], by_raiser: Sequence[str] = ()) -> Form:
    """Return a form with all features of both seats, and some of them by who raised last too."""
    always = [("any", seat, feature) for seat in SEATS_AFTER for feature in FEATURES]
    raised = [
        (raiser, seat, feature)
        for raiser in SEATS_AFTER
        for seat in SEATS_AFTER
        for feature in by_raiser
    ]
    return Form(halves, (*always, *raised))


FORM: Final = form_of((1.0, 8.0), ("all",))
"""The form of the model that is fitted."""
OTHER_FORMS: Final = {
    "one term by SPR": form_of((4.0,), ("all",)),
    "whoever raised last": form_of(FORM.halves),
    "more of a hand by who raised last": form_of(
        FORM.halves, ("all", "strength", "pair", "high", "low", "suited", "straights")
    ),
}
"""What else an edge could be, by name, to be held against `FORM`."""


def predicted(model: FlopModel, spot: SpotMeans) -> NDArray[np.float64]:
    """Return what a model says that classes are worth, in shares of the pot, (2, 169)."""
    spr = spot.spr
    put_in = model.commitment_of_two(spr) * spr
    played = 1 + 2 * put_in
    out: NDArray[np.float64] = played * spot.equity - put_in
    by_hand = model.by_hand
    if by_hand is None:
        edge = model.edge(spr) * played
        out += np.array([[-edge], [edge]])
        return out
    numbers = [by_hand.of_features(seat, spr, spot.ending.aggressor) for seat in SEATS_AFTER]
    for seat in range(2):
        out[seat] += hand_features() @ numbers[seat] - spot.met[seat] @ numbers[1 - seat]
    return out


def squared_error(model: FlopModel, spot: SpotMeans) -> float:
    """Return the mean squared error over both seats' classes, weighed, in shares of the pot."""
    apart = predicted(model, spot) - spot.ev
    return float((spot.weight * apart**2).sum() / 2)


class Fitting:
    """Spots as equations, to be solved with some of them and with any penalty.

    Parameters
    ----------
    spots : sequence of SpotMeans
        All of them.
    form : Form
        The unknowns.
    """

    def __init__(self, spots: Sequence[SpotMeans], form: Form) -> None:
        self.form = form
        self._spots = spots
        self._columns = [self._columns_of(spot) for spot in spots]
        weights = [spot.fit_weight.reshape(-1, 1) / 2 for spot in spots]
        self._weighed = [w * c for w, c in zip(weights, self._columns, strict=True)]
        products = [w.T @ c for w, c in zip(self._weighed, self._columns, strict=True)]
        self._products = np.array(products)
        common = [True, *(feature == FEATURES[0] for _, _, feature in form.edges)]
        self._free = np.repeat(np.where(common, _COMMON, 1.0), len(form.halves))

    def _columns_of(self, spot: SpotMeans) -> NDArray[np.float64]:
        """Return what a unit of each unknown adds to classes, (2 x 169, unknowns)."""
        grown = growth(spot.spr, self.form.halves, np.inf)
        columns = [(spot.equity - 0.5).ravel()]
        for raised, seat, feature in self.form.edges:
            number = FEATURES.index(feature)
            own = SEATS_AFTER.index(seat)
            column = np.zeros(spot.equity.shape)
            if raised in {"any", spot.ending.aggressor}:
                column[own] = hand_features()[:, number]
                column[1 - own] = -spot.met[1 - own][:, number]
            columns.append(column.ravel())
        found = np.array(columns).T[:, :, None] * grown
        return found.reshape(len(found), -1)

    def _left(self, base: FlopModel) -> NDArray[np.float64]:
        """Return by spot the products of unknowns with what the commitment leaves."""
        return np.array(
            [
                weighed.T @ self._apart(base, spot)
                for weighed, spot in zip(self._weighed, self._spots, strict=True)
            ]
        )

    @staticmethod
    def _apart(base: FlopModel, spot: SpotMeans) -> NDArray[np.float64]:
        """Return what a base without its edge leaves of EVs, (2 x 169,)."""
        no_edge = replace(base, edge_offset=0.0, edge_slope=0.0, edge_cap=0.0)
        return (spot.ev - predicted(no_edge, spot)).ravel()

    def errors(
        self, base: FlopModel, among: NDArray[np.int64], groups: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Return the mean squared error on groups held out in turn, by penalty.

        among : spots that are looked at. groups : by spot of all, which are held out together.
        """
        left = self._left(base)
        whole = self._products[among].sum(axis=0), left[among].sum(axis=0)
        out = np.zeros(len(PENALTIES))
        for group in np.unique(groups[among]).tolist():
            held = among[groups[among] == group]
            count = len(among) - len(held)
            products = (whole[0] - self._products[held].sum(axis=0)) / count
            rest = (whole[1] - left[held].sum(axis=0)) / count
            solved = _ridges(products, rest, self._free, PENALTIES)
            for at in held.tolist():
                spot = self._spots[at]
                missed = self._apart(base, spot)[:, None] - self._columns[at] @ solved.T
                out += spot.fit_weight.ravel() / 2 @ missed**2
        return out / len(among)

    def model(self, base: FlopModel, among: NDArray[np.int64], penalty: float) -> FlopModel:
        """Return the four constants with edges by hand fitted to some spots."""
        left = self._left(base)[among].mean(axis=0)
        (found,) = _ridges(self._products[among].mean(axis=0), left, self._free, (penalty,))
        terms = found.reshape(-1, len(self.form.halves))
        slope, *edges = [tuple(float(round(x, 5)) for x in row) for row in terms]
        deepest = max(self._spots[at].spr for at in among.tolist())
        by_hand = HandEdges(
            "By hand",
            self.form.halves,
            float(deepest),
            slope,
            tuple((*edge, row) for edge, row in zip(self.form.edges, edges, strict=True)),
        )
        return replace(base, by_hand=by_hand)


def _ridges(
    products: NDArray[np.float64],
    left: NDArray[np.float64],
    free: NDArray[np.float64],
    penalties: Sequence[float],
) -> NDArray[np.float64]:
    """Return the unknowns by penalty, (penalties, unknowns).

    free : by unknown the part of the penalty that counts for it.
    """
    scale = np.sqrt(np.maximum(np.diag(products) * free, 1e-12))
    scaled = products / scale / scale[:, None]
    values, vectors = np.linalg.eigh(scaled)
    inside = vectors.T @ (left / scale)
    shrunk = inside / (np.maximum(values, 0) + np.array(penalties)[:, None])
    found: NDArray[np.float64] = shrunk @ vectors.T / scale
    return found


def fit_by_hand(
    fitting: Fitting,
    base: FlopModel,
    among: NDArray[np.int64],
    groups: NDArray[np.int64],
) -> tuple[FlopModel, float]:
    """Return the model fitted to some spots, and its penalty, best on groups of them held out."""
    errors = fitting.errors(base, among, groups)
    penalty = PENALTIES[int(errors.argmin())]
    return fitting.model(base, among, penalty), penalty
