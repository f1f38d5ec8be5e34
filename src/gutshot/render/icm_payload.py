"""Stacks and what they are worth as the JSON that scripts may rely on."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gutshot.holdem.icm import BubbleFactors, IcmCall, IcmEquities

__all__ = ["icm_payload"]


def icm_payload(
    found: IcmEquities, factors: BubbleFactors | None, call: IcmCall | None = None
) -> dict[str, Any]:
    """Return equities in payout units, in the order of the stacks.

    `exact` holds the same as rationals where they are exact, else null; `error` is that of any
    equity, a bound for the recursion and an estimate for the integral. Bubble factors and required
    equities stand by player and opponent, null where there is none, and null altogether for a table
    that is too large for them. `call` is what was asked about a call, players counted from 1.
    """
    exact = [
        {"numerator": x.numerator, "denominator": x.denominator}
        for x in found.equities
        if isinstance(x, Fraction)
    ]
    return {
        "schema": "gutshot.holdem.icm/1",
        "stacks": [float(x) for x in found.stacks],
        "payouts": [float(x) for x in found.payouts],
        "equities": [float(x) for x in found.equities],
        "exact": exact or None,
        "method": found.method,
        "error": found.error,
        "bubble_factors": None if factors is None else _table(factors.factors),
        "required_equity": None if factors is None else _table(factors.required_equity),
        "call": None if call is None else _call(call),
    }


def _call(call: IcmCall) -> dict[str, Any]:
    needed = call.required_equity
    return {
        "player": call.player + 1,
        "against": call.against + 1,
        "pot": float(call.pot),
        "at_stake": float(call.at_stake),
        "fold": float(call.fold),
        "win": float(call.win),
        "lose": float(call.lose),
        "required_equity": None if needed is None else float(needed),
        "required_in_chips": float(call.required_in_chips),
    }


def _table(
    rows: tuple[tuple[Fraction | float | None, ...], ...],
) -> list[list[float | None]]:
    return [[None if x is None else float(x) for x in row] for row in rows]
