"""``gutshot icm``: answers, JSON, and one line for a mistake."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from tests.cli import asking

asked = partial(asking.asked, ("icm",))


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(
        capsys, "--stacks", "5000,3000,1500,500", "--payouts", "500,300,200", "--json"
    )
    assert (code, err) == (0, "")
    found = json.loads(out)
    wanted = [377.780656, 312.888840, 225.602468, 83.728037]
    assert found["equities"] == pytest.approx(wanted, abs=1e-6)
    assert [x["numerator"] / x["denominator"] for x in found["exact"]] == found["equities"]
    assert (found["method"], found["error"]) == ("exact", 0)
    assert found["schema"] == "gutshot.holdem.icm/1"
    assert found["bubble_factors"][2][2] is None
    factor, share = found["bubble_factors"][1][0], found["required_equity"][1][0]
    assert share == pytest.approx(factor / (1 + factor))


def test_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, "--stacks", "1,1,1,1", "--payouts", "50,30,20")
    assert (code, err) == (0, "")
    assert "25.000000" in out
    assert "1.8750" in out
    assert "65.22 %" in out
    assert "Exact; independent chip model" in out


def test_more_players_than_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    stacks = ",".join(["1.5"] * 30)
    code, out, err = asked(capsys, "--stacks", stacks, "--payouts", "6,3", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["equities"] == pytest.approx([0.3] * 30, abs=1e-9)
    assert found["method"] == "integral"
    assert found["exact"] is found["bubble_factors"] is None
    code, out, _ = asked(capsys, "--stacks", stacks, "--payouts", "6,3")
    assert code == 0
    assert "Integral, estimated error" in out
    assert "Bubble" not in out


def test_nothing_left_to_win_shows_no_factors(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "--stacks", "2,1", "--payouts", "5,5")
    assert code == 0
    assert "Bubble" not in out


def test_what_a_call_needs(capsys: pytest.CaptureFixture[str]) -> None:
    asked_for = ("--stacks", "1,1,1,1", "--payouts", "50,30,20", "--call", "1:2")
    code, out, err = asked(capsys, *asked_for)
    assert (code, err) == (0, "")
    assert "65.22 % of showdowns must be won (50.00 % if chips were money)." in out
    assert "Fold 25.000000, win 38.333333, lose 0.000000." in out
    code, out, _ = asked(capsys, *asked_for, "--pot", "0.5", "--json")
    call = json.loads(out)["call"]
    assert (code, call["player"], call["against"], call["pot"]) == (0, 1, 2, 0.5)
    assert call["required_equity"] < 15 / 23
    assert call["required_in_chips"] == 1 / 2.5
    code, out, _ = asked(capsys, "--stacks", "2,1", "--payouts", "5,5", "--call", "1:2")
    assert "nothing is at stake" in out


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("1", "--call: '1' names no two players; write 2:1"),
        ("1:x", "--call: '1:x' names no two players; write 2:1"),
        ("1:1", "player 1 can't call his own all-in: name two players"),
        ("1:4", "there is no player 4: players are 1 to 3"),
        ("0:1", "there is no player 0: players are 1 to 3"),
        ("1:3", "player 3 has no chips and can be in no all-in"),
    ],
)
def test_one_line_for_a_call_that_can_not_be(
    capsys: pytest.CaptureFixture[str], call: str, said: str
) -> None:
    arguments = ("--stacks", "5,3,0", "--payouts", "5", "--call", call)
    assert asked(capsys, *arguments) == (2, "", f"gutshot: {said}\n")


@pytest.mark.parametrize(
    ("stacks", "payouts", "said"),
    [
        ("5000,,3", "50", "--stacks: '' is no number; write one like 5000"),
        ("5000,abc", "50", "--stacks: 'abc' is no number; write one like 5000"),
        ("5", "x", "--payouts: 'x' is no number; write one like 50"),
        (
            "5,000",
            "10,5",
            "--stacks: '000' starts with a zero; write thousands in one piece, like 5000",
        ),
        ("5,-1", "50", "a stack is 0 or more, not -1"),
        ("5,1", "20,30", "place 2 is paid more than place 1; give payouts best first"),
    ],
)
def test_one_line_for_a_mistake(
    capsys: pytest.CaptureFixture[str], stacks: str, payouts: str, said: str
) -> None:
    code, out, err = asked(capsys, f"--stacks={stacks}", f"--payouts={payouts}")
    assert (code, out, err) == (2, "", f"gutshot: {said}\n")


def test_payouts_without_a_nought(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, "--stacks", "5,3,1", "--payouts", ".5,.3,.2", "--json")
    assert (code, err) == (0, "")
    assert sum(json.loads(out)["equities"]) == pytest.approx(1, abs=1e-12)


def test_a_pot_is_of_a_call_and_one_number(capsys: pytest.CaptureFixture[str]) -> None:
    asked_for = ("--stacks", "5,3,1", "--payouts", "5", "--pot")
    line = "gutshot: --pot is of a call; say whose with --call 2:1, or leave --pot out\n"
    assert asked(capsys, *asked_for, "5") == (2, "", line)
    code, out, _ = asked(capsys, *asked_for, "4,500", "--call", "2:1", "--json")
    assert (code, json.loads(out)["call"]["pot"]) == (0, 4500)
    line = "gutshot: --pot: '4,5' is no number; write 4.5\n"
    assert asked(capsys, *asked_for, "4,5", "--call", "2:1") == (2, "", line)


def test_the_readmes_line_runs(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (line,) = [x for x in readme.splitlines() if x.startswith(".venv/bin/gutshot icm ")]
    code, out, err = asked(capsys, *line.split()[2:])
    assert (code, err) == (0, "")
    assert "equity" in out
