"""Which deals offer what can be held: the look-up of `held_ids`, turned round.

A line with conditions looks at the discards of each hold that fits its words. Found from the words,
these holds are a few thousands; found from the deals, all 32 holds of each would be asked.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from gutshot.videopoker.strategy.held_sets import held_ids, held_sets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.pay_table import PayTable

__all__ = ["fitting_holds"]


def fitting_holds(
    table: PayTable, fits: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return class and mask of every hold of every class of deals that some words fit.

    fits : (ids,) what the words fit, as of `Phrase.fits`. Classes rise, masks rise within each.
    """
    places, starts = _holders(table)
    which = np.flatnonzero(fits)
    sizes = starts[which + 1] - starts[which]
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    # the k-th place of the i-th id, all ids one behind the other
    at = np.repeat(starts[which] - (ends - sizes), sizes) + np.arange(total)
    found = np.sort(places[at]).astype(np.intp)
    return found >> 5, found & 31


@lru_cache(maxsize=2)
def _holders(table: PayTable) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return class x 32 + mask of all holds, by id, and where each id's begin; 17 MB."""
    ids = held_ids(table).ravel().astype(np.uint16)
    places = np.argsort(ids, kind="stable").astype(np.int32)
    sizes = np.bincount(ids, minlength=len(held_sets(table)))
    return places, np.concatenate([[0], np.cumsum(sizes)])
