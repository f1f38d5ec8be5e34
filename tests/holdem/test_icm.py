"""The independent chip model: published vectors, a twin by all orders of finish, large fields."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gutshot
from gutshot.errors import InputError
from gutshot.holdem.icm import bubble_factors, icm_call, icm_equities
from gutshot.holdem.icm.integral import by_integral
from gutshot.holdem.icm.recursion import by_fractions, by_subsets

VECTORS = [
    ("50 30 20", "70 30", "45.178571 32.25 22.571429"),
    ("5000 3000 1500 500", "500 300 200", "377.780656 312.888840 225.602468 83.728037"),
    ("800 1500 1900 3800", ".5 .3 .2", ".139137 .231636 .265814 .363413"),
    ("800 0 1900 5300", ".5 .3 .2", ".252744 0 .320509 .426746"),
    ("2000" + 8 * " 1000", "500 300 200", "184.444444" + 8 * " 101.944444"),
    ("7 7 7", "300 300", "200 200 200"),
    ("1 1 1 1 1 1", "1 1 1 1 1", 6 * ".833333 "),
    ("4000 3000 2000 1000", "50 30 20", "33.603175 29.488095 23.587302 13.321429"),
]

stacks_of = st.lists(st.integers(1, 10_000), min_size=1, max_size=6)
prizes_of = st.lists(st.integers(0, 500), min_size=1, max_size=7).map(
    lambda found: sorted(found, reverse=True)
)


def numbers(text: str) -> list[Fraction]:
    return [Fraction(x) for x in text.split()]


def by_orders(stacks: list[Fraction], prizes: list[Fraction]) -> list[Fraction]:
    """Return equities from every order of finish: slow, and nothing else."""
    equities = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance = Fraction(1)
        for place, player in enumerate(order):
            chance *= stacks[player] / sum(stacks[p] for p in order[place:])
        for place, prize in enumerate(prizes[: len(stacks)]):
            equities[order[place]] += chance * prize
    return equities


@pytest.mark.parametrize(("stacks", "payouts", "wanted"), VECTORS)
def test_published_vectors(stacks: str, payouts: str, wanted: str) -> None:
    found = icm_equities(numbers(stacks), numbers(payouts))
    assert found.method == "exact"
    assert found.error == 0
    assert [float(x) for x in found.equities] == pytest.approx(
        [float(x) for x in wanted.split()], abs=1e-6
    )


@given(stacks_of, prizes_of.filter(any))
def test_every_method_agrees_with_all_orders_of_finish(
    stacks: list[int], prizes: list[int]
) -> None:
    chips, paid = [Fraction(x) for x in stacks], [Fraction(x) for x in prizes[: len(stacks)]]
    wanted = by_orders(chips, paid)
    assert by_fractions(chips, paid) == wanted
    assert icm_equities(stacks, prizes).equities == tuple(wanted)
    doubles = [float(x) for x in wanted]
    places = [float(x) for x in paid]
    assert by_subsets([float(x) for x in stacks], places) == pytest.approx(doubles, rel=1e-12)
    found, error = by_integral([float(x) for x in stacks], places)
    assert error <= 1e-10
    assert found == pytest.approx(doubles, abs=1e-11 * prizes[0])


@given(stacks_of, prizes_of.filter(any))
def test_what_holds_for_any_table(stacks: list[int], prizes: list[int]) -> None:
    found = icm_equities(stacks, prizes).equities
    assert sum(found) == sum(prizes[: len(stacks)])
    assert icm_equities([3 * x for x in stacks], prizes).equities == found
    by_stack = sorted(zip(stacks, found, strict=True))
    assert all(a[1] <= b[1] for a, b in pairwise(by_stack))
    assert all(a[1] == b[1] for a in by_stack for b in by_stack if a[0] == b[0])
    alone = icm_equities(stacks, [9]).equities
    assert alone == tuple(Fraction(9 * x, sum(stacks)) for x in stacks)


@pytest.mark.parametrize("players", [11, 15, 20])
@pytest.mark.parametrize("spread", [0.3, 2.0])
def test_recursion_and_integral_agree(players: int, spread: float) -> None:
    generator = np.random.Generator(np.random.PCG64(players))
    stacks = np.exp(generator.normal(0, spread, players)).tolist()
    prizes = np.sort(generator.random(players // 2))[::-1].tolist()
    found, error = by_integral(stacks, prizes)
    assert error <= 1e-10
    assert found == pytest.approx(by_subsets(stacks, prizes), abs=1e-12)
    told: list[float] = []
    through = icm_equities(stacks, prizes, progress=told.append)
    assert through.method == "recursion"
    assert 0 < through.error <= 1e-12
    assert told[-1] == 1
    assert list(through.equities) == pytest.approx(found.tolist(), abs=1e-12)


def two_sizes(many: int, few: int, ratio: float, prizes: list[float]) -> tuple[float, float]:
    """Return a small and a large stack's equity by counting how many of each have finished.

    Stacks of size 1 (`many`) and of size `ratio` (`few`): only the counts matter.
    """
    reached = {(0, 0): 1.0}
    small = large = 0.0
    for prize in prizes:
        after: dict[tuple[int, int], float] = {}
        for (a, b), chance in reached.items():
            left = (many - a) + (few - b) * ratio
            for done, share in (((a + 1, b), many - a), ((a, b + 1), (few - b) * ratio)):
                if share:
                    after[done] = after.get(done, 0.0) + chance * share / left
            small += prize * chance * (many - a) / left
            large += prize * chance * (few - b) * ratio / left
        reached = after
    return small / many, large / few


@pytest.mark.parametrize(("many", "few", "places"), [(30, 10, 6), (300, 150, 60), (60, 40, 100)])
def test_a_field_of_two_sizes_counted_otherwise(many: int, few: int, places: int) -> None:
    prizes = [1000 / (place + 1) for place in range(places)]
    small, large = two_sizes(many, few, 3.0, prizes)
    found = icm_equities([1] * many + [3] * few, prizes)
    assert found.method == "integral"
    assert found.error <= 1e-7  # 1e-10 of the first prize
    assert found.equities == pytest.approx([small] * many + [large] * few, abs=1e-9)


def test_two_places_of_a_large_field_in_closed_form() -> None:
    generator = np.random.Generator(np.random.PCG64(7))
    stacks = np.exp(generator.normal(0, 1.5, 2_000))
    share = stacks / stacks.sum()
    second = share * ((share / (1 - share)).sum() - share / (1 - share))
    found = icm_equities(stacks.tolist(), [100, 60])
    assert found.equities == pytest.approx((100 * share + 60 * second).tolist(), abs=1e-9)


def test_five_thousand_equal_stacks_share_alike() -> None:
    told: list[float] = []
    found = icm_equities([20] * 5_000, [2.0] * 40 + [1.0] * 60, progress=told.append)
    assert found.equities == pytest.approx([140 / 5_000] * 5_000, abs=1e-9)
    assert told == sorted(told)


def test_players_without_chips_share_the_places_behind_all_others() -> None:
    found = icm_equities([0, 10, 0, 10], [50, 30, 15, 5]).equities
    assert list(found) == [10, 40, 10, 40]
    many = icm_equities([0, 0, *range(1, 26)], [1] * 27).equities
    assert many == pytest.approx([1.0] * 27)


def test_all_places_paid_alike_are_worth_that() -> None:
    assert icm_equities(range(1, 31), [2] * 30).equities == (2.0,) * 30


def test_rows_name_their_units() -> None:
    assert icm_equities([3, 1], [8]).rows() == [
        {"player": 1, "stack": 3.0, "chip_share": 0.75, "equity": 6.0},
        {"player": 2, "stack": 1.0, "chip_share": 0.25, "equity": 2.0},
    ]


@pytest.mark.parametrize(
    ("stacks", "payouts", "factor", "needed"),
    [
        ([1000] * 10, [500, 300, 200], 1.1842105, 0.5421687),
        ([5, 5, 5], [300, 300], 2, 2 / 3),
        ([5, 5, 5, 5], [50, 30, 20], 1.875, 0.6521739),
        ([1] * 6, [1] * 5, 5, 5 / 6),
        ([20, 10], [70, 30], 1, 0.5),
    ],
)
def test_published_bubble_factors(
    stacks: list[int], payouts: list[int], factor: float, needed: float
) -> None:
    found = bubble_factors(stacks, payouts)
    for hero, row in enumerate(found.factors):
        for villain, x in enumerate(row):
            share = found.required_equity[hero][villain]
            if hero == villain:
                assert (x, share) == (None, None)
            else:
                assert x == pytest.approx(factor, abs=1e-7)
                assert share == pytest.approx(needed, abs=1e-7)
    assert len(found.rows()) == len(stacks) * (len(stacks) - 1)


@pytest.mark.parametrize("stacks", [[9, 5, 2], [1, 2, 3, 4, 5, 6, 7, 8]])
def test_a_bubble_factor_is_risk_over_gain(stacks: list[int]) -> None:
    """The definition, through whole tables with players who have busted."""
    payouts = [50, 30, 10]
    found = bubble_factors(stacks, payouts)
    now = icm_equities(stacks, payouts).equities
    for hero in range(len(stacks)):
        for villain in range(len(stacks)):
            if hero == villain:
                continue
            ends = []
            for sign in (1, -1):
                moved = sign * min(stacks[hero], stacks[villain])
                after = list(stacks)
                after[hero] += moved
                after[villain] -= moved
                ends.append(icm_equities(after, payouts).equities[hero])
            wanted = (now[hero] - ends[1]) / (ends[0] - now[hero])
            assert found.factors[hero][villain] == pytest.approx(float(wanted), rel=1e-9)
            assert wanted >= 1


def test_there_is_no_factor_where_nothing_can_be_won() -> None:
    none = (None, None, None)
    assert bubble_factors([3, 2, 1], [5, 5, 5]).factors == (none, none, none)
    assert bubble_factors([3, 0, 0], [5, 3, 1]).factors == (none, none, none)
    one = bubble_factors([3, 0, 1], [5, 3, 1]).factors
    assert one == ((None, None, 1), none, (1, None, None))


@pytest.mark.parametrize(
    ("stacks", "payouts", "said"),
    [
        ([], [1], "there is no stack; give at least one"),
        ([1], [], "there is no payout; give at least one"),
        ([1, -2], [1], "a stack is 0 or more, not -2"),
        ([1, 2], [-1], "a payout is 0 or more, not -1"),
        ([0, 0], [1], "no stack has chips; give at least one above 0"),
        ([1, 2], [0, 0], "nothing is paid; give at least one payout above 0"),
        ([1, 2], [3, 4], "place 2 is paid more than place 1; give payouts best first"),
        ([float("nan")], [1], "a stack is a number, 0 or more"),
        ([1], [float("inf")], "a payout is a number, 0 or more"),
        ([1] * 5_001, [1], "5001 stacks are too many; give up to 5000"),
    ],
)
def test_what_is_no_tournament(stacks: list[float], payouts: list[float], said: str) -> None:
    with pytest.raises(InputError) as caught:
        icm_equities(stacks, payouts)
    assert str(caught.value) == said


def test_bubble_factors_are_for_one_table() -> None:
    with pytest.raises(InputError, match="bubble factors are for up to 10 stacks, not 11"):
        bubble_factors([1] * 11, [1])


def test_the_package_offers_it_by_name() -> None:
    assert gutshot.icm_equities([3, 1], [8]).rows()[0]["equity"] == 6
    assert len(gutshot.bubble_factors([3, 1], [8]).rows()) == 2


@given(stacks_of.filter(lambda found: len(found) > 1), prizes_of.filter(any))
def test_a_call_without_a_pot_needs_what_the_bubble_factor_says(
    stacks: list[int], prizes: list[int]
) -> None:
    needed = bubble_factors(stacks, prizes).required_equity[0][1]
    call = icm_call(stacks, prizes, 0, 1)
    assert call.required_equity == needed
    assert call.required_in_chips == Fraction(1, 2)
    assert call.fold == icm_equities(stacks, prizes).equities[0]


def test_a_call_for_a_pot_by_hand() -> None:
    """Published by 2+2: 3,800 of 8,000 chips; the two ends of a pot of 1,500."""
    stacks, prizes = numbers("800 1500 1900 3800"), numbers(".5 .3 .2")
    call = icm_call(stacks, prizes, 3, 1)
    assert [round(float(x), 6) for x in (call.fold, call.win)] == [0.363413, 0.426746]
    with_pot = icm_call(numbers("800 1300 1900 3500"), prizes, 3, 1, 500)
    after = [
        numbers(text) for text in ("800 1800 1900 3500", "800 0 1900 5300", "800 3100 1900 2200")
    ]
    wanted = [icm_equities(one, prizes).equities[3] for one in after]
    assert [with_pot.fold, with_pot.win, with_pot.lose] == wanted
    assert with_pot.at_stake == 1_300
    assert with_pot.required_in_chips == Fraction(1_300, 3_100)
    fold, win, lose = (Fraction(x) for x in wanted)
    assert with_pot.required_equity == (fold - lose) / (win - lose)
    with pytest.raises(InputError, match="a pot is 0 or more, not -1"):
        icm_call(stacks, prizes, 3, 1, -1)
