"""The four constants of the flop model, fitted to solved flops: each by itself, and all at once.

A player at SPR s gets ``S equity - c s + S e`` of the pot, with commitment ``c = 1 / (1 + s^a)``,
the slope ``S = 1 + 2 c s``, and the edge e in position and -e out of it,
``min(cap, max(0, offset + slope log2(1 + s)))``. Over the classes of a seat that is a straight line
in equity, so that

- its slope says S and with it c, whatever the edge is: of all spots the exponent a;
- the difference of the two seats' means, less S times that of their equities, is 2 S e.

That is the staged fit. The joint fit finds the constants with the least squared error over classes,
weighed by how often they are there, spots alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.holdem.preflop.flop_model import FlopModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["EdgeLine", "SpotFit", "edge_line", "joint_fit", "spot_fits", "staged_fit"]

_EXPONENTS: Final = (0.3, 4.0)
_GRID: Final = 24
_CLOSER: Final = 2
"""How often the search for the edge's two ends is repeated around the best ones."""
_MOST_EDGE: Final = 0.5


@dataclass(frozen=True)
class EdgeLine:
    """The edge against SPR: offset + slope x log2(1 + SPR), at least 0 and at most the cap."""

    offset: float
    slope: float
    cap: float


@dataclass(frozen=True)
class SpotFit:
    """What one spot says by itself.

    Attributes
    ----------
    slopes : (oop, ip)
        Of EV against equity over a seat's classes.
    slope, commitment : float
        Of both seats together, and the share of the stacks that it means; commitment is negative
        where the slope is under 1.
    edge : float
        Share of the pot that is played for which the seat in position gets beyond equity, with the
        commitment of the fit.
    """

    slopes: tuple[float, float]
    slope: float
    commitment: float
    edge: float


def _slope(spr: NDArray[np.float64], exponent: float) -> NDArray[np.float64]:
    found: NDArray[np.float64] = 1 + 2 * spr / (1 + spr**exponent)
    return found


