"""Catalogues of charts: built alone or on a cluster, killed and gone on with, the same bytes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any, Self

import pytest
from tests.jobs.dask_cluster import ROOT, LocalCluster, local_cluster

from gutshot.cli import main
from gutshot.errors import InputError
from gutshot.holdem.preflop import PreflopSpec, spec_from
from gutshot.holdem.preflop.flop_model import FITTED
from gutshot.holdem.preflop.flop_model_files import BY_HAND
from gutshot.holdem.preflop.kept import chart_name
from gutshot.jobs.cluster import TaskEnd
from gutshot.work import chart_build
from gutshot.work.chart_build import Estimate, build_charts, solve_seconds
from gutshot.work.charts import plan_charts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

ONLY = ("format=cash", "players=3", "stack=5,6,8,10,12")
NAMES = {f"cash_3_{stack}.chart" for stack in (5, 6, 8, 10, 12)}


def command(folder: Path, *options: str) -> list[str]:
    only = [part for one in ONLY for part in ("--only", one)]
    build = [sys.executable, "-m", "gutshot", "preflop", "build", *only]
    return [*build, "--out", str(folder), "--json", *options]


def started(folder: Path, *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(folder, *options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.chart")}


def wait_for(holds: Callable[[], object], timeout_s: float = 60) -> None:
    until = time.monotonic() + timeout_s
    while not holds():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the charts as processes solve them here."""
    folder = tmp_path_factory.mktemp("alone")
    built = build_charts(plan_charts(ONLY).specs, folder)
    assert set(built.written) == NAMES
    return files(folder)


@pytest.fixture
def two(tmp_path: Path) -> Iterator[LocalCluster]:
    folder = tmp_path / "cluster"
    folder.mkdir()
    with local_cluster(folder) as found:
        yield found


def test_a_cluster_of_which_a_worker_is_killed_builds_the_same_bytes(
    two: LocalCluster, alone: dict[str, bytes], tmp_path: Path
) -> None:
    wait_for(lambda: two.log().count("Starting worker compute stream") == 2)
    out = tmp_path / "out"
    build = started(out, "--scheduler", two.address)
    wait_for(lambda: list(out.glob("*.chart")))
    assert len(files(out)) < len(NAMES) - 1
    two.kill(two.processes[1])
    told, complaints = build.communicate(timeout=120)
    assert build.returncode == 0, complaints
    found = json.loads(told)
    assert {one["name"] for one in found["written"]} == NAMES
    assert (found["missed"], found["failed"], found["open"]) == ([], [], [])
    assert all(one["seconds"] > 0 < one["iterations"] for one in found["written"])
    assert complaints.splitlines() == [
        "gutshot: 5 charts to solve, about 8 seconds of one processor, 4 seconds with 2 at a time"
    ]
    assert "Remove worker addr" in two.log()
    assert files(out) == alone
    assert list(out.iterdir()) == list(out.glob("*.chart"))


def test_ctrl_c_releases_the_tasks_and_the_next_build_goes_on(
    two: LocalCluster, alone: dict[str, bytes], tmp_path: Path
) -> None:
    from distributed import Client

    out = tmp_path / "out"
    build = started(out, "--scheduler", two.address)
    wait_for(lambda: list(out.glob("*.chart")))
    build.send_signal(signal.SIGINT)
    told, complaints = build.communicate(timeout=30)
    assert build.returncode == 130
    assert "stopped; what is written stays, the next build goes on" in complaints
    found = json.loads(told)
    written = {one["name"] for one in found["written"]}
    assert written == set(files(out))
    assert set(found["open"]) == NAMES - written
    client: Any
    with Client(two.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        wait_for(lambda: not any(client.processing().values()), 10)
        wait_for(lambda: set(client.run(_busy).values()) == {0}, 10)
    stamps = {name: (out / name).stat().st_mtime_ns for name in written}
    rest = started(out, "--scheduler", two.address)
    told, complaints = rest.communicate(timeout=120)
    assert rest.returncode == 0, complaints
    assert set(json.loads(told)["kept"]) == written
    assert {name: (out / name).stat().st_mtime_ns for name in written} == stamps
    assert files(out) == alone


def _busy(dask_worker: Any) -> int:  # noqa: ANN401 - Dask's
    return int(dask_worker.state.executing_count)


def test_a_build_that_was_killed_goes_on(alone: dict[str, bytes], tmp_path: Path) -> None:
    out = tmp_path / "out"
    build = started(out)
    wait_for(lambda: list(out.glob("*.chart")))
    build.kill()
    build.communicate(timeout=30)
    written = set(files(out))
    assert len(written) < len(NAMES)
    stamps = {name: (out / name).stat().st_mtime_ns for name in written}
    # what a process left that was killed while it wrote
    torn = out / "cash_3_6.chart.0123abcd.part"
    torn.write_bytes(b"PK")
    os.utime(torn, (1, 1))
    rest = subprocess.run(
        command(out), capture_output=True, text=True, check=False, timeout=120, cwd=ROOT
    )
    assert rest.returncode == 0, rest.stderr
    found = json.loads(rest.stdout)
    # a job that was all but through may have written its file when its parent was gone
    assert written <= set(found["kept"])
    assert set(found["kept"]) | {one["name"] for one in found["written"]} == NAMES
    assert {name: (out / name).stat().st_mtime_ns for name in written} == stamps
    assert files(out) == alone
    assert not torn.exists()


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [
        ("127.0.0.1:9", 2, "gutshot: no Dask scheduler answers at '127.0.0.1:9', which is given"),
        ("", 2, "gutshot: a scheduler's address is like tcp://host:8786, not nothing"),
    ],
)
def test_a_wrong_address_is_a_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    address: str,
    code: int,
    said: str,
) -> None:
    monkeypatch.setattr("gutshot.jobs.cluster.CONNECT_S", 1.0)
    assert refused(capsys, tmp_path, address) == code
    _, err = capsys.readouterr()
    assert err.startswith(said)
    assert err.count("\n") == 1


