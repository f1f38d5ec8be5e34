"""What lists of a game cost, in the words of the knob; costs here are floats of the search."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.render.strategy_legend import size_words
from gutshot.web.number_text import decimal_text, grouped, percent_text

if TYPE_CHECKING:
    from gutshot.web.strategy_kept import Kept
    from gutshot.web.strategy_query import StrategyState

__all__ = ["Preset", "cost_words", "one_bet_in", "presets"]

_PRESETS: Final = ((1e-2, "1"), (1e-3, "0.1"), (1e-4, "0.01"), (1e-5, "0.001"))
"""Shares of the bet, and the same in percent."""
_WHOLE_FROM: Final = 20


@dataclass(frozen=True, slots=True)
class Preset:
    """A length that the page offers by what it costs at most."""

    label: str
    lines: str
    size: int
    url: str
    current: bool


def one_bet_in(cost: Fraction) -> str:
    """Return how many bets lose one to a cost above 0: ``10,671``, ``1.5``."""
    bets = 1 / cost
    return grouped(round(bets)) if bets >= _WHOLE_FROM else decimal_text(bets, 1)


def cost_words(kept: Kept, at: int, exact: Fraction | None = None) -> str:
    """Return what a list costs: ``19 lines cost 0.0094 % of the bet: 1 bet in 10,671``.

    exact : its cost as counted, None for that of the search.
    """
    lines, exceptions = kept.lines[at], kept.sizes[at] - kept.lines[at]
    words = size_words(lines, exceptions)
    verb = "s" if lines + exceptions == 1 else ""
    cost = Fraction(kept.costs[at]) if exact is None else exact
    if not cost:
        return f"{words} play{verb} every deal perfectly"
    percent = percent_text(cost).replace("\u2009", "\u202f")  # the line must not break there
    return f"{words} cost{verb} {percent} of the bet: 1 bet in {one_bet_in(cost)}"


def presets(kept: Kept, at: int, state: StrategyState) -> list[Preset]:
    """Return the lengths that are offered by their cost, the longest one last.

    Of several prices that lead to the same list the cheapest is offered.
    """
    found: dict[int, str] = {}
    for cost, percent in _PRESETS:
        place = kept.within(cost)
        if kept.costs[place]:
            found[place] = f"up to {percent}\u2009%"
    found[len(kept.sizes) - 1] = "longest" if kept.costs[-1] else "exact"
    return [
        Preset(
            label,
            size_words(kept.lines[place], kept.sizes[place] - kept.lines[place]),
            kept.sizes[place],
            state.with_lines(kept.sizes[place]).url(),
            place == at,
        )
        for place, label in found.items()
    ]
