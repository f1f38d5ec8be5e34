"""Tables of several seats against every deal walked through the tree, hand by hand."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gutshot.cfr import CFR_PLUS, ForestGame, drive, grow
from gutshot.holdem.betting import Rake
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop import PreflopChart, read_chart, solve_preflop, write_chart
from gutshot.holdem.preflop.deals import ManyHands, class_weights
from gutshot.holdem.preflop.flop_model import FITTED
from gutshot.holdem.preflop.many_seats import ManySeatPayoff
from gutshot.holdem.preflop.node_ids import acted
from gutshot.holdem.preflop.sizes import Sizes, shipped_sizes, sizes_from
from gutshot.holdem.preflop.spec import PreflopSpec
from gutshot.holdem.preflop.tree import EndingKind, grow_tree
from gutshot.holdem.preflop.worth import worth_of
from gutshot.holdem.three_way.form import (
    DIMENSIONS,
    exact_form,
    fitted_form,
    missing_shares,
    shipped_form,
)
from gutshot.holdem.three_way.pairwise import pairwise_shares
from gutshot.holdem.three_way.table import three_way_shares

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.tree import Ending, Tree

SEED = 11
FEW = 3


def made_up(hands: int) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return weights, equities and three-way shares of hands that no deck knows."""
    draw = np.random.default_rng(SEED)
    weights = draw.uniform(0.1, 1, hands)
    strength = draw.uniform(0.2, 2, (hands, hands, hands))
    equity = np.array([[a / (a + b) for b in strength[:, 0, 0]] for a in strength[:, 0, 0]])
    # any triple's shares, alike for the two others, one in sum
    raw = strength + strength.transpose(0, 2, 1)
    shares = raw / (raw + raw.transpose(1, 0, 2) + raw.transpose(1, 2, 0))
    return weights / weights.sum(), equity, shares


def shares_of(
    hands: tuple[NDArray[np.float64], ...], held: Sequence[int], *, pairwise: bool
) -> list[float]:
    """Return the shares of a pot that two or three hold hands for."""
    _, equity, three = hands
    if len(held) != 3 or pairwise:
        pairs = len(held) * (len(held) - 1) / 2
        return [
            sum(equity[a, b] for j, b in enumerate(held) if j != i) / pairs
            for i, a in enumerate(held)
        ]
    a, b, c = held
    return [float(three[a, b, c]), float(three[b, a, c]), float(three[c, a, b])]


def told(
    spec: PreflopSpec,
    ending: Ending,
    hands: tuple[NDArray[np.float64], ...],
    held: Sequence[int],
    *,
    pairwise: bool,
) -> list[float]:
    """Return what everybody ends with at equal stacks, in plain words, less what he began with."""
    hand = ending.betting
    live = [p for p in range(spec.players) if hand.live[p]]
    bets = [float(stack - left) for stack, left in zip(spec.stacks_bb, hand.stacks, strict=True)]
    second, top = sorted(bets)[-2:]
    bets = [second if bet == top else bet for bet in bets]  # nobody called the rest
    pot = sum(bets) + float(spec.dead_bb)
    net = [-bet for bet in bets]
    if ending.kind is EndingKind.FOLDS:
        net[live[0]] += pot
        return net
    extra, edge = 0.0, 0.0
    behind = float(spec.stacks_bb[0]) - max(bets)
    if ending.kind is EndingKind.FLOP:
        model = spec.flop_model
        extra = model.commitment(behind / pot) * behind
        edge = model.edge(behind / pot)
    played = pot + len(live) * extra
    kept = played - min(float(spec.rake.cap or 99), float(spec.rake.fraction) * played)
    order = [p for p in spec.after_the_flop if hand.live[p]]
    shares = shares_of(hands, [held[p] for p in live], pairwise=pairwise)
    for player, share in zip(live, shares, strict=True):
        bonus = edge * ((player == order[-1]) - (player == order[0]))
        net[player] += (share + bonus) * kept - extra
    return net


def walked(
    tree: Tree,
    game: ForestGame,
    spec: PreflopSpec,
    hands: tuple[NDArray[np.float64], ...],
    *,
    pairwise: bool,
) -> list[float]:
    """Return everybody's EV of the average strategies, deal by deal."""
    names = [{name: slot for slot, name in enumerate(seat.names)} for seat in game.forest.seats]
    strategies = [game.average(player) for player in range(spec.players)]
    ends = {ending.node: ending for ending in tree.endings}

    def ev(node: str, held: Sequence[int]) -> NDArray[np.float64]:
        if node in ends:
            return np.array(told(spec, ends[node], hands, held, pairwise=pairwise))
        if node not in tree.spots:
            return ev(node + "-", held)
        spot = tree.spots[node]
        plays = strategies[spot.player]
        worth: NDArray[np.float64] = np.sum(
            [
                plays[names[spot.player][path_of(node, letter)], held[spot.player]]
                * ev(node + letter, held)
                for letter in spot.actions
            ],
            axis=0,
        )
        return worth

    total = np.zeros(spec.players)
    for held in product(range(FEW), repeat=spec.players):
        total += prod(hands[0][h] for h in held) * ev("", held)
    return total.tolist()


