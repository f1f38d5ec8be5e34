"""``gutshot postflop``: text, the JSON that scripts rely on, Ctrl-C, and one line for a mistake."""

from __future__ import annotations

import json
import re
import signal
from functools import partial
from pathlib import Path

import pytest
from tests.cli import asking
from tests.holdem.postflop_spots import TURN, kept_arrays, spot_text

from gutshot.holdem.postflop import answers, solution_file

asked = partial(asking.asked, ("postflop",))

ROOT = Path(__file__).parents[2]


@pytest.fixture
def river(tmp_path: Path) -> str:
    file = tmp_path / "river.toml"
    file.write_text(spot_text(more='target = "0.05%pot"'))
    return str(file)


def test_as_text(capsys: pytest.CaptureFixture[str], river: str) -> None:
    code, out, err = asked(capsys, "solve", river, "--ascii")
    assert (code, err) == (0, "")
    assert out.startswith("board Qs Jh 2h 8d 3c, pot 50, stacks 200\n")
    assert "45.30420 %" in out
    assert "oop acts first" in out
    assert re.search(r"^check +7\d\.\d\d %$", out, re.MULTILINE)
    assert re.search(
        r"^converged: exploitability 0\.0\d+ % of the pot, wanted 0\.05 %", out, re.MULTILINE
    )


