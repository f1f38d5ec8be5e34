"""The page, pictures, text and JSON of a fit, on rows that were made up."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.holdem.calibrate.made_up import made_up_rows

from gutshot.cli import main
from gutshot.holdem.calibrate.fit_report import FitReport, fit_report
from gutshot.holdem.calibrate.litmus import GROUPS, litmus
from gutshot.holdem.calibrate.rows import write_rows
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.flop_model import FITTED, FlopModel
from gutshot.holdem.preflop.flop_model_files import flop_model_from, shipped_flop_model
from gutshot.render.flop_fit_page import CHARTS_HEADING, bands, charts_part, fit_page
from gutshot.render.flop_fit_plots import edge_plot, slope_plot
from gutshot.work.flop_model_charts import hands_of_kind, solve_shares

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SPRS = [1.5, 4.0, 6.0, 9.0, 18.0, 40.0]
TRUE = FlopModel(1.2, -0.03, 0.02, 0.06)
ROWS = made_up_rows(TRUE, SPRS, flops=3, noise=0.05)


@pytest.fixture(scope="module")
def report() -> FitReport:
    found = fit_report(ROWS, draws=8)
    assert found is not None
    return found


def test_the_page_says_what_the_report_found(report: FitReport) -> None:
    charts = charts_part({"UTG raises": (17.04, 15.26)}, ("one", "other"))
    page = fit_page(report, ("edge.svg", "slope.svg"), charts)
    assert page.startswith("# What a flop is worth")
    assert "18 flops of 6 spots, 3 a spot, SPR 1.5 to 40.0" in page
    exponent = report.staged_intervals["exponent"]
    cell = f"{exponent.fitted:.3f} ({exponent.low:.3f} to {exponent.high:.3f})"
    assert f"| exponent | 1.375 | {cell} |" in page
    refitted = re.search(r"four constants, fitted here \| ([\d.]+) \|", page)
    assert refitted is not None
    assert float(refitted[1]) == pytest.approx(100 * report.error("refitted"), abs=0.005)
    assert page.count("](edge.svg)") == page.count("](slope.svg)") == 1
    for spot in report.spots:
        assert f"| {spot.means.name} |" in page
    assert page.endswith(f"{CHARTS_HEADING}\n\n{charts}\n")
    assert "| UTG raises | 17.0 | 15.3 |" in page
    tables = [line for line in page.splitlines() if line.startswith("|")]
    assert "nan" not in page
    assert len(tables) > 40


def test_bands_hold_every_spot_once(report: FitReport) -> None:
    names = [spot.means.name for _, spots in bands(report) for spot in spots]
    assert sorted(names) == sorted(spot.means.name for spot in report.spots)
    assert len(names) == len(SPRS)


@pytest.mark.parametrize("plot", [edge_plot, slope_plot])
def test_pictures_have_a_dot_a_spot_and_two_lines(
    report: FitReport, plot: Callable[[FitReport, FlopModel], str]
) -> None:
    root = ET.fromstring(plot(report, FITTED))  # noqa: S314 - of our own
    space = "{http://www.w3.org/2000/svg}"
    assert len(list(root.iter(f"{space}circle"))) == len(SPRS)
    assert len(list(root.iter(f"{space}path"))) == 2
    assert root.get("viewBox") == "0 0 720 320"


def test_litmus_of_checked_down_hands_is_one(report: FitReport) -> None:
    spot = report.spots[0].means
    found = litmus(spot, spot.equity)
    assert found.ranges == pytest.approx((1, 1))
    for two in found.groups.values():
        assert all(np.isnan(x) or x == pytest.approx(1) for x in two)
    more = spot.equity.copy()
    suited = [at for at, name in enumerate(CLASS_NAMES) if name.endswith("s")]
    more[:, suited] *= 1.2
    found = litmus(spot, more)
    assert min(found.suited_above) == 1
    assert found.suited_by == pytest.approx((0.2, 0.2))
    assert found.groups["aces suited"][1] == pytest.approx(1.2)
    assert [CLASS_NAMES[at] for at in GROUPS["pairs 22 to 44"]] == ["44", "33", "22"]
    assert {CLASS_NAMES[at] for at in GROUPS["broadway suited, no ace"]} == {
        *("KQs", "KJs", "KTs", "QJs", "QTs", "JTs")
    }


def test_the_command_writes_a_model_that_a_spot_can_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = tmp_path / "rows.jsonl"
    write_rows(rows, ROWS)
    monkeypatch.setenv("GUTSHOT_DATA_DIR", str(tmp_path))
    file = tmp_path / "flop_models" / "mine.toml"
    file.parent.mkdir()
    with pytest.raises(SystemExit) as stopped:
        main(["postflop", "fit", str(rows), "--model", str(file), "--draws", "5", "--json"])
    assert stopped.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert told["schema"] == "gutshot.flop-fit/1"
    assert told["rows"] == 18
    assert set(told["errors"]) >= {"checked_down", "published", "refitted", "by_hand"}
    model = shipped_flop_model("mine")
    assert model.by_hand is not None
    assert flop_model_from(told["model"], "json") == model
    assert told["staged"]["exponent"]["fitted"] == model.exponent


def test_rows_that_are_none_are_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["postflop", "fit", str(tmp_path / "none.jsonl")])
    assert stopped.value.code == 2
    assert re.fullmatch(r"gutshot: can't read .*none.jsonl: .*\n", capsys.readouterr().err)
    with pytest.raises(SystemExit) as stopped:
        main(["postflop", "fit", str(tmp_path / "none.jsonl"), "--draws", "0"])
    assert stopped.value.code == 2
    assert capsys.readouterr().err == "gutshot: --draws is 2 to 10,000, not 0\n"


def test_charts_are_solved_with_each_model() -> None:
    found = solve_shares((FITTED, FlopModel(checked_down=True)), spots=((2, 12),))
    assert found is not None
    assert all(len(percent) == 2 for percent in found.values())
    shares = {name.partition(": ")[2]: percent for name, percent in found.items()}
    defence = [
        shares[f"big blind against the small blind's raise, {x}"]
        for x in ("folds", "calls", "raises")
    ]
    assert np.sum(defence, axis=0) == pytest.approx((100, 100))
    assert defence[1][0] != defence[1][1]
    assert solve_shares((FITTED,), cancel=lambda: True, spots=((2, 12),)) is None


def test_kinds_of_hands() -> None:
    assert hands_of_kind("suited").sum() == 78
    assert hands_of_kind("suited connectors").sum() == 7
    assert hands_of_kind("offsuit broadway").sum() == 10
