"""Charts on real deals: against exact values of two and three seats, and the rules of an audit."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASSES, class_of_combos, combo_cards
from gutshot.holdem.preflop import PreflopChart, PreflopSpec, solve_preflop, spec_from
from gutshot.holdem.preflop.audit import audit_chart, report
from gutshot.holdem.preflop.audit import real_deals as room
from gutshot.holdem.preflop.audit.flat import flat_chart, reaches_of
from gutshot.holdem.preflop.audit.pair_means import PairMeans, pair_means
from gutshot.holdem.preflop.audit.report import audits_text, shipped_audits
from gutshot.holdem.preflop.chart import chart_of
from gutshot.holdem.preflop.deals import by_combos, class_weights
from gutshot.holdem.preflop.game import build_game
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.holdem.three_way.table import shares_of_three

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEED = 7


@cache
def chart(players: int, stack: int, limit: str = "none") -> PreflopChart:
    table = {"players": players, "stack": stack, "limit": limit, "deals": "classes"}
    return PreflopChart.of(solve_preflop(spec_from(table, "test")))


def real_of_two(found: PreflopChart) -> PreflopChart:
    """Return the same strategies with the exact deals of two hands."""
    rows = np.vstack([found.strategy(name) for name in found.nodes])
    return chart_of(build_game(replace(found.spec, deals="combos")), rows, 1, 1.0)


@pytest.mark.parametrize(("stack", "limit"), [(10, "jam"), (20, "none"), (100, "none")])
def test_of_two_seats_all_is_known_without_a_draw(stack: int, limit: str) -> None:
    """Means by two hands leave nothing: EV and best response are those of exact deals."""
    found = chart(2, stack, limit)
    exact = real_of_two(found).certificate
    told = audit_chart(found, deals=2_000, seed=SEED, boards=0)
    assert told is not None
    for seat, ev, gain in zip(told.seats, exact.values, exact.gains, strict=True):
        assert seat.ev_bb == pytest.approx(ev, abs=1e-9)
        assert seat.gain_bb == pytest.approx(gain, abs=1e-9)
        assert max(seat.ev_error_bb, seat.gain_error_bb) < 1e-9
    # card removal is worth something in a game of two
    assert abs(told.seats[0].ev_difference_bb) > 1e-4
    assert told.seats[0].gain_bb > told.seats[0].chart_gain_bb


@pytest.mark.parametrize("stack", [20, 100])
def test_of_two_seats_boards_are_those_of_the_equities(stack: int) -> None:
    told = audit_chart(chart(2, stack), deals=50_000, seed=SEED)
    assert told is not None
    for seat in told.seats:
        assert 0 < seat.boards_error_bb < 0.02
        assert abs(seat.boards_bb) < 4 * seat.boards_error_bb
        assert abs(seat.gain_boards_bb) < 4 * seat.gain_boards_error_bb


def test_deals_alone_come_to_the_exact_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no means to lean on, drawn deals give EV and gain of exact ones within their errors."""

    def nothing(flat: object, plays: object) -> PairMeans:
        del flat, plays
        return PairMeans(np.zeros((2, 2, CLASSES, CLASSES)), np.zeros((2, CLASSES)), np.zeros(2))

    monkeypatch.setattr(room, "pair_means", nothing)
    found = chart(2, 20)
    exact = real_of_two(found).certificate
    told = audit_chart(found, deals=200_000, seed=SEED, boards=0)
    assert told is not None
    for seat, ev, gain in zip(told.seats, exact.values, exact.gains, strict=True):
        assert 0 < seat.ev_error_bb < 0.02
        assert abs(seat.ev_bb - ev) < 4 * seat.ev_error_bb
        assert abs(seat.gain_bb - gain) < 4 * seat.gain_error_bb
    # and the errors are no looser than the differences that they are to tell
    assert told.seats[0].gain_error_bb < 0.01


