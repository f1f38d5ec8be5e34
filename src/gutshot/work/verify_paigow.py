"""What proves the order of Pai Gow hands and the counts of seven cards: `CHECKS`, in order."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from gutshot.cards.suit_classes import suit_classes
from gutshot.evaluate.joker import FIRST_STRENGTH, HIGH_CATEGORIES, HIGH_STRENGTHS, strength_tables
from gutshot.evaluate.joker._kernels import count_best, count_five, five_strengths
from gutshot.evaluate.joker.plain import plain_high
from gutshot.paigow.sevens import HANDS, NOTHING, count_lines
from gutshot.paigow.sevens._kernels import count_hands, count_kinds, ranked_table
from gutshot.work.verify import Check, CheckFailedError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gutshot.work.verify import Progress

__all__ = ["CHECKS", "compare_best"]

FIVE_CARD_HANDS = {
    "high_card": 1_418_964,
    "pair": 1_215_024,
    "two_pair": 138_600,
    "three_of_a_kind": 63_360,
    "straight": 20_532,
    "flush": 7_804,
    "full_house": 4_368,
    "four_of_a_kind": 828,
    "straight_flush": 180,
    "royal_flush": 24,
    "five_aces": 1,
}
"""Known totals of five-card hands with the joker."""

BONUS_HANDS = {
    "seven_card_straight_flush": 32,
    "royal_match": 72,
    "seven_card_straight_flush_joker": 196,
    "five_aces": 1_128,
    "royal_flush": 26_020,
    "straight_flush": 184_644,
    "four_of_a_kind": 307_472,
    "full_house": 4_188_528,
    "flush": 6_172_088,
    "three_of_a_kind": 7_672_500,
    "straight": 11_034_204,
    "three_pair": 2_862_000,
    "": 121_694_196,
}
"""Known totals of seven-card hands by the first line that they reach."""

_JOKER = 52


def _five_cards(progress: Progress) -> str:
    hands = [suit_classes(5).cards, suit_classes(4).cards]
    hands[1] = np.column_stack([hands[1], np.full(len(hands[1]), _JOKER, np.uint8)])
    cards = np.concatenate(hands)
    weights = np.concatenate([suit_classes(5).weights, suit_classes(4).weights])
    for second in (True, False):
        progress(0.5 - 0.5 * second)
        place = "second" if second else "last"
        tables = strength_tables(a2345_second_highest=second)
        twins = [plain_high(hand, a2345_second_highest=second) for hand in cards.tolist()]
        numbers = {hand: number for number, hand in enumerate(sorted(set(twins)))}
        found = five_strengths(cards, tables)
        if found.tolist() != [numbers[twin] for twin in twins]:
            raise CheckFailedError(f"five cards, A-2-3-4-5 {place}: the tables and the twin differ")
        counts = count_five(tables, HIGH_STRENGTHS)
        of_classes = np.bincount(found, weights, HIGH_STRENGTHS).astype(np.int64)
        if not np.array_equal(counts, of_classes):
            raise CheckFailedError(f"five cards, A-2-3-4-5 {place}: suits have an order")
        totals = np.add.reduceat(counts, FIRST_STRENGTH[:-1]).tolist()
        known = list(FIVE_CARD_HANDS.values())
        if totals != known:
            raise CheckFailedError(f"five cards by category: {totals}, known are {known}")
    return (
        f"{weights.sum():,} hands of five cards with the joker stand where the twin puts their"
        f" {len(cards):,} classes, and fall into the known numbers of each category"
    )


def _seven_cards(progress: Progress) -> str:
    tables = ranked_table(0), ranked_table(1)
    walked = np.zeros((2, 13 * NOTHING), np.int64)
    for top in range(6, 53):
        progress(comb(top, 7) / HANDS)
        walked += count_hands(top, top + 1, *tables)
    if not np.array_equal(walked, np.stack([count_kinds(0), count_kinds(1)])):
        raise CheckFailedError("seven cards: hands one by one and by ranks are counted differently")
    found = {line: sum(both) for line, both in count_lines(tuple(BONUS_HANDS)[:-1]).items()}
    if found != BONUS_HANDS:
        raise CheckFailedError(f"seven cards by line: {found}, known are {BONUS_HANDS}")
    return (
        f"{walked.sum():,} hands of seven cards with the joker, walked and counted by ranks, fall"
        " into the known numbers of each bonus line"
    )


def _splits(progress: Progress) -> str:
    tables = strength_tables()
    best = np.zeros(HIGH_STRENGTHS, np.int64)
    for top in range(6, 53):
        progress(comb(top, 7) / HANDS)
        if count_best(top, top + 1, tables, best):
            raise CheckFailedError(f"splits: hands up to id {top} have other strengths")
    compare_best(best)
    return (
        f"{HANDS:,} hands: all 21 splits have the strengths of their five and two cards, and the"
        " best of them what all seven hold"
    )


def compare_best(best: NDArray[np.int64]) -> None:
    """Compare hands by their best split, (7463,), with what all hands of seven cards hold.

    Raises
    ------
    CheckFailedError
        When a category is the best of more or fewer hands than hold it and nothing better.
    """
    order = HIGH_CATEGORIES[:0:-1]
    held = {line or HIGH_CATEGORIES[0]: sum(both) for line, both in count_lines(order).items()}
    totals = np.add.reduceat(best, FIRST_STRENGTH[:-1]).tolist()
    found = dict(zip(HIGH_CATEGORIES, totals, strict=True))
    if found != held:
        raise CheckFailedError(f"splits: the best are {found}, hands hold {held}")


CHECKS = [
    Check("Pai Gow, five cards", _five_cards),
    Check("Pai Gow, seven cards", _seven_cards),
    Check("Pai Gow, all splits", _splits, full=True),
]
"""Five and seven cards take seconds, all splits minutes of one core."""
