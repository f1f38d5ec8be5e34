"""What a set of hands says about a player: EV lost first, accuracy only beside it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gutshot.videopoker.decomposition import Decomposition

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gutshot.play.videopoker.records import HandRecord

__all__ = ["NEAR_MISS", "ByShape", "Statistics", "running_totals", "summarise"]

NEAR_MISS: Final = Fraction(1, 100)
"""A wrong hold that costs less than this, in bets, is a near miss."""


@dataclass(frozen=True, slots=True)
class ByShape:
    """The decisions of one hand type, by what the best hold looks like."""

    shape: str
    decisions: int
    right: int
    lost_credits: Fraction


@dataclass(frozen=True, slots=True)
class Statistics:
    """A session, a game or a lifetime.

    deals : decisions. hands : how many were drawn, several to a deal in multi-hand play.
    parts : the four parts of the net result; they sum to it exactly.
    lost_credits : EV lost by first choices: what the decisions were worth less than perfect ones.
    near_misses : wrong choices that cost less than `NEAR_MISS` bets.
    by_shape : dearest first.
    """

    deals: int
    hands: int
    right: int
    near_misses: int
    staked_credits: int
    paid_credits: int
    parts: Decomposition
    lost_credits: Fraction
    seconds: float
    by_shape: tuple[ByShape, ...]

    @property
    def net_credits(self) -> int:
        """Paid less staked."""
        return self.paid_credits - self.staked_credits

    @property
    def lost_per_hand(self) -> Fraction:
        """EV lost per hand, in credits."""
        return self.lost_credits / self.hands if self.hands else Fraction(0)

    @property
    def lost_per_deal(self) -> Fraction:
        """EV lost per deal, in credits: all its hands together."""
        return self.lost_credits / self.deals if self.deals else Fraction(0)

    @property
    def lost_per_thousand(self) -> Fraction:
        """EV lost per 1,000 hands, in credits."""
        return 1000 * self.lost_per_hand

    @property
    def accuracy(self) -> Fraction:
        """Share of right decisions; never to be shown without the EV lost."""
        return Fraction(self.right, self.deals) if self.deals else Fraction(0)

    @property
    def seconds_per_decision(self) -> float:
        """Mean time from the deal to the first choice."""
        return self.seconds / self.deals if self.deals else 0.0


def summarise(records: Iterable[HandRecord]) -> Statistics:
    """Return the statistics of any set of deals."""
    deals = hands = right = near = staked = paid = 0
    seconds = 0.0
    lost = Fraction(0)
    parts = Decomposition()
    shapes: dict[str, list[HandRecord]] = defaultdict(list)
    for record in records:
        deals += 1
        hands += record.plays
        right += record.right
        near += 0 < record.cost < NEAR_MISS
        staked += record.stake_credits
        paid += record.payout_credits
        lost += record.cost * record.stake_credits
        parts += record.parts
        seconds += record.seconds
        shapes[record.shape].append(record)
    by_shape = [
        ByShape(
            shape,
            len(group),
            sum(record.right for record in group),
            sum((record.cost * record.stake_credits for record in group), Fraction(0)),
        )
        for shape, group in shapes.items()
    ]
    by_shape.sort(key=lambda one: (-one.lost_credits, one.right - one.decisions, one.shape))
    return Statistics(
        deals=deals,
        hands=hands,
        right=right,
        near_misses=near,
        staked_credits=staked,
        paid_credits=paid,
        parts=parts,
        lost_credits=lost,
        seconds=seconds,
        by_shape=tuple(by_shape),
    )


def running_totals(records: Iterable[HandRecord]) -> list[Decomposition]:
    """Return the decomposition after each deal: the lines of a session's chart."""
    out: list[Decomposition] = []
    total = Decomposition()
    for record in records:
        total += record.parts
        out.append(total)
    return out
