"""Kuhn and Leduc, solved by one loop, agree with the known values and with the slow twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.cfr import toys

from gutshot.cfr import CFR_PLUS, DISCOUNTED, ForestGame, Schedule, certify, drive
from gutshot.cfr.plain import PlainGame
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

SCHEDULES = {
    "CFR+": CFR_PLUS,
    "discounted": DISCOUNTED,
    "discounted, floored, restarted": Schedule(positive=1.5, averaging=3.0, restart=4),
    "plain averages": Schedule(positive=np.inf, negative=np.inf, averaging=0.0),
}
TOYS: dict[str, tuple[Callable[[], ForestGame], Callable[[], PlainGame], int]] = {
    "Kuhn": (toys.fast_kuhn, toys.plain_kuhn, 60),
    "three-player Kuhn": (lambda: toys.fast_kuhn(3), lambda: toys.plain_kuhn(3), 20),
    "Leduc": (toys.fast_leduc, toys.plain_leduc, 5),
}


def chances(game: ForestGame, player: int) -> dict[tuple[int, str], float]:
    """Return the chance of each action, by hand and path."""
    average = game.average(player)
    names = game.forest.seats[player].names
    return {
        (hand, name): float(average[slot, hand])
        for slot, name in enumerate(names)
        for hand in range(average.shape[1])
    }


def looking_ahead(game: ForestGame, ahead: float) -> ForestGame:
    """Return the same game with strategies that expect a share of the last regrets again."""
    hands = [game.average(player).shape[1] for player in range(game.players)]
    return ForestGame(game.forest, hands, game.payoff, ahead=ahead)


@pytest.mark.parametrize("ahead", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=list(SCHEDULES))
@pytest.mark.parametrize("toy", TOYS)
def test_the_twin_plays_the_same_strategies_to_rounding(
    toy: str, schedule: Schedule, ahead: float
) -> None:
    make_fast, make_plain, iterations = TOYS[toy]
    fast = looking_ahead(make_fast(), ahead)
    made = make_plain()
    plain = PlainGame(made._root, made.players, ahead=ahead)
    for iteration in range(1, iterations + 1):
        for player in range(fast.players):
            fast.update(player, schedule.weights(iteration))
            plain.update(player, schedule.weights(iteration))
    for player in range(fast.players):
        for (hand, name), chance in chances(fast, player).items():
            if name:
                known = f"{hand}:{name[:-1]}"
                action = toys_actions(toy, name[:-1]).index(name[-1])
                assert plain.average(known)[action] == pytest.approx(chance, abs=1e-9)
    ours, theirs = certify(fast), certify(plain)
    assert ours.values == pytest.approx(theirs.values, abs=1e-9)
    assert ours.gains == pytest.approx(theirs.gains, abs=1e-9)
    assert sum(ours.values) == pytest.approx(0, abs=1e-12)
    assert min(ours.gains) > 0


def toys_actions(toy: str, path: str) -> str:
    """Return the actions after a path, in the order of the tree."""
    if toy == "Leduc":
        now = toys.leduc("/".join(x.rpartition("]")[2] for x in path.split("[")))
    else:
        now = toys.kuhn(3 if toy.startswith("three") else 2)(path)
    assert isinstance(now, toys.Act)
    return now.actions


def test_before_the_first_iteration_every_action_is_equally_likely() -> None:
    game = toys.fast_leduc()
    for player in range(2):
        seat = game.forest.seats[player]
        for first, count in zip(seat.first, seat.actions, strict=True):
            assert game.average(player)[first : first + count] == pytest.approx(1 / count)


@pytest.mark.parametrize("schedule", [CFR_PLUS, Schedule(positive=1.5, averaging=2.0)])
def test_kuhn_is_worth_a_loss_of_one_in_eighteen(schedule: Schedule) -> None:
    game = toys.fast_kuhn()
    solved = drive(game, schedule=schedule, target=2e-5, iterations=20_000, check_every=500)
    assert solved.converged
    assert solved.certificate.exploitability <= 2e-5
    assert solved.certificate.values == pytest.approx((-1 / 18, 1 / 18), abs=1e-7)
    first, second = chances(game, 0), chances(game, 1)
    bluff = first[0, "b"]
    tolerance = 1e-3
    assert -tolerance <= bluff <= 1 / 3 + tolerance
    # the one free choice of the family of equilibria; all else follows from it
    assert first[2, "b"] == pytest.approx(3 * bluff, abs=tolerance)
    assert first[1, "cbk"] == pytest.approx(bluff + 1 / 3, abs=tolerance)
    assert first[1, "b"] == pytest.approx(0, abs=tolerance)
    assert first[0, "cbk"] == pytest.approx(0, abs=tolerance)
    assert first[2, "cbk"] == pytest.approx(1, abs=tolerance)
    assert second[0, "cb"] == pytest.approx(1 / 3, abs=tolerance)
    assert second[1, "cb"] == pytest.approx(0, abs=tolerance)
    assert second[2, "cb"] == pytest.approx(1, abs=tolerance)
    assert second[0, "bk"] == pytest.approx(0, abs=tolerance)
    assert second[1, "bk"] == pytest.approx(1 / 3, abs=tolerance)
    assert second[2, "bk"] == pytest.approx(1, abs=tolerance)


@pytest.mark.parametrize("bluff", [0.0, 0.1, 0.2, 1 / 3])
def test_every_equilibrium_of_kuhns_family_has_a_certificate_of_zero(bluff: float) -> None:
    game = toys.fast_kuhn()
    third = 1 / 3
    bets: list[dict[str, tuple[float, float, float]]] = [
        {"b": (bluff, 0, 3 * bluff), "cbk": (0, bluff + third, 1)},
        {"cb": (third, 0, 1), "bk": (0, third, 1)},
    ]
    for player, wanted in enumerate(bets):
        names = game.forest.seats[player].names
        total = game.state()[f"total{player}"]
        for name, by_hand in wanted.items():
            other = name[:-1] + {"b": "c", "k": "f"}[name[-1]]
            total[names.index(name)] = by_hand
            total[names.index(other)] = 1 - np.array(by_hand)
    game.refresh()
    found = certify(game)
    assert found.values == pytest.approx((-1 / 18, 1 / 18), abs=1e-15)
    assert found.gains == pytest.approx((0, 0), abs=1e-15)


@pytest.mark.parametrize("ahead", [0.3, 1.0])
def test_looking_ahead_leduc_has_the_same_value(ahead: float) -> None:
    game = looking_ahead(toys.fast_leduc(), ahead)
    solved = drive(game, schedule=DISCOUNTED, target=5e-4, iterations=20_000, check_every=100)
    assert solved.converged
    assert solved.certificate.values[0] == pytest.approx(-0.0856, abs=5.5e-4)


def test_predictive_regret_matching_needs_fewer_iterations_of_kuhn() -> None:
    needed = []
    for ahead in (0.0, 1.0):
        game = looking_ahead(toys.fast_kuhn(), ahead)
        found = drive(game, schedule=Schedule(averaging=2.0), target=1e-4, iterations=20_000)
        needed.append(found.iterations)
    assert needed[1] < needed[0] / 10


def test_looking_ahead_takes_one_more_array() -> None:
    plain, ahead = (looking_ahead(toys.fast_leduc(), share) for share in (0.0, 0.5))
    regrets = sum(plain.state()[f"regret{player}"].nbytes for player in range(2))
    assert ahead.memory_bytes == plain.memory_bytes + regrets
    assert set(ahead.state()) - set(plain.state()) == {"expected0", "expected1"}
    drive(ahead, target=0, iterations=20)
    found = certify(ahead)
    ahead.forget_regrets()
    assert certify(ahead) == found
    assert set(ahead.state()) == {"total0", "total1"}


@pytest.mark.parametrize("ahead", [-0.1, 1.5, np.nan])
def test_no_share_is_no_share(ahead: float) -> None:
    with pytest.raises(InputError, match="the share that is expected again is from 0 to 1, not"):
        looking_ahead(toys.fast_kuhn(), ahead)


@pytest.mark.parametrize("schedule", [CFR_PLUS, DISCOUNTED])
def test_leduc_has_its_published_value(schedule: Schedule) -> None:
    game = toys.fast_leduc()
    solved = drive(game, schedule=schedule, target=2e-4, iterations=20_000, check_every=200)
    assert solved.converged
    first, second = solved.certificate.values
    assert first == pytest.approx(-0.0856, abs=2.5e-4)
    assert first + second == pytest.approx(0, abs=1e-12)


def test_three_players_get_a_gain_each() -> None:
    solved = drive(toys.fast_kuhn(3), target=1e-3, iterations=20_000, check_every=200)
    assert solved.converged
    assert len(solved.certificate.gains) == 3
    assert max(solved.certificate.gains) == solved.certificate.exploitability <= 1e-3
    assert sum(solved.certificate.values) == pytest.approx(0, abs=1e-12)


def test_the_slow_twin_is_solved_by_the_same_loop() -> None:
    solved = drive(toys.plain_kuhn(), target=2e-3, iterations=2_000, check_every=100)
    assert solved.converged
    assert solved.certificate.values[0] == pytest.approx(-1 / 18, abs=2e-3)


def test_every_end_adds_up_to_zero() -> None:
    for game in (toys.fast_kuhn(), toys.fast_kuhn(3), toys.fast_leduc()):
        payoff = game.payoff
        assert isinstance(payoff, toys.Tensors)
        assert np.abs(payoff.worth.sum(axis=0)).max() < 1e-15
        assert np.abs(payoff.worth).max() > 0
