"""What starts without the compiler, the web framework and the database."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from importlib.metadata import entry_points

import pytest

HEAVY = {"dask", "fastapi", "llvmlite", "numba", "pandas", "polars", "sqlalchemy", "starlette"}
LIGHT = (
    "gutshot",
    "gutshot.cards",
    "gutshot.catalogue",
    "gutshot.cli",
    "gutshot.compiled",
    "gutshot.videopoker",
)
COMMANDS = (
    ["--help"],
    ["--version"],
    ["vp", "games"],
    ["vp", "hold", "As Ks Qs Js 2d", "--game", "jacks-or-better-9-6"],
    ["paigow", "set", "Jk Qs Qh Qd As 7s 2s", "--way", "trump-plaza"],
)


def modules_after(script: str) -> set[str]:
    """Return the top-level modules that a fresh Python has imported at the end of a script."""
    tail = "import json, sys; print(); print(json.dumps(list(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", f"{script}\n{tail}"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


@pytest.mark.parametrize("module", [name for name in LIGHT if importlib.util.find_spec(name)])
def test_a_light_import(module: str) -> None:
    assert not modules_after(f"import {module}") & HEAVY


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_light_command(arguments: list[str]) -> None:
    script = f"""
import sys
from gutshot.cli import main
sys.argv = ["gutshot", *{arguments!r}]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
"""
    assert not modules_after(script) & HEAVY


def test_the_command_is_installed() -> None:
    (command,) = entry_points(group="console_scripts", name="gutshot")
    assert command.value == "gutshot.cli:main"
