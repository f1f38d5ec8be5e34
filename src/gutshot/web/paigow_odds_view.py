"""What the page of Pai Gow odds prints: edges of bets as texts and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Final

from gutshot.paigow.sevens import HANDS
from gutshot.paigow.side_bets import DEALS, MOST_OTHERS
from gutshot.render.paigow_bars import edge_bar
from gutshot.render.svg_plot import Plot, round_steps
from gutshot.web.number_text import (
    decimal_text,
    fraction_text,
    grouped,
    one_in,
    payout_text,
    percent_text,
    signed_text,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.paigow.side_bets import FortuneOdds, PushAceHighOdds

__all__ = ["EdgeRow", "FortuneView", "Line", "PushView", "fortune_view", "push_view"]

_THIN: Final = "\u2009"
_PLACES: Final = 4
_WORDS: Final = {
    "": "nothing of these",
    "seven_card_straight_flush": "seven-card straight flush, no joker",
    "seven_card_straight_flush_joker": "seven-card straight flush with the joker",
    "royal_match": "royal flush with a suited king and queen",
    "both_ace_high": "both are ace high",
    "dealer_joker": "the dealer is ace high with the joker",
    "dealer_ace_high": "the dealer is ace high",
}


@dataclass(frozen=True, slots=True)
class EdgeRow:
    """A bet's edge in percent: as a number, as a bar, and what stands below its name.

    error : its standard error, "" where it was counted. url : where it is shown in full, or "".
    """

    name: str
    edge: str
    bar: str
    below: str
    lowest: bool
    gains: bool
    error: str = ""
    url: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a pay table: what it pays, how often it comes, what it brings to a bet of 1."""

    name: str
    pays: str
    envy: str
    count: str
    odds: str
    brings: str


@dataclass(frozen=True, slots=True)
class FortuneView:
    """The Fortune's tables at a stake, and one of them in full."""

    rows: tuple[EdgeRow, ...]
    name: str
    note: str
    source: str
    edge: str
    edge_fraction: str
    with_envy: str
    per_player: str
    deviation: str
    wins: str
    least_stake: str
    lines: tuple[Line, ...]
    plot: str


@dataclass(frozen=True, slots=True)
class PushView:
    """Push Ace High by rule, and what each of its lines is paid for."""

    rows: tuple[EdgeRow, ...]
    tables: tuple[tuple[str, str, tuple[Line, ...]], ...]


def fortune_view(
    found: Sequence[FortuneOdds], chosen: FortuneOdds, others: int, stake: Fraction
) -> FortuneView:
    """Return the printed form of the Fortune's tables, the lowest edge in front.

    Raises
    ------
    InputError
        When the stake or the players are out of range.
    """
    edges = {one.table.id: one.edge_with_envy(others, stake) for one in found}
    ends = _ends([*edges.values(), *(one.edge for one in found)])
    rows = [
        EdgeRow(
            name=one.table.name,
            edge=_edge(edges[one.table.id]),
            bar=edge_bar(
                float(edges[one.table.id]), float(one.edge) if one.table.envy else None, *ends
            ),
            below=f"{_edge(one.edge)} before envy" if one.table.envy else "no envy counted",
            lowest=edges[one.table.id] == min(edges.values()),
            gains=edges[one.table.id] < 0,
            url=one.table.id,
            chosen=one.table.id == chosen.table.id,
        )
        for one in sorted(found, key=lambda one: edges[one.table.id])
    ]
    table = chosen.table
    return FortuneView(
        rows=tuple(rows),
        name=table.name,
        note=table.note,
        source=table.source,
        edge=_edge(chosen.edge),
        edge_fraction=fraction_text(chosen.edge),
        with_envy=_edge(edges[table.id]) if table.envy else "",
        per_player=f"{decimal_text(chosen.envy_mean, 5)}" if table.envy else "",
        deviation=f"{sqrt(chosen.variance):.3f}",
        wins=percent_text(Fraction(chosen.hits, HANDS)),
        least_stake=payout_text(table.envy_least_stake) if table.envy else "",
        lines=tuple(
            Line(
                name=_words(line.line),
                pays=_pays(line.pays),
                envy=payout_text(line.envy) if line.envy else "",
                count=grouped(line.hands),
                odds=one_in(Fraction(line.hands, HANDS)),
                brings=signed_text(line.hands * line.pays / HANDS, 5),
            )
            for line in chosen.lines
        ),
        plot=_plot(chosen, stake) if table.envy else "",
    )


def push_view(found: Sequence[PushAceHighOdds]) -> PushView:
    """Return the printed form of Push Ace High by rule, the lowest edge in front."""
    ends = _ends([one.edge for one in found])
    least = min(one.edge for one in found)
    in_order = sorted(found, key=lambda one: one.edge)
    return PushView(
        rows=tuple(
            EdgeRow(
                name=one.table.name,
                edge=_edge(one.edge),
                bar=edge_bar(float(one.edge), None, *ends),
                below=f"standard deviation {sqrt(one.variance):.3f}",
                lowest=one.edge == least,
                gains=one.edge < 0,
            )
            for one in in_order
        ),
        tables=tuple(
            (
                one.table.name,
                one.table.note,
                tuple(
                    Line(
                        name=_words(line.line),
                        pays=_pays(line.pays),
                        envy="",
                        count=percent_text(Fraction(line.deals, DEALS)),
                        odds=one_in(Fraction(line.deals, DEALS)),
                        brings=signed_text(line.deals * line.pays / DEALS, 5),
                    )
                    for line in one.lines
                ),
            )
            for one in in_order
        ),
    )


def _plot(chosen: FortuneOdds, stake: Fraction) -> str:
    """Return the edge by the number of other players, and where it would be without envy."""
    points = [
        (float(n), float(chosen.edge_with_envy(n, stake)) * 100) for n in range(MOST_OTHERS + 1)
    ]
    lowest = min(0.0, points[-1][1])
    top, foot = points[0][1] * 1.2, lowest - 0.12 * (points[0][1] - lowest)
    words = (
        f"Edge of {chosen.table.name} by the number of other players, from {points[0][1]:.2f} %"
        f" alone to {points[-1][1]:.2f} % with {MOST_OTHERS}"
    )
    plot = Plot((-0.25, MOST_OTHERS + 0.25), (foot, top), words)
    plot.grid(round_steps(foot, top, 4), lambda y: f"{y:g} %").level("foot", 0.0)
    plot.foot([float(n) for n in range(MOST_OTHERS + 1)], lambda x: f"{x:.0f}")
    plot.line("endless", [points[0], (float(MOST_OTHERS), points[0][1])])
    plot.line("net", points)
    for n, edge in points:
        plot.point("net", (n, edge), f"{n:.0f} others: {edge:.4f} %")
        plot.label((n, edge), f"{edge:.2f}".replace("-", "\u2212"))
    return plot.svg()


def _ends(edges: Sequence[Fraction]) -> tuple[float, float]:
    """Return what the ends of the bars stand for: nothing is within."""
    return min(0.0, *map(float, edges)), max(0.0, *map(float, edges)) * 1.02


def _edge(edge: Fraction) -> str:
    return f"{decimal_text(100 * edge, _PLACES)}{_THIN}%"


def _pays(pays: Fraction) -> str:
    return "loses" if pays < 0 else "push" if not pays else f"{payout_text(pays)} to 1"


def _words(line: str) -> str:
    return _WORDS.get(line, line.replace("_", " "))