def _seat_slopes(moments: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return by spot and seat the covariance of EV and equity, and the variance of equity."""
    equity, ev, equity2, equity_ev, _ = np.moveaxis(moments, 2, 0)
    return equity_ev - equity * ev, equity2 - equity**2


def _edges(moments: NDArray[np.float64], slope: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return by spot the edge of the seat in position, in shares of the pot that is played for."""
    apart = moments[:, 1] - moments[:, 0]
    found: NDArray[np.float64] = (apart[:, 1] - slope * apart[:, 0]) / (2 * slope)
    return found


def spot_fits(
    spr: NDArray[np.float64], moments: NDArray[np.float64], exponent: float
) -> list[SpotFit]:
    """Return what spots say by themselves.

    spr : (spots,). moments : (spots, 2, len(MOMENTS)). exponent : with which edges are taken.
    """
    covariance, variance = _seat_slopes(moments)
    slopes = covariance / variance
    both = covariance.sum(axis=1) / variance.sum(axis=1)
    edges = _edges(moments, _slope(spr, exponent))
    return [
        SpotFit((float(one[0]), float(one[1])), float(of), float((of - 1) / (2 * s)), float(edge))
        for one, of, s, edge in zip(slopes, both, spr, edges, strict=True)
    ]


def staged_fit(
    spr: NDArray[np.float64],
    moments: NDArray[np.float64],
    weights: NDArray[np.float64] | None = None,
) -> FlopModel:
    """Return the constants, each from what it alone decides.

    weights : of spots, alike if None.
    """
    weights = np.ones(len(spr)) if weights is None else weights
    covariance, variance = _seat_slopes(moments)
    slopes = covariance / variance

    def missed(exponent: float) -> float:
        apart = slopes - _slope(spr, exponent)[:, None]
        return float((weights[:, None] * apart**2).sum())

    exponent = _least(missed)
    return _model(exponent, edge_line(spr, _edges(moments, _slope(spr, exponent)), weights)[0])


def joint_fit(
    spr: NDArray[np.float64],
    moments: NDArray[np.float64],
    weights: NDArray[np.float64] | None = None,
) -> FlopModel:
    """Return the constants with the least squared error over classes; parameters of `staged_fit`.

    With a spot's mean residuals r of its two seats, the edge e changes its squared error by
    ``S^2 (e - e')^2`` from that of the best edge ``e' = (r_ip - r_oop) / 2 S``.
    """
    weights = np.ones(len(spr)) if weights is None else weights
    equity, ev, equity2, equity_ev, ev2 = np.moveaxis(moments, 2, 0)

    def parts(exponent: float) -> tuple[float, EdgeLine]:
        slope = _slope(spr, exponent)
        s, put_in = slope[:, None], ((slope - 1) / 2)[:, None]
        squared = ev2 + s**2 * equity2 + put_in**2
        squared = squared - 2 * s * equity_ev + 2 * put_in * ev - 2 * s * put_in * equity
        best = _edges(moments, slope)
        line, missed = edge_line(spr, best, weights * slope**2)
        return float(weights @ (squared.mean(axis=1) - slope**2 * best**2)) + missed, line

    exponent = _least(lambda a: parts(a)[0])
    return _model(exponent, parts(exponent)[1])


def edge_line(
    spr: NDArray[np.float64], edges: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[EdgeLine, float]:
    """Return the line through edges with the least weighed squared error, and that error.

    The edge is 0 up to one SPR and its cap from another one on, both between 0 and the deepest that
    was measured; for two such ends the cap is a quotient of sums. So the edge is 0 without chips.
    """
    x = np.log2(1 + spr)
    most = float(x.max())
    low, high = np.linspace(0, most, _GRID), np.linspace(most / _GRID, most, _GRID)
    step = most / (_GRID - 1)
    total = float(weights @ edges**2)
    best = (0.0, 0.0, most)
    gained = 0.0
    for _ in range(1 + _CLOSER):
        starts, ends = (one.ravel() for one in np.meshgrid(low, high, indexing="ij"))
        right = ends - starts > most * 1e-3
        starts, ends = starts[right], ends[right]
        shape = np.clip((x - starts[:, None]) / (ends - starts)[:, None], 0, 1)
        products, squares = shape @ (weights * edges), shape**2 @ weights
        caps = np.divide(products, squares, out=np.zeros_like(products), where=squares > 0)
        caps = np.clip(caps, 0, _MOST_EDGE)
        gains = 2 * caps * products - caps**2 * squares
        at = int(gains.argmax())
        if gains[at] > gained:
            gained, best = float(gains[at]), (float(caps[at]), float(starts[at]), float(ends[at]))
        around = np.linspace(-step, step, 13)
        low, high = np.clip(best[1] + around, 0, most), np.clip(best[2] + around, 0, most)
        step /= 6
    cap, start, end = best
    slope = cap / (end - start)
    return EdgeLine(0.0 - slope * start, slope, cap), total - gained


def _model(exponent: float, line: EdgeLine) -> FlopModel:
    return FlopModel(exponent, line.offset, line.slope, line.cap)


def _least(function: Callable[[float], float]) -> float:
    """Return where a function of the exponent is least: the best of a row, then golden section."""
    row = np.linspace(*_EXPONENTS, 16)
    at = int(np.argmin([function(float(x)) for x in row]))
    low, high = float(row[max(0, at - 1)]), float(row[min(len(row) - 1, at + 1)])
    part = (5**0.5 - 1) / 2
    inside = [high - part * (high - low), low + part * (high - low)]
    found = [function(x) for x in inside]
    while high - low > 5e-4:
        if found[0] < found[1]:
            high, inside, found = inside[1], [0.0, inside[0]], [0.0, found[0]]
            inside[0] = high - part * (high - low)
            found[0] = function(inside[0])
        else:
            low, inside, found = inside[0], [inside[1], 0.0], [found[1], 0.0]
            inside[1] = low + part * (high - low)
            found[1] = function(inside[1])
    return (low + high) / 2
