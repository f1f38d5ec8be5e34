"""The exact return of a whole game, and everything that follows from it.

Every class of deals gets its best hold (`_kernels.best_holds`); spreading the weights of the chosen
holds back over the subset tables (`_kernels.spread_holds`) gives the combinations of every kind of
hand at once, whatever the number of categories.

Return, variance and covariance are per coin bet, payouts "for 1". The return's denominator is
C(n, 5) x the common denominator of all draws (`common_denominator`) x the payouts' scale, and is
not reduced.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import comb, lcm
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.frames import Rows
from gutshot.videopoker.deal_classes import LANES, DealClasses, deal_classes
from gutshot.videopoker.pay_table import resolve
from gutshot.videopoker.subset_tables import subset_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.cards.decks import Deck
    from gutshot.videopoker.pay_table import PayTable

__all__ = [
    "HOLD_SIZE",
    "GameReturn",
    "analyse_game",
    "common_denominator",
    "completions",
    "draw_factors",
    "hold_combinations",
    "payout_variance",
    "return_denominator",
]

HOLD_SIZE: Final = tuple(mask.bit_count() for mask in range(32))
"""Cards held by each mask."""


@cache
def completions(deck: Deck, held: int) -> int:
    """Return C(n - 5, 5 - held): the draws that complete a hold of `held` cards."""
    return comb(deck.size - 5, 5 - held)


@cache
def common_denominator(deck: Deck) -> int:
    """Return the least common multiple of all numbers of draws: 7,669,695 for 52 cards."""
    return lcm(*(completions(deck, held) for held in range(6)))


def return_denominator(table: PayTable) -> int:
    """Return C(n, 5) x the common denominator of all draws x the payouts' scale."""
    return comb(table.deck.size, 5) * common_denominator(table.deck) * table.scale


