"""What proves how house ways set hands: `CHECKS`, in order."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from gutshot.cards.text import format_cards
from gutshot.paigow.dealer_hands import count_dealer_hands, deck_without
from gutshot.paigow.dealer_hands._kernels import draw_hands
from gutshot.paigow.dealer_hands.classes import hand_classes
from gutshot.paigow.hands import SEVEN
from gutshot.paigow.house_ways import house_ways
from gutshot.paigow.house_ways._kernels import set_by_rules
from gutshot.paigow.house_ways.way import Dealt
from gutshot.paigow.rules import Rules
from gutshot.paigow.sevens import HANDS
from gutshot.work.verify import Check, CheckFailedError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.paigow.house_ways import HouseWay
    from gutshot.work.verify import Progress

__all__ = ["CHECKS"]

DEALS = 5_000_000
"""Deals of two hands."""

SEED = 20_260_101
EVERY = 1
"""Of so many classes one is set by the twin, which takes 0.2 ms."""

_AT_ONCE = 20_000
_ERRORS = 4
_ROUNDING = 0.00005


def _classes(progress: Progress) -> str:
    ways = house_ways()
    hands = hand_classes().hands[::EVERY]
    for half, rules in enumerate((Rules(), Rules(a2345_second_highest=False))):
        for way in ways:
            found = count_dealer_hands(deck_without(()), way, rules).total
            if found != HANDS:
                raise CheckFailedError(f"{way.id} sets {found:,} hands, there are {HANDS:,}")
        many = [_set(way, hands, rules) for way in ways]
        for at, cards in enumerate(hands.tolist()):
            if at % 1_000 == 0:
                progress((half + at / len(hands)) / 2)
            dealt = Dealt.of(cards, rules)
            for way, (high, low) in zip(ways, many, strict=True):
                split, _ = way.choose(dealt)
                if (split.high, split.low) != (high[at], low[at]):
                    said = format_cards(cards)
                    raise CheckFailedError(f"{way.id}, {said}: set otherwise one by one")
    return (
        f"{HANDS:,} hands in {len(hands):,} classes, A-2-3-4-5 second and last: {len(ways)} house"
        " ways set each as their rules do one by one, none a foul"
    )


def _dealt(progress: Progress) -> str:
    ways, rules = house_ways(), Rules()
    won = np.zeros((len(ways), 3), np.int64)
    for part, start in enumerate(range(0, DEALS, _AT_ONCE)):
        progress(start / DEALS)
        deals = np.empty((min(_AT_ONCE, DEALS - start), 2 * SEVEN), np.uint8)
        draw_hands(np.uint64(SEED + (part << 32)), deck_without(()), deals)
        first, second = deals[:, :SEVEN].copy(), deals[:, SEVEN:].copy()
        for number, way in enumerate(ways):
            high, low = _set(way, first, rules)
            dealer_high, dealer_low = _set(way, second, rules)
            both = (high > dealer_high).astype(np.int64) + (low > dealer_low)
            won[number] += np.bincount(both, minlength=3)
    told = [_compared(way, counts[::-1] / DEALS) for way, counts in zip(ways, won, strict=True)]
    return (
        f"{2 * DEALS:,} hands dealt, seed {SEED}, set by each way with and without its table, none"
        f" a foul; bets won, pushed, lost: {'; '.join(told)}"
    )


def _set(
    way: HouseWay, hands: NDArray[np.uint8], rules: Rules
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return what a way sets hands to, after a look at fouls and at the rules without table."""
    high, low = way.strengths(hands, rules)
    if (high < rules.tables.least_high[low]).any():
        raise CheckFailedError(f"{way.id} sets a foul")
    other_high, other_low = set_by_rules(hands.copy(), rules.tables, way.tables(rules))
    if not (np.array_equal(high, other_high) and np.array_equal(low, other_low)):
        raise CheckFailedError(f"{way.id}: a hand is set otherwise by its rules than by its table")
    return high, low


def _compared(way: HouseWay, shares: NDArray[np.float64]) -> str:
    said = f"{way.id} {' / '.join(f'{100 * share:.2f}' for share in shares)} %"
    if way.published is None:
        return said
    for share, percent in zip(shares.tolist(), way.published[:3], strict=True):
        error = sqrt(share * (1 - share) / DEALS)
        if abs(share - percent / 100) > _ERRORS * error + _ROUNDING:
            raise CheckFailedError(f"{said}, {way.published.by} has {percent:.2f}")
    return f"{said} as published"


CHECKS = [
    Check("house ways, every class", _classes, full=True),
    Check("house ways, dealt", _dealt, full=True),
]
"""Minutes of one core."""
