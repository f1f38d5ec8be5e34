"""Which hands a spot's ranges make on its board, and whether both can be dealt at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import combo_cards
from gutshot.holdem.postflop.spec import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.postflop.spec import Spot

__all__ = ["combos_of", "pair_weights", "refuse_undealt"]

_UNDEALT = "the two ranges can't be dealt together on this board"


def combos_of(spot: Spot, player: int) -> NDArray[np.int64]:
    """Return the numbers of a player's combos that share no card with the board, (hands,).

    Raises
    ------
    InputError
        When there is none.
    """
    held = spot.ranges[player].weights > 0
    apart = ~np.isin(combo_cards(), spot.board).any(axis=1)
    combos = np.flatnonzero(held & apart).astype(np.int64)
    if not len(combos):
        raise InputError(f"{PLAYERS[player]}_range has no hand that the board leaves possible")
    return combos


def pair_weights(
    combos: Sequence[NDArray[np.int64]], weights: Sequence[NDArray[np.float64]]
) -> list[NDArray[np.float64]]:
    """Return for each hand the summed weights of the other player's hands without its cards.

    Raises
    ------
    InputError
        When no two hands can be dealt together.
    """
    first, second = (combo_cards()[numbers].astype(np.int64) for numbers in combos)
    apart = (first[:, None, :, None] != second[None, :, None, :]).all(axis=(2, 3))
    found = [apart @ weights[1], apart.T @ weights[0]]
    if not float(found[0] @ weights[0]):
        raise InputError(_UNDEALT)
    return found


def refuse_undealt(spot: Spot) -> None:
    """Refuse ranges that leave no deal, as `pair_weights` does, in a moment."""
    first, second = (combo_cards()[combos_of(spot, player)] for player in range(2))
    if not any((~np.isin(second, hand).any(axis=1)).any() for hand in first):
        raise InputError(_UNDEALT)
