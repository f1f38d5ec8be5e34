"""What a strategy plays wrong, put together: alike mistakes of a line are one kind."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from gutshot.videopoker.hold_shapes import SHAPES, hold_features, hold_shapes
from gutshot.videopoker.strategy.following import UNCOVERED

if TYPE_CHECKING:
    from gutshot.videopoker.strategy.judgement import StrategyJudgement

__all__ = ["MOST_CLASSES", "MistakeKind", "kinds_of_mistakes"]

MOST_CLASSES: Final = 20_000
"""Classes of deals that are put together, the dearest ones: no more are worth a look."""


@dataclass(frozen=True, slots=True)
class MistakeKind:
    """Deals on which one line holds one thing where another would be better.

    line, exception : places of what decides; None where no line fits or the line itself decides.
    held, best : what the holds look like, of `hold_shapes.SHAPES`.
    classes, deals, cost : how many of each, and the return that they lose together.
    deal, held_mask, best_masks : the dearest class. each : EV lost on one such deal.
    """

    line: int | None
    exception: int | None
    held: str
    best: str
    classes: int
    deals: int
    cost: Fraction
    deal: tuple[int, ...]
    held_mask: int
    best_masks: tuple[int, ...]
    each: Fraction


def kinds_of_mistakes(judged: StrategyJudgement) -> list[MistakeKind]:
    """Return the kinds of mistakes among the `MOST_CLASSES` dearest classes, dearest kind first."""
    at = judged.wrong[:MOST_CLASSES]
    table, deals = judged.table, judged.deals
    shapes = hold_shapes(hold_features(deals.cards[at], table.deck))
    held = judged.masks[at].astype(np.int64)
    ties = judged.ties[at]
    best = np.log2(ties & -ties).astype(np.int64)
    every = np.arange(len(at))
    names = (
        judged.followed.lines[at], judged.followed.exceptions[at], shapes[every, held],
        shapes[every, best], deals.weights[at], judged.lost[at],
    )  # fmt: skip
    groups: dict[tuple[int, int, int, int], list[int]] = {}
    rows = zip(*(each.tolist() for each in names), strict=True)
    for place, (line, exception, before, after, weight, lost) in enumerate(rows):
        sums = groups.setdefault((line, exception, before, after), [place, 0, 0, 0])
        sums[1] += 1
        sums[2] += weight
        sums[3] += weight * lost
    unit = judged.ev_denominator
    whole = comb(table.deck.size, 5) * unit
    out = [
        MistakeKind(
            line=None if line == UNCOVERED else line,
            exception=None if exception == UNCOVERED else exception,
            held=SHAPES[before],
            best=SHAPES[after],
            classes=classes,
            deals=weight,
            cost=Fraction(total, whole),
            deal=tuple(deals.cards[at[place]].tolist()),
            held_mask=int(held[place]),
            best_masks=tuple(mask for mask in range(32) if int(ties[place]) >> mask & 1),
            each=Fraction(int(judged.lost[at[place]]), unit),
        )
        for (line, exception, before, after), (place, classes, weight, total) in groups.items()
    ]
    return sorted(out, key=lambda kind: -kind.cost)
