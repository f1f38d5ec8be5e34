"""Where a setting wins and loses, by what the dealer holds, and why one is better than another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gutshot.cards import RANKS
from gutshot.evaluate.joker import FIRST_STRENGTH, HIGH_CATEGORIES, low_classes
from gutshot.paigow.advisor import ev_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from gutshot.paigow.advisor import Advice
    from gutshot.paigow.setting import Setting

__all__ = [
    "LOW_KINDS",
    "Against",
    "Difference",
    "against_high",
    "against_low",
    "ev_differences",
]

LOW_KINDS: Final = (
    *(f"{rank}-high" for rank in RANKS[1:]),
    *(2 * rank for rank in RANKS),
)
"""Kinds of low hands, weakest first: ``3-high`` to ``A-high`` without a pair, ``22`` to ``AA``."""

_PAIR: Final = 1


class Against(NamedTuple):
    """What becomes of bets against the dealer's hands of one kind.

    kind : of `HIGH_CATEGORIES` or `LOW_KINDS`. win, push, lose : numbers of his hands.
    """

    kind: str
    win: int
    push: int
    lose: int


@dataclass(frozen=True, slots=True)
class Difference:
    """What the dealer's hands of one kind have to do with one setting being better than another.

    dealer_high, dealer_low : one of `HIGH_CATEGORIES`, one of `LOW_KINDS`.
    first, second : against how many of these hands each setting wins, pushes and loses.
    ev : what the first gains on the second here, for a bet of 1 and over all of the dealer's hands:
        those of all kinds add up to the difference of the two settings.
    """

    dealer_high: str
    dealer_low: str
    first: tuple[int, int, int]
    second: tuple[int, int, int]
    ev: Fraction

    @property
    def hands(self) -> int:
        """How many of the dealer's hands are of this kind."""
        return sum(self.first)


def against_high(advice: Advice, setting: Setting) -> tuple[Against, ...]:
    """Return what becomes of a setting by the category of the dealer's high hand, weakest first."""
    return _against(advice, setting, HIGH_CATEGORIES, _categories(advice))


def against_low(advice: Advice, setting: Setting) -> tuple[Against, ...]:
    """Return what becomes of a setting by the kind of the dealer's low hand, weakest first."""
    return _against(advice, setting, LOW_KINDS, _low_kinds(advice))


def ev_differences(advice: Advice, first: Setting, second: Setting) -> tuple[Difference, ...]:
    """Return what one setting gains on another by what the dealer holds, what weighs most first.

    Kinds of hands against which both do the same are left out.
    """
    lows = len(LOW_KINDS)
    kinds = _categories(advice) * lows + _low_kinds(advice)
    size = len(HIGH_CATEGORIES) * lows
    out = []
    tables = [_outcomes(advice, setting, kinds, size) for setting in (first, second)]
    for kind in np.flatnonzero((tables[0] != tables[1]).any(axis=1)).tolist():
        one, other = (tuple(table[kind].tolist()) for table in tables)
        gain = _ev(advice, one) - _ev(advice, other)
        out.append(
            Difference(HIGH_CATEGORIES[kind // lows], LOW_KINDS[kind % lows], one, other, gain)
        )
    return tuple(sorted(out, key=lambda one: abs(one.ev), reverse=True))


def _ev(advice: Advice, outcomes: Sequence[int]) -> Fraction:
    win, _, lose = outcomes
    return ev_of(win, lose, advice.total, advice.commission_percent)


def _against(
    advice: Advice, setting: Setting, names: Sequence[str], kinds: NDArray[np.int64]
) -> tuple[Against, ...]:
    table = _outcomes(advice, setting, kinds, len(names))
    return tuple(
        Against(name, *row) for name, row in zip(names, table.tolist(), strict=True) if any(row)
    )


def _outcomes(
    advice: Advice, setting: Setting, kinds: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    """Return by kind of the dealer's hand how many are won, pushed and lost, (size, 3)."""
    hands = advice.hands
    if advice.dealer_pushes:
        won = np.ones(len(kinds), np.int64)
    else:
        won = hands.won(
            setting.high_strength, setting.low_strength, copies_win=advice.banker
        ).astype(np.int64)
    table = np.zeros((size, 3), np.int64)
    np.add.at(table, (kinds, 2 - won), hands.counts)
    return table


def _categories(advice: Advice) -> NDArray[np.int64]:
    found = np.searchsorted(FIRST_STRENGTH, advice.hands.high, side="right") - 1
    return found.astype(np.int64)


def _low_kinds(advice: Advice) -> NDArray[np.int64]:
    ranks = len(RANKS)
    of_strengths = [
        ranks - 1 + first if category == _PAIR else first - 1
        for category, (first, *_) in low_classes()
    ]
    return np.array(of_strengths, np.int64)[advice.hands.low]
