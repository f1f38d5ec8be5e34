"""Learning from a part that is some iterations old: where it ends, and that it can be resumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.cfr import Checkpoint, certify, drive
from gutshot.holdem.preflop import solve_preflop, spec_from
from gutshot.holdem.preflop.game import PreflopGame, build_game, by_the_table, schedule_of
from gutshot.holdem.preflop.lagging import EVERY
from gutshot.holdem.preflop.many_seats import ManySeatPayoff
from gutshot.holdem.preflop.prize_seats import PrizeSeatPayoff

if TYPE_CHECKING:
    from gutshot.holdem.preflop.spec import PreflopSpec

SPOTS: dict[str, dict[str, object]] = {
    "chips": {"players": 3, "stack": 30},
    "prizes": {"format": "bubble", "players": 4, "stack": 8, "limit": "jam"},
}


def spot(name: str) -> PreflopSpec:
    return spec_from(SPOTS[name], "a test")


def arrays(found: PreflopGame) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in found.game.state().items()}


@pytest.mark.parametrize("name", SPOTS)
def test_every_so_often_lessons_are_right(name: str) -> None:
    game = build_game(spot(name)).game
    lessons, payoff = game.lessons, game.payoff
    assert lessons is not None
    assert isinstance(payoff, (ManySeatPayoff, PrizeSeatPayoff))
    draw = np.random.default_rng(3)
    seats = game.forest.seats
    for asked in range(2 * EVERY + 1):
        reaches = [draw.uniform(0, 1, (seat.slots, 169)) for seat in seats]
        for player in range(game.players):
            right = payoff.gradient(player, reaches)
            told = lessons.gradient(player, reaches)
            if asked % EVERY == 0:
                # what is kept is in float32
                assert np.abs(told - right).max() < 1e-5
            other = np.ones(len(right), bool)
            other[payoff.three_way_slots[player]] = False
            assert (told[other] == right[other]).all()
    assert any(len(slots) for slots in payoff.three_way_slots)


@pytest.mark.parametrize("name", SPOTS)
def test_a_solve_goes_on_to_the_same_bits(name: str) -> None:
    spec = spot(name)
    whole, part, resumed = (build_game(spec) for _ in range(3))
    drive(whole.game, target=0, iterations=EVERY + 5, schedule=schedule_of(spec))
    drive(part.game, target=0, iterations=EVERY - 3, schedule=schedule_of(spec))
    drive(resumed.game, target=0, iterations=2, schedule=schedule_of(spec))
    kept = Checkpoint.from_bytes(Checkpoint.of(part.game, EVERY - 3).to_bytes())
    drive(resumed.game, target=0, iterations=EVERY + 5, schedule=schedule_of(spec), resume=kept)
    assert arrays(resumed) == arrays(whole)


@pytest.mark.parametrize("name", SPOTS)
def test_it_ends_where_a_payoff_that_never_lags_finds_nothing_left(name: str) -> None:
    """The certificate looks at no lesson: it is that of the right payoff, taken in one go."""
    spec = spot(name)
    solution = solve_preflop(spec)
    assert solution.converged
    exact = by_the_table(solution.spot).game
    assert exact.lessons is None
    assert solution.solved.certificate == certify(exact)
