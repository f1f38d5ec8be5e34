"""Charts as small files: any node is what the whole game says, and damage is named."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gutshot.errors import InputError
from gutshot.holdem.preflop import PreflopChart, PreflopSpec, read_chart, solve_preflop
from gutshot.holdem.preflop.chart import write_chart
from gutshot.holdem.preflop.chart_set import REACHED, TIERS, ChartSet, is_set, pack_chart, read_set
from gutshot.holdem.preflop.codec import EV_STEP_BB, SHARE_STEP
from gutshot.holdem.preflop.flop_model import FITTED
from gutshot.holdem.preflop.node_ids import acted
from gutshot.holdem.preflop.sizes import Sizes, shipped_sizes, sizes_from
from gutshot.holdem.preflop.tree import EndingKind, follow, grow_tree
from gutshot.holdem.preflop.version import ENGINE_VERSION


def several_sizes() -> Sizes:
    """Return two sizes for every first raise and re-raise."""
    table = shipped_sizes("standard").payload()
    table["open"] |= {"other": [2, 3], "small_blind": [2, 3]}
    return sizes_from(table | {"reraise": {**table["reraise"], "in_position": [[2, 3]]}}, "test")


OLD = Path(__file__).parents[2] / "data" / "charts"
SPOTS = {
    "two": PreflopSpec((Fraction(30),) * 2),
    "two, ante": PreflopSpec((Fraction(12), Fraction(9)), "ante", Fraction(1)),
    "three": PreflopSpec((Fraction(15),) * 3),
    "four, two of them": PreflopSpec((Fraction(8),) * 4, entrants=2),
    "four all-in": PreflopSpec((Fraction(4),) * 4, limit="jam", entrants=4),
    "three, sizes and limps": PreflopSpec(
        (Fraction(8), Fraction(6), Fraction(9)), sizes=several_sizes(), limps=("BTN", "SB")
    ),
}


@pytest.fixture(scope="module", params=SPOTS)
def solved(request: pytest.FixtureRequest) -> PreflopChart:
    return PreflopChart.of(solve_preflop(SPOTS[request.param]))


@pytest.fixture(scope="module")
def file(solved: PreflopChart, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sets") / "some.chart"
    path.write_bytes(pack_chart(solved)[0])
    return path


def test_every_node_is_what_the_whole_game_says(solved: PreflopChart, file: Path) -> None:
    """Strategies within a level of the solve; all else as a game that plays what is written."""
    small = read_set(file)
    whole = small.whole()
    assert small.nodes == whole.nodes == solved.nodes
    assert (small.engine, small.spec) == (ENGINE_VERSION, solved.spec)
    assert (small.iterations, small.bar_bb) == (solved.iterations, solved.bar_bb)
    seen = 0
    for name in small.nodes:
        mine, theirs = small.node(name), whole.node(name)
        assert np.abs(mine.strategy - solved.node(name).strategy).max() < SHARE_STEP
        assert np.abs(mine.strategy - theirs.strategy).max() < 1e-12
        assert np.abs(mine.own_reach - theirs.own_reach).max() < 1e-12
        assert mine.reach == pytest.approx(theirs.reach, abs=1e-14)
        assert (mine.seat, mine.actions, mine.to_bb) == (theirs.seat, theirs.actions, theirs.to_bb)
        assert mine.spent_bb == theirs.spent_bb
        if theirs.reach >= REACHED:
            seen += 1
            assert mine.frequency == pytest.approx(theirs.frequency, abs=1e-12)
            assert mine.dealt_frequency == pytest.approx(theirs.dealt_frequency, abs=1e-12)
            assert np.abs(mine.ev_bb - theirs.ev_bb).max() <= EV_STEP_BB / 2 * (1 + 1e-6)
        else:
            assert np.isnan(mine.ev_bb).all()
    assert seen >= 2
    assert small.model_share == pytest.approx(whole.model_share, abs=1e-12)


def test_the_certificate_is_that_of_what_is_written(file: Path) -> None:
    small = read_set(file)
    own = small.whole().certificate
    assert small.certificate.values == pytest.approx(own.values, abs=1e-12)
    assert small.certificate.gains == pytest.approx(own.gains, abs=1e-12)
    assert small.certificate.exploitability <= small.bar_bb
    assert sum(small.certificate.values) == pytest.approx(float(small.spec.ante_bb), abs=1e-6)


def test_endings_say_what_they_rest_on(solved: PreflopChart, file: Path) -> None:
    small = read_set(file)
    endings = solved.spot.tree.endings
    assert list(small.endings) == [ending.node for ending in endings]
    for ending in endings:
        tier, left = TIERS[small.endings[ending.node]], len(ending.betting.left)
        assert (tier == "folds") == (ending.kind is EndingKind.FOLDS) == (left == 1)
        assert (tier == "modelled") == (ending.kind is EndingKind.FLOP)
        assert (tier == "three_way") == (ending.kind is EndingKind.ALL_IN and left == 3)
        assert (tier == "four_way_averaged") == (ending.kind is EndingKind.ALL_IN and left == 4)
    assert set(small.endings.values()) <= set(TIERS)


def test_a_line_leads_where_the_tree_does(solved: PreflopChart) -> None:
    tree = grow_tree(solved.spec)
    for name, spot in tree.spots.items():
        at_the_end = "-" * (len(name) - len(name.rstrip("-")))
        for line in {name, acted(name) + at_the_end}:
            place = follow(solved.spec, line)
            assert (place.node, place.player, place.spot) == (name, spot.player, spot)
        if name.endswith("-"):
            shut = follow(solved.spec, name.rstrip("-"))
            assert shut.spot is None
            assert tree.spots[name].player != shut.player
    for ending in tree.endings:
        if not ending.node.endswith("-"):
            with pytest.raises(InputError, match="the betting is over there"):
                follow(solved.spec, ending.node)


def test_the_same_chart_is_the_same_bytes(solved: PreflopChart, file: Path) -> None:
    assert pack_chart(solved)[0] == file.read_bytes()
    assert pack_chart(read_chart(file))[0] == file.read_bytes()


def test_either_form_is_read(solved: PreflopChart, file: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.chart"
    write_chart(solved, older)
    assert is_set(file)
    assert not is_set(older)
    assert not is_set(tmp_path / "none.chart")
    for path, near in ((older, 1e-15), (file, SHARE_STEP)):
        read = read_chart(path)
        assert read.nodes == solved.nodes
        for name in read.nodes:
            assert np.abs(read.node(name).strategy - solved.node(name).strategy).max() < near
    assert file.stat().st_size < older.stat().st_size


def test_files_that_were_written_once_are_read_for_good() -> None:
    """One of each form, as this project wrote it when the form was new."""
    first = read_chart(OLD / "version_1.chart")
    assert first.spec == PreflopSpec((Fraction(10),) * 2, limit="jam")
    assert first.certificate.values[0] == pytest.approx(-0.045371, abs=1e-6)
    assert first.node("").frequency[1] == pytest.approx(0.5828, abs=1e-4)
    second = read_set(OLD / "version_2.chart")
    assert second.spec == PreflopSpec((Fraction(5),) * 3, flop_model=FITTED)
    # pots of three are in float32, and how they are added up has changed since
    assert second.whole().certificate.gains == pytest.approx(second.certificate.gains, abs=1e-9)
    assert second.node("A").ev_bb[0, 0] == -0.5
    assert second.node("A").strategy[1, 0] == 1


def rewritten(file: Path, part: str, text: str | None) -> bytes:
    """Return a set with one of its texts replaced, or left out."""
    out = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            if name != part:
                new.writestr(name, old.read(name))
            elif text is not None:
                new.writestr(name, text)
    return out.getvalue()


def damaged(file: Path) -> dict[str, tuple[bytes, str]]:
    """Return files that are no sets by what is wrong with them, and what is said."""
    with zipfile.ZipFile(file) as found:
        header: dict[str, Any] = json.loads(found.read("chart.json"))
        tree, strategy, evs = (
            found.read(f"{name}.txt").decode() for name in ("tree", "strategy", "ev")
        )
    part = "chart.json"

    def changed(**more: object) -> bytes:
        return rewritten(file, part, json.dumps(header | more))

    misfit = "does not fit the tree of its own spot"
    return {
        "cut off": (file.read_bytes()[:400], "is no chart, or damaged"),
        "no zip": (b"chart", "is no chart, or damaged"),
        "a part less": (rewritten(file, "ev.txt", None), "is no chart, or damaged"),
        "version": (changed(schema="gutshot.preflop-chart/9"), "is a chart of another version"),
        "spot": (changed(spec=7), "holds no spot"),
        "key": (changed(spec={"stak": 9}), "'stak' is no key"),
        "gains": (changed(gains_bb=[1, 2, 3, 4, 5]), misfit),
        "iterations": (changed(iterations=float("inf")), "is no chart, or damaged"),
        "rake": (
            changed(spec=header["spec"] | {"rake": {"fraction": "1/20"}}),
            "its spot or its strategies were changed",
        ),
        "row": (rewritten(file, "strategy.txt", strategy[:-170]), misfit),
        "short": (rewritten(file, "strategy.txt", strategy[:-1]), "is no chart, or damaged"),
        "EVs": (rewritten(file, "ev.txt", evs + "\n"), misfit),
        "shares": (rewritten(file, "strategy.txt", strategy[:-1] + " "), "chances that are none"),
        "sum": (
            rewritten(file, "strategy.txt", ("!" if strategy[0] != "!" else "~") + strategy[1:]),
            "chances that are none",
        ),
        "letters": (rewritten(file, "tree.txt", "x" + tree), misfit),
        "seat": (rewritten(file, "tree.txt", " 1" + tree[2:]), misfit),
    }


def test_what_is_no_chart_is_refused_in_one_line(file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.chart"
    for content, said in damaged(file).values():
        bad.write_bytes(content)
        with pytest.raises(InputError, match=said) as caught:  # noqa: PT012 - either may notice
            read_set(bad).node("")
            read_set(bad).whole()
        assert "\n" not in str(caught.value)
    with pytest.raises(InputError, match="there is no file"):
        read_set(tmp_path / "nowhere.chart")


def test_nodes_that_are_none(file: Path) -> None:
    small = read_set(file)
    with pytest.raises(InputError, match=r"there is no node 'Z': after '' the actions are "):
        small.node("Z")
    with pytest.raises(InputError, match="the betting is over there"):
        small.node("F" * (small.spec.players - 1))


def test_a_spent_chart_is_packed_to_the_same_bytes(solved: PreflopChart) -> None:
    again = PreflopChart.of(solve_preflop(solved.spec))
    assert pack_chart(again, spent=True) == pack_chart(solved)
    # what is left is the strategies as they are written
    assert again.spot.game.memory_bytes < solved.spot.game.memory_bytes / 2
    written = read_set_of(pack_chart(again)[0])
    for player, average in enumerate(again.spot.game.average(p) for p in range(again.spec.players)):
        rows = [written.strategy(n) for n in written.nodes if written.decisions[n].player == player]
        assert np.abs(np.vstack(rows) - average[1:]).max() < 1e-12


def read_set_of(file: bytes) -> ChartSet:
    with tempfile.NamedTemporaryFile(suffix=".chart") as written:
        written.write(file)
        written.flush()
        return read_set(Path(written.name))


def test_nodes_seat_by_seat_are_the_nodes(solved: PreflopChart) -> None:
    nodes = list(solved.by_seat())
    assert {node.node for node in nodes} == set(solved.nodes)
    assert [node.seat for node in nodes] == sorted(
        (node.seat for node in nodes), key=solved.spec.seats.index
    )
    for node in nodes:
        np.testing.assert_array_equal(node.ev_bb, solved.node(node.node).ev_bb)


LARGEST = """
from gutshot.holdem.preflop import PreflopChart, solve_preflop, spec_from
from gutshot.holdem.preflop.chart_set import pack_chart
spec = spec_from({"players": 9, "stack": 200}, "test")
file, _ = pack_chart(PreflopChart.of(solve_preflop(spec, iterations=1)), spent=True)
assert len(file) > 100_000
# the peak that getrusage tells begins with that of the process that started this one
with open("/proc/self/status") as status:
    print(next(1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from the system")
def test_the_largest_chart_takes_less_than_a_gigabyte() -> None:
    """Iterations take none: one is as large as all."""
    done = subprocess.run(
        [sys.executable, "-c", LARGEST], capture_output=True, text=True, check=True
    )
    assert 100e6 < int(done.stdout) < 1e9
