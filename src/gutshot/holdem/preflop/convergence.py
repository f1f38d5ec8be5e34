"""How fast a spot comes to its bar: what is left to gain, check by check, by two schedules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.cfr import CFR_PLUS, drive
from gutshot.holdem.preflop.game import build_game, schedule_of

if TYPE_CHECKING:
    from gutshot.cfr import Schedule
    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = ["Course", "Left", "courses"]

_CHECK_EVERY: Final = 2
_PAST_THE_BAR: Final = 10
_MOST_ITERATIONS: Final = 400


@dataclass(frozen=True, slots=True)
class Left:
    """What the seat that gains most could still gain after an iteration, in big blinds a hand."""

    iteration: int
    gain_bb: float


@dataclass(frozen=True, slots=True)
class Course:
    """The checks of a solve, in order."""

    checks: tuple[Left, ...]

    @property
    def iterations(self) -> int:
        """How many there were."""
        return self.checks[-1].iteration

    def reached(self, bar_bb: float) -> int:
        """Return the first checked iteration after which no more than a bar is left to gain."""
        return next(one.iteration for one in self.checks if one.gain_bb <= bar_bb)


def courses(spec: PreflopSpec) -> tuple[Course, Course]:
    """Solve a spot by our schedule, to a tenth of its bar, and by that of CFR+, to the bar."""
    with threadpool_limits(1, "blas"):
        ours = _course(spec, schedule_of(spec), spec.bar_bb / _PAST_THE_BAR)
        return ours, _course(spec, CFR_PLUS, spec.bar_bb)


def _course(spec: PreflopSpec, schedule: Schedule, target_bb: float) -> Course:
    solved = drive(
        build_game(spec).game,
        target=target_bb,
        iterations=_MOST_ITERATIONS,
        schedule=schedule,
        check_every=_CHECK_EVERY,
    )
    return Course(
        tuple(Left(one.iteration, one.certificate.exploitability) for one in solved.checks)
    )
