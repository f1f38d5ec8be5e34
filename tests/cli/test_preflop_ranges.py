"""``gutshot preflop grade``, ``diff`` and ``export``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from gutshot.cli import main
from gutshot.holdem.range_dialects import read_range

if TYPE_CHECKING:
    from pathlib import Path

SPOT = ("--players", "6")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code of a command, what it wrote, and what it complained about."""
    with pytest.raises(SystemExit) as stopped:
        main(["preflop", *arguments])
    found = capsys.readouterr()
    code = stopped.value.code
    assert isinstance(code, int)
    return code, found.out, found.err


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, err = said(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.fixture(autouse=True)
def no_charts_of_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))


def test_a_range_is_graded(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tight = ("grade", *SPOT, "--line", "fff")
    found = answered(capsys, *tight, "--range", "QQ+")
    assert (found["seat"], found["node"], found["rest"]) == ("BTN", "FFF", "F")
    assert found["loss_per_hand_bb"] > 0.1
    assert found["loss_per_100_here_bb"] == pytest.approx(100 * found["loss_per_hand_bb"])
    hands = {row["hand"]: row for row in found["hands"]}
    assert (hands["JJ"]["status"], hands["JJ"]["best"], hands["JJ"]["played_F"]) == (
        "mistake",
        "R",
        1.0,
    )
    assert hands["AA"]["status"] == "best"
    file = tmp_path / "range.txt"
    file.write_text("AA\n1.0;0\nKK\n1.0;0\nQQ\n1.0;0\n", encoding="utf-8")
    assert answered(capsys, *tight, "--range", f"R=@{file}") == found
    assert answered(capsys, *tight, "--range", "QQ+", "--action", "r") == found
    code, out, err = said(capsys, *tight, "--range", "QQ+")
    assert (code, err) == (0, "")
    assert "BTN after: LJ fold, HJ fold, CO fold." in out
    assert f"Lost here: {found['loss_per_hand_bb']:.4f} bb each time" in out
    assert found["worst"][0] in out


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (("--range", "QQ+", "--range", "AA"), "there are two ranges for R"),
        (("--range", "R=QQ+", "--range", "A=AA"), "AA is to act in 200 % of cases"),
        (("--range", "C=QQ+"), "there is no action 'C' at 'FFF': BTN has F, R"),
        (("--range", "QX"), "can't read 'QX' as a hand"),
        (("--range", "@none.txt"), "can't read none.txt"),
        ((), "Missing option '--range'"),
    ],
)
def test_mistakes_are_one_line(
    capsys: pytest.CaptureFixture[str], more: tuple[str, ...], complaint: str
) -> None:
    code, out, err = said(capsys, "grade", *SPOT, "--line", "FFF", *more)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


def test_a_file_says_its_own_spot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = said(capsys, "grade", str(tmp_path / "x.chart"), *SPOT, "--range", "AA")
    assert (code, "says its own spot" in err) == (2, True)
    code, _, err = said(capsys, "grade", str(tmp_path / "x.chart"), "--range", "AA")
    assert (code, "there is no file" in err) == (2, True)


def test_kept_charts_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "diff", "cash_6_100", "cash_5_100.chart")
    assert found["mismatches"] == [{"what": "players", "one": "6", "other": "5"}]
    assert (found["node"]["one"], found["node"]["other"]) == ("F", "")
    assert list(found["values_bb"]) == ["HJ", "CO", "BTN", "SB", "BB"]
    # behind a fold six seats play what five do
    assert found["node"]["apart"] < 0.02
    assert found["tree"]["compared"] == len(found["tree"]["nodes"]) > 30
    assert len(found["node"]["hands"]) == 169
    code, out, err = said(capsys, "diff", "cash_6_100", "cash_5_100", "--node", "fff")
    assert (code, err) == (0, "")
    assert out.index("The spots do not match") < out.index("BTN after: LJ fold, HJ fold, CO fold.")
    assert "raise to 2.2" in out
    same = said(capsys, "diff", "cash_3_100", "cash_3_100")[1]
    assert "The spots are the same" in same
    assert "something else in 0.00 % of cases" in same


def test_a_kept_chart_is_shown_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    # as the chart page says it
    code, out, err = said(capsys, "show", "cash_2_100.chart", "--node", "R")
    assert (code, err) == (0, "")
    assert out == said(capsys, "show", "cash_2_100", "--node", "R")[1]
    assert "Node 'R': BB to act" in out


def test_a_chart_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = said(capsys, "diff", "cash_6_100", "cash_6_77")
    assert (code, "there is no file cash_6_77, and no chart of this name" in err) == (2, True)
    code, _, err = said(capsys, "diff", "cash_6_100", "cash_5_100", "--node", "R")
    assert (code, "the second chart has no node for 'R'" in err) == (2, True)


def test_a_node_is_exported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def exported(*more: str) -> str:
        code, out, err = said(capsys, "export", *SPOT, "--line", "FFF", *more)
        assert (code, err) == (0, "")
        return out

    range_ = read_range(exported()).hands
    for to in ("gto+", "equilab", "monker"):
        found = read_range(exported("--to", to))
        assert found.dialect == to
        assert (found.hands.weights * range_.denominator).tolist() == (
            range_.weights * found.hands.denominator
        ).tolist()
    folds = read_range(exported("--action", "f", "--to", "push-fold", "--pure")).hands
    assert folds.weights.sum() > 500
    lines = exported("--to", "csv").splitlines()
    assert lines[0] == "hand,weight_percent,reach,share_F,share_R,share_A,ev_F_bb,ev_R_bb,ev_A_bb"
    assert len(lines) == 170
    aces = dict(zip(lines[0].split(","), lines[1].split(","), strict=True))
    node = json.loads(exported("--to", "json"))
    assert node["hands"]["AA"]["ev_bb"]["R"] == float(aces["ev_R_bb"])
    assert node["line"] == "LJ fold, HJ fold, CO fold"
    monker = exported("--to", "monker").splitlines()
    assert monker[:2] == ["AA", f"1.0;{2000 * float(aces['ev_R_bb']):.1f}"]
    file = tmp_path / "grid.svg"
    assert exported("--to", "svg", "--out", str(file)) == ""
    assert file.read_text(encoding="utf-8").startswith("<svg xmlns=")


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (("--to", "pdf"), "--to is pio, gto+, equilab, monker, push-fold, csv, json, svg, not 'pd"),
        (("--to", "csv", "--pure"), "are for ranges, and csv is all hands"),
        (("--to", "push-fold"), "and push-fold text has none"),
        (("--action", "B"), "there is no action 'B' at 'FFF'"),
        (("--to", "svg", "--out", "/none/grid.svg"), "can't write /none/grid.svg"),
    ],
)
def test_exports_that_can_not_be(
    capsys: pytest.CaptureFixture[str], more: tuple[str, ...], complaint: str
) -> None:
    code, out, err = said(capsys, "export", *SPOT, "--line", "FFF", *more)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err
