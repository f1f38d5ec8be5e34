"""``gutshot preflop``: solves, charts in files and the sheet, in the JSON that scripts rely on."""

from __future__ import annotations

import re
import signal
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.cli import asking

from gutshot.cli.interrupts import interruptible
from gutshot.holdem import preflop as room
from gutshot.holdem.icm import icm_equities
from gutshot.holdem.preflop import PreflopChart, PreflopSpec, read_chart, solve_preflop

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

asked = partial(asking.asked, ("preflop",), passed_over=asking.COMPILES_OR_COUNTS)
answered = partial(asking.answered, ("preflop",), passed_over=asking.COMPILES_OR_COUNTS)


def test_a_solve_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(
        capsys, "solve", "--format", "cash", "--players", "2", "--stack", "10", "--limit", "jam"
    )
    assert found["schema"] == "gutshot.preflop.solve/1"
    assert found["values_bb"] == pytest.approx([-0.045371, 0.045371], abs=1e-6)
    assert found["exploitability_bb"] == max(found["exploitability_per_seat_bb"]) < 1e-5
    assert found["bar_bb"] == 1e-5
    assert found["converged"] is True
    assert found["model_share"] == 0
    assert found["nodes"] == 2
    assert found["spec"]["seats"] == ["SB", "BB"]
    assert found["spec"]["stacks"] == ["10", "10"]
    assert found["spec"]["stacks_bb"] == [10, 10]
    assert 0 < found["seconds"] < 60


def test_antes_from_the_stack_and_dead_ones(capsys: pytest.CaptureFixture[str]) -> None:
    terms = ("solve", "--format", "ante", "--stack", "8", "--limit", "jam")
    mine = answered(capsys, *terms, "--ante-from-stack")
    assert mine["values_bb"] == pytest.approx([0.520993, -0.520993], abs=1e-6)
    dead = answered(capsys, *terms)
    assert sum(dead["values_bb"]) == pytest.approx(1, abs=1e-12)


def test_a_whole_tree_meets_its_bar(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, "solve", "--stack", "100", "--exploitability", "0.01")
    assert found["exploitability_bb"] <= 0.01 == found["bar_bb"]
    assert found["iterations"] <= 200
    assert 0.5 < found["model_share"] < 0.7
    text = asked(capsys, "solve", "--stack", "20")[1]
    assert "converged" in text
    assert "modelled, not solved" in text


def test_a_node_as_json(capsys: pytest.CaptureFixture[str], chart_file: Path) -> None:
    root = answered(capsys, "show", str(chart_file))
    assert (root["node"], root["seat"], root["actions"]) == ("", "SB", ["F", "C", "R", "A"])
    assert sum(root["frequency"].values()) == pytest.approx(1)
    assert root["reach"] == pytest.approx(1)
    assert len(root["hands"]) == 169
    assert root["hands"]["72o"]["ev_bb"]["F"] == pytest.approx(-0.5, abs=1e-12)
    assert root["hands"]["AA"]["frequency"]["F"] < 1e-4
    assert root["hands"]["AA"]["reach"] == 1
    assert root["to_bb"] == {"F": 0.5, "C": 1, "R": 3, "A": 40}
    answer = answered(capsys, "show", str(chart_file), "--node", "R")
    assert answer["seat"] == "BB"
    assert answer["hands"]["72o"]["ev_bb"]["F"] == pytest.approx(-1, abs=1e-12)
    assert 0 < answer["reach"] < 1
    deep = answered(capsys, "show", str(chart_file), "--node", "RR")
    raised = root["hands"]["AA"]["frequency"]["R"]
    assert deep["hands"]["AA"]["reach"] == pytest.approx(raised, abs=1e-12)


def test_evs_from_the_start_and_from_now_differ_by_what_is_in(
    capsys: pytest.CaptureFixture[str], chart_file: Path
) -> None:
    start = answered(capsys, "show", str(chart_file), "--node", "RR")
    now = answered(capsys, "show", str(chart_file), "--node", "RR", "--relative-to", "now")
    for hand, found in start["hands"].items():
        for action, ev in found["ev_bb"].items():
            # the small blind has raised to 3
            assert now["hands"][hand]["ev_bb"][action] == pytest.approx(ev + 3, abs=1e-9)
        assert found["gap_bb"] == now["hands"][hand]["gap_bb"]


