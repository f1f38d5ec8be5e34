"""Two pay tables side by side: what they play differently, and what the wrong strategy costs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from gutshot.errors import PayTableError
from gutshot.videopoker.deal_classes import LANES
from gutshot.videopoker.game_return import GameReturn, analyse_game, draw_factors
from gutshot.videopoker.pay_table import resolve
from gutshot.videopoker.subset_tables import subset_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.pay_table import PayTable

__all__ = ["Comparison", "Difference", "compare_games"]


@dataclass(frozen=True, slots=True)
class Difference:
    """A class of deals that two tables play differently.

    deal : a member, by rising card id; best_a, best_b : best masks under each table.
    deals : how many deals the class holds.
    cost : EV lost per coin on table B by playing the best of A's holds, on this deal.
    """

    deal: tuple[int, ...]
    best_a: tuple[int, ...]
    best_b: tuple[int, ...]
    deals: int
    cost: Fraction


@dataclass(frozen=True, eq=False)
class Comparison:
    """What A's strategy does on B.

    a, b : the two games played perfectly.
    classes : the classes of deals whose best holds under A and under B have no hold in common, by
        what they cost in total, dearest first.
    lost : EV lost on each of them, times B's `ev_denominator`.
    """

    a: GameReturn
    b: GameReturn
    classes: NDArray[np.intp]
    lost: NDArray[np.int64]

    @property
    def deals(self) -> int:
        """Deals that no hold plays perfectly under both tables."""
        return int(self.b.deals.weights[self.classes].sum())

    @property
    def cost(self) -> Fraction:
        """Return lost on B by playing A's strategy, its ties broken in B's favour."""
        weights = self.b.deals.weights[self.classes].tolist()
        total = sum(w * x for w, x in zip(weights, self.lost.tolist(), strict=True))
        return Fraction(total, self.b.denominator)

    @property
    def return_of_a_on_b(self) -> Fraction:
        """The return of A's strategy on table B."""
        return self.b.return_fraction - self.cost

    def dearest(self, count: int) -> tuple[Difference, ...]:
        """Return the first `count` classes in full, or all when there are fewer."""
        deals = self.b.deals
        return tuple(
            Difference(
                deal=tuple(deals.cards[at].tolist()),
                best_a=_masks(int(self.a.ties[at])),
                best_b=_masks(int(self.b.ties[at])),
                deals=int(deals.weights[at]),
                cost=Fraction(lost, self.b.ev_denominator),
            )
            for at, lost in zip(
                self.classes[:count].tolist(), self.lost[:count].tolist(), strict=True
            )
        )


def compare_games(a: PayTable, b: PayTable) -> Comparison:
    """Return how perfect play differs between two tables of the same deck.

    Raises
    ------
    PayTableError
        When the decks differ: their deals can't be matched.
    """
    from gutshot.videopoker import _kernels  # numba is loaded on first need

    if a.deck != b.deck:
        msg = (
            f"{a.name} is played with the deck {a.deck.name}, {b.name} with {b.deck.name};"
            " compare two tables of one deck"
        )
        raise PayTableError(msg)
    game_a, game_b = analyse_game(a), analyse_game(b)
    at = np.flatnonzero(game_a.ties & game_b.ties == 0)
    deals = game_b.deals
    tables = subset_tables(b.deck)
    pay_of_kind = b.scaled_pays[resolve(b.order, tables.kinds)]
    of_deal = np.zeros(len(deals.rows) * LANES, np.int64)
    of_deal[: deals.count] = pay_of_kind[tables.deal_kinds]
    sums = _kernels.all_sums(deals.rows, tables.sums(pay_of_kind), of_deal, at)
    held_by_a = (game_a.ties[at, None] >> np.arange(32)) & 1 == 1
    best_of_a = np.where(held_by_a, sums * draw_factors(b.deck), -1).max(axis=1)
    lost = game_b.best[at] - best_of_a
    order = np.argsort(-(lost.astype(np.float64) * deals.weights[at]), kind="stable")
    return Comparison(game_a, game_b, at[order], lost[order])


def _masks(ties: int) -> tuple[int, ...]:
    return tuple(mask for mask in range(32) if ties >> mask & 1)
