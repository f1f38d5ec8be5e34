"""Stacks and prizes for request threads: what takes too long here is refused, the rest kept."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

from gutshot.errors import InputError
from gutshot.holdem.icm import bubble_factors, icm_call, icm_equities
from gutshot.holdem.icm.bubble import MAX_TABLE

if TYPE_CHECKING:
    from fractions import Fraction

    from gutshot.holdem.icm import BubbleFactors, IcmCall, IcmEquities

__all__ = ["IcmAnswer", "icm_answer", "icm_seconds"]

_LONGEST_S: Final = 6.0
_PAIR_S: Final = 0.4e-6  # a player and a paid place in the integral, measured
_SETS_S: Final = 40e-9  # a set of players and a paid place in the recursion
_KEPT: Final = 16

_counting = Lock()  # more threads than cores would only make everybody wait

Call = tuple[int, int, "Fraction"]


class IcmAnswer(NamedTuple):
    """Equities, the factors of a table, and what was asked about a call."""

    found: IcmEquities
    factors: BubbleFactors | None
    call: IcmCall | None


def icm_seconds(players: int, paid: int, *, call: bool) -> float:
    """Return about how long one core takes, by stacks with chips and paid places."""
    times = 4 if call else 1
    places = min(players, paid)
    if players <= 10:
        return 0.0
    if players <= 20:
        return times * _SETS_S * places * (1 << players)
    return times * _PAIR_S * players * places


def icm_answer(
    stacks: tuple[Fraction, ...], payouts: tuple[Fraction, ...], call: Call | None
) -> IcmAnswer:
    """Return what stacks are worth.

    Raises
    ------
    InputError
        When stacks, payouts or the call are none, and for work of more than some seconds.
    """
    seated = sum(1 for stack in stacks if stack)
    if icm_seconds(seated, len(payouts), call=call is not None) > _LONGEST_S:
        command = "gutshot icm --call" if call else "gutshot icm"
        raise InputError(
            f"{seated:,} players and {min(seated, len(payouts)):,} paid places take too long here;"
            f" '{command}' counts them"
        )
    with _counting:
        return _answer(stacks, payouts, call)


@lru_cache(maxsize=_KEPT)
def _answer(
    stacks: tuple[Fraction, ...], payouts: tuple[Fraction, ...], call: Call | None
) -> IcmAnswer:
    found = icm_equities(stacks, payouts)
    seated = sum(1 for stack in stacks if stack)
    return IcmAnswer(
        found,
        bubble_factors(stacks, payouts) if seated <= MAX_TABLE else None,
        None if call is None else icm_call(stacks, payouts, *call),
    )
