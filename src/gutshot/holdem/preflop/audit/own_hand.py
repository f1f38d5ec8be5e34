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
    from gutshot.holdem.preflop.audit.prize_terms import Terms

__all__ = ["best_answer", "gradient_by_own_hand", "own_hand_gradients"]


def own_hand_gradients(
    flat: FlatChart, independent: list[NDArray[np.float64]]
) -> list[NDArray[np.float64]]:
    """Return by player what a unit of reach of each slot and hand earns, (slots, 169).

    independent : the same where hands are dealt independently, three-way pots by the table. To it
    is added what a player's own cards change, pots of three being shared by pairwise equities.
    """
    exact, weights = by_combos(), class_weights()
    # (hands, own hands): how another is dealt, given one's own hand
    dealt = exact.chance.T / weights
    alike = np.broadcast_to(weights[:, None], dealt.shape)
    out = []
    ways = [(how, *_seen(flat, flat.reaches, how)) for how in (dealt, alike)]
    for player, gradient in enumerate(independent):
        terms = flat.terms(player)
        known, plain = (
            _gradient(flat, player, terms, masses, between)
            + _by_edges(flat, player, flat.reaches, masses, how)
            for how, masses, between in ways
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
    masses, between = _seen(flat, reaches, dealt)
    found = _gradient(flat, player, flat.terms(player), masses, between)
    return weights * (found + _by_edges(flat, player, reaches, masses, dealt))


def _seen(
    flat: FlatChart, reaches: NDArray[np.float64], dealt: NDArray[np.float64]
) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
    """Return by row and own hand the others' chance to come there, and equities and ties so."""
    return reaches @ dealt, [reaches @ (dealt * between.T) for between in flat.between_two]


def _gradient(
    flat: FlatChart,
    player: int,
    terms: list[Terms],
    masses: NDArray[np.float64],
    between_two: list[NDArray[np.float64]],
) -> NDArray[np.float64]:
    from gutshot.holdem.preflop.audit._kernels import own_hand_gradient

    out = np.zeros_like(masses)
    slots = flat.forest.slots + flat.offsets[:-1, None]
    constants = np.ascontiguousarray(flat.apart[:, player])
    for met, told in zip(terms, between_two, strict=True):
        own_hand_gradient(player, slots, constants, *met, masses, told, out)
        constants = np.zeros_like(constants)
    return out[flat.rows(player)]


def _by_edges(
    flat: FlatChart,
    player: int,
    reaches: NDArray[np.float64],
    masses: NDArray[np.float64],
    dealt: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return what edges by hand earn, (slots, 169): one's own, less the mean of the other's."""
    edges, slots = flat.edges, flat.forest.slots + flat.offsets[:-1, None]
    out = np.zeros_like(masses[flat.rows(player)])
    for own in range(2):
        mine = edges.players[:, own] == player
        for other in range(flat.players):
            at = np.flatnonzero(mine & (edges.players[:, 1 - own] == other))
            if not len(at):
                continue
            ends = edges.ends[at]
            theirs = slots[other, ends]
            earned = edges.by_class[at, own] * masses[theirs]
            earned -= (reaches[theirs] * edges.by_class[at, 1 - own]) @ dealt
            for third in range(flat.players):
                if third not in {player, other}:
                    earned *= masses[slots[third, ends]]
            np.add.at(out, flat.forest.slots[player, ends], earned)
    return out


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
