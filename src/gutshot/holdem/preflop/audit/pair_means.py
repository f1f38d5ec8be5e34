"""What a chart is worth to a player by his own hand and one other's, others dealt independently.

These means are known exactly under real deals too, since of every two hands the chances are. An
audit draws only what they leave: that makes its errors small, and no answer wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gutshot.holdem.preflop.audit.pair_edges import edge_means
from gutshot.holdem.preflop.deals import by_combos, class_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.preflop.audit.flat import FlatChart
    from gutshot.holdem.preflop.audit.prize_terms import Terms

__all__ = ["PairMeans", "pair_means"]


class PairMeans(NamedTuple):
    """Means of what a player earns.

    pairs : (players, players, 169, 169) by player, other, and their hands.
    own : (players, 169) by player and his hand.
    real : (players,) what ``sum_other pairs - (players - 2) own`` is on average over real deals.
    """

    pairs: NDArray[np.float64]
    own: NDArray[np.float64]
    real: NDArray[np.float64]


def pair_means(flat: FlatChart, plays: NDArray[np.float64]) -> PairMeans:
    """Return the means, pots of three and more shared by pairwise equities.

    With prizes, who looks on at two others takes what their hands are worth to him on average.

    plays : (rows, 169) each player's own reach, or a difference of two; others' is the chart's.
    """
    players, weights = flat.players, class_weights()
    chance = by_combos().chance
    masses = np.array(
        [(flat.reaches[flat.rows(p)] @ weights)[slots] for p, slots in enumerate(flat.forest.slots)]
    )
    seen = [(flat.reaches * weights) @ between.T for between in flat.between_two]
    pairs = np.zeros((players, players, len(weights), len(weights)))
    own = np.zeros((players, len(weights)))
    real = np.zeros(players)
    for player in range(players):
        terms = flat.terms(player)
        for other in range(players):
            if other != player:
                found = _mean(flat, plays, masses, seen, terms, (player, other))
                pairs[player, other] = found
                real[player] += (found * chance).sum()
        own[player] = pairs[player, 1 if player == 0 else 0] @ weights
        real[player] -= (players - 2) * own[player] @ weights
        if not len(flat.edges.ends):
            continue
        # edges against who folds are left to the draw: a mean that is known leaves out nothing
        for other in range(players):
            if other != player:
                two = (player, other)
                found = edge_means(
                    flat.edges,
                    flat.forest.slots,
                    _product(masses, set(two)),
                    plays[flat.rows(player)],
                    flat.reaches[flat.rows(other)],
                    two,
                )
                pairs[player, other] += found
                real[player] += (found * chance).sum()
    return PairMeans(pairs, own, real)


def _mean(
    flat: FlatChart,
    plays: NDArray[np.float64],
    masses: NDArray[np.float64],
    seen: list[NDArray[np.float64]],
    terms: list[Terms],
    two: tuple[int, int],
) -> NDArray[np.float64]:
    """Return (own hands, other's hands) of one player and one other."""
    from gutshot.holdem.preflop._kernels import add_rows
    from gutshot.holdem.preflop.audit._kernels import add_products

    player, other = two
    slots, offsets = flat.forest.slots, flat.offsets
    theirs = flat.reaches[flat.rows(other)]
    mine = plays[flat.rows(player)]
    rest = _product(masses, {player, other})
    # (other's slots, own hands): what endings of a slot bring whatever the other's hand is
    apart = np.zeros_like(theirs)
    add_rows(slots[other], rest * flat.apart[:, player], slots[player], mine, apart)
    out = np.zeros((theirs.shape[1],) * 2)
    for between, rows_seen, (ends, whom, amounts) in zip(
        flat.between_two, seen, terms, strict=True
    ):
        met = np.zeros_like(theirs)
        with_him = whom == other
        at = ends[with_him]
        add_rows(slots[other, at], rest[at] * amounts[with_him], slots[player, at], mine, met)
        for third in range(flat.players):
            chosen = whom == third
            if third in two or not chosen.any():
                continue
            at = ends[chosen]
            factors = _product(masses[:, at], {player, other, third}) * amounts[chosen]
            rows = slots[third, at] + offsets[third]
            add_products(slots[other, at], factors, slots[player, at], mine, rows, rows_seen, apart)
        out += between * (met.T @ theirs)
    out += apart.T @ theirs
    return out


def _product(masses: NDArray[np.float64], without: set[int]) -> NDArray[np.float64]:
    kept = [at for at in range(len(masses)) if at not in without]
    product: NDArray[np.float64] = masses[kept].prod(axis=0)
    return product
