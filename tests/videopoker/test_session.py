"""Sessions: the counted distribution against exact sums, and several hands on one deal."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil
from random import Random

import numpy as np
import pytest
from tests.videopoker.played import jacks, played

from gutshot.videopoker import GameReturn, PayTable, analyse_hand
from gutshot.videopoker.draw_groups import draw_groups
from gutshot.videopoker.payout_sums import circles, payout_sums
from gutshot.videopoker.session import (
    PERCENTILES,
    _without_the_largest,
    round_payouts,
    session,
)

GAMES = ["jacks-or-better-9-6", "deuces-wild-full-pay", "double-joker-8-5-4"]
HALVES = jacks(9, 6, four_of_a_kind="49/2", straight="9/2")


def powers(one: dict[int, Fraction], times: int) -> dict[int, Fraction]:
    """Return the exact distribution of a sum, one payout after another."""
    out = {0: Fraction(1)}
    for _ in range(times):
        longer: dict[int, Fraction] = {}
        for total, chance in out.items():
            for pay, share in one.items():
                longer[total + pay] = longer.get(total + pay, Fraction(0)) + chance * share
        out = longer
    return out


def hand(result: GameReturn) -> dict[int, Fraction]:
    """Return a hand's payouts in units of the scale with their exact chances."""
    total = sum(result.categories.values())
    out: dict[int, Fraction] = {}
    pays = result.table.scaled_pays.tolist()
    for pay, count in zip(pays, result.categories.values(), strict=True):
        out[pay] = out.get(pay, Fraction(0)) + Fraction(count, total)
    return out


@pytest.mark.parametrize("name", [*GAMES, HALVES], ids=str)
@pytest.mark.parametrize("rounds", [1, 2, 6])
def test_every_chance_is_the_exact_sum_within_its_bound(name: str | PayTable, rounds: int) -> None:
    result = played(name)
    payouts = round_payouts(result, 1)
    found = session(result, rounds, payouts=payouts)
    exact = powers(hand(result), rounds)
    assert found.chances is not None
    assert found.rounding is not None
    assert found.rounding < 1e-10
    outside = sum(float(chance) for total, chance in exact.items() if total >= len(found.chances))
    off = np.array(found.chances)
    for total, chance in exact.items():
        if total < len(off):
            off[total] -= float(chance)
    assert np.abs(np.cumsum(off)).max() + outside < found.rounding


@pytest.mark.parametrize("name", [*GAMES, HALVES], ids=str)
def test_the_draws_of_all_deals_are_the_whole_game(name: str | PayTable) -> None:
    result = played(name)
    groups = draw_groups(result)
    assert groups.deals.sum() == result.deals.weights.sum()
    of_game = hand(result)
    for place, pay in enumerate(groups.pays.tolist()):
        chance = sum(
            Fraction(n * deals, total)
            for n, deals, total in zip(
                groups.counts[:, place].tolist(),
                groups.deals.tolist(),
                groups.counts.sum(axis=1).tolist(),
                strict=True,
            )
        )
        assert chance / int(groups.deals.sum()) == of_game[pay]
    kinds = {tuple(row) for row in groups.counts.tolist()}
    assert len(kinds) == len(groups.counts)


@pytest.mark.parametrize("name", GAMES)
def test_a_deals_draws_are_those_of_its_hold(name: str) -> None:
    result, random = played(name), Random(3)  # noqa: S311 - a choice of examples
    groups = draw_groups(result)
    kinds = {tuple(row) for row in groups.counts.tolist()}
    for at in random.sample(range(result.deals.count), 40):
        analysis = analyse_hand(tuple(result.deals.cards[at].tolist()), result.table)
        counts = dict.fromkeys(groups.pays.tolist(), 0)
        pays = result.table.scaled_pays.tolist()
        chosen = analysis.hold(int(result.chosen[at]))
        for pay, count in zip(pays, chosen.counts.values(), strict=True):
            counts[pay] += count
        assert tuple(counts.values()) in kinds


@pytest.mark.parametrize("name", ["jacks-or-better-9-6", HALVES], ids=str)
@pytest.mark.parametrize("plays", [2, 3])
def test_hands_on_one_deal_are_a_mixture_over_the_deals(name: str | PayTable, plays: int) -> None:
    result = played(name)
    groups = draw_groups(result)
    exact: dict[int, float] = {}
    for counts, deals in zip(groups.counts.tolist(), groups.deals.tolist(), strict=True):
        total = sum(counts)
        one = {p: n / total for p, n in zip(groups.pays.tolist(), counts, strict=True) if n}
        out = {0: deals / 2_598_960}
        for _ in range(plays):
            longer: dict[int, float] = {}
            for pays, chance in out.items():
                for pay, share in one.items():
                    longer[pays + pay] = longer.get(pays + pay, 0.0) + chance * share
            out = longer
        for pays, chance in out.items():
            exact[pays] = exact.get(pays, 0.0) + chance
    payouts = round_payouts(result, plays)
    assert payouts is not None
    assert payouts.error < 1e-10
    off = np.zeros(1 + max(*exact, int(payouts.pays[-1])))
    off[payouts.pays] = payouts.chances
    for pays, chance in exact.items():
        off[pays] -= chance
    assert np.abs(np.cumsum(off)).max() < payouts.error


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plays", [1, 3, 10, 100])
def test_mean_and_variance_are_the_exact_ones(name: str, plays: int) -> None:
    result = played(name)
    found = session(result, 200, plays, payouts=round_payouts(result, plays))
    assert found.chances is not None
    net = np.arange(len(found.chances)) / found.scale - float(found.cost)
    mean = float(net @ found.chances)
    assert abs(mean - float(found.net)) < 1e-4
    assert abs(float((net - mean) ** 2 @ found.chances) / float(found.variance) - 1) < 1e-6
    assert found.net == 200 * plays * (result.return_fraction - 1)


