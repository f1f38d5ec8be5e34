"""``gutshot preflop``: one line for a mistake in options, spots and charts."""

from __future__ import annotations

import io
import json
import zipfile
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.cli import asking

if TYPE_CHECKING:
    from pathlib import Path

asked = partial(asking.asked, ("preflop",), passed_over=asking.COMPILES_OR_COUNTS)
answered = partial(asking.answered, ("preflop",), passed_over=asking.COMPILES_OR_COUNTS)


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
        (
            'sizes = "big"',
            "sizes: there is no schedule 'big'; there is one-bb-a-caller, standard, two-three-bets",
        ),
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
    capsys: pytest.CaptureFixture[str], chart_file: Path, node: str, said: str
) -> None:
    assert asked(capsys, "show", str(chart_file), "--node", node) == (2, "", f"gutshot: {said}\n")


def test_charts_that_are_none(
    capsys: pytest.CaptureFixture[str], chart_file: Path, tmp_path: Path
) -> None:
    cut = tmp_path / "cut.chart"
    cut.write_bytes(chart_file.read_bytes()[:500])
    code, _, err = asked(capsys, "show", str(cut))
    assert code == 2
    assert err == f"gutshot: {cut} is no chart; 'gutshot preflop solve --out FILE' writes one\n"
    with np.load(chart_file) as found:
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


def test_strategies_that_are_no_numbers_are_no_chart(
    capsys: pytest.CaptureFixture[str], chart_file: Path, tmp_path: Path
) -> None:
    """A member that is no array, and arrays of what is no chance."""
    changed = tmp_path / "changed.npz"
    with zipfile.ZipFile(chart_file) as found:
        header, strategy = found.read("header.npy"), np.load(chart_file)["strategy"]
    members: list[bytes] = [b"", b"chances"]
    for array in (strategy.astype(np.complex128), strategy.astype(np.int64), np.array("chances")):
        content = io.BytesIO()
        np.save(content, array)
        members.append(content.getvalue())
    for member in members:
        with zipfile.ZipFile(changed, "w") as out:
            out.writestr("header.npy", header)
            out.writestr("strategy.npy", member)
        code, text, err = asked(capsys, "show", str(changed))
        assert (code, text) == (2, "")
        assert err == (
            f"gutshot: {changed} is no chart; 'gutshot preflop solve --out FILE' writes one\n"
        )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"stack = " + b"[" * 5_000, "mine.toml: lists or tables lie too deep in each other"),
        (b"\xff\xfe", "can't read {file}: it is no UTF-8 text"),
    ],
)
def test_spots_that_are_no_text(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, said: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    found = asked(capsys, "solve", "--spec", str(file))
    assert found == (2, "", f"gutshot: {said.format(file=file)}\n")


def test_options_of_a_comparison_need_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, "compare", "--reading", "x")
    assert (code, out) == (2, "")
    assert "say which published figures, before options; there are comparable-solver" in err


def test_a_chart_with_a_damaged_byte_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], chart_file: Path, tmp_path: Path
) -> None:
    content, damaged = chart_file.read_bytes(), tmp_path / "damaged.chart"
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


def test_stacks_by_seat_are_for_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, "solve", "--players", "2", "--stack", "10,20")
    assert (code, out) == (2, "")
    assert err == (
        "gutshot: --stack is one number for all seats, not '10,20'; stacks by seat stand in the"
        " file of --spec, like stacks = [10, 20]\n"
    )
