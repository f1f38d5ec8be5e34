"""A mixed hand is an indifferent hand: what actions fall short of the best one, where it counts.

What a seat loses by not taking the best action at some nodes, none of which follows from another of
them, weighted by how often it comes there and takes it, is what it would gain by doing so there and
playing on as before. A best response can do that too, so it gains no less.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from gutshot.holdem.hand_classes import CLASSES
from gutshot.holdem.preflop import spec_from
from gutshot.holdem.preflop.chart import chart_of
from gutshot.holdem.preflop.chart_set import REACHED
from gutshot.holdem.preflop.codec import EV_STEP_BB, shares_of
from gutshot.holdem.preflop.kept import kept_chart
from gutshot.render import preflop_audit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.holdem.preflop.chart import ChartNode
    from gutshot.holdem.preflop.chart_set import ChartSet

# a node that has no EVs in the file can lose little: it is reached in a millionth of deals
NOT_SEEN_BB = 2e-6


@cache
def chart(players: int) -> ChartSet:
    found = kept_chart(spec_from({"players": players, "stack": 100}, "shipped"))
    assert found is not None
    return found.chart


class Reached(NamedTuple):
    """A node that the table comes to, and how often it does so with each hand of its seat."""

    player: int
    node: ChartNode
    weights: NDArray[np.float64]

    @property
    def short(self) -> NDArray[np.float64]:
        """By action and hand, what it falls short of the best one."""
        short: NDArray[np.float64] = self.node.ev_bb.max(axis=0) - self.node.ev_bb
        return short


def weights(small: ChartSet, name: str) -> NDArray[np.float64]:
    player, reaches = small.decisions[name].player, small.reaches(name)
    held: NDArray[np.float64] = reaches[player] * small.deals.met(player, reaches)
    return held


@cache
def reached(players: int) -> tuple[Reached, ...]:
    small = chart(players)
    return tuple(
        Reached(acting.player, small.node(name), weights(small, name))
        for name, acting in small.decisions.items()
        if small.ev_lines[acting.first]
    )


def losses(small: ChartSet) -> dict[tuple[int, int], float]:
    """Return by seat and by which decision of his it is what all its nodes lose together.

    Nodes at which a seat decides for the n-th time don't follow from each other.
    """
    out: dict[tuple[int, int], float] = {}
    for one in reached(small.spec.players):
        above = (one.node.node[:end] for end in range(len(one.node.node)))
        turn = sum(
            name in small.decisions and small.decisions[name].player == one.player for name in above
        )
        lost = float((one.node.strategy * one.short).sum(axis=0) @ one.weights)
        out[one.player, turn] = out.get((one.player, turn), 0.0) + lost
    return out


@pytest.mark.parametrize("players", [3, 6])
def test_no_seat_loses_more_by_its_mixes_than_a_best_response_gains(players: int) -> None:
    small = chart(players)
    gains = small.certificate.gains
    found = losses(small)
    assert {player for player, _ in found} == set(range(players))
    for (player, _), lost in found.items():
        assert -EV_STEP_BB < lost <= gains[player] + EV_STEP_BB + NOT_SEEN_BB
    # and it is no empty bound: first decisions alone come to a good part of it for somebody
    assert max(found[player, 0] / gains[player] for player in range(players)) > 0.1


@pytest.mark.parametrize("players", [3, 6])
def test_what_is_mixed_is_nearly_as_good_as_the_best(players: int) -> None:
    """By node, the hands that take two actions or more in a tenth of cases each."""
    small = chart(players)
    seen = 0
    for one in reached(players):
        taken = one.node.strategy > 0.1
        taken &= taken.sum(axis=0) > 1
        held = np.where(taken, one.node.strategy * one.weights, 0.0)
        bound = small.certificate.gains[one.player] + EV_STEP_BB
        assert (held * one.short).sum() <= bound, one.node.node
        if held.sum() > 5e-3:
            # where they come in a deal of two hundred and more they are near ties, on average
            seen += 1
            assert (held * one.short).sum() / held.sum() < 0.05, one.node.node
    assert seen > 7


def test_taking_the_best_action_gains_what_the_mixes_lose() -> None:
    """Played so at one node, by the whole game: the seat's EV rises by just that."""
    with threadpool_limits(1, "blas"):
        check_deviations(chart(3))


def check_deviations(small: ChartSet) -> None:
    whole = small.whole()
    rows = shares_of(small.characters)
    before = whole.certificate.values
    for name in ("", "R", "FR"):
        player, actions, first = small.decisions[name]
        node = whole.node(name)
        short = node.ev_bb.max(axis=0) - node.ev_bb
        lost = float((node.strategy * short).sum(axis=0) @ weights(small, name))
        best = rows.copy()
        best[first : first + len(actions)] = 0
        best[first + node.ev_bb.argmax(axis=0), np.arange(CLASSES)] = 1
        after = chart_of(whole.spot, best, whole.iterations, whole.bar_bb).certificate.values
        assert lost > 0
        assert after[player] - before[player] == pytest.approx(lost, abs=1e-12)


def test_aces_are_never_folded() -> None:
    for players in (2, 3, 6):
        for one in reached(players):
            if one.node.own_reach[0] >= REACHED and "F" in one.node.actions:
                assert one.node.strategy[one.node.actions.index("F"), 0] == 0, one.node.node


@pytest.mark.parametrize("players", [2, 3])
def test_losses_by_node_are_those_of_the_gaps_and_none_is_more_than_a_gain(players: int) -> None:
    whole = chart(players).whole()
    found = whole.mix_losses
    assert set(found) == set(whole.nodes)
    for name, lost in found.items():
        player = whole.spot.tree.spots[name].player
        assert 0 <= lost <= whole.certificate.gains[player] + 1e-9
        node = whole.node(name)
        if node.reach < REACHED:
            continue
        short = np.nan_to_num(node.ev_bb.max(axis=0) - node.ev_bb)
        reaches = whole.reaches(name)
        weights = reaches[player] * whole.deals.met(player, reaches)
        assert lost == pytest.approx(
            float((node.strategy * short).sum(axis=0) @ weights), abs=1e-12
        )
    assert max(found.values()) > 1e-5


def test_what_is_lost_beyond_a_gain_is_listed() -> None:
    """A chart whose gains were less than its losses would be told node by node."""
    whole = chart(3).whole()
    assert preflop_audit._mixes(whole)["violations"] == []
    nothing = replace(whole.certificate, gains=(0.0,) * 3)
    most = max(whole.mix_losses, key=whole.mix_losses.__getitem__)
    object.__setattr__(whole, "certificate", nothing)
    told = preflop_audit._mixes(whole)
    assert most in {one["node"] for one in told["violations"]}
    assert "MORE than a best response gains" in preflop_audit._mix_words(whole)