def test_three_hands_have_the_published_variance() -> None:
    found = session(played("jacks-or-better-9-6"), 1, 3)
    assert f"{float(found.variance / 9):.7f}" == "7.8158179"


@pytest.mark.parametrize("cash_back", [Fraction(0), Fraction(1, 400)])
def test_ahead_behind_and_even_are_all_there_is(cash_back: Fraction) -> None:
    result = played("jacks-or-better-9-6")
    found = session(result, 400, 1, cash_back, round_payouts(result, 1))
    assert found.chances is not None
    assert found.behind is not None
    assert found.ahead is not None
    even = 1 - found.behind - found.ahead
    cost = 400 * (1 - cash_back)
    assert found.cost == cost
    exactly = float(found.chances[int(cost)]) if cost.denominator == 1 else 0.0
    assert abs(even - exactly) < 1e-9
    assert abs(found.modelled_behind - found.behind) < 0.25


def test_percentiles_hold_their_share() -> None:
    result = played("deuces-wild-full-pay")
    found = session(result, 500, payouts=round_payouts(result, 1))
    assert found.chances is not None
    results = [found.percentile(percent) for percent in PERCENTILES]
    assert len(found.rows()) == len(PERCENTILES)
    for percent, net in zip(PERCENTILES, results, strict=True):
        assert net is not None
        at = int((net + found.cost) * found.scale)
        assert found.chances[: at + 1].sum() >= percent / 100
        assert found.chances[:at].sum() < percent / 100


def test_bars_share_out_everything() -> None:
    result = played("jacks-or-better-9-6")
    bars = session(result, 1_000, payouts=round_payouts(result, 1)).bars(50)
    assert 25 <= len(bars) <= 50
    assert abs(sum(chance for *_, chance in bars) - 1) < 1e-9
    assert not any(low < 0 < high for low, high, _ in bars)
    assert all(left[1] == right[0] for left, right in pairwise(bars))


def test_what_is_too_large_is_not_counted() -> None:
    result = played(jacks(9, 6, royal_flush=10**9))
    assert round_payouts(result, 3) is None
    found = session(result, 100, 3, payouts=round_payouts(result, 3))
    assert found.chances is None
    assert found.behind is None
    assert found.percentile(50) is None
    assert found.bars(10) == []
    assert found.rows() == []
    assert 0 < found.modelled_behind < 1
    # of a single hand what comes without a royal is counted
    found = session(result, 100, 1, payouts=round_payouts(result, 1))
    assert found.beyond > 0
    assert found.behind is not None


def test_a_circle_holds_all_but_a_negligible_part() -> None:
    pays, chances = np.array([0, 1, 100]), np.array([[0.5, 0.499, 0.001], [1.0, 0.0, 0.0]])
    assert circles(pays, chances, 3).tolist() == [512, 2]
    size = int(circles(pays, chances, 1_000)[0])
    whole = payout_sums(np.array([0, 1, 100]), chances[0], 1_000)
    assert whole is not None
    assert size == len(whole.chances) < 100_000
    assert whole.chances[size // 2 :].sum() < 1e-6


def test_without_the_largest_payouts_behind_and_even_are_what_all_payouts_say() -> None:
    payouts = round_payouts(played("jacks-or-better-9-6"), 1)
    assert payouts is not None
    rounds = 400
    for back in (Fraction(0), Fraction(1, 3)):
        cost = rounds * (1 - back)
        whole = payout_sums(payouts.pays, payouts.chances, rounds, error=payouts.error)
        parted, beyond = _without_the_largest(payouts, rounds, cost)
        assert whole is not None
        assert parted is not None
        at = ceil(cost)
        for low, high in ((0, at), (at, at + 1)):
            assert parted.chances[low:high].sum() == pytest.approx(
                whole.chances[low:high].sum(), abs=whole.rounding + parted.rounding
            )
        royal = float(payouts.chances[payouts.pays > float(cost)].sum())
        assert beyond == pytest.approx(1 - (1 - royal) ** rounds, abs=1e-9)
    # what no single payout exceeds is not parted
    assert _without_the_largest(payouts, 10_000, Fraction(10_000)) == (None, 0.0)
