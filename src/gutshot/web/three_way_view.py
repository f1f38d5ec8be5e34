"""What the page of three classes prints: texts and pictures, no arithmetic of poker."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Final

from gutshot.holdem.hand_classes import CLASS_NAMES, CLASSES
from gutshot.holdem.three_way.counting import OUTCOMES
from gutshot.holdem.three_way.pairwise_report import shipped_report
from gutshot.render.svg_bars import Segment, share_bar, stacked_bar
from gutshot.render.svg_plot import Plot
from gutshot.web.number_text import decimal_text, grouped, percent_text, signed_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.three_way.comparison import ThreeWayComparison

__all__ = [
    "LEGEND",
    "HandLine",
    "MapCell",
    "Outcome",
    "ThreeWayView",
    "WholeView",
    "WorstLine",
    "map_cells",
    "three_way_view",
    "whole_view",
]

_TONES: Final = {1: 1, 2: 8, 4: 14, 3: 4, 5: 6, 6: 11, 7: 15}
"""A set of winners' place on the colour scale: bit i for hand i."""

_ORDER: Final = (1, 2, 4, 3, 5, 6, 7)
_PERCENT: Final = "\u2009%"
_WIDEST: Final = 42.0  # points: no error is larger
_LEVELS: Final = 10
LEGEND: Final = (-40, -15, -5, 0, 5, 15, 40)
"""Errors in points that the scale below the map shows."""


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand's exact share of the pot and the rule's; the bar's tick is the rule's."""

    number: int
    name: str
    tone: int
    equity: str
    by_pairs: str
    error: str
    off: str
    bar: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who wins, how many deals with their boards, and their share of all."""

    who: str
    tone: int
    count: str
    chance: str
    bar: str


@dataclass(frozen=True, slots=True)
class ThreeWayView:
    """An answer as it is printed.

    pairs : the three equities of two hands alone, as `AA against KK` and a number.
    """

    statement: str
    lines: tuple[HandLine, ...]
    outcomes: tuple[Outcome, ...]
    whole_bar: str
    total: str
    deals: str
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MapCell:
    """The error with one class in a hand's place; text "" where the three can't be dealt."""

    name: str
    text: str
    level: str


@dataclass(frozen=True, slots=True)
class WorstLine:
    """A hand of those with the largest errors."""

    hands: tuple[str, str, str]
    exact: str
    by_pairs: str
    error: str


@dataclass(frozen=True, slots=True)
class WholeView:
    """How far off the rule is over all deals."""

    rms: str
    largest: str
    largest_hands: tuple[str, str, str]
    low: str
    low_hands: str
    high: str
    high_hands: str
    plot: str
    worst: tuple[WorstLine, ...]


def three_way_view(found: ThreeWayComparison) -> ThreeWayView:
    """Return the printed form of an answer."""
    lines = tuple(
        HandLine(
            number=hand + 1,
            name=name,
            tone=_TONES[1 << hand],
            equity=_percent(exact, 4),
            by_pairs=_percent(rule, 4),
            error=signed_text(100 * error, 2),
            off="even" if error == 0 else "up" if error > 0 else "down",
            bar=share_bar(_TONES[1 << hand], float(exact), float(rule)),
        )
        for hand, (name, exact, rule, error) in enumerate(
            zip(found.hands, found.equity, found.by_pairs, found.error, strict=True)
        )
    )
    chances = {winners: Fraction(found.by_winners[winners], found.total) for winners in _ORDER}
    return ThreeWayView(
        statement=_statement(found),
        lines=lines,
        outcomes=tuple(
            Outcome(
                who=_who(winners),
                tone=_TONES[winners],
                count=grouped(found.by_winners[winners]),
                chance=_percent(chance, 4),
                bar=share_bar(_TONES[winners], float(chance)),
            )
            for winners, chance in chances.items()
        ),
        whole_bar=stacked_bar(
            Segment(_TONES[winners], float(chance), f"{_who(winners)}: {100 * float(chance):.2f} %")
            for winners, chance in chances.items()
        ),
        total=grouped(found.total),
        deals=grouped(found.deals),
        pairs=tuple(
            (f"{found.hands[i]} against {found.hands[j]}", _percent(share, 4))
            for i, j in ((0, 1), (0, 2), (1, 2))
            if (share := found.against[i][j]) is not None
        ),
    )


