"""``gutshot paigow odds``: text, the JSON that scripts rely on, and one line for a mistake."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import pytest
from tests.cli import asking

from gutshot.paigow.side_bets import shelf

if TYPE_CHECKING:
    from pathlib import Path

asked = partial(asking.asked, ("paigow", "odds"))
answered = partial(asking.answered, ("paigow", "odds"))


def test_the_json_keeps_its_names(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys)
    assert list(found) == ["schema", "fortune", "face_up", "push_ace_high", "main_game"]
    assert found["schema"] == "gutshot.paigow.odds/1"
    fortune = found["fortune"]
    assert (fortune["method"], fortune["stake"], fortune["other_players"]) == ("exact", 5, 5)
    assert (fortune["table"], fortune["lowest"]) == ("fortune-8", True)
    assert round(fortune["edge_percent"], 4) == 4.4292
    assert round(fortune["edge_with_envy_percent"], 2) == 0.08
    assert fortune["edge_percent"] - fortune["envy_percent"] == pytest.approx(
        fortune["edge_with_envy_percent"]
    )
    exact = fortune["edge_exact"]
    assert Fraction(exact["numerator"], exact["denominator"]) == Fraction(6_827_308, 154_143_080)
    counts = fortune["counts"]
    assert counts == {line["line"]: line["hands"] for line in fortune["lines"]}
    assert counts["royal_match"] == 72
    assert sum(counts.values()) == fortune["hands"] == 154_143_080
    assert [one["table"] for one in fortune["tables"] if one["lowest"]] == ["fortune-8"]
    push = found["push_ace_high"]
    assert push["counts"]["both_natural"] == 54_888_522_957_996
    edges = {one["table"]: round(one["edge_percent"], 4) for one in push["tables"]}
    assert edges == {"push-ace-high": 7.3376, "push-ace-high-both-first": 4.7905}
    ace_high = found["face_up"]["ace_high_push"]
    assert (ace_high["total"], round(ace_high["percent"], 4)) == (14_430_780, 9.3619)
    ways = found["main_game"]["house_ways"]
    assert "trump-plaza" in [one["way"] for one in ways]
    assert [one["way"] for one in found["face_up"]["main_game"]["house_ways"]] == [
        one["way"] for one in ways
    ]
    for one in ways:
        assert (one["method"], one["deals"], one["seed"]) == ("exact", 8_250_459_031_214_400, None)
        for name, figure in one.items():
            if name.endswith("_percent"):
                exact = Fraction(figure["exact"]["numerator"], figure["exact"]["denominator"])
                assert figure["value"] == pytest.approx(float(100 * exact))
                assert figure["standard_error"] == 0
    for one in found["face_up"]["main_game"]["house_ways"]:
        assert (one["method"], one["deals"], one["seed"]) == ("simulated", 100_000_000, 53)
        for name in ("win_percent", "edge_percent", "edge_left_to_the_way_percent"):
            assert 0 < one[name]["standard_error"] < 0.01
            assert "exact" not in one[name]


def test_a_stake_and_other_players(capsys: pytest.CaptureFixture[str]) -> None:
    five = answered(capsys, "--table", "fortune-2", "--others", "1")["fortune"]
    assert (five["table"], five["lowest"]) == ("fortune-2", False)
    assert round(five["envy_percent"], 4) == 0.9268
    more = answered(capsys, "--table", "fortune-2", "--others", "5", "--stake", "25")["fortune"]
    assert more["envy_percent"] == pytest.approx(five["envy_percent"])
    small = answered(capsys, "--table", "fortune-2", "--stake", "4.50")["fortune"]
    assert (small["stake"], small["envy_percent"]) == (4.5, 0)
    assert small["tables"][0]["table"] == "fortune-8-no-envy"


def test_a_table_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\n[pays]\nflush = 4\nstraight = 3\nthree_of_a_kind = 3\n')
    found = answered(capsys, "--table", str(path))["fortune"]
    assert (found["table"], found["name"], found["envy"]) == ("mine", "Mine", None)
    assert "mine" in [one["table"] for one in found["tables"]]
    path.write_text(
        'bet = "push_ace_high"\nname = "Mine"\nboth_before_joker = true\n[pays]\n'
        "both_ace_high = 40\ndealer_joker = 20\ndealer_ace_high = 5\n"
    )
    tables = answered(capsys, "--table", str(path))["push_ace_high"]["tables"]
    assert tables[0]["table"] == "mine"
    assert round(tables[0]["edge_percent"], 2) == 0.48


def test_a_broken_file_of_the_user_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "side_bets").mkdir()
    (tmp_path / "side_bets" / "bad.toml").write_text('name = "Bad"\n')
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    shelf._shelf.cache_clear()
    code, out, err = asked(capsys)
    shelf._shelf.cache_clear()
    assert code == 0
    assert "fortune-8" in out
    assert re.fullmatch(r"gutshot: left out: .*bad\.toml: \[pays\] is missing; .*\n", err)


def test_the_text_says_how_each_figure_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys)
    assert (code, err) == (0, "")
    for words in (
        "MAIN GAME",
        "FORTUNE, a bet of 5, 5 other players",
        "PUSH ACE HIGH",
        "FACE UP, no commission",
        "lowest edge",
        "simulated: 100,000,000 deals, seed 53, each hand in both seats; +/- is one standard error",
        "exact: all 8,250,459,031,214,400 deals of two hands; you bank",
        "2.7211 %",
        "exact: all 154,143,080 hands are counted",
        "exact: all 8,250,459,031,214,400 deals of two hands are counted",
        "14,430,780 of 154,143,080 hands, 9.3619 %, exact",
        "Our reconstruction",
    ):
        assert words in out
    code, out, _ = asked(capsys, "--stake", "2.50", "--others", "1")
    assert "FORTUNE, a bet of 2.50, 1 other player\n" in out
    assert "no envy with so small a bet: fortune-8" in out


def test_the_main_game_is_dealt_anew(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "--deals", "2000", "--seed", "9")
    for one in found["main_game"]["house_ways"]:
        assert (one["method"], one["deals"], one["seed"]) == ("simulated", 2000, 9)
    _, out, _ = asked(capsys, "--deals", "2000", "--seed", "9")
    assert (
        "simulated: 2,000 deals, seed 9, each hand in both seats; +/- is one standard error" in out
    )
    assert ", of an edge at most 0." in out


def test_the_wheel_may_be_lowest_where_deals_are_dealt_anew(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The same deals, set by the other rule: a few end another way, and it is said which rule."""
    terms = ("--deals", "20000", "--seed", "9")
    usual, lowest = answered(capsys, *terms), answered(capsys, *terms, "--wheel-lowest")
    assert usual["main_game"]["a2345_second_highest"] is True
    assert lowest["main_game"].pop("a2345_second_highest") is False
    assert usual["main_game"] != lowest["main_game"]
    assert usual["fortune"] == lowest["fortune"]
    for one, other in zip(
        usual["main_game"]["house_ways"], lowest["main_game"]["house_ways"], strict=True
    ):
        assert other["edge_percent"] == pytest.approx(one["edge_percent"], abs=0.1)
    _, out, _ = asked(capsys, *terms, "--wheel-lowest")
    assert "MAIN GAME, A-2-3-4-5 lowest" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--stake", "0"], "'0' is no stake: write more than 0, at most 1,000,000"),
        (["--stake", "five"], "'five' is no stake"),
        (["--stake", "1000001"], "'1000001' is no stake"),
        (["--others", "7"], "7 other players don't fit: a table has 0 to 6"),
        (["--others", "-1", "--deals", "5"], "-1 other players don't fit"),
        (["--stake", "\u0663"], "is no stake"),
        (["--table", "fortune-9"], "no side bet 'fortune-9'; did you mean fortune-8"),
        (["--table", "none.toml"], "can't read the side bet none.toml"),
        (["--deals", "0"], "0 deals can't be drawn"),
        (["--wheel-lowest"], "--wheel-lowest deals the main game anew: say how many"),
        (["--deals", "5", "--seed", "-1"], "seed -1 is out of range"),
    ],
)
def test_a_mistake_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    code, out, err = asked(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
