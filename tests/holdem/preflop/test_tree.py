"""Trees of actions before the flop: what may be done, at what size, and how it ends."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from tests.holdem.preflop.spots import Worth, heads_up, jam, told

from gutshot.errors import InputError
from gutshot.holdem.betting import Rake, uncalled
from gutshot.holdem.preflop.flop_model import CHECKED_DOWN, FITTED, FlopModel
from gutshot.holdem.preflop.payoff import line_of
from gutshot.holdem.preflop.spec import PreflopSpec
from gutshot.holdem.preflop.tree import Ending, EndingKind, ending_at, grow_tree
from gutshot.holdem.preflop.worth import worth_of

if TYPE_CHECKING:
    from gutshot.holdem.preflop.moves import Hand, Moves
    from gutshot.holdem.preflop.tree import Tree

ANTE = {"format": "ante", "ante_bb": Fraction(1)}
SPOTS = {
    "100": heads_up(100),
    "17.3": heads_up("17.3"),
    "12.5 with an ante": heads_up("12.5", **ANTE),
    "9 with an ante from the stack": heads_up(9, **ANTE, ante_from_stack=True),
    "1000": heads_up(1000),
    "2.6": heads_up("2.6"),
    "jam at 8": jam(8),
    "jam at 5 with an ante": jam(5, ante=True),
}


def raises_to(tree: Tree, node: str) -> float:
    spot = tree.spots[node]
    return float(spot.actions["R"].bets[spot.player])


@pytest.mark.parametrize("spec", SPOTS.values(), ids=list(SPOTS))
def test_the_tree_and_its_ends_are_those_of_the_plain_rules(spec: PreflopSpec) -> None:
    tree = grow_tree(spec)
    walked, ends, waiting = [], [], [""]
    while waiting:
        node = waiting.pop()
        now = told(spec, node)
        if isinstance(now, Worth):
            ends.append((node, now))
        else:
            walked.append(node)
            assert (tree.spots[node].player, "".join(tree.spots[node].actions)) == now
            waiting += [node + letter for letter in now[1]]
    assert sorted(walked) == sorted(tree.spots)
    found = {ending.node: ending for ending in tree.endings}
    assert sorted(found) == sorted(node for node, _ in ends)
    for node, worth in ends:
        for player in range(2):
            line = line_of(worth_of(spec, found[node]), player)
            assert line.slope == pytest.approx(worth.slopes[player], abs=1e-12)
            assert line.constant == pytest.approx(worth.constants[player], abs=1e-12)


def test_sizes_at_a_hundred_big_blinds() -> None:
    tree = grow_tree(heads_up(100))
    assert tuple(tree.spots[""].actions) == ("F", "C", "R", "A")
    assert tuple(tree.spots["C"].actions) == ("X", "R", "A")
    assert tuple(tree.spots["A"].actions) == ("F", "C")
    sizes = {node: raises_to(tree, node) for node in ("", "C", "CR", "R", "RR", "RRR")}
    assert sizes == {"": 3, "C": 3.5, "CR": 10.5, "R": 12, "RR": 27.6, "RRR": pytest.approx(60.72)}
    # 2.2 times 60.72 is more than there is
    assert tuple(tree.spots["RRRR"].actions) == ("F", "C", "A")
    assert max(map(len, tree.spots)) == 6


def test_a_raise_that_leaves_less_than_a_tenth_is_all_in() -> None:
    """Measured on what would be left of the stack, and not rounded."""
    assert "R" in grow_tree(heads_up("13.33334")).spots["R"].actions  # 12 leaves over 10 %
    assert "R" not in grow_tree(heads_up("13.33333")).spots["R"].actions


def test_a_raise_is_never_less_than_the_rules_allow() -> None:
    for stack in (5, 20, 300):
        for node, spot in grow_tree(heads_up(stack)).spots.items():
            if "R" in spot.actions:
                to = spot.actions["R"].bets[spot.player]
                assert to >= spot.betting.min_raise_to, node


def test_endings_are_classified() -> None:
    kinds = {ending.node: ending.kind for ending in grow_tree(heads_up(100)).endings}
    assert {kinds[node] for node in ("F", "CRF", "RF", "AF", "RRRAF")} == {EndingKind.FOLDS}
    assert {kinds[node] for node in ("AC", "CAC", "RRAC")} == {EndingKind.ALL_IN}
    assert {kinds[node] for node in ("CX", "CRC", "RC", "RRRRC")} == {EndingKind.FLOP}
    short = {ending.node: ending.kind for ending in grow_tree(jam(8)).endings}
    assert short == {"F": 0, "AF": 0, "AC": 1}


def test_only_the_small_blind_may_limp_and_only_three_may_enter() -> None:
    tree = grow_tree(PreflopSpec((Fraction(40),) * 4))
    assert tuple(tree.spots[""].actions) == ("F", "R", "A")
    assert tuple(tree.spots["FF"].actions) == ("F", "C", "R", "A")
    assert tuple(tree.spots["FFC"].actions) == ("X", "R", "A")
    assert tuple(tree.spots["R"].actions) == ("F", "C", "R", "A")
    # a caller in between makes a re-raise one bet higher: 2.2 times 4 + 1
    assert raises_to(tree, "RC") == pytest.approx(2.2 * 5)
    assert "RCC" not in tree.spots  # three are in: the big blind can't enter any more
    assert {e.node: e.kind for e in tree.endings}["RCC-"] is EndingKind.FLOP
    assert all(ending.betting.over for ending in tree.endings)
    names = [node for node in tree.spots if "-" in node]
    assert names
    for ending in tree.endings:
        entered = ending.node.count("-")
        assert len(ending.betting.left) <= 3, entered


@pytest.mark.parametrize("spec", SPOTS.values(), ids=list(SPOTS))
def test_every_end_adds_up_to_the_dead_money(spec: PreflopSpec) -> None:
    for ending in grow_tree(spec).endings:
        first, second = (line_of(worth_of(spec, ending), player) for player in range(2))
        assert first.slope == second.slope
        total = first.slope + first.constant + second.constant
        assert total == pytest.approx(float(spec.dead_bb), abs=1e-10)


def test_folding_costs_what_was_posted() -> None:
    for spec, big_blind in (
        (heads_up(50), -1),
        (heads_up(50, **ANTE), -1),
        (jam(50, ante=True), -2),
    ):
        ends = {ending.node: ending for ending in grow_tree(spec).endings}
        assert line_of(worth_of(spec, ends["F"]), 0) == (0, -0.5, 0)
        assert line_of(worth_of(spec, ends["AF"]), 1) == (0, big_blind, 0)


def test_rake_comes_out_of_the_pots_that_see_a_board() -> None:
    five = Rake(Fraction("0.05"), Fraction(3))
    spec, free = heads_up(100, rake=five), heads_up(100)
    for ending in grow_tree(spec).endings:
        pot = ending.betting.pot - sum(uncalled(ending.betting.paid))
        lines = [line_of(worth_of(spec, ending), player) for player in range(2)]
        taken = -(lines[0].slope + lines[0].constant + lines[1].constant)
        if ending.kind is EndingKind.FOLDS:
            assert lines == [line_of(worth_of(free, ending), player) for player in range(2)]
        elif ending.kind is EndingKind.ALL_IN:
            assert taken == pytest.approx(float(min(pot * five.fraction, Fraction(3))))
        else:
            assert 0.05 * float(pot) - 1e-9 <= taken or taken == pytest.approx(3)


def raised_to_three(moves: Moves) -> Hand:
    """Return a hand that nobody may play here: three big blinds is all-in, but for a millionth."""
    three = 3 * moves.per_bb
    return moves.start._replace(bets=(three, three), waiting=(), raises=1, raiser=0)


@pytest.mark.parametrize("model", [FITTED, CHECKED_DOWN])
def test_a_flop_without_chips_behind_is_an_all_in(model: FlopModel) -> None:
    """Continuous in the SPR down to 0: 1e-6 behind differs by no more than some 1e-6."""
    spec = heads_up("3.000001", flop_model=model)
    ends = {ending.node: ending for ending in grow_tree(spec).endings}
    called = ends["AC"]
    shallow = Ending("RC", EndingKind.FLOP, called.moves, raised_to_three(called.moves))
    assert [float(left) for left in shallow.betting.stacks] == [1e-6] * 2
    for player in range(2):
        flop, all_in = (
            line_of(worth_of(spec, shallow), player),
            line_of(worth_of(spec, called), player),
        )
        for equity in (0.0, 0.12, 0.5, 0.88199631, 1.0):
            wanted = all_in.slope * equity + all_in.constant
            assert flop.slope * equity + flop.constant == pytest.approx(wanted, abs=3e-6)


def test_commitment_and_edge() -> None:
    assert [FITTED.commitment(s) for s in (0.0, 1.0)] == [1.0, 0.5]
    assert FITTED.commitment(16) == pytest.approx(1 / (1 + 16**1.375))
    assert [FITTED.edge(s) for s in (0.0, 1.0, 1e6)] == [0.0, 0.0, 0.07]
    assert FITTED.edge(15) == pytest.approx(-0.02 + 4 * 0.0175)
    grid = [x / 100 for x in range(5_000)]
    for model in (FITTED.commitment, FITTED.edge):
        values = [model(s) for s in grid]
        assert max(abs(b - a) for a, b in pairwise(values)) < 0.01
    assert CHECKED_DOWN.commitment(0.5) == CHECKED_DOWN.edge(50) == 0


@pytest.mark.parametrize("stack", [5, 20, 50, 100, 200])
def test_a_flop_is_worth_no_more_than_can_be_won_or_lost_there(stack: int) -> None:
    spec = heads_up(stack)
    for ending in grow_tree(spec).endings:
        if ending.kind is not EndingKind.FLOP:
            continue
        hand = ending.betting
        for player in range(2):
            line = line_of(worth_of(spec, ending), player)
            for equity in (0.06, 0.5, 0.94):  # no class has less or more against another
                now = line.slope * equity + line.constant + float(hand.paid[player])
                behind, pot = float(hand.stacks[player]), float(hand.pot)
                assert -behind <= now <= pot + behind


def test_the_button_has_position_after_the_flop() -> None:
    spec = heads_up(100)
    ends = {ending.node: ending for ending in grow_tree(spec).endings}
    small_blind, big_blind = (line_of(worth_of(spec, ends["RC"]), player) for player in range(2))
    assert small_blind.constant > big_blind.constant
    assert PreflopSpec((Fraction(50),) * 4).after_the_flop == (2, 3, 0, 1)


def test_every_end_is_found_by_its_line_without_the_tree() -> None:
    """Also where seats are shut out, with their dashes and without; decisions are none."""
    spec = PreflopSpec((Fraction(20),) * 5)
    tree = grow_tree(spec)
    assert any("-" in one.node for one in tree.endings)
    for one in tree.endings:
        for line in (one.node, one.node.replace("-", "")):
            found = ending_at(spec, line)
            assert (found.node, found.kind) == (one.node, one.kind)
            assert (found.hand.bets, found.hand.live) == (one.hand.bets, one.hand.live)
    with pytest.raises(InputError, match="no betting ends at 'FR'"):
        ending_at(spec, "FR")
    with pytest.raises(InputError, match="no betting ends at 'FZ'"):
        ending_at(spec, "FZ")
    with pytest.raises(InputError, match="the betting is over at 'FFFF'"):
        ending_at(spec, "FFFFF")
