"""Three hands of classes all in before the flop: counted, and as a shipped table."""

from __future__ import annotations

from gutshot.holdem.three_way.counting import count_three_way
from gutshot.holdem.three_way.pairwise import pairwise_shares
from gutshot.holdem.three_way.table import (
    ThreeWayEquities,
    three_way_equities,
    three_way_outcomes,
    three_way_shares,
)

__all__ = [
    "ThreeWayEquities",
    "count_three_way",
    "pairwise_shares",
    "three_way_equities",
    "three_way_outcomes",
    "three_way_shares",
]
