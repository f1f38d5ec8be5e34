"""What many hands bring: the chance of being behind after them, modelled and counted.

Hands are independent and played perfectly, one line each, so a payout sum is the N-fold convolution
of one hand's payouts. The normal model knows only their mean and variance; the convolution knows
their whole shape, and what it differs by is the model's error.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import erf, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.videopoker.payout_sums import payout_sums

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.videopoker.pay_table import PayTable

__all__ = ["LongRun", "chance_behind", "long_run", "modelled_chance_behind"]

ROUNDING: Final = 1e-6
"""Bound on the rounding of a convolved chance: N roundings of 2**-52 for up to a million hands."""


@dataclass(frozen=True, slots=True)
class LongRun:
    """What some number of hands brings, one coin each.

    net : expected result in bets. deviation : its standard deviation in bets.
    no_royal : chance that no natural royal comes, exact before it was rounded to a float.
    modelled : chance of being behind by the normal model. counted : by convolution, None where the
        payouts are too large for it.
    """

    hands: int
    net: Fraction
    deviation: float
    no_royal: float
    modelled: float
    counted: float | None


def long_run(
    table: PayTable,
    categories: Mapping[str, int],
    variance: Fraction,
    hands: int,
) -> LongRun:
    """Return what `hands` hands of a game bring.

    categories, variance : of the game played perfectly (`GameReturn`).
    """
    total = sum(categories.values())
    mean = sum(categories[x.category] * x.pays for x in table.lines) / Fraction(total)
    royal = next(x.category for x in table.lines if x.canonical == "royal_flush")
    return LongRun(
        hands=hands,
        net=hands * (mean - 1),
        deviation=sqrt(hands * variance),
        no_royal=float(1 - Fraction(categories[royal], total)) ** hands,
        modelled=modelled_chance_behind(mean, variance, table.scale, hands),
        counted=chance_behind(table, categories, hands),
    )


def modelled_chance_behind(mean: Fraction, variance: Fraction, scale: int, hands: int) -> float:
    """Return the normal model's chance that `hands` hands pay less than they cost.

    mean, variance : of one hand's payout. scale : the payouts' common denominator; sums are whole
        multiples of 1 / scale, and the model is read half a step below break-even.
    """
    edge = hands * (1 - mean) - Fraction(1, 2 * scale)
    return (1 + erf(edge / sqrt(2 * hands * variance))) / 2


def chance_behind(table: PayTable, categories: Mapping[str, int], hands: int) -> float | None:
    """Return the chance that `hands` hands pay less than they cost, within `ROUNDING`.

    None where `payout_sums` would need more than memory should hold.
    """
    total = sum(categories.values())
    shares = np.array([count / total for count in categories.values()])
    sums = payout_sums(table.scaled_pays, shares, hands)
    if sums is None:
        return None
    behind = float(sums.chances[: hands * table.scale].sum())
    return min(1.0, max(0.0, behind))
