"""The charts that are shipped: what their files say is recomputed, and small ones solved again."""

from __future__ import annotations

import json
import zipfile
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot import catalogue
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.chart_set import TIERS, read_set
from gutshot.holdem.preflop.codec import EV_STEP_BB
from gutshot.holdem.preflop.kept import SHIPPED, chart_name, kept_chart
from gutshot.holdem.preflop.tiers import tier_shares
from gutshot.holdem.preflop.tree import EndingKind, grow_tree
from gutshot.holdem.preflop.version import ENGINE_VERSION
from gutshot.work.build import PAST_THE_BAR, chart_error
from gutshot.work.charts import SEATS, solve_chart

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.holdem.preflop import PreflopSpec
    from gutshot.holdem.preflop.chart_set import ChartSet

LARGEST = 15_000_000


def spec(players: int) -> PreflopSpec:
    return spec_from({"players": players, "stack": 100}, "shipped")


def path(players: int) -> Path:
    return catalogue.ARTEFACTS / SHIPPED / chart_name(spec(players))


@cache
def chart(players: int) -> ChartSet:
    return read_set(path(players))


def test_cash_with_100_big_blinds_is_shipped_for_all_tables() -> None:
    for players in SEATS:
        small = chart(players)
        assert (small.spec, small.engine) == (spec(players), ENGINE_VERSION)
        assert small.certificate.exploitability <= small.bar_bb
        assert small.bar_bb == pytest.approx(0.01 * (players / 2) ** 0.5)
        assert sum(small.certificate.values) == pytest.approx(0, abs=1e-6)
    found = kept_chart(spec(6))
    assert found is not None
    assert found.shipped
    assert sum(path(players).stat().st_size for players in SEATS) < LARGEST


def test_the_manifest_states_what_a_best_response_gains() -> None:
    manifest = json.loads((catalogue.ARTEFACTS / "manifest.json").read_text(encoding="utf-8"))
    for players in SEATS:
        small = chart(players)
        entry = manifest["files"][f"{SHIPPED}/{chart_name(small.spec)}"]
        assert entry["error"] == chart_error(small.certificate.exploitability)


@pytest.mark.parametrize("players", [2, 3])
def test_small_ones_are_solved_again(players: int, tmp_path: Path) -> None:
    """The same bytes on the processor that built them, elsewhere an equilibrium as good."""
    shipped, solved = chart(players), solve_chart(spec(players), past_the_bar=PAST_THE_BAR)
    assert solved is not None
    if solved.file == path(players).read_bytes():
        return
    assert solved.converged
    (tmp_path / "again.chart").write_bytes(solved.file)
    ours, theirs = shipped.certificate, read_set(tmp_path / "again.chart").certificate
    near = ours.exploitability + theirs.exploitability
    assert theirs.values == pytest.approx(ours.values, abs=near)
    assert theirs.gains == pytest.approx(ours.gains, abs=shipped.bar_bb)


def test_the_certificate_of_a_larger_one_is_recomputed_from_its_file() -> None:
    small = chart(5)
    whole = small.whole()
    assert small.certificate.values == pytest.approx(whole.certificate.values, abs=1e-9)
    assert small.certificate.gains == pytest.approx(whole.certificate.gains, abs=1e-9)
    for name in ("", "FFF", "FFR", "RC"):
        mine, theirs = small.node(name), whole.node(name)
        assert np.abs(mine.ev_bb - theirs.ev_bb).max() <= EV_STEP_BB / 2 * (1 + 1e-6)


def test_more_seats_behind_are_more_reason_to_fold() -> None:
    """The first of nine raises less than the first of six, and so on to the button."""
    opened = []
    for players in range(9, 2, -1):
        node = chart(players).node("")
        opened.append(1 - float(node.frequency[node.actions.index("F")]))
    # nine seats and eight are nearest, 0.8 points apart; eight 60 times past the bar open as often
    assert all(later > earlier + 0.005 for earlier, later in pairwise(opened))
    assert all(later > earlier + 0.01 for earlier, later in pairwise(opened[1:]))
    assert 0.1 < opened[0] < 0.2
    assert opened[-1] > 0.4


def test_who_has_folded_matters_little_to_who_is_next() -> None:
    """Hands are independent: the second seat raises as the first of a table with one seat less."""
    for players in range(9, 3, -1):
        second, first = chart(players).node("F"), chart(players - 1).node("")
        folds = [float(node.frequency[node.actions.index("F")]) for node in (second, first)]
        assert folds[0] == pytest.approx(folds[1], abs=0.0025), players


def test_a_seat_opens_alike_at_every_table() -> None:
    """Who has folded has posted nothing: only the seats behind count."""
    shares = []
    for players in (4, 6, 9):
        node = chart(players).node("F" * (players - 4))
        assert node.seat == "CO"
        shares.append(float(node.frequency[node.actions.index("R")]))
    assert max(shares) - min(shares) < 0.02


def test_the_largest_is_asked_at_once() -> None:
    """Nine seats, first decision: all of the tree follows, and shares of endings add up."""
    small = chart(9)
    found = tier_shares(small, "")
    assert np.abs(found.sum(axis=2) - 1).max() < 1e-12
    assert found.shape == (3, 169, len(TIERS))


@pytest.mark.parametrize("players", [2, 3, 6, 9])
def test_the_tree_of_a_shipped_file_is_the_one_that_grows_today(players: int) -> None:
    """Ids, actions and what endings rest on: files of trees with one size stay as they are."""
    small, tree = chart(players), grow_tree(spec(players))
    assert [*small.decisions] == [*tree.spots]
    for acting, one in zip(small.decisions.values(), tree.spots.values(), strict=True):
        assert acting[:2] == (one.player, tuple(one.actions))
    assert [*small.endings] == [ending.node for ending in tree.endings]
    for kind, ending in zip(small.endings.values(), tree.endings, strict=True):
        left = len(ending.betting.left)
        showdown = ending.kind is EndingKind.ALL_IN
        assert TIERS[kind] == (
            "modelled"
            if ending.kind is EndingKind.FLOP
            else {1: "folds", 2: "all_in", 3: "three_way"}[left]
        )
        assert showdown == (kind in "at")
    with zipfile.ZipFile(path(players)) as file:
        assert json.loads(file.read("chart.json"))["spec"] == spec(players).payload()
