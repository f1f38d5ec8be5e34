"""Endings of a few classes, solved in a fraction of a second."""

from __future__ import annotations

import math

import numpy as np

from gutshot.holdem.calibrate.rows import FlopEnding
from gutshot.holdem.calibrate.solving import CalibrationTree
from gutshot.holdem.hand_classes import class_index

__all__ = ["OOP", "toy_ending", "toy_tree"]

OOP = {"QQ": 1.0, "JTs": 0.5, "A5s": 0.25}
IP = {"AA": 1.0, "99": 0.75, "KQs": 0.5}


def toy_ending(*, name: str = "toy/RC", behind_bb: float = 6.0, rake: float = 0.0) -> FlopEnding:
    ranges = np.zeros((2, 169))
    for row, hands in zip(ranges, (OOP, IP), strict=True):
        for hand, weight in hands.items():
            row[class_index(hand)] = weight
    return FlopEnding(
        name=name,
        format="cash",
        players=2,
        stack_bb=behind_bb + 3,
        node="RC",
        seats=("BB", "SB"),
        raises=1,
        aggressor="ip",
        pot_bb=6.0,
        behind_bb=behind_bb,
        reach=0.2,
        ranges=ranges,
        kept=(1.0, 1.0),
        rake=rake,
        rake_cap_bb=math.inf,
        chart_exploitability_bb=0.001,
        chart_bar_bb=0.01,
        chart_engine="preflop-2",
        model={"exponent": 1.375, "edge_offset": -0.02, "edge_slope": 0.0175, "edge_cap": 0.07},
    )


def toy_tree() -> CalibrationTree:
    """Return one size on the flop and none after it."""
    sizes = "".join(f'[{player}.flop]\nbet = "50%"\n' for player in ("oop", "ip"))
    return CalibrationTree("toy", f'target = "0.5%pot"\n{sizes}')
