"""Following every deal's best hold while the meter rises: exact thresholds, in 64 bits.

A threshold is ``da / db`` of two holds' lines. It is kept as its whole part and the nearest float
of the rest. The rests' denominators are at most the common denominator of all draws, below 2**24,
so two different rests lie at least 2**-48 apart and never share a float, and equal ones always do:
comparing these pairs is comparing the rationals.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.videopoker.meter import StraightPart

__all__ = ["Crossings", "Walk", "walk"]

_SLICE: Final = 1 << 14
"""Classes of deals looked at together: 32 holds of them fit into some megabytes."""


@dataclass(frozen=True, eq=False)
class Crossings:
    """Where a class of deals gets another best hold, in the order of the thresholds.

    deals : (n,) the class. da, db : (n,) the threshold is da / db / scale bets.
    before, after : (n,) sets of the masks that are best just below and just above, bit m = mask m.
    """

    deals: NDArray[np.int64]
    da: NDArray[np.int64]
    db: NDArray[np.int64]
    before: NDArray[np.int64]
    after: NDArray[np.int64]

    def jackpots(self, scale: int) -> list[Fraction]:
        """Return the thresholds in bets."""
        pairs = zip(self.da.tolist(), self.db.tolist(), strict=True)
        return [Fraction(da, db * scale) for da, db in pairs]


@dataclass(frozen=True, eq=False)
class Walk:
    """A straight part followed from its low end to its high end.

    a, b : the game's line just above the low end; its return at a meter of x bets is
        ``(a / scale + b x) / unit``, until the first crossing.
    crossings : all from the low end, which is counted in `a` and `b`, up to below the high end.
    weights : deals of each crossing's class.
    """

    part: StraightPart
    a: int
    b: int
    crossings: Crossings
    weights: NDArray[np.int64]


def walk(
    part: StraightPart,
    weights: NDArray[np.int64],
    progress: Callable[[float], None] = lambda _: None,
) -> Walk:
    """Follow the best holds of every class of deals over a straight part.

    weights : (classes,) deals of each class. progress : is told the share that is done, 0..1.
    """
    a_total = b_total = 0
    found: list[tuple[NDArray[np.int64], ...]] = []
    for start in range(0, len(weights), _SLICE):
        deals = np.arange(start, min(start + _SLICE, len(weights)))
        a, b = part.lines(deals)
        at = _best(a, b, part.low, part.scale)
        now_a, now_b = _taken(a, at), _taken(b, at)
        of = weights[deals].tolist()
        a_total += sum(w * x for w, x in zip(of, now_a.tolist(), strict=True))
        b_total += sum(w * x for w, x in zip(of, now_b.tolist(), strict=True))
        moving = np.flatnonzero(_best_ev(a, b, part.high, part.scale) > _ev(now_a, now_b, part))
        found += _crossings(part, deals[moving], a[moving], b[moving], at[moving])
        progress(float(deals[-1] + 1) / len(weights))
    nothing = (np.empty(0, np.int64),) * 5
    columns = [np.concatenate(column) for column in zip(nothing, *found, strict=True)]
    whole, rest = columns[1] // columns[2], columns[1] % columns[2]
    order = np.lexsort((columns[0], rest / columns[2], whole))
    crossings = Crossings(*(column[order] for column in columns))
    return Walk(part, a_total, b_total, crossings, weights[crossings.deals])


def _evs(
    a: NDArray[np.int64], b: NDArray[np.int64], meter: Fraction, scale: int
) -> NDArray[np.int64]:
    """Return EVs of lines at a meter, times scale and the meter's denominator."""
    return a * meter.denominator + b * (meter.numerator * scale)


def _best_ev(
    a: NDArray[np.int64], b: NDArray[np.int64], meter: Fraction, scale: int
) -> NDArray[np.int64]:
    best: NDArray[np.int64] = _evs(a, b, meter, scale).max(axis=1)
    return best


def _ev(a: NDArray[np.int64], b: NDArray[np.int64], part: StraightPart) -> NDArray[np.int64]:
    """Return EVs of one line a class at the part's high end."""
    return _evs(a, b, part.high, part.scale)


def _best(
    a: NDArray[np.int64], b: NDArray[np.int64], meter: Fraction, scale: int
) -> NDArray[np.intp]:
    """Return the hold that is best just above a meter: of the best ones the steepest."""
    evs = _evs(a, b, meter, scale)
    best = evs == evs.max(axis=1)[:, None]
    steepest: NDArray[np.intp] = np.where(best, b, -1).argmax(axis=1)
    return steepest


def _taken(lines: NDArray[np.int64], at: NDArray[np.intp]) -> NDArray[np.int64]:
    return np.take_along_axis(lines, at[:, None], axis=1)[:, 0]


def _crossings(
    part: StraightPart,
    deals: NDArray[np.int64],
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    at: NDArray[np.intp],
) -> list[tuple[NDArray[np.int64], ...]]:
    """Return the columns of `Crossings` in pieces, one for each further crossing of a deal."""
    out: list[tuple[NDArray[np.int64], ...]] = []
    powers = np.int64(1) << np.arange(32)
    while len(deals):
        now_a, now_b = _taken(a, at)[:, None], _taken(b, at)[:, None]
        db = b - now_b
        steeper = db > 0
        db = np.where(steeper, db, 1)
        da = np.where(steeper, now_a - a, 0)
        whole = np.where(steeper, da // db, np.iinfo(np.int64).max)
        rest = np.where(steeper, da % db / db, 2.0)
        soonest = whole == whole.min(axis=1)[:, None]
        rest = np.where(soonest, rest, 2.0)
        soonest &= steeper & (rest == rest.min(axis=1)[:, None])
        after = np.where(soonest, b, -1).argmax(axis=1)
        da, db = _taken(da, after), _taken(db, after)
        # at the high end itself the next part begins
        below = da * part.high.denominator < db * (part.high.numerator * part.scale)
        inside = np.flatnonzero(soonest.any(axis=1) & below)
        a, b, deals, after = a[inside], b[inside], deals[inside], after[inside]
        was = (a == now_a[inside]) & (b == now_b[inside])
        next_a, next_b = _taken(a, after)[:, None], _taken(b, after)[:, None]
        will = (a == next_a) & (b == next_b)
        out.append((deals, da[inside], db[inside], was @ powers, will @ powers))
        at = after
    return out
