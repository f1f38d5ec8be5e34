"""The set-up finds a Python that really works, or says in one line what is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BROKEN = "#!/bin/sh\necho 'pyenv: command not found' >&2\nexit 127\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with the set-up script, and the tools that it needs in tools/."""
    (tmp_path / "tools").mkdir()
    for tool in ("cat", "cksum", "dirname", "rm", "sh"):
        path = shutil.which(tool)
        assert path is not None
        (tmp_path / "tools" / tool).symlink_to(path)
    checkout = tmp_path / "check out"
    (checkout / "scripts").mkdir(parents=True)
    shutil.copy(ROOT / "scripts" / "setup.sh", checkout / "scripts")
    shutil.copy(ROOT / "pyproject.toml", checkout)
    return checkout


def set_up(checkout: Path, *folders: Path) -> subprocess.CompletedProcess[str]:
    """Run the script with these folders and the tools on PATH."""
    tools = checkout.parent / "tools"
    return subprocess.run(
        [tools / "sh", checkout / "scripts" / "setup.sh", "run"],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.pathsep.join(map(str, (*folders, tools))), "HOME": str(checkout.parent)},
    )


def put(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


def test_no_python_is_one_line(checkout: Path) -> None:
    done = set_up(checkout)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "Gutshot needs Python 3.11 to 3.14 with venv" in done.stderr
    assert not (checkout / ".venv").exists()


def test_pythons_that_do_not_run_are_no_python(checkout: Path, tmp_path: Path) -> None:
    for name in ("python3.14", "python3", "python"):
        put(tmp_path / "shims", name, BROKEN)
    done = set_up(checkout, tmp_path / "shims")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


def test_a_broken_python_is_passed_over_for_the_next_of_its_name(
    checkout: Path, tmp_path: Path
) -> None:
    put(tmp_path / "shims", "python3.13", BROKEN)
    # Answers the questions of the script, and stands in for venv and pip.
    put(
        tmp_path / "good",
        "python3.13",
        """#!/bin/sh
case "$*" in
    -V) echo "Python 3.13.99" ;;
    "-m venv .venv")
        mkdir -p .venv/bin && : > .venv/pyvenv.cfg
        cat "$0" > .venv/bin/python && chmod +x .venv/bin/python ;;
    "-m pip"*) echo "pip: $*" >&2 ;;
esac
""",
    )
    for tool in ("mkdir", "chmod"):
        path = shutil.which(tool)
        assert path is not None
        (tmp_path / "tools" / tool).symlink_to(path)
    done = set_up(checkout, tmp_path / "shims", tmp_path / "good")
    assert done.returncode == 0, done.stderr
    assert "Making .venv with Python 3.13.99" in done.stderr
    assert done.stderr.count("pip: ") == 1
    again = set_up(checkout, tmp_path / "shims", tmp_path / "good")
    assert (again.returncode, again.stderr) == (0, "")
    with (checkout / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    changed = set_up(checkout, tmp_path / "shims", tmp_path / "good")
    assert changed.stderr.count("pip: ") == 1
    assert "Making" not in changed.stderr
