"""``gutshot equity``: text, the JSON that scripts rely on, and one line for a mistake."""

from __future__ import annotations

import json
import shlex
from functools import partial
from pathlib import Path

import pytest
from tests.cli import asking

asked = partial(asking.asked, ("equity",))


def test_the_readmes_lines_run(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    lines = [x for x in readme.splitlines() if x.startswith(".venv/bin/gutshot equity ")]
    assert len(lines) == 2
    for line, method in zip(lines, ("exact: ", "simulated: "), strict=True):
        code, out, err = asked(capsys, *shlex.split(line)[2:])
        assert (code, err) == (0, "")
        assert f"\n{method}" in out


def test_two_classes_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, "AA", "KK")
    assert (code, err) == (0, "")
    assert "AA    81.9461 %  81.7147 %  0.4627 %  50,371,344  285,228" in out
    assert out.endswith("exact: 61,642,944 deals counted\n")


def test_a_board_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "AsKs", "QQ:0.5", "--board", "Qs Jh 2h", "--dead", "9d"
    code, out, err = asked(capsys, *arguments, "--ascii")
    assert (code, err) == (0, "")
    assert out.startswith("board Qs Jh 2h\ndead  9d\n\nhand")
    assert "a deal of full weight as 2" in out


def test_ascii_is_letters_throughout(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "A♠K♠", "Q♦\ufe0fQ♥", "--board", "Q♠ J♡ 2♧", "--details", "--ascii"
    code, out, err = asked(capsys, *arguments)
    assert (code, err) == (0, "")
    assert out.isascii()
    assert "\nAsKs " in out
    assert "\nQdQh " in out
    code, out, _ = asked(capsys, *arguments[:-1])
    assert "A♠K♠, by the next card:" in out


def test_the_json_keeps_its_names(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, "AcAd", "KcKd", "QcQd", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["schema"] == "gutshot.holdem.equity/1"
    assert found["hands"] == ["AcAd", "KcKd", "QcQd"]
    assert found["wins"] == [924_864, 233_476, 204_228]
    assert found["ties"] == [8_186] * 3
    assert found["total"] == 1_370_754
    assert found["method"] == "exact"
    assert found["standard_error"] == 0
    assert found["win"] == [n / 1_370_754 for n in found["wins"]]
    assert found["tie"] == [8_186 / 1_370_754] * 3
    assert [round(100 * share, 6) for share in found["equity"]] == [
        67.670251,
        17.231733,
        15.098017,
    ]


def test_details_are_charts_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "AK,QQ", "TT+", "--board", "Qs7h2h", "--details"
    code, out, err = asked(capsys, *arguments, "--ascii")
    assert (code, err) == (0, "")
    assert "AK,QQ, hand by hand, equity in percent:" in out
    assert "AK,QQ, by the next card:" in out
    code, out, err = asked(capsys, *arguments, "--json")
    found = json.loads(out)
    assert set(found["class_equity"]) == {"AKs", "AKo", "QQ"}
    assert len(found["next_card_equity"]) == 49
    mean = sum(shares[0] for shares in found["next_card_equity"].values()) / 49
    assert abs(mean - found["equity"][0]) < 0.02  # cards come more or less often
    code, out, err = asked(capsys, "AA", "KK", "--details", "--json")
    assert json.loads(out)["next_card_equity"] == {}


def test_four_hands_are_counted_and_many_ranges_drawn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hands = "AcAd", "KcKd", "QcQd", "JcJd"
    code, out, err = asked(capsys, *hands, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["total"], found["method"], found["seed"]) == (1_086_008, "exact", None)
    assert sum(found["equity"]) == pytest.approx(1, abs=1e-12)
    code, out, err = asked(capsys, *hands, "--json", "--simulate", "--seed", "7")
    drawn = json.loads(out)
    assert (code, err) == (0, "")
    assert (drawn["method"], drawn["seed"], drawn["total"]) == ("simulated", 7, 3_276_800)
    assert drawn["standard_error"] == max(drawn["standard_errors"]) <= 0.0003
    for one, other, error in zip(
        found["equity"], drawn["equity"], drawn["standard_errors"], strict=True
    ):
        assert abs(one - other) < 5 * error
    code, out, err = asked(capsys, *hands, "--simulate")
    assert out.endswith("seed 1; +/- is one standard error in percentage points\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("AA",), "hands given: 1;"),
        (("AA", "KK", "--seed", "-1"), "a seed is a whole number from 0"),
        (("AA", "KZ"), "can't read 'KZ' as a hand"),
        (("AA", "KK", "--board", "2c"), "cards on the board: 1;"),
        (("AA", "KK", "--board", "Zz"), "can't read 'Zz' as a card"),
        (("AA", "KK", "--dead", "2c2c"), "2c is twice in the dead cards"),
        (("AsAh", "AsAh"), "As is in two hands, both AsAh: each card can be dealt only once"),
        (("AsAh", "KsKh", "AsAd"), "As is in AsAh and in AsAd: each card"),
        ((), "Missing argument"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = asked(capsys, *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1
