"""The rules of preflop trees once more, in rationals and with `betting`: slow, and every seat read.

Amounts of a schedule are looked up in the spot's own payload, as a file has them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from gutshot.holdem.betting import side_pots, uncalled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gutshot.holdem.betting import Betting
    from gutshot.holdem.preflop import PreflopSpec


@dataclass(frozen=True)
class Told:
    """What was done so far: raises with who made them, calls since, who is in by his own will."""

    raisers: tuple[int, ...]
    callers: tuple[int, ...]
    entered: frozenset[int]


def begun(spec: PreflopSpec) -> tuple[Betting, Told]:
    betting = spec.betting()
    return betting, Told((), (), frozenset(p for p, s in enumerate(betting.stacks) if s == 0))


def walked(spec: PreflopSpec) -> Iterator[tuple[str, Betting, dict[str, Betting]]]:
    """Yield every node with its hand and what follows: no actions at an ending."""
    waiting = [("", *begun(spec))]
    while waiting:
        node, betting, told = waiting.pop()
        if betting.over:
            yield node, betting, {}
            continue
        who = betting.to_act
        if len(told.entered) >= spec.entrants and who not in told.entered and betting.to_call:
            waiting.append((node + "-", betting.fold(), told))
            continue
        after = actions(spec, betting, told)
        yield node, betting, after
        waiting += [
            (node + token, found, after_it(told, who, token, betting))
            for token, found in after.items()
        ]


def after_it(told: Told, who: int, token: str, betting: Betting) -> Told:
    if token[0] in "RA":
        return Told((*told.raisers, who), (), told.entered | {who})
    if token[0] == "C" and betting.to_call:
        return replace(told, callers=(*told.callers, who), entered=told.entered | {who})
    return told


def actions(spec: PreflopSpec, betting: Betting, told: Told) -> dict[str, Betting]:
    raised = raises(spec, betting, told) if betting.can_raise else {}
    if not betting.to_call:
        return {"X": betting.call(), **raised}
    out = {"F": betting.fold()}
    if calls(spec, betting, told, can_raise=bool(raised)):
        out["C"] = betting.call()
    return out | raised


def calls(spec: PreflopSpec, betting: Betting, told: Told, *, can_raise: bool) -> bool:
    who = betting.to_act
    last = betting.to_call == betting.stacks[who]
    seat = spec.seats[who]
    if told.raisers:
        allowed = spec.seats if spec.cold_calls is None else spec.cold_calls
        all_in = betting.stacks[told.raisers[-1]] == 0
        return last or all_in or not can_raise or who in told.entered or seat in allowed
    may_check = {p for p in betting.waiting if betting.bets[p] == betting.level}
    if len(told.entered | may_check | {who}) > spec.entrants:
        return False
    behind = told.callers and spec.over_limps is not None
    limps = spec.over_limps if behind and spec.over_limps is not None else spec.limps
    return last or (spec.limit != "jam" and seat in limps)


def raises(spec: PreflopSpec, betting: Betting, told: Told) -> dict[str, Betting]:
    who = betting.to_act
    if spec.limit == "jam":
        return {"A": betting.raise_to(betting.max_raise_to)}
    table = spec.payload()["sizes"]
    wanted, all_in = asked_for(spec, betting, told, table)
    held = [betting.bets[p] + betting.stacks[p] for p in range(spec.players)]
    effective = min(held[who], max(held[p] for p in betting.left if p != who))
    kept = set()
    for target in wanted:
        left = effective - target
        if left <= 0 or left < Fraction(table["all_in_below"]) * effective:
            all_in = True
        else:
            kept.add(target)
    names = ["R"] if len(kept) == 1 else [f"R{n + 1}" for n in range(len(kept))]
    out = {name: betting.raise_to(target) for name, target in zip(names, sorted(kept), strict=True)}
    if all_in:
        out["A"] = betting.raise_to(betting.max_raise_to)
    return out


def asked_for(
    spec: PreflopSpec, betting: Betting, told: Told, table: dict[str, Any]
) -> tuple[list[Fraction], bool]:
    """Return what raises are to by the schedule, legal ones, and whether all-in is offered."""
    who, least = betting.to_act, betting.min_raise_to
    unit = max([Fraction(1), *(amount for _, amount in spec.straddle)])
    if not told.raisers:
        part = table["over_limp" if told.callers else "open"]
        usual = ["other"]
        if spec.players == 2:
            usual = ["heads_up"]
        elif spec.seats[who] == "SB" and "small_blind" in part:
            usual = ["small_blind"]
        (key, *_) = [name for name in (spec.seats[who], *usual) if name in part]
        more = Fraction(part.get("per_limper", 0)) * max(0, len(told.callers) - 1)
        sizes = part[key] if isinstance(part[key], list) else [part[key]]
        return [max((Fraction(x) + more) * unit, least) for x in sizes], part.get("all_in", True)
    part = table["reraise"]
    order = spec.after_the_flop
    behind = order.index(who) > order.index(told.raisers[-1])
    level = at(part["in_position" if behind else "out_of_position"], len(told.raisers))
    out = []
    for size in level if isinstance(level, list) else [level]:
        more = betting.level * Fraction(part["per_caller"]) * len(told.callers)
        more += Fraction(part.get("per_caller_bb", 0)) * unit * len(told.callers)
        if isinstance(size, dict):
            target = Fraction(size["to_bb"]) * unit + more
            if target >= least:
                out.append(target)
        else:
            out.append(max(betting.level * Fraction(size) + more, least))
    switches = part.get("all_in", True)
    return out, at(switches, len(told.raisers)) if isinstance(switches, list) else switches


def at(levels: list[Any], number: int) -> Any:  # noqa: ANN401 - as a file has it
    return levels[min(number, len(levels)) - 1]


@dataclass(frozen=True)
class SlowWorth:
    """What an ending is worth, by side pots in rationals."""

    constants: tuple[float, ...]
    pots: tuple[tuple[float, tuple[int, ...]], ...]


def worth(spec: PreflopSpec, hand: Betting) -> SlowWorth:
    """Return what an ending is worth to every seat, rounded to doubles as late as can be."""
    back = uncalled(hand.paid)
    paid = [p - b for p, b in zip(hand.paid, back, strict=True)]
    spent = [spec.stacks_bb[p] - hand.stacks[p] - back[p] for p in range(spec.players)]
    total = hand.pot - sum(back)
    taken = spec.rake.of(total, flop=len(hand.left) > 1)
    kept = 1 - taken / total
    constants = [-float(amount) for amount in spent]
    pots = []
    for pot in side_pots(paid, hand.live, total - sum(paid)):
        amount = float(pot.amount * kept)
        if len(pot.eligible) == 1:
            constants[pot.eligible[0]] += amount
        else:
            pots.append((amount, pot.eligible))
    order = [p for p in spec.after_the_flop if hand.live[p] and hand.stacks[p] > 0]
    if len(hand.left) == 1 or len(order) < 2:
        return SlowWorth(tuple(constants), tuple(pots))
    behind = float(min(hand.stacks[p] for p in order))
    spr = behind / float(total)
    by_hand = spec.flop_model.by_hand if len(order) == len(hand.left) == 2 else None
    share_put_in = spec.flop_model.commitment(spr)
    if by_hand is not None:
        deep = min(spr, by_hand.spr_most)
        # a product of arrays rounds as the engine's does
        grown = np.array([deep / (deep + half) for half in by_hand.halves])
        more_of_it = float(grown @ np.array(by_hand.slope))
        share_put_in = min(1.0, max(0.0, share_put_in + more_of_it / (2 * spr)))
    put_in = share_put_in * behind
    more = len(order) * put_in
    if spec.rake.fraction:
        most = (float(total) + more) * float(spec.rake.fraction)
        all_taken = most if spec.rake.cap is None else min(most, float(spec.rake.cap))
        share = 1 - (all_taken - float(taken)) / (sum(amount for amount, _ in pots) + more)
        pots = [(amount * share, among) for amount, among in pots]
        more *= share
    merged = dict.fromkeys([among for _, among in pots], 0.0)
    for amount, among in pots:
        merged[among] += amount
    for player in order:
        constants[player] -= put_in
    if by_hand is None:
        edge = spec.flop_model.edge(spr) * sum([*merged.values(), more])
        constants[order[-1]] += edge
        constants[order[0]] -= edge
    merged[tuple(sorted(order))] = merged.get(tuple(sorted(order)), 0.0) + more
    return SlowWorth(tuple(constants), tuple((amount, among) for among, amount in merged.items()))
