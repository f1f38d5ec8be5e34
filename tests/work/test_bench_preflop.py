"""The bench of preflop solves counts what it says; its twin is worth the same."""

from __future__ import annotations

import json

import numpy as np
import pytest

from gutshot.cli import main
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.deals import ManyHands
from gutshot.holdem.preflop.game import PreflopGame, build_game
from gutshot.holdem.preflop.plain_seats import PlainSeatPayoff
from gutshot.holdem.preflop.worth import Worth
from gutshot.work import bench_preflop as bench


def spot(players: int, stack: int) -> PreflopGame:
    return build_game(spec_from({"players": players, "stack": stack}, "test"))


@pytest.mark.parametrize(("players", "stack"), [(3, 20), (4, 8), (5, 6)])
def test_the_twin_is_worth_the_same(players: int, stack: int) -> None:
    game = spot(players, stack)
    deals, forest = game.deals, game.game.forest
    assert isinstance(deals, ManyHands)
    chips = [worth for worth in game.worths if isinstance(worth, Worth)]
    assert len(chips) == len(game.worths)
    plain = PlainSeatPayoff(forest, chips, deals)
    draw = np.random.default_rng(7)
    reaches = [draw.random((seat.slots, bench.counts_of(game).hands)) for seat in forest.seats]
    for player in range(players):
        ours, theirs = game.game.payoff.gradient(player, reaches), plain.gradient(player, reaches)
        assert np.abs(ours - theirs).max() < 1e-6 * np.abs(theirs).max()


def test_counts_of_three_seats_that_jam_or_fold() -> None:
    game = build_game(spec_from({"players": 3, "stack": 10, "limit": "jam"}, "test"))
    counts = bench.counts_of(game)
    # the button; the small blind after a jam and a fold; the big blind after JJ, JF, FJ
    assert counts.decisions == 6
    assert counts.endings == 1 + 6
    assert counts.edges == 169 * 2 * 6
    # all-ins of two: B-S, B-K, S-K, each by two seats; of three: one, by three seats with two each
    assert counts.pairs == 3 * 2 + 3 * 2
    assert counts.threes == counts.three_slots == 3
    # a seat is met after each of its jams and calls
    assert counts.rows == (1, 2, 3)
    assert counts.equity_products == 6 * 169 * 169
    assert counts.pair_sums == 12 * 169
    r = counts.dimensions
    folded = r * (r + 1) // 2
    whole = 6 * 169 * r + 2 * 3 * folded + 3 * r * (folded + 169)
    assert counts.three_way_products == whole // 8
    own = counts.equity_products + counts.pair_sums + counts.three_way_products
    assert counts.multiply_adds == own + 4 * counts.edges
    assert counts.bytes_moved == 64 * counts.edges + 8 * 6 * 169


def test_an_iteration_of_six_seats_has_no_more_to_do_than_it_had() -> None:
    counts = bench.counts_of(spot(6, 100))
    assert (counts.decisions, counts.endings) == (3286, 4790)
    assert counts.edges == 1_364_675
    assert counts.multiply_adds <= 290_000_000


def test_rows_and_the_signature() -> None:
    told: list[float] = []
    rows, signature = bench.bench_preflop(told.append, quick=True)
    assert len(signature) == 16
    assert [row.name for row in rows[:5]] == [
        "3 seats, 20 bb: from cold to the bar",
        "3 seats, 20 bb: an iteration",
        "limit of arithmetic (float64 products)",
        "limit of memory (a copy)",
        "an iteration ending by ending (numpy)",
    ]
    assert len(rows) == 10
    assert all(row.seconds > 0 for row in rows)
    for at in (0, 5):
        iterations = int(rows[at].work.split()[4])
        assert iterations <= 150, rows[at].work
        assert rows[at + 1].seconds < rows[at + 4].seconds
    assert told == sorted(told)
    assert told[-1] == 1


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "preflop", "--quick", "--json"])
    assert stopped.value.code == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["schema"], found["room"]) == ("gutshot.bench/1", "preflop")
    assert len(found["rows"]) == 10


def test_another_room_has_one_size(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "postflop", "--quick"])
    assert stopped.value.code == 2
    assert capsys.readouterr().err == (
        "gutshot: --quick is for preflop; the other rooms have one size\n"
    )
