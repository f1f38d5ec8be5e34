"""The return as a function of a jackpot: what the whole game says at any, corner by corner."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import ceil, floor
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.videopoker.one_line import one_line
from tests.videopoker.played import jacks, played

from gutshot.errors import InputError, PayTableError
from gutshot.videopoker import (
    PayTable,
    analyse_game,
    analyse_hand,
    compare_games,
    from_mapping,
    game,
)
from gutshot.videopoker.break_even import break_even
from gutshot.videopoker.meter import meter_of
from gutshot.videopoker.progressive import Progressive, analyse_progressive

if TYPE_CHECKING:
    from collections.abc import Iterator

ROYALS = [
    ("jacks-or-better-9-6", 700, 1700),
    ("deuces-wild-full-pay", 400, 1000),
    ("joker-poker-kings-20-7-5", 700, 1300),
    ("double-joker-8-5-4", 300, 1000),
]
OTHERS = [
    ("jacks-or-better-9-6", "full_house", 0, 30),
    ("jacks-or-better-9-6", "royal_flush", 0, 100),
    ("double-double-bonus-9-6", "four_aces_kicker_2_4", 50, 1000),
    ("deuces-wild-full-pay", "four_deuces", 0, 600),
    ("deuces-wild-full-pay", "three_of_a_kind", 0, 4),
]


@cache
def followed(name: str, low: int, high: int, category: str = "royal_flush") -> Progressive:
    return analyse_progressive(game(name), low, high, category=category)


@pytest.fixture(params=ROYALS, ids=lambda case: str(case[0]))
def royal(request: pytest.FixtureRequest) -> Progressive:
    return followed(*request.param)


@pytest.fixture(params=OTHERS, ids=lambda case: f"{case[0]} {case[1]}")
def other(request: pytest.FixtureRequest) -> Progressive:
    name, category, low, high = request.param
    return followed(name, low, high, category)


def jackpots(found: Progressive, count: int) -> Iterator[Fraction]:
    """Yield both ends, some corners, and jackpots in between, not too fine to be a payout."""
    random = Random(5)  # noqa: S311 - a choice of examples
    yield found.low
    yield found.high
    for piece in random.sample(found.pieces, min(count, len(found.pieces))):
        if piece.jackpot.denominator < 1_000:
            yield piece.jackpot
    for _ in range(count):
        yield found.low + (found.high - found.low) * Fraction(random.randint(1, 999), 1_000)


def agrees_everywhere(found: Progressive, count: int) -> None:
    for jackpot in jackpots(found, count):
        counted = analyse_game(found.meter.table_at(jackpot)).return_fraction
        assert found.return_at(jackpot) == counted, jackpot


def test_the_function_is_the_whole_games_return_at_every_jackpot(royal: Progressive) -> None:
    agrees_everywhere(royal, 8)


def test_any_line_can_be_the_meter_below_other_payouts_too(other: Progressive) -> None:
    agrees_everywhere(other, 8)


def test_the_pieces_join_and_grow_steeper() -> None:
    royals = [followed(*case) for case in ROYALS]
    others = [followed(name, low, high, category) for name, category, low, high in OTHERS]
    for found in (*royals, *others):
        assert len(found.pieces) > 5
        for one, after in pairwise(found.pieces):
            width = after.jackpot - one.jackpot
            assert after.return_fraction == one.return_fraction + one.slope * width
            assert after.slope >= one.slope
            assert width > 0


def test_a_corner_is_where_both_holds_are_best(royal: Progressive) -> None:
    random = Random(7)  # noqa: S311 - a choice of examples
    cards, checked = played(royal.table).deals.cards, 0
    for one in royal.walks:
        moved = one.crossings
        thresholds = moved.jackpots(one.part.scale)
        for at in random.sample(range(len(thresholds)), min(25, len(thresholds))):
            deal = tuple(cards[moved.deals[at]].tolist())
            best = [
                sum(1 << mask for mask in analyse_hand(deal, royal.meter.table_at(jackpot)).best)
                for jackpot in (
                    thresholds[at] - Fraction(1, 1_000),
                    thresholds[at],
                    thresholds[at] + Fraction(1, 1_000),
                )
            ]
            before, after = int(moved.before[at]), int(moved.after[at])
            assert best[0] == before
            assert best[2] == after
            assert best[1] & before == before
            assert best[1] & after == after
            checked += 1
    assert checked >= 20


def test_every_deal_that_changes_is_found_and_no_other(royal: Progressive) -> None:
    ends = [royal.meter.table_at(end) for end in (royal.low, royal.high)]
    differ = compare_games(*ends).classes
    found = np.unique(np.concatenate([one.crossings.deals for one in royal.walks]))
    assert set(differ.tolist()) == set(found.tolist())


def test_changes_name_every_deal_of_their_kind(royal: Progressive) -> None:
    changes = royal.changes()
    weights, cards = played(royal.table).deals.weights, played(royal.table).deals.cards.tolist()
    crossed = sum(len(one.crossings.deals) for one in royal.walks)
    assert 0 < sum(change.classes for change in changes) <= crossed
    assert [x.deals for x in changes] == sorted((x.deals for x in changes), reverse=True)
    for change in changes:
        assert royal.low < change.first <= change.last < royal.high
        assert change.deals >= int(weights[cards.index(list(change.deal))])
        at_first = analyse_hand(change.deal, royal.meter.table_at(change.first)).best
        assert {*change.masks_before, *change.masks_after} <= set(at_first)
    middle = (royal.low + royal.high) / 2
    assert all(x.last < middle for x in royal.changes(high=middle))


def test_published_returns_of_two_progressives() -> None:
    jacks_or_better = analyse_progressive(game("jacks-or-better-9-6"), 800, 1200)
    shown = {x: f"{float(100 * jacks_or_better.return_at(Fraction(x))):.5f}" for x in (975, 976)}
    assert shown == {975: "99.99724", 976: "100.00002"}
    bonus = analyse_progressive(game("bonus-poker-8-5"), 800, 1600)
    shown = {
        coins: f"{float(100 * bonus.return_at(Fraction(coins, 5))):.4f}" for coins in (4000, 8000)
    }
    assert shown == {4000: "99.1660", 8000: "101.4376"}


def test_a_bet_below_the_maximum_is_an_ordinary_table() -> None:
    found = analyse_progressive(game("jacks-or-better-9-6"), 200, 300)
    assert found.return_at(Fraction(250)) == played("jacks-or-better-9-6-royal-250").return_fraction


def test_100_more_coins_are_worth_the_slope_while_play_stays() -> None:
    found = analyse_progressive(game("jacks-or-better-9-6"), 800, 900)
    piece, after = found.pieces[0], found.pieces[1]
    jackpot = (piece.jackpot + after.jackpot) / 2
    value = found.value_of_coins(jackpot, 100, 5)
    assert value == 20 * piece.slope
    coin = (after.jackpot - jackpot) / 2
    assert found.return_at(jackpot + coin) - found.return_at(jackpot) == value * coin / 20
    nine_six = played("jacks-or-better-9-6")
    assert nine_six.royal_cycle is not None
    assert piece.slope == 1 / nine_six.royal_cycle


@pytest.mark.parametrize(
    ("table", "category"),
    [
        (game("jacks-or-better-9-6"), "royal_flush"),
        (game("bonus-poker-8-5"), "royal_flush"),
        (game("deuces-wild-full-pay"), "natural_royal"),
        (game("double-joker-8-5-4"), "royal_flush"),
        (game("jacks-or-better-6-5"), "straight_flush"),
        (game("jacks-or-better-9-5"), "jacks_or_better"),
        (jacks(9, 6, straight="9/2", two_pair="1.9"), "royal_flush"),
        (jacks(8, 5), "royal_flush"),
    ],
    ids=lambda x: x.name if isinstance(x, PayTable) else x,
)
def test_at_break_even_the_return_is_the_bet_to_the_last_digit(
    table: PayTable, category: str
) -> None:
    even = break_even(meter_of(table, category))
    assert even is not None
    found = analyse_progressive(table, floor(even), floor(even) + 2, category=category)
    assert found.break_even == even
    assert found.return_at(even) == 1
    assert found.return_at(found.low) < 1 < found.return_at(found.high)


def test_a_game_that_needs_no_meter_breaks_even_at_none() -> None:
    assert break_even(meter_of(jacks(20, 6))) == 0


def test_a_break_even_beyond_what_can_be_computed_is_none() -> None:
    table = jacks(1, 1, straight="1/1000000007", two_pair=1)
    assert break_even(meter_of(table)) is None


@pytest.mark.parametrize(
    ("low", "high", "says"),
    [(-1, 5, "-1 to 5"), (5, 5, "5 to 5"), (9, 5, "9 to 5"), (0, 10**6, "100,000")],
)
def test_bounds_that_are_none_are_refused(low: int, high: int, says: str) -> None:
    with pytest.raises(InputError) as caught:
        analyse_progressive(game("jacks-or-better-9-6"), low, high)
    assert says in one_line(caught.value)


def test_left_out_bounds_reach_from_the_table_beyond_break_even() -> None:
    near = analyse_progressive(game("jacks-or-better-9-6"))
    assert near.low == 800
    assert near.high == 1600
    far = analyse_progressive(game("jacks-or-better-6-5"))
    assert far.low == 800
    assert far.break_even is not None
    assert far.high == ceil(far.break_even * Fraction(11, 10)) > 1600
    asked = analyse_progressive(
        game("jacks-or-better-9-6"), including=[Fraction(700), Fraction(3501, 2)]
    )
    assert asked.low == 700
    assert asked.high == Fraction(3501, 2)


def test_other_refusals() -> None:
    table = game("jacks-or-better-9-6")
    with pytest.raises(InputError, match=r"no line 'wild_royal'.*royal_flush, straight_flush"):
        analyse_progressive(table, 0, 5, category="wild_royal")
    with pytest.raises(PayTableError, match="too fine"):
        analyse_progressive(table, Fraction(1, 10**12), 5)
    with pytest.raises(InputError, match="was not followed: 800 to 900 were"):
        analyse_progressive(table, 800, 900).return_at(Fraction(901))


def test_frames_and_notebooks() -> None:
    found = analyse_progressive(game("jacks-or-better-9-6"), 900, 1000)
    rows = found.rows()
    assert len(rows) == len(found.pieces)
    assert rows[0]["jackpot"] == 900
    assert abs(rows[0]["return_per_bet"] * 40_000 - 1) < 0.2
    assert "breaks even at 975.993189 bets" in found._repr_html_()


def test_a_table_with_a_single_line_is_straight() -> None:
    table = from_mapping("Royal only", "standard", {"royal_flush": 1})
    found = analyse_progressive(table)
    # every deal is played for the royal, so that its chance is the whole slope
    categories = played(table).categories
    chance = Fraction(categories["royal_flush"], sum(categories.values()))
    assert found.break_even == 1 / chance == Fraction(99666152586, 4318151)
    assert [piece.slope for piece in found.pieces] == [chance]
    assert found.return_at(Fraction(500)) == 500 * chance
