"""What endings are worth in prizes, told plainly: each outcome's stacks, priced in rationals."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from gutshot.holdem.icm import icm_equities
from gutshot.holdem.preflop.tree import EndingKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.tree import Ending


class Hands(NamedTuple):
    """Hands that no deck knows.

    weights : (hands,). wins, ties : (hands, hands) of two.
    three : (hands, hands, hands, 8) chances by who shares, bit i for the i-th.
    """

    weights: NDArray[np.float64]
    wins: NDArray[np.float64]
    ties: NDArray[np.float64]
    three: NDArray[np.float64]

    @property
    def equity(self) -> NDArray[np.float64]:
        return self.wins + self.ties / 2


@cache
def worth_in_prizes(
    stacks: tuple[Fraction, ...], prizes: tuple[Fraction, ...]
) -> tuple[Fraction | float, ...]:
    return icm_equities(stacks, prizes).equities


class Settled(NamedTuple):
    """Chips when the betting is over and the model of the flop has had its part."""

    behind: list[Fraction]
    bets: list[Fraction]
    antes: Fraction
    edges: dict[int, float]

    def pots(self, live: Sequence[int]) -> tuple[Fraction, Fraction, list[int]]:
        """Return the main pot, what is on top of it, and who can win that."""
        low = min(self.bets[p] for p in live)
        main = sum((min(bet, low) for bet in self.bets), self.antes)
        side = sum((max(bet - low, Fraction(0)) for bet in self.bets), Fraction(0))
        deep = [p for p in live if self.bets[p] > low]
        return (main, side, deep) if deep else (main + side, Fraction(0), [])


def settled(spec: PreflopSpec, ending: Ending) -> Settled:
    hand = ending.betting
    live = [p for p in range(spec.players) if hand.live[p]]
    bets, behind = [*hand.paid], [*hand.stacks]
    second, top = sorted(bets)[-2:]
    for player, bet in enumerate(bets):
        if bet == top:  # nobody called the rest
            bets[player] = second
            behind[player] += top - second
    edges = dict.fromkeys(live, 0.0)
    if ending.kind is EndingKind.FLOP:
        order = [p for p in spec.after_the_flop if p in live and behind[p]]
        depth = min(behind[p] for p in order)
        spr = float(depth / sum(bets, hand.dead))
        share = Fraction(spec.flop_model.commitment(spr)) * depth
        for player in order:
            behind[player] -= share
            bets[player] += share
        edges[order[-1]] += spec.flop_model.edge(spr)
        edges[order[0]] -= spec.flop_model.edge(spr)
    return Settled(behind, bets, hand.dead, edges)


def outcomes_of(
    spec: PreflopSpec, ending: Ending, hands: Hands, held: Sequence[int]
) -> list[tuple[float, tuple[Fraction, ...]]]:
    """Return every outcome's chance and the stacks that it leaves, in plain words."""
    live = [p for p in range(spec.players) if ending.betting.live[p]]
    chips = settled(spec, ending)
    main, side, deep = chips.pots(live)

    def after(winners: Sequence[int], side_winners: Sequence[int]) -> tuple[Fraction, ...]:
        out = [*chips.behind]
        for who, amount in ((winners, main), (side_winners, side)):
            for player in who:
                out[player] += amount / len(who)
        return tuple(out)

    if len(live) == 1:
        return [(1.0, after(live, live))]
    chances = chances_of(ending, hands, [held[p] for p in live])
    found = {tuple(live[i] for i in who): chance for who, chance in chances.items()}
    for player, edge in chips.edges.items():
        found[player,] += edge
    if len(deep) < 2:
        return [(chance, after(who, deep)) for who, chance in found.items()]
    u, v = deep
    (third,) = set(live) - {u, v}
    taking = {who: [p for p in who if p in deep] for who in found}
    out = [(found[who], after(who, part)) for who, part in taking.items() if part]
    # u gets as much of the side pot as he would of one against v alone; edges are on top
    got = sum(found[who] * (u in part) / len(part) for who, part in taking.items() if part)
    first = float(hands.equity[held[u], held[v]]) + chips.edges[u] - got
    out.append((first, after([third], [u])))
    out.append((found[third,] - first, after([third], [v])))
    return out


def chances_of(ending: Ending, hands: Hands, held: Sequence[int]) -> dict[tuple[int, ...], float]:
    """Return the chances of who shares the pot; at a flop somebody wins it whole."""
    if len(held) == 2:
        a, b = held
        found = {
            (0,): float(hands.wins[a, b]),
            (1,): float(hands.wins[b, a]),
            (0, 1): float(hands.ties[a, b]),
        }
    else:
        by_winners = hands.three[tuple(held)]
        found = {
            tuple(i for i in range(3) if winners >> i & 1): float(by_winners[winners])
            for winners in range(1, 8)
        }
    if ending.kind is not EndingKind.FLOP:
        return found
    shares: dict[tuple[int, ...], float] = {(i,): 0.0 for i in range(len(held))}
    for who, chance in found.items():
        for i in who:
            shares[i,] += chance / len(who)
    return shares


def told(spec: PreflopSpec, ending: Ending, hands: Hands, held: Sequence[int]) -> list[float]:
    """Return what everybody's prizes grow by, in big blinds, by exact ICM of every outcome."""
    start = worth_in_prizes(spec.stacks_bb + spec.elsewhere, spec.prizes)
    out = np.zeros(spec.players)
    whole = 0.0
    for chance, stacks in outcomes_of(spec, ending, hands, held):
        prizes = worth_in_prizes(stacks + spec.elsewhere, spec.prizes)
        assert float(sum(prizes)) == pytest.approx(float(sum(spec.prizes)), rel=1e-12)
        gained = [chance * float(p - s) for p, s in zip(prizes, start, strict=True)]
        out += gained[: spec.players]
        whole += chance
    assert whole == pytest.approx(1, abs=1e-12)
    return [float(prize) / float(spec.prize_of_bb) for prize in out]
