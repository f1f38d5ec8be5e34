"""The meter of a progressive: one line of a pay table whose payout moves.

A hand that makes the meter's category is paid the larger of the meter and its next best line, so
every hold's EV is convex and piecewise linear in the meter, and straight between two other payouts.
There it is ``a + b x``: `a` is what the other lines bring, `b` how often the meter is paid.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import comb, lcm
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.errors import InputError, PayTableError
from gutshot.evaluate.categories import BIT, canonical_category
from gutshot.videopoker.deal_classes import LANES, deal_classes
from gutshot.videopoker.game_return import common_denominator, draw_factors
from gutshot.videopoker.pay_table import MAX_SCALED_PAYOUT, from_mapping, resolve
from gutshot.videopoker.subset_tables import subset_tables

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from gutshot.videopoker.pay_table import PayLine, PayTable

__all__ = ["Meter", "StraightPart", "meter_of"]

ROYAL: Final = "royal_flush"


@dataclass(frozen=True, eq=False)
class StraightPart:
    """All holds between two neighbouring payouts of the other lines.

    low, high : meters in bets between which every hold's EV is a straight line.
    scale : common denominator of the other lines' payouts.
    """

    meter: Meter
    low: Fraction
    high: Fraction
    scale: int

    def lines(self, deals: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return a and b of the 32 holds of some classes of deals, both (n, 32).

        A hold's EV in bets at a meter of x bets is ``(a / scale + b x) / common_denominator``.
        """
        from gutshot.videopoker import _kernels  # numba is loaded on first need

        table = self.meter.table
        classes = deal_classes(table.deck.jokers)
        tables = subset_tables(table.deck)
        middle = (self.low + self.high) / 2
        ordered = sorted(
            (-(middle if line is self.meter.line else line.pays), BIT[line.canonical], line)
            for line in table.lines
        )
        order = tuple(line.canonical if pays else "" for pays, _, line in ordered)
        of_kind = resolve(order, tables.kinds)
        moving = [line is self.meter.line for *_, line in ordered] + [False]
        fixed = [0 if line is self.meter.line else line.pays * self.scale for *_, line in ordered]
        out = []
        for pays in ([int(x) for x in fixed] + [0], [int(x) for x in moving]):
            pay_of_kind = np.array(pays, np.int64)[of_kind]
            of_deal = np.zeros(len(classes.rows) * LANES, np.int64)
            of_deal[: classes.count] = pay_of_kind[tables.deal_kinds]
            sums = _kernels.all_sums(classes.rows, tables.sums(pay_of_kind), of_deal, deals)
            out.append(sums * draw_factors(table.deck))
        return out[0], out[1]


@dataclass(frozen=True, eq=False)
class Meter:
    """A pay table and the line of it that is the meter."""

    table: PayTable
    line: PayLine

    def table_at(self, jackpot: Fraction) -> PayTable:
        """Return the pay table with the meter at `jackpot` bets.

        Raises
        ------
        PayTableError
            When that payout is too large or too fine to be computed.
        """
        if jackpot == self.line.pays:
            return self.table
        pays: dict[str, object] = {line.category: line.pays for line in self.table.lines}
        return from_mapping(
            self.table.name,
            self.table.deck.name,
            pays | {self.line.category: jackpot},
            id=self.table.id,
            family=self.table.family,
        )

    def parts(self, low: Fraction, high: Fraction) -> tuple[StraightPart, ...]:
        """Return the straight parts between two meters, in order.

        Raises
        ------
        PayTableError
            When a bound is too large or too fine for 64 bits, together with the other payouts.
        """
        others = [line.pays for line in self.table.lines if line is not self.line]
        scale = lcm(*(pays.denominator for pays in others))
        for bound in (low, high):
            largest = max([bound, *others]) * scale * bound.denominator
            if largest > MAX_SCALED_PAYOUT:
                msg = (
                    f"a jackpot of {bound} bets is too large or too fine beside the other payouts;"
                    f" it can be at most {MAX_SCALED_PAYOUT:,} over all denominators"
                )
                raise PayTableError(msg)
        cuts = sorted({low, high, *(pays for pays in others if low < pays < high)})
        return tuple(StraightPart(self, a, b, scale) for a, b in pairwise(cuts))

    @property
    def always_enough(self) -> int:
        """A meter in bets at which the game returns all of a bet: dealt hands alone bring it."""
        tables = subset_tables(self.table.deck)
        pays = tables.kinds[tables.deal_kinds] >> BIT[self.line.canonical] & 1 == 1
        dealt = int(deal_classes(self.table.deck.jokers).weights[pays].sum())
        return -(-comb(self.table.deck.size, 5) // dealt)

    @property
    def unit(self) -> int:
        """C(n, 5) x the common denominator of all draws: what sums over the game are out of."""
        return comb(self.table.deck.size, 5) * common_denominator(self.table.deck)


def meter_of(table: PayTable, category: str = ROYAL) -> Meter:
    """Return the meter on a line of a table.

    Raises
    ------
    InputError
        When the table has no such line.
    """
    wanted = category.strip().lower().replace("-", "_").replace(" ", "_")
    wanted = canonical_category(wanted) or ""
    for line in table.lines:
        if line.canonical == wanted:
            return Meter(table, line)
    lines = ", ".join(line.category for line in table.lines)
    msg = f"{table.name} has no line '{category[:40]}' to be the meter; its lines are {lines}"
    raise InputError(msg)
