"""Many hands set by a house way.

Hands without five cards of one suit are looked up at the place of their ranks; the others, one in
25, are set as `WayTables` was built: all splits are evaluated and rules tried in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gutshot.compiled import kernel, register
from gutshot.evaluate.joker._kernels import split_strengths
from gutshot.evaluate.joker.tables import strength_tables
from gutshot.paigow.house_ways.shape import SHAPES
from gutshot.paigow.house_ways.tables import LOW_SHIFT, SEVEN_PLACES, WayTables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.evaluate.joker.tables import StrengthTables

PLACE = np.array(SEVEN_PLACES, np.int64)
JOKER = 52
ACE = 12
HIGH_MASK = (1 << LOW_SHIFT) - 1
SHAPE_OF = np.full(32, -1, np.int64)
"""The number of a shape by its sets: pairs + 4 x threes + 12 x fours + 24 x fives, (32,)."""
for _number, _sizes in enumerate(SHAPES.values()):
    SHAPE_OF[
        _sizes.count(2) + 4 * _sizes.count(3) + 12 * _sizes.count(4) + 24 * _sizes.count(5)
    ] = _number


@kernel
def set_by_rules_one(
    cards: NDArray[np.uint8],
    tables: StrengthTables,
    way: WayTables,
    high: NDArray[np.int16],
    low: NDArray[np.int16],
) -> int:
    """Return ``low << 13 | high`` of seven different cards, -1 when no rule sets them.

    `high` and `low`, both (21,), are overwritten by the strengths of the splits, fouls with a high
    strength of -1.
    """
    times = np.zeros(13, np.int64)
    for i in range(7):
        if cards[i] == JOKER:
            times[ACE] += 1
        else:
            times[cards[i] >> 2] += 1
    sets = np.full(3, -1, np.int64)
    found = 0
    single = -1
    code = 0
    for size in range(5, 1, -1):
        for rank in range(12, -1, -1):
            if times[rank] == size:
                sets[found] = rank
                found += 1
                code += 24 if size == 5 else 12 if size == 4 else 4 if size == 3 else 1
    for rank in range(13):
        if times[rank] == 1:
            single = rank
    shape = 1 << SHAPE_OF[code]
    split_strengths(cards, tables, high, low)
    strongest = -1
    for k in range(21):
        if high[k] < tables.least_high[low[k]]:
            high[k] = -1
        strongest = max(strongest, int(high[k]))
    best = 1 << way.categories[strongest]
    for rule in way.rules:
        if not rule[0] & shape or not rule[9] & best:
            continue
        if not (rule[1] <= sets[0] <= rule[2] and rule[3] <= sets[1] <= rule[4]):
            continue
        if not (rule[5] <= sets[2] <= rule[6] and rule[7] <= single <= rule[8]):
            continue
        wanted = rule[10] or best
        chosen = -1
        for k in range(21):
            if high[k] < 0 or not rule[11] <= low[k] <= rule[12]:
                continue
            if (1 << way.categories[high[k]]) & wanted:
                chosen = max(chosen, int(low[k]) << LOW_SHIFT | int(high[k]))
        if chosen >= 0:
            return chosen
    return -1


@kernel
def set_one(
    cards: NDArray[np.uint8],
    tables: StrengthTables,
    way: WayTables,
    high: NDArray[np.int16],
    low: NDArray[np.int16],
) -> int:
    """Return ``low << 13 | high`` of seven different cards, ids 0..52, as the way sets them.

    `high` and `low`, both (21,), are room to work in.
    """
    suits = 0
    for i in range(7):
        if cards[i] == JOKER:
            suits += 0x01010101
        else:
            suits += 1 << (cards[i] & 3) * 8
    if (suits + 0x03030303) & 0x08080808:  # five or more in one of four counts
        return set_by_rules_one(cards, tables, way, high, low)
    # ranks sorted by a network of 16 exchanges
    a, b, c, d = int(cards[0]) >> 2, int(cards[1]) >> 2, int(cards[2]) >> 2, int(cards[3]) >> 2
    e, f, g = int(cards[4]) >> 2, int(cards[5]) >> 2, int(cards[6]) >> 2
    a, g, c, d, e, f = min(a, g), max(a, g), min(c, d), max(c, d), min(e, f), max(e, f)
    a, c, b, e, d, g = min(a, c), max(a, c), min(b, e), max(b, e), min(d, g), max(d, g)
    a, b, c, f, d, e = min(a, b), max(a, b), min(c, f), max(c, f), min(d, e), max(d, e)
    b, c, e, g = min(b, c), max(b, c), min(e, g), max(e, g)
    c, d, e, f = min(c, d), max(c, d), min(e, f), max(e, f)
    b, c, d, e, f, g = min(b, c), max(b, c), min(d, e), max(d, e), min(f, g), max(f, g)
    place = PLACE[0, a] + PLACE[1, b] + PLACE[2, c] + PLACE[3, d]
    return int(way.by_ranks[place + PLACE[4, e] + PLACE[5, f] + PLACE[6, g]])


@kernel
def set_hands(
    hands: NDArray[np.uint8], tables: StrengthTables, way: WayTables
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the high and the low strengths of (n, 7) hands as a way sets them, both (n,)."""
    high = np.empty(hands.shape[0], np.int32)
    low = np.empty(hands.shape[0], np.int32)
    highs = np.empty(21, np.int16)
    lows = np.empty(21, np.int16)
    for i in range(hands.shape[0]):
        both = set_one(hands[i], tables, way, highs, lows)
        high[i] = both & HIGH_MASK
        low[i] = both >> LOW_SHIFT
    return high, low


@kernel
def set_by_rules(
    hands: NDArray[np.uint8], tables: StrengthTables, way: WayTables
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the same rule by rule, without `by_ranks`; -1 where no rule sets a hand."""
    high = np.empty(hands.shape[0], np.int32)
    low = np.empty(hands.shape[0], np.int32)
    highs = np.empty(21, np.int16)
    lows = np.empty(21, np.int16)
    for i in range(hands.shape[0]):
        both = set_by_rules_one(hands[i], tables, way, highs, lows)
        high[i] = both & HIGH_MASK if both >= 0 else -1
        low[i] = both >> LOW_SHIFT
    return high, low


def _example() -> tuple[NDArray[np.uint8], StrengthTables, WayTables]:
    """Return two hands and a way of one rule, a flush among the hands."""
    rules = np.array([[(1 << 13) - 1, -1, 12, -1, 12, -1, 12, -1, 12, 2047, 0, 0, 90]], np.int32)
    way = WayTables(rules, np.zeros(7463, np.uint8), np.zeros(77_520, np.int32))
    for table in way:
        table.flags.writeable = False
    hands = np.array([[0, 4, 8, 12, 16, 20, 52], [0, 1, 2, 3, 4, 5, 6]], np.uint8)
    return hands, strength_tables(), way


register("paigow.house_ways.set_hands", set_hands, _example)
register("paigow.house_ways.set_by_rules", set_by_rules, _example)
