"""Work done in groups: in order, each piece once, and led by somebody as long as any waits."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from gutshot.play.paigow.grouped import GROUP_MAX, Grouped, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

LONG_S = 60.0


class Done:
    """Carries out groups: notes them, and waits at the first until it may go on."""

    def __init__(self) -> None:
        self.groups: list[list[Work]] = []
        self.began = threading.Event()
        self.may_go_on = threading.Event()

    def __call__(self, group: Sequence[Work]) -> None:
        self.groups.append(list(group))
        self.began.set()
        assert self.may_go_on.wait(LONG_S)
        for work in group:
            if work in self.failing:
                work.error = ValueError("no")

    failing: tuple[Work, ...] = ()


def test_what_comes_while_a_group_is_at_work_is_the_next_group() -> None:
    done = Done()
    grouped = Grouped(done)
    ended = threading.Semaphore(0)
    works = [Work() for _ in range(GROUP_MAX + 3)]
    done.failing = (works[5],)
    for number, work in enumerate(works):
        grouped.begin(work, ended.release)
        if not number:
            assert done.began.wait(LONG_S)
    done.may_go_on.set()
    for _ in works:
        assert ended.acquire(timeout=LONG_S)
    assert done.groups == [works[:1], works[1 : GROUP_MAX + 1], works[GROUP_MAX + 1 :]]
    assert [work for work in works if work.error] == [works[5]]


def test_threads_that_wait_and_work_that_nobody_waits_for_lead_in_turn() -> None:
    done = Done()
    grouped = Grouped(done)
    ended = threading.Semaphore(0)

    def wait_for(work: Work) -> None:
        grouped.carry_out(work)
        assert work.done
        ended.release()

    done.may_go_on.set()
    for _ in range(100):
        grouped.begin(Work(), ended.release)
        threading.Thread(target=wait_for, args=[Work()]).start()
        grouped.begin(Work(), ended.release)
    for _ in range(300):
        assert ended.acquire(timeout=LONG_S)
    every = [work for group in done.groups for work in group]
    assert len(every) == len(set(map(id, every))) == 300


def test_many_pieces_of_one_thread_are_carried_out_and_fail_one_by_one() -> None:
    done = Done()
    done.may_go_on.set()
    grouped = Grouped(done)
    works = [Work() for _ in range(3 * GROUP_MAX)]
    done.failing = (works[0], works[-1])
    grouped.carry_out_all(works)
    assert [group for group in done.groups if len(group) != GROUP_MAX] == []
    assert [type(work.error) for work in (works[0], works[1], works[-1])] == [
        ValueError,
        type(None),
        ValueError,
    ]
    grouped.carry_out_all([])
    done.failing = (again := Work(),)
    with pytest.raises(ValueError, match="no"):
        grouped.carry_out(again)
