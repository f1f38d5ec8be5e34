"""Sizes of trees that were never grown, against trees that were, and memory against a solve."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from tests.holdem.preflop import slow_rules
from tests.holdem.preflop.test_rules import MANY_SIZES, SPOTS, spot

from gutshot.errors import InputError
from gutshot.holdem.preflop.counting import (
    MOST_BYTES,
    MOST_DECISIONS,
    check_size,
    tree_size,
)
from gutshot.holdem.preflop.game import build_game
from gutshot.holdem.preflop.node_ids import shut_out_at
from gutshot.holdem.preflop.tree import grow_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from gutshot.holdem.preflop.spec import PreflopSpec

HUGE = f'players = 9\nstack = 200\nlimps = "all"\nentrants = 4\n{MANY_SIZES}'
MEASURE = """
import json, sys
from gutshot.holdem.preflop import solve_preflop, spec_from_toml
from gutshot.render.preflop_payload import solution_payload

def told(name):
    with open("/proc/self/status") as file:
        return next(1024 * int(line.split()[1]) for line in file if line.startswith(name))

spec = spec_from_toml(sys.argv[1], "spot", {})
before = told("VmRSS")
payload = solution_payload(solve_preflop(spec, iterations=2))
# the peak that getrusage tells begins with that of the process that started this one
print(json.dumps([payload["memory_bytes"], told("VmHWM") - before]))
"""


@pytest.mark.parametrize("text", SPOTS.values(), ids=list(SPOTS))
def test_counts_are_those_of_the_slow_rules(text: str) -> None:
    spec = spot(text)
    size = tree_size(spec)
    decisions = endings = actions = 0
    ids = []
    for node, _, after in slow_rules.walked(spec):
        ids.append(node)
        decisions += bool(after)
        endings += not after
        actions += len(after)
    assert size.whole
    assert (size.decisions, size.endings, size.actions) == (decisions, endings, actions)
    assert size.shut_out == len(shut_out_at(ids))


@pytest.mark.parametrize(
    "text",
    [
        "players = 9\nstack = 200",
        'players = 6\nstack = 100\nlimps = "all"\ncold_calls = ["BTN", "BB"]',
        f"players = 6\nstacks = [20, 100, 35, 8, 100, 60]\n{MANY_SIZES}",
    ],
)
def test_counts_of_larger_trees_are_those_of_grown_ones(text: str) -> None:
    spec = spot(text)
    size, tree = tree_size(spec), grow_tree(spec)
    assert (size.decisions, size.endings) == (len(tree.spots), len(tree.endings))
    assert size.actions == sum(len(one.after) for one in tree.spots.values())


def seconds_of(work: Callable[[PreflopSpec], object], spec: PreflopSpec) -> float:
    """CPU seconds, the least of three: collecting garbage takes longer than a count."""
    told = []
    for _ in range(3):
        begun = time.process_time()
        work(spec)
        told.append(time.process_time() - begun)
    return min(told)


def test_counting_takes_a_fraction_of_growing() -> None:
    spec = spot("players = 9\nstack = 200")
    assert 5 * seconds_of(tree_size, spec) < seconds_of(grow_tree, spec)


def test_a_tree_that_is_too_large_is_refused_with_what_would_do() -> None:
    begun = time.process_time()
    with pytest.raises(InputError) as caught:
        check_size(spot(HUGE))
    assert time.process_time() - begun < 20
    said = str(caught.value)
    assert "\n" not in said
    assert said.startswith("the tree has 2,921,010 decisions and takes 68.4 GB; up to 400,000 and")
    found = re.findall(
        r"(one size a node|limps = .*?|entrants = 3|all of these) leaves (\d[\d,]*\d)", said
    )
    assert [what for what, _ in found] == [
        "one size a node",
        'limps = ["SB"]',
        "entrants = 3",
        "all of these",
    ]
    one = dict(found)
    usual = spot(HUGE.replace('"all"', '["SB"]'))
    assert one['limps = ["SB"]'] == f"{tree_size(usual).decisions:,}"
    assert one["entrants = 3"] == f"{tree_size(spot(HUGE.replace('= 4', '= 3', 1))).decisions:,}"
    with pytest.raises(InputError, match="the tree has 2,921,010 decisions"):
        build_game(spot(HUGE))


def test_counting_stops_where_it_is_told_to() -> None:
    size = tree_size(spot(HUGE), 1_000)
    assert not size.whole
    assert 1_000 < size.decisions < 2_921_010
    assert tree_size(spot("stack = 100"), 1_000).whole


def test_what_is_solved_today_is_within_the_limits() -> None:
    size = check_size(spot("players = 9\nstack = 200"))
    assert size.decisions < MOST_DECISIONS / 10
    assert size.memory_bytes < MOST_BYTES / 4


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from the system")
@pytest.mark.parametrize(
    "text", ["players = 7\nstack = 150", 'players = 5\nstack = 60\nlimps = "all"\nentrants = 4']
)
def test_memory_is_what_a_solve_takes(text: str) -> None:
    small = "players = 3\nstack = 15"
    # the first process may have to compile, which takes memory of its own
    _, told = (
        subprocess.run(
            [sys.executable, "-c", MEASURE, spec], capture_output=True, check=True, text=True
        ).stdout
        for spec in (small, text)
    )
    estimate, found = json.loads(told)
    assert found == pytest.approx(estimate, rel=0.2)
