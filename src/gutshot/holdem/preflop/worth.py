"""What an ending is worth to every seat: constants, and pots that are shared by equities.

Chips are exact, and so are side pots: a player's worth is what he gets of each pot he can win, less
what he put in. Where chips are behind, the model of the flop says for how much more is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gutshot.holdem.betting import side_pots, uncalled
from gutshot.holdem.preflop.tree import EndingKind

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.tree import Ending

__all__ = ["SharedPot", "Worth", "worth_of"]


@dataclass(frozen=True, slots=True)
class SharedPot:
    """Big blinds that go to whoever of two or more players wins."""

    amount: float
    eligible: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """What an ending is worth: to each player a constant and his share of pots.

    constants : by player, net since before posting, in big blinds.
    """

    constants: tuple[float, ...]
    pots: tuple[SharedPot, ...]


def worth_of(spec: PreflopSpec, ending: Ending) -> Worth:
    """Return what an ending is worth; of one where all have folded there are no pots."""
    hand = ending.betting
    back = uncalled(hand.paid)
    paid = [p - b for p, b in zip(hand.paid, back, strict=True)]
    seats = range(spec.players)
    spent = [spec.stacks_bb[p] - hand.stacks[p] - back[p] for p in seats]
    total = hand.pot - sum(back)
    flop = ending.kind is not EndingKind.FOLDS
    taken = spec.rake.of(total, flop=flop)
    kept = 1 - taken / total
    constants = [-float(amount) for amount in spent]
    pots = []
    for pot in side_pots(paid, hand.live, total - sum(paid)):
        amount = float(pot.amount * kept)
        if len(pot.eligible) == 1:
            constants[pot.eligible[0]] += amount
        else:
            pots.append(SharedPot(amount, pot.eligible))
    if ending.kind is EndingKind.FLOP:
        return _played(spec, ending, constants, pots, total)
    return Worth(tuple(constants), tuple(pots))


def _played(
    spec: PreflopSpec,
    ending: Ending,
    constants: list[float],
    pots: list[SharedPot],
    total: Fraction,
) -> Worth:
    """Return the worth with what is put in after the flop, and the edge of position.

    The players with chips behind put in alike; the last of them to act gets the edge of all that is
    played for, out of the share of the first.
    """
    hand = ending.betting
    order = [p for p in spec.after_the_flop if hand.live[p] and hand.stacks[p] > 0]
    behind = float(min(hand.stacks[p] for p in order))
    spr = behind / float(total)
    put_in = spec.flop_model.commitment(spr) * behind
    more = len(order) * put_in
    rake = spec.rake
    if rake.fraction:
        taken = (float(total) + more) * float(rake.fraction)
        cap = taken if rake.cap is None else min(taken, float(rake.cap))
        before = float(rake.of(total, flop=True))
        kept = 1 - (cap - before) / (sum(pot.amount for pot in pots) + more)
    else:
        kept = 1.0
    pots = [SharedPot(pot.amount * kept, pot.eligible) for pot in pots]
    pots.append(SharedPot(more * kept, tuple(sorted(order))))
    edge = spec.flop_model.edge(spr) * sum(pot.amount for pot in pots)
    for player in order:
        constants[player] -= put_in
    constants[order[-1]] += edge
    constants[order[0]] -= edge
    merged: dict[tuple[int, ...], float] = {}
    for pot in pots:
        merged[pot.eligible] = merged.get(pot.eligible, 0.0) + pot.amount
    return Worth(tuple(constants), tuple(SharedPot(amount, who) for who, amount in merged.items()))
