"""Malmuth-Harville by recursion over the sets of players who have already finished.

Source: Harville, "Assigning Probabilities to the Outcomes of Multi-Entry Competitions", 1973; the
next place goes to each player who has none yet with the chance of his share of their chips.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["by_fractions", "by_subsets"]


def by_fractions(stacks: Sequence[Fraction], prizes: Sequence[Fraction]) -> list[Fraction]:
    """Return each player's equity exactly; stacks above 0, one prize a place, best first."""
    equities = [Fraction(0)] * len(stacks)
    total = sum(stacks, Fraction(0))
    reached = {0: (Fraction(1), total)}  # who has finished, as bits: its chance, the chips left
    for prize in prizes:
        after: dict[int, tuple[Fraction, Fraction]] = {}
        for finished, (chance, chips) in reached.items():
            for i, stack in enumerate(stacks):
                if not finished >> i & 1:
                    here = chance * stack / chips
                    equities[i] += here * prize
                    other = finished | 1 << i
                    so_far = after.get(other, (Fraction(0),))[0]
                    after[other] = (so_far + here, chips - stack)
        reached = after
    return equities


def by_subsets(
    stacks: Sequence[float],
    prizes: Sequence[float],
    progress: Callable[[float], None] | None = None,
) -> NDArray[np.float64]:
    """Return each player's equity in doubles; time and memory grow with 2 to the players.

    All terms are positive, so that rounding stays below 1e-12 of the equity.

    progress : told the share that is done after each place.
    """
    players = len(stacks)
    sets = np.arange(1 << players)
    chips = np.zeros(1 << players)  # of a set's players
    for i, stack in enumerate(stacks):
        chips[1 << i : 2 << i] = chips[: 1 << i] + stack
    finished = np.bitwise_count(sets)
    chance = np.zeros(1 << players)
    chance[0] = 1.0
    equities = np.zeros(players)
    for place, prize in enumerate(prizes):
        layer = sets[finished == place]
        # the chips of the others are added up, not subtracted, so that nothing cancels
        odds = chance[layer] / chips[~layer & (len(sets) - 1)]
        for i, stack in enumerate(stacks):
            free = (layer >> i) & 1 == 0
            here = odds[free] * stack
            equities[i] += prize * here.sum()
            chance[layer[free] | 1 << i] += here
        if progress is not None:
            progress((place + 1) / len(prizes))
    return equities
