"""Two ways to count deals against each other, and drawn deals against counted ones."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb, sqrt
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gutshot.errors import HandError
from gutshot.holdem.all_in import _kernels_drawn as kernels
from gutshot.holdem.all_in import counted, drawn
from gutshot.holdem.all_in._kernels import complete_boards, numbered
from gutshot.holdem.all_in.counted import Work, work_of
from gutshot.holdem.all_in.drawn import draw
from gutshot.holdem.hand_classes import combo_cards
from gutshot.holdem.ranges import HandRange, parse_range

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


def work(*ranges: str, board: tuple[int, ...] = (0, 5, 10, 15)) -> Work:
    return work_of([parse_range(one) for one in ranges], board, ())


def some_range(random: Random, combos: int) -> HandRange:
    weights = np.zeros(1326, np.int64)
    for at in random.sample(range(1326), combos):
        weights[at] = random.randint(1, 4)
    return HandRange("some", weights, 4)


def test_boards_are_all_of_them_once() -> None:
    lying, coming = np.array([3, 9], np.uint8), np.arange(20, 32, dtype=np.uint8)
    boards = complete_boards(lying, coming)
    assert {tuple(row) for row in boards[:, :2].tolist()} == {(3, 9)}
    assert len({tuple(row) for row in boards.tolist()}) == len(boards) == comb(12, 3)
    assert complete_boards(np.arange(5, dtype=np.uint8), coming).tolist() == [[0, 1, 2, 3, 4]]


@given(st.integers(0, 2**32), st.sampled_from([2, 3]))
@settings(max_examples=25)
def test_deals_walked_and_hands_in_order_count_alike(seed: int, players: int) -> None:
    random = Random(seed)  # noqa: S311 - a sample, repeatable
    board = random.sample(range(52), random.choice([4, 5]))
    # narrow decks, so that hands collide, meet themselves and tie
    ranges = [some_range(random, random.randint(1, 120)) for _ in range(players)]
    todo = work_of(ranges, board, random.sample([c for c in range(52) if c not in board], 6))
    walked = replace(todo, in_order=False).count()
    assert replace(todo, in_order=True).count() == walked


def test_one_board_of_each_kind_stands_for_all() -> None:
    todo = work("AKs", "QJs:0.5,22", "76s", board=())
    assert todo.alike
    assert todo.count() == replace(todo, alike=False, boards=2_598_960).count()
    assert work("AKs", "QJs", "76s").alike is False


@pytest.mark.parametrize(
    "hands", [("AsKs,QhJd:0.5,7c7d", "22,76s", "98s"), ("98s", "22", "AsKs,QhJd", "T9s:0.3")]
)
def test_one_range_of_single_combos_counts_as_its_average(hands: tuple[str, ...]) -> None:
    todo = work(*hands, board=())
    ranges = [parse_range(one) for one in hands]
    plain = counted._work(ranges, (), (), times=1)
    assert (todo.alike, plain.alike) == (True, False)
    assert todo.times > 1
    assert todo.count() == plain.count()


def test_random_bits_are_splitmix64() -> None:
    found = [int(numbered(np.uint64(1_234_567), np.uint64(i))) for i in range(3)]
    assert found == [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
    ]


def test_an_alias_table_gives_each_line_its_weight() -> None:
    weights = np.array([5.0, 0.25, 1, 1, 0.5, 9, 1e-3])
    keep, alias = drawn._aliases(weights)
    chances = keep / len(weights)
    np.add.at(chances, alias, (1 - keep) / len(weights))
    assert chances == pytest.approx(weights / weights.sum(), abs=1e-15)


WAYS = {"together": {}, "apart": {"_MOST_LINES": 0}, "in turn": {"_RARE": 0, "_AT_ONCE": 2_000}}


def equities(by_winners: tuple[int, ...], players: int) -> list[float]:
    shares = [0.0] * players
    for winners, number in enumerate(by_winners):
        for i in range(players):
            if winners >> i & 1:
                shares[i] += number / winners.bit_count()
    return [share / sum(by_winners) for share in shares]


@pytest.mark.parametrize("way", WAYS)
def test_drawn_deals_are_unbiased(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ranges that collide often: equities and outcomes are off by their errors, no more."""
    for name, number in {"BATCH": 1_000, **WAYS[way]}.items():
        monkeypatch.setattr(drawn, name, number)
    random = Random(7)  # noqa: S311 - a sample, repeatable
    off = []
    for seed in range(40):
        players = random.randint(2, 4)
        combos = random.sample([i for i, pair in enumerate(combo_cards()) if min(pair) > 31], 40)
        ranges = []
        for _ in range(players):
            weights = np.zeros(1326, np.int64)
            for at in random.sample(combos, random.randint(3, 12)):
                weights[at] = random.randint(1, 9)
            ranges.append(HandRange("some", weights, 9))
        todo = work_of(ranges, random.sample(range(32), 4), ())
        counts = todo.count()
        found = draw(todo, seed, batches=100)
        deals, total = sum(counts.by_winners), sum(found.by_winners)
        if way != "in turn":
            assert sum(found.deals) == total
        # what is drawn in turn is rounded to whole deals, by less than one a set of winners
        assert sum(found.shares) / found.unit / sum(found.deals) == pytest.approx(
            equities(found.by_winners, players)[0],
            abs=2**players / total if way == "in turn" else 1e-12,
        )
        pairs = zip(
            equities(found.by_winners, players),
            equities(counts.by_winners, players),
            found.errors,
            strict=True,
        )
        off += [(got - wanted) / error for got, wanted, error in pairs if error]
        for n, m in zip(counts.by_winners, found.by_winners, strict=True):
            chance = n / deals
            assert n or not m
            if way != "in turn" and 0.02 < chance < 0.98:
                off.append((m / total - chance) / sqrt(chance * (1 - chance) / total))
    assert len(off) > 90
    assert 0.85 < sqrt(np.mean(np.square(off))) < 1.15
    assert np.abs(off).max() < 4.5


