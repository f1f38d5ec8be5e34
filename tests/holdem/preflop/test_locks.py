"""Locked nodes of spots: exact answers to them, charts that keep them, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.holdem.preflop.linear_programme import optimum
from tests.holdem.preflop.spots import FEW, deals_of, heads_up, jam

from gutshot.cfr import certify
from gutshot.errors import InputError
from gutshot.holdem.class_equities import BOARDS, class_equities
from gutshot.holdem.hand_classes import CLASS_NAMES, class_index, compatible_combos
from gutshot.holdem.preflop import PreflopChart, read_chart, read_set, solve_preflop, write_chart
from gutshot.holdem.preflop.chart_set import pack_chart
from gutshot.holdem.preflop.game import build_game
from gutshot.holdem.preflop.kept import chart_name
from gutshot.holdem.preflop.locks import FREE, NodeLock, forest_locks, locked_chances, locked_hands
from gutshot.holdem.preflop.spec import PreflopSpec
from gutshot.holdem.preflop.spec_reading import spec_from, spec_from_toml
from gutshot.render.preflop_payload import node_payload, solution_payload
from gutshot.render.preflop_text import hand_text, node_text, nodes_text, solution_text

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.holdem.preflop.chart_set import ChartSet

JAMS = "22+,A2s+,A7o+,KTs+,KQo:0.5,72o:0.125"


def lock(node: str, rest: str = "", **ranges: str) -> NodeLock:
    return NodeLock(node, tuple(ranges.items()), rest)


def jammed() -> dict[str, Fraction]:
    """Return the chance of each hand of `JAMS`, told once more in plain words."""
    out = {}
    for name in CLASS_NAMES:
        high, low, suits = name[0], name[1], name[2:]
        ace = high == "A" and (suits == "s" or low in "789TJQK")
        king = high == "K" and suits == "s" and low in "TJQ"
        out[name] = Fraction(high == low or ace or king)
    return out | {"KQo": Fraction(1, 2), "72o": Fraction(1, 8)}


@pytest.mark.parametrize("stack", [5, 10, 20])
def test_the_best_call_of_a_locked_jam_is_that_of_every_deal_counted(stack: int) -> None:
    spec = replace(jam(stack), locks=(lock("", A=JAMS),))
    found = solve_preflop(spec)
    node = PreflopChart.of(found).node("A")
    wins, ties = class_equities()
    combos, jams = compatible_combos(), jammed()
    won = Fraction(0)  # by the big blind, over all deals
    for number, name in enumerate(CLASS_NAMES):
        met, called = Fraction(0), Fraction(0)
        for other, against in enumerate(CLASS_NAMES):
            ways = int(combos[number, other]) * jams[against]
            boards = int(combos[number, other]) * BOARDS
            equity = Fraction(2 * int(wins[number, other]) + int(ties[number, other]), 2 * boards)
            met += ways
            called += ways * (2 * stack * equity - stack)
            won += (int(combos[number, other]) - ways) * Fraction(1, 2)  # he folds his small blind
        assert node.ev_bb[1, number] == pytest.approx(float(called / met), abs=1e-9)
        better = called / met + 1
        if abs(better) > Fraction(1, 10**4):
            assert node.strategy[1, number] == pytest.approx(float(better > 0), abs=1e-3), name
        won += max(called, -met)
    value = won / int(combos.sum())
    assert found.solved.certificate.values[1] == pytest.approx(float(value), abs=2e-8)
    assert found.solved.certificate.gains[0] == pytest.approx(0, abs=1e-12)
    assert found.solved.certificate.exploitability <= 1e-8


@pytest.mark.parametrize("stack", [6, 15])
def test_partly_locked_jam_or_fold_is_the_optimum_of_a_linear_programme(stack: int) -> None:
    free = jam(stack)
    locks = (
        lock("", "free", A="72o,K2o:0.5,QJs", F="AA,K2o:0.5"),
        lock("A", "free", C="32o,A5s:0.25", F="KK,A5s:0.75"),
    )
    found = solve_preflop(replace(free, locks=locks), exploitability_bb=1e-7)
    spot = found.spot
    best = optimum(spot, forest_locks(spot.spec, spot.game.forest))
    assert found.solved.certificate.values[0] == pytest.approx(best.value, abs=2e-7)
    assert best.value != pytest.approx(optimum(build_game(free)).value, abs=1e-3)


def test_an_equilibrium_that_is_locked_to_itself_keeps_its_values() -> None:
    free = heads_up(25)
    before = solve_preflop(free, exploitability_bb=1e-4)
    root = PreflopChart.of(before).node("")
    sure = {
        letter: ",".join(
            name for number, name in enumerate(CLASS_NAMES) if root.strategy[row, number] > 0.9999
        )
        for row, letter in enumerate(root.actions)
    }
    named = {letter: text for letter, text in sure.items() if text}
    assert len(named) > 2
    after = solve_preflop(replace(free, locks=(lock("", FREE, **named),)), exploitability_bb=1e-4)
    assert after.converged
    assert after.solved.certificate.values == pytest.approx(
        before.solved.certificate.values, abs=2e-4
    )


def everything(spec: PreflopSpec, player: int) -> tuple[NodeLock, ...]:
    """Return locks of all nodes of a seat: aces take the last action, and the rest the first."""
    spots = build_game(spec).tree.spots
    return tuple(
        NodeLock(name, ((list(spot.actions)[-1], "AA,KK,AKs:0.5"),), next(iter(spot.actions)))
        for name, spot in spots.items()
        if spot.player == player
    )


@pytest.mark.parametrize("player", [0, 1])
def test_against_a_seat_that_is_locked_everywhere_nothing_is_left(player: int) -> None:
    free = heads_up(30)
    spec = replace(free, locks=everything(free, player))
    found = solve_preflop(spec, exploitability_bb=1e-5)
    assert found.converged
    assert found.solved.certificate.gains[player] == pytest.approx(0, abs=1e-12)
    assert found.solved.certificate.gains[1 - player] <= 1e-5
    # and the locked seat would gain much, were it free
    freed = build_game(free).game
    for seat, sequences in enumerate(freed.forest.seats):
        reach = found.spot.game.average(seat)
        for slot in range(1, sequences.slots):
            reach[slot] *= reach[sequences.parent[slot]]
        freed.state()[f"total{seat}"][...] = reach
    freed.refresh()
    measured = certify(freed)
    assert measured.values == pytest.approx(found.solved.certificate.values, abs=1e-9)
    assert measured.gains[player] > 0.1


@pytest.fixture(scope="module")
def three() -> PreflopChart:
    """Return a chart of three seats, the button opening as it is told, the big blind in part."""
    locks = (lock("", R="22+,A2s+,KTo+,A5o:0.3333"), lock("RF", "free", A="A5s", F="JJ"))
    spec = PreflopSpec((Fraction(20),) * 3, three_way="pairwise", locks=locks)
    return PreflopChart.of(solve_preflop(spec))


def test_a_chart_of_three_seats_plays_its_locks(three: PreflopChart) -> None:
    assert three.certificate.exploitability <= three.spec.bar_bb
    assert three.certificate.gains[0] > 0  # the button has free nodes too
    root = three.node("")
    assert root.locked.all()
    for name, raised in (("22", 1), ("KTo", 1), ("A5o", 0.3333), ("K9o", 0), ("AA", 1)):
        by_action = dict(zip(root.actions, root.strategy[:, class_index(name)], strict=True))
        assert by_action == pytest.approx({"F": 1 - raised, "R": raised, "A": 0})
    part = three.node("RF")
    assert np.flatnonzero(part.locked).tolist() == sorted(map(class_index, ("A5s", "JJ")))
    assert part.strategy[part.actions.index("A"), class_index("A5s")] == 1
    assert part.strategy[0, class_index("JJ")] == 1
    assert part.strategy[0, class_index("QQ")] < 0.01
    assert not three.node("F").locked.any()


def test_the_files_of_a_chart_keep_its_locks(three: PreflopChart, tmp_path: Path) -> None:
    write_chart(three, tmp_path / "one.npz")
    again = read_chart(tmp_path / "one.npz")
    assert again.spec == three.spec
    assert again.certificate.gains == pytest.approx(three.certificate.gains, abs=1e-9)
    file, certificate = pack_chart(three)
    (tmp_path / "two.chart").write_bytes(file)
    small = read_set(tmp_path / "two.chart")
    assert small.spec == three.spec
    whole = small.whole()
    assert whole.certificate.gains == pytest.approx(certificate.gains, abs=1e-9)
    for found in (again, small, whole):
        for name in ("", "RF"):
            held = three.node(name).locked
            assert (found.node(name).locked == held).all()
            assert (found.strategy(name)[:, held] == three.strategy(name)[:, held]).all()
    told_the_same(three, small)


def told_the_same(chart: PreflopChart, small: ChartSet) -> None:
    for found in (chart, small):
        assert "BTN" in nodes_text(found)
        assert "all hands locked" in nodes_text(found)
        assert "Locked here: all hands; they do" in node_text(found, found.node(""))
        assert "Locked here: 2 hands, JJ,A5s; they do" in node_text(found, found.node("RF"))
        assert "Locked here" not in node_text(found, found.node("F"))
        said = hand_text(found.node("RF"), class_index("JJ"), since_start=True)
        assert said.endswith("JJ is locked here: its shares are the spot's own.")
        other = hand_text(found.node("RF"), class_index("QQ"), since_start=True)
        assert "locked" not in other
        payload = node_payload(found.node("RF"))
        assert payload["locked_hands"] == 2
        assert [n for n, hand in payload["hands"].items() if hand["locked"]] == ["A5s", "JJ"]


def test_a_solve_says_what_is_locked() -> None:
    found = solve_preflop(replace(jam(10), locks=(lock("", "free", A="72o"), lock("A", C="AA"))))
    text = solution_text(found)
    assert "2 nodes locked" in text.splitlines()[0]
    assert "Locked, not solved: SB at '' (1 hand); BB at 'A' (all hands)." in text
    assert solution_payload(found)["spec"]["locks"] == {
        "": {"A": "72o", "rest": "free"},
        "A": {"C": "AA", "rest": "F"},
    }


def test_locks_that_mean_the_same_are_one_spot() -> None:
    texts = (
        '[locks.r]\nc = "KK,AA,A5s:0.5,A4s:0.50"\n[locks.""]\nF = "72o"\nrest = "free"',
        '[locks.""]\nrest = "free"\nF = "72o"\n[locks.R]\nC = "KK+,A5s-A4s:0.5"\nrest = "F"',
    )
    one, two = (spec_from_toml(text, "spot.toml", {}) for text in texts)
    assert one == two
    assert [found.node for found in one.locks] == ["", "R"]
    assert chart_name(one) == chart_name(two) != chart_name(replace(one, locks=()))
    assert spec_from(one.payload(), "chart") == one
    assert "locks" not in heads_up(100).payload()


def test_chances_are_exact_and_the_rest_takes_what_is_left() -> None:
    spec = replace(heads_up(100), locks=(lock("R", "c", R="AA:0.7,KK:0.1", A="AA:0.3"),))
    (settled,) = spec.locks
    chances = locked_chances(settled, ["F", "C", "R", "A"])
    assert chances[:, class_index("AA")].tolist() == [0, 0, 0.7, 0.3]
    assert chances[:, class_index("KK")].tolist() == [0, 0.9, 0.1, 0]
    assert chances[:, class_index("72o")].tolist() == [0, 1, 0, 0]
    assert locked_hands(spec, "R").all()
    assert not locked_hands(spec, "").any()


def test_where_nobody_can_fold_the_rest_checks() -> None:
    spec = replace(heads_up(100), locks=(lock("C", R="AA"),))
    assert spec.locks[0].rest == "X"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("locks = 3", "locks are tables, one a node"),
        ("[locks]\nR = 3", "is a table of ranges by action, and rest"),
        ("[locks.R]\nR = 3", r"\[locks.R\]: R is a text in quotes, not '3'"),
        ('[locks.Q]\nR = "AA"', r"\[locks.Q\]: there is no node 'Q': after '' the actions are"),
        ('[locks.F]\nR = "AA"', r"\[locks.F\]: there is no node 'F': the betting is over"),
        ('[locks.R]\nX = "AA"', r"\[locks.R\]: 'X' is no action there; there are F, C, R, A"),
        ('[locks.R]\nrest = "X"', r"\[locks.R\]: 'X' is no action there; there are F, C, R, A"),
        ('[locks.R]\nR = "AA"\nr = "KK"', r"\[locks.R\]: an action is there twice"),
        ('[locks.R]\nR = "AA"\n[locks.r]\nR = "AA"', r"\[locks.r\]: the node is locked twice"),
        ('[locks.R]\nR = "KK+"\nC = "AA:0.25"', "the chances of AA add up to 1.25; 1 at most"),
        ('[locks.R]\nR = "KK:0.5"\nrest = "free"', "the chances of KK add up to 0.5; with rest"),
        ('[locks.R]\nrest = "free"', "with rest = 'free' name a hand at least"),
        ('[locks.R]\nR = "AsAh"', r"\[locks.R\]: R: combos of a class differ"),
        ('[locks.R]\nR = "JkAs"', r"\[locks.R\]: R: can't read 'JkAs' as a hand"),
        ('[locks.R]\nR = "AA:1.5"', r"\[locks.R\]: R: 'AA:1.5' has no weight that can be used"),
        ('[locks.R]\nR = ""', r"\[locks.R\]: R: can't read '' as a hand"),
        (
            'players = 6\n[locks.RCC]\nC = "AA"',
            r"\[locks.RCC\]: BTN is shut out there by the cap of 3 entrants",
        ),
    ],
)
def test_what_can_not_be_locked_is_refused_in_one_line(text: str, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong) as refused:
        spec_from_toml(text, "spot.toml", {})
    assert "\n" not in str(refused.value)


def test_a_stack_at_which_a_locked_node_is_not_there_is_refused() -> None:
    spec = replace(heads_up(100), locks=(lock("RRRR", C="AA"),))
    with pytest.raises(InputError, match=r"\[locks.RRRR\]: there is no node 'RRRR'"):
        spec.with_stack(Fraction(10))


def test_locks_are_of_the_169_classes() -> None:
    with pytest.raises(InputError, match="chance for each of its actions and hands"):
        build_game(replace(jam(10), locks=(lock("", A="AA"),)), deals_of(FEW))
