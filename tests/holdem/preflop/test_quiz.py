"""Questions come as often as their decisions do at a table, and cost what the chart says."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.cards.seeded import SeededSource
from gutshot.errors import InputError
from gutshot.holdem.hand_classes import CLASSES, class_index, hand_class
from gutshot.holdem.preflop import PreflopChart, PreflopSpec, read_set, solve_preflop, spec_from
from gutshot.holdem.preflop.chart_set import REACHED, pack_chart
from gutshot.holdem.preflop.closeness import gap_bb, near_actions, near_bb
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.holdem.preflop.locks import NodeLock
from gutshot.holdem.preflop.quiz import (
    KINDS,
    VERDICTS,
    Grade,
    Question,
    Questions,
    grade,
    kind_of,
    questions_of,
)

if TYPE_CHECKING:
    from pathlib import Path

    from gutshot.holdem.preflop.chart_set import ChartSet


@cache
def shipped(players: int) -> ChartSet:
    found = kept_chart(spec_from({"players": players, "stack": 100}, "test"))
    assert found is not None
    return found.chart


@cache
def asked(players: int) -> Questions:
    return questions_of(shipped(players))


def too_far(counts: dict[str, int], expected: dict[str, float]) -> float:
    """Return by how many standard deviations a chi-square is above its mean."""
    total = sum(counts.values())
    rare = {name for name, share in expected.items() if share * total < 8}
    pooled = {name: share * total for name, share in expected.items() if name not in rare}
    seen = {name: counts.get(name, 0) for name in pooled}
    rest = total - sum(pooled.values())
    chi = sum((seen[name] - most) ** 2 / most for name, most in pooled.items())
    if rest > 8:
        chi += (total - sum(seen.values()) - rest) ** 2 / rest
    freedom = len(pooled) - 1 + (rest > 8)
    return float((chi - freedom) / (2 * freedom) ** 0.5)


@pytest.mark.parametrize("players", [2, 6])
def test_nodes_are_drawn_as_often_as_the_table_comes_there(players: int) -> None:
    chart, questions, source = shipped(players), asked(players), SeededSource(7)
    counts = Counter(questions.draw(source).node for _ in range(60_000))
    reached = {name: chart.node(name).reach for name in questions.nodes}
    total = sum(reached.values())
    assert min(reached.values()) >= REACHED
    assert abs(too_far(counts, {name: reach / total for name, reach in reached.items()})) < 5


def test_hands_are_drawn_by_combos_and_by_what_their_seat_does() -> None:
    chart, source = shipped(6), SeededSource(8)
    combos = np.array([6 if r == c else 4 if r < c else 12 for r in range(13) for c in range(13)])
    for node in ("", "FFR"):
        only = asked(6).only(position=chart.node(node).seat)
        drawn = (only.draw(source) for _ in range(150_000))
        counts = Counter(str(one.hand) for one in drawn if one.node == node)
        here = combos * chart.node(node).own_reach
        expected = {str(hand): float(here[hand] / here.sum()) for hand in range(CLASSES)}
        assert abs(too_far(counts, expected)) < 5


def played_out(chart: ChartSet, deals: int) -> Counter[tuple[str, int]]:
    """Play a chart on dealt cards; return how often each decision with a choice was met."""
    dice = random.Random(5)  # noqa: S311 - a sample, repeatable
    strategies = {name: chart.strategy(name) for name in chart.nodes}
    met: Counter[tuple[str, int]] = Counter()
    for _ in range(deals):
        cards = dice.sample(range(52), 4)
        hands = [hand_class(*cards[:2]), hand_class(*cards[2:])]
        node = ""
        while node in chart.decisions:
            player, actions, _ = chart.decisions[node]
            met[node, hands[player]] += len(actions) > 1
            shares = strategies[node][:, hands[player]]
            node += dice.choices(actions, shares.tolist())[0]
    return met


def test_weights_are_those_of_cards_dealt_from_one_deck() -> None:
    questions, deals = asked(2), 40_000
    met = played_out(shipped(2), deals)
    decisions = sum(met.values())
    total = float(questions.weights.sum())
    # a deal has two decisions or so: what it brings is between none and the deepest line
    assert abs(decisions / deals - total) < 5 * (6 / deals) ** 0.5
    counts = {f"{node} {hand}": count for (node, hand), count in met.items()}
    expected = {
        f"{node} {hand}": float(weight / total)
        for node, row in zip(questions.nodes, questions.weights, strict=True)
        for hand, weight in enumerate(row)
    }
    # decisions of one deal hang together, so that counts vary by up to their number more
    assert abs(too_far(counts, expected)) < 12


@pytest.mark.parametrize("players", [2, 6])
def test_nothing_is_asked_that_hardly_ever_comes(players: int) -> None:
    chart, questions = shipped(players), asked(players)
    for row in range(0, len(questions.nodes), 7):
        node = chart.node(questions.nodes[row])
        weighed = questions.weights[row] > 0
        assert not weighed[node.own_reach < REACHED].any()
        assert weighed[node.own_reach >= REACHED].all()
        assert np.isfinite(node.ev_bb[:, weighed]).all()
    left_out = [name for name in chart.nodes if name not in set(questions.nodes)]
    for name in left_out[::97]:
        assert chart.node(name).reach < REACHED or len(chart.decisions[name].actions) < 2


@pytest.mark.parametrize("players", [2, 6])
def test_an_answer_costs_what_the_chart_s_evs_say(players: int) -> None:
    chart, source = shipped(players), SeededSource(9)
    verdicts: Counter[str] = Counter()
    for _ in range(400):
        question = asked(players).draw(source)
        node = chart.node(question.node)
        evs = node.ev_bb[:, question.hand]
        within = near_bb(chart, node)
        near = near_actions(node, question.hand, within)
        for row, action in enumerate(node.actions):
            found = grade(chart, question, action)
            short = float(evs.max() - evs[row])
            assert found.right == (short < within)
            assert found.lost_bb == (0.0 if short < within else short)
            assert found.ev_bb == tuple(evs.tolist())
            assert found.frequency == tuple(node.strategy[:, question.hand].tolist())
            assert found.right == (action in near or short == 0)
            verdicts[found.verdict] += 1
            if found.verdict == "mixed":
                assert node.strategy[row, question.hand] > 0.05
                assert short < within
    assert set(verdicts) == set(VERDICTS)


def made_up(frequency: tuple[float, ...], evs: tuple[float, ...], action: str) -> Grade:
    return Grade(Question("", 0), action, ("F", "C", "R"), frequency, evs, 0.01)


@pytest.mark.parametrize(
    ("frequency", "evs", "action", "verdict", "lost"),
    [
        ((0.0, 0.0, 1.0), (-1.0, 0.5, 0.6), "R", "best", 0.0),
        ((0.0, 0.0, 1.0), (-1.0, 0.5, 0.6), "C", "mistake", 0.1),
        ((0.0, 0.5, 0.5), (-1.0, 0.595, 0.6), "C", "mixed", 0.0),
        ((0.0, 0.5, 0.5), (-1.0, 0.595, 0.6), "R", "mixed", 0.0),
        ((0.0, 0.04, 0.96), (-1.0, 0.595, 0.6), "C", "indifferent", 0.0),
        ((0.0, 0.96, 0.04), (-1.0, 0.595, 0.6), "R", "indifferent", 0.0),
        # half of the time, and yet a mistake: the certificate is finer than the gap
        ((0.5, 0.0, 0.5), (0.4, 0.5, 0.6), "F", "mistake", 0.2),
        # worth least, and never taken
        ((0.0, 1.0, 0.0), (0.5999, 0.595, 0.6), "F", "indifferent", 0.0),
    ],
)
def test_verdicts(
    frequency: tuple[float, ...], evs: tuple[float, ...], action: str, verdict: str, lost: float
) -> None:
    found = made_up(frequency, evs, action)
    assert found.verdict == verdict
    assert found.lost_bb == pytest.approx(lost)
    assert found.right == (verdict != "mistake")


def test_close_decisions_have_a_cheap_mistake_above_the_certificate() -> None:
    chart, source = shipped(6), SeededSource(10)
    close = asked(6).only(close_bb=0.03)
    for _ in range(200):
        question = close.draw(source)
        node = chart.node(question.node)
        lost = [grade(chart, question, action).lost_bb for action in node.actions]
        assert near_bb(chart, node) <= min(one for one in lost if one) <= 0.03
        if sum(not one for one in lost) == 1:
            assert gap_bb(node)[question.hand] == min(one for one in lost if one)
    kept = close.weights > 0
    assert (close.weights[kept] == asked(6).weights[kept]).all()
    dear = asked(6).cheapest_bb > 0.03
    assert not kept[dear].any()
    assert kept[~dear & (asked(6).weights > 0)].all()


def test_a_position_alone() -> None:
    chart, source = shipped(6), SeededSource(11)
    button = asked(6).only(position="btn")
    seats = {chart.node(button.draw(source).node).seat for _ in range(50)}
    assert seats == {"BTN"}
    parts = [asked(6).only(position=seat).weights for seat in chart.spec.seats]
    assert (np.sum(parts, axis=0) == asked(6).weights).all()


def test_what_can_t_be_asked_is_said() -> None:
    with pytest.raises(
        InputError, match="there is no UTG here; the seats are LJ, HJ, CO, BTN, SB, BB"
    ):
        asked(6).only(position="UTG")
    with pytest.raises(InputError, match="give more than 0"):
        asked(6).only(close_bb=0.0)
    with pytest.raises(InputError, match="give more than 0"):
        asked(6).only(close_bb=float("nan"))
    with pytest.raises(InputError, match="no decision of this chart fits"):
        asked(6).only(close_bb=0.0001)
    with pytest.raises(InputError, match="'X' is none of the actions here: F, R, A"):
        grade(shipped(6), Question("", 0), "X")
    with pytest.raises(InputError, match="no decision at 'ZZ'"):
        grade(shipped(6), Question("ZZ", 0), "F")
    assert not asked(6).has(Question("ZZ", 0))
    assert asked(6).has(Question("", class_index("72o")))


def test_locked_hands_have_no_choice(tmp_path: Path) -> None:
    lock = NodeLock("", (("A", "77+"),))
    spec = PreflopSpec((Fraction(8),) * 2, limit="jam", locks=(lock,))
    solution = solve_preflop(spec, exploitability_bb=0.001)
    path = tmp_path / "locked.chart"
    path.write_bytes(pack_chart(PreflopChart.of(solution))[0])
    questions = questions_of(read_set(path))
    assert questions.chart.spec.locks
    drawn = {questions.draw(SeededSource(12)).node for _ in range(20)}
    assert drawn == {"A"}


@pytest.mark.parametrize(
    ("node", "kind"),
    [
        ("", "first in"),
        ("FFF", "first in"),
        ("FC", "after a limp"),
        ("FCF", "after a limp"),
        ("FR", "against a raise"),
        ("FCR2", "against a raise"),
        ("FR1CR3", "against a 3-bet"),
        ("RRR", "against a 4-bet or more"),
        ("RRRR", "against a 4-bet or more"),
        ("RRA", "against an all-in"),
        ("A-F", "against an all-in"),
        ("RAR", "against a 4-bet or more"),
    ],
)
def test_kinds_of_nodes(node: str, kind: str) -> None:
    assert kind_of(node) == kind
    assert kind in KINDS
