"""A chart's numbers as printable text: one character a share, a few an EV.

A share is one of 94 levels, from `!` for never to `~` for always. The levels of a hand's actions
add up to 93, the level of always, so that what is read back adds up to 1: each share times 93 is
cut to a whole number, and what is missing to 93 goes to the largest remainders. So a share moves by
less than a level, 1.1 percentage points.

An EV is a whole number of steps of 0.0001 big blinds above the lowest of its row, in base 94 with
the last digit first: at most half a step off. A row in which all are alike is that number alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["EV_STEP_BB", "SHARE_STEP", "ev_row", "ev_text", "share_levels", "shares_of"]

FIRST: Final = 33  # '!', the first printable character but the blank
LEVELS: Final = 94
TOP: Final = LEVELS - 1
SHARE_STEP: Final = 1 / TOP
"""By less than this a share differs from what it was."""
EV_STEPS: Final = 10_000
EV_STEP_BB: Final = 1 / EV_STEPS
"""By at most half of this an EV differs from what it was."""
_MISSING: Final = 32  # a blank for each digit of an EV that is not a number
_ROUNDING: Final = 1e-9


def share_levels(strategy: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the characters of shares: (actions, hands), each hand's levels 93 in sum.

    strategy : (actions, hands) float64 from 0, in sum 1 for each hand.
    """
    wanted = strategy * TOP
    # a whole level that a rounding left just short of itself is that level
    levels = np.floor(wanted + _ROUNDING)
    missing = np.rint(TOP - levels.sum(axis=0))
    order = np.argsort(levels - wanted, axis=0, kind="stable")
    place = np.argsort(order, axis=0, kind="stable")
    out: NDArray[np.uint8] = (levels + (place < missing) + FIRST).astype(np.uint8)
    return out


def shares_of(characters: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the shares that characters stand for, 0..1; out of range for what is no share."""
    return (characters.astype(np.float64) - FIRST) / TOP


def ev_text(row: NDArray[np.float64]) -> str:
    """Return one action's EVs in big blinds as text, lowest and digits; '' when there are none."""
    known = ~np.isnan(row)
    if not known.any():
        return ""
    steps = np.zeros(len(row), np.int64)
    steps[known] = np.rint(row[known] * EV_STEPS).astype(np.int64)
    low = int(steps[known].min())
    above = np.where(known, steps - low, 0)
    digits = 0 if known.all() else 1
    while above.max() >= LEVELS**digits:
        digits += 1
    characters = np.empty((len(row), digits), np.uint8)
    for digit in range(digits):
        characters[:, digit] = above // LEVELS**digit % LEVELS + FIRST
    characters[~known] = _MISSING
    return f"{low} {characters.tobytes().decode('ascii')}" if digits else str(low)


def ev_row(text: str, hands: int) -> NDArray[np.float64]:
    """Return the EVs of a text in big blinds, (hands,); not numbers where there are none.

    Raises
    ------
    ValueError
        When it is not what `ev_text` writes for so many hands.
    """
    if not text:
        return np.full(hands, np.nan)
    low, _, written = text.partition(" ")
    characters = np.frombuffer(written.encode("ascii"), np.uint8)
    digits, rest = divmod(len(characters), hands)
    if rest or digits > 9:
        msg = f"{len(characters)} characters are no EVs of {hands} hands"
        raise ValueError(msg)
    shaped = characters.reshape(hands, digits).astype(np.int64)
    known = (shaped != _MISSING).all(axis=1)
    above = sum(((shaped[:, n] - FIRST) * LEVELS**n for n in range(digits)), np.zeros(hands, int))
    return np.where(known, (int(low) + above) / EV_STEPS, np.nan)
