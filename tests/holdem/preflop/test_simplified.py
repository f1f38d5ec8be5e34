"""What charts leave out: the evidence has every spot that is named, and is measured again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from gutshot.catalogue import ARTEFACTS
from gutshot.errors import CatalogueError
from gutshot.holdem.preflop.chart_set import TIERS, read_set
from gutshot.holdem.preflop.kept import SHIPPED
from gutshot.holdem.preflop.simplified import (
    CHANGES,
    REPORT,
    SEATS,
    STACKS_BB,
    read_report,
    report_text,
    shipped_changes,
    shipped_shares,
)
from gutshot.holdem.preflop.tiers import deal_shares
from gutshot.work.simplified import measure_change, measure_share

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.holdem.preflop.tree import Ending


def test_the_file_has_every_table_and_each_chart_met_its_bar() -> None:
    shares = shipped_shares()
    assert set(shares) == {(seats, stack) for seats in SEATS for stack in STACKS_BB}
    assert all(0 < one.share < 1 for one in shares.values())
    assert all(0 < one.exploitability_bb <= one.bar_bb for one in shares.values())
    assert list(shipped_changes()) == [change.id for change in CHANGES]
    for change, found in zip(CHANGES, shipped_changes().values(), strict=True):
        assert found.players == change.players
        assert all(len(values) == found.players for values in found.values_bb)
        assert all(len(first) == found.players - 1 for first in found.first_in_percent)
        # chips are neither made nor lost, and no seat gains more than the bar of its table
        assert all(abs(sum(values)) < 1e-4 for values in found.values_bb)
        assert max(found.exploitability_bb) <= 0.01 * (found.players / 2) ** 0.5
        assert found.decisions[1] >= found.decisions[0]
        assert (found.used > 0) == (change.counted != "")


def test_the_file_reads_as_it_was_written() -> None:
    written = report_text(shipped_shares().values(), shipped_changes())
    assert json.loads(written) == json.loads(REPORT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("players", [2, 3, 6])
def test_shares_of_deals_are_those_of_the_shipped_charts(players: int) -> None:
    chart = read_set(ARTEFACTS / SHIPPED / f"cash_{players}_100.chart")
    found = deal_shares(chart)
    assert list(found) == list(TIERS.values())
    assert sum(found.values()) == pytest.approx(1, abs=1e-12)
    # the file's own figure was added up over the tree's endings, by another way
    assert found["modelled"] == pytest.approx(chart.model_share, abs=1e-12)
    assert found["four_way_averaged"] == 0
    assert (found["three_way"] > 0) == (players > 2)
    stated = shipped_shares()[players, 100]
    assert (stated.share, stated.decisions) == (chart.model_share, len(chart.decisions))
    assert stated.exploitability_bb == chart.certificate.exploitability


def test_every_kind_of_ending_is_as_often_as_in_the_whole_chart() -> None:
    chart = read_set(ARTEFACTS / SHIPPED / "cash_2_100.chart")
    whole = chart.whole()
    for kind, share in deal_shares(chart).items():
        letter = next(letter for letter, word in TIERS.items() if word == kind)
        ends = {node for node, tier in chart.endings.items() if tier == letter}

        def so(ending: Ending, ends: set[str] = ends) -> bool:
            return ending.node in ends

        assert share == pytest.approx(whole.share_of(so), abs=1e-12)


def test_a_share_and_a_change_are_measured_again() -> None:
    assert measure_share(2, 20).share == pytest.approx(shipped_shares()[2, 20].share, abs=1e-6)
    assert measure_share(2, 100) == shipped_shares()[2, 100]
    for change in (one for one in CHANGES if one.players == 2):
        found, stated = measure_change(change), shipped_changes()[change.id]
        assert found.decisions == stated.decisions
        assert found.used == pytest.approx(stated.used, abs=1e-6)
        for now, then in zip(found.values_bb, stated.values_bb, strict=True):
            assert now == pytest.approx(then, abs=1e-6)
        assert found.moved_bb == pytest.approx(stated.moved_bb, abs=1e-6)
        assert found.moved_percent == pytest.approx(stated.moved_percent, abs=1e-4)


@pytest.mark.parametrize("content", [None, "{}", '{"schema": "gutshot.preflop.simplified/1"}'])
def test_a_broken_file_is_named_with_what_writes_it(tmp_path: Path, content: str | None) -> None:
    broken = tmp_path / "simplified-charts.json"
    if content is not None:
        broken.write_text(content, encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"gutshot\.work\.simplified, which writes it"):
        read_report(broken)