def test_the_same_seed_draws_the_same_deals_however_it_is_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    todo = work("22+,A2+", "AJ+,KQ", "QQ-77,T9s", board=())
    whole = draw(todo, 3, batches=4)
    monkeypatch.setattr(drawn, "_AT_ONCE", 999)
    assert draw(todo, 3, batches=4) == whole
    assert draw(todo, 4, batches=4) != whole
    assert whole.errors == pytest.approx([0.0035] * 3, rel=0.9)
    monkeypatch.setattr(drawn, "_RARE", 0)
    in_turn = draw(todo, 3, batches=4)
    assert in_turn != whole
    monkeypatch.setattr(drawn, "_AT_ONCE", 20_000)
    assert draw(todo, 3, batches=4) == in_turn
    assert draw(todo, 4, batches=4) != in_turn


def interrupting(after: int) -> Callable[[float], None]:
    def tell(share: float) -> None:
        del share
        told.append(1)
        if len(told) > after:
            raise KeyboardInterrupt

    told: list[int] = []
    return tell


def test_an_interrupt_keeps_what_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "_AT_ONCE", 5_000)
    todo = work("AsKs", "QhQd", board=())
    found = draw(todo, 1, interrupting(3))
    assert sum(found.by_winners) == 20_000
    assert 0.0002 < found.errors[0] < 0.02
    with pytest.raises(KeyboardInterrupt):
        draw(todo, 1, interrupting(0))
    assert sum(draw(todo, 1, longest_s=30_000 * 25e-9).by_winners) == 30_000
    monkeypatch.setattr(drawn, "_RARE", 0)
    found = draw(todo, 1, interrupting(20))
    assert 0.9 < sum(found.by_winners) / (21 * 20_000) < 1.1 or found.errors[0] < 0.02
    with pytest.raises(KeyboardInterrupt):
        draw(todo, 1, interrupting(0))


def test_tight_ranges_are_drawn_in_turn() -> None:
    """Nine players with the same hands of twenty cards: one in a hundred thousand deals fits."""
    todo = work(*["TT+,AQ+"] * 9, board=())
    found = draw(todo, 1, batches=3)
    got = equities(found.by_winners, 9)
    assert all(abs(share - 1 / 9) < 0.02 for share in got)
    assert sum(draw(todo, 1, longest_s=0.1).by_winners) < sum(found.by_winners) * 300


def test_deals_in_turn_are_counted_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals that count several times over are still one deal; those that don't fit are none."""
    todo = work("AsAh,AsAd:0.1,KsKh:0.2", "AsAh:0.3,AsAc,QsQh:0.1", "AhAd,KsKh,QdQc", board=())
    counting: list[int] = []
    real: Callable[..., tuple[float, float, int]] = kernels.draw_in_turn

    def one_by_one(
        key: np.uint64, first: int, last: int, *rest: NDArray[np.int64]
    ) -> tuple[float, float, int]:
        by_winners = rest[-4]
        whole = squares = 0.0
        counted = 0
        for deal in range(first, last):
            before = int(by_winners.sum())
            product, square, _ = real(key, deal, deal + 1, *rest)
            whole, squares = whole + product, squares + square
            times = int(by_winners.sum()) - before
            counting.append(times)
            counted += times > 0
        return whole, squares, counted

    monkeypatch.setattr(drawn, "_RARE", 0)
    monkeypatch.setattr(drawn, "_PILOT", 1_000)
    monkeypatch.setattr(drawn, "BATCH", 50)
    found = draw(todo, 3, batches=4)
    monkeypatch.setattr(kernels, "draw_in_turn", one_by_one)
    assert draw(todo, 3, batches=4) == found
    main = counting[1_000:]
    assert sum(found.by_winners) == sum(times > 0 for times in main)
    assert sum(found.deals) == sum(main)
    assert max(main) > 1
    assert min(main) == 0


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=16), st.integers(0, 10**7))
def test_deals_are_apportioned_to_less_than_one(counts: list[int], total: int) -> None:
    counts[0] += 1
    found = drawn._apportioned(counts, total)
    assert sum(found) == total
    for got, count in zip(found, counts, strict=True):
        assert abs(Fraction(got) - Fraction(count * total, sum(counts))) < 1
        assert count or not got


def test_ranges_that_never_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(HandError, match="can't be dealt together"):
        draw(work("AA", "AA", "AA", board=()), 1)
    monkeypatch.setattr(drawn, "_MOST_LINES", 0)
    with pytest.raises(HandError, match=r"none of 40,000 random deals gave everybody a hand"):
        draw(work("AA", "AA", "AA", board=()), 1)
