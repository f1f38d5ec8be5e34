"""All outcomes of three hands in few dimensions: what shares miss, and who shares with whom.

Six numbers say how a pot of hands a, b, c ends, as seen from a: what pairwise equities miss of a's
share, and of b's less c's; the chance that a shares with one of the others alone, and that with b
less that with c; that b and c share; that all do. Every one is even or odd in b and c, so that half
of the pairs of dimensions are enough. All are seen in the basis of `form`, and from one core each,
so that the three hands never see different chances of the same outcome.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gutshot.holdem.hand_classes import class_of_combos
from gutshot.holdem.three_way.form import ThreeWayForm, shipped_form, table_form
from gutshot.holdem.three_way.table import chops_of_three

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "EVEN",
    "ODD",
    "OutcomesForm",
    "outcomes_form",
    "shipped_outcomes_form",
    "table_outcomes_form",
]

EVEN = ("missing", "chops with one", "others chop", "all chop")
ODD = ("missing of b less c", "chops with b less c")


class OutcomesForm(NamedTuple):
    """Six functions of three hands, as ``sum_ijk core_ijk basis_ai basis_bj basis_ck``.

    basis : (hands, r) float64.
    even : (4, r, r (r + 1) / 2) float32, in the order of `EVEN`; the pair of j and k <= j stands at
        ``j (j + 1) / 2 + k``, for both orders.
    odd : (2, r, r (r + 1) / 2) float32, in the order of `ODD`; the other order has the other sign.
    """

    basis: NDArray[np.float64]
    even: NDArray[np.float32]
    odd: NDArray[np.float32]


def outcomes_form(
    missing: ThreeWayForm,
    weights: NDArray[np.float64],
    chops: NDArray[np.floating[Any]],
    all_chop: NDArray[np.floating[Any]],
) -> OutcomesForm:
    """Return the form of outcomes in the basis of the form of shares.

    weights : (hands,) how often hands are dealt: what the basis leaves out is least in their sense.
    chops : (hands, hands, hands) chance that the first two share a pot, and the third does not.
    all_chop : (hands, hands, hands) that all three share it.
    """
    basis = missing.basis
    weighed = basis.T * weights
    seen = np.linalg.solve(weighed @ basis, weighed).astype(np.float64)
    shares = np.zeros((len(seen),) * 3)
    rows, columns = np.tril_indices(len(seen))
    shares[:, rows, columns] = shares[:, columns, rows] = missing.core
    pair, everybody = (_seen(seen, np.array(tensor, np.float64)) for tensor in (chops, all_chop))
    by_b = np.moveaxis(shares, 0, 1)  # of b, as seen from a: first a, then b, then c
    by_c = np.moveaxis(shares, 0, 2)
    with_b, with_c = pair, pair.transpose(0, 2, 1)
    even = (shares, with_b + with_c, np.moveaxis(pair, 2, 0), everybody)
    odd = (by_b - by_c, with_b - with_c)
    return OutcomesForm(
        basis,
        *(
            np.array([core[:, rows, columns] for core in cores], np.float32)
            for cores in (even, odd)
        ),
    )


def _seen(seen: NDArray[np.float64], core: NDArray[np.float64]) -> NDArray[np.float64]:
    for _ in range(3):
        # the side that is done goes to the end, so that after three all are in their places
        core = np.moveaxis(np.tensordot(seen, core, (1, 0)), 0, -1)
    return core


@cache
def shipped_outcomes_form() -> OutcomesForm:
    """Return the outcomes of the 169 classes in the dimensions of the shipped form: 0.4 s.

    Over all deals of three classes, each by its own probability, the root mean square error is
    0.0014 for the chance that two certain hands share a pot, 0.0004 that all do.
    """
    return outcomes_form(shipped_form(), _dealt(), *chops_of_three())


@cache
def table_outcomes_form() -> OutcomesForm:
    """Return the outcomes of the 169 classes, nothing left out: 58 MB."""
    return outcomes_form(table_form(), _dealt(), *chops_of_three())


def _dealt() -> NDArray[np.float64]:
    out: NDArray[np.float64] = np.bincount(class_of_combos()) / len(class_of_combos())
    return out
