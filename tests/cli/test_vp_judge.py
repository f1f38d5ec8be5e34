"""``gutshot vp judge-strategy``: a list judged, as text and as JSON, and one line for a mistake."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from tests.cli import asking

asked = partial(asking.asked, ("vp", "judge-strategy"))


LISTS = Path(__file__).parents[1] / "data" / "strategies"
SIMPLE = str(LISTS / "jacks-9-6-simple.txt")


def test_a_list_is_judged_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, SIMPLE, "--deals", "3", "--ascii")
    assert (code, err) == (0, "")
    assert "Jacks or Better 9/6   16 lines" in out
    assert "Return       99.459239 %" in out
    assert "Cost         0.084666 %: one bet in 1,181 hands" in out
    assert "Wrong        58,944 of 2,598,960 deals" in out
    assert "Costliest kinds of mistakes, each with its costliest deal (9 kinds more):" in out
    assert (
        "  11  two suited high cards -> three to a straight flush   6,456  0.017410"
        "  2h 9d Jd Qd Ac  Jd Qd     9d Jd Qd     0.1518964" in out
    )
    assert "never" not in out
    assert "fit no line" not in out


def test_all_that_is_wrong_with_a_list_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text(
        "no deuce:\npair\npair of K\n  but nothing\nthree of a kind\n"
        "  but four of a kind\n1 deuce:\nstraight\n  but straight if exactly 3s4s5d6d2c\n",
        encoding="utf-8",
    )
    code, out, err = asked(capsys, str(mine), "-g", "deuces-wild-full-pay", "--ascii")
    assert (code, err) == (0, "")
    assert "4 lines and 3 exceptions" in out
    assert "Lines that are never reached:" in out
    assert "2. pair of K: line 1 takes all its" in out
    assert "3. three of a kind: line 1 takes all its" in out
    assert "and holds something else" in out
    assert "Exceptions that are never taken:" in out
    assert "line 4: but straight if exactly" in out
    assert "deals fit no line. They are counted as keeping only the" in out


def test_a_list_is_judged_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, SIMPLE, "--json", "--deals", "2")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["schema"] == "gutshot.videopoker.strategy-judgement/1"
    exact = Fraction(found["return"]["numerator"], found["return"]["denominator"])
    best = Fraction(found["best_return"]["numerator"], found["best_return"]["denominator"])
    cost = Fraction(found["cost"]["numerator"], found["cost"]["denominator"])
    assert best - exact == cost
    assert sum(found["categories"].values()) == 19_933_230_517_200
    lines = [Fraction(x["cost"]["numerator"], x["cost"]["denominator"]) for x in found["lines"]]
    assert sum(lines) == cost
    assert (found["size"], found["exceptions"]) == (16, 0)
    kinds = [Fraction(x["cost"]["numerator"], x["cost"]["denominator"])
             for x in found["mistake_kinds"]]  # fmt: skip
    assert len(kinds) == 2
    assert kinds == sorted(kinds, reverse=True)
    assert found["mistake_kinds"][0]["held"] == "two high cards"
    assert len(found["mistakes"]) == 2
    assert found["mistakes"][0]["line"] == 11
    assert found["uncovered"] == []
    assert "  1. four of a kind or straight flush or royal flush\n" in found["text"]


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("high pair\n4 to a flsh\n", (), "mine.txt: line 2: '4 to a flsh' is no hold"),
        ("high pair\n", ("-g", "deuces-wild-full-pay"), "line 1: no heading"),
        ("", (), "has no line"),
        ("high pair\n", ("-g", "nothing-known"), "no game 'nothing-known'"),
        ("high pair\n", ("--deals", "-1"), "--deals"),
    ],
)
def test_a_mistake_is_answered_in_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str,
    arguments: tuple[str, ...],
    said: str,
) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text(text, encoding="utf-8")
    code, out, err = asked(capsys, str(mine), *arguments)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert said in err


def test_a_file_that_is_not_there_is_answered_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = asked(capsys, "nowhere/mine.txt")
    assert (code, out) == (2, "")
    assert err == "gutshot: can't read the strategy nowhere/mine.txt: No such file or directory\n"


def test_a_list_is_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for content, code in ((Path(SIMPLE).read_bytes(), 0), (b"foo (bar)", 2), (b"\xff", 2)):
        typed = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", typed)
        found, out, err = asked(capsys, "-")
        assert found == code
        assert ("16 lines" in out) == (code == 0)
        assert len(err.splitlines()) == (code > 0)
        assert err.startswith("gutshot: standard input: ") == (code > 0)


NAMED = """\
high pair
  but 4 to a flush if discarding exactly A/K/Q and with J
  but nothing if exactly 2d3hJcJdQs/4d5hJcJdQs
nothing
"""


def test_what_names_patterns_and_deals_counts_one_for_each_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text(NAMED, encoding="utf-8")
    _, out, _ = asked(capsys, str(mine))
    assert out.startswith("Jacks or Better 9/6   2 lines and 5 exceptions in 2 'but' lines\n")
    found = json.loads(asked(capsys, str(mine), "--json")[1])
    assert (found["size"], found["exceptions"]) == (7, 5)
    assert [x["size"] for x in found["lines"][0]["exceptions"]] == [3, 2]
