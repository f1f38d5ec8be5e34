"""Solve a spot, and say what was found."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from time import perf_counter
from typing import TYPE_CHECKING, Final

from gutshot.cfr import Checkpoint, Schedule, drive
from gutshot.holdem.equities import count_equities
from gutshot.holdem.postflop.estimate import MOST_BYTES, refuse_too_large
from gutshot.holdem.postflop.solution import Certified, Solution, solution_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

    from gutshot.cfr import Certificate, Check
    from gutshot.holdem.postflop.game import PostflopGame
    from gutshot.holdem.postflop.spec import Spot

__all__ = ["FAST", "Progress", "SolvedSpot", "solve_spot"]

FAST: Final = Schedule(positive=1.5, negative=0.0, averaging=6.0)
"""The schedule that took the fewest iterations of those that were tried, none of which was best on
every spot; it doesn't start averages anew, so that exploitability falls nearly steadily."""

_CHECK_EVERY: Final = 10


@dataclass(frozen=True, slots=True)
class Progress:
    """A measurement in the middle of a solve, and the game as it stands."""

    game: PostflopGame
    check: Check
    seconds: float

    def checkpoint(self) -> Checkpoint:
        """Copy where the solve stands."""
        return Checkpoint.of(self.game, self.check.iteration)

    def solution(self) -> Solution:
        """Copy the strategies as they stand."""
        check = self.check
        return _whole(self.game, check.iteration, check.certificate, self.seconds, converged=False)


@dataclass(frozen=True)
class SolvedSpot:
    """A solved spot; chips are those that a player gets, less those that he puts in from it on.

    Attributes
    ----------
    equities : (oop, ip)
        Shares of the pot if all bets were checked down, exact.
    evs : (oop, ip) in chips
        Of the strategies found; they add up to the pot, less what the rake takes on average.
    gains : (oop, ip) in chips
        What each would gain by his best response.
    exploitability : float
        The mean gain, in chips.
    converged, cancelled : bool
        Whether the target was met; whether it was stopped before.
    seconds : float
        Of the iterations and their checks.
    combos : by player
        Numbers of the combos that he may hold.
    combo_evs : by player, (combos,) in chips
        nan for a combo that meets no other.
    root_player : int
        Who acts first, 0 or 1.
    root : by action
        Share of deals with which it is taken first.
    root_chances : by action, (combos of the root player,)
        His chance of it by combo.
    solution : Solution or None
        The strategies of the whole tree, where they were asked for.
    bits : 16 or 32
        What each number was kept in.
    """

    spot: Spot
    equities: tuple[Fraction, Fraction]
    evs: tuple[float, float]
    gains: tuple[float, float]
    exploitability: float
    converged: bool
    cancelled: bool
    iterations: int
    seconds: float
    memory_bytes: int
    combos: tuple[NDArray[np.int64], NDArray[np.int64]]
    combo_evs: tuple[NDArray[np.float64], NDArray[np.float64]]
    root_player: int
    root: dict[str, float]
    root_chances: dict[str, NDArray[np.float64]]
    solution: Solution | None = None
    bits: int = 32

    @property
    def exploitability_percent(self) -> float:
        """The mean gain in percent of the pot."""
        return 100 * self.exploitability / float(self.spot.pot)


def solve_spot(
    spot: Spot,
    *,
    progress: Callable[[float], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    checked: Callable[[Progress], None] | None = None,
    resume: Checkpoint | None = None,
    whole_tree: bool = False,
    most_bytes: int = MOST_BYTES,
    half: bool = False,
) -> SolvedSpot:
    """Solve a spot until the mean gain is at most its target, or its iterations are used up.

    Parameters
    ----------
    progress
        Told an estimate of the share of the work that is done, 0..1.
    cancel
        Asked before every iteration; True stops with what there is.
    checked
        Told every measurement, at which the game may be copied.
    resume
        Where an earlier solve of the spot stopped.
    whole_tree
        Whether the strategies of all nodes are returned.
    most_bytes
        More memory is refused before anything is built.
    half
        Whether numbers are kept in 16 bits; see `PostflopGame`.

    Raises
    ------
    InputError
        When the spot can't be solved: ranges that can't be dealt together, too large a tree; when
        the checkpoint is of another spot.
    """
    from gutshot.holdem.postflop.game import PostflopGame

    refuse_too_large(spot, most_bytes, half=half)
    game = PostflopGame(spot, half=half, most_bytes=most_bytes)
    game.evaluate(0, "average")  # compiles the kernels where that is still to be done
    began = perf_counter()
    target = float(spot.target)
    gains: list[float] = []

    def tell(check: Check) -> None:
        gains.append(check.certificate.mean_gain)
        if checked is not None:
            checked(Progress(game, check, perf_counter() - began))
        if progress is not None:
            progress(max(check.iteration / spot.iterations, _way(gains[0], gains[-1], target)))

    def met() -> bool:
        return bool(gains) and gains[-1] <= target

    # the loop's own target is for the largest gain
    solved = drive(
        game,
        target=0,
        iterations=spot.iterations,
        schedule=FAST,
        check_every=_CHECK_EVERY,
        resume=resume,
        progress=tell,
        cancel=lambda: met() or (cancel is not None and cancel()),
    )
    seconds = perf_counter() - began
    oop, ip = (one.text for one in spot.ranges)
    equities = count_equities([oop, ip], spot.board).equity
    player, chances = game.root_strategy()
    found = solved.certificate
    return SolvedSpot(
        spot,
        (equities[0], equities[1]),
        (found.values[0], found.values[1]),
        # what is below zero is rounding: a best response is at least as good
        (max(found.gains[0], 0.0), max(found.gains[1], 0.0)),
        max(found.mean_gain, 0.0),
        met(),
        solved.cancelled and not met(),
        solved.iterations,
        seconds,
        game.memory_bytes,
        (game.combos[0], game.combos[1]),
        (game.evs(0, "average"), game.evs(1, "average")),
        player,
        game.root_frequency(),
        chances,
        _whole(game, solved.iterations, found, seconds, converged=met()) if whole_tree else None,
        game.bits,
    )


def _whole(
    game: PostflopGame, iterations: int, found: Certificate, seconds: float, *, converged: bool
) -> Solution:
    evs, gains = found.values, found.gains
    certified = Certified(
        iterations,
        converged,
        (evs[0], evs[1]),
        (max(gains[0], 0.0), max(gains[1], 0.0)),
        seconds,
    )
    return solution_of(game, certified)


def _way(first: float, now: float, target: float) -> float:
    """Return how far the gain has come from the first to the target: it falls by powers."""
    if now <= target:
        return 1.0
    if first <= now:
        return 0.0
    return log(first / now) / log(first / target)