def test_the_json_keeps_its_names(capsys: pytest.CaptureFixture[str], river: str) -> None:
    code, out, err = asked(capsys, "solve", river, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["schema"] == "gutshot.holdem.postflop/1"
    assert found["equity"]["oop"] == pytest.approx(0.4530420, abs=1e-7)
    assert sum(found["equity"].values()) == 1
    assert found["ev"]["oop"] == pytest.approx(20.1098, abs=0.025)
    assert sum(found["ev"].values()) == pytest.approx(50, abs=1e-4)
    assert 0 < found["exploitability_percent"] <= 0.05
    assert found["exploitability_percent"] == pytest.approx(sum(found["gain_percent"].values()) / 2)
    assert (found["converged"], found["cancelled"]) == (True, False)
    assert found["iterations"] % 10 == 0
    assert found["seconds"] > 0
    assert found["memory_bytes"] > 10_000
    assert list(found["root"]) == ["check", "bet 25"]
    assert sum(found["root"].values()) == pytest.approx(1)
    assert len(found["hands"]) == found["combos"]["oop"] == 292
    for hand in found["hands"].values():
        assert sum(hand["frequency"].values()) == pytest.approx(1)
        assert -200 < hand["ev"] < 250


def test_a_turn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "turn.toml"
    file.write_text(spot_text(TURN, oop="AA,T9s", ip="KK,AQs", more="iterations = 10"))
    code, out, err = asked(capsys, "solve", str(file))
    assert (code, err) == (0, "")
    assert "\nnot converged: exploitability " in out


def test_where_nothing_is_to_decide(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "all-in.toml"
    file.write_text(spot_text(stack="0"))
    code, out, err = asked(capsys, "solve", str(file), "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["root_player"], found["root"]) == ("oop", {"check": 1})
    assert {hand["frequency"]["check"] for hand in found["hands"].values()} == {1}
    assert found["ev"]["oop"] == pytest.approx(50 * found["equity"]["oop"], abs=1e-5)


def test_without_sizes_all_is_checked_down(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "checked.toml"
    file.write_text(spot_text(bet=""))
    code, out, err = asked(capsys, "solve", str(file), "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["root_player"], found["root"]) == ("oop", {"check": 1})
    assert found["ev"]["oop"] == pytest.approx(50 * found["equity"]["oop"], abs=1e-5)
    code, out, err = asked(capsys, "solve", str(file))
    assert (code, err) == (0, "")
    assert re.search(r"^check +100\.00 %$", out, re.MULTILINE)


def test_all_in_is_a_name_in_json_and_words_in_text(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "jam.toml"
    file.write_text(spot_text(bet="a", more="iterations = 10"))
    code, out, _ = asked(capsys, "solve", str(file))
    assert code == 0
    assert re.search(r"^all-in +\d", out, re.MULTILINE)
    code, out, _ = asked(capsys, "solve", str(file), "--json")
    assert list(json.loads(out)["root"]) == ["check", "all_in"]


def test_a_hand_that_meets_no_other_has_no_ev(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "few.toml"
    file.write_text(spot_text(oop="AsAh,9s9c", ip="AsAh"))
    code, out, _ = asked(capsys, "solve", str(file), "--json")
    assert code == 0
    hands = json.loads(out)["hands"]
    assert hands["AsAh"]["ev"] is None
    assert hands["9s9c"]["ev"] == pytest.approx(0, abs=0.2)


def test_ctrl_c_shows_what_there_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "long.toml"
    file.write_text(spot_text(more="target = 1e-12\niterations = 1000000"))
    before = signal.getsignal(signal.SIGINT)
    real = answers._way

    def pressed(first: float, now: float, target: float) -> float:
        signal.raise_signal(signal.SIGINT)  # at the first check
        return real(first, now, target)

    monkeypatch.setattr(answers, "_way", pressed)
    code, out, err = asked(capsys, "solve", str(file), "--json")
    assert (code, err) == (130, "")
    found = json.loads(out)
    assert found["cancelled"]
    assert found["iterations"] == 10
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("half", [(), ("--half",)])
def test_ctrl_c_keeps_the_tree_and_the_same_command_goes_on(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    half: tuple[str, ...],
) -> None:
    spot, kept = small(tmp_path, "target = 1e-12\niterations = 30"), str(tmp_path / "kept")
    real = answers._way

    def pressed(first: float, now: float, target: float) -> float:
        signal.raise_signal(signal.SIGINT)  # at the first check
        return real(first, now, target)

    with monkeypatch.context() as patch:
        patch.setattr(answers, "_way", pressed)
        code, out, err = asked(capsys, "solve", spot, "--out", kept, "--json", *half)
    assert (code, json.loads(out)["iterations"]) == (130, 10)
    assert err == f"kept in {kept}; the same command goes on\n"
    code, out, _ = asked(capsys, "solve", spot, "--out", kept, "--json", *half)
    assert json.loads(out)["iterations"] == 30
    assert json.loads(out)["bits"] == (16 if half else 32)
    one_go = tmp_path / "one-go"
    _, whole, _ = asked(capsys, "solve", spot, "--out", str(one_go), "--json", *half)
    assert json.loads(whole)["ev"] == json.loads(out)["ev"]
    assert kept_arrays(Path(kept)) == kept_arrays(one_go)
    assert "checkpoint/river_oop_regret.npy" in kept_arrays(one_go)


def test_ctrl_c_twice_ends_at_once(
    capsys: pytest.CaptureFixture[str], river: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def twice(*_: float) -> float:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        return 0.0

    monkeypatch.setattr(answers, "_way", twice)
    code, out, _ = asked(capsys, "solve", river)
    assert (code, out) == (130, "")


def test_the_size_is_told_before_a_solve(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = asked(capsys, "size", small(tmp_path))
    assert (code, err) == (0, "")
    assert re.search(r"^river +48 +3 +\d+ +\d+ +\d+\.\d+ kB$", out, re.MULTILINE)
    assert re.search(r"^ip.river bet 50% +\d+\.\d+ kB +\d+\.\d %$", out, re.MULTILINE)
    code, out, _ = asked(capsys, "size", small(tmp_path), "--json")
    found = json.loads(out)
    assert found["streets"]["river"]["boards"] == 48
    assert found["without"]["oop.turn bet 50%"]["memory_bytes"] < found["memory_bytes"]
    code, out, err = asked(capsys, "solve", small(tmp_path), "--memory", "1e-5")
    assert (code, out) == (2, "")
    assert err.startswith("gutshot: the spot takes 0.00 GB of memory, at most 1e-05 GB; without a ")
    assert len(err.splitlines()) == 1
    assert asked(capsys, "solve", small(tmp_path), "--memory", "nan")[0] == 2
    most = found["memory_bytes"] * 3 / 4e9
    code, out, err = asked(capsys, "solve", small(tmp_path), "--memory", f"{most}")
    assert (code, out) == (2, "")
    half = found["memory_bytes"] / 2e9
    assert err.endswith(f"; in 16 bits it takes {half:.2f} GB, which fits: give --half\n")
    assert len(err.splitlines()) == 1
    code, out, err = asked(capsys, "solve", small(tmp_path), "--memory", f"{most}", "--half")
    assert code == 0


def test_another_programs_input_is_read_and_what_is_left_out_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "texas.txt"
    file.write_text(
        "set_pot 50\nset_effective_stack 200\nset_board Qs,Jh,2h,8d,3c\nset_range_ip KK,T9s\n"
        "set_range_oop TT,AQs\nset_bet_sizes oop,river,bet,50\nset_thread_num 2\nstart_solve\n"
    )
    code, out, err = asked(capsys, "solve", str(file), "--json")
    assert code == 0
    assert err == "gutshot: left out: line 7, set_thread_num 2: all processors are used\n"
    assert list(json.loads(out)["root"]) == ["check", "bet 25"]
    code, out, err = asked(capsys, "size", str(file), "--texas", "--json")
    assert json.loads(out)["decisions"] == 2


def small(folder: Path, more: str = "") -> str:
    file = folder / "small.toml"
    file.write_text(spot_text(TURN, oop="TT,AQs,87s", ip="KK,T9s,AQs", more=more))
    return str(file)


def test_a_kept_solve_is_gone_on_with_and_looked_at(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = str(tmp_path / "small.gutshot")
    stop = "target = 1e-3\niterations = "
    code, _, err = asked(capsys, "solve", small(tmp_path, f"{stop}20"), "--out", kept)
    assert (code, err) == (0, f"kept in {kept}; more than iterations = 20 goes on\n")
    code, out, err = asked(capsys, "solve", small(tmp_path, f"{stop}3000"), "--out", kept, "--half")
    assert (code, out) == (2, "")
    assert err == "gutshot: small.gutshot was begun without --half; go on without it\n"
    code, out, err = asked(capsys, "solve", small(tmp_path, f"{stop}3000"), "--out", kept)
    assert (code, err) == (0, f"kept in {kept}\n")
    assert "\nconverged: " in out
    code, out, err = asked(capsys, "solve", small(tmp_path, f"{stop}3000"), "--out", kept)
    assert (code, out) == (2, "")
    assert "met its target already" in err
    code, out, err = asked(capsys, "solve", small(tmp_path, "rake = 0.1"), "--out", kept)
    assert (code, err) == (
        2,
        "gutshot: small.gutshot holds another spot: 'rake' differs; give --out another name\n",
    )
    code, out, err = asked(capsys, "show", kept, "--node", "x-b25-c|9h|", "--ascii")
    assert (code, err) == (0, "")
    assert out.startswith("x-b25-c|9h|: board Qs Jh 2h 8d 9h, pot 100, ")
    assert re.search(
        r"^hand +weight +EV +equity +realised +x % +b50 % +EV x +EV b50$", out, re.MULTILINE
    )
    last = out.splitlines()[-1]
    assert re.fullmatch(
        r"converged: exploitability 0\.00\d+ % of the pot; \d+ iterations, 32 bits", last
    )
    code, out, err = asked(capsys, "show", kept, "--node", "x", "--json")
    found = json.loads(out)
    assert (found["bits"], found["converged"]) == (32, True)
    assert 0 < found["exploitability_percent"] <= 0.002
    assert (found["player"], list(found["frequency"])) == ("ip", ["x", "b25"])
    assert sum(one["ev"] for one in found["players"].values()) == pytest.approx(50, abs=1e-3)
    code, out, err = asked(capsys, "show", kept, "--node", "x-x", "--cards", "--json")
    assert len(json.loads(out)["cards"]) == 48
    assert json.loads(out)["bits"] == 32
    code, out, err = asked(capsys, "show", kept, "--node", "x-x", "--cards")
    assert len(out.splitlines()) == 50
    code, out, err = asked(capsys, "export", kept, "--to", "pio", "--node", "x")
    assert (code, err) == (0, "")
    assert "KK" in out
    table = tmp_path / "node.csv"
    assert asked(capsys, "export", kept, "--out", str(table)) == (0, "", "")
    assert table.read_text().startswith("player,hand,reach,")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "nothing"), "there is no nothing; 'postflop solve --out' writes one"),
        (("export", "nothing", "--to", "xls"), "--to is csv, json or pio, not 'xls'"),
        (("export", "nothing", "--player", "bb"), "--player is oop or ip, not 'bb'"),
        (("export", "nothing", "--action", "x"), "--player and --action choose a range: add "),
        (("show", "."), ". is no solved spot, or a damaged one"),
    ],
)
def test_one_line_for_what_can_not_be_shown(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = asked(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"gutshot: {said}")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (spot_text(bet="50"), "oop.flop bet: can't read '50' as a size"),
        (spot_text(oop="QsJs"), "oop_range has no hand that the board leaves possible"),
        (spot_text(pot="nan"), "pot is more than 0 and at most 1,000,000,000, not nan"),
        (spot_text(more='rake = "5%"'), "rake is a number, like rake = 0.05"),
        (spot_text(more='all_in_from = "67%"'), "all_in_from is a number, like all_in_from = 0.67"),
        (spot_text(more='target = "\uff10.3%pot"'), 'target is "0.3%pot", or a number of chips'),
        (spot_text(more='target = "1_0%pot"'), 'target is "0.3%pot", or a number of chips'),
        (spot_text(bet="e0%"), "oop.flop bet: 'e0%' bets nothing; a size is more than that"),
        ("board = 1", "'pot' is missing"),
        ("board", "no TOML: "),
    ],
)
def test_one_line_for_a_mistake(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "spot.toml"
    file.write_text(text)
    code, out, err = asked(capsys, "solve", str(file))
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_what_can_not_be_written_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = str(tmp_path / "kept")
    assert asked(capsys, "solve", small(tmp_path), "--out", kept)[0] == 0
    away = tmp_path / "away" / "node.csv"
    code, out, err = asked(capsys, "export", kept, "--out", str(away))
    assert (code, out) == (2, "")
    assert err == f"gutshot: can't write {away}: No such file or directory\n"
    code, out, err = asked(capsys, "export", kept, "--to", "pio", "--player", "ip", "--action", "x")
    assert (code, err) == (2, "gutshot: ip takes no action there: oop acts\n")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(solution_file, "save_solve", full)
    other = str(tmp_path / "other")
    code, out, err = asked(capsys, "solve", small(tmp_path), "--out", other)
    # what was found is there all the same
    assert "\nconverged: exploitability " in out
    assert (code, err) == (2, f"gutshot: can't write {other}: No space left on device\n")


def test_a_card_that_may_come_is_proposed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = str(tmp_path / "kept")
    file = tmp_path / "low.toml"
    # as Windows may save it
    file.write_text("\ufeff" + spot_text("2c 2d 2h 2s", oop="AA", ip="KK"), encoding="utf-8")
    assert asked(capsys, "solve", str(file), "--out", kept)[0] == 0
    code, out, _ = asked(capsys, "show", kept, "--node", "x-x")
    assert code == 0
    (line,) = re.findall(r"--node '([^']+)' goes on", out)
    assert line == "x-x|3c|"
    assert asked(capsys, "show", kept, "--node", line)[0] == 0


def test_tiny_and_huge_chips_are_written_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = str(tmp_path / "kept")
    file = tmp_path / "tiny.toml"
    file.write_text(spot_text(oop="AA", ip="KK", pot="0.00005", stack="1234567"))
    assert asked(capsys, "solve", str(file), "--out", kept)[0] == 0
    code, out, _ = asked(capsys, "show", kept, "--node", "b0.000025-c")
    assert code == 0
    assert out.startswith("b0.000025-c: board ")
    assert ", pot 0.0001, " in out
    file.write_text(spot_text(oop="AA", ip="KK", pot="1234567", stack="1e9"))
    code, out, _ = asked(capsys, "solve", str(file), "--ascii")
    assert out.startswith("board Qs Jh 2h 8d 3c, pot 1,234,567, stacks 1,000,000,000\n")


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys)
    assert (code, out) == (2, "")
    assert "solve" in err


def test_the_readmes_spot_is_solved(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```toml\n(# river\.toml\n.*?)```", readme, re.DOTALL)
    (line,) = [x for x in readme.splitlines() if x.endswith(" postflop solve river.toml")]
    (tmp_path / "river.toml").write_text(block, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, err = asked(capsys, *line.split()[2:])
    assert (code, err) == (0, "")
    assert "\nconverged: " in out
