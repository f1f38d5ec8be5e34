"""Bubble factors: how much dearer a lost stack is than the same stack won.

For a pot in which two players are all in for the smaller of their stacks, the factor is what the
one loses in equity by losing, divided by what he gains by winning; he needs to win the share
``factor / (factor + 1)`` of such pots to break even. Nothing but the two stacks is in the pot.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import InputError
from gutshot.frames import Rows
from gutshot.holdem.icm.equities import icm_equities
from gutshot.holdem.icm.recursion import by_fractions, by_subsets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.icm.equities import Number

__all__ = ["MAX_TABLE", "BubbleFactors", "bubble_factors"]

MAX_TABLE: Final = 10
_EXACT_TABLE: Final = 7

Factor = Fraction | float | None


@dataclass(frozen=True, slots=True)
class BubbleFactors(Rows):
    """The factor of every pair of players.

    Attributes
    ----------
    factors : tuple of tuple
        ``factors[i][j]`` is player i's against player j: rationals up to 7 players with chips, else
        doubles. None where i is j, where one has no chips, and where nothing is left to be won.
    """

    factors: tuple[tuple[Factor, ...], ...]

    @property
    def required_equity(self) -> tuple[tuple[Factor, ...], ...]:
        """The share of pots that a player must win to break even, 0..1, by pair as `factors`."""
        return tuple(tuple(x if x is None else x / (x + 1) for x in row) for row in self.factors)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each pair that has a factor."""
        return [
            {
                "player": hero + 1,
                "against": villain + 1,
                "bubble_factor": float(factor),
                "required_equity": float(factor / (factor + 1)),
            }
            for hero, row in enumerate(self.factors)
            for villain, factor in enumerate(row)
            if factor is not None
        ]


def bubble_factors(stacks: Sequence[Number], payouts: Sequence[Number]) -> BubbleFactors:
    """Return the bubble factors of all pairs at a table.

    Parameters
    ----------
    stacks, payouts : sequence of numbers
        As `icm_equities` takes them, with up to 10 stacks above 0.

    Raises
    ------
    InputError
        When stacks or payouts are none, or more than 10 players have chips.
    """
    now = icm_equities(stacks, payouts)
    seats = [seat for seat, stack in enumerate(now.stacks) if stack]
    if len(seats) > MAX_TABLE:
        raise InputError(f"bubble factors are for up to {MAX_TABLE} stacks, not {len(seats)}")
    factors: list[list[Factor]] = [[None] * len(now.stacks) for _ in now.stacks]
    paid = now.payouts[: len(seats)]
    places = [*paid, *[Fraction(0)] * (len(seats) - len(paid))]
    if places[0] > places[-1]:
        exact = len(seats) <= _EXACT_TABLE
        before = [now.equities[seat] for seat in seats]
        after = _outcomes([now.stacks[seat] for seat in seats], places, exact=exact)
        for (winner, loser), equities in after.items():
            lost = before[winner] - after[loser, winner][winner]
            factors[seats[winner]][seats[loser]] = lost / (equities[winner] - before[winner])
    return BubbleFactors(tuple(tuple(row) for row in factors))


def _outcomes(
    stacks: list[Fraction], places: list[Fraction], *, exact: bool
) -> dict[tuple[int, int], list[Fraction | float]]:
    """Return everybody's equity after each all-in, by winner and loser."""
    found: dict[tuple[int, int], list[Fraction | float]] = {}
    for winner, gaining in enumerate(stacks):
        for loser, losing in enumerate(stacks):
            if winner == loser:
                continue
            moved = min(gaining, losing)
            after = list(stacks)
            after[winner] += moved
            after[loser] -= moved
            alive = [i for i, stack in enumerate(after) if stack]
            chips = [after[i] for i in alive]
            paid = places[: len(alive)]
            if exact:
                worth: list[Fraction | float] = [*by_fractions(chips, paid)]
            else:
                doubles = [float(x) for x in chips], [float(x) for x in paid]
                worth = by_subsets(*doubles).tolist()
            equities: list[Fraction | float] = [places[-1]] * len(
                stacks
            )  # who has no chips left is last
            for i, equity in zip(alive, worth, strict=True):
                equities[i] = equity
            found[winner, loser] = equities
    return found
