"""Preflop hold'em as a game that is solved: spots, trees, endings, charts."""

from __future__ import annotations

from gutshot.holdem.preflop.chart import Chart, ChartNode, read_chart, write_chart
from gutshot.holdem.preflop.game import Solution, solve
from gutshot.holdem.preflop.spec import Spec, spec_from, spec_from_toml

__all__ = [
    "Chart",
    "ChartNode",
    "Solution",
    "Spec",
    "read_chart",
    "solve",
    "spec_from",
    "spec_from_toml",
    "write_chart",
]
