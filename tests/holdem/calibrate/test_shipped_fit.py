"""The shipped model and its page are what the shipped rows say, and it passes the litmus test."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from gutshot.catalogue import DATA
from gutshot.holdem.calibrate.bootstrap import DRAWS
from gutshot.holdem.calibrate.by_hand_fit import predicted
from gutshot.holdem.calibrate.fit_report import FitReport, fit_report
from gutshot.holdem.calibrate.litmus import litmus
from gutshot.holdem.calibrate.rows import read_rows
from gutshot.holdem.preflop.flop_model_files import BY_HAND, shipped_flop_model
from gutshot.holdem.preflop.hand_edges import SEATS_AFTER
from gutshot.render.flop_fit_model import model_text
from gutshot.render.flop_fit_page import CHARTS_HEADING, fit_page, litmus_spot
from gutshot.render.flop_fit_published import published_part
from gutshot.render.flop_fit_text import fit_payload

NUMBER = r"\d+(?:\.\d+)?"
ROWS = DATA / "calibration" / "rows.jsonl"
PAGE = Path(__file__).parents[3] / "docs" / "flop-model.md"
MODEL = shipped_flop_model(BY_HAND)


@cache
def shipped() -> FitReport:
    found = fit_report(read_rows(ROWS))
    assert found is not None
    return found


def like(found: str, wanted: str) -> None:
    """Hold text to text, and its numbers to within a unit of their last place, or 1 in 1,000."""
    apart = [re.split(NUMBER, text) for text in (found, wanted)]
    assert apart[0] == apart[1]
    for mine, theirs in zip(re.findall(NUMBER, found), re.findall(NUMBER, wanted), strict=True):
        unit = 10.0 ** -len(theirs.partition(".")[2])
        assert float(mine) == pytest.approx(float(theirs), abs=1.01 * unit, rel=1e-3)


def test_the_shipped_model_is_the_one_that_the_rows_give() -> None:
    report = shipped()
    assert report.rows >= 300
    assert len(report.spots) >= 12
    assert MODEL.by_hand is not None
    text = (DATA / "flop_models" / f"{BY_HAND}.toml").read_text(encoding="utf-8")
    like(model_text(report, MODEL.by_hand.version), text)


def test_the_page_says_what_the_rows_say() -> None:
    report = shipped()
    assert report.draws == DRAWS
    pictures = [f"flop-model-{name}.svg" for name in ("edge", "slope")]
    told = PAGE.read_text(encoding="utf-8")
    assert told.endswith(f"{published_part()}\n")
    page = fit_page(report, pictures, "")
    like(page.split(CHARTS_HEADING)[0], told.split(CHARTS_HEADING)[0])


def test_edges_by_hand_are_a_third_nearer_than_four_constants_where_neither_was_fitted() -> None:
    report = shipped()
    noise = report.noise()
    clean = [
        (report.error(name) ** 2 - noise**2) ** 0.5 for name in ("refitted", "by_hand", "published")
    ]
    assert clean[1] < 0.7 * clean[0]
    assert clean[1] < 0.7 * clean[2]
    assert report.error("by_hand") < report.error("by_hand_chart") < report.error("refitted")


def test_the_shipped_model_passes_the_litmus_test() -> None:
    """Suited above offsuit in both seats; connectors in position gain, offsuit aces out lose."""
    spot = litmus_spot(shipped())
    found = litmus(spot.means, predicted(MODEL, spot.means))
    assert min(found.suited_above) > 0.95
    assert found.groups["connectors suited, 54 to JT"][1] > 1.05
    assert found.groups["aces offsuit"][0] < 0.9
    total = sum(
        float(spot.means.weight[seat] @ predicted(MODEL, spot.means)[seat]) for seat in range(2)
    )
    assert total == pytest.approx(1, abs=0.01)


def test_at_no_stacks_the_shipped_model_is_equity() -> None:
    by_hand = MODEL.by_hand
    assert by_hand is not None
    assert MODEL.commitment_of_two(0) == 1
    assert by_hand.slope_more(0) == 0
    for seat in SEATS_AFTER:
        for raised in ("", *SEATS_AFTER):
            assert not np.any(by_hand.of_features(seat, 0, raised))


def test_the_evidence_is_what_the_rows_say() -> None:
    by_hand = MODEL.by_hand
    assert by_hand is not None
    told = json.loads((DATA / "evidence" / "flop-model.json").read_text(encoding="utf-8"))
    found = fit_payload(shipped(), by_hand.version)
    assert told.keys() == found.keys()
    assert told["rows"] == found["rows"]
    for name, error in found["errors"].items():
        assert told["errors"][name] == pytest.approx(error, rel=1e-3)
