"""A chart of one's own: kept if it meets its bar, stopped and taken up again to the same bytes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from gutshot.errors import InputError
from gutshot.holdem.preflop import read_set, solve_preflop, spec_from
from gutshot.holdem.preflop.kept import listed_charts
from gutshot.jobs import JobStoppedError
from gutshot.work.own_charts import CHECKS, OwnChart, own_chart, own_chart_asked, way_of
from gutshot.work.solve_estimate import ITERATIONS, estimate_solve, product_us

if TYPE_CHECKING:
    from pathlib import Path

Whole = tuple[bytes, "FakeJob", dict[str, Any]]

THREE = {"players": 3, "stack": 12}


@dataclass
class FakeJob:
    """A job in this process, which is told to stop after so many certificates."""

    stop_after: int = 1_000
    id: str = "a-job"
    kept: dict[str, bytes] = field(default_factory=dict)
    told: list[tuple[float, str]] = field(default_factory=list)

    def progress(self, share: float, message: str = "") -> None:
        self.told.append((share, message))

    def cancelled(self) -> bool:
        return len([1 for _, message in self.told if "iterations" in message]) >= self.stop_after

    def check(self) -> None:
        if self.cancelled():
            raise JobStoppedError("asked to stop")

    def save(self, key: str, blob: bytes) -> None:
        self.kept[key] = blob

    def load(self, key: str) -> bytes | None:
        return self.kept.get(key)

    def keys(self) -> tuple[str, ...]:
        return tuple(sorted(self.kept))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder = tmp_path_factory.mktemp("charts")
    asked, job = OwnChart(spec_from(THREE, "test"), 40), FakeJob()
    result = own_chart(asked.inputs(folder), job)
    assert result["written"]
    assert result["name"] == "cash_3_12"
    return (folder / "cash_3_12.chart").read_bytes(), job, result


def test_certificates_on_the_way_are_kept(whole: Whole) -> None:
    _, job, result = whole
    way = way_of(result, None)
    kept = way_of(None, job.kept[CHECKS])
    assert kept == way[: len(kept)] != ()
    assert [one.iteration for one in way] == [25 * n for n in range(1, len(way) + 1)]
    assert len(way) >= 3
    bar = spec_from(THREE, "test").bar_bb
    assert way[-1].exploitability_bb <= bar / 40 < way[-2].exploitability_bb
    assert f"{way[-1].exploitability_bb:.2g} bb left to gain" in job.told[-2][1]
    shares = [share for share, _ in job.told]
    assert shares == sorted(shares)


def test_a_stopped_solve_goes_on_to_the_same_file(whole: Whole, tmp_path: Path) -> None:
    asked, stopped = OwnChart(spec_from(THREE, "test"), 40), FakeJob(stop_after=2)
    with pytest.raises(JobStoppedError):
        own_chart(asked.inputs(tmp_path), stopped)
    assert not listed_charts(tmp_path) or all(one.shipped for one in listed_charts(tmp_path))
    before = way_of(None, stopped.kept[CHECKS])
    assert len(before) == 2
    again = FakeJob(kept=stopped.kept)
    result = own_chart(asked.inputs(tmp_path), again)
    assert (tmp_path / "cash_3_12.chart").read_bytes() == whole[0]
    way = way_of(result, None)
    assert way == way_of(whole[2], None)
    assert way[: len(before)] == before
    assert again.told[0][1].startswith(f"{before[-1].iteration + 25} iterations")


def test_a_chart_that_misses_its_bar_is_not_written(tmp_path: Path) -> None:
    spec = spec_from({"players": 2, "stack": 10, "limit": "jam"}, "test")
    result = own_chart(OwnChart(spec, 4, 25).inputs(tmp_path), FakeJob())
    solved = solve_preflop(spec, iterations=25)
    assert solved.solved.certificate.exploitability > solved.bar_bb
    assert not result["written"]
    assert result["exploitability_bb"] > result["bar_bb"] == solved.bar_bb
    assert not [*tmp_path.iterdir()]


def test_who_asks_for_the_same_finds_the_same(tmp_path: Path) -> None:
    one = OwnChart(spec_from({"players": 2, "stack": 10}, "test"), 10, 500)
    assert own_chart_asked(one.inputs(tmp_path)) == one
    same = OwnChart(spec_from({"players": 2, "stacks": ["10", "10"]}, "test"), 10, 500)
    assert one.job_id(tmp_path) == same.job_id(tmp_path)
    others = (
        OwnChart(one.spec, 4, 500),
        OwnChart(one.spec, 10, 600),
        OwnChart(one.spec, None, 500),
    )
    assert one.job_id(tmp_path) not in {other.job_id(tmp_path) for other in others}


@pytest.mark.parametrize(
    ("past", "iterations", "says"), [(3, 100, "not 3"), (4, 24, "not 24"), (4, 10_001, "10,001")]
)
def test_numbers_out_of_range_are_named(past: int, iterations: int, says: str) -> None:
    with pytest.raises(InputError, match=says):
        OwnChart(spec_from({"players": 2}, "test"), past, iterations)


def test_an_estimate_is_near_what_a_solve_takes() -> None:
    spec = spec_from({"players": 4, "stack": 40}, "test")
    found = estimate_solve(spec)
    solve_preflop(spec_from(THREE, "test"))  # tables of three are read once
    solved = solve_preflop(spec)
    # processor time of both in the same process, by iteration; the beginning is apart
    each = solved.seconds / solved.solved.iterations
    assert 1 / 3 < found.rate_us * 1e-6 * found.size.actions / each < 3
    assert found.seconds > ITERATIONS * found.rate_us * 1e-6 * found.size.actions
    assert found.size.decisions == len(solved.spot.tree.spots)
    assert 0 < product_us() < found.rate_us
    with pytest.raises(InputError, match=r"entrants = 3 leaves"):
        estimate_solve(
            spec_from({"players": 9, "stack": 200, "entrants": 4, "limps": "all"}, "test")
        )


def test_a_chart_that_was_solved_here_is_read_again(whole: Whole, tmp_path: Path) -> None:
    (tmp_path / "cash_3_12.chart").write_bytes(whole[0])
    (mine,) = (one for one in listed_charts(tmp_path) if not one.shipped)
    assert mine.exploitability_bb == read_set(mine.path).certificate.exploitability
    assert mine.bar_bb == mine.spec.bar_bb > mine.exploitability_bb
