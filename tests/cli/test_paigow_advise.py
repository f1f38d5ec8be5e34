"""``gutshot paigow advise``: text, the JSON that scripts rely on, and one line for a mistake."""

from __future__ import annotations

from functools import partial
from math import comb
from typing import TYPE_CHECKING

import pytest
from tests.cli import asking

from gutshot.catalogue import DATA
from gutshot.paigow import advisor

if TYPE_CHECKING:
    from pathlib import Path

asked = partial(asking.asked, ("paigow", "advise"))
answered = partial(asking.answered, ("paigow", "advise"))

QUEENS = "Jk Qs Qh Qd As 7s 2s"
TWO_PAIR = "Qc Qd 3c 3d Ah Ts 8d"
SIX_HIGH = "Ac Kh 6d 5s 4h 3d 2c"
ACE_HIGH = "As Kd Tc 8s 6h 4d 2c"
ALL_HANDS = comb(46, 7)


def test_the_json_keeps_its_names(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, QUEENS)
    assert found["schema"] == "gutshot.paigow.advise/1"
    assert found["cards"] == QUEENS.split()
    assert (found["against"], found["commission_percent"], found["banker"]) == ("local", 5, False)
    assert (found["method"], found["total"], found["seed"]) == ("exact", ALL_HANDS, None)
    assert found["dealer"] is None
    best = found["settings"][0]
    assert best["high"] == ["As", "Jk", "Qs", "7s", "2s"]
    assert best["low"] == ["Qh", "Qd"]
    assert (best["high_name"], best["low_name"]) == ("Flush, ace high", "Pair of queens")
    assert round(best["ev"], 3) == 0.931
    assert (best["dominated"], best["best"], best["standard_error"]) == (False, True, 0)
    assert len(found["settings"]) + len(found["fouls"]) == 21
    for one in found["settings"]:
        counts = one["counts"]
        assert sum(counts.values()) == ALL_HANDS
        assert [one[name] for name in counts] == [n / ALL_HANDS for n in counts.values()]
        exact = one["ev_exact"]
        assert one["ev"] == exact["numerator"] / exact["denominator"]
        assert exact["numerator"] * 20 * ALL_HANDS == exact["denominator"] * (
            19 * counts["win"] - 20 * counts["lose"]
        )
    evs = [one["ev"] for one in found["settings"]]
    assert evs == sorted(evs, reverse=True)
    ways = {one["way"]: one for one in found["house_ways"]}
    assert round(ways["local"]["ev"], 3) == 0.855
    assert ways["local"]["cost"] == pytest.approx(evs[0] - ways["local"]["ev"])


def test_options_reach_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    usual = answered(capsys, TWO_PAIR)["settings"][0]
    free = answered(capsys, TWO_PAIR, "--commission", "0")["settings"][0]
    banks = answered(capsys, TWO_PAIR, "--banker")
    assert free["low"] == usual["low"]
    assert free["counts"] == usual["counts"]
    assert free["ev"] == pytest.approx(usual["ev"] + 0.05 * usual["win"])
    assert banks["banker"]
    assert banks["settings"][0]["win"] > usual["win"]
    trump = answered(capsys, TWO_PAIR, "--against", "trump-plaza")
    assert trump["against"] == "trump-plaza"
    assert trump["settings"][0]["low"] == ["Ah", "Ts"]
    second, lowest = (answered(capsys, SIX_HIGH, *options) for options in ((), ("--wheel-lowest",)))
    assert (second["a2345_second_highest"], lowest["a2345_second_highest"]) == (True, False)
    assert lowest["settings"][0]["win"] > second["settings"][0]["win"]


def test_a_way_of_ones_own_is_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = (DATA / "house_ways" / "trump-plaza.toml").read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    mine = answered(capsys, TWO_PAIR, "--against", str(file))
    assert mine["against"] == "mine"
    assert mine["house_ways"][-1]["way"] == "mine"
    assert mine["settings"] == answered(capsys, TWO_PAIR, "--against", "trump-plaza")["settings"]


def test_a_dealer_who_shows_his_hand(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, TWO_PAIR, "--dealer", "Ks Kd 9c 8h 7d 4s 2h")
    assert found["dealer"]["high"] == ["Ks", "Kd", "7d", "4s", "2h"]
    assert not found["dealer"]["pushes"]
    assert (found["method"], found["total"], found["commission_percent"]) == ("exact", 1, 0)
    assert {one["win"] + one["push"] + one["lose"] for one in found["settings"]} == {1}
    assert found["settings"][0]["ev"] == 1
    taxed = answered(capsys, TWO_PAIR, "--dealer", "Ks Kd 9c 8h 7d 4s 2h", "--commission", "5%")
    assert taxed["settings"][0]["ev"] == 0.95
    push = answered(capsys, TWO_PAIR, "--dealer", ACE_HIGH.replace("Tc", "Jc").replace("8s", "9s"))
    assert push["dealer"]["pushes"]
    assert all(one["push"] == 1 and one["ev"] == 0 for one in push["settings"])


def test_a_drawn_answer_says_that_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, TWO_PAIR, "--simulate", "--seed", "7")
    assert (found["method"], found["total"], found["seed"]) == ("simulated", 20_000, 7)
    assert all(0 < one["standard_error"] < 0.0072 for one in found["settings"])
    code, out, err = asked(capsys, TWO_PAIR, "--simulate", "--seed", "7")
    assert (code, err) == (0, "")
    assert "\nsimulated: 20,000 of the dealer's hands drawn, seed 7; +/- is one standard" in out