def test_the_evs_of_the_chart_make_up_the_values(
    capsys: pytest.CaptureFixture[str], chart_file: Path, tmp_path: Path
) -> None:
    root = answered(capsys, "show", str(chart_file))
    combos = {
        name: 6 if name[0] == name[1] else 4 if name[2] == "s" else 12 for name in root["hands"]
    }
    total = sum(
        combos[name] / 1326 * hand["frequency"][action] * hand["ev_bb"][action]
        for name, hand in root["hands"].items()
        for action in root["actions"]
    )
    again = answered(capsys, "solve", "--stack", "40", "--out", str(tmp_path / "again"))
    assert total == pytest.approx(again["values_bb"][0], abs=1e-9)


def test_a_file_holds_every_float(chart_file: Path) -> None:
    read = read_chart(chart_file)
    own = PreflopChart.of(solve_preflop(PreflopSpec((Fraction(40),) * 2)))
    assert read.nodes == own.nodes
    for name in own.nodes:
        assert np.abs(read.node(name).strategy - own.node(name).strategy).max() < 1e-15
    assert read.certificate.values == pytest.approx(own.certificate.values, abs=1e-13)
    assert read.certificate.gains == pytest.approx(own.certificate.gains, abs=1e-13)
    assert chart_file.stat().st_size < 200_000


def test_a_chart_as_text(capsys: pytest.CaptureFixture[str], chart_file: Path) -> None:
    code, out, err = asked(capsys, "show", str(chart_file), "--node", "C")
    assert (code, err) == (0, "")
    assert "BB to act" in out
    assert "check" in out
    rows = [line for line in out.splitlines() if line[:2] in {"A ", "2 "}]
    assert [len(row) for row in rows] == [67, 67]
    code, out, _ = asked(capsys, "show", str(chart_file), "--node", "C", "--hand", "aks")
    assert out.startswith("AKs")
    assert "raise" in out
    assert len(answered(capsys, "show", str(chart_file), "--hand", "AKs")["hands"]) == 1


def test_all_nodes_of_a_chart(capsys: pytest.CaptureFixture[str], chart_file: Path) -> None:
    code, out, err = asked(capsys, "show", str(chart_file), "--list")
    assert (code, err) == (0, "")
    rows = out.splitlines()[2:]
    assert len(rows) == len(read_chart(chart_file).nodes)
    assert rows[0].startswith("(root)  SB    100.000 %  F fold")
    assert "R raise to 3 " in rows[0]
    named = answered(capsys, "show", str(chart_file), "--list")["nodes"]
    assert named == list(read_chart(chart_file).nodes)


def test_seats_that_the_cap_shuts_out_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "four.chart"
    terms = ("--players", "4", "--stack", "8", "--limit", "jam", "--exploitability", "0.01")
    text = asked(capsys, "solve", *terms, "--out", str(file))[1]
    said = "A seat is shut out by the cap of 3 entrants at one node: it can fold only, written '-'."
    assert said in text.splitlines()
    assert answered(capsys, "solve", *terms)["shut_out_nodes"] == 1
    assert said in asked(capsys, "show", str(file), "--node", "AC")[1].splitlines()
    rows = asked(capsys, "show", str(file), "--list")[1].splitlines()[2:]
    assert len(rows) == len(read_chart(file).nodes) + 1
    before, row = rows[-2:]
    assert row.split(maxsplit=4)[:2] == ["ACC", "BB"]
    assert row.endswith("- shut out by the cap of 3 entrants")
    # to AC come those of ACF, where the small blind folds, and those of ACC, where he calls
    both = answered(capsys, "show", str(file), "--node", "AC")["reach"]
    assert before.split()[0] == "ACF"
    parts = [float(found.split()[2]) for found in (before, row)]
    assert sum(parts) == pytest.approx(100 * both, abs=0.0011)
    code, out, err = asked(capsys, "show", str(file), "--node", "ACC")
    assert (code, out) == (2, "")
    assert "BB is shut out by the cap of 3 entrants, fold is all that is left" in err
    assert (
        "seats that the cap of 3 entrants shuts out write no letter"
        in asked(capsys, "show", str(file), "--node", "ACCF")[2]
    )
    open_ = ("--players", "3", "--stack", "8", "--limit", "jam", "--exploitability", "0.01")
    assert "shut out" not in asked(capsys, "solve", *open_)[1]


def test_a_spot_in_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "spot.toml").write_text(
        'stacks = [9, 6]\nlimit = "jam"\n[rake]\nfraction = 0.05\ncap = 0.5\n', encoding="utf-8"
    )
    found = answered(capsys, "solve", "--spec", str(tmp_path / "spot.toml"))
    assert found["spec"]["stacks"] == ["9", "6"]
    assert found["spec"]["rake"] == {"fraction": "1/20", "cap": "1/2", "no_flop_no_drop": True}
    assert sum(found["values_bb"]) < 0


