"""Spots for tests, deals of a few classes, and two players' rules told once more in plain words."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gutshot.cfr.plain import Chance, Leaf, PlainGame, Turn
from gutshot.holdem.hand_classes import CLASS_NAMES
from gutshot.holdem.preflop.deals import TwoHands, by_combos
from gutshot.holdem.preflop.flop_model import FITTED
from gutshot.holdem.preflop.spec import PreflopSpec
from gutshot.holdem.preflop.spec_reading import spec_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.cfr.plain import PlainNode

FEW = ("AA", "KQs", "T9o", "72o", "55")


def spot(players: int, stack: float | str, **more: object) -> PreflopSpec:
    """Return a spot with equal stacks and the keys of a file, by four constants unless told so."""
    told = {"players": players, "stack": str(stack), "flop_model": "fitted", **more}
    return spec_from(told, "test")


def heads_up(stack: float | str | Fraction, **more: object) -> PreflopSpec:
    """Return a spot with equal stacks, by four constants unless it is told otherwise."""
    return PreflopSpec((Fraction(str(stack)),) * 2, **{"flop_model": FITTED, **more})  # type: ignore[arg-type]


def jam(stack: float | str | Fraction, *, ante: bool = False) -> PreflopSpec:
    """Return a jam-or-fold spot; with an ante it comes out of the big blind's stack."""
    if ante:
        return heads_up(
            stack, limit="jam", format="ante", ante_bb=Fraction(1), ante_from_stack=True
        )
    return heads_up(stack, limit="jam")


def deals_of(names: Sequence[str]) -> TwoHands:
    """Return the deals of a few classes, as likely to each other as in the whole deck."""
    at = np.ix_(*[[CLASS_NAMES.index(name) for name in names]] * 2)
    exact = by_combos()
    whole = exact.chance[at].sum()
    return TwoHands(exact.chance[at] / whole, exact.won[at] / whole)


class Worth(NamedTuple):
    """What an end is worth to small and big blind, at an equity of the small blind."""

    slopes: tuple[float, float]
    constants: tuple[float, float]

    def at(self, equity: float) -> tuple[float, float]:
        shares = (equity, 1 - equity)
        first, second = (
            s * e + c for s, e, c in zip(self.slopes, shares, self.constants, strict=True)
        )
        return first, second


def told(spec: PreflopSpec, history: str) -> tuple[int, str] | Worth:
    """Return who acts and how after a history, or what its end is worth: two seats, no rake."""
    stack = float(spec.stacks_bb[0])
    ante = float(spec.ante_bb)
    from_stack = ante if spec.ante_from_stack else 0.0
    most = stack - from_stack  # nobody can lose more than the big blind has after his ante
    paid = [0.5, 1.0]
    raises, limped, step = 0, False, 1.0
    for turn, letter in enumerate(history):
        who = turn % 2
        other = 1 - who
        if letter == "F":
            constants = [-paid[0], -paid[1] - from_stack]
            constants[other] += sum(paid) + ante
            return Worth((0.0, 0.0), (constants[0], constants[1]))
        if letter == "X":
            break
        if letter == "C":
            paid[who] = paid[other]
            if turn > 0:
                break
            limped = True
        if letter in "RA":
            before = paid[other]
            paid[who] = target(spec, raises, who, before, step, limped) if letter == "R" else most
            step = paid[who] - before
            raises += 1
    else:
        who = len(history) % 2
        return who, letters(spec, raises, who, paid, step, limped)
    pot = sum(paid) + ante
    behind = most - paid[0]
    spr = behind / pot
    extra = behind / (1 + spr**1.375)
    edge = min(0.07, max(0.0, -0.02 + 0.0175 * np.log2(1 + spr))) if behind else 0.0
    played = pot + 2 * extra
    return Worth(
        (played, played),
        (edge * played - paid[0] - extra, -edge * played - paid[1] - extra - from_stack),
    )


def target(
    spec: PreflopSpec, raises: int, who: int, level: float, step: float, limped: bool
) -> float:
    sizes = spec.sizes
    if raises:
        row = sizes.in_position if who == 0 else sizes.out_of_position
        (size,) = row[min(raises, len(row)) - 1]
        wanted = level * float(size.amount)
    else:
        (amount,) = (sizes.over_limp if limped else sizes.opening).amounts("heads_up")
        wanted = float(amount)
    return max(wanted, level + step)


def letters(
    spec: PreflopSpec, raises: int, who: int, paid: list[float], step: float, limped: bool
) -> str:
    most = float(spec.stacks_bb[0] - (spec.ante_bb if spec.ante_from_stack else 0))
    level = paid[1 - who]
    if level >= most:
        return "FC"
    out = "X" if paid[who] == level else "F" if spec.limit == "jam" and not raises else "FC"
    if spec.limit != "jam":
        wanted = target(spec, raises, who, level, step, limped)
        out += "R" if most - wanted >= 0.1 * most else ""
    return out + "A"


def plain_game(spec: PreflopSpec, names: Sequence[str], ahead: float) -> PlainGame:
    """Return the spot for a few classes with every deal as a branch of its own."""
    dealt = deals_of(names)

    def after(hands: tuple[int, int], history: str) -> PlainNode:
        now = told(spec, history)
        if isinstance(now, Worth):
            return Leaf(now.at(float(dealt.won[hands] / dealt.chance[hands])))
        who, actions = now
        return Turn(
            who, f"{hands[who]}:{history}", tuple(after(hands, history + a) for a in actions)
        )

    pairs = [(i, j) for i in range(len(names)) for j in range(len(names))]
    return PlainGame(
        Chance(tuple((float(dealt.chance[pair]), after(pair, "")) for pair in pairs)),
        2,
        ahead=ahead,
    )
