from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.jobs.estimate import Estimate


class Watch:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_nothing_is_said_before_there_is_a_pace() -> None:
    watch = Watch()
    estimate = Estimate(watch)
    assert estimate.remaining_s() is None
    estimate.report(0.5)
    watch.now += 100
    assert estimate.remaining_s() is None
    estimate.report(0.5)
    assert estimate.remaining_s() is None
    watch.now += 100
    estimate.report(0.6)
    assert estimate.remaining_s() == pytest.approx(800)


def test_a_resumed_job_is_not_taken_for_a_fast_one() -> None:
    watch = Watch()
    estimate = Estimate(watch)
    estimate.report(0.9)
    watch.now += 10
    estimate.report(0.91)
    assert estimate.remaining_s() == pytest.approx(90)


@given(
    seconds=st.floats(5, 1e5),
    steps=st.integers(5, 200),
    start=st.floats(0, 0.9),
)
def test_at_an_even_pace_it_is_exact(seconds: float, steps: int, start: float) -> None:
    watch = Watch()
    begin = watch.now
    estimate = Estimate(watch)
    for n in range(steps + 1):
        watch.now = begin + seconds * n / steps
        estimate.report(start + (1 - start) * n / steps)
        left = estimate.remaining_s()
        if left is not None:
            assert left == pytest.approx(begin + seconds - watch.now, rel=1e-6, abs=1e-3)


@pytest.mark.parametrize("seed", range(20))
def test_uneven_chunks_do_not_make_it_jump(seed: int) -> None:
    pauses = np.random.default_rng(seed).uniform(0.5, 1.5, 200).tolist()
    watch = Watch()
    end = watch.now + sum(pauses)
    estimate = Estimate(watch)
    estimate.report(0)
    shown: list[float] = []
    for n, pause in enumerate(pauses, 1):
        watch.now += pause
        estimate.report(n / len(pauses))
        left = estimate.remaining_s()
        # The few chunks at either end say little.
        if 20 <= n <= len(pauses) - 20:
            assert left is not None
            assert left == pytest.approx(end - watch.now, rel=0.4)
            shown.append(left)
    rises = sum(later > before for before, later in pairwise(shown))
    assert rises <= 5


def test_between_reports_the_clock_runs() -> None:
    watch = Watch()
    estimate = Estimate(watch)
    estimate.report(0)
    watch.now += 10
    estimate.report(0.1)
    assert estimate.remaining_s() == pytest.approx(90)
    watch.now += 30
    assert estimate.remaining_s() == pytest.approx(60)
    watch.now += 61
    assert estimate.remaining_s() is None, "the end has passed, and nobody knows more"


def test_a_slower_pace_is_believed() -> None:
    watch = Watch()
    estimate = Estimate(watch)
    share = 0.0
    estimate.report(share)
    for pace, count in ((0.01, 30), (0.002, 120)):
        for _ in range(count):
            watch.now += 1
            share += pace
            estimate.report(share)
    left = estimate.remaining_s()
    assert left is not None
    assert left == pytest.approx((1 - share) / 0.002, rel=0.2)


def test_reports_in_quick_succession_are_taken_together() -> None:
    watch = Watch()
    estimate = Estimate(watch)
    for n in range(1, 1001):
        # Bursts of ten chunks, a second apart.
        watch.now += 0.91 if n % 10 == 0 else 0.01
        estimate.report(n / 2000)
    left = estimate.remaining_s()
    assert left is not None
    assert math.isclose(left, 100, rel_tol=0.05)
