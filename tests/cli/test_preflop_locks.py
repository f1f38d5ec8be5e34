"""``gutshot preflop`` with locked nodes: solved, shown, asked, refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from gutshot.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SPOT = """
limit = "jam"
stack = 8
[locks.A]
C = "88+,AJs+,A5s:0.5"
[locks.""]
F = "AA"
rest = "free"
"""


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(["preflop", *arguments])
    code = stopped.value.code
    assert isinstance(code, int)
    return code


def test_locked_nodes_are_solved_shown_and_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    spot, chart = tmp_path / "spot.toml", tmp_path / "a.chart"
    spot.write_text(SPOT, encoding="utf-8")
    assert run("solve", "--spec", str(spot), "--out", str(chart)) == 0
    assert (
        "Locked, not solved: SB at '' (1 hand); BB at 'A' (all hands)." in capsys.readouterr().out
    )
    assert run("show", str(chart), "--node", "A", "--json") == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["locked_hands"] == 169
    assert shown["hands"]["A5s"]["frequency"] == {"F": 0.5, "C": 0.5}
    assert shown["hands"]["77"]["frequency"] == {"F": 1, "C": 0}
    assert run("show", str(chart), "--hand", "AA") == 0
    assert "AA is locked here" in capsys.readouterr().out
    for hand, locked in (("AA", True), ("KK", False)):
        assert run("ask", "--spec", str(spot), "--hand", hand, "--json") == 0
        asked = json.loads(capsys.readouterr().out)
        assert asked["locked"] is locked
        assert asked["frequency"] == {"F": float(locked), "A": float(not locked)}
        assert asked["spec"]["locks"][""] == {"F": "AA", "rest": "free"}
    assert run("ask", "--spec", str(spot), "--hand", "AA") == 0
    assert "AA is locked here: its shares are the spot's own." in capsys.readouterr().out


def test_a_lock_that_does_not_fit_is_one_line_and_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spot = tmp_path / "spot.toml"
    spot.write_text('[locks.R]\nR = "JkAs"', encoding="utf-8")
    assert run("solve", "--spec", str(spot)) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.count("\n") == 1
    assert "[locks.R]: R: can't read 'JkAs' as a hand" in found.err
