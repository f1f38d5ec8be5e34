"""How past regrets and past strategies weigh in each iteration.

CFR+ is that of Tammelin (2014), discounting that of Brown and Sandholm (2019): after iteration t
positive regrets are kept by ``t^a / (t^a + 1)``, negative ones by ``t^b / (t^b + 1)``, and the
strategy of iteration t weighs ``t^g`` in the average.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

from gutshot.errors import InputError

__all__ = ["CFR_PLUS", "DISCOUNTED", "Schedule", "Weights"]


class Weights(NamedTuple):
    """What one iteration multiplies by, each 0 to 1.

    positive, negative : regrets of past iterations, by their sign.
    average : the sum of past strategies; the new one is added with weight 1.
    """

    positive: float
    negative: float
    average: float


@dataclass(frozen=True, slots=True)
class Schedule:
    """A rule for the weights of every iteration.

    Parameters
    ----------
    positive : float
        Exponent a of the discount of positive regrets; infinity keeps them whole.
    negative : float
        Exponent b of the discount of negative regrets; minus infinity floors regrets at zero.
    averaging : float
        Exponent g of a strategy's weight in the average, 0 or more; 0 weighs all alike.
    restart : int
        The average starts anew at each power of this, at least 2; 0 never starts anew.

    Raises
    ------
    InputError
        When an averaging exponent or a restart is out of range.
    """

    positive: float = math.inf
    negative: float = -math.inf
    averaging: float = 1.0
    restart: int = 0

    def __post_init__(self) -> None:
        if math.isnan(self.positive) or math.isnan(self.negative):
            raise InputError("exponents of a schedule are numbers, such as 1.5 and 0")
        if not 0 <= self.averaging < math.inf:
            raise InputError(f"an averaging exponent is 0 or more, not {self.averaging}")
        if self.restart != 0 and self.restart < 2:
            raise InputError(f"an average restarts at powers of 2 or more, not {self.restart}")

    def weights(self, iteration: int) -> Weights:
        """Return the weights of an iteration, counted from 1."""
        begun = self._begun(iteration)
        since = iteration - begun + 1
        return Weights(
            _kept(iteration - 1, self.positive),
            _kept(iteration - 1, self.negative),
            math.pow((since - 1) / since, self.averaging) if since > 1 else 0.0,
        )

    def _begun(self, iteration: int) -> int:
        """Return the iteration with which the present average began."""
        begun = 1
        while self.restart and begun * self.restart <= iteration:
            begun *= self.restart
        return begun


def _kept(iteration: int, exponent: float) -> float:
    """Return ``t^x / (t^x + 1)``, the share of a regret that is kept after iteration t."""
    if iteration == 0:  # nothing is there to be kept, and 0^0 would be no number
        return 0.0
    if math.isinf(exponent):
        return 1.0 if exponent > 0 else 0.0
    return 1 / (1 + math.pow(iteration, -exponent))


CFR_PLUS: Final = Schedule()
DISCOUNTED: Final = Schedule(positive=1.5, negative=0.0, averaging=2.0)