def test_a_spot_for_prizes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    terms = ("solve", "--format", "bubble", "--players", "3", "--stack", "10", "--limit", "jam")
    found = answered(capsys, *terms, "--exploitability", "0.01")
    spec, prizes = found["spec"], found["prizes"]
    assert spec["stacks_elsewhere"] == ["10"] * 7
    assert spec["payouts"]["payouts"][:3] == ["23", "17", "27/2"]
    assert spec["ante_bb"] == 1
    assert spec["prize_of_bb"] == prizes["prize_of_bb"] == pytest.approx(100 / 101)
    assert prizes["at_start"] == pytest.approx([10] * 3)
    assert prizes["values"] == pytest.approx([x * 100 / 101 for x in found["values_bb"]])
    assert prizes["exploitability"] == pytest.approx(found["exploitability_bb"] * 100 / 101)
    text = asked(capsys, *terms, "--exploitability", "0.01")[1]
    assert "for prizes (Bubble, nine of ten paid), 7 elsewhere with 10 bb" in text
    assert "A big blind stands for 0.990099: all prizes, 100, by all chips at the start." in text
    (tmp_path / "spot.toml").write_text(
        'format = "final-table"\nante = 0\nstacks = [9, 6]\nlimit = "jam"\n'
        "payouts = [50, 30, 20]\nstacks_elsewhere = [4.5]\n",
        encoding="utf-8",
    )
    path = tmp_path / "chart.npz"
    own = answered(capsys, "solve", "--spec", str(tmp_path / "spot.toml"), "--out", str(path))
    worth = icm_equities([9, 6, Fraction(9, 2)], [50, 30, 20]).equities
    assert own["prizes"]["at_start"] == pytest.approx([*map(float, worth[:2])])
    assert "prizes" not in answered(capsys, "solve", "--stack", "5", "--limit", "jam")
    now = asked(capsys, "show", str(path), "--relative-to", "now")
    assert now[::2] == (
        2,
        "gutshot: --relative-to now is for chips: what is put in has no fixed worth in prizes\n",
    )


def test_a_stack_of_the_options_goes_before_stacks_of_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "spot.toml").write_text('stacks = [9, 6]\nlimit = "jam"\n', encoding="utf-8")
    spot = ("--spec", str(tmp_path / "spot.toml"), "--stack", "5", "--exploitability", "0.01")
    assert answered(capsys, "solve", *spot)["spec"]["stacks"] == ["5", "5"]


def test_the_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, "push-fold")
    assert (code, err) == (0, "")
    assert "63s up to 2.35" in out
    assert max(len(line) for line in out.splitlines() if not line.startswith("*")) <= 100
    found = answered(capsys, "push-fold")["hands"]
    assert found["T3s"]["jam"][-1][1] == 7.7
    assert found["Q2o"]["call"] == [[1.05, 5.6]]
    at_ten = answered(capsys, "push-fold", "--stack", "10")
    assert at_ten["hands"]["Q6s"]["call"] == 0.4
    # 0.7107 by linear programming
    assert at_ten["hands"]["43s"]["jam"] == 0.71
    assert at_ten["converged"] is True
    assert 0 < at_ten["exploitability_bb"] < 1e-8
    assert answered(capsys, "push-fold")["exploitability_bb"] == 1e-7
    assert "until a best response gains at most 1.0e-07 bb" in out
    text = asked(capsys, "push-fold", "--stack", "3", "--ante", "1")[1]
    assert "antes 1 for both" in text
    assert re.search(r"until a best response gains at most [0-9.]+e-(09|10) bb a hand", text)
    assert not re.search(r":0\.[0-9]{3}|[0-9]\.[0-9]{2} %", text)
    between = answered(capsys, "push-fold", "--stack", "2.02")
    assert between["stack_bb"] == 2.02
    near = [answered(capsys, "push-fold", "--stack", x)["value_bb"] for x in ("2", "2.05")]
    assert min(near) + 1e-5 < between["value_bb"] < max(near) - 1e-5
    other = answered(capsys, "push-fold", "--stack", "2", "--ante", "0.5")
    assert other["ante_bb"] == 0.5
    assert other["value_bb"] > 0


