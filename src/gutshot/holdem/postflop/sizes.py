"""Sizes of bets and raises as people write them: `50%, 2.5x, 100c, e, 2e, 3e200%, a`.

- `50%` of the pot, for a raise of the pot after the call: 50 % over a bet of 3 into 5 is 8.5;
- `2.5x` the bet that is raised; only raises have it;
- `100c` is 100 chips, for a raise on top of the bet that is raised;
- `e` grows the pot by one factor on this street and each later one so that the last bet is all-in;
  `2e` does it in two streets, `3e200%` bets at most 200 % of the pot;
- `a` is all-in.

Amounts are exact, but for those of `e`, which have no end of decimals: they are cut to millionths.
A raise below the legal minimum is made the minimum, and what a player can't pay is all-in.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal

from gutshot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gutshot.holdem.betting import Betting

__all__ = ["NO_THRESHOLDS", "Size", "Thresholds", "legal_amounts", "parse_sizes", "size_text"]

_NUMBER: Final = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"
_SIZE: Final = re.compile(
    rf"(?P<all_in>a)|(?P<streets>[1-9]?)e(?:(?P<most>{_NUMBER})%)?"
    rf"|(?P<amount>{_NUMBER})(?P<unit>[%xc])"
)
_MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Size:
    """A size that is worked out where it is used.

    kind : what `amount` is of: shares of the pot, times the bet before, chips; all-in has none.
    streets : of a geometric size, this one included; 0 is all that are to come.
    amount : of a geometric size, the largest share of the pot, or None.
    """

    kind: Literal["pot", "times", "chips", "geometric", "all_in"]
    amount: Fraction | None = None
    streets: int = 0

    def bet_to(self, state: Betting, streets: int) -> Fraction:
        """Return the bet on this street that the size stands for, legal or not.

        streets : how many are to come, this one included.
        """
        pot = state.pot + state.to_call
        if self.kind == "all_in":
            return state.max_raise_to
        if self.kind == "geometric":
            behind = state.max_raise_to - state.level
            steps = self.streets or streets
            if steps == 1 and self.amount is None:
                return state.max_raise_to
            share = Fraction(_geometric(float(behind / pot), steps))
            share = share if self.amount is None else min(share, self.amount)
            return state.level + Fraction(int(share * pot * _MILLION), _MILLION)
        amount = self.amount or Fraction(0)
        if self.kind == "times":
            return amount * state.level
        return state.level + amount * (pot if self.kind == "pot" else 1)


def size_text(size: Size) -> str:
    """Return a size as `parse_sizes` reads it."""
    amount = "" if size.amount is None else _decimal(size.amount)
    match size.kind:
        case "all_in":
            return "a"
        case "geometric":
            most = "" if size.amount is None else f"{_decimal(100 * size.amount)}%"
            return f"{size.streets or ''}e{most}"
        case "pot":
            return f"{_decimal(100 * (size.amount or Fraction(0)))}%"
        case "times":
            return f"{amount}x"
        case "chips":
            return f"{amount}c"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When sizes are added, replaced and left out; 0 switches a rule off.

    add_all_in : all-in is added where it is at most so many pots.
    force_all_in : a bet that, once called, leaves at most so many pots behind becomes all-in.
    merge : of two bets, the smaller is left out when the pot after the larger one, called by
        nobody, is less than 1 + this times the pot after the smaller.
    all_in_from : a bet that takes at least this share of what the player has left becomes all-in.
    """

    add_all_in: Fraction = Fraction(0)
    force_all_in: Fraction = Fraction(0)
    merge: Fraction = Fraction(0)
    all_in_from: Fraction = Fraction(0)


NO_THRESHOLDS: Final = Thresholds()


def parse_sizes(text: str, name: str, *, raising: bool) -> tuple[Size, ...]:
    """Read sizes with commas between them; an empty text has none.

    name : of the error's one line.

    Raises
    ------
    InputError
        At the first size that can't be read.
    """
    return tuple(
        _size(part.strip(), name, raising=raising) for part in text.split(",") if part.strip()
    )


def legal_amounts(
    sizes: Sequence[Size], state: Betting, streets: int, thresholds: Thresholds = NO_THRESHOLDS
) -> tuple[Fraction, ...]:
    """Return the bets that the player to act may make of these sizes, each once, ascending.

    streets : how many are to come, this one included.
    """
    if not state.can_raise:
        return ()
    pot, most = state.pot + state.to_call, state.max_raise_to
    wanted = [size.bet_to(state, streets) for size in sizes]
    if 0 < most - state.level <= thresholds.add_all_in * pot:
        wanted.append(most)
    legal = {min(max(bet, state.min_raise_to), most) for bet in wanted}
    forced = {
        most if _is_nearly_all_in(bet, state, thresholds) else bet
        for bet in legal
        if bet > state.level
    }
    kept: list[Fraction] = []
    for bet in sorted(forced, reverse=True):
        after = pot + bet - state.level
        if not kept or pot + kept[-1] - state.level >= (1 + thresholds.merge) * after:
            kept.append(bet)
    return tuple(reversed(kept))


def _is_nearly_all_in(bet: Fraction, state: Betting, thresholds: Thresholds) -> bool:
    """Tell whether a bet leaves so little behind that all-in stands for it."""
    pot, most = state.pot + state.to_call, state.max_raise_to
    if most - bet <= thresholds.force_all_in * (pot + 2 * (bet - state.level)):
        return True
    who = state.to_act
    puts_in = bet - state.bets[who]
    return 0 < thresholds.all_in_from * state.stacks[who] <= puts_in


def _size(text: str, name: str, *, raising: bool) -> Size:
    found = _SIZE.fullmatch(text.lower())
    if found is None or (found["unit"] == "x" and not raising):
        shown = text if len(text) <= 24 else f"{text[:21]}..."
        times = "2.5x, " if raising else ""
        raise InputError(
            f"{name}: can't read '{shown}' as a size; write 50%, {times}100c, e, 2e, 3e200% or a,"
            " with commas"
        )
    if found["all_in"]:
        return Size("all_in")
    if found["unit"] is None:
        most = None if found["most"] is None else Fraction(found["most"]) / 100
        if most == 0:
            raise InputError(f"{name}: '{text}' bets nothing; a size is more than that")
        return Size("geometric", most, int(found["streets"] or 0))
    amount = Fraction(found["amount"])
    if amount == 0 or (found["unit"] == "x" and amount <= 1):
        raise InputError(f"{name}: '{text}' bets nothing; a size is more than that")
    if found["unit"] == "%":
        return Size("pot", amount / 100)
    return Size("times" if found["unit"] == "x" else "chips", amount)


def _decimal(number: Fraction) -> str:
    """Return a number of up to nine decimals, as it was read."""
    return f"{float(number):.9f}".rstrip("0").rstrip(".")


def _geometric(spr: float, streets: int) -> float:
    """Return the share of the pot that, bet and called so many times, leaves nothing behind."""
    return (math.pow(2 * spr + 1, 1 / streets) - 1) / 2
