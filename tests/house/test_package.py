"""What an installation gets, and how small it stays."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import gutshot

ROOT = Path(__file__).parents[2]
PACKAGE = Path(gutshot.__file__).parent
ARTEFACTS_BYTES_MAX = 30 * 2**20


def test_the_wheel_carries_everything_that_the_package_has(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    subprocess.run(
        [*command, "--no-build-isolation", "--wheel-dir", str(tmp_path), str(ROOT)], check=True
    )
    (wheel,) = tmp_path.glob("gutshot-*.whl")
    assert wheel.name == f"gutshot-{gutshot.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        carried = {name for name in archive.namelist() if name.startswith("gutshot/")}
    source = ROOT / "src"
    present = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert carried == present


def test_built_files_stay_small() -> None:
    sizes = [path.stat().st_size for path in PACKAGE.glob("artefacts/**/*") if path.is_file()]
    assert sum(sizes) <= ARTEFACTS_BYTES_MAX


def test_every_dependency_has_a_lower_and_an_upper_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    for requirement in [*project["dependencies"], *(line for extra in extras for line in extra)]:
        assert ">=" in requirement
        assert ",<" in requirement
