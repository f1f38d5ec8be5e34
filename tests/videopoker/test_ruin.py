"""Ruin: equations against induction, induction against brute force, both against simulation."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.videopoker.played import jacks, played
from tests.videopoker.test_session import hand, powers

from gutshot.errors import InputError
from gutshot.videopoker.ruin import unlimited_play
from gutshot.videopoker.session import round_payouts, session
from gutshot.videopoker.simulated import Simulated, simulate
from gutshot.videopoker.trip import Trip, trip

if TYPE_CHECKING:
    from gutshot.videopoker import GameReturn, PayTable

GENEROUS = jacks(25, 20)
"""So good that what is not ruined soon never is."""

ONE_PERCENT = Fraction(1, 100)


def walked(
    result: GameReturn, rounds: int, bankroll: int, cash_back: Fraction = Fraction(0)
) -> Fraction:
    """Return the exact chance of ruin by following every outcome of every hand."""
    alive = {Fraction(bankroll): Fraction(1)}
    ruined = Fraction(0)
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for wealth, chance in alive.items():
            for pay, share in hand(result).items():
                left = wealth - 1 + cash_back + Fraction(pay, result.table.scale)
                if left < 1:
                    ruined += chance * share
                else:
                    after[left] = after.get(left, Fraction(0)) + chance * share
        alive = after
    return ruined


def counted(
    result: GameReturn,
    rounds: int,
    bankroll: int | None = None,
    plays: int = 1,
    cash_back: Fraction = Fraction(0),
) -> Trip:
    payouts = round_payouts(result, plays)
    assert payouts is not None
    found = trip(payouts, rounds, bankroll, cash_back)
    assert found is not None
    return found


@pytest.mark.parametrize("cash_back", [Fraction(0), ONE_PERCENT, Fraction(1, 3)])
@pytest.mark.parametrize("table", ["jacks-or-better-9-6", jacks(9, 6, straight="9/2")], ids=str)
@pytest.mark.parametrize("bankroll", [1, 2, 3])
def test_a_short_trip_is_what_all_its_outcomes_say(
    table: str | PayTable, bankroll: int, cash_back: Fraction
) -> None:
    result = played(table)
    found = counted(result, 4, bankroll, cash_back=cash_back)
    assert found.over_time is not None
    for rounds in range(5):
        exact = float(walked(result, rounds, bankroll, cash_back))
        assert abs(found.over_time[rounds] - exact) < found.error
    assert abs(found.ruin(bankroll) - found.over_time[-1]) < found.error


def test_first_passage_is_the_share_of_paths_that_the_ballot_theorem_counts() -> None:
    """A walk that falls by one at most is ruined at step k in B/k of the paths that end there."""
    result, bankroll, rounds = played("jacks-or-better-9-6"), 5, 9
    found = counted(result, rounds, bankroll)
    assert found.over_time is not None
    total = Fraction(0)
    for k in range(bankroll, rounds + 1):
        ends = powers(hand(result), k).get(k - bankroll, Fraction(0))
        total += Fraction(bankroll, k) * ends
        assert abs(found.over_time[k] - float(total)) < found.error


@pytest.mark.parametrize(("plays", "loss"), [(1, 1), (3, 3), (3, 2)])
def test_many_payouts_are_convolved_to_the_same_as_summed(plays: int, loss: int) -> None:
    from gutshot.videopoker import trip as module

    payouts = round_payouts(played("jacks-or-better-9-6"), plays)
    assert payouts is not None
    chances = np.random.Generator(np.random.PCG64(1)).random(300)
    ruin, height = np.sort(chances)[::-1], chances / chances.sum()
    few, many = (
        kind(payouts.pays, payouts.chances, 300, plays) for kind in (module._Few, module._Many)
    )
    assert np.abs(few.before(ruin, loss) - many.before(ruin, loss)).max() < 1e-13
    (one, lost), (other, also_lost) = few.after(height, loss), many.after(height, loss)
    assert np.abs(one - other).max() < 1e-13
    assert abs(lost - also_lost) < 1e-13


@pytest.mark.parametrize("cash_back", [Fraction(0), Fraction(1, 7)])
@pytest.mark.parametrize("plays", [1, 3])
def test_the_way_forward_ends_where_the_way_back_began(plays: int, cash_back: Fraction) -> None:
    result = played("jacks-or-better-9-6")
    for bankroll in (plays, 20, 70):
        found = counted(result, 200, bankroll, plays, cash_back)
        assert found.over_time is not None
        assert abs(found.over_time[-1] - found.ruin(bankroll)) < found.error


def test_a_larger_bankroll_is_lost_less_often_and_a_longer_trip_more_often() -> None:
    found = counted(played("jacks-or-better-9-6"), 300, 60)
    assert found.over_time is not None
    assert np.diff(found.by_bankroll).max() <= found.error
    assert np.diff(found.over_time).min() >= 0
    assert found.ruin(10**6) == 0.0
    for risk in (0.5, 0.05, 0.001):
        needed = found.needed(risk)
        assert found.ruin(needed) <= risk < found.ruin(needed - 1)
    assert len(found.rows()) == len(found.by_bankroll)


def within(simulated: Simulated, count: int, exact: float) -> None:
    share, _ = simulated.share(count)
    error = (exact * (1 - exact) / simulated.trips) ** 0.5
    assert abs(share - exact) < 4.5 * error + 1e-12


@pytest.mark.parametrize(
    ("plays", "cash_back", "bankroll"),
    [
        (1, Fraction(0), 60),
        (1, ONE_PERCENT, 40),
        (3, Fraction(0), 150),
        (5, Fraction(1, 50), 200),
    ],
)
def test_simulated_trips_are_ruined_as_often_as_counted(
    plays: int, cash_back: Fraction, bankroll: int
) -> None:
    result = played("jacks-or-better-9-6")
    found = counted(result, 400, bankroll, plays, cash_back)
    drawn = simulate(result, 400, bankroll, plays, cash_back, trips=4_000, seed=11)
    assert found.over_time is not None
    assert drawn.ruined_by[-1] == drawn.ruined > 100
    for tenth in range(1, 11):
        within(drawn, drawn.ruined_by[tenth - 1], float(found.over_time[40 * tenth]))


@pytest.mark.parametrize("plays", [1, 4])
def test_simulated_sessions_end_as_counted(plays: int) -> None:
    result = played("deuces-wild-full-pay")
    found = session(result, 150, plays, payouts=round_payouts(result, plays))
    drawn = simulate(result, 150, 150 * plays, plays, trips=4_000, seed=12)
    assert found.ahead is not None
    assert found.behind is not None
    within(drawn, drawn.ahead, found.ahead)
    within(drawn, drawn.behind, found.behind)
    assert abs(drawn.mean_net - float(found.net)) < 4.5 * drawn.error_of_mean
    assert abs(drawn.deviation**2 / float(found.variance) - 1) < 0.4


def test_a_seed_repeats_itself_and_another_does_not() -> None:
    result = played("jacks-or-better-9-6")
    one, same, other = (simulate(result, 100, 30, 2, trips=300, seed=seed) for seed in (5, 5, 6))
    assert one == same
    assert one.mean_net != other.mean_net
    with pytest.raises(InputError, match="seed -1 is negative"):
        simulate(result, 100, 30, seed=-1)
    with pytest.raises(InputError, match="too fine to be simulated"):
        simulate(result, 100, 30, cash_back=Fraction(1, 10**17))
    with pytest.raises(InputError, match="1 trips have no standard error"):
        simulate(result, 100, 30, trips=1)


@pytest.mark.parametrize("table", ["deuces-wild-full-pay", "double-bonus-10-7", GENEROUS], ids=str)
def test_the_root_solves_its_equation_exactly(table: str | PayTable) -> None:
    """E[r**payout] = r, with a change of sign 1e-12 around it, in whole numbers."""
    result = played(table)
    root = exp(-unlimited_play(result).rate)

    def excess(r: Fraction) -> Fraction:
        return sum((share * r**pay for pay, share in hand(result).items()), -r)

    nearby = Fraction(1e-12)
    assert excess(Fraction(root) + nearby) < 0 < excess(Fraction(root) - nearby)


def test_without_end_one_hand_is_ruined_as_in_a_very_long_trip() -> None:
    result = played(GENEROUS)
    endless, long_trip = unlimited_play(result), counted(result, 6_000, 30)
    assert endless.exact
    for bankroll in (1, 2, 10, 30):
        least, most = endless.ruin(bankroll)
        assert least == most
        assert abs(least - long_trip.ruin(bankroll)) < 1e-7


@pytest.mark.parametrize(("plays", "cash_back"), [(3, Fraction(0)), (1, ONE_PERCENT)])
def test_a_bracket_holds_what_a_very_long_trip_comes_to(plays: int, cash_back: Fraction) -> None:
    result = played(GENEROUS)
    endless = unlimited_play(result, plays, cash_back)
    long_trip = counted(result, 2_500, None, plays, cash_back)
    assert not endless.exact
    for bankroll in (plays, 10, 20, 40):
        least, most = endless.ruin(bankroll)
        assert least < most
        assert least - 1e-6 < long_trip.ruin(bankroll) < most + 1e-6


def test_without_end_and_simulated() -> None:
    result = played(GENEROUS)
    endless = unlimited_play(result)
    drawn = simulate(result, 3_000, 12, trips=3_000, seed=4)
    assert drawn.ruined > 100
    within(drawn, drawn.ruined, endless.ruin(12)[0])


@pytest.mark.parametrize("risk", [0.5, 0.1, 0.01, 1e-6])
@pytest.mark.parametrize("plays", [1, 5])
def test_the_bankroll_for_a_risk_is_the_least_one(risk: float, plays: int) -> None:
    endless = unlimited_play(played("deuces-wild-full-pay"), plays)
    bankroll = endless.bankroll(risk)
    assert bankroll is not None
    assert endless.ruin(bankroll)[1] <= risk < endless.ruin(bankroll - 1)[1]


def test_without_an_advantage_ruin_is_certain() -> None:
    endless = unlimited_play(played("jacks-or-better-9-6"))
    assert endless.certain
    assert endless.ruin(10**9) == (1.0, 1.0)
    assert endless.bankroll(0.5) is None
    better = unlimited_play(played("jacks-or-better-9-6"), cash_back=Fraction(1, 200))
    assert not better.certain
    assert better.edge == played("jacks-or-better-9-6").return_fraction - 1 + Fraction(1, 200)
    assert better.ruin(0) == (1.0, 1.0)


def test_what_would_take_too_long_is_not_counted() -> None:
    payouts = round_payouts(played("jacks-or-better-9-6"), 1)
    assert payouts is not None
    assert trip(payouts, 1_000, most_work=10**4) is None
    assert trip(payouts, 1_000_000, cash_back=Fraction(1, 10_000)) is None
