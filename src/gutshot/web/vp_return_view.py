"""What the video-poker page prints about a whole game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

from gutshot.render.svg_bars import share_bar
from gutshot.web.number_text import (
    decimal_text,
    fraction_text,
    grouped,
    one_in,
    percent_text,
    signed_text,
)
from gutshot.web.vp_view import tones

if TYPE_CHECKING:
    from gutshot.videopoker import GameReturn

__all__ = ["Figure", "LineOutcome", "ReturnView", "return_view"]


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """What a line of the table brings: how often it is hit, and its part of the return."""

    share: str
    odds: str
    combos: str
    points: str
    bar: str
    tone: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A named number, and how it moved against the unedited table ("" when it did not)."""

    name: str
    text: str
    change: str
    help: str


@dataclass(frozen=True, slots=True)
class ReturnView:
    """A game's return as the page prints it. `lines` maps a category to its outcome."""

    percent: str
    edge: str
    fraction: str
    numerator: str
    denominator: str
    change: str
    direction: str
    figures: tuple[Figure, ...]
    lines: dict[str, LineOutcome]
    no_win: LineOutcome
    announcement: str


def return_view(game: GameReturn, before: GameReturn | None) -> ReturnView:
    """Return the printed form of a game's return.

    Parameters
    ----------
    game
        The game as it is played.
    before
        The unedited game, None when there is nothing to compare with.
    """
    share = game.return_fraction
    moved = share - before.return_fraction if before else Fraction(0)
    percent = f"{decimal_text(share * 100)}\u2009%"
    words = f"{signed_text(moved * 100, 6)} points" if before else ""
    said = f"Return {decimal_text(share * 100, 4)} percent"
    if moved:
        said += f", {decimal_text(abs(moved) * 100, 4)} points {'up' if moved > 0 else 'down'}"
    return ReturnView(
        percent=percent,
        edge=_edge(share),
        fraction=fraction_text(share),
        numerator=grouped(game.numerator),
        denominator=grouped(game.denominator),
        change=words,
        direction="up" if moved > 0 else "down" if moved < 0 else "same",
        figures=_figures(game, before),
        lines=_lines(game, before),
        no_win=_outcome(game, "no_win", Fraction(0)),
        announcement=f"{said}.",
    )


def _edge(share: Fraction) -> str:
    if share == 1:
        return "break-even"
    side = "player" if share > 1 else "house"
    return f"{side} edge {decimal_text(abs(share - 1) * 100, 4)}\u2009%"


def _spread(least: Fraction, most: Fraction) -> str:
    low, high = decimal_text(least), decimal_text(most)
    return low if low == high else f"{low} to {high}"


def _root(square: Fraction) -> Fraction:
    scale = 10**24
    return Fraction(isqrt(square.numerator * scale // square.denominator), 10**12)


def _change(now: Fraction, was: Fraction | None, places: int) -> str:
    return signed_text(now - was, places) if was is not None and now != was else ""


def _figures(game: GameReturn, before: GameReturn | None) -> tuple[Figure, ...]:
    was = _numbers(before) if before else {}
    now = _numbers(game)

    def figure(name: str, text: str, help_text: str, places: int) -> Figure:
        change = _change(now[name], was.get(name), places) if name in now else ""
        return Figure(name, text, change, help_text)

    cycle = game.royal_cycle
    share = percent_text(Fraction(game.tied_deals, sum(game.held)))
    tied = f"{grouped(game.tied_deals)} ({share})"
    return (
        figure(
            "Variance",
            _spread(*game.variance),
            "of the payout per coin bet; a range where tied holds differ",
            6,
        ),
        figure("Standard deviation", decimal_text(_root(game.variance[0]), 4), "its root", 4),
        figure(
            "Covariance",
            decimal_text(game.covariance),
            "between two hands on one deal, for multi-hand play",
            6,
        ),
        figure(
            "Hit frequency",
            percent_text(game.hit_frequency),
            "hands that end in a paying category; its change in points",
            4,
        ),
        figure(
            "Royal cycle",
            f"1 in {decimal_text(cycle, 1)}" if cycle else "never",
            "hands per natural royal",
            1,
        ),
        figure(
            "Tied deals",
            tied,
            f"{grouped(game.tied_classes)} kinds of deal have more than one best hold",
            0,
        ),
    )


def _numbers(game: GameReturn) -> dict[str, Fraction]:
    """Return what can move, by the name of its figure."""
    out = {
        "Variance": game.variance[0],
        "Covariance": game.covariance,
        "Hit frequency": game.hit_frequency * 100,
        "Tied deals": Fraction(game.tied_deals),
    }
    if game.royal_cycle:
        out["Royal cycle"] = game.royal_cycle
    return out


def _lines(game: GameReturn, before: GameReturn | None) -> dict[str, LineOutcome]:
    now = {line.canonical: _points(game, line.category, line.pays) for line in game.table.lines}
    was: dict[str, Fraction] = {}
    if before:
        lines = before.table.lines
        was = {line.canonical: _points(before, line.category, line.pays) for line in lines}
    full = max(*now.values(), *was.values(), Fraction(1, 1000))
    scale = tones(game.table.categories)
    out = {}
    for line in game.table.lines:
        ended = float(was[line.canonical] / full) if line.canonical in was else None
        bar = share_bar(scale[line.category], float(now[line.canonical] / full), ended)
        tone = scale[line.category]
        out[line.category] = _outcome(game, line.category, line.pays, tone, bar)
    return out


def _points(game: GameReturn, category: str, pays: Fraction) -> Fraction:
    return pays * game.categories[category] / sum(game.categories.values())


def _outcome(
    game: GameReturn, category: str, pays: Fraction, tone: int = 0, bar: str = ""
) -> LineOutcome:
    combos = game.categories[category]
    share = Fraction(combos, sum(game.categories.values()))
    return LineOutcome(
        share=percent_text(share) if combos else "",
        odds=one_in(share),
        combos=grouped(combos),
        points=decimal_text(_points(game, category, pays) * 100, 4),
        bar=bar,
        tone=tone,
    )
