"""Prizes: every deal walked through the tree, each outcome's stacks priced exactly."""

from __future__ import annotations

import math
from functools import cache
from itertools import permutations, product
from math import prod
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.holdem.preflop.slow_prizes import Hands, told
from tests.holdem.preflop.spots import spot

from gutshot.cfr import CFR_PLUS, ForestGame, drive, grow
from gutshot.evaluate.strength._kernels import strengths
from gutshot.holdem.hand_classes import class_of_combos, combo_cards, hand_class
from gutshot.holdem.icm import icm_equities
from gutshot.holdem.icm.many import many_equities
from gutshot.holdem.preflop import solve_preflop, spec_from
from gutshot.holdem.preflop.deals import ManyHands, TwoHands, class_weights, many_hands
from gutshot.holdem.preflop.game import build_game
from gutshot.holdem.preflop.many_seats import ManySeatPayoff
from gutshot.holdem.preflop.node_ids import acted
from gutshot.holdem.preflop.prize_seats import PrizeSeatPayoff
from gutshot.holdem.preflop.prizes import prize_worths
from gutshot.holdem.preflop.tree import grow_tree
from gutshot.holdem.preflop.worth import Worth, worth_of
from gutshot.holdem.three_way.form import exact_form, fitted_form, missing_shares
from gutshot.holdem.three_way.outcomes_form import (
    outcomes_form,
    shipped_outcomes_form,
)
from gutshot.holdem.three_way.table import chops_of_three, shares_of_outcomes, three_way_outcomes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.spec import PreflopSpec

SEED = 7
FEW = 3


@cache
def made_up(hands: int = FEW) -> Hands:
    draw = np.random.default_rng(SEED)
    weights = draw.uniform(0.1, 1, hands)
    tie = draw.uniform(0.05, 0.3, (hands, hands))
    tie = (tie + tie.T) / 2
    strength = draw.uniform(0.2, 2, hands)
    wins = strength[:, None] / (strength[:, None] + strength) * (1 - tie)
    # symmetric in the order in which the three are named
    raw = draw.uniform(0.1, 1, (hands, hands, hands, 8))
    raw[..., 0b111] /= 2
    return Hands(weights / weights.sum(), wins, tie, _symmetric(raw))


def _symmetric(raw: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return chances that are those of the same hands in any order, 1 in sum."""
    out = np.zeros_like(raw)
    size = len(raw)
    for held in product(range(size), repeat=3):
        for order in permutations(range(3)):
            there = tuple(held[place] for place in order)
            for winners in range(1, 8):
                turned = sum((winners >> place & 1) << i for i, place in enumerate(order))
                out[(*held, winners)] += raw[(*there, turned)]
    out[..., 0] = 0
    total: NDArray[np.float64] = out.sum(axis=-1, keepdims=True)
    return out / total


def many(hands: Hands, *, few: int = 0) -> ManyHands:
    """Return hands as they are dealt to a table; few : dimensions, 0 for all."""
    shares = shares_of_outcomes(hands.three)[..., 0]
    missing = missing_shares(shares, hands.equity)
    form = fitted_form(missing, hands.weights, few) if few else exact_form(missing)
    outcomes = outcomes_form(form, hands.weights, hands.three[..., 3], hands.three[..., 7])
    return ManyHands(hands.weights, hands.equity, form, hands.ties, lambda: outcomes)


FIVE_PAID = {"payouts": [50, 30, 14, 5, 1], "stacks_elsewhere": [12, 7, 5]}
SPOTS = {
    "three seats": spot(3, 12, format="bubble", **FIVE_PAID),
    "two may enter": spot(4, 9, format="final-table", entrants=2, payouts=[3, 2], ante="1/2"),
    "ante from the stack": spot(3, 5, format="bubble", ante_from_stack=True, **FIVE_PAID),
    "jam or fold on the bubble": spot(3, 6, format="bubble", limit="jam"),
    "four seats, side pots": spot(
        4, 5, format="bubble", ante_from_stack=True, limit="jam", **FIVE_PAID
    ),
    "nobody elsewhere": spot(
        4, 7, format="bubble", payouts=[50, 30, 20], stacks_elsewhere=[], limit="jam"
    ),
}


@cache
def played(name: str) -> ForestGame:
    spec = SPOTS[name]
    tree = grow_tree(spec)
    forest = grow(tree.root, spec.players)
    payoff = PrizeSeatPayoff(forest, prize_worths(spec, tree.endings), many(made_up()))
    game = ForestGame(forest, (FEW,) * spec.players, payoff)
    drive(game, target=0, iterations=3, schedule=CFR_PLUS)
    return game


def walked(spec: PreflopSpec, game: ForestGame, hands: Hands) -> list[float]:
    """Return everybody's EV of the average strategies, deal by deal."""
    tree = grow_tree(spec)
    names = [{name: slot for slot, name in enumerate(seat.names)} for seat in game.forest.seats]
    strategies = [game.average(player) for player in range(spec.players)]
    ends = {ending.node: ending for ending in tree.endings}
    known: dict[tuple[str, tuple[int, ...]], NDArray[np.float64]] = {}

    def ev(node: str, held: tuple[int, ...]) -> NDArray[np.float64]:
        if node in ends:
            live = ends[node].betting.live
            shown = tuple(h if alive else 0 for h, alive in zip(held, live, strict=True))
            if (node, shown) not in known:
                known[node, shown] = np.array(told(spec, ends[node], hands, shown))
            return known[node, shown]
        if node not in tree.spots:
            return ev(node + "-", held)
        at = tree.spots[node]
        plays = strategies[at.player]
        out = np.zeros(spec.players)
        for letter in at.actions:
            chance = plays[names[at.player][acted(node) + letter], held[at.player]]
            if chance:
                out += chance * ev(node + letter, held)
        return out

    total = np.zeros(spec.players)
    for held in product(range(FEW), repeat=spec.players):
        total += prod(hands.weights[h] for h in held) * ev("", held)
    return total.tolist()


@pytest.mark.parametrize("name", SPOTS)
def test_evs_are_those_of_every_deal_walked_through_the_tree(name: str) -> None:
    game = played(name)
    found = [game.evaluate(player, "average") for player in range(game.players)]
    assert found == pytest.approx(walked(SPOTS[name], game, made_up()), abs=2e-6)


def test_prizes_of_a_table_without_others_add_up_to_nothing() -> None:
    spec = SPOTS["nobody elsewhere"]
    for worth in prize_worths(spec, grow_tree(spec).endings):
        vectors = [worth.constants, *worth.by_equity.values(), *worth.by_tie.values()]
        if worth.shares is not None and worth.chops is not None:
            vectors += [*worth.shares, *worth.chops]
        for vector in vectors:
            assert math.fsum(vector) == pytest.approx(0, abs=1e-9)
    game = played("nobody elsewhere")
    total = sum(game.evaluate(player, "average") for player in range(game.players))
    assert total == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    "spec",
    [
        spot(2, 9, format="bubble", **FIVE_PAID),
        spec_from(
            {"players": 2, "stacks": [7, 12], "format": "final-table", "ante_from_stack": True},
            "test",
        ),
    ],
    ids=["equal", "uneven"],
)
def test_two_seats_as_well(spec: PreflopSpec) -> None:
    hands = made_up()
    chance = np.outer(hands.weights, hands.weights)
    dealt = TwoHands(chance, chance * hands.equity, chance * hands.ties)
    game = build_game(spec, dealt).game
    drive(game, target=0, iterations=3, schedule=CFR_PLUS)
    found = [game.evaluate(player, "average") for player in range(2)]
    assert found == pytest.approx(walked(spec, game, hands), abs=1e-9)


