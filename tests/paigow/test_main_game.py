"""The main game as it is dealt: against one hand at a time, known figures, and what was shipped."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from gutshot.catalogue import DATA
from gutshot.errors import InputError
from gutshot.paigow import house_way, legal_settings
from gutshot.paigow.advisor import dealer_pushes
from gutshot.paigow.all_deals import DEALS
from gutshot.paigow.dealer_hands import deck_without
from gutshot.paigow.dealer_hands._kernels import draw_hands
from gutshot.paigow.main_game import (
    Estimate,
    MainGame,
    deal_main_game,
    main_game_json,
    main_games_from,
    shipped_main_games,
)
from gutshot.paigow.setting import Outcome

FIVE_PERCENT = Fraction(5)
WON = {Outcome.LOSE: 0, Outcome.PUSH: 1, Outcome.WIN: 2}

KNOWN = {
    "local": (28.174, 42.496, 29.330, 2.565, 0.68, 6.01),
    "trump-plaza": (28.614, 41.470, 29.916, 2.733, 1.84, 6.20),
    "golden-nugget": (28.475, 41.773, 29.752, 2.700, 1.59, 6.09),
    "foxwoods": (29.103, 40.515, 30.382, 2.734, 2.00, 6.25),
    "flamingo": (28.438, 41.845, 29.716, 2.700, 1.56, 6.09),
}
"""Dealt by another program: won, pushed, lost, edge; edges of Face Up, best and left to the way."""


SIMPLER = "golden-nugget", "flamingo"
"""Ways which the other program set without their thresholds for breaking straight flushes."""


def known_error(way: str) -> float:
    """Return the standard error of known shares, in points, with what a simpler way may differ."""
    if way in SIMPLER:
        return 0.02
    return 0.010 if way != "local" else 0.0045


def test_every_deal_is_what_settings_say_one_by_one() -> None:
    way = house_way("foxwoods")
    deals, seed = 300, 7
    drawn = np.empty((deals, 14), np.uint8)
    draw_hands(np.uint64(seed), deck_without(()), drawn)
    hands, face_up, face_up_way = Counter[int](), Counter[int](), Counter[int]()
    for row in drawn.tolist():
        seats = row[:7], row[7:]
        first, second = (way.set(cards) for cards in seats)
        high = np.sign(first.high_strength - second.high_strength) + 1
        low = np.sign(first.low_strength - second.low_strength) + 1
        hands[int(3 * high + low)] += 1
        best, left = [], []
        for mine, dealer in ((seats[0], second), (seats[1], first)):
            if dealer_pushes((*dealer.high, *dealer.low)):
                best.append(1)
                left.append(1)
                continue
            best.append(max(WON[one.against(dealer)] for one in legal_settings(mine)))
            left.append(WON[way.set(mine).against(dealer)])
        face_up[3 * best[0] + best[1]] += 1
        face_up_way[3 * left[0] + left[1]] += 1
    (found,) = deal_main_game([way], deals=deals, seed=seed)
    for table, counts in (
        (found.hands, hands),
        (found.face_up, face_up),
        (found.face_up_way, face_up_way),
    ):
        assert [n for row in table for n in row] == [counts[cell] for cell in range(9)]


def test_means_and_errors_are_those_of_the_deals() -> None:
    """Each deal written out, both seats, against means from the table of counts."""
    all_here, none_here = (0, 0, 24), (0, 0, 0)
    game = MainGame(
        "x",
        24,
        1,
        hands=((2, 1, 4), (1, 1, 0), (3, 2, 10)),
        face_up=(all_here, none_here, none_here),
        face_up_way=((24, 0, 0), none_here, none_here),
    )
    brings = {0: -1.0, 1: 0.0, 2: 0.95}
    banks = {0: 0.95, 1: 0.0, 2: -1.0}
    edges, banked, copied = [], [], []
    for high, row in enumerate(game.hands):
        for low, count in enumerate(row):
            first = (high == 2) + (low == 2)
            second = (high == 0) + (low == 0)
            edges += [-(brings[first] + brings[second]) / 2] * count
            banked += [-(banks[first] + banks[second]) / 2] * count
            copied += [float(high == 1 or low == 1)] * count
    for found, values in (
        (game.edge(FIVE_PERCENT), edges),
        (game.edge(FIVE_PERCENT, banker=True), banked),
        (game.copies, copied),
    ):
        assert found.mean == pytest.approx(np.mean(values))
        assert found.standard_error == pytest.approx(np.std(values, ddof=1) / sqrt(24))
    assert sum(share.mean for share in game.shares) == pytest.approx(1)
    assert game.face_up_edge().mean == 0
    assert game.face_up_edge(by_way=True).mean == 1
    assert [share.mean for share in game.face_up_shares()] == [0.5, 0, 0.5]


@pytest.mark.parametrize("way", KNOWN)
def test_a_sample_is_near_what_others_dealt(way: str) -> None:
    (found,) = deal_main_game([house_way(way)], deals=150_000, seed=11)
    compare(found)


def test_the_shipped_deals_are_near_what_others_dealt() -> None:
    shipped = {path.stem for path in (DATA / "house_ways").glob("*.toml")}
    games = shipped_main_games()
    assert {game.way for game in games} == shipped
    for game in games:
        assert game.deals == sum(map(sum, game.hands)) >= 20_000_000
        assert game.deals == sum(map(sum, game.face_up)) == sum(map(sum, game.face_up_way))
        assert game.edge(FIVE_PERCENT).standard_error < 0.0001
        compare(game)


def test_what_was_counted_is_near_what_was_dealt() -> None:
    for game in shipped_main_games():
        counted = game.counted
        assert counted is not None
        assert sum(map(sum, counted)) == DEALS
        assert counted == tuple(row[::-1] for row in counted[::-1])
        assert game.method == "exact"
        assert game.dealt.method == "simulated"
        for exact, dealt in zip(figures_of(game), figures_of(game.dealt), strict=True):
            assert exact.exact is not None
            assert (exact.mean, exact.standard_error) == (float(exact.exact), 0)
            assert abs(exact.mean - dealt.mean) < 4 * dealt.standard_error
        # what a player loses without commission, the banker wins
        assert game.edge(0).mean == -game.edge(0, banker=True).mean
        assert sum(share.exact or 0 for share in game.shares) == 1


def figures_of(game: MainGame) -> list[Estimate]:
    return [
        game.edge(0),
        game.edge(FIVE_PERCENT),
        game.edge(FIVE_PERCENT, banker=True),
        *game.shares,
        game.copies,
        game.lost_by_copies,
    ]


def test_what_was_counted_is_what_is_published() -> None:
    games = {game.way: game for game in shipped_main_games()}
    for way, near in (("foxwoods", 0.005), ("trump-plaza", 0.005)):
        said = house_way(way).published
        assert said is not None
        for share, percent in zip(games[way].shares, said[:3], strict=True):
            assert abs(100 * share.mean - percent) < near
    assert round(100 * games["foxwoods"].edge(FIVE_PERCENT).mean, 3) == 2.721


def compare(found: MainGame) -> None:
    """Hold a game to the known figures within four standard errors of both."""
    win, push, lose, edge, face_up, left = KNOWN[found.way]
    error = known_error(found.way)
    figures = [
        *zip(found.shares, (win, push, lose), (error, error, error), strict=True),
        (found.edge(FIVE_PERCENT), edge, 0.017),
        (found.face_up_edge(), face_up, 0.016),
        (found.face_up_edge(by_way=True), left, 0.016),
    ]
    for estimate, known, other in figures:
        both = sqrt((100 * estimate.standard_error) ** 2 + other**2)
        assert abs(100 * estimate.mean - known) < 4 * both + 0.005


def test_the_same_seed_deals_the_same() -> None:
    ways = [house_way("local")]
    one = deal_main_game(ways, deals=20_000, seed=3)
    assert one == deal_main_game(ways, deals=20_000, seed=3)
    assert one != deal_main_game(ways, deals=20_000, seed=4)


def test_progress_is_told() -> None:
    told: list[float] = []
    deal_main_game([house_way("local")], deals=40_000, seed=3, progress=told.append)
    assert told == sorted(told)
    assert told[0] == 0
    assert len(told) == 3


def test_games_are_kept_as_text() -> None:
    games = deal_main_game([house_way("local"), house_way("flamingo")], deals=100, seed=3)
    assert main_games_from(main_game_json(games)) == games


@pytest.mark.parametrize(
    ("deals", "seed", "message"),
    [
        (0, 1, "0 deals can't be drawn: ask for 2 to 10,000,000,000"),
        (1, 1, "1 deals can't be drawn: ask for 2 to 10,000,000,000"),
        (10**11, 1, "ask for 2 to 10,000,000,000"),
        (2, -1, "seed -1 is out of range"),
        (2, 2**32, "a seed is 0 to 2"),
    ],
)
def test_deals_that_cannot_be_drawn(deals: int, seed: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        deal_main_game([house_way("local")], deals=deals, seed=seed)