@cache
def chance_of_three() -> NDArray[np.float64]:
    """Return the probability that three classes are dealt, (169, 169, 169), combo by combo."""
    cards, classes = combo_cards().astype(np.int64), class_of_combos()
    apart = (cards[:, None, :, None] != cards[None, :, None, :]).all(axis=(2, 3))
    order = np.argsort(classes, kind="stable")
    starts = np.searchsorted(classes[order], np.arange(CLASSES))
    out = np.empty((CLASSES,) * 3)
    for number in range(CLASSES):
        # all combos of a class meet as many of every two others: suits can be renamed
        one = int(order[starts[number]])
        left = (apart & apart[one] & apart[one][:, None]).astype(np.float64)[np.ix_(order, order)]
        met = np.add.reduceat(np.add.reduceat(left, starts, axis=0), starts, axis=1)
        out[number] = met * np.sum(classes == number)
    out /= out.sum()
    return out


def exact_of_three(found: PreflopChart, plays: NDArray[np.float64], player: int) -> float:
    """Return a player's EV with a reach of his own, over all deals of three classes."""
    flat = flat_chart(found)
    exact = by_combos()
    equity = exact.won / exact.chance
    three = shares_of_three()
    total = np.zeros((CLASSES,) * 3)
    shapes = [(-1, 1, 1), (1, -1, 1), (1, 1, -1)]
    for end in range(flat.forest.ends):
        chance = np.ones((1, 1, 1))
        for seat in range(3):
            rows = (plays if seat == player else flat.reaches)[flat.rows(seat)]
            chance = chance * rows[flat.forest.slots[seat, end]].reshape(shapes[seat])
        if not chance.any():
            continue
        worth = np.full((1, 1, 1), flat.constants[end, player])
        for pot in range(flat.pot_first[end], flat.pot_first[end + 1]):
            eligible = [p for p in flat.pot_players[pot].tolist() if p >= 0]
            if player not in eligible:
                continue
            others = [p for p in eligible if p != player]
            if len(others) == 2:
                share = np.moveaxis(three, 0, player)
            else:
                other = others[0]
                share = np.expand_dims(equity if player < other else equity.T, 3 - player - other)
            worth = worth + flat.pot_amounts[pot] * share
        total += chance * worth
    return float((total * chance_of_three()).sum())


def test_of_three_seats_every_deal_is_counted() -> None:
    found = chart(3, 8, "jam")
    assert chance_of_three().sum(axis=(1, 2)) == pytest.approx(class_weights(), abs=1e-12)
    assert chance_of_three().sum(axis=2) == pytest.approx(by_combos().chance, abs=1e-12)
    told = audit_chart(found, deals=400_000, seed=SEED, boards=0)
    assert told is not None
    flat = flat_chart(found)
    answer = reaches_of(flat.forest, room._answer(found, flat))
    seen = 0.0
    for player, seat in enumerate(told.seats):
        ev = exact_of_three(found, flat.reaches, player)
        best = exact_of_three(found, answer, player)
        assert 0 < seat.ev_error_bb < 0.001
        assert abs(seat.ev_bb - ev) < 4 * seat.ev_error_bb
        assert abs(seat.gain_bb - (best - ev)) < 4 * seat.gain_error_bb
        assert best > ev
        seen = max(seen, abs(ev - seat.chart_ev_bb))
    # real deals differ from independent ones by more than the errors with which they are told
    assert seen > 10 * max(seat.ev_error_bb for seat in told.seats)


def test_means_of_two_hands_are_those_of_independent_deals() -> None:
    """Averaged over the other's hand they are a player's EV; no pair knows more than another."""
    found = chart(3, 8, "jam")
    flat = flat_chart(found)
    weights = class_weights()
    means = pair_means(flat, flat.reaches)
    for player in range(3):
        by_other = [means.pairs[player, other] @ weights for other in range(3) if other != player]
        assert by_other[0] == pytest.approx(by_other[1], abs=1e-12)
        # three-way pots go by pairwise equities here, and by the table in the chart
        value = found.certificate.values[player]
        assert means.own[player] @ weights == pytest.approx(value, abs=5e-3)


