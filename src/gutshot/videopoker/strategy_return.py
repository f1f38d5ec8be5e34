"""The exact return of any way to play: a choice of holds for every class of deals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from gutshot.videopoker.deal_classes import LANES, deal_classes
from gutshot.videopoker.game_return import common_denominator, draw_factors
from gutshot.videopoker.pay_table import resolve
from gutshot.videopoker.subset_tables import subset_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.pay_table import PayTable

__all__ = ["CostlyDeal", "StrategyReturn", "all_evs", "strategy_return"]


@dataclass(frozen=True, slots=True)
class CostlyDeal:
    """A class of deals that a strategy plays worse than it could.

    deal : a member, rising card ids; deals : how many the class holds.
    cost : EV lost per coin on such a deal, in the mean over the strategy's own chances.
    """

    deal: tuple[int, ...]
    deals: int
    cost: Fraction


@dataclass(frozen=True, eq=False)
class StrategyReturn:
    """What a strategy returns.

    return_fraction : per coin bet; best : of perfect play.
    costly : the dearest classes by deals x cost, dearest first.
    wrong_deals : deals on which it may lose something.
    """

    return_fraction: Fraction
    best: Fraction
    costly: tuple[CostlyDeal, ...]
    wrong_deals: int

    @property
    def cost(self) -> Fraction:
        """Return lost against perfect play."""
        return self.best - self.return_fraction


def all_evs(table: PayTable) -> NDArray[np.int64]:
    """Return (classes, 32) EVs of all holds over the common denominator of all draws x scale."""
    from gutshot.videopoker import _kernels  # numba is loaded on first need

    deals = deal_classes(table.deck.jokers)
    tables = subset_tables(table.deck)
    pay_of_kind = table.scaled_pays[resolve(table.order, tables.kinds)]
    of_deal = np.zeros(len(deals.rows) * LANES, np.int64)
    of_deal[: deals.count] = pay_of_kind[tables.deal_kinds]
    every = np.arange(deals.count)
    evs: NDArray[np.int64] = _kernels.all_sums(
        deals.rows, tables.sums(pay_of_kind), of_deal, every
    ) * draw_factors(table.deck)
    return evs


def strategy_return(
    table: PayTable, weights: NDArray[np.int64], *, costliest: int = 5
) -> StrategyReturn:
    """Return what a strategy earns on a table.

    weights : (classes, 32) whole-number chances of each mask, each row of the same sum (at most
        1,000), masks by the positions of `deal_classes`.
    costliest : how many of the dearest classes to name.
    """
    deals = deal_classes(table.deck.jokers)
    parts = int(weights[0].sum())
    evs = all_evs(table)
    best = evs.max(axis=1)
    lost = parts * best - (weights * evs).sum(axis=1)
    unit = common_denominator(table.deck) * table.scale
    hands = comb(table.deck.size, 5)

    def mean(per_class: NDArray[np.int64], denominator: int) -> Fraction:
        total = sum(w * x for w, x in zip(deals.weights.tolist(), per_class.tolist(), strict=True))
        return Fraction(total, hands * denominator)

    top = mean(best, unit)
    order = np.argsort(-(lost.astype(np.float64) * deals.weights), kind="stable")[:costliest]
    return StrategyReturn(
        return_fraction=top - mean(lost, unit * parts),
        best=top,
        costly=tuple(
            CostlyDeal(
                tuple(deals.cards[at].tolist()),
                int(deals.weights[at]),
                Fraction(int(lost[at]), unit * parts),
            )
            for at in order
            if lost[at]
        ),
        wrong_deals=int(deals.weights[lost > 0].sum()),
    )
