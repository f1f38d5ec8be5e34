"""The README's commands, file and Python run as they stand, and its figures are what they give."""

from __future__ import annotations

import io
import re
import shlex
from fractions import Fraction
from pathlib import Path

import pytest

import gutshot
from gutshot.cli import main
from gutshot.paigow import parse_seven
from gutshot.paigow.house_ways import from_toml
from gutshot.paigow.side_bets import FortuneTable, side_bet_from_toml

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found.group(1)


def test_every_quick_command_of_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.toml").write_text(block("toml"), encoding="utf-8")
    (tmp_path / "mine.txt").write_text(block("text"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    commands = [line for line in README.splitlines() if line.startswith(".venv/bin/gutshot vp")]
    monkeypatch.setattr("sys.stdin", io.StringIO(""))  # nobody is there to play
    assert len(commands) >= 5
    for line in commands:
        with pytest.raises(SystemExit) as stopped:
            main(shlex.split(line)[1:])
        assert stopped.value.code == 0, line
        assert capsys.readouterr().out


def test_the_house_way_of_the_readme_is_one() -> None:
    found = re.search(r"```toml\n(# way.toml.*?)```", README, re.DOTALL)
    assert found is not None
    way = from_toml(found.group(1), "README.md", id="way")
    fronts = ("Kh Kc 9s 9c 5h 4d 2d", "Ts Tc 9s 9c Kh 4d 2d", "Ts Tc 9s 9c Qh 4d 2d")
    names = [way.set(parse_seven(cards)).low_name for cards in fronts]
    assert names == ["Pair of nines", "King-four", "Pair of nines"]


def test_the_side_bet_of_the_readme_is_one() -> None:
    found = re.search(r"```toml\n(# fortune.toml.*?)```", README, re.DOTALL)
    assert found is not None
    table = side_bet_from_toml(found.group(1), "README.md", id="fortune")
    assert isinstance(table, FortuneTable)
    assert table.pays["royal_flush"] == 150
    assert dict(table.envy or {}) == {"four_of_a_kind": Fraction(5)}


def test_the_python_of_the_readme_gives_what_it_says() -> None:
    names: dict[str, object] = {}
    checked = 0
    for line in block("python").splitlines():
        code, _, said = line.partition("#")
        if said:
            found = eval(code, names)  # noqa: S307 - our own README
            assert found == eval(said, {"Fraction": Fraction})  # noqa: S307
            checked += 1
        else:
            exec(code, names)  # noqa: S102
    assert checked == 2


def test_the_figures_of_the_readme_are_computed_ones() -> None:
    nine_six = gutshot.analyse_game(gutshot.game("jacks-or-better-9-6"))
    assert f"{nine_six.numerator:,} / {nine_six.denominator:,}" in README
    assert f"{nine_six.percent:.6f} %" in README
    both = gutshot.compare_games(nine_six.table, gutshot.game("jacks-or-better-9-5"))
    assert f"{both.deals:,} deals are played differently" in README
    assert f"it costs {float(100 * both.cost):.6f} % of each bet" in README
    assert f"{len(gutshot.games())} games stand in the catalogue" in README