@pytest.mark.parametrize("few", [0, 2])
@pytest.mark.parametrize("ante_from_stack", [False, True])
def test_where_the_winner_takes_all_prizes_are_chips(few: int, *, ante_from_stack: bool) -> None:
    """With a dead ante, which is everybody's by his share of the chips, but for a constant."""
    spec = spot(
        4, 6, format="bubble", ante_from_stack=ante_from_stack, payouts=[9], stacks_elsewhere=[4]
    )
    hands = many(made_up(), few=few)
    tree = grow_tree(spec)
    forest = grow(tree.root, 4)
    chips = ManySeatPayoff(forest, [worth_of(spec, ending) for ending in tree.endings], hands)
    prizes = PrizeSeatPayoff(forest, prize_worths(spec, tree.endings), hands)
    draw = np.random.default_rng(SEED)
    reaches = [draw.uniform(0, 1, (seat.slots, FEW)) for seat in forest.seats]
    nobody = [Worthless(forest, hands).gradient(player, reaches) for player in range(4)]
    dead = float(spec.dead_bb * spec.stacks_bb[0] / sum(spec.stacks_bb + spec.elsewhere))
    for player in range(4):
        found = prizes.gradient(player, reaches) + dead * nobody[player]
        expected = chips.gradient(player, reaches)
        assert found == pytest.approx(expected, abs=2e-5 * np.abs(expected).max())


class Worthless(ManySeatPayoff):
    """Every end is worth 1 to everybody."""

    def __init__(self, forest: Forest, hands: ManyHands) -> None:
        ones = [Worth((1.0,) * forest.players, ())] * (int(forest.kinds.max()) + 1)
        super().__init__(forest, ones, hands)


def test_of_two_who_are_left_prizes_are_chips_times_a_constant() -> None:
    """Second place is sure: only the difference to the first is played for."""
    chips = spot(2, 12, format="cash", flop_model="fitted")
    prizes = spot(2, 12, format="bubble", ante=0, payouts=[65, 35], stacks_elsewhere=[])
    alike = [
        solve_preflop(spec, exploitability_bb=1e-9, iterations=100).solved.certificate.values
        for spec in (chips, prizes)
    ]
    assert alike[1] == pytest.approx([0.3 * value for value in alike[0]], abs=1e-9)


