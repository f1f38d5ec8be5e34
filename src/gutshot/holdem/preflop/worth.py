"""What an ending is worth to every seat: constants, pots shared by equities, and edges by hand.

Chips are exact, and so are side pots: a player's worth is what he gets of each pot he can win, less
what he put in. Where chips are behind, the model of the flop says for how much more is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gutshot.holdem.preflop.hand_edges import SEATS_AFTER
from gutshot.holdem.preflop.tree import EndingKind

if TYPE_CHECKING:
    from gutshot.holdem.betting import Rake
    from gutshot.holdem.preflop.hand_edges import HandEdges
    from gutshot.holdem.preflop.spec import PreflopSpec
    from gutshot.holdem.preflop.tree import Ending

__all__ = ["Lying", "SharedPot", "Worth", "lying", "worth_of"]


@dataclass(frozen=True, slots=True)
class SharedPot:
    """Big blinds that go to whoever of two or more players wins."""

    amount: float
    eligible: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """What an ending is worth: to each player a constant and his share of pots.

    constants : by player, net since before posting, in big blinds.
    by_hand : of two players, each with big blinds by feature of his hand (`hand_features`), which
    he wins from the other; () where hands have no edge.
    """

    constants: tuple[float, ...]
    pots: tuple[SharedPot, ...]
    by_hand: tuple[tuple[int, tuple[float, ...]], ...] = ()


class Lying(NamedTuple):
    """What lies where at an ending, in its units, after what nobody called has gone back.

    behind : tuple of int
        By player.
    pots : list of (int, tuple of int)
        Main pot first, and who can win each.
    total : int
        All pots.
    """

    behind: tuple[int, ...]
    pots: list[tuple[int, tuple[int, ...]]]
    total: int


def lying(ending: Ending) -> Lying:
    """Return the pots of an ending; the same as `betting.side_pots` and `uncalled`, in units."""
    moves, hand = ending.moves, ending.hand
    paid = [ante + bet for ante, bet in zip(moves.antes, hand.bets, strict=True)]
    *_, second, top = sorted(paid)
    behind = [stack - bet for stack, bet in zip(moves.stacks, hand.bets, strict=True)]
    if top > second:
        most = paid.index(top)
        paid[most] = second
        behind[most] += top - second
    live = [p for p in range(len(paid)) if hand.live >> p & 1]
    pots: list[tuple[int, tuple[int, ...]]] = []
    before = 0
    for height in sorted({paid[p] for p in live}):
        below = sum(min(height, p) for p in paid)
        pots.append((below - before, tuple(p for p in live if paid[p] >= height)))
        before = below
    total = sum(paid)
    # a player who folded may have put in more than any who is left
    pots[-1] = (pots[-1][0] + total - before, pots[-1][1])
    pots[0] = (pots[0][0] + moves.dead, pots[0][1])
    return Lying(tuple(behind), pots, total + moves.dead)


def worth_of(spec: PreflopSpec, ending: Ending) -> Worth:
    """Return what an ending is worth; of one where all have folded there are no pots."""
    moves = ending.moves
    per_bb = moves.per_bb
    behind, found, total = lying(ending)
    # quotients of whole numbers are rounded once, as a rational's float is
    constants = [
        -((before - left) / per_bb) for before, left in zip(moves.began, behind, strict=True)
    ]
    kept, of = 1, per_bb
    rake = spec.rake
    if rake.fraction and (ending.kind is not EndingKind.FOLDS or not rake.no_flop_no_drop):
        taken, parts = _taken(rake, total, per_bb)
        kept, of = total * parts - taken * per_bb, total * parts * per_bb
    pots = []
    for units, eligible in found:
        amount = units * kept / of
        if len(eligible) == 1:
            constants[eligible[0]] += amount
        else:
            pots.append(SharedPot(amount, eligible))
    if ending.kind is EndingKind.FLOP:
        return _played(spec, ending, constants, pots, total)
    return Worth(tuple(constants), tuple(pots))


def _taken(rake: Rake, total: int, per_bb: int) -> tuple[int, int]:
    """Return the rake of a pot in big blinds, as a quotient."""
    share, of = rake.fraction.as_integer_ratio()
    taken, parts = total * share, of * per_bb
    if rake.cap is not None:
        cap, cap_of = rake.cap.as_integer_ratio()
        if taken * cap_of > cap * parts:
            return cap, cap_of
    return taken, parts


def _played(
    spec: PreflopSpec,
    ending: Ending,
    constants: list[float],
    pots: list[SharedPot],
    total_units: int,
) -> Worth:
    """Return the worth with what is put in after the flop, and the edge of position.

    The players with chips behind put in alike; the last of them to act gets the edge of all that is
    played for, out of the share of the first, or as the model has it.
    """
    moves, hand = ending.moves, ending.hand
    left = [stack - bet for stack, bet in zip(moves.stacks, hand.bets, strict=True)]
    order = [p for p in spec.after_the_flop if hand.live >> p & 1 and left[p] > 0]
    behind = min(left[p] for p in order) / moves.per_bb
    total = total_units / moves.per_bb
    spr = behind / total
    two = len(order) == 2 and hand.live.bit_count() == 2
    model = spec.flop_model
    put_in = (model.commitment_of_two(spr) if two else model.commitment(spr)) * behind
    more = len(order) * put_in
    rake = spec.rake
    if rake.fraction:
        taken = (total + more) * float(rake.fraction)
        cap = taken if rake.cap is None else min(taken, float(rake.cap))
        before, parts = _taken(rake, total_units, moves.per_bb)
        kept = 1 - (cap - before / parts) / (sum(pot.amount for pot in pots) + more)
    else:
        kept = 1.0
    merged: dict[tuple[int, ...], float] = {}
    for pot in pots:
        merged[pot.eligible] = merged.get(pot.eligible, 0.0) + pot.amount * kept
    among = tuple(sorted(order))
    played = [*merged.items(), (among, more * kept)]
    in_all = sum(amount for _, amount in played)
    for player in order:
        constants[player] -= put_in
    by_hand = model.by_hand if two else None
    if by_hand is None:
        for player, edge in model.edges(tuple(order), spr).items():
            constants[player] += edge * in_all
    merged[among] = merged.get(among, 0.0) + more * kept
    shared = tuple(SharedPot(amount, who) for who, amount in merged.items())
    if by_hand is None:
        return Worth(tuple(constants), shared)
    net = total * in_all / (total + more)  # the pot that goes to the flop, less its part of rake
    raised_last = SEATS_AFTER[order.index(hand.raiser)] if hand.raises else ""
    edges = _edges(by_hand, net, spr, raised_last)
    return Worth(tuple(constants), shared, tuple(zip(order, edges, strict=True)))


@lru_cache(maxsize=4096)
def _edges(
    by_hand: HandEdges, net: float, spr: float, raised_last: str
) -> tuple[tuple[float, ...], ...]:
    """Return both seats' big blinds by feature; endings with the same pot share them."""
    found = [net * by_hand.of_features(seat, spr, raised_last) for seat in SEATS_AFTER]
    return tuple(tuple(row.tolist()) for row in found)
