"""Locked hands play what they are told, learn nothing, and everybody else answers to it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cfr import toys
from tests.cfr.linear_programme import optimum
from tests.cfr.random_games import games

from gutshot.cfr import CFR_PLUS, DISCOUNTED, ForestGame, Lock, certify, drive
from gutshot.cfr.plain import PlainGame
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Schedule

FREE = np.nan
TOYS: dict[str, tuple[Callable[[], ForestGame], Callable[[], PlainGame], int]] = {
    "Kuhn": (toys.fast_kuhn, toys.plain_kuhn, 40),
    "three-player Kuhn": (lambda: toys.fast_kuhn(3), lambda: toys.plain_kuhn(3), 15),
    "Leduc": (toys.fast_leduc, toys.plain_leduc, 5),
}


def locked(game: ForestGame, locks: Sequence[Lock]) -> ForestGame:
    """Return the same game with locks."""
    hands = [len(game.average(player)[0]) for player in range(game.players)]
    return ForestGame(game.forest, hands, game.payoff, locks)


def lock(game: ForestGame, player: int, name: str, by_hand: Sequence[float]) -> Lock:
    """Return the lock of a node of two actions: the chance of the action that `name` ends with."""
    names = game.forest.seats[player].names
    at = names.index(name)
    others = [slot for slot, other in enumerate(names) if slot != at and other[:-1] == name[:-1]]
    (other,) = [slot for slot in others if len(names[slot]) == len(name)]
    taken = np.array(by_hand, np.float64)
    rows = {at: taken, other: 1 - taken}
    return Lock(player, min(rows), np.array([rows[slot] for slot in sorted(rows)]))


def some_locks(game: ForestGame, seed: int, share: float = 0.4) -> list[Lock]:
    """Return random chances at a share of all nodes and hands."""
    rng = np.random.default_rng(seed)
    out = []
    for player, seat in enumerate(game.forest.seats):
        hands = game.average(player).shape[1]
        for first, count in zip(seat.first.tolist(), seat.actions.tolist(), strict=True):
            chances = rng.dirichlet(np.ones(count), hands).T
            chances[:, rng.random(hands) > share] = FREE
            if not np.isnan(chances).all():
                out.append(Lock(player, first, chances))
    return out


def value_of(game: ForestGame, locks: Sequence[Lock]) -> float:
    """Return what a linear programme says that the first player wins."""
    payoff = game.payoff
    assert isinstance(payoff, toys.Tensors)
    hands = payoff.worth.shape[2]
    return optimum(game.forest, (hands, hands), lambda end: payoff.worth[0, end], locks).value


def by_set(game: ForestGame, locks: Sequence[Lock]) -> dict[str, list[float]]:
    """Return locks by the names of the information sets of the slow twin."""
    out = {}
    for one in locks:
        path = game.forest.seats[one.player].names[one.first][:-1]
        for hand in range(one.chances.shape[1]):
            if not np.isnan(one.chances[0, hand]):
                out[f"{hand}:{path}"] = one.chances[:, hand].tolist()
    return out


def test_who_always_bets_and_calls_loses_a_third_a_hand() -> None:
    # with the king 2 are won; the queen wins and loses 2 as often; the jack gives up its ante
    free = toys.fast_kuhn()
    locks = [lock(free, 1, "cb", (1, 1, 1)), lock(free, 1, "bk", (1, 1, 1))]
    game = locked(free, locks)
    solved = drive(game, target=1e-6, iterations=20_000, check_every=100)
    assert solved.converged
    assert solved.certificate.values == pytest.approx((1 / 3, -1 / 3), abs=2e-6)
    # nothing of the second player is his to change
    assert solved.certificate.gains[1] == pytest.approx(0, abs=1e-15)
    assert not game.state()["regret1"].any()
    assert game.average(1)[[1, 2]] == pytest.approx(np.array([[0, 0, 0], [1, 1, 1]]))


def test_who_never_bluffs_is_never_paid() -> None:
    # the first player never bets the jack: then the queen never calls a bet, and all is worth what
    # a game without his bluffs is
    free = toys.fast_kuhn()
    locks = [lock(free, 0, "b", (0, 0, 1))]
    game = locked(free, locks)
    solved = drive(game, target=1e-5, iterations=20_000, check_every=100)
    assert solved.converged
    assert game.average(0)[game.forest.seats[0].names.index("b")].tolist() == [0, 0, 1]
    assert game.average(1)[game.forest.seats[1].names.index("bk"), 1] < 1e-2
    assert solved.certificate.values[0] == pytest.approx(value_of(free, locks), abs=1e-5)
    assert solved.certificate.values[0] < -1 / 18 - 1e-3


@pytest.mark.parametrize("schedule", [CFR_PLUS, DISCOUNTED])
@pytest.mark.parametrize("toy", TOYS)
def test_the_twin_plays_the_same_strategies_to_rounding(toy: str, schedule: Schedule) -> None:
    make, make_plain, iterations = TOYS[toy]
    free = make()
    # chances without actions that are worth the same to the last bit: there roundings decide
    locks = some_locks(free, 6)
    told = by_set(free, locks)
    fast = locked(free, locks)
    twin = make_plain()
    plain = PlainGame(twin._root, twin.players, told)
    for iteration in range(1, iterations + 1):
        for player in range(fast.players):
            fast.update(player, schedule.weights(iteration))
            plain.update(player, schedule.weights(iteration))
    ours, theirs = certify(fast), certify(plain)
    assert ours.values == pytest.approx(theirs.values, abs=1e-9)
    assert ours.gains == pytest.approx(theirs.gains, abs=1e-9)
    assert min(ours.gains) > 0
    for known, chances in told.items():
        assert plain.average(known) == chances
    for one in locks:
        rows = slice(one.first, one.first + len(one.chances))
        held = ~np.isnan(one.chances)
        assert (fast.average(one.player)[rows][held] == one.chances[held]).all()
        assert not fast.state()[f"regret{one.player}"][rows][held].any()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("make", [toys.fast_kuhn, toys.fast_leduc])
def test_locked_games_have_the_value_of_their_linear_programmes(
    make: Callable[[], ForestGame], seed: int
) -> None:
    free = make()
    locks = some_locks(free, seed)
    solved = drive(locked(free, locks), target=1e-4, iterations=20_000, check_every=100)
    assert solved.converged
    value = value_of(free, locks)
    assert solved.certificate.values[0] == pytest.approx(value, abs=1e-4)
    assert value != pytest.approx(value_of(free, ()), abs=1e-3)


@pytest.mark.parametrize("seed", range(4))
def test_a_best_response_is_the_best_of_all_that_keep_the_lock(seed: int) -> None:
    free = toys.fast_kuhn()
    locks = some_locks(free, 50 + seed)
    game = locked(free, locks)
    rng = np.random.default_rng(seed)
    for player in range(2):
        total = game.state()[f"total{player}"]
        total[...] = rng.random(total.shape)
    game.refresh()
    for player in range(2):
        gradient = game.payoff.gradient(player, reaches(game))
        fixed = {
            (one.first, hand): one.chances[:, hand]
            for one in locks
            if one.player == player
            for hand in range(3)
            if not np.isnan(one.chances[0, hand])
        }
        best = sum(best_of_hand(game, player, hand, gradient, fixed) for hand in range(3))
        assert game.evaluate(player, "best") == pytest.approx(best, abs=1e-12)


def reaches(game: ForestGame) -> list[NDArray[np.float64]]:
    """Return the reaches of all averages."""
    out = []
    for player, seat in enumerate(game.forest.seats):
        reach = game.average(player)
        for slot in range(1, seat.slots):
            reach[slot] *= reach[seat.parent[slot]]
        out.append(reach)
    return out


def best_of_hand(
    game: ForestGame,
    player: int,
    hand: int,
    gradient: NDArray[np.float64],
    fixed: Mapping[tuple[int, int], NDArray[np.float64]],
) -> float:
    """Return the most that a hand has of all its pure strategies, locked nodes being mixed."""
    seat = game.forest.seats[player]
    nodes = list(zip(seat.first.tolist(), seat.actions.tolist(), strict=True))
    found = []
    for choice in product(*(range(count) for _, count in nodes)):
        reach = np.ones(seat.slots)
        for (first, count), taken in zip(nodes, choice, strict=True):
            chances = fixed.get((first, hand), np.eye(count)[taken])
            reach[first : first + count] = reach[seat.parent[first]] * chances
        found.append(float(reach @ gradient[:, hand]))
    return max(found)


def test_locking_an_equilibrium_to_itself_changes_no_value() -> None:
    free = toys.fast_kuhn()
    third = 1 / 3
    chances = {"b": (third, 0, 1.0), "cbk": (0, 2 * third, 1.0)}
    game = locked(free, [lock(free, 0, name, by_hand) for name, by_hand in chances.items()])
    solved = drive(game, target=1e-6, iterations=20_000, check_every=100)
    assert solved.converged
    assert solved.certificate.values == pytest.approx((-1 / 18, 1 / 18), abs=1e-6)
    assert solved.certificate.gains[0] == pytest.approx(0, abs=1e-15)


def test_without_locks_nothing_changes() -> None:
    free = toys.fast_leduc()
    none = locked(toys.fast_leduc(), [Lock(0, 1, np.full((2, 3), FREE))])
    for game in (free, none):
        drive(game, target=0, iterations=30)
    for name, array in free.state().items():
        assert array.tobytes() == none.state()[name].tobytes()


@settings(deadline=None, max_examples=60)
@given(games(), st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.3, 0.9, 1.1]))
def test_in_random_games_locks_are_kept_and_no_gain_is_below_nothing(
    free: ForestGame, seed: int, share: float
) -> None:
    locks = some_locks(free, seed, share)
    game = locked(free, locks)
    drive(game, target=0, iterations=7, schedule=DISCOUNTED)
    found, freed = certify(game), certify(unlocked(game))
    assert freed.values == pytest.approx(found.values, abs=1e-9)
    for gain, more in zip(found.gains, freed.gains, strict=True):
        assert -1e-9 <= gain <= more + 1e-9
    if share > 1:
        assert found.gains == pytest.approx([0.0] * game.players, abs=1e-9)
    for one in locks:
        rows = slice(one.first, one.first + len(one.chances))
        held = ~np.isnan(one.chances)
        assert (game.average(one.player)[rows][held] == one.chances[held]).all()


def unlocked(game: ForestGame) -> ForestGame:
    """Return the same averages in a game without locks."""
    out = locked(game, [])
    for player, reach in enumerate(reaches(game)):
        out.state()[f"total{player}"][...] = reach
    # a node that its player never comes to has no reaches: there any strategy is worth the same
    out.refresh()
    return out


@pytest.mark.parametrize(
    ("first", "chances", "wrong"),
    [
        (2, [[1.0] * 3, [0.0] * 3], "no node of player 0 begins with slot 2"),
        (99, [[1.0] * 3, [0.0] * 3], "no node of player 0 begins with slot 99"),
        (1, [[1.0] * 4, [0.0] * 4], "has not one chance for each of its actions and hands"),
        (1, [[0.9] * 3, [0.0] * 3], "has chances that are none"),
        (1, [[1.5] * 3, [-0.5] * 3], "has chances that are none"),
        (1, [[1.0, 1.0, FREE], [0.0] * 3], "has chances that are none"),
    ],
)
def test_a_lock_that_does_not_fit_is_refused(
    first: int, chances: list[list[float]], wrong: str
) -> None:
    with pytest.raises(InputError, match=wrong):
        locked(toys.fast_kuhn(), [Lock(0, first, np.array(chances))])


def test_a_node_is_locked_once() -> None:
    free = toys.fast_kuhn()
    with pytest.raises(InputError, match="is there twice"):
        locked(free, [lock(free, 0, "b", (1, 1, 1))] * 2)