@cache
def draw_factors(deck: Deck) -> NDArray[np.int64]:
    """Return (32,): the common denominator over the number of draws of each mask."""
    common = common_denominator(deck)
    factors = np.array([common // completions(deck, held) for held in HOLD_SIZE], np.int64)
    factors.flags.writeable = False
    return factors


@dataclass(frozen=True, eq=False)
class GameReturn(Rows):
    """A game played perfectly.

    best : (classes,) the best EV of each class of deals, times `ev_denominator`.
    ties : (classes,) the set of best masks of each class, bit m for mask m; positions are those of
        `deals.cards`.
    chosen : (classes,) the mask that the category counts follow: of the tied ones the least
        variance, then the most cards held, then the lowest mask.
    categories : category to combinations; their sum is `denominator` / scale.
    variance : of the payout per coin bet, least and most over the choice between tied holds.
    seconds : what the computation took.
    """

    table: PayTable
    deals: DealClasses
    best: NDArray[np.int64]
    ties: NDArray[np.int64]
    chosen: NDArray[np.uint8]
    categories: dict[str, int]
    variance: tuple[Fraction, Fraction]
    seconds: float

    @property
    def ev_denominator(self) -> int:
        """Common denominator of all draws x payout scale."""
        return common_denominator(self.table.deck) * self.table.scale

    @property
    def denominator(self) -> int:
        """C(n, 5) x `ev_denominator`, not reduced."""
        return return_denominator(self.table)

    @cached_property
    def numerator(self) -> int:
        """Of the return, over `denominator`."""
        pays = self.table.scaled_pays.tolist()
        return sum(n * p for n, p in zip(self.categories.values(), pays, strict=True))

    @property
    def return_fraction(self) -> Fraction:
        """The return per coin bet; 1 is break-even."""
        return Fraction(self.numerator, self.denominator)

    @property
    def percent(self) -> float:
        """The return in percent."""
        return float(100 * self.return_fraction)

    @cached_property
    def covariance(self) -> Fraction:
        """Covariance of two lines drawn to the same deal: the variance of the best EV over deals.

        The variance per unit of an n-play game is covariance + (variance - covariance) / n.
        """
        evs, which = np.unique(self.best, return_inverse=True)
        weights = np.zeros(len(evs), np.int64)
        np.add.at(weights, which, self.deals.weights)
        squares = sum(w * ev * ev for w, ev in zip(weights.tolist(), evs.tolist(), strict=True))
        mean_square = Fraction(squares, comb(self.table.deck.size, 5) * self.ev_denominator**2)
        return mean_square - self.return_fraction**2

    @cached_property
    def distinct_evs(self) -> int:
        """How many different values the best EV takes."""
        return len(np.unique(self.best))

    @property
    def hit_frequency(self) -> Fraction:
        """The share of hands that end in a category of the table."""
        total = sum(self.categories.values())
        return Fraction(total - self.categories["no_win"], total)

    @property
    def royal_cycle(self) -> Fraction | None:
        """Hands per natural royal, or None when perfect play never makes one."""
        royal = next(x.category for x in self.table.lines if x.canonical == "royal_flush")
        made = self.categories[royal]
        return Fraction(sum(self.categories.values()), made) if made else None

    @cached_property
    def held(self) -> tuple[int, int, int, int, int, int]:
        """Deals (of C(n, 5)) on which the chosen hold keeps 0, 1, ... 5 cards."""
        out = [0] * 6
        for mask in range(32):
            out[HOLD_SIZE[mask]] += int(self.deals.weights[self.chosen == mask].sum())
        return (out[0], out[1], out[2], out[3], out[4], out[5])

    def rows(self) -> list[dict[str, Any]]:
        """Return one row a category; payout and return per coin bet, share of all hands."""
        total = sum(self.categories.values())
        pays = {line.category: line.pays for line in self.table.lines}
        return [
            {
                "category": category,
                "pays": float(pays.get(category, 0)),
                "combinations": combinations,
                "share": combinations / total,
                "return": float(pays.get(category, 0) * combinations / total),
            }
            for category, combinations in self.categories.items()
        ]

    def _repr_html_(self) -> str:
        from gutshot.render.videopoker_html import return_html

        return return_html(self)

    @cached_property
    def tied(self) -> NDArray[np.bool_]:
        """(classes,) whether more than one hold is best."""
        tied: NDArray[np.bool_] = self.ties & (self.ties - 1) != 0
        return tied

    @property
    def tied_deals(self) -> int:
        """Deals with more than one best hold."""
        return int(self.deals.weights[self.tied].sum())

    @property
    def tied_classes(self) -> int:
        """Classes of deals with more than one best hold."""
        return int(self.tied.sum())


def analyse_game(table: PayTable) -> GameReturn:
    """Return a game's exact return, variance and category combinations under perfect play."""
    from gutshot.videopoker import _kernels  # numba is loaded on first need

    start = perf_counter()
    deals = deal_classes(table.deck.jokers)
    rows = deals.rows
    tables = subset_tables(table.deck)
    factors = draw_factors(table.deck)
    line_of_kind = resolve(table.order, tables.kinds)
    pay_of_kind = table.scaled_pays[line_of_kind]
    sums = tables.sums(pay_of_kind)
    of_deal = np.zeros(len(rows) * LANES, np.int64)
    of_deal[: deals.count] = pay_of_kind[tables.deal_kinds]
    best = np.empty(len(of_deal), np.int64)
    ties = np.empty(len(of_deal), np.int64)
    _kernels.best_holds(rows, sums, of_deal, factors, best, ties)
    best, ties = best[: deals.count], ties[: deals.count]

    chosen, spread_of_moment = _choose_holds(table, deals, ties, of_deal, factors)

    categories = hold_combinations(table, chosen)
    total = sum(categories.values())
    least = payout_variance(table, categories)
    return GameReturn(
        table=table,
        deals=deals,
        best=best,
        ties=ties,
        chosen=chosen,
        categories=categories,
        variance=(least, least + Fraction(spread_of_moment, total * table.scale**2)),
        seconds=perf_counter() - start,
    )


def hold_combinations(table: PayTable, masks: NDArray[np.uint8]) -> dict[str, int]:
    """Return the combinations of each category when every class of deals is played by its mask.

    masks : (classes,) one of 0..31 each, positions as in `deal_classes`.
    """
    from gutshot.videopoker import _kernels

    deals = deal_classes(table.deck.jokers)
    tables = subset_tables(table.deck)
    per_row = np.zeros(len(tables.starts) - 1, np.int64)
    per_deal = np.zeros(deals.count, np.int64)
    factors = draw_factors(table.deck)
    _kernels.spread_holds(deals.rows, masks, deals.weights, factors, per_row, per_deal)
    per_kind = tables.kind_sums(per_row)
    np.add.at(per_kind, tables.deal_kinds, per_deal)
    combinations = np.zeros(len(table.lines) + 1, np.int64)
    np.add.at(combinations, resolve(table.order, tables.kinds), per_kind)
    return dict(zip(table.categories, combinations.tolist(), strict=True))


def payout_variance(table: PayTable, categories: dict[str, int]) -> Fraction:
    """Return the variance of the payout per coin bet, of combinations of each category."""
    counts = categories.values()
    pays = table.scaled_pays.tolist()
    total = sum(counts)
    mean = Fraction(sum(n * p for n, p in zip(counts, pays, strict=True)), total * table.scale)
    squares = sum(n * p * p for n, p in zip(counts, pays, strict=True))
    return Fraction(squares, total * table.scale**2) - mean**2


def _choose_holds(
    table: PayTable,
    deals: DealClasses,
    ties: NDArray[np.int64],
    of_deal: NDArray[np.int64],
    factors: NDArray[np.int64],
) -> tuple[NDArray[np.uint8], int]:
    """Return the mask chosen for every class, and how far the second moment can be raised.

    The second number is over all tied deals: weight x (largest - least second moment of a tied
    hold), in units of 1 / (combinations x scale**2).
    """
    from gutshot.videopoker import _kernels

    # one best hold: its mask is the position of its only bit (exact: a power of two below 2**53)
    chosen = (np.frexp(ties.astype(np.float64))[1] - 1).astype(np.uint8)
    at = np.flatnonzero(ties & (ties - 1))
    if not len(at):
        return chosen, 0
    tables = subset_tables(table.deck)
    squares = table.scaled_pays[resolve(table.order, tables.kinds)].astype(object) ** 2
    bound = int(max(squares)) * common_denominator(table.deck)
    if bound < 2**62:
        squares = squares.astype(np.int64)
        square_of_deal = np.zeros(len(of_deal), np.int64)
        square_of_deal[: deals.count] = squares[tables.deal_kinds]
        moments = _kernels.all_sums(deals.rows, tables.sums(squares), square_of_deal, at) * factors
    else:  # payouts too large for 64 bits: the same sums in Python's integers
        square_of_deal = np.zeros(len(of_deal), object)
        square_of_deal[: deals.count] = squares[tables.deal_kinds]
        sums = np.add.reduceat(
            tables.entry_counts.astype(object) * squares[tables.entry_kinds], tables.starts[:-1]
        )
        moments = np.empty((len(at), 32), object)
        moments[:, :31] = sums[deals.rows[at // LANES, :, at % LANES]]
        moments[:, 31] = square_of_deal[at]
        for bit in range(5):
            for mask in range(32):
                if not mask >> bit & 1:
                    moments[:, mask] -= moments[:, mask | 1 << bit]
        moments *= factors.astype(object)
    best = (ties[at, None] >> np.arange(32)) & 1 == 1
    least = np.where(best, moments, np.inf if bound >= 2**62 else 2**62).min(axis=1)
    most = np.where(best, moments, -1).max(axis=1)
    steady = best & (moments == least[:, None])
    # least variance; then most cards, then lowest mask
    preference = np.array([HOLD_SIZE[mask] * 32 + 31 - mask for mask in range(32)])
    chosen[at] = np.where(steady, preference, -1).argmax(axis=1)
    raised = sum(
        w * (high - low)
        for w, high, low in zip(
            deals.weights[at].tolist(), most.tolist(), least.tolist(), strict=True
        )
    )
    return chosen, raised
