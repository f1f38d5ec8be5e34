"""Three-way equities in few dimensions: what pairwise ones miss, zero in sum whatever is dealt.

The share of hand a in a pot with b and c is (e_ab + e_ac) / 3, with pairwise equities e, and R_abc
on top. R is symmetric in b and c, and R_abc + R_bca + R_cab = 0. Each of its three sides is brought
into the same few dimensions, those of the largest eigenvalues when hands are weighed as they are
dealt: that keeps both properties, so that no chips are made or lost.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.catalogue import artefact
from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import compatible_combos
from gutshot.holdem.three_way.table import shares_of_three

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "DIMENSIONS",
    "FORM",
    "ThreeWayForm",
    "exact_form",
    "fitted_form",
    "missing_shares",
    "shipped_form",
    "table_form",
    "table_missing",
]

FORM: Final = ("holdem/three_way_basis.npy", "holdem/three_way_core.npy")

DIMENSIONS: Final = 92
"""Of the shipped form: one more than there are pairs of ranks, with which the error falls most."""


class ThreeWayForm(NamedTuple):
    """R as ``sum_ijk core_ijk basis_ai basis_bj basis_ck``.

    basis : (hands, r) float64.
    core : (r, r (r + 1) / 2) float32, the pair of j and k <= j at ``j (j + 1) / 2 + k``.
    """

    basis: NDArray[np.float64]
    core: NDArray[np.float32]

    def shares(self) -> NDArray[np.float64]:
        """Return R, (hands, hands, hands)."""
        return _at(self.basis, _unfolded(self.core.astype(np.float64)))


def missing_shares(shares: NDArray[np.float64], equity: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return R of shares (hands, hands, hands) and pairwise equities (hands, hands).

    Where shares are 0, because three hands can't be dealt together, so is R.
    """
    missing = np.empty_like(shares)
    # hand by hand: all at once takes three times the memory
    for own, (share, pair) in enumerate(zip(shares, equity, strict=True)):
        missing[own] = np.where(share > 0, share - (pair[:, None] + pair) / 3, 0.0)
    return missing


def table_missing() -> NDArray[np.float64]:
    """Return R of the 169 classes by the shipped table, (169, 169, 169): 39 MB, in 0.3 s."""
    wins, ties = class_equities()
    equity = (wins + 0.5 * ties) / (BOARDS * compatible_combos())
    return missing_shares(shares_of_three(), equity)


@cache
def shipped_form() -> ThreeWayForm:
    """Return R of the 169 classes in `DIMENSIONS`; its error is in the manifest."""
    basis, core = (artefact(name) for name in FORM)
    return ThreeWayForm(basis, core)


@cache
def table_form() -> ThreeWayForm:
    """Return R of the 169 classes by the shipped table, nothing left out: 10 MB."""
    return exact_form(table_missing())


def exact_form(missing: NDArray[np.float64]) -> ThreeWayForm:
    """Return R as a form that leaves nothing out."""
    return ThreeWayForm(np.eye(len(missing)), _folded(missing))


def fitted_form(
    missing: NDArray[np.float64], weights: NDArray[np.float64], dimensions: int
) -> ThreeWayForm:
    """Return R in some dimensions, hands weighed by (hands,) weights."""
    root = np.sqrt(weights)
    weighed = missing * root[:, None, None] * root[None, :, None] * root
    sides = [np.moveaxis(weighed, side, 0).reshape(len(weights), -1) for side in range(3)]
    _, vectors = np.linalg.eigh(sum(side @ side.T for side in sides))
    kept = vectors[:, ::-1][:, :dimensions]
    core = _at(kept.T, weighed)
    return ThreeWayForm(kept / root[:, None], _folded(core))


def _at(basis: NDArray[np.float64], core: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``sum_ijk core_ijk basis_ai basis_bj basis_ck``."""
    for _ in range(3):
        # the side that is done goes to the end, so that after three all are in their places
        core = np.moveaxis(np.tensordot(basis, core, (1, 0)), 0, -1)
    return core


def _folded(core: NDArray[np.float64]) -> NDArray[np.float32]:
    at = np.tril_indices(core.shape[1])
    return np.ascontiguousarray(core[:, at[0], at[1]], np.float32)


def _unfolded(folded: NDArray[np.float64]) -> NDArray[np.float64]:
    size = len(folded)
    out = np.zeros((size, size, size))
    rows, columns = np.tril_indices(size)
    out[:, rows, columns] = folded
    out[:, columns, rows] = folded
    return out
