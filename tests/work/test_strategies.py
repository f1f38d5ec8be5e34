"""The search of strategies as a job: it tells how far it is, stops when asked, keeps texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gutshot.jobs import JobStoppedError
from gutshot.videopoker import from_mapping, game
from gutshot.videopoker.strategy import read_strategy
from gutshot.videopoker.strategy.generating import Generated, Option
from gutshot.work import strategies as search
from gutshot.work.player_returns import RETURNS
from gutshot.work.strategies import STRATEGIES
from gutshot.work.table_work import table_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.videopoker import PayTable

TABLE = game("jacks-or-better-9-6")
LISTS = ("nothing: draw five", "high pair\nnothing: draw five")
STEPS = 4


class FakeJob:
    """A job that is asked to stop after some checks."""

    def __init__(self, checks: int) -> None:
        self._left = checks
        self.told: list[float] = []

    def check(self) -> None:
        if not self._left:
            raise JobStoppedError
        self._left -= 1

    def progress(self, share: float, message: str = "") -> None:
        assert message
        self.told.append(share)


def searching(table: PayTable, progress: Callable[[float], None]) -> Generated:
    """Stand in for the search of seconds: two lists that were written by hand."""
    for step in range(1, STEPS + 1):
        progress(step / STEPS)
    read = [read_strategy(text, table) for text in LISTS]
    return Generated(table, tuple(Option(one.size, 1 / one.size, one) for one in read))


def test_the_result_reads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "generate", searching)
    job = FakeJob(100)
    result = search.strategies(STRATEGIES.inputs(TABLE), job)  # type: ignore[arg-type]
    assert job.told == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert [one["size"] for one in result["options"]] == [1, 2]
    rows = result["rows"]
    assert len(rows) == len(set(rows))
    texts = ["\n".join(rows[place] for place in one["rows"]) for one in result["options"]]
    assert [read_strategy(text, TABLE) for text in texts] == [
        read_strategy(text, TABLE) for text in LISTS
    ]


@pytest.mark.parametrize("checks", range(STEPS + 1))
def test_it_stops_wherever_it_is(monkeypatch: pytest.MonkeyPatch, checks: int) -> None:
    monkeypatch.setattr(search, "generate", searching)
    job = FakeJob(checks)
    with pytest.raises(JobStoppedError):
        search.strategies(STRATEGIES.inputs(TABLE), job)  # type: ignore[arg-type]
    assert len(job.told) == checks


def test_a_job_belongs_to_what_is_paid_and_not_to_a_name() -> None:
    pays = {line.category: str(line.pays) for line in TABLE.lines}
    other = from_mapping("somebody's own", "standard", pays)
    assert STRATEGIES.job_id(other) == STRATEGIES.job_id(TABLE)
    assert STRATEGIES.job_id(TABLE) != RETURNS.job_id(TABLE)
    dearer = from_mapping("somebody's own", "standard", pays | {"flush": "7"})
    assert STRATEGIES.job_id(dearer) != STRATEGIES.job_id(TABLE)
    assert table_of(STRATEGIES.inputs(dearer)).version == dearer.version
