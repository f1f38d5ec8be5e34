"""Measure Pai Gow: five cards, splits, house ways, all hands, the dealer's, beside the twins.

Seconds are the processor's, the least of several runs, so that other work on the machine counts
little.
"""

from __future__ import annotations

import hashlib
from itertools import combinations
from math import comb
from time import process_time
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gutshot.cards.dealing import pick
from gutshot.cards.seeded import SeededSource
from gutshot.evaluate.joker import HIGH_STRENGTHS, strength_tables
from gutshot.evaluate.joker._kernels import count_five, strengths_of_splits
from gutshot.evaluate.joker.plain import plain_high, plain_low
from gutshot.paigow import parse_seven
from gutshot.paigow.advisor import HANDS_DRAWN, advise
from gutshot.paigow.dealer_hands import count_dealer_hands, deck_without, enumerate_dealer_hands
from gutshot.paigow.dealer_hands.classes import FLUSH_CLASSES, RANK_CLASSES
from gutshot.paigow.house_ways import house_way
from gutshot.paigow.house_ways._kernels import set_by_rules
from gutshot.paigow.rules import Rules
from gutshot.paigow.setting import SPLITS, all_settings
from gutshot.paigow.sevens import HANDS, kind_counts
from gutshot.paigow.sevens._kernels import count_hands, count_kinds, ranked_table
from gutshot.work.bench import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from gutshot.paigow.dealer_hands import DealerHands
    from gutshot.work.verify import Progress

__all__ = ["bench_paigow"]

SEED: Final = 53
DEALT: Final = 20_000
"""Hands whose splits are looked up: their strengths stay in the second-level cache."""

PLAIN: Final = 200
"""Hands whose splits the twin looks at."""

FIVES: Final = 2_869_685
KNOWN: Final = "Qc Qd 3c 3d Ah Ts 8d"
"""Seven cards whose settings are judged."""

SPREAD: Final = 30
"""Cards of the rest of the deck whose hands are dealt one by one."""

RANK_SETS: Final = 67_600
"""49,205 of seven natural cards and 18,395 of six beside the joker."""


def bench_paigow(progress: Progress) -> tuple[list[Row], str]:
    """Return the rows and the signature over all strengths and counts."""
    hands = dealt_hands(DEALT)
    tables = strength_tables()
    rows = [*_splits(hands), *_fives(hands), *_way(hands)]
    progress(0.5)
    by_ranks = _cpu(lambda: [count_kinds(joker) for joker in (0, 1)], 5)
    ranked = ranked_table(0), ranked_table(1)
    walked = _cpu(lambda: count_hands(0, 53, *ranked), 3)
    rows += [
        Row(
            "all hands of seven, one by one",
            walked,
            f"{HANDS:,} hands, what they hold",
            f"{walked / HANDS * 1e9:.1f} ns a hand",
        ),
        Row(
            "the same by sets of ranks",
            by_ranks,
            f"{RANK_SETS:,} sets of ranks, each with its suited choices",
            f"{walked / by_ranks:,.0f} x as fast",
        ),
    ]
    dealer, counted = _dealer()
    rows += dealer
    digest = hashlib.sha256()
    digest.update(counted.rows.tobytes())
    for second in (True, False):
        for table in strength_tables(a2345_second_highest=second):
            digest.update(table.tobytes())
    for array in (*strengths_of_splits(hands, tables), *kind_counts()):
        digest.update(array.tobytes())
    progress(1.0)
    return rows, digest.hexdigest()[:16]


