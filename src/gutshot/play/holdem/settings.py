"""What a quiz is played with: the spot, and which of its decisions are asked."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from gutshot.errors import InputError
from gutshot.holdem.preflop.quiz import CLOSE_BB
from gutshot.holdem.preflop.spec_reading import spec_from

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gutshot.holdem.preflop.spec import PreflopSpec

__all__ = ["ONLY", "QuizSettings"]

ONLY: Final = {
    "": "all decisions, as often as they come at the table",
    "close": "decisions whose cheapest mistake costs little, as often among themselves",
    "missed": "your own mistakes that are due again, longest overdue first",
}
"""Which decisions are asked."""


@dataclass(frozen=True)
class QuizSettings:
    """A quiz, as JSON can carry it.

    Attributes
    ----------
    spec : PreflopSpec
        The spot whose chart is asked.
    only : str
        One of `ONLY`.
    position : str
        A seat, like BTN; "" for all.
    close_bb : float
        Of a close decision: the most that its cheapest mistake costs, in big blinds.
    """

    spec: PreflopSpec
    only: str = ""
    position: str = ""
    close_bb: float = CLOSE_BB

    def __post_init__(self) -> None:
        """Refuse settings that can't be asked.

        Raises
        ------
        InputError
            With what was wrong.
        """
        if self.only not in ONLY:
            raise InputError(f"a quiz asks only close or missed decisions, not '{self.only[:20]}'")
        if self.position and self.position not in self.spec.seats:
            raise InputError(
                f"there is no {self.position[:12]} here; the seats are {', '.join(self.spec.seats)}"
            )
        if not 0 < self.close_bb < math.inf:
            raise InputError(f"a gap of {self.close_bb:g} bb fits no decision; give more than 0")
        if self.only != "close" and self.close_bb != CLOSE_BB:
            raise InputError("a gap belongs to a quiz of close decisions")

    def body(self) -> dict[str, Any]:
        """Return the settings as JSON."""
        return {
            "spec": self.spec.payload(),
            "only": self.only,
            "position": self.position,
            "close_bb": self.close_bb,
        }

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> QuizSettings:
        """Return the settings that `body` wrote."""
        spec = spec_from(body["spec"], "a kept quiz")
        return cls(spec, body["only"], body["position"], body["close_bb"])
