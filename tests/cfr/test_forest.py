"""A tree in sequence form, and the weights of iterations."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.cfr import toys

from gutshot.cfr import CFR_PLUS, DISCOUNTED, Deal, Decision, End, Schedule, Weights, grow, grow_all
from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable


def test_kuhns_tree() -> None:
    forest = grow(toys.public_tree(toys.kuhn(2), 0), 2)
    assert (forest.players, forest.ends) == (2, 5)
    first, second = forest.seats
    assert first.names == ("", "c", "b", "cbf", "cbk")
    assert first.parent.tolist() == [0, 0, 0, 1, 1]
    assert (first.first.tolist(), first.actions.tolist()) == ([1, 3], [2, 2])
    assert second.names == ("", "cc", "cb", "bf", "bk")
    assert second.parent.tolist() == [0, 0, 0, 0, 0]
    # cc, cbf, cbk, bf, bk
    assert forest.slots.tolist() == [[1, 3, 4, 2, 2], [1, 2, 2, 3, 4]]
    assert forest.kinds.tolist() == [3, 2, 3, 1, 3]
    assert forest.amounts.tolist() == [[1, 1, 2, 2, 2], [1, 2, 2, 1, 2]]
    assert set(forest.outcomes) == {-1}


def test_leducs_tree_has_the_known_number_of_information_sets() -> None:
    forest = grow(toys.public_tree(toys.leduc, 3), 2)
    # 936 of six cards told apart by suit are 288 by rank, 144 a player, 48 nodes of three hands
    assert [len(seat.first) for seat in forest.seats] == [48, 48]
    assert set(forest.outcomes) == {-1, 0, 1, 2}
    for seat in forest.seats:
        assert all(parent < slot for slot, parent in enumerate(seat.parent) if slot)


def test_a_player_who_never_acts_has_one_slot() -> None:
    forest = grow(Decision(1, {"x": End(7, (1.0, -1.0))}), 2)
    assert forest.seats[0].slots == 1
    assert forest.seats[1].slots == 2
    assert forest.slots.tolist() == [[0], [1]]


def test_the_last_public_event_is_kept() -> None:
    end = End(0, (0.0,))
    forest = grow(Deal({2: Deal({5: end, 6: end}), 3: end}), 1)
    assert forest.outcomes.tolist() == [5, 6, 3]


def test_trees_side_by_side_are_those_trees() -> None:
    one = toys.public_tree(toys.kuhn(2), 0)
    other = Decision(1, {"x": End(7, (1.0, -1.0)), "y": End(8, (2.0, -2.0))})
    both = grow_all([other, one], 2)
    alone = grow(one, 2)
    assert both.roots == 2
    assert [seat.slots for seat in both.seats] == [2 + 4, 2 + 2 + 4]
    assert both.slots[:, :2].tolist() == [[0, 0], [2, 3]]
    for seat, first, before in zip(both.seats, alone.seats, (0, 2), strict=True):
        assert seat.parent[:2].tolist() == [0, 1]
        moved = np.where(first.parent == 0, 1, first.parent + 1 + before)
        assert seat.parent[2 + before :].tolist() == moved[1:].tolist()
        assert seat.names[2 + before :] == first.names[1:]
    assert both.kinds.tolist() == [7, 8, *alone.kinds.tolist()]


@pytest.mark.parametrize(
    ("root", "said"),
    [
        (Decision(2, {"x": End(0, (0.0, 0.0))}), "after '' player 2 acts; players are 0 to 1"),
        (Decision(0, {}), "after '' player 0 has no action; he needs at least one"),
        (
            Decision(0, {"x": End(0, (0.0,))}),
            "the end after 'x' has not one amount for each player",
        ),
    ],
)
def test_trees_that_are_none(root: Decision, said: str) -> None:
    with pytest.raises(InputError) as caught:
        grow(root, 2)
    assert str(caught.value) == said


def test_cfr_plus_floors_regrets_and_weighs_strategies_by_their_number() -> None:
    assert CFR_PLUS.weights(1) == (0.0, 0.0, 0.0)
    assert CFR_PLUS.weights(2) == (1.0, 0.0, 0.5)
    assert CFR_PLUS.weights(10) == (1.0, 0.0, 0.9)


def test_discounts() -> None:
    assert DISCOUNTED.weights(5) == pytest.approx((8 / 9, 0.5, 0.64))
    assert Schedule(1.0, 1.0, 0.0).weights(4) == pytest.approx((0.75, 0.75, 1.0))


@pytest.mark.parametrize("averaging", [0.0, 1.0, 3.0])
def test_a_strategy_weighs_a_power_of_its_number_in_the_average(averaging: float) -> None:
    weight = [0.0] * 21
    for iteration in range(1, 21):
        keep = Schedule(averaging=averaging).weights(iteration).average
        weight = [w * keep for w in weight]
        weight[iteration] = 1.0
    assert weight[1:] == pytest.approx([(t / 20) ** averaging for t in range(1, 21)])


def test_an_average_begins_anew_at_powers() -> None:
    schedule = Schedule(averaging=2.0, restart=4)
    assert [t for t in range(1, 100) if schedule.weights(t).average == 0] == [1, 4, 16, 64]
    assert schedule.weights(18) == Weights(1.0, 0.0, (2 / 3) ** 2)


@pytest.mark.parametrize(
    "build",
    [
        lambda: Schedule(averaging=-1),
        lambda: Schedule(averaging=math.inf),
        lambda: Schedule(restart=1),
        lambda: Schedule(restart=-3),
        lambda: Schedule(positive=math.nan),
    ],
)
def test_schedules_that_are_none(build: Callable[[], Schedule]) -> None:
    with pytest.raises(InputError):
        build()