def _dealer() -> tuple[list[Row], DealerHands]:
    """Return what the dealer's hands take, and those that were counted."""
    cards = parse_seven(KNOWN)
    way = house_way("local")
    deck = deck_without(cards)
    whole = comb(len(deck), 7)
    counting = _cpu(lambda: count_dealer_hands(deck, way), 9)
    advising = _cpu(lambda: advise(cards, way), 9)
    drawing = _cpu(lambda: advise(cards, way, seed=1), 9)
    # spread over all ranks and suits, so that a hand takes what one of the whole deck takes
    part = deck[np.linspace(0, len(deck) - 1, SPREAD).round().astype(int)]
    walking = _cpu(lambda: enumerate_dealer_hands(part, way), 1) / comb(SPREAD, 7)
    classes = f"{RANK_CLASSES:,} classes of ranks and {FLUSH_CLASSES:,} of flushes"
    rows = [
        Row(
            "the dealer's hands, one by one",
            walking * whole,
            f"{whole:,} hands dealt and set, reckoned from {comb(SPREAD, 7):,}",
            f"{walking * 1e9:.0f} ns a hand",
        ),
        Row(
            "the same by classes",
            counting,
            classes,
            f"{walking * whole / counting:,.0f} x as fast",
        ),
        Row(
            "every setting's exact worth",
            advising,
            "the same and 21 settings",
            f"{walking * whole / advising:,.0f} x as fast",
        ),
        Row("every setting's worth, drawn", drawing, f"{HANDS_DRAWN:,} hands of the dealer"),
    ]
    return rows, count_dealer_hands(deck, way)


def dealt_hands(count: int) -> NDArray[np.uint8]:
    """Return hands of seven as a seeded dealer deals them, (count, 7)."""
    source = SeededSource(SEED)
    return np.array([pick(source, 53, 7) for _ in range(count)], np.uint8)


def _splits(hands: NDArray[np.uint8]) -> list[Row]:
    tables = strength_tables()
    few = hands[:PLAIN].tolist()
    ours = _cpu(lambda: strengths_of_splits(hands, tables), 9)
    twin = _cpu(lambda: [plain_splits(hand) for hand in few], 3) / PLAIN
    single = _cpu(lambda: [all_settings(hand) for hand in few], 3) / PLAIN
    times = twin * len(hands) / ours
    speed = f"{1e-6 * len(hands) / ours:.1f} M hands/s, {times:,.0f} x as fast as the twin"
    return [
        Row(f"all splits of {len(hands):,} hands", ours, "21 high and 21 low hands each", speed),
        Row("the slow twin's of one hand", twin, "the same, every card tried for the joker"),
        Row("all settings of one hand", single, "the same in Python, laid out"),
    ]


def plain_splits(hand: Sequence[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the high and the low hand of every split as the twin sees them."""
    return [
        (plain_high([card for card in hand if card not in low]), plain_low(low))
        for low in combinations(hand, 2)
    ]


def _fives(hands: NDArray[np.uint8]) -> list[Row]:
    tables = strength_tables()
    ours = _cpu(lambda: count_five(tables, HIGH_STRENGTHS), 3)
    few = hands[: PLAIN * len(SPLITS), :5].tolist()
    twin = _cpu(lambda: [plain_high(five) for five in few], 3) / len(few)
    return [
        Row(
            "all hands of five, one by one",
            ours,
            f"{FIVES:,} hands looked up",
            f"{ours / FIVES * 1e9:.1f} ns a hand, {twin * FIVES / ours:,.0f} x as fast as the twin",
        )
    ]


def _way(hands: NDArray[np.uint8]) -> list[Row]:
    way, rules = house_way("trump-plaza"), Rules()
    tables = way.tables(rules)
    few = hands[:PLAIN].tolist()
    looked_up = _cpu(lambda: way.strengths(hands, rules), 9)
    by_rules = _cpu(lambda: set_by_rules(hands, rules.tables, tables), 5)
    single = _cpu(lambda: [way.set(hand, rules) for hand in few], 3) / PLAIN
    times = single * len(hands) / looked_up
    return [
        Row(
            f"{len(hands):,} hands set by a house way",
            looked_up,
            f"{RANK_SETS:,} sets of ranks known, hands with a flush by {len(way.rules)} rules",
            f"{1e-6 * len(hands) / looked_up:.1f} M hands/s, {times:,.0f} x as fast as one by one",
        ),
        Row(
            "the same by rules alone",
            by_rules,
            "all splits of each",
            f"{by_rules / looked_up:.1f} x as long",
        ),
        Row("one hand set in Python", single, f"21 splits, {len(way.rules)} rules"),
    ]


def _cpu(function: Callable[[], Any], runs: int) -> float:
    """Return the least processor seconds of a call, after one that is not counted."""
    function()
    seconds = []
    for _ in range(runs):
        start = process_time()
        function()
        seconds.append(process_time() - start)
    return min(seconds)
