"""``gutshot preflop ask`` and ``build``: answers of charts that are kept, solved and built."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import pytest
from tests.cli import asking

from gutshot.cli import main
from gutshot.holdem.preflop import PreflopSpec, solve_preflop
from gutshot.holdem.preflop.chart_set import REACHED, TIERS, read_set
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.render.preflop_answer import answer_payload, answer_text
from gutshot.render.preflop_text import nodes_text
from gutshot.work import charts
from gutshot.work.chart_build import build_charts

if TYPE_CHECKING:
    from pathlib import Path

asked = partial(asking.asked, ("preflop",))
answered = partial(asking.answered, ("preflop",))

ASK = ("ask", "--players", "4", "--stack", "6")
SPEC = PreflopSpec((Fraction(6),) * 4)


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data directory with the chart that most tests ask."""
    path = tmp_path_factory.mktemp("user")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GUTSHOT_DATA_DIR", str(path))
        with pytest.raises(SystemExit) as stopped:
            main(["preflop", *ASK])
    assert stopped.value.code == 0
    return path


@pytest.fixture(autouse=True)
def at_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(folder))


def no_solving(*_: object, **__: object) -> None:
    pytest.fail("solved although a chart is there")


def test_a_chart_is_solved_once_and_kept(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = ("ask", "--stack", "3.5", "--hand", "AKo")
    code, out, err = asked(capsys, *ask, "--json")
    assert code == 0
    assert err == f"kept for the next time: {folder / 'charts' / 'cash_2_3.5.chart'}\n"
    first = json.loads(out)
    assert first["source"] == "solved"
    monkeypatch.setattr(charts, "solve_preflop", no_solving)
    again = answered(capsys, *ask)
    assert again == first | {"source": "kept"}


def test_an_ante_out_of_the_stack_is_another_chart(capsys: pytest.CaptureFixture[str]) -> None:
    terms = ("ask", "--format", "ante", "--stack", "8", "--limit", "jam", "--hand", "Q6s")
    for more, value in (("--ante-from-stack",), 0.520993), ((), None):
        code, out, _ = asked(capsys, *terms, *more, "--json")
        assert code == 0
        found = json.loads(out)
        assert found["source"] == "solved"
        assert found["spec"]["ante_from_stack"] == bool(more)
        if value is None:
            assert sum(found["values_bb"]) == pytest.approx(1, abs=1e-9)
        else:
            assert found["values_bb"] == pytest.approx([value, -value], abs=1e-5)


def test_the_answer_for_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, *ASK, "--line", "ff", "--hand", "a5s")
    assert found["schema"] == "gutshot.preflop.ask/1"
    assert (found["node"], found["seat"], found["hand"]) == ("FF", "SB", "A5s")
    assert found["line"] == "CO fold, BTN fold"
    assert found["status"] == "reached"
    kept = kept_chart(SPEC)
    assert kept is not None
    node = kept.chart.node("FF")
    from gutshot.holdem.hand_classes import class_index

    hand = class_index("A5s")
    assert list(found["frequency"].values()) == node.strategy[:, hand].tolist()
    assert list(found["ev_bb"].values()) == node.ev_bb[:, hand].tolist()
    assert found["reach"] == node.reach
    assert found["hand_reach"] == 1
    assert found["ev_bb"]["F"] == -0.5
    best = max(found["ev_bb"].values())
    for action, ev in found["ev_bb"].items():
        assert found["short_of_best_bb"][action] == best - ev
        assert sum(found["rests_on"][action].values()) == pytest.approx(1, abs=1e-12)
        assert list(found["rests_on"][action]) == list(TIERS.values())
    assert found["rests_on"]["F"]["folds"] == 1
    assert found["exploitability_bb"] == max(found["exploitability_per_seat_bb"]) <= found["bar_bb"]
    assert found["bar_bb"] == pytest.approx(0.01 * 2**0.5)


def test_near_ties_are_called_indifferent(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, *ASK, "--line", "FF")
    close = [hand for hand, row in found["hands"].items() if row["indifferent"]]
    seen = 0
    for hand in close[:3]:
        one = answered(capsys, *ASK, "--line", "FF", "--hand", hand)
        seen += 1
        best = max(one["ev_bb"].values())
        near = [action for action, ev in one["ev_bb"].items() if best - ev < 0.01]
        assert one["indifferent"] == near
        assert len(near) >= 2
        out = asked(capsys, *ASK, "--line", "FF", "--hand", hand)[1]
        rows = out.partition("\n\n")[0].splitlines()
        assert sum("indifferent" in line for line in rows) == len(near)
    assert seen
    assert answered(capsys, *ASK, "--line", "FF", "--hand", "AA")["indifferent"] == []