def test_the_same_seed_draws_the_same_deals() -> None:
    found = chart(3, 8, "jam")
    first, again, other = (audit_chart(found, deals=3_000, seed=seed) for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_what_is_there_is_kept_when_it_is_stopped() -> None:
    found = chart(3, 8, "jam")
    asked = iter([False] * 23 + [True])
    shares: list[float] = []
    told = audit_chart(
        found, deals=50_000, seed=3, progress=shares.append, cancel=lambda: next(asked)
    )
    assert told is not None
    assert (told.deals, told.stopped) == (2_300, True)
    assert shares == sorted(shares)
    assert replace(told, stopped=False) == audit_chart(found, deals=2_300, seed=3)
    few = iter([False] * 19 + [True])
    assert audit_chart(found, deals=50_000, cancel=lambda: next(few)) is None
    assert audit_chart(found, deals=50_000, cancel=lambda: True) is None


@pytest.mark.parametrize(
    ("players", "asked", "said"),
    [
        (3, {"deals": 1_999}, "deals are from 2,000"),
        (3, {"seed": -1}, "a seed is from 0"),
        (3, {"boards": 65}, "boards are from 0 to 64"),
    ],
)
def test_numbers_out_of_range(players: int, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        audit_chart(chart(players, 8, "jam"), **asked)


def test_what_needs_no_audit() -> None:
    exact = PreflopChart.of(solve_preflop(PreflopSpec((Fraction(8),) * 2, limit="jam")))
    with pytest.raises(InputError, match="certificate is that of real deals"):
        audit_chart(exact)


def test_a_response_keeps_to_what_is_locked() -> None:
    """Where both seats may change nothing, nothing is gained, on whatever deals."""
    locks = {"": {"A": "22+,A2s+,A2o+", "rest": "F"}, "A": {"C": "TT+", "rest": "F"}}
    table = {"players": 2, "stack": 10, "limit": "jam", "deals": "classes", "locks": locks}
    found = PreflopChart.of(solve_preflop(spec_from(table, "test")))
    told = audit_chart(found, deals=2_000, seed=SEED, boards=0)
    assert told is not None
    for seat in told.seats:
        assert (seat.gain_bb, seat.chart_gain_bb) == pytest.approx((0, 0), abs=1e-12)
        assert abs(seat.ev_difference_bb) > 1e-4


def test_what_is_stored_of_shipped_charts_is_drawn_again() -> None:
    """From another seed: within four standard errors of both."""
    stored = shipped_audits()[6]
    found = kept_chart(spec_from({"players": 6, "stack": 100}, "shipped"))
    assert found is not None
    told = audit_chart(found.chart.whole(), deals=60_000, seed=stored.seed + 1, boards=8)
    assert told is not None
    for seat, again in zip(stored.seats, told.seats, strict=True):
        assert seat.seat == again.seat
        assert again.chart_ev_bb == pytest.approx(seat.chart_ev_bb, abs=1e-6)
        assert again.chart_gain_bb == pytest.approx(seat.chart_gain_bb, abs=1e-6)
        for name in ("ev_difference_bb", "boards_bb", "gain_bb", "gain_boards_bb"):
            error = name.replace("_bb", "_error_bb").replace("ev_difference", "ev")
            room_for = math.hypot(getattr(seat, error), getattr(again, error))
            assert abs(getattr(seat, name) - getattr(again, name)) < 4 * room_for, (seat.seat, name)


def test_what_is_stored_says_that_independence_costs_something() -> None:
    for players, audit in shipped_audits().items():
        assert len(audit.seats) == players
        # EVs of all seats add up to nothing on any deals
        total = sum(seat.ev_difference_bb for seat in audit.seats)
        assert abs(total) < 4 * sum(seat.ev_error_bb for seat in audit.seats)
        # the big blind defends against others' cards, of which it holds some: it loses most
        assert audit.largest_difference.seat == "BB"
        assert audit.largest_difference.ev_difference_bb < -10 * audit.seats[-1].ev_error_bb
        for seat in audit.seats:
            assert seat.gain_bb > seat.chart_gain_bb
    text = audits_text(shipped_audits())
    assert text == report.REPORT.read_text(encoding="utf-8")