def path_of(node: str, letter: str) -> str:
    """Return the forest's name of an action: seats that are shut out have no letter there."""
    return acted(node) + letter


def spot(players: int, stack: int, **more: object) -> PreflopSpec:
    told = {"deals": "classes", "flop_model": FITTED, **more}
    return PreflopSpec((Fraction(stack),) * players, **told)  # type: ignore[arg-type]


def two_sizes() -> Sizes:
    """Return two sizes wherever there is a raise."""
    table = shipped_sizes("standard").payload()
    table["open"] |= {"other": [2, 3], "small_blind": [2, "5/2"]}
    again = {**table["reraise"], "in_position": [[2, 3]], "out_of_position": [[3, {"to_bb": 7}]]}
    return sizes_from(table | {"reraise": again}, "test")


SPOTS = {
    "three seats": spot(3, 12),
    "four seats, two may enter": spot(4, 9, entrants=2),
    "an ante on top": spot(3, 15, format="ante", ante_bb=Fraction(1)),
    "rake": spot(3, 30, rake=Rake(Fraction(1, 20), Fraction(3, 5))),
    "jam or fold": spot(4, 6, limit="jam"),
    "four may enter": spot(4, 5, limit="jam", entrants=4),
    "limps by everybody": spot(3, 8, limps=("BTN", "SB", "BB")),
    "a straddle": spot(3, 11, straddle=(("BTN", Fraction(2)),)),
    "two sizes": spot(3, 10, sizes=two_sizes()),
}


@cache
def played(name: str, *, pairwise: bool) -> tuple[Tree, ForestGame]:
    spec = SPOTS[name]
    weights, equity, shares = made_up(FEW)
    form = None if pairwise else exact_form(missing_shares(shares, equity))
    tree = grow_tree(spec)
    forest = grow(tree.root, spec.players)
    worths = [worth_of(spec, ending) for ending in tree.endings]
    payoff = ManySeatPayoff(forest, worths, ManyHands(weights, equity, form))
    game = ForestGame(forest, (FEW,) * spec.players, payoff)
    drive(game, target=0, iterations=3, schedule=CFR_PLUS)
    return tree, game


@pytest.mark.parametrize("pairwise", [True, False])
@pytest.mark.parametrize("name", SPOTS)
def test_evs_are_those_of_every_deal_walked_through_the_tree(name: str, *, pairwise: bool) -> None:
    spec = SPOTS[name]
    tree, game = played(name, pairwise=pairwise)
    found = [game.evaluate(player, "average") for player in range(spec.players)]
    expected = walked(tree, game, spec, made_up(FEW), pairwise=pairwise)
    assert found == pytest.approx(expected, abs=2e-6)


@pytest.mark.parametrize("name", SPOTS)
def test_no_chips_are_made_or_lost(name: str) -> None:
    spec = SPOTS[name]
    _, game = played(name, pairwise=False)
    total = sum(game.evaluate(player, "average") for player in range(spec.players))
    if spec.rake.fraction:
        assert total < 0
    else:
        assert total == pytest.approx(float(spec.dead_bb), abs=1e-6)


def test_a_form_in_fewer_dimensions_keeps_the_sum_and_comes_near() -> None:
    weights, equity, shares = made_up(6)
    missing = missing_shares(shares, equity)
    assert exact_form(missing).shares() == pytest.approx(missing, abs=1e-6)
    assert fitted_form(missing, weights, 6).shares() == pytest.approx(missing, abs=1e-6)
    dealt = weights[:, None, None] * weights[:, None] * weights
    errors = []
    for dimensions in (2, 4, 5):
        near = fitted_form(missing, weights, dimensions).shares()
        assert near == pytest.approx(near.transpose(0, 2, 1), abs=1e-6)
        around = near + near.transpose(1, 2, 0) + near.transpose(2, 0, 1)
        assert around == pytest.approx(np.zeros_like(around), abs=1e-5)
        errors.append(float((dealt * (near - missing) ** 2).sum()))
    assert errors == sorted(errors, reverse=True)


