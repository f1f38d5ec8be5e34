"""The heads-up flop endings of a solved chart, and which of many are measured first."""

from __future__ import annotations

import math
from itertools import groupby
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.errors import InputError
from gutshot.holdem.calibrate.rows import RANGE_UNIT, FlopEnding
from gutshot.holdem.preflop.deals import class_weights
from gutshot.holdem.preflop.node_ids import ALL_IN, is_raise, prefixes
from gutshot.holdem.preflop.tree import EndingKind, follow
from gutshot.holdem.preflop.version import ENGINE_VERSION
from gutshot.holdem.preflop.worth import lying

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gutshot.holdem.preflop import PreflopChart
    from gutshot.holdem.preflop.chart_set import ChartSet
    from gutshot.holdem.preflop.tree import Ending

__all__ = [
    "LEAST_REACH",
    "LEAST_WEIGHT",
    "MOST_SPR",
    "THIN_WEIGHT",
    "check_flop_of_two",
    "flop_ending",
    "flop_endings",
    "in_rounds",
]

_CONSTANTS: Final = ("exponent", "edge_offset", "edge_slope", "edge_cap")
LEAST_REACH: Final = 0.0005
"""Endings that fewer deals come to are left out: one in two thousand."""
MOST_SPR: Final = 50.0
"""Endings with more behind are left out: trees of so many bets are beyond the calibration's."""
LEAST_WEIGHT: Final = 0.005
"""Classes are left out of a range that come less often than this times the likeliest one."""
THIN_WEIGHT: Final = 0.01
"""In a thinned-out range classes that could have come, and don't, come this often."""


def flop_endings(
    chart: PreflopChart, name: str, model: str = "fitted", *, thin: bool = False
) -> list[FlopEnding]:
    """Return the heads-up flop endings of a chart that are within the bounds, likeliest first.

    name : of the chart. model : the id of its flop model. thin : as of `flop_ending`.

    Raises
    ------
    InputError
        For a chart of prizes, whose flops are not counted in chips.
    """
    if chart.spec.for_prizes:
        raise InputError(f"{name} counts prizes; flops are solved in chips")
    found = [
        flop_ending(chart, name, ending, model, thin=thin)
        for ending in chart.endings
        if _is_flop_of_two(ending) and _reach(chart, ending) >= LEAST_REACH
    ]
    kept = [one for one in found if one.spr <= MOST_SPR]
    return sorted(kept, key=lambda one: (-one.reach, one.node))


def flop_ending(
    chart: PreflopChart | ChartSet,
    name: str,
    ending: Ending,
    model: str = "fitted",
    *,
    thin: bool = False,
) -> FlopEnding:
    """Return an ending with two players and chips behind, that is ever reached, as it is solved.

    model : the id of the chart's flop model. thin : whether classes that could have come by the
    player's last decision, and hardly do, come `THIN_WEIGHT` as often as the likeliest: a solve
    says what a class is worth only where it is there.
    """
    spec = chart.spec
    players = [p for p in spec.after_the_flop if ending.hand.live >> p & 1]
    reaches = chart.reaches(ending.node)
    lies, unit = lying(ending), ending.moves.per_bb
    raised = [
        follow(spec, node).player
        for node, token in prefixes(ending.node)
        if is_raise(token) or token == ALL_IN
    ]
    own = np.array([reaches[p] for p in players])
    most = own.max(axis=1, keepdims=True)
    if thin:
        last = {follow(spec, node).player: node for node, _ in prefixes(ending.node)}
        could = np.array([chart.reaches(last[p])[p] for p in players])
        own = np.maximum(own, THIN_WEIGHT * most * could / could.max(axis=1, keepdims=True))
    ranges = np.rint(RANGE_UNIT * own / most) / RANGE_UNIT
    ranges[ranges < LEAST_WEIGHT] = 0.0
    combos = own * class_weights()
    kept = np.where(ranges > 0, combos, 0).sum(axis=1) / combos.sum(axis=1)
    rake = spec.rake
    return FlopEnding(
        name=f"{name}/{ending.node}",
        format=spec.format,
        players=spec.players,
        stack_bb=float(spec.stacks_bb[players[0]]),
        node=ending.node,
        seats=(spec.seats[players[0]], spec.seats[players[1]]),
        raises=len(raised),
        aggressor="" if not raised else ("oop", "ip")[players.index(raised[-1])],
        pot_bb=lies.total / unit,
        behind_bb=min(lies.behind[p] for p in players) / unit,
        reach=_reach(chart, ending),
        ranges=ranges,
        kept=(float(kept[0]), float(kept[1])),
        rake=float(rake.fraction),
        rake_cap_bb=math.inf if rake.cap is None else float(rake.cap),
        chart_exploitability_bb=chart.certificate.exploitability,
        chart_bar_bb=chart.bar_bb,
        chart_engine=ENGINE_VERSION,
        model={name: getattr(spec.flop_model, name) for name in _CONSTANTS},
        model_id=model,
    )


def check_flop_of_two(chart: PreflopChart | ChartSet, ending: Ending) -> None:
    """Refuse what can't be solved after the flop.

    Raises
    ------
    InputError
        For a chart of prizes, an ending that is no flop of two with chips behind, and one that
        nobody comes to.
    """
    if chart.spec.for_prizes:
        raise InputError("the chart counts prizes; flops are solved in chips")
    if not _is_flop_of_two(ending):
        raise InputError(f"'{ending.node[:40]}' is no flop of two players with chips behind")
    if not all(reach.any() for reach in chart.reaches(ending.node)):
        raise InputError(f"nobody comes to '{ending.node[:40]}' in this chart")


def _is_flop_of_two(ending: Ending) -> bool:
    return ending.kind is EndingKind.FLOP and ending.hand.live.bit_count() == 2


def _reach(chart: PreflopChart | ChartSet, ending: Ending) -> float:
    """Return the share of deals that end there."""
    reaches = chart.reaches(ending.node)
    return float(reaches[0] @ chart.deals.met(0, reaches))


def in_rounds(endings: Iterable[FlopEnding]) -> list[FlopEnding]:
    """Return endings so that whatever is cut off behind, all kinds of pots are there.

    A kind is a chart, the number of raises and who raised last. First comes the likeliest of each
    kind, then the second ones and so on; in such a round the likeliest come first.
    """

    def kind(one: FlopEnding) -> tuple[str, int, str]:
        return one.name.partition("/")[0], one.raises, one.aggressor

    def order(one: FlopEnding) -> tuple[float, str]:
        return -one.reach, one.name

    placed: list[tuple[int, FlopEnding]] = []
    for _, alike in groupby(sorted(endings, key=kind), kind):
        placed += enumerate(sorted(alike, key=order))
    return [one for _, one in sorted(placed, key=lambda pair: (pair[0], *order(pair[1])))]
