"""Two players' spots before the flop as linear programmes, solved by HiGHS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cfr import linear_programme

from gutshot.holdem.preflop.deals import TwoHands

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from gutshot.cfr import Lock
    from gutshot.holdem.preflop.game import PreflopGame


def optimum(spot: PreflopGame, locks: Sequence[Lock] = ()) -> linear_programme.Optimum:
    """Return an equilibrium of the first player, and the value of the game."""
    forest, deals = spot.game.forest, spot.deals
    assert isinstance(deals, TwoHands)

    def won(end: int) -> NDArray[np.float64]:
        slope, constant, _ = spot.lines[int(forest.kinds[end])][0]
        worth: NDArray[np.float64] = slope * deals.won + constant * deals.chance
        return worth

    first, second = deals.chance.shape
    return linear_programme.optimum(forest, (first, second), won, locks)
