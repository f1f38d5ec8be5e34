"""What a pot is worth that goes to the flop with chips behind: a model of four constants.

With SPR s (chips behind over the pot), each player puts in the share ``1 / (1 + s^a)`` of what he
has behind, and the player in position gets ``b + c log2(1 + s)`` of the pot more than his equity,
at least 0 and at most d, out of the other's share. At SPR 0 it is an all-in. The form and the
constants are those of the published account of a fit to 508 solved flops (SOURCES.md); its error
there is not known to us, which is why every chart says how many deals end in it.

Where two are left, a model may have edges by hand beside them (`hand_edges`).
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gutshot.catalogue import DATA
from gutshot.errors import InputError

if TYPE_CHECKING:
    from gutshot.holdem.preflop.hand_edges import HandEdges

__all__ = ["AMONG_THREE", "CHECKED_DOWN", "FITTED", "FlopModel"]

AMONG_THREE: Final = ("first_pays", "next_pays", "all_pay", "nobody_pays")
"""Out of whose share the last of three and more gets his edge; two know no choice."""

_FITTED: Final[dict[str, float]] = {
    key: constant
    for key, constant in tomllib.loads(
        (DATA / "flop_models" / "fitted.toml").read_text(encoding="utf-8")
    ).items()
    if isinstance(constant, float)
}


@dataclass(frozen=True, slots=True)
class FlopModel:
    """The constants of the model; by default those of `data/flop_models/fitted.toml`.

    Parameters
    ----------
    exponent : float
        Of the SPR in the commitment, more than 0.
    edge_offset, edge_slope, edge_cap : float
        Of the positional edge, in shares of the pot; the cap is 0 to 0.5.
    checked_down : bool
        Nobody bets after the flop: no commitment and no edge, only equities of the pot.
    among_three : str
        Who pays the edge where three and more see the flop: the first to act (`first_pays`), the
        player before the last (`next_pays`), all but the last alike (`all_pay`), or nobody, so that
        there is none (`nobody_pays`). Nothing of it was measured; it is there to be varied.
    by_hand : HandEdges, optional
        What counts in place of the edge where two are left and both have chips behind; three and
        more go by the four constants alone.

    Raises
    ------
    InputError
        For a constant out of range.
    """

    exponent: float = _FITTED["exponent"]
    edge_offset: float = _FITTED["edge_offset"]
    edge_slope: float = _FITTED["edge_slope"]
    edge_cap: float = _FITTED["edge_cap"]
    checked_down: bool = False
    among_three: str = AMONG_THREE[0]
    by_hand: HandEdges | None = None

    def __post_init__(self) -> None:
        constants = (self.exponent, self.edge_offset, self.edge_slope, self.edge_cap)
        if not all(map(math.isfinite, constants)):
            raise InputError("flop model: its four constants are numbers")
        if not 0 < self.exponent <= 100 or not 0 <= self.edge_cap <= 0.5:
            raise InputError("flop model: exponent is more than 0, edge_cap from 0 to 0.5")
        if self.among_three not in AMONG_THREE:
            raise InputError(
                f"flop model: among_three is {', '.join(AMONG_THREE)}, not"
                f" '{self.among_three[:40]}'"
            )
        if self.checked_down and self.by_hand is not None:
            raise InputError("flop model: where flops are checked down there are no edges by hand")

    def commitment(self, spr: float) -> float:
        """Return the share of the chips behind that each player will put in, 0..1."""
        return 0.0 if self.checked_down else 1 / (1 + spr**self.exponent)

    def commitment_of_two(self, spr: float) -> float:
        """Return the same where two are left, with what the edges by hand change of it."""
        usual = self.commitment(spr)
        if self.by_hand is None or spr <= 0:
            return usual
        return min(1.0, max(0.0, usual + self.by_hand.slope_more(spr) / (2 * spr)))

    def edge(self, spr: float) -> float:
        """Return the share of the pot that goes to the player in position on top."""
        if self.checked_down:
            return 0.0
        grown = self.edge_offset + self.edge_slope * math.log2(1 + spr)
        return min(self.edge_cap, max(0.0, grown))

    def edges(self, order: tuple[int, ...], spr: float) -> dict[int, float]:
        """Return by player the share of the pot beyond his equity; they add up to zero.

        order : two or more players, first to act first.
        """
        edge, (*others, last) = self.edge(spr), order
        if len(order) == 2 or self.among_three == "first_pays":
            return {last: edge, order[0]: -edge}
        if self.among_three == "next_pays":
            return {last: edge, others[-1]: -edge}
        if self.among_three == "all_pay":
            return {last: edge, **dict.fromkeys(others, -edge / len(others))}
        return {}


FITTED: Final = FlopModel()
CHECKED_DOWN: Final = FlopModel(checked_down=True)
