"""The return as straight pieces of its meter, added up from the walks of all deals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from gutshot.videopoker.deal_classes import deal_classes
from gutshot.videopoker.meter_walk import Walk, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.videopoker.meter import Meter

__all__ = ["Piece", "pieces_of", "walks_of"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A straight piece of the return, from `jackpot` in bets to the next piece's.

    return_fraction : at `jackpot`. slope : return gained for every bet that the meter rises.
    deals : deals (of C(n, 5)) that are played otherwise than just below `jackpot`.
    """

    jackpot: Fraction
    return_fraction: Fraction
    slope: Fraction
    deals: int


def walks_of(
    meter: Meter,
    low: Fraction,
    high: Fraction,
    progress: Callable[[float], None] = lambda _: None,
) -> tuple[Walk, ...]:
    """Follow every class of deals from one meter to another, part by part."""
    weights = deal_classes(meter.table.deck.jokers).weights
    parts = meter.parts(low, high)

    def told(before: int, share: float) -> None:
        progress((before + share) / len(parts))

    return tuple(walk(part, weights, partial(told, i)) for i, part in enumerate(parts))


def pieces_of(one: Walk) -> list[Piece]:
    """Return the straight pieces of a walk, a new one wherever the play of some deal changes."""
    scale, unit = one.part.scale, one.part.meter.unit
    a, b, moved = one.a, one.b, one.crossings

    def piece(jackpot: Fraction, deals: int) -> Piece:
        return Piece(jackpot, (Fraction(a, scale) + b * jackpot) / unit, Fraction(b, unit), deals)

    out = [piece(one.part.low, 0)]
    rows = zip(moved.da.tolist(), moved.db.tolist(), one.weights.tolist(), strict=True)
    for jackpot, same in groupby(rows, lambda row: Fraction(row[0], row[1] * scale)):
        deals = 0
        for da, db, weight in same:
            a, b, deals = a - weight * da, b + weight * db, deals + weight
        out.append(piece(jackpot, deals))
    return out
