"""A command run in this process: its exit code, what it wrote, and what it complained about."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from gutshot.cli import main

if TYPE_CHECKING:
    from collections.abc import Sequence

COMPILES = "compiling "
COMPILES_OR_COUNTS = COMPILES + "|[0-9,]+ decisions, "


def asked(
    command: Sequence[str],
    capsys: pytest.CaptureFixture[str],
    *arguments: str,
    passed_over: str = COMPILES,
) -> tuple[int, str, str]:
    """Return exit code, standard output and error, less lines that begin with `passed_over`."""
    with pytest.raises(SystemExit) as stopped:
        main([*command, *arguments])
    found = capsys.readouterr()
    code = stopped.value.code
    assert isinstance(code, int)
    lines = found.err.splitlines(keepends=True)
    return code, found.out, "".join(x for x in lines if not re.match(passed_over, x))


def answered(
    command: Sequence[str],
    capsys: pytest.CaptureFixture[str],
    *arguments: str,
    passed_over: str = COMPILES,
) -> dict[str, Any]:
    """Return the JSON of a command that has nothing to complain about."""
    code, out, err = asked(command, capsys, *arguments, "--json", passed_over=passed_over)
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert isinstance(found, dict)
    return found
