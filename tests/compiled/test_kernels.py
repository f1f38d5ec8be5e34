"""Kernels in processes of their own: compiled once, loaded afterwards, never stale."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gutshot import compiled

ADD = """
from gutshot.compiled import kernel, register

@kernel
def add(a: int, b: int) -> int:
    return a + b

register("toy.add", add, lambda: (1, 2))
"""

TWICE = """
from gutshot.compiled import kernel, register
from gutshot.toy.add._kernels import add

@kernel(error_model="numpy")
def twice(a: int) -> int:
    return add(a, a)

register("toy.twice", twice, lambda: (21,))
"""

# Says on stdout, as JSON, what two kernels answered and where their code came from.
RUN = """
import json, sys
from gutshot import compiled
light = "numba" not in sys.modules
with compiled.compiling("compiling the toy"):
    names = [name for name, _ in compiled.warm()]
twice = compiled.KERNELS["toy.twice"].function
print(json.dumps({
    "answer": twice(21),
    "names": names,
    "light": light,
    "hits": sum(twice.stats.cache_hits.values()),
    "misses": sum(twice.stats.cache_misses.values()),
    "warm": compiled.is_warm(),
}))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a copy of the house's ground floor with two rooms of toy kernels on it."""
    root = tmp_path / "a b" / "gutshot"
    root.mkdir(parents=True)
    (root / "__init__.py").write_text("")
    house = Path(compiled.__file__).parents[1]
    shutil.copytree(house / "compiled", root / "compiled")
    shutil.copy(house / "errors.py", root / "errors.py")
    for room, source in (("add", ADD), ("twice", TWICE)):
        (root / "toy" / room).mkdir(parents=True)
        (root / "toy" / room / "_kernels.py").write_text(source)
    return root


def run(package: Path, **environment: str) -> tuple[dict[str, Any], str]:
    """Run the script in a process of its own; return its answer and what it said on stderr."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("GUTSHOT_")}
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        capture_output=True,
        text=True,
        check=True,
        cwd=package.parent,
        env=kept
        | {"PYTHONPATH": str(package.parent), "GUTSHOT_CACHE_DIR": str(package.parent / "cache")}
        | environment,
    )
    return json.loads(done.stdout), done.stderr


def test_the_second_process_loads_what_the_first_one_compiled(package: Path) -> None:
    first, said = run(package)
    assert first == {
        "answer": 42,
        "names": ["toy.add", "toy.twice"],
        "light": True,
        "hits": 0,
        "misses": 1,
        "warm": True,
    }
    assert said == "compiling the toy\n"
    second, said = run(package)
    assert (second["answer"], second["hits"], second["misses"]) == (42, 1, 0)
    assert said == ""


def test_a_change_in_another_file_is_noticed(package: Path) -> None:
    assert run(package)[0]["answer"] == 42
    path = package / "toy" / "add" / "_kernels.py"
    path.write_text(ADD.replace("a + b", "a + b + 1"))
    changed, said = run(package)
    assert changed["answer"] == 43
    assert said == "compiling the toy\n"


@pytest.mark.parametrize(
    "environment",
    [{"GUTSHOT_NO_CACHE": "1"}, {"GUTSHOT_CACHE_DIR": "/dev/null/below"}],
    ids=["switched off", "no place"],
)
def test_kernels_run_without_a_cache(package: Path, environment: dict[str, str]) -> None:
    for _ in range(2):
        answer, said = run(package, **environment)
        assert answer["answer"] == 42
        assert not answer["warm"]
        assert "compiling the toy\n" in said
    assert not (package.parent / "cache").exists()
    assert not list(package.rglob("*.nbi"))


def one() -> int:
    return 1


def test_other_peoples_kernels_keep_their_own_cache() -> None:
    config = compiled._numba().config
    before = config.CACHE_DIR
    assert compiled.kernel(one)() == 1
    after = config.CACHE_DIR
    assert after == before


def test_two_kernels_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "KERNELS", {})
    compiled.register("toy", abs, lambda: (1,))
    with pytest.raises(ValueError, match="two kernels are called 'toy'"):
        compiled.register("toy", abs, lambda: (1,))


def test_every_kernel_of_the_house_runs_its_example() -> None:
    told: list[tuple[str, float]] = []
    times = compiled.warm(lambda name, share: told.append((name, share)))
    assert [name for name, _ in times] == list(compiled.KERNELS)
    assert [name for name, _ in told] == [*compiled.KERNELS, ""]
    assert told[-1][1] == 1.0
    assert [share for _, share in told] == sorted(share for _, share in told)


def test_compiling_can_be_told_elsewhere() -> None:
    heard: list[str] = []
    with compiled.compiling("wait", heard.append):
        for tell in tuple(compiled._waiting):
            tell()
    assert heard == ["wait"]
    assert not compiled._waiting


def test_compiling_leaves_nothing_behind_after_an_error() -> None:
    def fail() -> None:
        with compiled.compiling("wait"):
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert not compiled._waiting