def test_details_say_where_it_comes_from(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, TWO_PAIR, "--details")
    first = found["by_dealer"][0]
    assert first["low"] == found["settings"][0]["low"]
    for kinds in (first["dealer_high"], first["dealer_low"]):
        for name, times in found["settings"][0]["counts"].items():
            assert sum(one[name] for one in kinds.values()) == times
    difference = found["difference"]
    assert difference["ev"] == pytest.approx(sum(one["ev"] for one in difference["parts"]))
    assert difference["second"]["low"] == ["Ah", "Ts"]
    largest = difference["parts"][0]
    assert (largest["dealer_high"], largest["dealer_low"]) == ("pair", "A-high")
    code, out, err = asked(capsys, TWO_PAIR, "--details", "--ascii")
    assert (code, err) == (0, "")
    assert "Qd Qc Ah Ts 8d / 3d 3c by what the dealer holds:" in out
    assert "what it gains on Qd Qc 3d 3c 8d / Ah Ts, +0.0401 in all:" in out
    assert "other kinds" in out


def test_a_wrong_setting_to_compare_with_is_told_before_anything_is_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[object] = []
    monkeypatch.setattr(advisor, "advise", lambda *given, **_: counted.append(given))
    for than in ("Kd Kc", "Qc Qd", "Qc", "xx"):
        code, _, err = asked(capsys, TWO_PAIR, "--than", than)
        assert (code, err.count("\n")) == (2, 1)
    assert counted == []


def test_details_compare_with_a_setting_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, TWO_PAIR, "--than", "8d Ah")
    worse = next(one for one in found["settings"] if one["low"] == ["Ah", "8d"])
    difference = found["difference"]
    assert difference["second"]["low"] == ["Ah", "8d"]
    assert difference["ev"] == pytest.approx(found["settings"][0]["ev"] - worse["ev"])
    code, out, err = asked(capsys, TWO_PAIR, "--than", "Ah8d", "--ascii")
    assert (code, err) == (0, "")
    assert "what it gains on Qd Qc 3d 3c Ts / Ah 8d, +0.0645 in all:" in out
    _, out, _ = asked(capsys, TWO_PAIR, "--than", "3c3d")
    assert "what it gains on" not in out


def test_text_shows_what_there_is_to_decide(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, QUEENS, "--ascii")
    assert (code, err) == (0, "")
    assert out.isascii()
    lines = out.splitlines()
    assert lines[0] == "against the way 'local', 5 % commission on wins, copies to the dealer"
    assert lines[4].startswith("As Jk Qs 7s 2s  Qh Qd  Flush, ace high / pair of queens ")
    assert "+0.9311" in lines[4]
    assert "18 more that are no better in either hand: --all shows them" in lines
    assert lines[-1] == "exact: all 53,524,680 hands that the dealer can hold are counted"
    code, out, _ = asked(capsys, TWO_PAIR, "--all", "--ascii", "--banker")
    assert out.count("dominated") == 16
    assert "\nfouls, the high hand not above the low:\n" in out
    assert "you bank, copies are yours" in out


def test_text_of_a_known_dealer_says_what_each_setting_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = asked(capsys, TWO_PAIR, "--dealer", "Ks Kd 9c 8h 7d 4s 2h", "--all")
    assert (code, err) == (0, "")
    assert "no commission" in out
    assert {"wins", "push"} <= {line.split()[-1] for line in out.splitlines() if line}
    assert out.endswith("exact: the dealer's hand is known\n")
    _, out, _ = asked(capsys, "Kc Kh Qd Ks Js 5d 5s", "--dealer", ACE_HIGH, "--details")
    assert ": ace high, all bets push" in out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("Ac Ad Ah As 9c 8d",), "6 cards given, 7 needed: add 1"),
        (("Ac Ac Ah As 9c 8d 2h",), "Ac is given twice, as cards 1 and 2"),
        (("Jk Jk Ah As 9c 8d 2h",), "2 jokers given, but the deck 'joker' has only 1 joker"),
        ((QUEENS, "--commission", "x"), "'x' is no percentage: write 0 to 100, like 5 or 4.5"),
        ((QUEENS, "--dealer", QUEENS), "Jk is yours and the dealer's"),
        ((QUEENS, "--dealer", ACE_HIGH[:-3]), "6 cards given, 7 needed"),
        ((QUEENS, "--simulate", "--seed", "-1"), "seed -1 is out of range"),
        (
            (TWO_PAIR, "--banker", "--dealer", "Ks Kd 9c 8h 7d 4s 2h"),
            "a dealer who shows his hand banks himself: leave out one of the two",
        ),
        ((TWO_PAIR, "--than", "Qc Qd"), "Qc Qd in front is a foul: the high hand must outrank"),
        ((TWO_PAIR, "--than", "Qc Kd"), "Kd is none of the seven cards"),
        ((TWO_PAIR, "--than", "Qc"), "1 card given, 2 needed"),
        ((QUEENS, "--against", "nowhere"), "no house way 'nowhere'; there are flamingo, foxwoods"),
        ((QUEENS, "--against", "missing.toml"), "can't read the house way missing.toml"),
    ],
)
def test_a_mistake_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], line: str
) -> None:
    code, out, err = asked(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"gutshot: {line}")
    assert err.count("\n") == 1
