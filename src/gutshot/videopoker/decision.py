"""What a choice of hold cost, and why.

A hold is right when its EV equals the best one exactly; every tied hold is right at cost 0. The
cost of a wrong one is taken apart by category: payout times the difference of the two chances. The
parts add up to the cost exactly, and the heaviest says in a word what was given away.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from gutshot.errors import HandError
from gutshot.videopoker.game_return import HOLD_SIZE, completions

if TYPE_CHECKING:
    from gutshot.videopoker.holds import HandAnalysis

__all__ = ["Contribution", "Decision", "judge"]


@dataclass(frozen=True, slots=True)
class Contribution:
    """One category's part of a cost.

    best, chosen : chance of the category with the best and with the chosen hold.
    cost : payout x (best - chosen), per coin; negative where the chosen hold makes more of it.
    """

    category: str
    best: Fraction
    chosen: Fraction
    cost: Fraction


@dataclass(frozen=True, slots=True)
class Decision:
    """A chosen hold, judged.

    mask : the choice; best : all best masks.
    best_ev, ev : per coin bet.
    contributions : heaviest first (by the size of the cost), paying categories only; they compare
        with the best hold of `compared_with`, and their costs sum to `cost`.
    """

    mask: int
    best: tuple[int, ...]
    compared_with: int
    best_ev: Fraction
    ev: Fraction
    contributions: tuple[Contribution, ...]

    @property
    def cost(self) -> Fraction:
        """EV lost per coin bet, never negative."""
        return self.best_ev - self.ev

    @property
    def right(self) -> bool:
        """Whether the hold is one of the best."""
        return self.mask in self.best

    @property
    def main_reason(self) -> Contribution | None:
        """The category that the wrong hold gives away most of; None for a right one."""
        if self.right:
            return None
        return max(self.contributions, key=lambda part: part.cost)


def judge(hand: HandAnalysis, mask: int) -> Decision:
    """Return what holding `mask` costs against the best hold of a deal.

    With several best holds the comparison is with the one that shares most cards with the choice.

    Raises
    ------
    HandError
        For a mask outside 0..31.
    """
    if not 0 <= mask < len(HOLD_SIZE):
        raise HandError(f"hold mask {mask} is none: a mask is 0 (hold nothing) to 31 (hold all)")
    best = hand.best
    against = mask if mask in best else min(best, key=lambda m: ((m ^ mask).bit_count(), m))
    deck = hand.table.deck
    parts = []
    for line, wanted, got in zip(
        hand.table.lines,
        hand.count_matrix[against].tolist(),
        hand.count_matrix[mask].tolist(),
        strict=False,  # the matrix has No Win behind the lines
    ):
        with_best = Fraction(wanted, completions(deck, HOLD_SIZE[against]))
        with_chosen = Fraction(got, completions(deck, HOLD_SIZE[mask]))
        cost = line.pays * (with_best - with_chosen)
        parts.append(Contribution(line.category, with_best, with_chosen, cost))
    parts.sort(key=lambda part: -abs(part.cost))
    return Decision(
        mask=mask,
        best=best,
        compared_with=against,
        best_ev=hand.hold(against).ev,
        ev=hand.hold(mask).ev,
        contributions=tuple(parts),
    )
