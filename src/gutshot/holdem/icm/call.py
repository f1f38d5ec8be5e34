"""What a call of an all-in needs: equities after a fold, a win and a loss, the break-even share.

Stacks are what is behind before the all-in and the call; the pot holds what was put in before, of
whomever. The smaller of the two stacks is at stake, and the rest goes back.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from gutshot.errors import InputError
from gutshot.holdem.icm.equities import exact_numbers, icm_equities

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gutshot.holdem.icm.equities import Number

__all__ = ["IcmCall", "icm_call"]


@dataclass(frozen=True, slots=True)
class IcmCall:
    """One player's decision against another's all-in.

    Attributes
    ----------
    player, against : int
        Who calls and who is all in, counted from 0.
    pot : Fraction
        Chips that lie in the middle already.
    at_stake : Fraction
        What either can lose.
    fold, win, lose : Fraction or float
        The caller's equity afterwards, in payout units.
    """

    player: int
    against: int
    pot: Fraction
    at_stake: Fraction
    fold: Fraction | float
    win: Fraction | float
    lose: Fraction | float

    @property
    def required_equity(self) -> Fraction | float | None:
        """The share of showdowns to win for a call worth a fold, ties aside; None at no stake.

        0 or less would mean that losing is no worse than folding; 1 or more that no hand can call.
        """
        if self.win == self.lose:
            return None
        return (self.fold - self.lose) / (self.win - self.lose)

    @property
    def required_in_chips(self) -> Fraction:
        """The same where chips are money."""
        return self.at_stake / (2 * self.at_stake + self.pot)


def icm_call(
    stacks: Sequence[Number],
    payouts: Sequence[Number],
    player: int,
    against: int,
    pot: Number = 0,
    progress: Callable[[float], None] | None = None,
) -> IcmCall:
    """Return what a call of an all-in needs.

    Parameters
    ----------
    stacks, payouts : sequence of numbers
        As `icm_equities` takes them.
    player, against : int
        Who calls and who is all in, counted from 0; both have chips.
    pot : number
        Chips in the middle, 0 or more, that are in nobody's stack.
    progress : callable
        Told the share of the work that is done.

    Raises
    ------
    InputError
        When stacks, payouts or pot are none, or there are no such players.
    """
    chips = exact_numbers(stacks, "stack")
    (middle,) = exact_numbers([pot], "pot")
    for seat in (player, against):
        if not 0 <= seat < len(chips):
            raise InputError(f"there is no player {seat + 1}: players are 1 to {len(chips)}")
        if not chips[seat]:
            raise InputError(f"player {seat + 1} has no chips and can be in no all-in")
    if player == against:
        raise InputError(f"player {player + 1} can't call his own all-in: name two players")
    stake = min(chips[player], chips[against])
    nothing = Fraction(0)
    ends = ((nothing, middle), (stake + middle, -stake), (-stake, stake + middle))
    found: list[Fraction | float] = []
    for done, (mine, his) in enumerate(ends):
        after = list(chips)
        after[player] += mine
        after[against] += his

        def told(share: float, done: int = done) -> None:
            if progress is not None:
                progress((done + share) / 3)

        found.append(icm_equities(after, payouts, told).equities[player])
    return IcmCall(player, against, middle, stake, *found)