def test_an_interrupted_solve_says_what_there_was(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = room.solve_preflop

    def solve(
        spec: PreflopSpec,
        *,
        exploitability_bb: float | None,
        second_start: int | None,
        progress: Callable[[float], None],
        cancel: Callable[[], bool],
    ) -> room.PreflopSolution:
        assert second_start is None
        asked_before = 0

        def pressed() -> bool:
            nonlocal asked_before
            asked_before += 1
            if asked_before == 8:
                signal.raise_signal(signal.SIGINT)
            return cancel()

        return whole(spec, exploitability_bb=exploitability_bb, progress=progress, cancel=pressed)

    monkeypatch.setattr(room, "solve_preflop", solve)
    before = signal.getsignal(signal.SIGINT)
    code, out, err = asked(capsys, "solve", "--stack", "50", "--out", str(tmp_path / "x"))
    assert (code, out) == (130, "")
    assert re.fullmatch(
        r"gutshot: stopped at iteration 7, [0-9.]+e-0[12] big blinds a hand left to gain;"
        r" nothing is written\n",
        err,
    )
    assert not (tmp_path / "x").exists()
    assert signal.getsignal(signal.SIGINT) is before
    with interruptible() as found:
        assert not found()
        signal.raise_signal(signal.SIGINT)
        assert found()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_a_solve_that_misses_its_bar_writes_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = room.solve_preflop
    monkeypatch.setattr(room, "solve_preflop", lambda *a, **k: whole(*a, **k, iterations=3))
    code, out, err = asked(capsys, "solve", "--stack", "50", "--out", str(tmp_path / "x"))
    assert code == 1
    assert "NOT converged" in out
    assert err == "gutshot: the bar was not reached; no chart is written\n"
    assert not (tmp_path / "x").exists()


def test_a_second_start_says_how_far_apart_it_ended(capsys: pytest.CaptureFixture[str]) -> None:
    terms = ("solve", "--players", "3", "--stack", "8", "--second-start")
    found = answered(capsys, *terms)
    second = found["second_start"]
    assert 0 < second["mean_difference"] < second["largest_difference"] <= 1
    assert second["exploitability_bb"][0] == pytest.approx(found["exploitability_bb"], abs=1e-8)
    assert max(second["exploitability_bb"]) <= found["bar_bb"]
    other = answered(capsys, *terms, "--seed", "2")["second_start"]
    assert other["largest_difference"] != second["largest_difference"]
    text = " ".join(asked(capsys, *terms)[1].split())
    assert f"A second start ended {100 * second['mean_difference']:.1f} points apart" in text
    assert "not unique" in text
    assert "No figure of this spot" not in text
    assert asked(capsys, *terms, "--seed", "-1")[0] == 2


def test_a_node_says_that_its_chart_is_one_of_several(
    capsys: pytest.CaptureFixture[str], chart_file: Path, three_seats_file: Path
) -> None:
    told = answered(capsys, "show", str(three_seats_file))["equilibria"]
    assert told["unique"] is False
    assert told["measured_for"]["same_spot"] is False
    assert "not unique" in asked(capsys, "show", str(three_seats_file))[1]
    assert "equilibria" not in answered(capsys, "show", str(chart_file))
    assert "not unique" not in asked(capsys, "show", str(chart_file))[1]


def test_hands_that_never_come_are_marked(
    capsys: pytest.CaptureFixture[str], chart_file: Path
) -> None:
    file = str(chart_file)
    node = answered(capsys, "show", file, "--node", "CRR")
    away = [hand for hand, told in node["hands"].items() if told["status"] == "not_reached"]
    assert away
    text = asked(capsys, "show", file, "--node", "CRR", "--hand", away[0])[1]
    assert "not reached" in text
    assert f"{len(away)} hands are not reached" in asked(capsys, "show", file, "--node", "CRR")[1]
    there = next(hand for hand, told in node["hands"].items() if told["indifferent"])
    assert "indifferent" in asked(capsys, "show", file, "--node", "CRR", "--hand", there)[1]


def test_a_flop_model_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    base = ("solve", "--players", "2", "--stack", "5")
    usual = answered(capsys, *base)["spec"]
    assert answered(capsys, *base, "--flops", "by-hand")["spec"] == usual
    assert "by_hand" not in answered(capsys, *base, "--flops", "fitted")["spec"]["flop_model"]
    code, out, err = asked(capsys, *base, "--flops", "dealer")
    assert (code, out) == (2, "")
    assert re.fullmatch(r"gutshot: flop_model is .*fitted.*, not 'dealer'\n", err)