def test_a_missing_extra_is_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refused(capsys, tmp_path, "tcp://127.0.0.1:9") == 1
    _, err = capsys.readouterr()
    assert err == "gutshot: Dask is not installed here: pip install 'gutshot[dask]'\n"


def refused(capsys: pytest.CaptureFixture[str], folder: Path, address: str) -> object:
    capsys.readouterr()
    only = ("--only", "players=2", "--only", "stack=5")
    with pytest.raises(SystemExit) as stopped:
        main(["preflop", "build", *only, "--out", str(folder), "--scheduler", address])
    return stopped.value.code


class Pool:
    """A place where charts end as they were told to, one at each look."""

    at_a_time = 2

    def __init__(self, ends: Mapping[str, TaskEnd]) -> None:
        self._ends = ends
        self.handed_out: list[str] = []
        self._waiting: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def submit(self, name: str, spec: PreflopSpec) -> None:
        assert chart_name(spec) == name
        self.handed_out.append(name)
        self._waiting.append(name)

    def wait(self, timeout_s: float) -> None:
        assert timeout_s < 1

    def progress(self) -> Mapping[str, float]:
        return dict.fromkeys(self._waiting, 0.5)

    def ended(self) -> Iterable[tuple[str, TaskEnd]]:
        name = self._waiting.pop(0)
        yield name, self._ends[name]


def spot(players: int, stack: int) -> PreflopSpec:
    return spec_from({"players": players, "stack": stack}, "test")


def result(left: float, bar: float) -> TaskEnd:
    end = {"exploitability_bb": left, "bar_bb": bar, "iterations": 75, "seconds": 12.5}
    return TaskEnd({**end, "written": left <= bar, "file": b"chart"}, "")


def test_the_longest_go_first_and_what_is_not_there_is_said_with_its_bar(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pool = Pool(
        {
            "cash_9_200.chart": result(0.025, 0.0212),
            "cash_9_10.chart": result(0.01, 0.0212),
            "cash_4_40.chart": TaskEnd(None, "4 workers died while they ran it"),
            "cash_2_5.chart": result(0.001, 0.01),
        }
    )
    monkeypatch.setattr(chart_build, "_Elsewhere", lambda _: pool)
    shares: list[float] = []
    told: list[Estimate] = []
    specs = [spot(2, 5), spot(9, 200), spot(4, 40), spot(9, 10)]
    built = build_charts(
        specs, tmp_path, scheduler="there", begun=told.append, progress=shares.append
    )
    assert pool.handed_out == list(pool._ends)
    assert files(tmp_path) == dict.fromkeys(("cash_9_10.chart", "cash_2_5.chart"), b"chart")
    there, missed, failed = built.lines()
    assert there == (
        "Charts: 0 already there, 2 new. Left to gain at most: 1.00e-02 bb a hand, in"
        " cash_9_10.chart. 38 seconds of one processor."
    )
    assert missed == (
        "cash_9_200.chart missed its bar and is not written: 2.50e-02 bb left to gain after 75"
        " iterations, bar 0.0212"
    )
    assert failed == "cash_4_40.chart is not written: 4 workers died while they ran it"
    found = built.payload({})
    assert found["missed"] == [
        {
            "name": "cash_9_200.chart",
            "exploitability_bb": 0.025,
            "bar_bb": 0.0212,
            "iterations": 75,
            "seconds": 12.5,
        }
    ]
    assert found["seconds"] == 37.5
    assert found["estimated_seconds"] == told[0].seconds == sum(map(solve_seconds, specs))
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_a_file_that_cannot_be_written_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        chart_build, "_Elsewhere", lambda _: Pool({"cash_2_5.chart": result(0.001, 0.01)})
    )
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    built = build_charts([spot(2, 5)], blocked, scheduler="there")
    assert not built.written
    assert built.failed["cash_2_5.chart"].startswith("can't write ")


def test_an_estimate_grows_with_seats_and_stacks() -> None:
    assert solve_seconds(spot(6, 100)) < solve_seconds(spot(7, 100)) < solve_seconds(spot(7, 150))
    assert Estimate(7, 3600 * 3, 4).line() == (
        "7 charts to solve, about 3.0 hours of one processor, 45 minutes with 4 at a time"
    )
    assert Estimate(7, 80, 0).line() == "7 charts to solve, about 80 seconds of one processor"


def test_a_catalogue_can_be_planned_with_another_flop_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "flop_models"
    folder.mkdir()
    edges = "[by_hand]\nhalves = [1.0]\nspr_most = 20.0\nslope = [0.0]\n"
    edges += "[by_hand.edges.any.ip]\nsuited = [0.01]\n"
    (folder / "mine.toml").write_text(f'name = "Mine"\nexponent = 1.3\n{edges}', encoding="utf-8")
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    plan = plan_charts(("stack=10",), "mine")
    assert {spec.flop_model.exponent for spec in plan.specs} == {1.3}
    assert {spec.format for spec in plan.specs} == {"cash", "ante"}
    assert "edges by hand are of chips" in plan.refused["bubble"]
    usual = plan_charts(("stack=10",))
    assert plan_charts(("stack=10",), BY_HAND).specs == tuple(
        spec for spec in usual.specs if not spec.for_prizes
    )
    assert all(spec.flop_model == FITTED for spec in usual.specs if spec.for_prizes)
    with pytest.raises(InputError, match=r"flop_model is .*fitted or mine, not 'dealer'"):
        plan_charts((), "dealer")
