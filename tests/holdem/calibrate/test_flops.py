"""Samples of flops: alike for every flop, each the beginning of a longer one."""

from collections import Counter

import numpy as np
import pytest

from gutshot.errors import InputError
from gutshot.holdem.calibrate.flops import FLOPS, MOST_FLOPS, all_flops, sampled_flops


def test_all_flops_are_there_once_up_to_suits() -> None:
    """1,755 classes of 4, 12 or 24, together all of C(52, 3)."""
    flops = all_flops()
    assert len(set(flops)) == 1_755
    assert sum(flop.flops for flop in flops) == FLOPS
    assert {flop.flops for flop in flops} == {4, 12, 24}


def test_a_shorter_sample_is_the_beginning_of_a_longer_one_and_none_comes_twice() -> None:
    """Endings have different ones."""
    long = sampled_flops("cash_2_100/RC", MOST_FLOPS)
    assert sampled_flops("cash_2_100/RC", 25) == long[:25]
    assert len(set(long)) == MOST_FLOPS
    assert sampled_flops("cash_2_100/CX", 25) != long[:25]


@pytest.mark.parametrize("name", ["cash_2_100/RC", "cash_6_40/FFFRFC", "cash_6_200/FFFFCX"])
def test_samples_have_kinds_of_flops_as_often_as_there_are(name: str) -> None:
    """By suits and by pairs, the number of each kind is within one or two of its share."""
    kinds: Counter[tuple[int, int]] = Counter()
    for flop in all_flops():
        kinds[_kind(flop.board)] += flop.flops
    found = Counter(_kind(flop.board) for flop in sampled_flops(name, 50))
    for kind, flops in kinds.items():
        assert abs(found[kind] - 50 * flops / FLOPS) < 2
    high = [max(flop.board) // 4 for flop in sampled_flops(name, 50)]
    every = [(max(flop.board) // 4, flop.flops) for flop in all_flops()]
    mean = sum(rank * flops for rank, flops in every) / FLOPS
    assert abs(float(np.mean(high)) - mean) < 0.7


def _kind(board: tuple[int, ...]) -> tuple[int, int]:
    return len({card % 4 for card in board}), len({card // 4 for card in board})


@pytest.mark.parametrize("count", [0, MOST_FLOPS + 1])
def test_a_sample_has_a_size(count: int) -> None:
    """From 1 to the number at which a flop might come twice."""
    with pytest.raises(InputError, match="1 to 400"):
        sampled_flops("x", count)
