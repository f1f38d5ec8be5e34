"""Preflop hold'em as a game that is solved: spots, trees, endings, charts."""

from __future__ import annotations

from gutshot.holdem.preflop.chart import ChartNode, PreflopChart, read_chart, write_chart
from gutshot.holdem.preflop.chart_set import ChartSet, read_set
from gutshot.holdem.preflop.game import PreflopSolution, solve_preflop
from gutshot.holdem.preflop.spec import PreflopSpec
from gutshot.holdem.preflop.spec_reading import spec_from, spec_from_toml

__all__ = [
    "ChartNode",
    "ChartSet",
    "PreflopChart",
    "PreflopSolution",
    "PreflopSpec",
    "read_chart",
    "read_set",
    "solve_preflop",
    "spec_from",
    "spec_from_toml",
    "write_chart",
]