def test_a_node_that_is_not_reached_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    kept = kept_chart(SPEC)
    assert kept is not None
    rare = next(name for name in kept.chart.nodes if kept.chart.node(name).reach < REACHED)
    found = answered(capsys, *ASK, "--line", rare, "--hand", "72o")
    assert found["status"] == "not_reached"
    assert set(found["ev_bb"].values()) == {None}
    assert set(found["short_of_best_bb"].values()) == {None}
    out = asked(capsys, *ASK, "--line", rare, "--hand", "72o")[1]
    assert "Not reached: under 1e-06 of deals" in out
    assert answered(capsys, *ASK, "--line", rare)["status"] == "not_reached"


def test_a_node_that_is_rare_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    kept = kept_chart(SPEC)
    assert kept is not None
    reaches = {name: kept.chart.node(name).reach for name in kept.chart.nodes}
    rare = next(name for name, reach in reaches.items() if 2 * REACHED < reach < 0.9e-4)
    common = next(name for name, reach in reaches.items() if reach > 1.1e-4)
    for line, said in ((rare, True), (common, False)):
        assert answered(capsys, *ASK, "--line", line)["rare"] is said
        assert answered(capsys, *ASK, "--line", line, "--hand", "AA")["rare"] is said
        for hand in ((), ("--hand", "AA")):
            out = asked(capsys, *ASK, "--line", line, *hand)[1]
            assert ("Rare: under 1 in 10,000 deals" in out) is said


def test_no_share_of_nobody_is_a_number() -> None:
    kept = kept_chart(SPEC)
    assert kept is not None
    _, actions, first = kept.chart.decisions["FF"]
    folding = kept.chart.characters.copy()
    folding[first : first + len(actions)] = ord("!")
    folding[first] = ord("~")
    chart = replace(kept.chart, characters=folding)
    found = answer_payload(chart, "FFCA", None, "kept")
    assert json.dumps(found, allow_nan=False)
    assert set(found["frequency"].values()) == set(found["dealt_frequency"].values()) == {None}
    assert found["reach"] == 0
    text = answer_text(chart, "FFCA", None)
    assert "SB never comes here" in text
    assert "nan" not in text + nodes_text(chart)


def test_a_hand_that_never_comes_there_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """The table comes to a jam's call; the first seat has not jammed with 72o."""
    kept = kept_chart(SPEC)
    assert kept is not None
    name = next(
        name
        for name in kept.chart.nodes
        if kept.chart.node(name).reach > REACHED and kept.chart.node(name).own_reach[168] == 0
    )
    found = answered(capsys, *ASK, "--line", name, "--hand", "32o")
    assert found["hand_reach"] == 0
    assert found["status"] == "not_reached"
    assert found["reach"] > REACHED


def test_a_seat_that_is_shut_out_is_shown_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, *ASK, "--line", "ACC", "--hand", "AA")
    assert (found["status"], found["seat"], found["actions"]) == ("shut_out", "BB", ["-"])
    assert found["line"] == "CO all-in, BTN call, SB call"
    assert "frequency" not in found
    out = asked(capsys, *ASK, "--line", "ACC", "--hand", "AA")[1]
    assert "BB is shut out and writes '-'" in out
    long = asked(capsys, "ask", "--players", "9", "--line", "FRCRRA", "--hand", "AA")[1]
    assert "shut out" in long
    assert max(map(len, long.splitlines())) <= 100
    assert "not a fold" in out


