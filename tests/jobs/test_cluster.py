"""Tasks on a Dask cluster of processes: divided, watched, released; whoever is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.jobs.dask_cluster import ROOT, LocalCluster, local_cluster

from gutshot.errors import InputError
from gutshot.jobs import ClusterError, cluster

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from gutshot.jobs.cluster import TaskEnd

    Until = Callable[..., float]

TASKS = "tests.jobs.dask_cluster"
OTHER_NUMPY = (
    "import importlib.metadata as m\nreal = m.version\n"
    "m.version = lambda name: '1.0' if name == 'numpy' else real(name)"
)
NO_GUTSHOT = (
    "import sys\nsys.modules['gutshot'] = None\nimport importlib.metadata as m\nreal = m.version\n"
    "m.version = lambda name: real('no-' * (name == 'gutshot') + name)"
)
CLIENT = """
import sys
from gutshot.jobs.cluster import Cluster
with Cluster(sys.argv[1]) as cluster:
    cluster.submit("long", "tests.jobs.dask_cluster:count",
                   {"notes": sys.argv[2], "name": "long", "steps": 1200})
    while True:
        cluster.wait(1)
        list(cluster.ended())
"""


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """Return a cluster of two workers that no test breaks."""
    with local_cluster(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.fixture
def breakable(tmp_path: Path) -> Iterator[LocalCluster]:
    """Return a scheduler without workers."""
    with local_cluster(tmp_path, workers=0) as found:
        yield found


def all_ended(open_: cluster.Cluster, many: int) -> dict[str, TaskEnd]:
    found: dict[str, TaskEnd] = {}
    until = time.monotonic() + 90
    while len(found) < many:
        assert time.monotonic() < until, found
        open_.wait(0.2)
        found.update(open_.ended())
    return found


def notes_of(path: Path, how: str = "") -> list[str]:
    lines = path.read_text().splitlines() if path.exists() else []
    return [line for line in lines if how in line]


def counting(path: Path, name: str, steps: int) -> dict[str, Any]:
    return {"notes": str(path), "name": name, "steps": steps}


def test_results_come_back_with_their_bytes(two: LocalCluster) -> None:
    with cluster.Cluster(two.address) as found:
        for number in range(7):
            found.submit(f"square {number}", f"{TASKS}:square", {"number": number})
        ended = all_ended(found, 7)
        assert found.progress() == {}
    assert {name: end.result["square"] for name, end in ended.items()} == {
        f"square {number}": number**2 for number in range(7)
    }
    assert {end.result["bytes"] for end in ended.values()} == {bytes(range(256))}
    assert not any(end.failed for end in ended.values())


def test_what_is_handed_out_first_is_begun_first_on_both_workers(
    two: LocalCluster, tmp_path: Path, until: Until
) -> None:
    until(lambda: two.log().count("Starting worker compute stream") == 2, 60)
    notes = tmp_path / "notes"
    with cluster.Cluster(two.address) as found:
        assert found.threads == 2
        for number in range(10):
            found.submit(str(number), f"{TASKS}:count", counting(notes, str(number), 4))
        workers = {end.result for end in all_ended(found, 10).values()}
    begun = [int(line.split()[0]) for line in notes_of(notes, " 0 ")]
    # a worker takes its next task before its last one ends
    assert all(abs(place - number) <= 2 for place, number in enumerate(begun)), begun
    assert len(workers) == 2


def test_progress_is_heard(two: LocalCluster, tmp_path: Path, until: Until) -> None:
    with cluster.Cluster(two.address) as found:
        found.submit("long", f"{TASKS}:count", counting(tmp_path / "notes", "long", 60))
        until(lambda: 0.1 < found.progress()["long"] < 1, 20)


def test_a_worker_uses_one_thread_of_blas(two: LocalCluster) -> None:
    with cluster.Cluster(two.address) as found:
        found.submit("threads", f"{TASKS}:threads", {})
        assert set(all_ended(found, 1)["threads"].result) == {1}


@pytest.mark.parametrize(
    ("how", "why"),
    [("input", "the number is 1 to 9, not 10"), ("other", "RuntimeError: two lines")],
)
def test_a_task_that_fails_says_why_in_a_line(two: LocalCluster, how: str, why: str) -> None:
    with cluster.Cluster(two.address) as found:
        found.submit("one", f"{TASKS}:mistaken", {"how": how})
        end = all_ended(found, 1)["one"]
    assert end.failed
    assert end == (None, why)


def test_leaving_releases_what_waits_and_stops_what_runs(
    two: LocalCluster, tmp_path: Path, until: Until
) -> None:
    notes = tmp_path / "notes"
    with cluster.Cluster(two.address) as found:
        for number in range(5):
            found.submit(str(number), f"{TASKS}:count", counting(notes, str(number), 1200))
        until(lambda: len(notes_of(notes, " 0 ")) == 2, 20)
    until(lambda: len(notes_of(notes, "stopped")) == 2, 5)
    time.sleep(0.3)
    assert len(notes_of(notes, " 0 ")) == 2


def test_a_task_whose_client_was_killed_stops(
    two: LocalCluster, tmp_path: Path, until: Until
) -> None:
    notes = tmp_path / "notes"
    client = subprocess.Popen([sys.executable, "-c", CLIENT, two.address, str(notes)], cwd=ROOT)
    try:
        until(lambda: len(notes_of(notes)) > 3, 30)
    finally:
        client.kill()
        client.wait()
    until(lambda: notes_of(notes, "stopped"), 10)


def test_a_task_whose_worker_was_killed_is_run_again(
    breakable: LocalCluster, tmp_path: Path, until: Until
) -> None:
    notes = tmp_path / "notes"
    breakable.add_worker()
    with cluster.Cluster(breakable.address) as found:
        found.submit("one", f"{TASKS}:count", counting(notes, "one", 20))
        until(lambda: notes_of(notes, "one 3 "), 30)
        first = int(notes_of(notes)[0].split()[-1])
        os.kill(first, signal.SIGKILL)
        breakable.add_worker()
        end = all_ended(found, 1)["one"]
    assert not end.failed
    assert end.result != first
    assert len(notes_of(notes, "done")) == 1


def test_a_task_that_kills_every_worker_is_given_up(breakable: LocalCluster) -> None:
    for _ in range(4):
        breakable.add_worker()
    with cluster.Cluster(breakable.address) as found:
        found.submit("deadly", f"{TASKS}:mistaken", {"how": "exit"})
        end = all_ended(found, 1)["deadly"]
    assert end == (None, "4 workers died while they ran it")


def test_a_scheduler_that_is_killed_is_named(
    breakable: LocalCluster, tmp_path: Path, until: Until
) -> None:
    breakable.add_worker()
    notes = tmp_path / "notes"
    with cluster.Cluster(breakable.address) as found:
        found.submit("one", f"{TASKS}:count", counting(notes, "one", 1200))
        until(lambda: notes_of(notes), 30)
        breakable.kill(breakable.processes[0])
        with pytest.raises(ClusterError, match=r"at tcp://127\.0\.0\.1:\d+ is gone or was re"):
            all_ended(found, 1)


def test_a_cluster_without_workers_is_waited_for_and_then_named(
    breakable: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "NO_WORKER_S", 1)
    with cluster.Cluster(breakable.address) as found:
        found.submit("one", f"{TASKS}:square", {"number": 3})
        with pytest.raises(ClusterError, match="has had no worker for 1 seconds"):
            all_ended(found, 1)
    with cluster.Cluster(breakable.address) as found:
        found.submit("one", f"{TASKS}:square", {"number": 3})
        monkeypatch.setattr(cluster, "NO_WORKER_S", 60)
        breakable.add_worker()
        assert all_ended(found, 1)["one"].result["square"] == 9


@pytest.mark.parametrize(("code", "has"), [(OTHER_NUMPY, "numpy 1.0"), (NO_GUTSHOT, "no gutshot")])
def test_a_worker_with_other_versions_is_named(
    breakable: LocalCluster, until: Until, code: str, has: str
) -> None:
    breakable.add_worker(code=code)
    until(lambda: "Starting worker compute stream" in breakable.log(), 60)
    with pytest.raises(ClusterError) as raised, cluster.Cluster(breakable.address):
        pass
    assert "the worker at tcp://127.0.0.1:" in str(raised.value)
    assert f" has {has}, this machine " in str(raised.value)
    assert str(raised.value).endswith(": the versions must be the same")


def test_a_scheduler_without_the_package_is_named(tmp_path: Path) -> None:
    found = LocalCluster(tmp_path)
    try:
        found.start(code=NO_GUTSHOT)
        with (
            pytest.raises(ClusterError, match="the scheduler has no gutshot, this machine gutshot"),
            cluster.Cluster(found.address),
        ):
            pass
    finally:
        found.stop()


def test_a_worker_with_other_versions_that_comes_later_is_refused(breakable: LocalCluster) -> None:
    with cluster.Cluster(breakable.address) as found:
        found.submit("one", f"{TASKS}:square", {"number": 3})
        breakable.add_worker(code=OTHER_NUMPY)
        with pytest.raises(ClusterError, match=r"has numpy 1\.0, this machine numpy "):
            all_ended(found, 1)


@pytest.mark.parametrize("address", ["127.0.0.1:9", "tcp://127.0.0.1:9", "carrier://pigeon:1"])
def test_an_address_at_which_nobody_answers(address: str) -> None:
    with (
        pytest.raises(InputError, match=f"no Dask scheduler answers at '{address}'") as raised,
        cluster.Cluster(address, connect_s=1),
    ):
        pass
    assert "\n" not in str(raised.value)
    assert "given as tcp://host:8786" in str(raised.value)


def test_an_address_that_is_none() -> None:
    with pytest.raises(InputError, match="is like tcp://host:8786"), cluster.Cluster(" "):
        pass


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(ClusterError, match=r"pip install 'gutshot\[dask\]'"),
        cluster.Cluster("tcp://127.0.0.1:9"),
    ):
        pass
