"""A source of randomness that repeats itself. For tests and simulations only.

A live table must never reach this module: who knows the seed knows every card. Import rules
forbid it to the rooms that run live games; neither `gutshot.cards` nor its `dealing` imports it.
"""

from __future__ import annotations

import random

from gutshot.errors import InputError

__all__ = ["SeededSource"]


class SeededSource:
    """Bits that depend on the seed alone, for tests and simulations only, never for a live game.

    Two sources with one seed give the same bits when asked for the same widths in the same order.

    Parameters
    ----------
    seed
        A whole number, 0 or more; a simulated figure is published with it.

    Raises
    ------
    InputError
        When `seed` is negative.
    """

    __slots__ = ("_generator", "seed")

    def __init__(self, seed: int) -> None:
        if seed < 0:
            # The generator drops the sign: -1 and 1 would be the same seed.
            raise InputError(f"seed {seed} is negative: a seed is 0 or more")
        self.seed = seed
        self._generator = random.Random(seed)  # noqa: S311  (repeatable on purpose)

    def randbits(self, k: int, /) -> int:
        """Return the next `k` bits as a whole number, 0..2**k-1."""
        return self._generator.getrandbits(k)

    def __repr__(self) -> str:
        """Show the seed, which is all there is to know."""
        return f"SeededSource({self.seed})"
