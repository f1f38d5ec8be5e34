"""``gutshot vp progressive`` and ``vp bankroll``: answers, JSON, and one line for a mistake."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli import asking
from tests.videopoker.played import played

if TYPE_CHECKING:
    from pathlib import Path

asked = partial(asking.asked, ("vp",))


def payload(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, err = asked(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def test_a_progressive_in_coins(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(
        capsys, "progressive", "-g", "bonus-poker-8-5", "--coins", "5", "-j", "4000", "-j", "8,000"
    )
    assert (code, err) == (0, "")
    assert "99.165973" in out
    assert "101.437624" in out
    assert "Break-even  5,587.973771 coins = 261524386565/46801291, exact" in out
    assert re.search(r"^high pair +three to a royal flush +4,420 ", out, re.MULTILINE)


def test_a_progressive_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = payload(capsys, "progressive", "--from", "900", "--to", "1000", "-j", "976")
    assert found["schema"] == "gutshot.videopoker.progressive/1"
    assert found["line"] == "royal_flush"
    even = Fraction(found["break_even"]["numerator"], found["break_even"]["denominator"])
    assert even == Fraction(45110169982, 46219759)
    (point,) = found["points"]
    assert f"{point['return']['percent']:.5f}" == "100.00002"
    assert point["value_of_100_coins"]["percent"] == pytest.approx(2000 * point["slope"]["decimal"])
    assert found["pieces"][0]["jackpot"]["decimal"] == 900
    assert sum(x["deals_changed"] for x in found["pieces"]) >= found["changes"][0]["deals"]
    assert len(found["changes"][0]["example"]["deal"]) == 5


def test_another_meter_of_a_table_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'deck = "standard"\n[pays]\nroyal_flush = 800\nfour_of_a_kind = 25\nflush = 6\n'
        "jacks_or_better = 1\n",
        encoding="utf-8",
    )
    code, out, _ = asked(
        capsys, "progressive", "-p", str(file), "--line", "four-of-a-kind", "-j", "300", "--ascii"
    )
    assert code == 0
    assert "meter on four of a kind, in bets" in out
    assert "(at five coins a bet)" in out


def test_a_bankroll_with_everything(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(
        capsys,
        *("bankroll", "-g", "deuces-wild-full-pay", "--plays", "3", "--hands", "300"),
        *("-b", "150", "--risk", "0.1", "--bet", "1.25", "--simulate", "400", "--seed", "3"),
    )
    assert (code, err) == (0, "")
    assert "Variance     10.7049054 per bet, exact" in out
    assert "Played without end" in out
    assert "150 bets = 187.50 are lost with a chance of" in out
    assert "upper end of the exact bracket" in out
    assert "Simulated: 400 such trips, seed 3, standard errors" in out


def test_a_bankroll_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = payload(
        capsys,
        *("bankroll", "-b", "40", "--hands", "500", "--cash-back", "0.5", "--bet", "2"),
        *("--simulate", "500"),
    )
    assert found["schema"] == "gutshot.videopoker.bankroll/1"
    assert found["cash_back_percent"] == 0.5
    edge = Fraction(found["edge"]["numerator"], found["edge"]["denominator"])
    assert edge == played("jacks-or-better-9-6").return_fraction - 1 + Fraction(1, 200)
    parts = found["variance_parts"]
    assert f"{parts[0]['contribution']['decimal']:.5f}" == "15.80588"
    assert found["unlimited"]["method"] == "bracket"
    assert found["unlimited"]["ruin"]["min"] < found["unlimited"]["ruin"]["max"]
    trip, drawn = found["trip"], found["simulated"]
    assert trip["over_time"][-1]["ruin"] == pytest.approx(trip["ruin"])
    assert abs(trip["ruin"] - drawn["ruin"]["share"]) < 4.5 * drawn["ruin"]["standard_error"]
    assert trip["bankroll_for_risk_money"] == 2 * trip["bankroll_for_risk"]
    assert found["session"]["ahead"] + found["session"]["behind"] == pytest.approx(1)


def test_without_an_edge_ruin_is_certain_and_no_mistake(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = asked(capsys, "bankroll", "--hands", "100")
    assert (code, err) == (0, "")
    assert "ruin is certain, whatever the bankroll: there is no edge" in out
    found = payload(capsys, "bankroll", "--hands", "100", "--plays", "2")
    assert found["unlimited"]["ruin_is_certain"] is True
    assert found["unlimited"]["bankroll_for_risk"] is None
    assert found["simulated"] is None


def test_what_is_too_long_to_be_counted_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("bankroll", "--hands", "1000000", "--cash-back", "0.0001")
    code, out, _ = asked(capsys, *arguments)
    assert code == 0
    assert "too long to be counted; --simulate 10000 estimates it" in out
    assert payload(capsys, *arguments)["trip"] is None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["bankroll", "-b", "0"], "a bankroll of 0 bets: a deal costs 1 bet"),
        (["bankroll", "-b", "9", "--plays", "10"], "a deal costs 10 bets"),
        (["bankroll", "--risk", "1"], "above 0 % and below 100 %"),
        (["bankroll", "--risk", "0"], "above 0 % and below 100 %"),
        (["bankroll", "--risk", "much"], "--risk: 'much' is no number"),
        (["bankroll", "--cash-back", "100"], "cash back of 100 %"),
        (["bankroll", "--cash-back", "1/7"], "too fine"),
        (["bankroll", "--bet", "0"], "a bet costs more than 0"),
        (["bankroll", "--hands", "0"], "0 deals"),
        (["bankroll", "--simulate", "10"], "starts from a bankroll"),
        (["bankroll", "-b", "5", "--simulate", "1"], "no standard error"),
        (["bankroll", "-b", "5", "--simulate", "9", "--seed", "-1"], "seed -1 is negative"),
        (["progressive", "--line", "five_aces"], "no line 'five_aces'"),
        (["progressive", "-j", "-5"], "--jackpot -5: a jackpot is 0 to 100,000 bets"),
        (["progressive", "-j", "1e9"], "no number"),
        (["progressive", "-j", "200000"], "100,000"),
        (["progressive", "--from", "9", "--to", "9"], "from 9 to 9"),
        (["progressive", "--from", "800", "--to", "900", "-j", "1000"], "was not followed"),
        (["progressive", "--coins", "0"], "--coins"),
    ],
)
def test_a_mistake_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    code, out, err = asked(capsys, *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert err.startswith("gutshot: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("-j", "-1"), "--jackpot -1: a jackpot is 0 to 100,000 bets"),
        (("-j", "100001"), "--jackpot 100001: a jackpot is 0 to 100,000 bets"),
        (("--coins", "5", "--to", "500001"), "--to 500001: a jackpot is 0 to 500,000 coins"),
        (("-j", "9" * 20), f"--jackpot: '{'9' * 20}' has too many digits"),
    ],
)
def test_a_jackpot_out_of_range_is_named_by_its_option(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    code, out, err = asked(capsys, "progressive", *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_risk_is_a_fraction_or_percent(capsys: pytest.CaptureFixture[str]) -> None:
    said = [asked(capsys, "bankroll", "--hands", "10", "--risk", x)[1] for x in ("1%", "0.01")]
    assert "for a risk of 1.0000 %" in said[0]
    assert said[0] == said[1]


def test_simulated_chances_of_nothing_and_of_even(capsys: pytest.CaptureFixture[str]) -> None:
    few = ("bankroll", "--hands", "4", "-b", "50", "--simulate", "300")
    _, out, _ = asked(capsys, *few)
    assert re.search(r"lost +none: under 1 % with 95 % confidence", out)
    assert re.search(r"ended even +\d+\.\d+ % \+- \d", out)
    drawn = payload(capsys, *few)["simulated"]
    assert drawn["unseen"] == pytest.approx(0.01)
    assert sum(drawn[x]["share"] for x in ("ahead", "even", "behind")) == pytest.approx(1)