def map_cells(errors: NDArray) -> tuple[tuple[MapCell, ...], ...]:  # type: ignore[type-arg]
    """Return the grid of (169,) errors in shares of the pot, NaN where there is none."""
    cells = []
    for name, error in zip(CLASS_NAMES, errors.tolist(), strict=True):
        if math.isnan(error):
            cells.append(MapCell(name, "", "heat-none"))
            continue
        points = 100 * error
        cells.append(MapCell(name, signed_text(Fraction(points), 1), level_of(points)))
    return tuple(tuple(cells[row : row + 13]) for row in range(0, CLASSES, 13))


def level_of(points: float) -> str:
    """Return the style class of an error; most are small, so that levels grow with its root."""
    step = round(_LEVELS * math.sqrt(min(1.0, abs(points) / _WIDEST)))
    return f"heat-{'up' if points >= 0 else 'down'}{step}"


@cache
def whole_view() -> WholeView:
    """Return how far off the rule is over all deals, from the shipped report."""
    report = shipped_report()
    return WholeView(
        rms=f"{100 * report.rms:.2f}",
        largest=f"{100 * report.largest:.2f}",
        largest_hands=report.worst[0][:3],
        low=signed_text(Fraction(100 * report.bias[0]), 1),
        low_hands=percent_text(Fraction(report.deals[0])),
        high=signed_text(Fraction(100 * report.bias[-1]), 1),
        high_hands=percent_text(Fraction(report.deals[-1])),
        plot=_bias_plot(report.bias, report.deals),
        worst=tuple(
            WorstLine(
                hands=(hand, second, third),
                exact=f"{100 * exact:.2f}",
                by_pairs=f"{100 * rule:.2f}",
                error=signed_text(Fraction(100 * (rule - exact)), 2),
            )
            for hand, second, third, exact, rule in report.worst
        ),
    )


def _percent(share: Fraction, places: int) -> str:
    return f"{decimal_text(100 * share, places)}{_PERCENT}"


def _who(winners: int) -> str:
    hands = [str(hand + 1) for hand in range(3) if winners >> hand & 1]
    if winners == OUTCOMES - 1:
        return "All three split"
    return f"Hand {hands[0]} alone" if len(hands) == 1 else f"{' and '.join(hands)} split"


def _statement(found: ThreeWayComparison) -> str:
    """Return the page's statement: the hand that the rule serves worst."""
    worst = max(range(3), key=lambda hand: abs(found.error[hand]))
    name, error = found.hands[worst], found.error[worst]
    exact = f"{name} gets {_percent(found.equity[worst], 2)} of the pot"
    if error == 0:
        return f"{exact}, and the pairwise average says the same"
    points = decimal_text(abs(100 * error), 2)
    return (
        f"{exact}; the pairwise average says {_percent(found.by_pairs[worst], 2)},"
        f" {points} points too {'much' if error > 0 else 'little'}"
    )


def _bias_plot(bias: Sequence[float], deals: Sequence[float]) -> str:
    """Return the mean error by tenths of the exact share, in points."""
    points = [100 * one for one in bias]
    low, high = min(points), max(points)
    words = (
        f"Mean error by tenths of the exact share: from {points[0]:+.1f} points for shares below"
        f" 10 percent down to {points[-1]:+.1f} points above 90 percent"
    ).replace("-", "\u2212")
    plot = Plot((0.0, 100.0), (low - 6, high + 6), words)
    plot.grid([-30, -20, -10], lambda y: f"{y:+.0f}".replace("-", "\u2212"))
    plot.level("even", 0.0)
    plot.foot(range(0, 101, 10), lambda x: f"{x:.0f}")
    for tenth, (mean, share) in enumerate(zip(points, deals, strict=True)):
        text = signed_text(Fraction(mean), 1)
        title = (
            f"{10 * tenth} to {10 * tenth + 10} % of the pot: {text} points on average,"
            f" {percent_text(Fraction(share))} of all hands"
        )
        ends = 10.0 * tenth + 1, 10.0 * tenth + 9
        plot.bar("much" if mean > 0 else "little", ends, mean, title, 0.0)
        plot.label((10.0 * tenth + 5, mean), text, below=mean < 0)
    return plot.svg()
