"""``gutshot preflop``: the JSON that scripts rely on, charts in files, one line for a mistake."""

from __future__ import annotations

import json
import re
import signal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gutshot.cli import main
from gutshot.cli.interrupts import interruptible
from gutshot.holdem import preflop as room
from gutshot.holdem.icm import icm_equities
from gutshot.holdem.preflop import PreflopChart, PreflopSpec, read_chart, solve_preflop

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code of a command, what it wrote, and what it complained about."""
    with pytest.raises(SystemExit) as stopped:
        main(["preflop", *arguments])
    found = capsys.readouterr()
    code = stopped.value.code
    assert isinstance(code, int)
    said = re.compile(r"compiling |[0-9,]+ decisions, ")
    heard = [x for x in found.err.splitlines(keepends=True) if not said.match(x)]
    return code, found.out, "".join(heard)


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, err = asked(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("charts") / "hu.chart"
    with pytest.raises(SystemExit):
        main(["preflop", "solve", "--stack", "40", "--out", str(path)])
    return path


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


def test_a_node_as_json(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    root = answered(capsys, "show", str(file))
    assert (root["node"], root["seat"], root["actions"]) == ("", "SB", ["F", "C", "R", "A"])
    assert sum(root["frequency"].values()) == pytest.approx(1)
    assert root["reach"] == pytest.approx(1)
    assert len(root["hands"]) == 169
    assert root["hands"]["72o"]["ev_bb"]["F"] == pytest.approx(-0.5, abs=1e-12)
    assert root["hands"]["AA"]["frequency"]["F"] < 1e-4
    assert root["hands"]["AA"]["reach"] == 1
    assert root["to_bb"] == {"F": 0.5, "C": 1, "R": 3, "A": 40}
    answer = answered(capsys, "show", str(file), "--node", "R")
    assert answer["seat"] == "BB"
    assert answer["hands"]["72o"]["ev_bb"]["F"] == pytest.approx(-1, abs=1e-12)
    assert 0 < answer["reach"] < 1
    deep = answered(capsys, "show", str(file), "--node", "RR")
    raised = root["hands"]["AA"]["frequency"]["R"]
    assert deep["hands"]["AA"]["reach"] == pytest.approx(raised, abs=1e-12)


def test_evs_from_the_start_and_from_now_differ_by_what_is_in(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    start = answered(capsys, "show", str(file), "--node", "RR")
    now = answered(capsys, "show", str(file), "--node", "RR", "--relative-to", "now")
    for hand, found in start["hands"].items():
        for action, ev in found["ev_bb"].items():
            # the small blind has raised to 3
            assert now["hands"][hand]["ev_bb"][action] == pytest.approx(ev + 3, abs=1e-9)
        assert found["gap_bb"] == now["hands"][hand]["gap_bb"]


def test_the_evs_of_the_chart_make_up_the_values(
    capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path
) -> None:
    root = answered(capsys, "show", str(file))
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


def test_a_file_holds_every_float(file: Path) -> None:
    read = read_chart(file)
    own = PreflopChart.of(solve_preflop(PreflopSpec((Fraction(40),) * 2)))
    assert read.nodes == own.nodes
    for name in own.nodes:
        assert np.abs(read.node(name).strategy - own.node(name).strategy).max() < 1e-15
    assert read.certificate.values == pytest.approx(own.certificate.values, abs=1e-13)
    assert read.certificate.gains == pytest.approx(own.certificate.gains, abs=1e-13)
    assert file.stat().st_size < 200_000


def test_a_chart_as_text(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    code, out, err = asked(capsys, "show", str(file), "--node", "C")
    assert (code, err) == (0, "")
    assert "BB to act" in out
    assert "check" in out
    rows = [line for line in out.splitlines() if line[:2] in {"A ", "2 "}]
    assert [len(row) for row in rows] == [67, 67]
    code, out, _ = asked(capsys, "show", str(file), "--node", "C", "--hand", "aks")
    assert out.startswith("AKs")
    assert "raise" in out
    assert len(answered(capsys, "show", str(file), "--hand", "AKs")["hands"]) == 1


def test_all_nodes_of_a_chart(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    code, out, err = asked(capsys, "show", str(file), "--list")
    assert (code, err) == (0, "")
    rows = out.splitlines()[2:]
    assert len(rows) == len(read_chart(file).nodes)
    assert rows[0].startswith("(root)  SB    100.000 %  F fold")
    assert "R raise to 3 " in rows[0]
    named = answered(capsys, "show", str(file), "--list")["nodes"]
    assert named == list(read_chart(file).nodes)


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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("solve", "--players", "3", "--deals", "combos"),
            "deals of 3 players are 'classes'; 'combos' is for two",
        ),
        (("solve", "--players", "99"), "players is 2 to 9, not 99"),
        (("solve", "--stack", "much"), "--stack: 'much' is no number; write one like 100"),
        (("solve", "--stack", "1"), ("a stack is more than 1 and at most 1000 big blinds, before"
                                    " posting, not 1")),
        (("solve", "--format", "bubble", "--stack", "0.5"), ("a stack is more than 1 and at most"
                                             " 1000 big blinds, before posting, not 0.5")),
        (("solve", "--format", "sit"), ("format is cash or ante or bubble or final-table, not"
                                       " 'sit'")),
        (("solve", "--limit", "limp"), "limit is none or jam, not 'limp'"),
        (("solve", "--exploitability", "-1"), ("exploitability is more than 0 and at most 1 big"
                                              " blind, not -1")),
        (("solve", "--spec", "nowhere.toml"), ("can't read nowhere.toml: [Errno 2] No such file or"
                                              " directory: 'nowhere.toml'")),
        (("solve", "--out", "nowhere/x"), "there is no folder nowhere to write the chart to"),
        (("solve", "--out", "/"), "/ is a folder; --out is the file to write the chart to"),
        (("show", "nowhere.chart"), "there is no file nowhere.chart"),
        (("push-fold", "--ante", "-1"), "--ante is from 0 to 10 big blinds, not -1"),
        (("push-fold", "--stack", "1001"), ("a stack is more than 1 and at most 1000 big blinds,"
                                           " before posting, not 1001")),
    ],
)  # fmt: skip
def test_one_line_for_a_mistake(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert asked(capsys, *arguments) == (2, "", f"gutshot: {said}\n")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("stack = ", "spot.toml: Invalid value (at end of document)"),
        ("stak = 9", "spot.toml: 'stak' is no key; there are format, players, stack"),
        ("stacks = [9]", "spot.toml: give stack for all, or stacks, one for each of 2"),
        ("stack = nan", "spot.toml: stack is a number, not 'nan'"),
        ("[rake]\nfraction = -inf", "spot.toml: [rake] fraction is a number, not '-inf'"),
        ('sizes = "big"', "sizes: there is no schedule 'big'; there is one-bb-a-caller, standard"),
        ("[sizes]\nopens = 3", "spot.toml: [sizes]: 'opens' is no key here"),
        ("[flop_model]\nedge_cap = 3", "flop model: exponent is more than 0, edge_cap from 0"),
        ("[rake]\nfraction = 5", "a rake is a share of the pot from 0 to 1, not 5"),
        (
            'format = "bubble"\nplayers = 3\nstacks = [9, 8, 7]',
            "stacks: bubble of 3 players has equal ones; uneven ones are for two",
        ),
        ("payouts = [5, 3]", "payouts and stacks_elsewhere are of bubble and final-table, not of"),
        ("[flop_model]\nedge_slope = 1e999", "spot.toml: '1e999' is too long a number; 60 digits"),
        ('[flop_model]\nedge_slope = "1e999"', "spot.toml: [flop_model] edge_slope is a number"),
        ("stack = 1e999999999", "spot.toml: '1e999999999' is too long a number; 60 digits"),
        ('stack = "1e999999999"', "spot.toml: stack is a number, not '1e999999999'"),
        (f"stack = 0x{'f' * 6_000}", "spot.toml: stack is a number, not one of 24000 bits"),
        ("players = 2.0", "spot.toml: players is a whole number, not 2.0"),
        ("players = 2\nsizes = 1", "spot.toml: sizes is a word in quotes, not 1"),
        (f"players = 0x{'f' * 6_000}", "spot.toml: players is a whole number, not one of 24000"),
        ('sizes = "1e999999999"', "sizes: there is no schedule '1e999999999'"),
        (
            'format = "bubble"\npayouts = {left = 99999999, payouts = [5, 3]}',
            "spot.toml: left is a number of players from 2 to 10000",
        ),
    ],
)
def test_one_line_for_a_mistake_in_a_spot(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, said: str
) -> None:
    (tmp_path / "spot.toml").write_text(content, encoding="utf-8")
    code, out, err = asked(capsys, "solve", "--spec", str(tmp_path / "spot.toml"))
    assert (code, out) == (2, "")
    assert err.startswith(f"gutshot: {said}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("node", "said"),
    [
        ("RZ", "there is no node 'RZ': after 'R' the actions are F, C, R, A"),
        ("X", "there is no node 'X': after '' the actions are F, C, R, A"),
        ("RC", "there is no node 'RC': the betting is over there"),
        ("RCX", "there is no node 'RCX': the betting is over there"),
    ],
)
def test_nodes_that_are_none(
    capsys: pytest.CaptureFixture[str], file: Path, node: str, said: str
) -> None:
    assert asked(capsys, "show", str(file), "--node", node) == (2, "", f"gutshot: {said}\n")


def test_charts_that_are_none(
    capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path
) -> None:
    cut = tmp_path / "cut.chart"
    cut.write_bytes(file.read_bytes()[:500])
    code, _, err = asked(capsys, "show", str(cut))
    assert code == 2
    assert err == f"gutshot: {cut} is no chart; 'gutshot preflop solve --out FILE' writes one\n"
    with np.load(file) as found:
        header, rows = json.loads(str(found["header"])), found["strategy"]
    for change, said in (
        ({"schema": "gutshot.preflop-chart/9"}, "is a chart of another version"),
        ({"spec": 7}, "holds no spot"),
        ({"nodes": header["nodes"][1:]}, "does not fit the tree of its own spot"),
        ({"spec": header["spec"] | {"limit": "jam"}}, "does not fit the tree of its own spot"),
        ({"iterations": float("inf")}, "is no chart"),
        ({"iterations": 0}, "holds a bar or a number of iterations that is none"),
        ({"bar_bb": float("nan")}, "holds a bar or a number of iterations that is none"),
        ({"spec": header["spec"] | {"stacks": ["1e999999999"] * 2}}, "stacks is a number, not"),
        (
            {"spec": header["spec"] | {"rake": {"fraction": "1/20"}}},
            "its spot or its strategies were changed; solve it again",
        ),
        ({"exploitability_bb": 1e-7}, "says that 1e-07 big blinds are left to gain, but it is"),
    ):
        with cut.open("wb") as out:
            np.savez(out, header=np.array(json.dumps(header | change)), strategy=rows)
        code, _, err = asked(capsys, "show", str(cut))
        assert code == 2
        assert said in err
        assert err.count("\n") == 1
    swapped = rows.copy()
    swapped[:2] = rows[1::-1]
    for strategy, said in (
        (-rows, "holds chances that are none"),
        (0 * rows, "holds chances that don't add up to 1"),
        (0.9 * rows, "holds chances that don't add up to 1"),
        (swapped, "its spot or its strategies were changed"),
    ):
        with cut.open("wb") as out:
            np.savez(out, header=np.array(json.dumps(header)), strategy=strategy)
        assert said in asked(capsys, "show", str(cut))[2]


def test_a_chart_with_a_damaged_byte_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path
) -> None:
    content, damaged = file.read_bytes(), tmp_path / "damaged.chart"
    # where the first member's packed bytes are, any kind of failure can come
    for place in (*range(0, 1_000, 20), *range(1_000, len(content), len(content) // 20)):
        changed = bytearray(content)
        changed[place] ^= 0xFF
        damaged.write_bytes(changed)
        code, out, err = asked(capsys, "show", str(damaged), "--hand", "AA")
        if code == 2:  # some bytes, such as those of dates, say nothing
            assert (out, err.count("\n")) == ("", 1)
        else:
            assert (code, err) == (0, "")


def test_a_build_into_a_file_is_refused_before_it_solves(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine", encoding="utf-8")
    said = f"gutshot: {taken} is a file; --out is the folder to write charts to\n"
    assert asked(capsys, "build", "--only", "players=2", "--out", str(taken)) == (2, "", said)


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


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("charts") / "three.chart"
    terms = ("--players", "3", "--stack", "8", "--limit", "jam", "--out", str(path))
    with pytest.raises(SystemExit):
        main(["preflop", "solve", *terms])
    return path


def test_an_audit_says_what_independence_costs(
    capsys: pytest.CaptureFixture[str], three: Path
) -> None:
    terms = ("audit", str(three), "--deals", "20000", "--seed", "5")
    found = answered(capsys, *terms)
    assert (found["schema"], found["method"]) == ("gutshot.preflop.audit/1", "simulated")
    assert (found["deals"], found["seed"], found["stopped"]) == (20_000, 5, False)
    certificate = read_chart(three).certificate
    for seat, value, gain in zip(
        found["seats"], certificate.values, certificate.gains, strict=True
    ):
        assert seat["chart_ev_bb"] == pytest.approx(value, abs=1e-12)
        assert seat["chart_gain_bb"] == pytest.approx(gain, abs=1e-12)
        assert seat["ev_bb"] == pytest.approx(value + seat["ev_difference_bb"], abs=1e-12)
        assert 0 < seat["ev_error_bb"] < 0.01
        assert 0 < seat["gain_error_bb"] < 0.01
    text = asked(capsys, *terms)[1]
    assert "Simulated: 20,000 deals of one deck, seed 5" in text
    for seat in found["seats"]:
        assert f"{seat['ev_difference_bb']:+.4f} ± {seat['ev_error_bb']:.4f}" in text
    assert max(map(len, text.splitlines())) < 130


def test_an_interrupted_audit_keeps_what_there_is(
    capsys: pytest.CaptureFixture[str], three: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gutshot.holdem.preflop import audit

    whole = audit.audit_chart

    def pressed(
        chart: PreflopChart, *, progress: Callable[[float], None], **given: object
    ) -> audit.Audit | None:
        def told(share: float) -> None:
            progress(share)
            if share > 0.3:
                signal.raise_signal(signal.SIGINT)

        return whole(chart, progress=told, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(audit, "audit_chart", pressed)
    code, out, err = asked(capsys, "audit", str(three), "--deals", "20000", "--json")
    found = json.loads(out)
    assert code == 130
    assert found["stopped"] is True
    assert 2_000 <= found["deals"] < 20_000
    assert f"stopped after {found['deals']:,} deals" in err


def test_an_audit_of_what_it_is_not_for(
    capsys: pytest.CaptureFixture[str], file: Path, three: Path
) -> None:
    code, out, err = asked(capsys, "audit", str(file))
    assert (code, out) == (2, "")
    assert "its certificate is that of real deals" in err
    assert asked(capsys, "audit", str(three), "--deals", "7")[0] == 2


def test_stacks_by_seat_are_for_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, "solve", "--players", "2", "--stack", "10,20")
    assert (code, out) == (2, "")
    assert err == (
        "gutshot: --stack is one number for all seats, not '10,20'; stacks by seat stand in the"
        " file of --spec, like stacks = [10, 20]\n"
    )


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
    capsys: pytest.CaptureFixture[str], file: Path, three: Path
) -> None:
    told = answered(capsys, "show", str(three))["equilibria"]
    assert told["unique"] is False
    assert told["measured_for"]["same_spot"] is False
    assert "not unique" in asked(capsys, "show", str(three))[1]
    assert "equilibria" not in answered(capsys, "show", str(file))
    assert "not unique" not in asked(capsys, "show", str(file))[1]


def test_hands_that_never_come_are_marked(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    node = answered(capsys, "show", str(file), "--node", "RR")
    away = [hand for hand, told in node["hands"].items() if told["status"] == "not_reached"]
    assert away
    text = asked(capsys, "show", str(file), "--node", "RR", "--hand", away[0])[1]
    assert "not reached" in text
    assert (
        f"{len(away)} hands are not reached" in asked(capsys, "show", str(file), "--node", "RR")[1]
    )
    there = next(hand for hand, told in node["hands"].items() if told["indifferent"])
    assert "indifferent" in asked(capsys, "show", str(file), "--node", "RR", "--hand", there)[1]