def test_all_hands_of_a_node(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered(capsys, *ASK)
    assert (found["node"], found["seat"], found["line"]) == ("", "CO", "")
    assert len(found["hands"]) == 169
    assert found["hands"]["AA"]["frequency"]["F"] == 0
    assert sum(found["frequency"].values()) == pytest.approx(1)
    code, out, err = asked(capsys, *ASK, "--line", "FF")
    assert (code, err) == (0, "")
    assert "SB to act" in out
    assert "flop model" in out
    assert max(map(len, out.splitlines())) <= 100


def test_a_kept_chart_is_shown_like_one_that_was_solved(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    file = folder / "charts" / "cash_4_6.chart"
    shown = answered(capsys, "show", str(file), "--node", "FF")
    told = answered(capsys, *ASK, "--line", "FF")
    assert shown["hands"] == told["hands"]
    assert "(root)" in asked(capsys, "show", str(file), "--list")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--line", "FZ"), "there is no node 'FZ': after 'F' the actions are F, A"),
        (("--line", "FFFF"), "there is no node 'FFFF': the betting is over there"),
        (("--hand", "AKx"), "'AKx' is no class of hands: write a pair like 77"),
        (("--format", "sit"), "format is cash or ante or bubble or final-table, not 'sit'"),
    ],
)
def test_one_line_for_a_mistake(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = asked(capsys, *ASK, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("gutshot: ")
    assert err.count("\n") == 1
    assert said[:30] in err


def test_a_chart_that_misses_its_bar_is_neither_kept_nor_shown(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        charts, "solve_preflop", lambda *a, **k: solve_preflop(*a, **{**k, "iterations": 2})
    )
    code, out, err = asked(capsys, "ask", "--stack", "41", "--hand", "AA")
    assert (code, out) == (1, "")
    assert err.startswith("gutshot: the bar was not reached, ")
    assert err.endswith(" bar 0.01: no answer\n")
    assert not (folder / "charts" / "cash_2_41.chart").exists()


def test_a_stopped_question_keeps_nothing(folder: Path) -> None:
    spec = PreflopSpec((Fraction(43),) * 2)
    assert charts.solve_chart(spec, cancel=lambda: True) is None
    assert not (folder / "charts" / "cash_2_43.chart").exists()


def test_a_stopped_build_says_that_it_was(tmp_path: Path) -> None:
    built = build_charts([SPEC], tmp_path, cancel=lambda: True)
    assert built.stopped
    assert not built.written
    assert built.open == ["cash_4_6.chart"]
    assert built.lines()[-1] == "Not solved yet: 1."
    assert not list(tmp_path.iterdir())


def test_a_build_writes_what_is_missing_and_leaves_the_rest(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    only = ("--only", "format=cash,ante", "--only", "players=2", "--only", "stack=5")
    code, out, err = asked(capsys, "build", *only, "--out", str(tmp_path), "--json")
    assert code == 0
    assert err == (
        "gutshot: 2 charts to solve, about 3 seconds of one processor, 2 seconds with 2 at a time\n"
    )
    first = json.loads(out)
    assert first["schema"] == "gutshot.preflop.build/1"
    assert {one["name"] for one in first["written"]} == {"cash_2_5.chart", "ante_2_5.chart"}
    assert (first["kept"], first["missed"], first["failed"]) == ([], [], [])
    for one in first["written"]:
        found = read_set(tmp_path / one["name"])
        assert found.certificate.exploitability == one["exploitability_bb"] <= found.bar_bb
        assert found.iterations == one["iterations"]
        assert one["seconds"] > 0
    assert first["seconds"] == sum(one["seconds"] for one in first["written"])
    # a stopped build goes on: what is there stays untouched, what is damaged is solved again
    before = (tmp_path / "cash_2_5.chart").stat().st_mtime_ns
    whole = (tmp_path / "ante_2_5.chart").read_bytes()
    (tmp_path / "ante_2_5.chart").write_bytes(whole[:99])
    code, out, _ = asked(capsys, "build", *only, "--out", str(tmp_path))
    assert code == 0
    assert out.startswith("Charts: 1 already there, 1 new. Left to gain at most: ")
    assert (tmp_path / "cash_2_5.chart").stat().st_mtime_ns == before
    assert (tmp_path / "ante_2_5.chart").read_bytes() == whole


@pytest.mark.parametrize(
    ("only", "said"),
    [
        ("seats=2", "--only is format=..., players=... or stack=..., not 'seats=2'"),
        ("stack=7", "--only stack: '7' is not built; there are 5, 6, 8, 10, 12, 15, 18, 20, 25,"),
        ("format=sit", "--only format: 'sit' is not built; there are cash, ante, bubble, final-"),
    ],
)
def test_filters_that_are_none(capsys: pytest.CaptureFixture[str], only: str, said: str) -> None:
    code, out, err = asked(capsys, "build", "--only", only)
    assert (code, out) == (2, "")
    assert err.startswith(f"gutshot: {said}")
    assert err.count("\n") == 1
