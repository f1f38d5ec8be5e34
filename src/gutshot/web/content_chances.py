"""What the page about playing responsibly prints: what many hands of a game bring."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.videopoker.long_run import long_run
from gutshot.videopoker.round import BET_COINS
from gutshot.web.content_games import root
from gutshot.web.number_text import decimal_text, grouped, percent_text, signed_text

if TYPE_CHECKING:
    from gutshot.videopoker import PayTable
    from gutshot.videopoker.long_run import LongRun
    from gutshot.web.content_figures import Figures, GameFigures

__all__ = ["HANDS", "ChanceRow", "ChancesView", "chances_view"]

HANDS: Final = (100, 1_000, 10_000, 100_000, 1_000_000)
"""How many hands the table looks at: some minutes to some years of play."""

_CHANCE_PLACES: Final = 1
_SMALLEST: Final = Fraction(1, 10)
"""Points; a smaller error of the model is said to be smaller."""
_TINY: Final = 1e-9
_NEVER: Final = "under 0.0000001\u2009%"


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """What so many hands bring; net and swing in credits, at the bet that the trainer plays."""

    hands: str
    net: str
    swing: str
    modelled: str
    counted: str
    error: str
    no_royal: str


@dataclass(frozen=True, slots=True)
class ChancesView:
    """A game's long run as the page prints it.

    without_royal : return of hands that aren't royals. royal_part : the royal's part of it.
    """

    percent: str
    loses: bool
    per_thousand: str
    variance: str
    deviation: str
    royal_cycle: str
    without_royal: str
    royal_part: str
    rows: tuple[ChanceRow, ...]


def chances_view(table: PayTable, figures: Figures) -> ChancesView | None:
    """Return what many hands of a game bring, None while it is being counted."""
    counted = figures.game(table)
    if counted is None:
        return None
    runs = figures.other("long run", table, lambda: _runs(table, counted))
    if runs is None:
        return None
    share, variance = counted.return_fraction, counted.variance[0]
    royal = next(line for line in table.lines if line.canonical == "royal_flush")
    total = sum(counted.categories.values())
    royal_part = royal.pays * Fraction(counted.categories[royal.category], total)
    return ChancesView(
        percent=f"{decimal_text(share * 100)}\u2009%",
        loses=share < 1,
        per_thousand=signed_text((share - 1) * BET_COINS * 1000, 1),
        variance=decimal_text(variance),
        deviation=decimal_text(root(variance), 4),
        royal_cycle=decimal_text(counted.royal_cycle, 1) if counted.royal_cycle else "",
        without_royal=f"{decimal_text((share - royal_part) * 100, 4)}\u2009%",
        royal_part=f"{decimal_text(royal_part * 100, 4)}\u2009%",
        rows=tuple(map(_row, runs)),
    )


def _runs(table: PayTable, counted: GameFigures) -> tuple[LongRun, ...]:
    return tuple(long_run(table, counted.categories, counted.variance[0], hands) for hands in HANDS)


def _row(run: LongRun) -> ChanceRow:
    error = ""
    if run.counted is not None:
        off = Fraction(run.modelled - run.counted) * 100
        error = signed_text(off, _CHANCE_PLACES) if abs(off) >= _SMALLEST else "under 0.1"
    return ChanceRow(
        hands=grouped(run.hands),
        net=signed_text(run.net * BET_COINS, 0),
        swing=f"±{decimal_text(Fraction(run.deviation) * BET_COINS, 0)}",
        modelled=_chance(run.modelled),
        counted="" if run.counted is None else _chance(run.counted),
        error=error,
        no_royal=percent_text(Fraction(run.no_royal)) if run.no_royal > _TINY else _NEVER,
    )


def _chance(share: float) -> str:
    """Return a chance with one decimal that neither looks impossible nor certain when it is not."""
    if share > 0.9995:
        return "over 99.9\u2009%"
    if share < 0.0005:
        return "under 0.1\u2009%"
    return f"{decimal_text(Fraction(share) * 100, _CHANCE_PLACES)}\u2009%"
