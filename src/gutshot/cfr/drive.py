"""Iterate, check, stop: the one loop in which every game is solved.

It tells how far it is, can be cancelled between iterations, and goes on from a checkpoint to the
same bits as without the interruption.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from gutshot.cfr.certificate import Certificate, certify
from gutshot.cfr.schedule import CFR_PLUS
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from gutshot.cfr.schedule import Schedule, Weights

__all__ = ["Check", "Checkpoint", "Game", "Solved", "drive"]

_ITERATION = "iteration"
# what numpy raises for bytes that are cut off, damaged, of another form or of another archive
_BROKEN = (
    AttributeError,
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)


class Game(Protocol):
    """All that the loop sees of a game."""

    players: int

    @property
    def memory_bytes(self) -> int:
        """Bytes that its arrays take."""
        ...

    def update(self, player: int, weights: Weights) -> None:
        """Improve one player's strategy against the present ones of the others."""
        ...

    def evaluate(self, player: int, against: Literal["average", "best"]) -> float:
        """Return a player's EV against the others' averages, playing his own or his best."""
        ...

    def state(self) -> Mapping[str, NDArray[np.number[Any]]]:
        """Return the live arrays that the next iteration depends on, by name."""
        ...

    def refresh(self) -> None:
        """Follow arrays of `state` that were written to from outside."""
        ...


@dataclass(frozen=True, slots=True)
class Check:
    """A certificate and the iteration after which it was taken."""

    iteration: int
    certificate: Certificate


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A copy of a game's state after an iteration."""

    iteration: int
    arrays: Mapping[str, NDArray[np.number[Any]]]

    @classmethod
    def of(cls, game: Game, iteration: int) -> Checkpoint:
        """Copy the state of a game."""
        return cls(iteration, {name: array.copy() for name, array in game.state().items()})

    def to_bytes(self) -> bytes:
        """Return it as the bytes of a numpy archive."""
        archive = io.BytesIO()
        np.savez(archive, **{_ITERATION: np.array(self.iteration)}, **self.arrays)  # type: ignore[arg-type]
        return archive.getvalue()

    @classmethod
    def from_bytes(cls, archive: bytes) -> Checkpoint:
        """Read what `to_bytes` wrote.

        Raises
        ------
        InputError
            When the bytes are no checkpoint.
        """
        try:
            with np.load(io.BytesIO(archive), allow_pickle=False) as found:
                arrays = {name: found[name] for name in found.files}
            return cls(int(arrays.pop(_ITERATION)), arrays)
        except _BROKEN as error:
            raise InputError("these bytes are no checkpoint; solve from the start") from error

    def restore(self, game: Game) -> None:
        """Put a game into this state.

        Raises
        ------
        InputError
            When the checkpoint is of a game with other arrays.
        """
        live = game.state()
        forms = {name: (array.shape, array.dtype) for name, array in live.items()}
        if forms != {name: (array.shape, array.dtype) for name, array in self.arrays.items()}:
            raise InputError("the checkpoint is of another game; solve this one from the start")
        for name, array in live.items():
            array[...] = self.arrays[name]
        game.refresh()


@dataclass(frozen=True, slots=True)
class Solved:
    """Where the loop stopped.

    Attributes
    ----------
    iterations : int
        All that the averages rest on, those before a resumption included.
    certificate : Certificate
        Of the averages as they are.
    converged, cancelled : bool
        Whether the target was met; whether `cancel` ended it.
    checks : tuple of Check
        Of this call, in order. Exploitability need not fall from one to the next.
    """

    iterations: int
    certificate: Certificate
    converged: bool
    cancelled: bool
    checks: tuple[Check, ...]


def drive(
    game: Game,
    *,
    target: float,
    iterations: int,
    schedule: Schedule = CFR_PLUS,
    check_every: int = 25,
    resume: Checkpoint | None = None,
    progress: Callable[[Check], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Solved:
    """Solve a game until no player gains more than `target` by his best response.

    Players are updated in turn, each against the newest strategies of the others.

    Parameters
    ----------
    target : float
        Largest gain, in the game's unit, 0 or more; 0 uses all iterations.
    iterations : int
        Stop after so many in any case, those before a resumption included.
    check_every : int
        Measure after every so many iterations, and at the end.
    resume : Checkpoint
        Go on from here; the result is the same as without the interruption, bit for bit.
    progress : callable
        Told every check; between two iterations, so that `Checkpoint.of` may copy the game there.
    cancel : callable
        Asked before every iteration; True stops with what there is.

    Raises
    ------
    InputError
        When a number is out of range or the checkpoint is of another game.
    """
    _bounds(target, iterations, check_every)
    done = 0
    if resume is not None:
        resume.restore(game)
        done = resume.iteration
    checks: list[Check] = []

    def check() -> Certificate:
        found = Check(done, certify(game))
        checks.append(found)
        if progress is not None:
            progress(found)
        return found.certificate

    cancelled = False
    while done < iterations and not cancelled:
        if cancel is not None and cancel():
            cancelled = True
            continue
        weights = schedule.weights(done + 1)
        for player in range(game.players):
            game.update(player, weights)
        done += 1
        if done % check_every == 0:
            found = check()
            if target > 0 and found.exploitability <= target:
                break
    if not checks or checks[-1].iteration != done:
        check()
    last = checks[-1].certificate
    return Solved(done, last, last.exploitability <= target, cancelled, tuple(checks))


def _bounds(target: float, iterations: int, check_every: int) -> None:
    if not target >= 0:
        raise InputError(f"a target is 0 or more, not {target}")
    if iterations < 1 or check_every < 1:
        raise InputError("a solve takes at least one iteration, and a check after at least one")
