"""The loop stops where it should, tells, can be cancelled, and goes on to the same bits."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.cfr import toys

from gutshot.cfr import CFR_PLUS, Check, Checkpoint, ForestGame, Schedule, drive
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.cfr import Game

RESTARTED = Schedule(positive=1.5, averaging=3.0, restart=4)


def looking_ahead() -> ForestGame:
    """Return Leduc with strategies that expect the last regrets again."""
    made = toys.fast_leduc()
    return ForestGame(made.forest, (3, 3), made.payoff, ahead=1.0)


def bits(game: Game) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in game.state().items()}


@pytest.mark.parametrize("schedule", [CFR_PLUS, RESTARTED])
@pytest.mark.parametrize("make", [toys.fast_kuhn, toys.fast_leduc, toys.plain_kuhn, looking_ahead])
def test_a_resumed_solve_ends_in_the_same_bits(
    schedule: Schedule, make: Callable[[], Game]
) -> None:
    whole = make()
    through = drive(whole, target=0, iterations=90, schedule=schedule, check_every=30)
    part = make()
    kept: list[bytes] = []

    def keep(check: Check) -> None:
        kept.append(Checkpoint.of(part, check.iteration).to_bytes())

    drive(part, target=0, iterations=37, schedule=schedule, progress=keep)
    resumed = make()
    drive(resumed, target=0, iterations=5, schedule=schedule)  # what it held before is gone
    last = Checkpoint.from_bytes(kept[-1])
    assert last.iteration == 37
    again = drive(resumed, target=0, iterations=90, schedule=schedule, resume=last)
    assert bits(resumed) == bits(whole)
    assert again.certificate == through.certificate
    assert again.iterations == through.iterations == 90


def test_a_check_changes_nothing() -> None:
    often, seldom = toys.fast_leduc(), toys.fast_leduc()
    drive(often, target=0, iterations=40, check_every=1)
    drive(seldom, target=0, iterations=40, check_every=40)
    assert bits(often) == bits(seldom)


def test_it_stops_at_the_first_check_that_meets_the_target() -> None:
    told: list[Check] = []
    solved = drive(
        toys.fast_kuhn(), target=1e-2, iterations=9_999, check_every=10, progress=told.append
    )
    assert solved.converged
    assert not solved.cancelled
    assert list(solved.checks) == told
    assert [check.iteration for check in told] == list(range(10, solved.iterations + 1, 10))
    above = [check.certificate.exploitability > 1e-2 for check in told]
    assert above == [True] * (len(told) - 1) + [False]


def test_it_stops_when_iterations_run_out_and_measures_the_end() -> None:
    solved = drive(toys.fast_kuhn(), target=1e-12, iterations=33, check_every=25)
    assert [check.iteration for check in solved.checks] == [25, 33]
    assert not solved.converged
    assert solved.certificate == solved.checks[-1].certificate


def test_a_cancelled_solve_is_measured_as_far_as_it_came() -> None:
    asked = iter([False] * 12 + [True])
    game = toys.fast_kuhn()
    solved = drive(game, target=0, iterations=1_000, cancel=lambda: next(asked))
    assert solved.cancelled
    assert solved.iterations == 12
    until = toys.fast_kuhn()
    assert drive(until, target=0, iterations=12).certificate == solved.certificate
    assert bits(until) == bits(game)


def test_twice_the_iterations_are_nearer_to_equilibrium() -> None:
    """No schedule may throw its first iteration away or drift off."""
    for schedule in (CFR_PLUS, Schedule(positive=1.5, averaging=2.0)):
        solved = drive(
            toys.fast_leduc(), target=0, iterations=800, check_every=100, schedule=schedule
        )
        by_iteration = {c.iteration: c.certificate.exploitability for c in solved.checks}
        for n in (100, 200, 400):
            assert by_iteration[2 * n] <= by_iteration[n]


def test_memory_is_what_the_arrays_take() -> None:
    game = toys.fast_kuhn()
    # 5 slots of 3 hands for each player, regrets, averages and reaches, 8 bytes each
    assert game.memory_bytes == 2 * 5 * 3 * 3 * 8
    assert toys.plain_kuhn().memory_bytes == 12 * 2 * 2 * 8


@pytest.mark.parametrize(
    ("target", "iterations", "check_every", "said"),
    [
        (-1.0, 10, 5, "a target is 0 or more, not -1.0"),
        (float("nan"), 10, 5, "a target is 0 or more, not nan"),
        (0.1, 0, 5, "a solve takes at least one iteration, and a check after at least one"),
        (0.1, 5, 0, "a solve takes at least one iteration, and a check after at least one"),
    ],
)
def test_numbers_out_of_range(target: float, iterations: int, check_every: int, said: str) -> None:
    with pytest.raises(InputError) as caught:
        drive(toys.fast_kuhn(), target=target, iterations=iterations, check_every=check_every)
    assert str(caught.value) == said


def test_a_checkpoint_of_another_game_is_refused() -> None:
    point = Checkpoint.of(toys.fast_kuhn(3), 1)
    game = toys.fast_kuhn()
    before = bits(game)
    with pytest.raises(InputError, match="the checkpoint is of another game"):
        drive(game, target=0, iterations=5, resume=point)
    assert bits(game) == before


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04"])
def test_bytes_that_are_no_checkpoint(content: bytes) -> None:
    with pytest.raises(InputError, match="these bytes are no checkpoint"):
        Checkpoint.from_bytes(content)


def test_an_array_alone_is_no_checkpoint() -> None:
    out = io.BytesIO()
    np.save(out, np.zeros(3))
    with pytest.raises(InputError, match="these bytes are no checkpoint"):
        Checkpoint.from_bytes(out.getvalue())