def test_the_shipped_form_is_near_the_table() -> None:
    weights = class_weights()
    form = shipped_form()
    assert form.core.shape == (DIMENSIONS, DIMENSIONS * (DIMENSIONS + 1) // 2)
    missing = form.shares()
    squares = 0.0
    hands = [CLASS_NAMES.index(name) for name in ("AA", "22", "AKs", "AKo", "76s", "72o", "T9o")]
    for hand in hands:
        shares = three_way_shares(hand)[..., 0]
        off = np.where(shares > 0, missing[hand] + pairwise_shares(hand)[..., 0] - shares, 0)
        squares += float(weights[hand] * (off**2 @ weights @ weights))
    assert math.sqrt(squares / weights[hands].sum()) < 0.002


@cache
def six_handed() -> PreflopChart:
    spec = spot(6, 100, three_way="pairwise")
    return PreflopChart.of(solve_preflop(spec, exploitability_bb=0.01))


def test_six_seats_by_pairwise_equities_come_out_as_published() -> None:
    """The big blind against the button's 2.2: folds 56.6, calls 28.2, re-raises 15.1 %."""
    node = six_handed().node("FFFRF")
    share = dict(zip(node.actions, 100 * node.frequency, strict=True))
    assert node.seat == "BB"
    assert share["F"] == pytest.approx(56.6, abs=1.5)
    assert share["C"] == pytest.approx(28.2, abs=1.5)
    assert share["R"] == pytest.approx(15.1, abs=1.5)
    assert 100 * six_handed().model_share == pytest.approx(38, abs=2)


def test_seats_open_wider_the_later_they_act() -> None:
    opens = [float(six_handed().node("F" * n).frequency[1]) for n in range(4)]
    assert opens == sorted(opens)
    assert opens[0] < 0.2
    assert opens[3] > 0.4


def test_aces_are_never_folded_where_they_come() -> None:
    chart = six_handed()
    aces = CLASS_NAMES.index("AA")
    for name in chart.nodes:
        node = chart.node(name)
        if node.actions[0] == "F" and node.own_reach[aces] * node.reach > 1e-4:
            assert node.strategy[0, aces] < 0.01, name


def test_the_last_certificate_is_taken_against_the_whole_table() -> None:
    solution = solve_preflop(spot(3, 12), exploitability_bb=0.005)
    by_form = solution.solved.checks[-1].certificate
    by_table = solution.solved.certificate
    assert by_table != by_form
    assert by_table.values == pytest.approx(by_form.values, abs=2e-3)
    assert sum(by_table.values) == pytest.approx(0, abs=1e-6)
    assert solution.converged is (by_table.exploitability <= 0.005)
    assert PreflopChart.of(solution).certificate == by_table


def test_a_call_of_two_jams_is_priced_as_three_hands_were_counted() -> None:
    chart = PreflopChart.of(solve_preflop(spot(3, 7, limit="jam"), exploitability_bb=0.01))
    node, weights = chart.node("AC"), class_weights()
    equity = chart.spot.deals.equity if isinstance(chart.spot.deals, ManyHands) else np.empty(0)
    first, second = (chart.node(name).strategy[1] * weights for name in ("", "A"))
    met = first.sum() * second.sum()
    for name in ("AA", "K9s", "72o"):
        hand = CLASS_NAMES.index(name)
        counted = three_way_shares(hand)[..., 0]
        # three that can't be dealt together have pairwise equities alone
        pairwise = (equity[hand][:, None] + equity[hand]) / 3
        share = first @ np.where(counted > 0, counted, pairwise) @ second / met
        assert node.ev_bb[1, hand] == pytest.approx(21 * share - 7, abs=1e-5)


@pytest.mark.parametrize(
    "spec", [spot(3, 8), spot(4, 6, entrants=2, three_way="pairwise")], ids=["three", "shut out"]
)
def test_a_chart_of_many_seats_is_read_as_it_was_written(spec: PreflopSpec, tmp_path: Path) -> None:
    chart = PreflopChart.of(solve_preflop(spec, exploitability_bb=0.05))
    write_chart(chart, tmp_path / "chart.npz")
    read = read_chart(tmp_path / "chart.npz")
    assert read.spot.spec == spec
    assert read.nodes == chart.nodes
    assert any("-" in name for name in chart.nodes) is (spec.entrants < 3)
    for name in chart.nodes:
        found, wanted = read.node(name), chart.node(name)
        assert found.strategy == pytest.approx(wanted.strategy, abs=1e-14)
        assert found.ev_bb == pytest.approx(wanted.ev_bb, abs=1e-9, nan_ok=True)
        # chances of others times one's own add up to the chance of the node
        assert found.reach == pytest.approx(wanted.reach, abs=1e-12)
