"""Flops of three that are checked down: the price of a chart is three-way equity of the pot."""

from __future__ import annotations

import math
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.holdem.preflop.spots import spot

from gutshot.cfr import grow
from gutshot.holdem.hand_classes import CLASSES, class_index
from gutshot.holdem.preflop.deals import by_combos, class_weights, many_hands
from gutshot.holdem.preflop.game import build_game, by_the_table
from gutshot.holdem.preflop.many_seats import ManySeatPayoff
from gutshot.holdem.preflop.tree import EndingKind, grow_tree
from gutshot.holdem.preflop.worth import worth_of
from gutshot.holdem.three_way import count_three_way
from gutshot.holdem.three_way.form import exact_form, missing_shares
from gutshot.holdem.three_way.table import LARGEST_SHARE_ERROR, shares_of_outcomes, shares_of_three

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.cfr import Forest
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.tree import Ending

CLOSE = 1e-6
FEW = ("AA", "KQs", "T9o", "72o", "55")
CHECKED = {"flop_model": {"checked_down": True}}


def is_flop_of_three(ending: Ending) -> bool:
    return ending.kind is EndingKind.FLOP and ending.hand.live.bit_count() == 3


def pot_and_paid(spec: PreflopSpec, ending: Ending) -> tuple[float, list[float]]:
    """Return the pot and what each seat has in it; of equal stacks, in big blinds."""
    left = ending.betting.stacks
    paid = [float(s - now) for s, now in zip(spec.stacks_bb, left, strict=True)]
    return sum(paid) + float(spec.dead_bb), paid


def shares_at(
    payoff: ManySeatPayoff,
    forest: Forest,
    weights: NDArray[np.float64],
    spec: PreflopSpec,
    ending: Ending,
    end: int,
    who: int,
    held: Sequence[NDArray[np.float64]],
) -> NDArray[np.float64]:
    """Return the share of the pot that each hand of a player gets, (hands,).

    held : by seat its chances of hands; nobody comes anywhere but to this end.
    """
    reaches = []
    for seat, chances in zip(range(forest.players), held, strict=True):
        reach = np.zeros((forest.seats[seat].slots, len(weights)))
        reach[forest.slots[seat, end]] = chances / (chances @ weights)
        reaches.append(reach)
    net = payoff.gradient(who, reaches)[forest.slots[who, end]] / weights
    pot, paid = pot_and_paid(spec, ending)
    return (net + paid[who]) / pot  # type: ignore[no-any-return]


@pytest.mark.parametrize("players", [3, 4])
def test_a_flop_of_three_that_is_checked_down_is_three_way_equity_of_the_pot(players: int) -> None:
    """Of the payoff that charts are measured by: the table's shares, whoever holds what."""
    spec = spot(players, 100, ante="0.5", format="ante", **CHECKED)
    game = by_the_table(build_game(spec))
    payoff, forest = game.game.payoff, game.game.forest
    assert isinstance(payoff, ManySeatPayoff)
    table, equity = shares_of_three(), by_combos().won / by_combos().chance
    draw = np.random.default_rng(3)
    ends = [
        end
        for end, kind in enumerate(forest.kinds.tolist())
        if is_flop_of_three(game.tree.endings[kind])
    ]
    for end in draw.choice(ends, 6, replace=False).tolist():
        ending = game.tree.endings[forest.kinds[end]]
        live = [p for p in range(players) if ending.hand.live >> p & 1]
        for who in live:
            one, two = (p for p in live if p != who)
            b, c = draw.integers(CLASSES, size=2).tolist()
            held = [np.ones(CLASSES) for _ in range(players)]
            held[one], held[two] = np.eye(CLASSES)[b], np.eye(CLASSES)[c]
            found = shares_at(payoff, forest, class_weights(), spec, ending, end, who, held)
            wanted = table[:, b, c]
            # three that can't be dealt together share by pairs: no deal asks for them
            wanted = np.where(wanted > 0, wanted, (equity[:, b] + equity[:, c]) / 3)
            assert np.abs(found - wanted).max() < CLOSE
            # and against all hands at once
            held[one], held[two] = draw.random((2, CLASSES))
            found = shares_at(payoff, forest, class_weights(), spec, ending, end, who, held)
            theirs = [held[p] * class_weights() for p in (one, two)]
            theirs = [chances / chances.sum() for chances in theirs]
            pairs = (equity[:, :, None] + equity[:, None, :]) / 3
            all_of_them = np.where(table > 0, table, pairs) @ theirs[1] @ theirs[0]
            assert np.abs(found - all_of_them).max() < CLOSE


@cache
def counted() -> NDArray[np.float64]:
    """Return the first hand's share of a pot of three of a few, as deals are counted, (n, n, n).

    Of three that can't be dealt together it is 0.
    """
    out = np.zeros((len(FEW),) * 3)
    for at in product(range(len(FEW)), repeat=3):
        if len({*at}) > 1 or FEW[at[0]] not in {"AA", "55"}:
            found = np.array(count_three_way([class_index(FEW[n]) for n in at]), np.float64)
            out[at] = shares_of_outcomes(found / found.sum())[0]
    return out


def test_where_hands_are_counted_the_payoff_is_their_equity() -> None:
    """With shares that nobody rounded, a few hands: each against each two others, 1e-6 of a pot."""
    spec = spot(3, 100, **CHECKED)
    tree = grow_tree(spec)
    forest = grow(tree.root, 3)
    at = np.ix_(*[[class_index(name) for name in FEW]] * 2)
    weights = np.full(len(FEW), 1 / len(FEW))
    form = exact_form(missing_shares(counted(), many_hands("table").equity[at]))
    dealt = many_hands("table")._replace(
        weights=weights, equity=many_hands("table").equity[at], three_way=form
    )
    payoff = ManySeatPayoff(forest, [worth_of(spec, one) for one in tree.endings], dealt)
    end, ending = next(
        (end, tree.endings[kind])
        for end, kind in enumerate(forest.kinds.tolist())
        if is_flop_of_three(tree.endings[kind])
    )
    seen = 0
    for who in range(3):
        one, two = (p for p in range(3) if p != who)
        for b, c in product(range(len(FEW)), repeat=2):
            held = [np.ones(len(FEW)) for _ in range(3)]
            held[one], held[two] = np.eye(len(FEW))[b], np.eye(len(FEW))[c]
            found = shares_at(payoff, forest, weights, spec, ending, end, who, held)
            there = counted()[:, b, c] > 0
            assert np.abs(found - counted()[:, b, c])[there].max() < CLOSE
            seen += int(there.sum())
    # three times the same pair can't be dealt, everything else can
    assert seen == 3 * (len(FEW) ** 3 - 2)


def test_the_shipped_table_is_the_count_within_its_rounding() -> None:
    at = np.ix_(*[[class_index(name) for name in FEW]] * 3)
    off = np.abs(shares_of_three()[at] - counted())
    assert 0 < off.max() <= LARGEST_SHARE_ERROR


def test_the_form_of_a_solve_is_off_by_what_is_said() -> None:
    """While a chart is solved, pots are 0.121 points off, root mean square; 2.12 at most."""
    table = shares_of_three()
    weights = class_weights()
    form = many_hands("table").three_way
    assert form is not None
    off = form.shares() - missing_shares(table, many_hands("table").equity)
    square = float(np.einsum("abc,a,b,c->", off**2, weights, weights, weights, optimize=True))
    assert 100 * math.sqrt(square) == pytest.approx(0.121, abs=0.001)
    assert 100 * np.abs(off[table > 0]).max() == pytest.approx(2.12, abs=0.01)
