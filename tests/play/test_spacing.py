"""Mistakes come back after 1, 3, 7 and 21 days by a clock that the test holds; a miss resets."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from gutshot.play.spacing import STEPS, Drill

START = datetime(2026, 1, 1, tzinfo=UTC)


def test_right_answers_are_due_after_1_3_7_and_21_days_and_then_learned() -> None:
    drill = Drill.new("x", START)
    now = START
    for days in (1, 3, 7, 21):
        assert not drill.learned
        assert drill.due == now + timedelta(days=days)
        assert not drill.is_due(drill.due - timedelta(seconds=1))
        now = drill.due
        assert drill.is_due(now)
        drill = drill.answered(right=True, at=now)
    assert drill.learned
    assert not drill.is_due(now + timedelta(days=10_000))


def test_a_miss_starts_over() -> None:
    drill = Drill.new("x", START).answered(right=True, at=START).answered(right=True, at=START)
    assert drill.step == 2
    missed = drill.answered(right=False, at=START)
    assert (missed.step, missed.misses, missed.due) == (0, 2, START + STEPS[0])


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 10**7)), max_size=12))
def test_a_drill_survives_its_own_json(answers: list[tuple[bool, int]]) -> None:
    drill, now = Drill.new("key", START), START
    for right, seconds in answers:
        if drill.learned:
            break
        now += timedelta(seconds=seconds)
        drill = drill.answered(right=right, at=now)
    assert Drill.from_body(drill.body()) == drill
