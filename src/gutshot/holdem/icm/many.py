"""What stacks are worth at many tables with the same prizes: endings of a hand, one table each.

Stacks decide alone, whoever holds them: tables with the same stacks in another order are one. So
thousands of endings come down to some hundreds that are counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.holdem.icm.integral import by_integral

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["many_equities"]

_SET_PLAYERS: Final = 12  # beyond, an integral takes less time than 2 ** players sets
_SLICE: Final = 200  # tables between two reports


def many_equities(
    stacks: NDArray[np.float64],
    prizes: Sequence[float],
    progress: Callable[[float], None] | None = None,
) -> NDArray[np.float64]:
    """Return what each stack is worth by the independent chip model, by table.

    As `icm_equities`, in doubles: players without chips share the places that are left for them.
    Up to 12 players with chips the rounding is below 1e-12 of the first prize; beyond that the
    integral is used, to 1e-10 of it.

    Parameters
    ----------
    stacks : (tables, players) float64
        0 or more, at least one above 0 at each table.
    prizes : sequence of float
        Best first, not rising, above 0 in sum; those beyond the players are nobody's.
    progress : callable
        Told the share of the work that is done.
    """
    places = np.zeros(stacks.shape[1])
    given = np.array(prizes, np.float64)[: len(places)]
    places[: len(given)] = given
    order = np.argsort(-stacks, axis=1, kind="stable")
    falling = np.take_along_axis(stacks, order, axis=1)
    different, which = np.unique(falling, axis=0, return_inverse=True)
    worth = _of_different(different, places, progress)
    out = np.empty_like(stacks)
    np.put_along_axis(out, order, worth[which.reshape(-1)], axis=1)
    return out


def _of_different(
    stacks: NDArray[np.float64],
    places: NDArray[np.float64],
    progress: Callable[[float], None] | None,
) -> NDArray[np.float64]:
    """Return the worth of stacks, falling at each table, one prize a player."""
    from gutshot.holdem.icm._kernels import finish_in_sets

    out = np.empty_like(stacks)
    with_chips = np.count_nonzero(stacks, axis=1)
    done = 0
    for alive in np.unique(with_chips).tolist():
        tables = np.flatnonzero(with_chips == alive)
        paid = places[: max(1, int(np.count_nonzero(places[:alive])))]
        if alive < len(places):
            out[tables, alive:] = places[alive:].mean()
        for start in range(0, len(tables), _SLICE):
            part = tables[start : start + _SLICE]
            here = np.ascontiguousarray(stacks[part, :alive])
            found = np.empty_like(here)
            if alive <= _SET_PLAYERS:
                finish_in_sets(here, paid, found)
            else:
                for row, table in enumerate(here):
                    found[row] = by_integral(table.tolist(), places[:alive].tolist())[0]
            out[part, :alive] = found
            done += len(part)
            if progress is not None:
                progress(done / len(stacks))
    return out
