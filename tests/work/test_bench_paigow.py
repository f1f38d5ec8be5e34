"""The bench of Pai Gow hands measures what it says, and its signature is that of the answers."""

from __future__ import annotations

import json
from itertools import combinations
from math import comb

import pytest

from gutshot.cli import main
from gutshot.evaluate.joker.plain import plain_high, plain_low
from gutshot.paigow import all_settings
from gutshot.paigow.sevens._kernels import ranked_table
from gutshot.work import bench_paigow as bench


def test_the_hands_are_dealt_and_always_the_same() -> None:
    hands = bench.dealt_hands(300)
    assert (hands == bench.dealt_hands(300)).all()
    assert all(len(set(hand)) == 7 for hand in hands.tolist())
    assert (hands.min(), hands.max()) == (0, 52)


def test_the_twin_looks_at_the_same_splits() -> None:
    hand = bench.dealt_hands(1)[0].tolist()
    found = [(plain_high(one.high), plain_low(one.low)) for one in all_settings(hand)]
    assert bench.plain_splits(hand) == found


def test_the_counted_work_is_what_there_is() -> None:
    assert comb(53, 5) == bench.FIVES
    possible = sum(
        max(ranks.count(rank) for rank in ranks) <= 4 for size in (6, 7) for ranks in _rising(size)
    )
    assert possible == bench.RANK_SETS
    assert len(ranked_table(0)) == len(_rising(7))


def _rising(size: int) -> list[tuple[int, ...]]:
    return [
        tuple(at - i for i, at in enumerate(places))
        for places in combinations(range(12 + size), size)
    ]


def test_rows_and_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "paigow", "--json"])
    assert stopped.value.code == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["schema"], found["room"]) == ("gutshot.bench/1", "paigow")
    seconds = {row["name"]: row["seconds"] for row in found["rows"]}
    assert all(one > 0 for one in seconds.values())
    assert len(found["signature"]) == 16
    # ratios of one run, with much room: a batch of 20,000 hands against the twin's one
    assert seconds["all splits of 20,000 hands"] < 200 * seconds["the slow twin's of one hand"]
    walked, ranked = seconds["all hands of seven, one by one"], seconds["the same by sets of ranks"]
    assert ranked < walked
    one_by_one, by_classes = (
        seconds[name] for name in ("the dealer's hands, one by one", "the same by classes")
    )
    assert by_classes < 0.01 * one_by_one


def test_all_of_the_dealers_hands_are_counted() -> None:
    rows, counted = bench._dealer()
    assert counted.total == comb(46, 7)
    assert f"{comb(46, 7):,} hands dealt and set" in rows[0].work
