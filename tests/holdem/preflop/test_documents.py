"""What the documents say of spots in files is read, and their example is solved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gutshot.holdem.preflop import solve_preflop, spec_from_toml
from gutshot.holdem.preflop.counting import MOST_BYTES, MOST_DECISIONS, tree_size
from gutshot.holdem.preflop.spec import PreflopSpec
from gutshot.holdem.preflop.tree import grow_tree

DOCS = Path(__file__).parents[3] / "docs"
TEXT = (DOCS / "preflop-spots.md").read_text(encoding="utf-8")


def example() -> PreflopSpec:
    return spec_from_toml((DOCS / "preflop-spot.toml").read_text(encoding="utf-8"), "example", {})


def test_the_example_is_solved_to_its_bar() -> None:
    solution = solve_preflop(example())
    assert solution.converged
    values = solution.solved.certificate.values
    # the house takes something, and nobody loses more than he has
    assert -1 < sum(values) < 0
    assert values[2] > -0.4
    assert min(values) > -2.1


def test_the_example_has_what_its_comments_say() -> None:
    spec = example()
    tree = grow_tree(spec)
    root = tree.spots[""]
    assert spec.seats[root.player] == "BTN"
    assert list(root.actions) == ["F", "C", "R1", "R2", "A"]
    assert [float(root.actions[x].bets[root.player]) for x in ("R1", "R2")] == [4, 5]
    assert spec.seats[tree.spots["F"].player] == "BB"  # the small blind is all-in
    # straddles of 2: three bets of 4, or 7 straddles, and the second re-raise is all-in
    again = tree.spots["R1"]
    assert spec.seats[again.player] == "BB"
    assert [float(again.actions[x].bets[again.player]) for x in ("R1", "R2")] == [12, 14]
    assert set(tree.spots["R1R1-"].actions) == {"F", "C", "A"}


def test_the_schedule_of_the_document_is_read() -> None:
    (schedule,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    spec = spec_from_toml(f"players = 6\n{schedule}", "document", {})
    tree = grow_tree(spec)
    assert list(tree.spots[""].actions) == ["F", "R1", "R2"]
    assert list(tree.spots["FFF"].actions) == ["F", "R"]


def test_every_key_is_in_the_documents() -> None:
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    for key in PreflopSpec.__dataclass_fields__:
        name = key.removesuffix("_bb")
        assert f"`{name}" in TEXT or f"`[{name}" in TEXT or f"`{name}" in readme, key


def test_the_counts_of_the_document_are_counted() -> None:
    text = "players = 9\nstack = 200\n"
    shipped = spec_from_toml(text, "document", {})
    sizes = shipped.payload()["sizes"]
    again = {**sizes["reraise"], "per_caller": 0, "per_caller_bb": 1}
    other = tree_size(spec_from_toml(text, "document", {"sizes": {**sizes, "reraise": again}}))
    assert f"{other.decisions:,}\n  decisions" in TEXT
    assert f"{other.shut_out:,} nodes" in TEXT
    assert f"{other.decisions + other.shut_out:,} nodes" in TEXT
    assert f"As shipped it has {tree_size(shipped).decisions:,}" in TEXT


@pytest.mark.parametrize("said", [f"{MOST_DECISIONS:,}", f"{MOST_BYTES / 1e9:g} GB"])
def test_the_limits_are_those_of_the_document(said: str) -> None:
    assert said in TEXT
