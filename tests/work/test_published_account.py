"""A published account of a comparable solver: which figures come out, and by which reading."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.published import node_count, published, shipped_results
from gutshot.holdem.preflop.sizes import shipped_sizes
from gutshot.work.published import solve_published

SHARES = ("bb_folds", "bb_calls", "bb_raises", "six_share", "limps", "raises", "two_share")


def test_of_a_comparable_account_all_but_one_seat_come_out() -> None:
    found = published("comparable-solver")
    results = shipped_results(found)
    theirs = {one.id: one.published for one in found.figures if one.published is not None}
    rows = {one.id: found.found(results, one) for one in found.readings}
    ours = rows["standard"]
    # solved as far as the account says that it was, its shares come out
    for name in SHARES:
        assert abs(rows["their_bar"][name] - theirs[name]) < 1.25, name
    # solved twenty times as far four of seven still do; the rest have moved by what a bar is worth
    off = {name: abs(ours[name] - theirs[name]) for name in SHARES}
    near = {name for name, apart in off.items() if apart < 1.25}
    assert near == {"bb_folds", "bb_raises", "limps", "raises"}
    assert off["bb_calls"] == pytest.approx(1.49, abs=0.01)
    assert off["six_share"] == pytest.approx(1.62, abs=0.01)
    assert off["two_share"] == pytest.approx(1.31, abs=0.01)
    # a big blind for each caller has their number of nodes; the standard schedule does not
    assert round(rows["bb_a_caller"]["nine_nodes"], -3) == theirs["nine_nodes"]
    assert ours["nine_nodes"] < 30_000
    # another seat has their first raise at 200 big blinds, and so have tables where few may call
    near = {name for name, row in rows.items() if abs(row["utg_deep"] - theirs["utg_deep"]) < 1}
    assert near == {"second", "second_bb", "few_calls", "one_calls"}
    # but only the other seat has it beside the rest
    modelled = {name for name in near if abs(rows[name]["six_share"] - theirs["six_share"]) < 2}
    assert modelled == {"second", "second_bb"}
    rest = [abs(rows["second"][one] - theirs[one]) for one in ("bb_folds", "bb_calls", "bb_raises")]
    assert max(rest) < 1.5


def test_a_solve_finds_what_was_kept() -> None:
    """Two seats again; the rest takes minutes and is `gutshot preflop compare --solve`."""
    found = published("comparable-solver")
    small = replace(
        found,
        spots={"two": found.spots["two"]},
        figures=tuple(one for one in found.figures if one.spot == "two"),
        readings=(replace(found.readings[0], spots=("two",)),),
    )
    again = solve_published(small)
    assert again is not None
    kept_two = shipped_results(found)["standard/two"]
    # hands that are indifferent may be played another way, within the bar of both
    assert again["standard/two"].found == pytest.approx(kept_two.found, abs=0.3)


@pytest.mark.parametrize(("sizes", "nodes"), [("standard", 26_918), ("one-bb-a-caller", 43_984)])
def test_nine_seats_deep_have_as_many_nodes_as_the_schedules_say(sizes: str, nodes: int) -> None:
    spec = spec_from({"players": 9, "stack": 200, "sizes": sizes}, "test")
    assert node_count(spec) == nodes
    assert f"{nodes:,}" in shipped_sizes("one-bb-a-caller").source.replace("\n", " ")
