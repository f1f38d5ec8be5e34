"""The jam-or-fold game for two at every stack: what is jammed, what calls, up to which stack.

Every stack of a grid is solved apart, to 1e-7 big blinds. Hands that are worth the same either way
over a span of stacks come and go in it, so that a hand may have several spans; and at a stack the
share of such a hand is that of one solution, others that are as good have others. At 1e-9 big
blinds shares that are forced stand within a tenth of a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.catalogue import artefact
from gutshot.errors import GutshotError, InputError
from gutshot.holdem.hand_classes import CLASSES
from gutshot.holdem.preflop.chart import PreflopChart
from gutshot.holdem.preflop.game import solve_preflop
from gutshot.holdem.preflop.spec import PreflopSpec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

__all__ = [
    "ANTES",
    "GAIN_BB",
    "HIGHEST_BB",
    "STACK_GAIN_BB",
    "STEPS",
    "PushFold",
    "Span",
    "build_push_fold",
    "push_fold",
    "push_fold_stacks",
    "solve_push_fold",
]

STEPS: Final = 20
"""Stacks a big blind."""
HIGHEST_BB: Final = 25
GAIN_BB: Final = 1e-7
"""What a best response gains at most at any stack, in big blinds a hand."""
STACK_GAIN_BB: Final = 1e-9
"""What is tried for at a single stack."""
ANTES: Final = (Fraction(0), Fraction(1))
"""The antes whose tables are shipped, in big blinds, out of the big blind's stack."""
_SCALE: Final = 10_000


@dataclass(frozen=True, slots=True)
class Span:
    """Stacks in a row at which a hand is played at least half of the time.

    low_bb, high_bb : the lowest and the highest of them on the grid.
    """

    low_bb: Fraction
    high_bb: Fraction


@dataclass(frozen=True, eq=False)
class PushFold:
    """The solved game at every stack of the grid.

    Attributes
    ----------
    ante_bb : Fraction
        What the big blind antes for both, out of his stack and before his blind.
    stacks_bb : tuple of Fraction
        Both players' stacks before anything is posted, ascending.
    jams, calls : (stacks, 169) float64
        How often each class is jammed by the small blind, and calls a jam in the big blind, 0..1.
    values_bb : (stacks,) float64
        The small blind's EV a hand, net since before posting.
    gain_bb : float
        What a best response gains at most at any of the stacks, in big blinds a hand.
    """

    ante_bb: Fraction
    stacks_bb: tuple[Fraction, ...]
    jams: NDArray[np.float64]
    calls: NDArray[np.float64]
    values_bb: NDArray[np.float64]
    gain_bb: float

    def spans(self, shares: NDArray[np.float64], number: int) -> tuple[Span, ...]:
        """Return the spans of stacks at which a class is played, lowest first.

        shares : `jams` or `calls`.
        """
        out: list[Span] = []
        before = False
        for stack, share in zip(self.stacks_bb, shares[:, number], strict=True):
            played = bool(share >= 0.5)
            if played and before:
                out[-1] = Span(out[-1].low_bb, stack)
            elif played:
                out.append(Span(stack, stack))
            before = played
        return tuple(out)

    def at(self, stack_bb: Fraction) -> int:
        """Return the number of the stack on the grid that is nearest to one.

        Raises
        ------
        InputError
            When it is off the grid's ends.
        """
        low, high = self.stacks_bb[0], self.stacks_bb[-1]
        if not low - Fraction(1, 2 * STEPS) <= stack_bb <= high:
            raise InputError(
                f"stack is from {float(low):g} to {float(high):g} big blinds here,"
                f" not {float(stack_bb):g}"
            )
        return min(range(len(self.stacks_bb)), key=lambda n: abs(self.stacks_bb[n] - stack_bb))


def push_fold_stacks(ante_bb: Fraction) -> tuple[Fraction, ...]:
    """Return the grid: from the first stack at which both have a decision, up to 25 big blinds."""
    first = int((1 + ante_bb) * STEPS) + 1
    return tuple(Fraction(n, STEPS) for n in range(first, HIGHEST_BB * STEPS + 1))


def solve_push_fold(
    ante_bb: Fraction,
    stacks_bb: Iterable[Fraction],
    progress: Callable[[float], None] | None = None,
    *,
    gain_bb: float = GAIN_BB,
) -> PushFold:
    """Solve the game at some stacks, to `GAIN_BB` in about a tenth of a second each.

    Parameters
    ----------
    progress
        Told the share of the work that is done, 0..1.
    gain_bb
        What a best response is to gain at most; one below `GAIN_BB` is tried for 20,000
        iterations, some 2 seconds, and what was reached is told.

    Raises
    ------
    InputError
        For an ante or a stack that `PreflopSpec` refuses.
    GutshotError
        When even `GAIN_BB` is not reached.
    """
    stacks = tuple(stacks_bb)
    shares = np.empty((2, len(stacks), CLASSES))
    values = np.empty(len(stacks))
    reached = 0.0
    for at, stack in enumerate(stacks):

        def told(share: float, at: int = at) -> None:
            if progress is not None:
                progress((at + share) / len(stacks))

        spec = PreflopSpec(
            (stack, stack),
            format="ante" if ante_bb else "cash",
            ante_bb=ante_bb,
            ante_from_stack=bool(ante_bb),
            limit="jam",
        )
        most = 50_000 if gain_bb >= GAIN_BB else 20_000
        solution = solve_preflop(spec, exploitability_bb=gain_bb, iterations=most, progress=told)
        left = solution.solved.certificate.exploitability
        if left > max(gain_bb, GAIN_BB):
            msg = (
                f"jam or fold at {float(stack):g} big blinds did not converge: {left:.1e} are left"
            )
            raise GutshotError(msg)
        reached = max(reached, left)
        chart = PreflopChart.of(solution)
        shares[0, at] = chart.node("").strategy[1]
        shares[1, at] = chart.node("A").strategy[1]
        values[at] = solution.solved.certificate.values[0]
        told(1.0)
    return PushFold(ante_bb, stacks, shares[0], shares[1], values, reached)


def build_push_fold(
    ante_bb: Fraction, progress: Callable[[float], None] | None = None
) -> tuple[NDArray[np.uint16], NDArray[np.float64]]:
    """Return what is shipped for an ante: (2, stacks, 169) jams and calls in 10,000ths, and EVs."""
    found = solve_push_fold(ante_bb, push_fold_stacks(ante_bb), progress)
    both = np.stack([found.jams, found.calls])
    return np.rint(both * _SCALE).astype(np.uint16), found.values_bb


@cache
def push_fold(ante_bb: Fraction) -> PushFold:
    """Return the shipped game for an ante of `ANTES`, shares rounded to 0.01 %.

    Raises
    ------
    InputError
        For another ante.
    """
    if ante_bb not in ANTES:
        known = " and ".join(f"{float(ante):g}" for ante in ANTES)
        raise InputError(f"push-fold is shipped for antes of {known} big blinds, not {ante_bb}")
    name = f"holdem/push_fold/ante_{ante_bb}"
    jams, calls = artefact(f"{name}.npy") / _SCALE
    values = artefact(f"{name}_values.npy")
    return PushFold(ante_bb, push_fold_stacks(ante_bb), jams, calls, values, GAIN_BB)
