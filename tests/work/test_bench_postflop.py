"""The bench of the postflop solver counts what it says, and its answers are the solver's."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import pytest
from tests.holdem.postflop_spots import IP, OOP, RIVER, spot

from gutshot.cli import main
from gutshot.errors import GutshotError
from gutshot.holdem.postflop.game import PostflopGame
from gutshot.holdem.ranges import parse_range
from gutshot.work import bench_postflop as bench
from gutshot.work import bench_start, published_spots
from gutshot.work.bench import Row

if TYPE_CHECKING:
    from gutshot.work.verify import Progress


def test_the_ranges_are_those_of_the_published_spots() -> None:
    for short, whole in ((published_spots.OOP, OOP), (published_spots.IP, IP)):
        first, second = parse_range(short), parse_range(whole)
        assert (first.weights * second.denominator).tolist() == (
            second.weights * first.denominator
        ).tolist()


def test_edges_are_actions_by_hands() -> None:
    game = PostflopGame(spot(RIVER))
    # check or bet, and fold or call after a check: each player has four actions
    assert bench._edges(game) == 4 * (292 + 213)


@pytest.fixture(scope="module")
def measured() -> tuple[list[Row], str, list[float]]:
    """Return the rows, the signature and the progress that was told, of one run."""
    with pytest.MonkeyPatch.context() as patch:
        # a flop's kernels take longer
        patch.setattr(bench, "start_rows", lambda board: [Row("a start", 1.0, board)] * 2)
        told: list[float] = []
        rows, signature = bench.bench_postflop(told.append)
    return rows, signature, told


def test_rows_and_the_signature(measured: tuple[list[Row], str, list[float]]) -> None:
    rows, signature, told = measured
    assert len(signature) == 16
    assert [row.name for row in rows][:2] == [
        "river of many sizes, an iteration",
        "the slow twin's",
    ]
    assert all(row.seconds > 0 for row in rows)
    assert rows[0].seconds < rows[1].seconds
    assert told == sorted(told)
    assert told[-1] == 1
    solved = [row for row in rows if row.name.endswith("solved (CPU)")]
    assert all(80 <= int(row.work.split()[0]) <= 250 for row in solved)
    one, two = (row for row in rows if row.name.startswith("flop to 0.3 %"))
    # the same bytes: as many iterations, the same exploitability and EV
    assert one.work.split(" with ")[0] == two.work.split(" with ")[0] == "50 iterations"
    assert one.compared == two.compared
    assert "OOP EV 17.6" in one.compared
    (stages,) = (row for row in rows if row.name == "flop, by stage")
    shares = [float(part.split()[-2]) for part in stages.compared.split(", ")]
    assert sum(shares) == pytest.approx(100, abs=0.5)
    assert len(shares) == 7
    assert rows[-1].name == "a start"


def test_kernels_are_compiled_in_an_empty_cache_and_then_found_there() -> None:
    compiled, loaded = bench_start.start_rows(RIVER)
    assert (compiled.name, loaded.name) == (
        "river, kernels compiled (CPU)",
        "river, kernels loaded (CPU)",
    )
    assert loaded.seconds < 0.5
    assert loaded.seconds < compiled.seconds < 15


def test_a_start_that_compiles_nothing_is_no_first_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_start, "_started", lambda *_: (1.0, False))
    with pytest.raises(GutshotError, match="these are not"):
        bench_start.start_rows(RIVER)


def test_the_command(
    measured: tuple[list[Row], str, list[float]],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows, signature, told = measured

    def again(progress: Progress) -> tuple[list[Row], str]:
        for share in told:
            progress(share)
        return rows, signature

    monkeypatch.setattr(bench, "bench_postflop", again)
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "postflop", "--json"])
    assert stopped.value.code == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["schema"], found["room"]) == ("gutshot.bench/1", "postflop")
    assert found["signature"] == signature
    assert len(found["rows"]) == 16
    assert found["rows"] == [asdict(row) for row in rows]
