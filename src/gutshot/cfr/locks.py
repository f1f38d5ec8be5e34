"""What players are made to do at some nodes with some hands, whatever it costs them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr.forest import Seat

__all__ = ["Lock", "LockedRows", "locked_rows"]

_SUM_ERROR: Final = 1e-9


@dataclass(frozen=True, eq=False)
class Lock:
    """What a player does at one of his nodes.

    Attributes
    ----------
    player : int
        Whose node it is.
    first : int
        The slot of its first action.
    chances : (actions, hands) float64
        Of each action, 0..1 and 1 in sum; not a number in all rows for a hand that is free.
    """

    player: int
    first: int
    chances: NDArray[np.float64]


class LockedRows(NamedTuple):
    """A player's locks as the kernels read them.

    at : (nodes,) int64, the row of each node's first action; -1 where nothing is locked.
    chances : (rows, hands) float64, not a number where a hand is free.
    """

    at: NDArray[np.int64]
    chances: NDArray[np.float64]


def locked_rows(seat: Seat, hands: int, locks: Sequence[Lock]) -> LockedRows:
    """Return the locks of one player.

    Raises
    ------
    InputError
        For a lock of no node, of a node that has one, of other shape, or of chances that are none.
    """
    at = np.full(len(seat.first), -1, np.int64)
    rows: list[NDArray[np.float64]] = [np.zeros((0, hands))]
    for lock in locks:
        node = int(np.searchsorted(seat.first, lock.first))
        if node == len(at) or seat.first[node] != lock.first:
            raise InputError(f"no node of player {lock.player} begins with slot {lock.first}")
        name = f"the lock of player {lock.player} at slot {lock.first}"
        if at[node] >= 0:
            raise InputError(f"{name} is there twice")
        if lock.chances.shape != (seat.actions[node], hands):
            raise InputError(f"{name} has not one chance for each of its actions and hands")
        free = np.isnan(lock.chances)
        held = lock.chances[:, ~free.any(axis=0)]
        if (free.any(axis=0) != free.all(axis=0)).any() or not _are_chances(held):
            raise InputError(f"{name} has chances that are none: from 0, in sum 1 for each hand")
        at[node] = sum(map(len, rows))
        rows.append(lock.chances)
    return LockedRows(at, np.vstack(rows))


def _are_chances(held: NDArray[np.float64]) -> bool:
    """Tell whether (actions, hands) are chances."""
    return bool((held >= 0).all() and (np.abs(held.sum(axis=0) - 1) < _SUM_ERROR).all())
