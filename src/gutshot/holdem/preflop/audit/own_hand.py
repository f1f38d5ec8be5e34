"""The best response of a player whose own hand tells how each of the others is dealt.

The others are dealt as real cards leave them, but one by one: that two of them can't hold the same
card is left out. With two players that is exact. With more it serves to choose a response, which is
then measured on real deals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.holdem.preflop.deals import by_combos, class_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.cfr.forest import Seat
    from gutshot.holdem.preflop.audit.flat import FlatChart

__all__ = ["best_answer", "gradient_by_own_hand", "own_hand_gradients"]


def own_hand_gradients(
    flat: FlatChart, independent: list[NDArray[np.float64]]
) -> list[NDArray[np.float64]]:
    """Return by player what a unit of reach of each slot and hand earns, (slots, 169).

    independent : the same where hands are dealt independently, three-way pots by the table. To it
    is added what a player's own cards change, pots of three being shared by pairwise equities.
    """
    exact, weights = by_combos(), class_weights()
    equity = exact.won / exact.chance
    # (hands, own hands): how another is dealt, given one's own hand
    dealt = exact.chance.T / weights
    alike = np.broadcast_to(weights[:, None], dealt.shape)
    out = []
    masses = [flat.reaches @ how for how in (dealt, alike)]
    equities = [flat.reaches @ (how * equity.T) for how in (dealt, alike)]
    for player, gradient in enumerate(independent):
        known, plain = (
            _gradient(flat, player, mass, equal)
            for mass, equal in zip(masses, equities, strict=True)
        )
        out.append(gradient + weights * (known - plain))
    return out


def gradient_by_own_hand(
    flat: FlatChart, player: int, reaches: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return what a unit of reach of a player's slots and hands earns, (slots, 169).

    Pots of three are shared by pairwise equities. reaches : (rows, 169) of all players.
    """
    exact, weights = by_combos(), class_weights()
    dealt = exact.chance.T / weights
    equity = exact.won / exact.chance
    return weights * _gradient(flat, player, reaches @ dealt, reaches @ (dealt * equity.T))


def _gradient(
    flat: FlatChart, player: int, masses: NDArray[np.float64], equities: NDArray[np.float64]
) -> NDArray[np.float64]:
    from gutshot.holdem.preflop.audit._kernels import own_hand_gradient

    # (rows, own hands): the others' chance to come there and their equities, by one's own hand
    out = np.zeros_like(masses)
    slots = flat.forest.slots + flat.offsets[:-1, None]
    constants = np.ascontiguousarray(flat.constants[:, player])
    own_hand_gradient(player, slots, constants, *flat.terms(player), masses, equities, out)
    return out[flat.rows(player)]


def best_answer(
    seat: Seat,
    gradient: NDArray[np.float64],
    strategy: NDArray[np.float64],
    locked: NDArray[np.bool_],
) -> NDArray[np.float64]:
    """Return the strategy that earns most by a gradient, (slots, 169).

    Where nothing is gained on it, and where it is locked, the strategy stays as it is.
    """
    worth = gradient.copy()
    answer = strategy.copy()
    for first, count in zip(seat.first[::-1].tolist(), seat.actions[::-1].tolist(), strict=True):
        rows = slice(first, first + count)
        here = worth[rows]
        played = (strategy[rows] * here).sum(axis=0)
        best = here.max(axis=0)
        better = (best > played) & ~locked[first]
        pure = np.zeros_like(here)
        pure[here.argmax(axis=0), np.arange(here.shape[1])] = 1.0
        answer[rows] = np.where(better, pure, strategy[rows])
        worth[seat.parent[first]] += np.where(better, best, played)
    return answer
