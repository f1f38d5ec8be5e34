"""What proves that a flop ending is measured on the right boards: `CHECKS`."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.holdem.calibrate.audit import exact
from gutshot.holdem.calibrate.endings import flop_ending
from gutshot.holdem.calibrate.flops import FLOPS, all_flops
from gutshot.holdem.calibrate.solving import check_down, flop_spot, shipped_tree
from gutshot.holdem.hand_classes import CLASSES, class_index
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.holdem.preflop.tree import ending_at
from gutshot.work.verify import Check, CheckFailedError, workers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.calibrate.rows import FlopEnding
    from gutshot.work.verify import Progress

__all__ = ["CHECKS"]

_CLOSE: Final = 1e-6
_CHUNK: Final = 15
_HELD: Final = (
    {"QQ": 1.0, "AKs": 0.75, "A5s": 0.5, "76s": 0.25},
    {"AA": 1.0, "AQo": 0.5, "88": 0.25, "JTs": 0.75},
)


def _all_flops(progress: Progress) -> str:
    starts = range(0, len(all_flops()), _CHUNK)
    sums = np.zeros((2, 2, CLASSES))
    with ProcessPoolExecutor(workers(), mp_context=get_context("spawn")) as pool:
        for done, part in enumerate(pool.map(_checked_down, starts), 1):
            sums += part
            progress(done / len(starts))
    shares, equities = exact(_ending())
    there = shares > 0
    found = sums[1][there] / sums[0][there]
    off = float(np.abs(found - equities[there]).max())
    apart = float(np.abs(sums[0] / sums[0].sum(axis=1, keepdims=True) - shares).max())
    said = (
        f"{FLOPS:,} flops, {len(all_flops()):,} up to suits, checked down to every river:"
        f" {int(there.sum())} classes win what the table of all-in equities says, within {off:.1e}"
    )
    if max(off, apart) > _CLOSE:
        raise CheckFailedError(f"{said}; shares of deals within {apart:.1e}")
    return said


@cache
def _ending() -> FlopEnding:
    """Return a four-bet pot of the shipped chart of two, with a few classes of each seat."""
    found = kept_chart(spec_from({"format": "cash", "players": 2, "stack": 100}, "check"))
    if found is None:
        raise CheckFailedError("flops: the shipped chart of two seats is not there")
    chart = found.chart
    ranges = np.zeros((2, CLASSES))
    for row, held in zip(ranges, _HELD, strict=True):
        for name, weight in held.items():
            row[class_index(name)] = weight
    return replace(flop_ending(chart, "check", ending_at(chart.spec, "RRRC")), ranges=ranges)


def _checked_down(start: int) -> NDArray[np.float64]:
    """Return by seat and class the weight of some deals, and of what they win, (2, 2, 169)."""
    tree, ending = shipped_tree(), _ending()
    out = np.zeros((2, 2, CLASSES))
    for flop in all_flops()[start : start + _CHUNK]:
        found = check_down(flop_spot(ending, flop.text, tree))
        mass = flop.flops * found.deals * found.share
        out[0] += mass
        out[1] += mass * np.nan_to_num(found.worth)
    return out


CHECKS = [Check("flops, all checked down", _all_flops, full=True)]
"""It takes about four minutes of one core."""
