"""Strategies in lanes: step by step those of the row form and of the slow twin, to float32."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from tests.cfr import toys
from tests.cfr.random_games import games

from gutshot.cfr import (
    CFR_PLUS,
    DISCOUNTED,
    LANES,
    Checkpoint,
    ForestGame,
    LaneGame,
    Schedule,
    certify,
    drive,
)
from gutshot.cfr.plain import PlainGame
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gutshot.cfr import Game
    from gutshot.cfr.forest import Seat

RESTARTED = Schedule(positive=1.5, negative=0.0, averaging=3.0, restart=4)
PLAIN_SUMS = Schedule(positive=np.inf, negative=np.inf, averaging=0.0)
SCHEDULES = {"CFR+": CFR_PLUS, "discounted": DISCOUNTED, "restarted": RESTARTED, "sums": PLAIN_SUMS}
TOYS: dict[str, tuple[Callable[[], ForestGame], Callable[[], PlainGame]]] = {
    "Kuhn": (toys.fast_kuhn, toys.plain_kuhn),
    "three-player Kuhn": (lambda: toys.fast_kuhn(3), lambda: toys.plain_kuhn(3)),
    "Leduc": (toys.fast_leduc, toys.plain_leduc),
}


def in_lanes(rows: ForestGame) -> LaneGame:
    hands = [len(rows.average(player)[0]) for player in range(rows.players)]
    return LaneGame(rows.forest, hands, rows.payoff)


def regrets(game: Game, player: int, seat: Seat, hands: int) -> NDArray[np.float64]:
    """Return the regrets of either twin or of the lanes, (slots, hands), 0 in slot 0."""
    out = np.zeros((seat.slots, hands))
    if isinstance(game, ForestGame):
        out[:] = game.state()[f"regret{player}"]
    elif isinstance(game, LaneGame):
        table = game.tables[player].regret
        out[1:] = table.transpose(1, 0, 2).reshape(-1, table.shape[0] * LANES)[:, :hands]
    else:
        assert isinstance(game, PlainGame)
        for first, count in zip(seat.first, seat.actions, strict=True):
            for hand in range(hands):
                known = f"{hand}:{seat.names[first][:-1]}"
                out[first : first + count, hand] = game.state()[known][0]
    return out


def put(game: LaneGame, player: int, rows: NDArray[np.float64]) -> None:
    """Write (slots, hands) to the regrets of the lanes."""
    table = game.tables[player]
    padded = np.zeros((len(rows) - 1, table.batches * LANES), np.float32)
    padded[:, : rows.shape[1]] = rows[1:]
    table.regret[:] = padded.reshape(-1, table.batches, LANES).transpose(1, 0, 2)


def matched(seat: Seat, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    out = np.ones_like(rows)
    for first, count in zip(seat.first, seat.actions, strict=True):
        gains = np.maximum(rows[first : first + count], 0)
        total = gains.sum(axis=0)
        shares = gains / np.where(total > 0, total, 1)
        out[first : first + count] = np.where(total > 0, shares, 1 / count)
    return out


def follow(twin: ForestGame | PlainGame, lanes: LaneGame, schedule: Schedule, steps: int) -> None:
    """Make the twin's steps in lanes as well, from the twin's regrets, and compare every one.

    Each step begins anew from them: a regret of 0 and one of 1e-9 are near, what is played with
    them is not. Averages are held to the mean of what the twin has played.
    """
    seats = lanes.forest.seats
    hands = [len(lanes.average(player)[0]) for player in range(lanes.players)]
    played = [np.zeros((seat.slots, n)) for seat, n in zip(seats, hands, strict=True)]
    total = 0.0
    for step in range(1, steps + 1):
        weights = schedule.weights(step)
        total = total * weights.average + 1
        for player in range(lanes.players):
            for other in range(lanes.players):
                put(lanes, other, regrets(twin, other, seats[other], hands[other]))
            lanes.refresh()
            seat = seats[player]
            present = matched(seat, regrets(twin, player, seat, hands[player]))
            played[player] += (present - played[player]) / total
            twin.update(player, weights)
            lanes.update(player, weights)
            wanted = regrets(twin, player, seat, hands[player])
            got = regrets(lanes, player, seat, hands[player])
            assert np.abs(got - wanted).max() < 2e-6 * (1 + np.abs(wanted).max())
    for player in range(lanes.players):
        assert lanes.average(player) == pytest.approx(played[player], abs=2e-5)


@pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=list(SCHEDULES))
@pytest.mark.parametrize("toy", TOYS)
def test_every_step_is_the_row_forms(toy: str, schedule: Schedule) -> None:
    rows = TOYS[toy][0]()
    follow(rows, in_lanes(rows), schedule, 25)


@pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=list(SCHEDULES))
@pytest.mark.parametrize("toy", TOYS)
def test_every_step_is_the_slow_twins(toy: str, schedule: Schedule) -> None:
    make_rows, make_plain = TOYS[toy]
    follow(make_plain(), in_lanes(make_rows()), schedule, 5)


@settings(max_examples=40)
@given(rows=games())
def test_every_step_in_random_games(rows: ForestGame) -> None:
    follow(rows, in_lanes(rows), RESTARTED, 6)


@settings(max_examples=40)
@given(rows=games())
def test_certificates_in_random_games(rows: ForestGame) -> None:
    """The row form measures the averages of the lanes, given to it as summed reaches."""
    lanes = in_lanes(rows)
    drive(lanes, target=0, iterations=7, schedule=DISCOUNTED)
    for player in range(rows.players):
        chances = lanes.average(player)
        rows.state()[f"total{player}"][:] = chances
    rows.refresh()
    ours, theirs = certify(lanes), certify(rows)
    scale = max(1.0, *map(abs, theirs.values), *theirs.gains)
    assert ours.values == pytest.approx(theirs.values, abs=2e-5 * scale)
    assert ours.gains == pytest.approx(theirs.gains, abs=2e-5 * scale)


@pytest.mark.parametrize("toy", TOYS)
def test_the_slow_twin_measures_the_same_certificate(toy: str) -> None:
    make_rows, make_plain = TOYS[toy]
    lanes, plain = in_lanes(make_rows()), make_plain()
    drive(lanes, target=0, iterations=30, schedule=RESTARTED)
    for player, seat in enumerate(lanes.forest.seats):
        chances = lanes.average(player)
        for first, count in zip(seat.first, seat.actions, strict=True):
            for hand in range(chances.shape[1]):
                known = f"{hand}:{seat.names[first][:-1]}"
                plain.state()[known][1] = chances[first : first + count, hand]
    ours, theirs = certify(lanes), certify(plain)
    assert ours.values == pytest.approx(theirs.values, abs=1e-6)
    assert ours.gains == pytest.approx(theirs.gains, abs=1e-6)
    assert min(ours.gains) > 0


@pytest.mark.parametrize("schedule", [CFR_PLUS, DISCOUNTED, RESTARTED])
def test_kuhn_and_leduc_have_their_values(schedule: Schedule) -> None:
    kuhn = drive(
        in_lanes(toys.fast_kuhn()), schedule=schedule, target=2e-4, iterations=9_999, check_every=50
    )
    assert kuhn.converged
    assert kuhn.certificate.values == pytest.approx((-1 / 18, 1 / 18), abs=2e-6)
    leduc = drive(in_lanes(toys.fast_leduc()), schedule=schedule, target=5e-4, iterations=9_999)
    assert leduc.converged
    assert leduc.certificate.values == pytest.approx((-0.085606, 0.085606), abs=5e-4)


def test_before_the_first_iteration_every_action_is_equally_likely() -> None:
    game = in_lanes(toys.fast_leduc())
    for player, seat in enumerate(game.forest.seats):
        for first, count in zip(seat.first, seat.actions, strict=True):
            assert game.average(player)[first : first + count] == pytest.approx(1 / count, abs=1e-7)


def test_a_resumed_solve_ends_in_the_same_bits() -> None:
    def bits(game: LaneGame) -> dict[str, bytes]:
        return {name: array.tobytes() for name, array in game.state().items()}

    whole, part, resumed = (in_lanes(toys.fast_leduc()) for _ in range(3))
    drive(whole, target=0, iterations=60, schedule=RESTARTED)
    drive(part, target=0, iterations=23, schedule=RESTARTED)
    kept = Checkpoint.from_bytes(Checkpoint.of(part, 23).to_bytes())
    again = drive(resumed, target=0, iterations=60, schedule=RESTARTED, resume=kept)
    assert bits(resumed) == bits(whole)
    assert bits(part) != bits(whole)
    assert again.iterations == 60
    with pytest.raises(InputError, match="the checkpoint is of another game"):
        kept.restore(in_lanes(toys.fast_kuhn()))


def test_memory_is_what_the_arrays_take() -> None:
    game = in_lanes(toys.fast_kuhn())
    # a player's 4 actions at 2 nodes: 4 rows of regrets, 2 of averages, 16 lanes of 4 bytes; and
    # reaches of 5 slots by 3 hands
    assert game.memory_bytes == 2 * ((4 + 2) * 16 * 4 + 5 * 3 * 8)