def test_a_spot_is_read_as_it_is_told() -> None:
    for spec in (*SPOTS.values(), spot(9, 15, format="final-table")):
        assert spec_from(spec.payload(), "test") == spec


@pytest.mark.parametrize("players", [2, 5, 10, 14])
def test_many_tables_are_worth_what_each_is(players: int) -> None:
    draw = np.random.default_rng(players)
    stacks = draw.integers(1, 60, (6, players)).astype(np.float64)
    stacks[0, : players // 2] = 0
    stacks[1, -1] = 0
    stacks[2] = stacks[3][::-1]
    prizes = [23, 17, 13.5, 11, 9.5, 8, 7, 6, 5]
    told: list[float] = []
    found = many_equities(stacks, prizes, told.append)
    for row, table in zip(found, stacks, strict=True):
        assert row == pytest.approx([*map(float, icm_equities(table.tolist(), prizes).equities)])
    assert told == sorted(told)
    assert told[-1] == 1


def test_outcomes_in_all_dimensions_are_those_of_the_hands() -> None:
    hands = made_up(4)
    outcomes = many(hands).outcomes
    assert outcomes is not None
    form = outcomes()
    chops, shares = hands.three, shares_of_outcomes(hands.three)
    missing = missing_shares(shares[..., 0], hands.equity)
    rows, columns = np.tril_indices(4)
    of_b, of_c = missing.transpose(1, 0, 2), missing.transpose(1, 2, 0)
    even = (missing, chops[..., 3] + chops[..., 5], chops[..., 6], chops[..., 7])
    odd = (of_b - of_c, chops[..., 3] - chops[..., 5])
    for found, expected in zip((*form.even, *form.odd), (*even, *odd), strict=True):
        assert found == pytest.approx(expected[:, rows, columns], abs=1e-6)


def test_the_shipped_outcomes_are_near_the_table() -> None:
    """Root mean squares over all deals of three classes, as `shipped_outcomes_form` states them."""
    form, weights = shipped_outcomes_form(), class_weights()
    squares = np.zeros(2)
    basis = form.basis
    rows, columns = np.tril_indices(basis.shape[1])
    two, three = chops_of_three()
    for hand in (0, 50, 168):
        outcomes = three_way_outcomes(hand)
        assert np.array_equal(two[hand], outcomes[..., 0b011].astype(np.float32))
        assert np.array_equal(three[hand], outcomes[..., 0b111].astype(np.float32))
    for number, table in ((2, two.transpose(2, 0, 1)), (3, three)):
        core = np.zeros((basis.shape[1],) * 3)
        core[:, rows, columns] = core[:, columns, rows] = form.even[number]
        near = np.einsum("ai,ijk->ajk", basis, core)
        near = np.tensordot(np.tensordot(near, basis, (1, 1)), basis, (1, 1))
        off = (near - table) ** 2
        squares[number - 2] = weights @ (off @ weights @ weights)
    assert np.sqrt(squares) == pytest.approx([0.0014, 0.0004], abs=0.00005)


def test_a_side_pot_goes_nearly_as_to_the_cards() -> None:
    """How often u beats v where w wins, by the equity of the two and the seven outcomes of three.

    Against random deals; over many threes of classes the error has a root mean square of 2.2
    points, and 7.6 if u and v were even there.
    """
    draw = np.random.default_rng(SEED)
    equity = many_hands("pairwise").equity
    off, even = [], []
    for _ in range(12):
        six = draw.permutation(52)[:6].tolist()
        u, v, w = (hand_class(six[i], six[i + 1]) for i in (0, 2, 4))
        deals = _dealt((u, v, w), draw, 4_000)
        ranks = [strengths(deals[:, [2 * i, 2 * i + 1, 6, 7, 8, 9, 10]]) for i in range(3)]
        third = (ranks[2] > ranks[0]) & (ranks[2] > ranks[1])
        won = (third & (ranks[0] > ranks[1])).mean() + (third & (ranks[0] == ranks[1])).mean() / 2
        chances = three_way_outcomes(u)[v, w]
        told = equity[u, v] - chances[0b001] - chances[0b101] - chances[[0b011, 0b111]].sum() / 2
        off.append(told - won)
        even.append(third.mean() / 2 - won)
    assert np.sqrt(np.mean(np.square(off))) < 0.035
    assert np.sqrt(np.mean(np.square(even))) > 0.05


def _dealt(
    classes: tuple[int, int, int], draw: np.random.Generator, boards: int
) -> NDArray[np.uint8]:
    """Return random deals of three classes with boards, (deals, 11) cards."""
    combos = [combo_cards()[class_of_combos() == number] for number in classes]
    hands = [held[draw.integers(0, len(held), 4 * boards)] for held in combos]
    cards = np.concatenate(hands, axis=1)
    ordered = np.sort(cards, axis=1)
    cards = cards[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)][:boards]
    keys = draw.random((len(cards), 52))
    np.put_along_axis(keys, cards.astype(np.int64), 2.0, axis=1)
    board = np.argpartition(keys, 5, axis=1)[:, :5]
    return np.concatenate([cards, board], axis=1).astype(np.uint8)
