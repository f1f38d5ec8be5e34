"""What a solve will take before it is begun: decisions, memory, processor time.

Time is actions by iterations by a rate. How often an iteration multiplies by the table of 169 x 169
equities for each action was measured on solves of two to nine seats; how long such a product takes
is measured here. Iterations can't be known beforehand: most charts take 50 to 200.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.holdem.hand_classes import CLASSES
from gutshot.holdem.preflop.counting import check_size

if TYPE_CHECKING:
    from gutshot.holdem.preflop.counting import TreeSize
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = ["ITERATIONS", "SolveEstimate", "estimate_solve", "product_us"]

ITERATIONS: Final = 100
"""What an estimate assumes."""
_COLUMNS: Final = 512
_RUNS: Final = 8
# products of a table and the hands of one action, for each action and iteration
_PRODUCTS: Final = 7.5
_PRODUCTS_FOR_PRIZES: Final = 26.0
# microseconds of one core that an iteration takes at least, and seconds before the first
_LEAST_US: Final = 600.0
_BEGINNING_S: Final = 1.5
_BEGINNING_FOR_PRIZES_S: Final = 3.0


@dataclass(frozen=True, slots=True)
class SolveEstimate:
    """What a solve will take.

    Attributes
    ----------
    size : TreeSize
        Decisions and the like, and the memory at its peak, within 20 %.
    rate_us : float
        Microseconds of one core of this machine that an action takes in an iteration.
    seconds : float
        Of one core, for `ITERATIONS`; within a factor of two where a chart takes as many.
    """

    size: TreeSize
    rate_us: float
    seconds: float


def estimate_solve(spec: PreflopSpec) -> SolveEstimate:
    """Return what a solve of a spot will take on this machine.

    Raises
    ------
    InputError
        When the tree is too large; the message says what can be dropped.
    """
    size = check_size(spec)
    products = _PRODUCTS_FOR_PRIZES if spec.for_prizes else _PRODUCTS
    rate_us = products * product_us()
    begun_s = _BEGINNING_FOR_PRIZES_S if spec.for_prizes else _BEGINNING_S
    each_us = max(_LEAST_US, rate_us * size.actions)
    return SolveEstimate(size, rate_us, begun_s + 1e-6 * ITERATIONS * each_us)


@cache
def product_us() -> float:
    """Return what a product of a 169 x 169 table and one action's hands takes here, measured.

    The quickest of some runs on one core, in microseconds.
    """
    table = np.linspace(0, 1, CLASSES**2, dtype=np.float32).reshape(CLASSES, CLASSES)
    hands = np.linspace(1, 0, CLASSES * _COLUMNS, dtype=np.float32).reshape(CLASSES, _COLUMNS)
    took = []
    with threadpool_limits(1, "blas"):
        for _ in range(_RUNS):
            begun = time.thread_time_ns()
            np.matmul(table, hands)
            took.append(time.thread_time_ns() - begun)
    return min(took) / 1e3 / _COLUMNS
