"""What a strategy returns, counted exactly, and where what it loses is lost.

A deal that no line fits is played as drawing five new cards, all wild cards kept. EVs are compared
as whole numbers: a hold is wrong if its EV is below the best one, by however little.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from gutshot.frames import Rows
from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.game_return import common_denominator, hold_combinations, payout_variance
from gutshot.videopoker.strategy.following import UNCOVERED, Followed, follow
from gutshot.videopoker.strategy.held_sets import wild_cards
from gutshot.videopoker.strategy.line_reports import LineReport, Repeat, repeats, report_lines
from gutshot.videopoker.strategy_return import all_evs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.videopoker.deal_classes import DealClasses
    from gutshot.videopoker.pay_table import PayTable
    from gutshot.videopoker.strategy.priority_list import Strategy

__all__ = ["Mistake", "StrategyJudgement", "judge_strategy"]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A class of deals that a strategy plays worse than it could, or leaves open.

    deal : a member, rising card ids. deals : how many the class holds.
    held : the strategy's mask. best : all best masks.
    cost : EV lost per coin on such a deal; 0 only where no line fits.
    line, exception : places of what decides, counted from 0; None where no line fits, and where the
        line itself decides.
    """

    deal: tuple[int, ...]
    deals: int
    held: int
    best: tuple[int, ...]
    cost: Fraction
    line: int | None
    exception: int | None


@dataclass(frozen=True, eq=False)
class StrategyJudgement(Rows):
    """A strategy played on every deal of a game.

    return_fraction, best_return : per coin bet, of the strategy and of perfect play.
    variance : of the payout per coin bet when the strategy is played.
    categories : category to combinations; they sum to C(n, 5) x the common denominator of draws.
    followed : hold and line of every class of deals. masks : (classes,) the holds, those of deals
        that no line fits included. lost : (classes,) EV lost, times `ev_denominator`.
    wrong : classes that lose something, dearest first by deals x cost.
    uncovered : classes that no line fits, dearest first.
    lines : a report of each line. repeats : holds that are said twice.
    """

    table: PayTable
    strategy: Strategy
    return_fraction: Fraction
    best_return: Fraction
    variance: Fraction
    categories: dict[str, int]
    followed: Followed
    masks: NDArray[np.uint8]
    ties: NDArray[np.int64]
    lost: NDArray[np.int64]
    wrong: NDArray[np.intp]
    uncovered: NDArray[np.intp]
    lines: tuple[LineReport, ...]
    repeats: tuple[Repeat, ...]

    @property
    def deals(self) -> DealClasses:
        """The classes of deals, and how many deals each holds."""
        return deal_classes(self.table.deck.jokers)

    @property
    def ev_denominator(self) -> int:
        """Common denominator of all draws x payout scale."""
        return common_denominator(self.table.deck) * self.table.scale

    @property
    def cost(self) -> Fraction:
        """Return lost against perfect play."""
        return self.best_return - self.return_fraction

    @property
    def percent(self) -> float:
        """The return in percent."""
        return float(100 * self.return_fraction)

    @property
    def wrong_deals(self) -> int:
        """Deals that lose something."""
        return int(self.deals.weights[self.wrong].sum())

    @property
    def uncovered_deals(self) -> int:
        """Deals that no line fits."""
        return int(self.deals.weights[self.uncovered].sum())

    @property
    def uncovered_cost(self) -> Fraction:
        """Return lost on deals that no line fits."""
        return self._return_lost(self.uncovered)

    @property
    def undecided_deals(self) -> int:
        """Deals on which the deciding words fit holds of different EV, and preference chose."""
        return sum(line.undecided_deals for line in self.lines)

    def mistakes(self, count: int) -> tuple[Mistake, ...]:
        """Return the first `count` classes that lose something, dearest first by deals x cost."""
        return tuple(self._mistake(at) for at in self.wrong[:count].tolist())

    def open_deals(self, count: int) -> tuple[Mistake, ...]:
        """Return the first `count` classes that no line fits, dearest first."""
        return tuple(self._mistake(at) for at in self.uncovered[:count].tolist())

    def rows(self) -> list[dict[str, Any]]:
        """Return one row a line; costs as shares of the bet, counts of deals."""
        return [
            {
                "line": number,
                "wild_cards": line.dealt,
                "words": line.words(self.table),
                "deals": report.deals,
                "wrong_deals": report.wrong_deals,
                "cost": float(report.cost),
                "undecided_deals": report.undecided_deals,
                "exceptions_taken": sum(deals > 0 for deals in report.exceptions),
                "exceptions_never_taken": sum(deals == 0 for deals in report.exceptions),
            }
            for number, (line, report) in enumerate(
                zip(self.strategy.lines, self.lines, strict=True), 1
            )
        ]

    def _repr_html_(self) -> str:
        from gutshot.render.judgement_html import judgement_html

        return judgement_html(self)

    def _mistake(self, at: int) -> Mistake:
        line, exception = int(self.followed.lines[at]), int(self.followed.exceptions[at])
        ties = int(self.ties[at])
        return Mistake(
            deal=tuple(self.deals.cards[at].tolist()),
            deals=int(self.deals.weights[at]),
            held=int(self.masks[at]),
            best=tuple(mask for mask in range(32) if ties >> mask & 1),
            cost=Fraction(int(self.lost[at]), self.ev_denominator),
            line=None if line == UNCOVERED else line,
            exception=None if exception == UNCOVERED else exception,
        )

    def _return_lost(self, classes: NDArray[np.intp]) -> Fraction:
        weights, lost = self.deals.weights[classes].tolist(), self.lost[classes].tolist()
        total = sum(w * x for w, x in zip(weights, lost, strict=True))
        return Fraction(total, comb(self.table.deck.size, 5) * self.ev_denominator)


def judge_strategy(strategy: Strategy, table: PayTable) -> StrategyJudgement:
    """Return what a strategy earns on a pay table, and what each of its lines costs.

    Parameters
    ----------
    strategy
        Lines in words of this table's deck, as `read_strategy` gives them.
    table
        The pay table that is played.
    """
    deals = deal_classes(table.deck.jokers)
    evs = all_evs(table)
    followed = follow(strategy, table)
    places = np.arange(deals.count)
    # a deal that no line fits: five new cards, wild cards kept
    wild = (wild_cards(deals.cards, table.deck) * (1 << np.arange(5))).sum(axis=1)
    masks = np.where(followed.masks == UNCOVERED, wild, followed.masks).astype(np.uint8)
    best = evs.max(axis=1)
    lost = best - evs[places, masks]
    ties = ((evs == best[:, None]) * (np.int64(1) << np.arange(32))).sum(axis=1)
    hands = comb(table.deck.size, 5)
    unit = hands * common_denominator(table.deck) * table.scale
    categories = hold_combinations(table, masks)
    pays = table.scaled_pays.tolist()
    paid = sum(n * p for n, p in zip(categories.values(), pays, strict=True))
    total = sum(w * x for w, x in zip(deals.weights.tolist(), best.tolist(), strict=True))
    dearest = np.argsort(-(lost.astype(np.float64) * deals.weights), kind="stable")
    return StrategyJudgement(
        table=table,
        strategy=strategy,
        return_fraction=Fraction(paid, unit),
        best_return=Fraction(total, unit),
        variance=payout_variance(table, categories),
        categories=categories,
        followed=followed,
        masks=masks,
        ties=ties,
        lost=lost,
        wrong=dearest[lost[dearest] > 0],
        uncovered=dearest[followed.lines[dearest] == UNCOVERED],
        lines=report_lines(strategy, table, followed, evs, lost),
        repeats=repeats(strategy),
    )
