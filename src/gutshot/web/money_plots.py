"""The pictures of the bankroll page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.render.svg_plot import Plot, round_steps
from gutshot.render.vp_money_text import chance_text

if TYPE_CHECKING:
    from gutshot.videopoker.ruin import UnlimitedPlay
    from gutshot.videopoker.session import Session
    from gutshot.videopoker.trip import Trip

__all__ = ["bankroll_plot", "session_plot", "time_plot"]

_BARS: Final = 70
_POINTS: Final = 200
_SMALL_SHARE: Final = 1e-3
_SMALLEST_TOP: Final = 1e-6


def session_plot(session: Session) -> str:
    """Return the distribution of a session's result, in bets."""
    bars = [(float(low), float(high), chance) for low, high, chance in session.bars(_BARS)]
    most = max(chance for *_, chance in bars)
    low, high = min(bars[0][0], -1.0), max(bars[-1][1], 1.0)
    behind = chance_text(session.behind or 0.0)
    words = f"Results from {low:,.0f} to {high:,.0f} bets, {behind} of them behind"
    plot = Plot((low, high), (0.0, most * 1.05), words)
    plot.grid(round_steps(0, most * 100, 4)[1:], _percent, 100).level("foot", 0)
    plot.foot(round_steps(low, high, 5), lambda x: f"{x:+,.0f}" if x else "0")
    for at, (left, right, chance) in enumerate(bars):
        beyond = " or less" if at == 0 else " or more" if at == len(bars) - 1 else ""
        title = f"{left:+,.6g} to {right:+,.6g} bets{beyond}: {chance_text(chance)}"
        plot.bar("behind" if left < 0 else "ahead", (left, right), chance, title)
    plot.mark("even", 0.0, "even")
    mean = float(session.net)
    if low < mean < high:
        plot.mark("mean", mean, f"mean {mean:+,.1f}", 1)
    return plot.svg()


def time_plot(trip: Trip) -> str:
    """Return the chance of having lost the bankroll, by the deals played."""
    if trip.over_time is None:
        return ""
    times = np.unique(np.linspace(0, trip.rounds, _POINTS).astype(int))
    chances = [(float(at), float(trip.over_time[at])) for at in times]
    end = chances[-1][1]
    top = max(end, _SMALLEST_TOP) * 1.1
    words = f"Chance of ruin rising from 0 to {chance_text(end)} after {trip.rounds:,} deals"
    plot = Plot((0.0, float(max(trip.rounds, 1))), (0.0, top), words)
    plot.grid(round_steps(0, top * 100, 4)[1:], _percent, 100).level("foot", 0)
    plot.foot(round_steps(0, trip.rounds, 5), lambda x: f"{x:,.0f}")
    return plot.line("net", chances).svg()


def bankroll_plot(trip: Trip, endless: UnlimitedPlay, risk: float) -> str:
    """Return the chance of ruin by bankroll, on the trip and without end."""
    seen = trip.needed(min(risk, _SMALL_SHARE))
    last = float(max(seen * 1.2, trip.needed(risk) * 1.2, trip.plays + 1))
    at = np.unique(np.linspace(trip.plays, last, _POINTS).astype(int))
    words = f"Chance of ruin by bankroll, {chance_text(risk)} at {trip.needed(risk):,} bets"
    plot = Plot((0.0, last), (0.0, 1.0), words)
    plot.grid([25, 50, 75, 100], _percent, 100).level("foot", 0)
    plot.foot(round_steps(0, last, 5), lambda x: f"{x:,.0f}")
    plot.line("endless", [(float(x), endless.ruin(int(x))[1]) for x in at])
    plot.line("net", [(float(x), trip.ruin(int(x))) for x in at])
    needed = trip.needed(risk)
    plot.mark("break-even", float(needed), f"{needed:,} bets for {_percent(100 * risk)}")
    return plot.svg()


def _percent(percent: float) -> str:
    return f"{percent:.6g}\u2009%"
