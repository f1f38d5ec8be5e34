"""Equities of stacks by the model of Malmuth and Harville, by the method that fits their number."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Literal

from gutshot.errors import InputError
from gutshot.frames import Rows
from gutshot.holdem.icm.integral import by_integral
from gutshot.holdem.icm.recursion import by_fractions, by_subsets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["MAX_PLAYERS", "IcmEquities", "Number", "exact_numbers", "icm_equities"]

Number = int | float | Fraction
Method = Literal["exact", "recursion", "integral"]

MAX_PLAYERS: Final = 5_000
_EXACT_PLAYERS: Final = 10
_RECURSION_PLAYERS: Final = 20
_ROUNDING: Final = 1e-12


@dataclass(frozen=True, slots=True)
class IcmEquities(Rows):
    """What each stack is worth.

    Attributes
    ----------
    stacks, payouts : tuple of Fraction
        As given; payouts best first.
    equities : tuple of Fraction or of float
        In payout units, by player; rationals where the method is exact.
    method : str
        "exact", "recursion" over sets of players in doubles, or "integral".
    error : float
        Of any equity, in payout units: 0 where the method is exact, a bound for the recursion, an
        estimate for the integral.
    """

    stacks: tuple[Fraction, ...]
    payouts: tuple[Fraction, ...]
    equities: tuple[Fraction | float, ...]
    method: Method
    error: float

    def rows(self) -> list[dict[str, Any]]:
        """Return one row a player; shares are fractions 0..1."""
        chips = sum(self.stacks)
        return [
            {
                "player": number,
                "stack": float(stack),
                "chip_share": float(stack / chips),
                "equity": float(equity),
            }
            for number, (stack, equity) in enumerate(
                zip(self.stacks, self.equities, strict=True), start=1
            )
        ]


def icm_equities(
    stacks: Sequence[Number],
    payouts: Sequence[Number],
    progress: Callable[[float], None] | None = None,
) -> IcmEquities:
    """Return what each stack is worth by the independent chip model.

    The next place goes to each player who has none yet with the chance of his share of their chips
    (Malmuth-Harville). Players without chips have finished behind all others and share the places
    that are left for them. Payouts beyond the number of players belong to those who left before.

    Up to 10 players with chips the answer is exact, up to 20 it is a recursion in doubles, beyond
    that an integral; their errors are stated.

    Parameters
    ----------
    stacks : sequence of numbers
        0 or more, at least one above 0, up to 5,000 players.
    payouts : sequence of numbers
        Best first, 0 or more, none above the one before it.
    progress : callable
        Told the share of the work that is done.

    Raises
    ------
    InputError
        When stacks or payouts are none.
    """
    chips = exact_numbers(stacks, "stack")
    prizes = exact_numbers(payouts, "payout")
    if len(chips) > MAX_PLAYERS:
        raise InputError(f"{len(chips)} stacks are too many; give up to {MAX_PLAYERS}")
    if not any(chips):
        raise InputError("no stack has chips; give at least one above 0")
    for place, (better, worse) in enumerate(pairwise(prizes), start=1):
        if worse > better:
            raise InputError(
                f"place {place + 1} is paid more than place {place}; give payouts best first"
            )
    if not any(prizes):
        raise InputError("nothing is paid; give at least one payout above 0")
    equities, method, share = _equities(chips, prizes, progress)
    return IcmEquities(chips, prizes, equities, method, share * float(prizes[0]))


def _equities(
    chips: tuple[Fraction, ...],
    prizes: tuple[Fraction, ...],
    progress: Callable[[float], None] | None,
) -> tuple[tuple[Fraction | float, ...], Method, float]:
    """Return the equities, how they were found, and their error as a share of the first prize."""
    alive = [stack for stack in chips if stack]
    left = prizes[len(alive) : len(chips)]
    busted = len(chips) - len(alive)
    rest = sum(left, Fraction(0)) / busted if busted else Fraction(0)
    paid = prizes[: len(alive)]
    if len(alive) <= _EXACT_PLAYERS:
        exact = iter(by_fractions(alive, paid))
        return tuple(next(exact) if stack else rest for stack in chips), "exact", 0.0
    doubles = [float(stack) for stack in alive]
    places = [float(prize) for prize in paid]
    method: Method = "recursion"
    if len(alive) <= _RECURSION_PLAYERS:
        found, error = by_subsets(doubles, places, progress), _ROUNDING
    else:
        method = "integral"
        found, error = by_integral(doubles, places, progress)
    worth = iter(found.tolist())
    return tuple(next(worth) if stack else float(rest) for stack in chips), method, error


def exact_numbers(given: Sequence[Number], name: str) -> tuple[Fraction, ...]:
    """Return numbers of 0 or more as rationals; InputError, with their name, for others."""
    if not given:
        raise InputError(f"there is no {name}; give at least one")
    try:
        found = tuple(Fraction(x) for x in given)
    except (ValueError, OverflowError, TypeError):
        raise InputError(f"a {name} is a number, 0 or more") from None
    for number in found:
        if number < 0:
            raise InputError(f"a {name} is 0 or more, not {float(number):g}")
    return found
