"""``gutshot preflop review``: files in, decisions out."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.holdem.histories.test_phh import HAND as PHH
from tests.holdem.histories.test_pokerstars import STRADDLE

import gutshot
from gutshot.cli import main

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """PokerStars Hand #1: Hold'em No Limit ($0.50/$1.00 USD) - 2024/01/02
Table 'A' 6-max Seat #4 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bo ($87 in chips)
Seat 4: Cy ($100 in chips)
Ann: posts small blind $0.50
Bo: posts big blind $1
*** HOLE CARDS ***
Dealt to Bo [7h 2d]
Cy: raises $1.50 to $2.50
Ann: folds
Bo: calls $1.50
*** FLOP *** [2c 3d 4h]
*** SUMMARY ***
Total pot $5.50 | Rake $0.25
"""
CUT_OFF = TEXT.replace("#1", "#2").replace("Bo: calls $1.50\n", "")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(["preflop", "review", *arguments])
    found = capsys.readouterr()
    code = stopped.value.code
    assert isinstance(code, int)
    return code, found.out, found.err


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return a file with a hand, one that is cut off, and the first one again."""
    path = tmp_path / "hands.txt"
    path.write_text(f"{TEXT}\n\n{CUT_OFF}\n\n{TEXT}", encoding="utf-8")
    return str(path)


def test_decisions_are_priced_and_what_differs_is_said(
    capsys: pytest.CaptureFixture[str], file: str
) -> None:
    code, out, err = said(capsys, file)
    assert (code, err) == (0, "")
    flat = " ".join(out.split())
    assert "1 hand read, charts: cash_3_100 (1); 1 came twice and count once; 1 left out." in flat
    assert "1 decision, 1 with a price: 1 mistake, " in flat
    assert "#1, BB with 7h 2d: BTN raise to 2.2, SB fold call: loses " in flat
    assert "87 bb effective, the chart has 100" in flat
    assert "BTN raise to 2.5, the chart has raise to 2.2" in flat
    assert "0.25 bb were taken of this pot" in flat
    assert "hands.txt, line 18, #2: it ends before the betting does: Bo is to act" in flat
    assert max(map(len, out.splitlines())) <= 100


def test_json_has_every_decision(capsys: pytest.CaptureFixture[str], file: str) -> None:
    found: dict[str, Any] = json.loads(said(capsys, file, "--json")[1])
    assert found["schema"] == "gutshot.preflop.review/1"
    (one,) = found["decisions"]
    assert (one["cards"], one["class"], one["position"]) == ("7h 2d", "72o", "BB")
    assert (one["verdict"], one["action"], one["best"]) == ("mistake", "C", "F")
    assert one["lost_bb"] == pytest.approx(one["ev_bb"]["F"] - one["ev_bb"]["C"])
    assert found["costliest"] == [0]
    assert found["total"]["lost_bb"] == one["lost_bb"]
    assert found["left_out"][0]["line"] == 18
    assert found["reviewed"][0]["differs"][0] == {
        "sort": "depth",
        "words": "87 bb effective, the chart has 100",
    }


def test_python_gives_the_same_and_a_table(file: str) -> None:
    with open(file, encoding="utf-8") as text:  # noqa: PTH123 - a name from a command line
        found = gutshot.review_histories(text.read())
    assert [one.name for one in found.broken] == ["#2"]
    frame = found.to_pandas()
    assert list(frame["cards"]) == ["72o"]
    assert frame["lost_bb"].sum() == found.total().lost_bb > 0
    assert list(frame["effective_bb"]) == [87]


def test_many_files_and_standard_input(
    capsys: pytest.CaptureFixture[str],
    file: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = tmp_path / "other.phh"
    other.write_text(PHH, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(STRADDLE.encode())))
    found = json.loads(said(capsys, file, str(other), "-", "--json")[1])
    assert [one["hand"] for one in found["reviewed"]] == ["#1", f"{other} #12", f"{other} #12"]
    assert "a straddle of 2 bb: no chart has it" in found["reviewed"][1]["stopped"]
    assert (found["hands"], found["without_cards"]) == (3, 1)
    only = json.loads(said(capsys, file, str(other), "--hero", "Ann", "--json")[1])
    assert [one["player"] for one in only["reviewed"]] == ["Ann"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("none.txt",), "gutshot: none.txt: can't be read: No such file or directory"),
        (("FILE", "--hero", "Zed"), "gutshot: no hand has a player 'Zed'; there are Ann, Bo, Cy"),
        (("FILE", "--chart", "x"), "gutshot: there is no chart 'x'; there are cash_2_100"),
    ],
)
def test_mistakes_are_one_line(
    capsys: pytest.CaptureFixture[str], file: str, arguments: tuple[str, ...], complaint: str
) -> None:
    code, out, err = said(capsys, *(file if one == "FILE" else one for one in arguments))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(complaint)


def test_a_text_that_is_no_history(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"AA,KK")
    code, _, err = said(capsys, str(path))
    assert code == 2
    assert "there is no hand in this text: it is read as PokerStars' English history" in err
    path.write_bytes(b"\xff\xfe")
    assert "it is no UTF-8 text" in said(capsys, str(path))[2]
